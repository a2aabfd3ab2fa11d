"""Ends of a game: resignations, draws by repetition, and the transcript that then shows every point."""

import json
import re
from collections.abc import Callable

import pytest

from tests.day_and_night import first_by_day
from tests.web.programs import on_chair, seated
from tests.web.test_absence import replayed
from tests.web.test_count import mark
from tests.web.test_replay import fetch
from tests.web.test_table import counted
from tests.web.wire import Made, WebApp, make, start_game
from yurei import records
from yurei import referee as referees
from yurei.records import Entry, sgf
from yurei.referee.table import Table
from yurei.rules.state import RESIGN

CHAIRS = ("black", "white", "audience")


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """Black has moved, White is to move."""
    made = make(webapp, width="5")
    made.play("B2")
    return made


@pytest.mark.parametrize(
    "resign",
    [
        lambda made: made.seats["black"].post(made.at("black"), {"do": "resign"}).status == 303,
        lambda made: made.seats["black"].listen(made.at("black") + "/live").does("resign")["status"] == 200,
        lambda made: made.act("black", "stone", "resign").status == 200,
        lambda made: on_chair(made, "black").does("resign")["ended"]["winner"] == "white",
    ],
    ids=["by form", "by socket", "by typing", "as a program"],
)
def test_black_resigns_while_white_is_to_move(made: Made, resign: Callable[[Made], bool]) -> None:
    assert 'value="resign"' in made.part("black")
    assert resign(made)
    for chair in CHAIRS:
        assert "Black resigns." in made.part(chair)
        assert "White wins by resignation." in made.part(chair)


def test_either_side_can_resign_in_the_count_until_it_is_agreed_on(made: Made) -> None:
    made.play("pass pass", first="white")
    assert 'value="resign"' in made.part("white")
    assert 'value="resign"' not in made.part("audience")
    made.act("black", "settle")
    assert made.act("white", "resign").status == 200
    for chair in CHAIRS:
        assert "White resigns." in made.part(chair)
        assert "Black wins by resignation." in made.part(chair)
    assert made.act("black", "resign").status == 409


def test_a_player_who_has_agreed_to_a_count_with_the_other_resigns_no_more(made: Made) -> None:
    made.play("pass pass settle: settle:", first="white")
    before = made.webapp.happened(made.name)
    assert "the game is over" in made.act("white", "resign").text
    assert made.webapp.happened(made.name) == before


def test_a_game_resigned_in_its_count_survives_a_restart_and_reads_back(made: Made) -> None:
    made.play("pass pass resign:", first="white")
    before = made.part("audience")
    made.webapp.rewind(made.name, made.webapp.happened(made.name))
    assert made.part("audience") == before
    record = fetch(made, "record").body
    assert [each["kind"] for each in map(json.loads, record.splitlines()[1:-1])][-2:] == ["pass", "resign"]
    read = records.read(record)
    *_, (last, _) = records.replay(read, Table.of(read.settings))
    assert isinstance(last, Entry)
    assert (last.seat, last.attempt) == ("white", RESIGN)
    assert records.write(sgf.read(fetch(made, "sgf").body)).encode() == record
    for seat in ("viewers", "black"):
        assert "White resigns." in fetch(made, f"sgf?of={seat}").text


def test_on_one_device_either_resigns_under_the_curtain(webapp: WebApp) -> None:
    maker, table = start_game(webapp, opponent="one-device", width="5")
    assert "curtain" in maker.send(table, {"do": "resign"}).text
    assert maker.send(table, {"do": "resign", "at": "white"}).status == 200
    assert "Black wins by resignation." in maker.fragment(table).text


def test_a_player_who_plays_both_sides_says_in_the_count_which_of_them_resigns(webapp: WebApp) -> None:
    made = make(webapp, opponent="solo", colour="black", width="5")
    made.play("pass! pass!", first="solo")
    assert "Black resigns" in made.part("solo")
    assert "White resigns" in made.part("solo")
    assert "say which" in made.act("solo", "resign").text
    assert made.act("solo", "resign", "white").status == 200
    assert "Black wins by resignation." in made.part("solo")


def test_a_player_who_resigns_too_late_out_of_turn_hears_that_the_other_has_lost_on_time(webapp: WebApp) -> None:
    made = make(webapp, width="5", clock="1")
    made.play("B2 C3 D4")
    webapp.waits(61)
    made.act("black", "resign")
    assert "Black wins on time." in made.part("black")


TRIPLE_KO = ".BW./BW.W/.BW./.BW./B.BW/.BW./.BW./BW.W/.BW."
"""White holds the upper and the lower ko, Black the one between."""
CYCLE = ("C8", "B5", "C2", "B8", "C5", "B2")
"""Black and White in turn take a ko each; then the position is what it was."""
SAID = "The position repeats. Until the next move either side may claim a draw."


def turns(made: Made, number: int) -> None:
    made.play(" ".join((CYCLE * 3)[:number]))


def triple_ko(webapp: WebApp, **wish: str) -> Made:
    return make(webapp, width="4", height="9", setup=TRIPLE_KO, **wish)


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_the_repeated_position_is_announced_to_all_at_its_third_return(webapp: WebApp, referee: str) -> None:
    made = triple_ko(webapp, referee=referee)
    turns(made, 17)
    for chair in CHAIRS:
        assert mark(made.part(chair), "repeats") == ""
    assert made.act("black", "draw").status == 409
    made.act("white", "stone", CYCLE[-1])
    for chair in CHAIRS:
        assert mark(made.part(chair), "repeats") == SAID
        assert ('value="draw"' in made.part(chair)) == (chair != "audience")


