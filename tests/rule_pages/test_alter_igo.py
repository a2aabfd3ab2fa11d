"""Alter Igo: every string without liberties goes, of both colours at once. Sections 3.2 and 3.5."""

from dataclasses import replace

import pytest

from tests.playing import Game, drawn, play, state
from yurei import rules
from yurei.errors import BadBoard, BadSettings, GameOver
from yurei.rules import BLACK, WHITE
from yurei.rules.scoring import PlayedGame, match_winner
from yurei.rules.state import EndedBy, Result

ALTER_IGO = rules.get("alter-igo")


def test_both_colours_leave_together() -> None:
    verdict = play(state("BW/B.", ALTER_IGO, first=WHITE), "B1")[0]
    assert drawn(verdict.after) == "../.."
    assert len(verdict.captured) == len(verdict.own_losses) == 2
    assert verdict.after.lost == (2, 2)
    assert verdict.after.result is None


def test_the_page_s_own_board_cannot_be_set_up() -> None:
    # White A1 and B2, Black A2, Black to play B1: the stone at A2 has no liberty before that, so it would not be there.
    with pytest.raises(BadBoard, match=r"this one has a string without$"):
        state("BW/W.", ALTER_IGO)


def test_a_string_of_several_stones_may_commit_suicide() -> None:
    verdict = play(state("BW./.W./W..", ALTER_IGO), "A2")[0]
    assert drawn(verdict.after) == ".W./.W./W.."
    assert verdict.after.result is None


def test_a_capturing_stone_leaves_with_the_captured_stones() -> None:
    # A ko: under go Black takes one stone and stays, here both stones leave, and nobody has lost by it.
    ko = ".BW./BW.W/.BW./...."
    assert drawn(play(state(ko, "go"), "C3")[0].after) == ".BW./B.BW/.BW./...."
    verdict = play(state(ko, ALTER_IGO), "C3")[0]
    assert drawn(verdict.after) == ".BW./B..W/.BW./...."
    assert len(verdict.captured) == len(verdict.own_losses) == 1
    assert verdict.after.result is None


def test_a_lone_suicide_loses() -> None:
    verdict = play(state(".W./W.W/.W.", ALTER_IGO), "B2")[0]
    assert verdict.accepted
    assert verdict.after.result == Result(WHITE, EndedBy.LONE_SUICIDE)
    assert play(state(".W./W.W/.W.", "go"), "B2")[0].reason == "suicide"
    white = play(state(".B./B.B/.B.", ALTER_IGO, first=WHITE), "B2")[0]
    assert white.after.result == Result(BLACK, EndedBy.LONE_SUICIDE)


def test_on_1x1_black_loses_at_once() -> None:
    assert play(state(".", ALTER_IGO), "A1")[0].after.result == Result(WHITE, EndedBy.LONE_SUICIDE)


def test_a_suicide_that_is_allowed_does_not_lose() -> None:
    allowed = replace(ALTER_IGO, suicide=rules.get("new-zealand").suicide)
    assert play(state(".W./W.W/.W.", allowed), "B2")[0].after.result is None


def test_the_end_is_announced_as_a_move() -> None:
    game = Game(".W./W.W/.W.", "B2", "alter-igo", referee="hamburg")
    assert game.said() == ["Black loses 1 stone."]
    assert game.table.to_move is None
    assert game.told("white").result == Result(WHITE, EndedBy.LONE_SUICIDE)


# White's passes -----------------------------------------------------------------------------------------------------


def test_there_is_no_pass() -> None:
    assert Game("...", "pass", "alter-igo").reasons == ["no-passing"]


def test_white_may_use_the_passes_at_any_time() -> None:
    game = Game("...", "pass A1 pass C1 pass B1 pass", "alter-igo", white_passes=2)
    assert game.reasons == ["no-passing", None, None, None, None, None, "no-passing"]


# A draw by agreement ------------------------------------------------------------------------------------------------


def test_a_draw_by_agreement_is_an_option_and_off() -> None:
    with pytest.raises(BadSettings, match=r"^alter-igo: these settings have no draw by agreement$"):
        Game("...", "", "alter-igo").table.agree()
    table = Game("...", "A1", "alter-igo", draw_by_agreement=True).table
    assert table.agree() == table.result == Result(None, EndedBy.AGREEMENT)
    assert table.to_move is None
    with pytest.raises(GameOver, match=r"^the game is over; there is nothing to agree on$"):
        table.agree()


# The match of two games ---------------------------------------------------------------------------------------------

BLACK_WINS, WHITE_WINS = Result(BLACK, EndedBy.RESIGNATION), Result(WHITE, EndedBy.LONE_SUICIDE)
DRAW = Result(None, EndedBy.REPETITION)

# The results of both games; 0 is who was Black first, 1 who was White first, None a tie.
MATCHES = [
    (BLACK_WINS, WHITE_WINS, 0),
    (BLACK_WINS, DRAW, 0),
    (DRAW, WHITE_WINS, 0),
    (WHITE_WINS, BLACK_WINS, 1),
    (WHITE_WINS, DRAW, 1),
    (DRAW, BLACK_WINS, 1),
    (DRAW, DRAW, None),
    (BLACK_WINS, BLACK_WINS, None),
    (WHITE_WINS, WHITE_WINS, None),
]


@pytest.mark.parametrize(("first", "second", "winner"), MATCHES)
@pytest.mark.parametrize("tie_break", [False, True])
def test_a_match_is_won_by_a_win_and_a_draw(first: Result, second: Result, winner: int | None, tie_break: bool) -> None:
    assert match_winner(PlayedGame(first, 20), PlayedGame(second, 20), tie_break) == winner


@pytest.mark.parametrize(("moves", "winner"), [((9, 10), 0), ((10, 9), 1), ((10, 10), None)])
def test_its_tie_break_is_fewer_moves_as_black(moves: tuple[int, int], winner: int | None) -> None:
    games = PlayedGame(BLACK_WINS, moves[0]), PlayedGame(BLACK_WINS, moves[1])
    assert match_winner(*games, tie_break=True) == winner
    assert match_winner(*games) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [(WHITE_WINS, WHITE_WINS), (DRAW, DRAW)],
)
def test_moves_break_no_tie_in_which_black_has_not_won_twice(first: Result, second: Result) -> None:
    assert match_winner(PlayedGame(first, 9), PlayedGame(second, 10), tie_break=True) is None
