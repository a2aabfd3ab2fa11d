"""Ends of a game: resignations, draws by repetition, and the transcript that then shows every point."""

import json
import re
from collections.abc import Callable

import pytest

from tests.day_and_night import first_by_day
from tests.web.programs import Program, duel
from tests.web.test_count import mark
from tests.web.test_replay import fetch
from tests.web.test_table import counted
from tests.web.wire import Made, Visitor, WebApp, make, start_game
from yurei import records
from yurei import referee as referees
from yurei.records import Entry, sgf
from yurei.referee.table import Table
from yurei.rules.state import RESIGN

# Resignations ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """Black has moved, White is to move."""
    made = make(webapp, width="5")
    made.play("B2")
    return made


def by_form(made: Made) -> int:
    return made.seats["black"].post(made.at("black"), {"do": "resign"}).status


def by_socket(made: Made) -> int:
    answer = made.seats["black"].listen(made.at("black") + "/live").does("resign", request="one")
    return int(answer["status"])


def by_typing(made: Made) -> int:
    return made.act("black", "stone", "resign").status


@pytest.mark.parametrize(("resign", "status"), [(by_form, 303), (by_socket, 200), (by_typing, 200)])
def test_black_resigns_while_white_is_to_move(made: Made, resign: Callable[[Made], int], status: int) -> None:
    assert 'value="resign"' in made.part("black")
    assert resign(made) == status
    for chair in ("black", "white", "audience"):
        assert "Black resigns." in made.part(chair)
        assert "White wins by resignation." in made.part(chair)


def test_a_program_resigns_while_the_other_is_to_move(webapp: WebApp) -> None:
    black, white = duel(webapp)
    black.does("stone", "B2")
    assert black.does("resign")["ended"]["winner"] == "white"
    assert white.sees()["heard"][-1]["said"] == "Black resigns."


def test_either_side_can_resign_in_the_count_until_it_is_agreed_on(made: Made) -> None:
    made.play("pass pass", first="white")
    assert 'value="resign"' in made.part("white")
    assert 'value="resign"' not in made.part("audience")
    made.act("black", "settle")
    assert made.act("white", "resign").status == 200
    for chair in ("black", "white", "audience"):
        assert "White resigns." in made.part(chair)
        assert "Black wins by resignation." in made.part(chair)
    assert made.act("black", "resign").status == 409


def test_a_player_who_has_agreed_to_a_count_with_the_other_resigns_no_more(made: Made) -> None:
    made.play("pass pass", first="white")
    made.act("black", "settle")
    made.act("white", "settle")
    before = made.webapp.happened(made.name)
    assert "the game is over" in made.act("white", "resign").text
    assert made.webapp.happened(made.name) == before


def test_a_game_resigned_in_its_count_is_taken_home_and_reads_back(made: Made) -> None:
    made.play("pass pass", first="white")
    made.act("white", "resign")
    record = fetch(made, "record").body
    assert [each["kind"] for each in map(json.loads, record.splitlines()[1:-1])][-2:] == ["pass", "resign"]
    read = records.read(record)
    *_, (last, _) = records.replay(read, Table.of(read.settings))
    assert isinstance(last, Entry)
    assert (last.seat, last.attempt) == ("white", RESIGN)
    assert records.write(sgf.read(fetch(made, "sgf").body)).encode() == record
    assert "White resigns." in fetch(made, "sgf?of=viewers").text
    assert "White resigns." in fetch(made, "sgf?of=black").text


def test_a_resignation_in_the_count_survives_a_restart(webapp: WebApp) -> None:
    webapp.opens()
    made = make(webapp, width="5")
    made.play("B2 pass pass")
    made.act("white", "resign")
    before = made.part("audience")
    webapp.dies()
    webapp.opens()
    assert made.part("audience") == before


def test_on_one_device_either_resigns_under_the_curtain_and_in_the_count(webapp: WebApp) -> None:
    maker, table = start_game(webapp, opponent="one-device", width="5")
    assert "curtain" in maker.send(table, {"do": "resign"}).text
    assert maker.send(table, {"do": "resign", "at": "white"}).status == 200
    assert "Black wins by resignation." in maker.fragment(table).text


def test_a_player_who_plays_both_sides_says_in_the_count_which_of_them_resigns(webapp: WebApp) -> None:
    maker, table = start_game(webapp, opponent="solo", width="5")
    for _ in range(2):
        maker.send(table, {"do": "pass"})
    shown = maker.fragment(table).text
    assert "Black resigns" in shown
    assert "White resigns" in shown
    assert "say which" in maker.send(table, {"do": "resign"}).text
    assert maker.send(table, {"do": "resign", "at": "white"}).status == 200
    assert "Black wins by resignation." in maker.fragment(table).text


def test_a_player_who_resigns_too_late_out_of_turn_hears_that_the_other_has_lost_on_time(webapp: WebApp) -> None:
    made = make(webapp, width="5", clock="1")
    made.play("B2 C3 D4")
    webapp.waits(61)
    made.act("black", "resign")
    assert "Black wins on time." in made.part("black")


TRIPLE_KO = ".BW./BW.W/.BW./.BW./B.BW/.BW./.BW./BW.W/.BW."
"""White holds the upper and the lower ko, Black the one between."""
CYCLE = ("C8", "B5", "C2", "B8", "C5", "B2")
"""Black, White, Black, White, Black, White: each takes a ko, and the position is what it was."""
SAID = "The position repeats. Until the next move either side may claim a draw."


def turns(made: Made, number: int, first: int = 0) -> None:
    points = [CYCLE[turn % 6] for turn in range(first, first + number)]
    made.play(" ".join(points), first=("black", "white")[first % 2])


