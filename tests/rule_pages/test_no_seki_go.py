"""No Seki Go: stones and ghosts. Section 3.3, and the positions of section 3.5 with every reply tried."""

from dataclasses import replace

import pytest

from tests.playing import drawn, play, state
from yurei import rules
from yurei.rules import BLACK, WHITE, Colour, Ruleset, State, judge
from yurei.rules.board import read_board, string_at
from yurei.rules.ruleset import Repetition
from yurei.rules.state import ghost, read_try

NO_SEKI = rules.get("no-seki-go")

SEKI = "......./......./......./.BBBB../BBWWBBB/WWWBWWW/.W.B.W."
SMALLEST = ".W.B.W."
APPROACH = "........./........./........./........./........./BBBW...../.BBWWWW../.WWBB.W../.WW.B.W.."


def after_every_reply(here: State) -> list[State]:
    """The states after each legal answer, the pass among them."""
    verdicts = [judge(here, attempt) for attempt in here.tries()]
    return [verdict.after for verdict in verdicts if verdict.accepted]


def captures(here: State, move: str) -> bool:
    verdict = judge(here, read_try(move, here.size))
    return verdict.accepted and bool(verdict.captured)


def after(here: State, tries: str) -> State:
    verdicts = play(here, tries)
    assert all(verdict.accepted for verdict in verdicts)
    return verdicts[-1].after


# Not seki -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [SEKI, SMALLEST])
@pytest.mark.parametrize(
    ("first", "first_ghost", "then"),
    [(BLACK, "ghost-C1", "A1"), (BLACK, "ghost-E1", "G1"), (WHITE, "ghost-C1", "E1"), (WHITE, "ghost-E1", "C1")],
)
def test_the_player_who_places_a_ghost_first_captures_after_every_reply(
    board: str, first: Colour, first_ghost: str, then: str
) -> None:
    answers = after_every_reply(after(state(board, NO_SEKI, first), first_ghost))
    assert len(answers) > 2
    assert all(captures(answer, then) for answer in answers)


def test_white_captures_two_black_stones_there() -> None:
    assert len(play(state(SEKI, NO_SEKI, WHITE), "ghost-C1 pass E1")[2].captured) == 2


@pytest.mark.parametrize("board", [SEKI, SMALLEST])
@pytest.mark.parametrize("first", [BLACK, WHITE])
def test_under_go_it_is_a_seki_and_the_first_player_inside_is_captured(board: str, first: Colour) -> None:
    inside = ["A1", "C1", "E1", "G1"]
    for point in inside:
        verdict = play(state(board, "go", first), point)[0]
        assert not verdict.captured
        if verdict.accepted:
            assert any(captures(verdict.after, other) for other in inside), point


# Approach moves -----------------------------------------------------------------------------------------------------


def liberties(here: State, name: str) -> int:
    return len(string_at(here.cells, here.size.neighbours, here.size.point(name))[1])


def test_under_go_black_must_approach_and_is_in_atari_by_then() -> None:
    here = after(state(APPROACH, "go"), "A2 F2")
    assert liberties(after(here, "A1"), "A1") == 1
    assert liberties(after(here, "A3 F1"), "E1") == 1


def test_a_ghost_needs_no_approach_and_puts_only_white_into_atari() -> None:
    verdict = play(state(APPROACH, NO_SEKI), "A2 F2 ghost-A1")[2]
    assert verdict.atari == {WHITE}
    assert all(captures(answer, "D1") for answer in after_every_reply(verdict.after))


def test_where_white_answers_with_a_ghost_black_is_ahead_by_three_liberties_to_two() -> None:
    here = after(state(APPROACH, NO_SEKI), "A2 ghost-A1 A3")
    assert (liberties(here, "E1"), liberties(here, "C1")) == (3, 2)


# Ghosts -------------------------------------------------------------------------------------------------------------


def test_a_ghost_is_a_liberty_of_its_owner_s_strings_alone() -> None:
    here = state("Bb../W...", NO_SEKI)
    assert liberties(here, "A2") == 1
    assert liberties(state("Ww../B...", NO_SEKI), "A2") == 1
    assert liberties(state("Bw../.W..", NO_SEKI), "A2") == 1  # the empty point alone


def test_ghosts_are_no_part_of_strings() -> None:
    assert liberties(state("Bbb./....", NO_SEKI), "A2") == 2


