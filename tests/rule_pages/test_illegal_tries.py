"""Why a try is illegal, in which order that is asked, and what an illegal try costs."""

import pytest

from tests.playing import Game, drawn, play, state
from yurei.errors import BadTry, GameOver
from yurei.rules import BLACK, WHITE, Reason, judge
from yurei.rules.judge import is_move
from yurei.rules.state import ghost, stone


def test_the_reasons_are_asked_in_the_order_of_the_rules() -> None:
    asked = ["opponent-stone", "own-stone", "ghost", "no-liberty", "suicide", "ko", "repetition", "no-passing"]
    assert [reason for reason in Reason if reason in asked] == asked, "other games may have further reasons"


def test_a_ghost_on_a_ghost_far_from_home_hears_of_the_ghost_first() -> None:
    assert play(state("Ww.../....B", "no-seki-go"), "ghost-B2")[0].reason == "ghost"


def test_a_ghost_that_is_no_liberty_and_suicide_hears_of_the_liberty_first() -> None:
    # Nothing of Black's is beside B1, and a ghost there harms nobody of his: the reason is the missing liberty.
    assert play(state(".../W.W/...", "no-seki-go"), "ghost-B1")[0].reason == "no-liberty"


def test_a_ghost_leaves_its_own_string_the_liberty_on_which_it_stands() -> None:
    verdict = play(state("BW./.../...", "no-seki-go"), "ghost-A2")[0]
    assert verdict.accepted
    assert drawn(verdict.after) == "BW./b../..."


@pytest.mark.parametrize("board", ["BW./.W./W..", ".W./W.W/.W."])
def test_suicide_of_one_stone_or_of_several_is_illegal_in_phantom_go(board: str) -> None:
    point = "A2" if board[0] == "B" else "B2"
    assert play(state(board), point)[0].reason == "suicide"


def test_a_stone_that_captures_is_no_suicide() -> None:
    verdict = play(state("..../.B../BWB./W.W."), "B1")[0]
    assert verdict.accepted
    assert drawn(verdict.after) == "..../.B../B.B./.BW."


def test_an_illegal_try_changes_nothing() -> None:
    before = state("W../.../...")
    verdict = judge(before, stone(before.size.point("A3")))
    assert verdict.after is before
    assert not verdict.accepted
    assert verdict.captured == verdict.own_losses == ()
    assert verdict.atari == set()


def test_after_an_illegal_try_the_same_player_tries_again() -> None:
    game = Game("W../.../...", "A3 A3 B2")
    assert game.reasons == ["opponent-stone", "opponent-stone", None]
    assert [answer.told["white"].to_move for answer in game.answers] == ["black", "black", "white"]


@pytest.mark.parametrize("game", ["go", "alter-igo"])
def test_a_ghost_where_there_are_none_is_a_mistake_and_no_try(game: str) -> None:
    with pytest.raises(BadTry, match=rf"^{game} has no ghosts; try a stone$"):
        judge(state("...", game), ghost(0))


def test_after_the_end_nothing_is_judged() -> None:
    over = play(state("..."), "resign")[0].after
    with pytest.raises(GameOver, match=r"^the game is over; nobody is to move$"):
        judge(over, stone(0))


def test_a_resignation_loses() -> None:
    first = play(state("..."), "resign")[0].after.result
    second = play(state("...", first=WHITE), "resign")[0].after.result
    assert first is not None
    assert second is not None
    assert (first.winner, first.by, first.margin) == (WHITE, "resignation", None)
    assert (second.winner, second.by, second.black) == (BLACK, "resignation", None)


@pytest.mark.parametrize("game", ["go", "alter-igo", "no-seki-go"])
def test_the_quick_answer_is_the_slow_one(game: str) -> None:
    here = state("..WB/bWB./W.WB/.WwW" if game == "no-seki-go" else "..WB/.WB./W.WB/.W.W", game)
    for attempt in here.tries():
        assert is_move(here, attempt) == judge(here, attempt).accepted
    pass_and_resign = [verdict.attempt for verdict in (*play(here, "pass"), *play(here, "resign"))]
    assert [is_move(here, attempt) for attempt in pass_and_resign] == [game != "alter-igo", True]


# What an illegal try costs where it loses the turn ------------------------------------------------------------------

KO = ".BW./BW.W/.BW./...."


def test_with_lose_turn_an_illegal_try_ends_the_turn() -> None:
    game = Game("W../.../...", "A3 B2", failed_try="lose-turn")
    assert game.reasons == ["opponent-stone", None]
    assert [answer.told["audience"].to_move for answer in game.answers] == ["white", "black"]
    assert game.said() == ["Illegal move.", "White has moved, Black to play."]


def test_two_passes_with_a_lost_turn_between_them_are_not_in_a_row() -> None:
    game = Game("W../.../...", "pass A3 A3 pass", failed_try="lose-turn")
    assert game.reasons == [None, "own-stone", "opponent-stone", None]
    assert game.table.result is None
    assert Game("W../.../...", "pass pass", failed_try="lose-turn").table.result is not None
    assert Game("W../.../...", "pass A3 pass", failed_try="lose-turn").table.result is None


def test_two_passes_with_a_refused_try_between_them_are_in_a_row_where_one_tries_again() -> None:
    assert Game("W../.../...", "pass A3 pass").table.result is not None


def test_a_ko_ban_outlives_a_lost_turn() -> None:
    # Black takes the ko, White may not take back and loses his turn, Black loses his: White still may not.
    game = Game(KO, "C3 B3 C3 B3", failed_try="lose-turn")
    assert game.reasons == [None, "ko", "own-stone", "ko"]


def test_a_lost_turn_makes_a_situation() -> None:
    # Black has lost his first turn, so the starting position has stood with White to move too.
    taken = ".BW./B.BW/.BW./...."
    game = Game(taken, "B4 B3 C3", game="new-zealand", failed_try="lose-turn")
    assert game.reasons == ["own-stone", None, "repetition"]