def triple_ko(webapp: WebApp, **wish: str) -> Made:
    return make(webapp, width="4", height="9", setup=TRIPLE_KO, **wish)


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_the_repeated_position_is_announced_to_all_at_its_third_return(webapp: WebApp, referee: str) -> None:
    made = triple_ko(webapp, referee=referee)
    turns(made, 17)
    for chair in ("black", "white", "audience"):
        assert mark(made.part(chair), "repeats") == ""
    assert made.act("black", "draw").status == 409
    turns(made, 1, first=17)
    for chair in ("black", "white", "audience"):
        assert mark(made.part(chair), "repeats") == SAID
    assert 'value="draw"' in made.part("black")
    assert 'value="draw"' in made.part("white")
    assert 'value="draw"' not in made.part("audience")


@pytest.mark.parametrize("claims", ["black", "white"])
def test_either_side_claims_the_draw(webapp: WebApp, claims: str) -> None:
    made = triple_ko(webapp)
    turns(made, 18)
    assert made.act(claims, "draw").status == 200
    for chair in ("black", "white", "audience"):
        assert "A draw by repetition." in made.part(chair)


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
    wanted = {"settings": {"width": 4, "height": 9}, "setup": TRIPLE_KO}
    links = Program(webapp).says("/api/games", wanted)["links"]
    players = [Program(webapp).sits_down(links[seat]) for seat in ("black", "white")]
    for turn in range(18):
        assert players[0].sees()["repeats"] is False
        players[turn % 2].does("stone", CYCLE[turn % 6])
    assert [player.sees()["repeats"] for player in players] == [True, True]
    assert players[1].does("draw")["ended"]["by"] == "repetition"


def test_on_one_device_the_player_who_lifts_the_curtain_claims(webapp: WebApp) -> None:
    maker = Visitor(webapp)
    wish = {"opponent": "one-device", "width": "4", "height": "9", "setup": TRIPLE_KO}
    table = maker.post("/games", wish).location
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
    made.act("white", "draw")
    record = fetch(made, "record").body
    assert json.loads(record.splitlines()[-2])["end"] == "repetition"
    read = records.read(record)
    table = Table.of(read.settings, read.setup)
    assert len(list(records.replay(read, table))) == 19
    assert table.result is not None
    assert (table.result.winner, table.result.by) == (None, "repetition")
    assert records.write(sgf.read(fetch(made, "sgf").body)).encode() == record


CHAIRS = ("black", "white", "audience")


def transcript(text: str) -> list[str]:
    listed = re.search(r'<ol id="heard"[^>]*>(.*?)</ol>', text, re.DOTALL)
    assert listed is not None
    lines = [re.sub(r"<[^>]+>", "", line) for line in reversed(re.findall(r"<li[^>]*>(.*?)</li>", listed[1]))]
    return [" ".join(line.split()) for line in lines]


def counters(text: str) -> list[list[str]]:
    """Black's counters, then White's: moves, stones lost, tries refused."""
    return [counted(text)[colour] for colour in ("black", "white")]


def play_capture(made: Made) -> None:
    """On 3x3 Black takes A1, and White is refused there, where it would have no liberty."""
    made.play("B1 A1 A2 A1! C3")


@pytest.mark.parametrize("referee", first_by_day([each.slug for each in referees.ALL], 3))
def test_every_try_has_its_point_once_the_game_is_over(webapp: WebApp, referee: str) -> None:
    made = make(webapp, width="3", referee=referee)
    play_capture(made)
    made.act("black", "resign")
    for chair in CHAIRS:
        for text in (made.page(chair), made.page(chair, "/heard")):
            points = [re.findall(r"\((\w\d)\)", line) for line in transcript(text)]
            assert points == [["B1"], ["A1"], ["A2"], ["A1", "C3"], []], "a turn has its refused try, then its move"
        assert counters(made.page(chair)) == [["2", "0", "0"], ["2", "1", "1"]]


def test_a_transcript_before_the_end_has_the_readers_own_points_alone(webapp: WebApp) -> None:
    made = make(webapp, width="3", referee="kriegspiel")
    play_capture(made)
    assert [line for line in transcript(made.page("black")) if "(" in line] == [
        "Black has moved, White to play. (B1)",
        "Black has moved, White to play. (A2)",
    ]
    assert not any("(" in line for line in transcript(made.page("audience", "/heard")))
    assert counters(made.page("black")) == [["2", "0", "0"], ["2", "?", "1"]]


def test_a_loss_on_time_has_no_point_and_shifts_none(webapp: WebApp) -> None:
    made = make(webapp, width="3", referee="kriegspiel", clock="5+3")
    play_capture(made)
    webapp.waits(400)
    assert transcript(made.page("white"))[-2:] == [
        "White: Illegal move. (A1) · White has moved, Black to play. (C3)",
        "Black has lost on time.",
    ]


def test_a_transcript_in_the_count_has_the_points_of_both_sides(webapp: WebApp) -> None:
    made = make(webapp, width="3", referee="kriegspiel")
    play_capture(made)
    made.play("pass pass")
    assert "White has moved, Black to play. (A1)" in transcript(made.page("black"))


def test_a_ghost_that_a_stone_replaced_is_no_lost_stone(webapp: WebApp) -> None:
    made = make(webapp, width="5", ruleset="no-seki-go")
    made.play("C3 A1 ghost:C4 C4")
    made.act("black", "resign")
    assert counters(made.page("audience")) == [["2", "0", "0"], ["2", "0", "0"]]