def test_a_ghost_goes_on_an_empty_point_beside_one_s_own_string() -> None:
    assert drawn(after(state("B.../....", NO_SEKI), "ghost-B2")) == "Bb../...."
    for point in ("B1", "C2", "D1"):
        assert play(state("B.../....", NO_SEKI), f"ghost-{point}")[0].reason == "no-liberty"
    assert play(state("W.../....", NO_SEKI), "ghost-B2")[0].reason == "no-liberty"


def test_beside_a_ghost_is_not_beside_a_string() -> None:
    assert play(state("Bb../....", NO_SEKI), "ghost-C2")[0].reason == "no-liberty"


def test_a_ghost_of_either_colour_can_be_replaced_by_a_stone() -> None:
    own = play(state("Bb../....", NO_SEKI), "B2")[0]
    assert drawn(own.after) == "BB../...."
    assert (own.removed.replaced, own.captured) == (BLACK, ())
    enemy = play(state("Ww../....", NO_SEKI), "B2")[0]
    assert drawn(enemy.after) == "WB../...."
    assert (enemy.removed.replaced, enemy.captured) == (WHITE, (5,))
    assert enemy.after.lost == (0, 0)  # prisoners are stones


def test_replacing_the_ghost_captures_the_string_that_breathed_through_it() -> None:
    verdict = play(state("WwB./Ww../BB..", NO_SEKI), "B2 pass B3")[2]
    assert drawn(verdict.after) == ".BB./.B../BB.."
    assert verdict.removed.white_ghosts == ()
    assert verdict.removed.replaced is WHITE


@pytest.mark.parametrize(
    ("board", "move", "left", "white_ghosts"),
    [
        ("WB../w..w/....", "A2", ".B../B.../....", ("D2",)),
        (".WB./.w../....", "B2", ".WB./.B../....", ()),
    ],
)
def test_stranded_ghosts_of_the_opponent_are_swept_away_wherever_they_lie(
    board: str, move: str, left: str, white_ghosts: tuple[str, ...]
) -> None:
    verdict = play(state(board, NO_SEKI), move)[0]
    assert drawn(verdict.after) == left
    assert verdict.after.size.names(verdict.removed.white_ghosts) == white_ghosts
    colours_changed = board.translate(str.maketrans("BWbw", "WBwb"))
    other = play(state(colours_changed, NO_SEKI, WHITE), move)[0]
    assert other.after.size.names(other.removed.black_ghosts) == white_ghosts


def test_one_s_own_stranded_ghosts_stay() -> None:
    assert drawn(after(state("...b/..../B...", NO_SEKI), "B1")) == "...b/..../BB.."


def test_no_placement_may_leave_an_own_string_without_liberties() -> None:
    assert play(state(".W./W.W/.W.", NO_SEKI), "B2")[0].reason == "suicide"
    # Replacing one's own last ghost by a stone is suicide as well.
    assert play(state("BbW/WW.", NO_SEKI), "B2")[0].reason == "suicide"


def test_a_ghost_never_kills_its_own_string() -> None:
    assert play(state("B.W/WW.", NO_SEKI), "ghost-B2")[0].accepted


def test_a_ghost_captures() -> None:
    assert drawn(after(state("W.B./B.../....", NO_SEKI), "ghost-B3")) == ".bB./B.../...."


# Repetition and passes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruleset", [NO_SEKI, replace(NO_SEKI, repetition=Repetition.POSITIONAL_SUPERKO)], ids=["situational", "positional"]
)
def test_the_opponent_s_ghost_can_be_replaced_under_either_superko(ruleset: Ruleset) -> None:
    assert play(state("Ww../....", ruleset), "B2")[0].accepted


def test_two_passes_end_the_game_and_ghosts_count() -> None:
    result = after(state("BbW/bB./WW.", NO_SEKI, komi=0), "pass pass").result
    assert result is not None
    assert (result.black, result.white, result.margin) == (4, 3, 1)


def test_tries_offer_ghosts_only_where_the_game_has_them() -> None:
    size = read_board("...")[1]
    assert [attempt.text(size) for attempt in state("Bb.", NO_SEKI).tries()] == ["B1", "C1", "ghost C1", "pass"]
    assert [attempt.text(size) for attempt in state("B..", "go").tries()] == ["B1", "C1", "pass"]
    assert [attempt.text(size) for attempt in state("B.W", "alter-igo").tries()] == ["B1"]
    assert ghost(2).text(size) == "ghost C1"
