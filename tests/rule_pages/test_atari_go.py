"""Atari Go: the first capture wins."""

from dataclasses import replace
from typing import Any

import pytest

from tests.playing import Game, play, state
from yurei import referee as referees
from yurei import rules
from yurei.errors import BadSettings
from yurei.referee import Referee
from yurei.rules import BLACK, WHITE, Result
from yurei.rules.ruleset import NO_PASSING, Capture, Scoring, Suicide
from yurei.rules.state import EndedBy

ATARI_GO = rules.get("atari-go")


def test_the_first_capture_wins_for_either_colour() -> None:
    assert play(state(".W./WBW/...", ATARI_GO, WHITE), "B1")[0].after.result == Result(WHITE, EndedBy.CAPTURE)
    assert play(state(".B./BWB/...", ATARI_GO), "B1")[0].after.result == Result(BLACK, EndedBy.CAPTURE)


def test_atari_alone_wins_nothing() -> None:
    (verdict,) = play(state("..../.W../B.../....", ATARI_GO), "B4")
    assert verdict.after.result is None


def test_suicide_is_no_capture() -> None:
    (verdict,) = play(state(".W./W.W/.W.", ATARI_GO), "B2")
    assert (verdict.reason, verdict.after.result) == ("suicide", None)


def test_where_nobody_captures_the_board_is_counted() -> None:
    result = Game("B.W/B.W/B.W", "pass pass", "atari-go").table.result
    assert result == Result(None, EndedBy.SCORE, 3, 3, 0)


@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
def test_everybody_hears_that_it_is_over_under_every_referee(referee: Referee) -> None:
    game = Game(".B./BWB/...", "B1", "atari-go", referee=referee.slug)
    for seat in ("black", "white", "audience"):
        view = game.table.view(seat)
        assert (view.to_move, view.result) == (None, Result(BLACK, EndedBy.CAPTURE))


@pytest.mark.parametrize(
    "choices",
    [
        {"suicide": Suicide.ALLOWED},
        {"capture": Capture.SIMULTANEOUS, "suicide": Suicide.ALLOWED},
        {
            "capture": Capture.SIMULTANEOUS,
            "suicide": Suicide.LONE_LOSES,
            "scoring": Scoring.NONE,
            "passing": NO_PASSING,
        },
    ],
)
def test_a_game_of_the_first_capture_removes_one_colour_at_a_time(choices: dict[str, Any]) -> None:
    with pytest.raises(BadSettings, match=r"^atari-go: only where one colour goes at a time"):
        replace(ATARI_GO, **choices)


def test_the_same_capture_ends_no_game_of_go() -> None:
    assert play(state(".B./BWB/..."), "B1")[0].after.result is None
