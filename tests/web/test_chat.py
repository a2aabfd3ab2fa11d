"""What people say to each other, who reads it when, and that it tells nobody else anything."""

import re
from html import unescape

import pytest

from tests.web.programs import on_chair
from tests.web.test_bad_input import refused
from tests.web.wire import Answer, Made, Visitor, WebApp, make, start_game
from yurei.club.game.audience import MOST_IN_WINDOW, MOST_OF_AUDIENCE
from yurei.club.model.sanitize import LONGEST_MESSAGE


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """A hidden game with everybody on a chair of his own, in which the players let the referee see the board."""
    made = make(webapp, width="5")
    made.admit_referee()
    return made


def says(made: Made, chair: str, text: str) -> Answer:
    return made.seats[chair].send(f"{made.at(chair)}/chat", {"text": text})


def read_by(made: Made, reader: str) -> list[str] | None:
    """What somebody reads, the newest line first; None where he sees no talk at all."""
    found = re.search(r'<ol id="talk".*?</ol>', made.part(reader), re.S)
    lines = re.findall(r"<li.*?</li>", found[0], re.S) if found else []
    return [unescape(re.sub(r"<[^>]*>", "", line)) for line in lines] if found else None


def heard_by_program(made: Made, chair: str, since: int = 0) -> list[str]:
    """What a program on a chair is told of the chat, as the page writes it, the oldest line first."""
    chat = on_chair(made, chair).sees(f"?since={since}")["chat"]
    return [f"{line['chair'].capitalize()} {line['name'] or 'Guest'}: {line['text']}" for line in chat]


def test_a_program_reads_what_a_person_on_its_chair_reads(made: Made) -> None:
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    says(made, "black", "Good evening")
    made.act("black", "stone", "C3")
    says(made, "white", "And to you")
    for over in (False, True):
        for chair in ("black", "white", "audience"):
            assert heard_by_program(made, chair) == list(reversed(read_by(made, chair) or []))
        assert len(heard_by_program(made, "audience")) == 2 * over, "the audience waits for the end"
        made.act("black", "resign")
    number = on_chair(made, "black").sees()["number"]
    says(made, "white", "Once more?")
    assert heard_by_program(made, "black", number) == ["White Shonagon: Once more?"], "only what is new"


def test_players_talk_the_referee_reads_along_and_the_audience_waits_for_the_end(made: Made) -> None:
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    assert says(made, "black", "A good game to you!").status == 200
    assert says(made, "white", "And to you.").status == 200
    said = ["White Shonagon: And to you.", "Black Guest: A good game to you!"]
    for reader in ("black", "white", "referee"):
        assert read_by(made, reader) == said
    assert read_by(made, "audience") is None
    made.act("black", "resign")
    for reader in ("black", "white", "referee", "audience"):
        assert read_by(made, reader) == said


def test_the_writer_of_a_message_is_told_its_readers(made: Made) -> None:
    assert "Visible to the players and the referee;" in made.part("black")
    maker = Visitor(made.webapp)
    table = maker.post("/games", {"width": "5"}).location
    assert "Visible to the players; to spectators after the end." in maker.fragment(table).text


@pytest.mark.parametrize(("chair", "writer"), [("referee", "Referee"), ("audience", "Spectator")])
def test_spectators_write_in_the_chat_only_after_the_end(made: Made, chair: str, writer: str) -> None:
    before = made.webapp.happened(made.name)
    assert "after the end" in refused(says(made, chair, "E5!"), 409)
    assert f"{made.at(chair)}/chat" not in made.part(chair)
    assert made.webapp.happened(made.name) == before
    made.act("black", "resign")
    assert says(made, chair, "Well played.").status == 200
    assert read_by(made, "white") == [f"{writer} Guest: Well played."]


def test_the_audience_of_an_open_game_reads_and_writes_chat_at_once(webapp: WebApp) -> None:
    made = make(webapp, width="5", referee="open")
    assert says(made, "black", "Hello.").status == 200
    assert says(made, "audience", "Hello!").status == 200
    assert read_by(made, "audience") == ["Spectator Guest: Hello!", "Black Guest: Hello."]