def test_the_next_move_ends_the_claim_and_a_refused_try_does_not(webapp: WebApp) -> None:
    made = triple_ko(webapp)
    turns(made, 18)
    made.act("black", "stone", "C3")
    assert mark(made.part("white"), "repeats") == SAID
    made.act("black", "stone", "A9")
    assert mark(made.part("white"), "repeats") == ""
    assert "until the next move" in made.act("white", "draw").text


@pytest.mark.parametrize("repetition", ["positional-superko", "situational-superko"])
def test_no_draw_is_claimed_under_superko(webapp: WebApp, repetition: str) -> None:
    made = triple_ko(webapp, repetition=repetition)
    turns(made, 6)
    assert "Illegal move." in made.part("white")
    assert made.act("white", "draw").status == 409


def test_a_program_is_told_of_the_repetition_and_claims_the_draw(webapp: WebApp) -> None:
    black, white = seated(webapp, "black", "white", settings={"width": 4, "height": 9}, setup=TRIPLE_KO)
    for turn in range(18):
        assert black.sees()["repeats"] is False
        (black, white)[turn % 2].does("stone", CYCLE[turn % 6])
    assert [player.sees()["repeats"] for player in (black, white)] == [True, True]
    assert white.does("draw")["ended"]["by"] == "repetition"


def test_on_one_device_the_player_who_lifts_the_curtain_claims(webapp: WebApp) -> None:
    maker, table = start_game(webapp, opponent="one-device", width="4", height="9", setup=TRIPLE_KO)
    for turn in range(18):
        maker.send(f"{table}/lift", {"seat": ("black", "white")[turn % 2]})
        assert maker.send(table, {"do": "stone", "at": CYCLE[turn % 6]}).status == 200
    curtain = maker.fragment(table).text
    assert mark(curtain, "repeats") == SAID
    assert 'value="draw"' not in curtain
    maker.send(f"{table}/lift", {"seat": "black"})
    assert maker.send(table, {"do": "draw"}).status == 200
    assert "A draw by repetition." in maker.fragment(table).text


def test_repetition_survives_a_restart_and_its_record_reads_back(webapp: WebApp) -> None:
    made = triple_ko(webapp)
    turns(made, 18)
    webapp.rewind(made.name, webapp.happened(made.name))
    assert mark(made.part("audience"), "repeats") == SAID
    assert made.act("white", "draw").status == 200
    for chair in CHAIRS:
        assert "A draw by repetition." in made.part(chair)
    record = fetch(made, "record").body
    assert json.loads(record.splitlines()[-2])["end"] == "repetition"
    assert replayed(record) == (None, "repetition", 19)
    assert records.write(sgf.read(fetch(made, "sgf").body)).encode() == record


def transcript(text: str) -> list[str]:
    listed = re.search(r'<ol id="heard"[^>]*>(.*?)</ol>', text, re.DOTALL)
    assert listed is not None
    lines = [re.sub(r"<[^>]+>", "", line) for line in reversed(re.findall(r"<li[^>]*>(.*?)</li>", listed[1]))]
    return [" ".join(line.split()) for line in lines]


def counters(text: str) -> list[list[str]]:
    """Black's counters, then White's: moves, stones lost, tries refused."""
    return [counted(text)[colour] for colour in ("black", "white")]


CAPTURE = "B1 A1 A2 A1! C3"
"""On 3x3 Black takes A1, and White is refused there, where it would have no liberty."""


@pytest.mark.parametrize("referee", first_by_day([each.slug for each in referees.ALL], 3))
def test_every_try_has_its_point_once_the_game_is_over(webapp: WebApp, referee: str) -> None:
    made = make(webapp, width="3", referee=referee)
    made.play(CAPTURE)
    made.act("black", "resign")
    for chair in CHAIRS:
        for text in (made.page(chair), made.page(chair, "/heard")):
            points = [re.findall(r"\((\w\d)\)", line) for line in transcript(text)]
            assert points == [["B1"], ["A1"], ["A2"], ["A1", "C3"], []], "a turn has its refused try, then its move"
        assert counters(made.page(chair)) == [["2", "0", "0"], ["2", "1", "1"]]


def test_a_transcript_before_the_count_has_the_readers_own_points_alone(webapp: WebApp) -> None:
    made = make(webapp, width="3", referee="kriegspiel")
    made.play(CAPTURE)
    assert [line for line in transcript(made.page("black")) if "(" in line] == [
        "Black has moved, White to play. (B1)",
        "Black has moved, White to play. (A2)",
    ]
    assert not any("(" in line for line in transcript(made.page("audience", "/heard")))
    assert counters(made.page("black")) == [["2", "0", "0"], ["2", "?", "1"]]
    made.play("pass pass")
    assert "White has moved, Black to play. (A1)" in transcript(made.page("black"))


def test_a_loss_on_time_has_no_point_and_shifts_none(webapp: WebApp) -> None:
    made = make(webapp, width="3", referee="kriegspiel", clock="5+3")
    made.play(CAPTURE)
    webapp.waits(400)
    assert transcript(made.page("white"))[-2:] == [
        "White: Illegal move. (A1) · White has moved, Black to play. (C3)",
        "Black has lost on time.",
    ]


def test_a_replaced_ghost_is_a_lost_stone_before_the_end_and_after_it(webapp: WebApp) -> None:
    made = make(webapp, width="5", ruleset="no-seki-go")
    made.play("C3 A1 ghost:C4 C4")
    assert counters(made.page("audience")) == [["2", "1", "0"], ["2", "0", "0"]]
    made.act("black", "resign")
    assert counters(made.page("audience")) == [["2", "1", "0"], ["2", "0", "0"]]