@pytest.mark.parametrize("reader", ["audience", "stranger"])
def test_until_the_end_no_byte_of_chat_or_pencil_reaches_spectators(made: Made, reader: str) -> None:
    visitor = made.seats.get(reader) or Visitor(made.webapp)
    address = made.at("audience")
    ear = visitor.listen(f"{address}/live")
    frames, page, part = list(ear.frames), visitor.get(address), visitor.fragment(address)
    for chair, text in (("black", "one"), ("white", "two"), ("black", "three" * 30)):
        assert says(made, chair, text).status == 200
        made.act(chair, "pencil-black", "C3")
        assert ear.frames == frames
        assert visitor.get(address) == page
        assert visitor.fragment(address) == part
    assert made.act("black", "stone", "C3").status == 200
    if reader == "audience":
        assert len(ear.frames) == len(frames) + 1, "one frame, for the move"
        assert 'data-number="6"' in ear.frames[-1], "three sat down, two let the referee see the board, one has moved"


def test_a_player_gets_one_frame_for_a_line(made: Made) -> None:
    ear = made.seats["white"].listen(made.at("white") + "/live")
    says(made, "black", "Hello.")
    assert len(ear.frames) == 2
    assert "Hello." in ear.frames[1]


def test_talk_survives_a_restart_under_the_name_of_its_time(made: Made) -> None:
    made.seats["white"].post("/you", {"nickname": "Shonagon"})
    says(made, "white", "枕草子")
    made.seats["white"].post("/you", {"nickname": "Izumi"})
    made.webapp.rewind(made.name, made.webapp.happened(made.name))
    assert read_by(made, "black") == ["White Shonagon: 枕草子"]


HARMLESS = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "\"'&<b>": "\"'&<b>",
    "two\nlines\r\nhere": "two lines here",
    "\u202eevil\u2066\0\x07": "evil",
    "مرحبا 👻 Привет": "مرحبا 👻 Привет",
    "x" * LONGEST_MESSAGE: "x" * LONGEST_MESSAGE,
}


def test_chat_messages_are_shown_as_plain_text(made: Made) -> None:
    for number, (written, read) in enumerate(HARMLESS.items()):
        assert says(made, "black" if number % 2 else "white", written).status == 200
        assert (read_by(made, "referee") or [])[0].partition(": ")[2] == read
    assert "<script>alert" not in made.page("white")


def test_a_bad_message_is_refused_with_a_sentence(made: Made) -> None:
    before = made.webapp.happened(made.name)
    for text in ("", " \n\t", "\0\u200b\u202e"):
        assert "message is empty" in refused(says(made, "black", text), 422)
    assert "at most 200 characters; this one has 201" in refused(says(made, "black", "x" * (LONGEST_MESSAGE + 1)), 422)
    assert "at most 200 characters" in refused(says(made, "black", "x" * 60_000), 422)
    assert made.webapp.happened(made.name) == before


def test_a_player_who_talks_too_fast_has_to_wait_and_keeps_nobody_else_from_talking(made: Made) -> None:
    for number in range(MOST_IN_WINDOW):
        assert says(made, "black", f"{number}").status == 200
    assert "wait a moment" in refused(says(made, "black", "more"), 429)
    assert says(made, "white", "Let me think.").status == 200
    assert made.act("black", "stone", "C3").status == 200, "and his tries are his own"


def test_the_audience_as_a_whole_is_bounded(made: Made) -> None:
    made.act("black", "resign")
    for number in range(MOST_OF_AUDIENCE):
        assert says(made, "audience", f"{number}").status == 200
    assert says(made, "audience", "more").status == 429


@pytest.mark.parametrize("opponent", ["yurei", "solo", "one-device"])
def test_a_game_of_one_person_has_no_chat(webapp: WebApp, opponent: str) -> None:
    maker, table = start_game(webapp, width="5", opponent=opponent)
    assert "nobody to chat with" in refused(maker.send(f"{table}/chat", {"text": "Hello?"}), 422)
    assert "/chat" not in maker.fragment(table).text


def test_chat_works_without_a_script(made: Made) -> None:
    answer = made.seats["black"].post(f"{made.at('black')}/chat", {"text": "Hello."})
    assert (answer.status, answer.location) == (303, made.at("black"))
    assert read_by(made, "white") == ["Black Guest: Hello."]


def test_visitors_by_the_shared_link_cannot_read_or_write_the_chat(made: Made) -> None:
    says(made, "black", "Between us.")
    made.act("black", "resign")
    passer_by = Visitor(made.webapp)
    window = passer_by.get(made.at("window"))
    assert window.status == 200
    assert "Between us." not in window.text
    assert "/chat" not in window.text
    assert refused(passer_by.send(f"{made.at('window')}/chat", {"text": "Hello!"}), 403)
