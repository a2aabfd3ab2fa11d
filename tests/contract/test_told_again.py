"""What was told is read back from plain values as it was: programs on other machines hear what a seat here hears."""

from __future__ import annotations

import json
import random

import pytest

from tests.newcomer import NEWCOMER
from tests.playing import Game, random_game
from yurei import referee, rules
from yurei.errors import YureiError
from yurei.referee.plain import read_result, read_told, read_try_values, result_values, told_values
from yurei.referee.settings import read_settings
from yurei.rules.board import BLACK
from yurei.rules.points import Size
from yurei.rules.state import PASS, EndedBy, Result, ghost

GAMES = [(game, speaker.slug) for game in (*rules.ALL, NEWCOMER) for speaker in referee.ALL]


@pytest.mark.parametrize(("game", "speaker"), GAMES, ids=str)
def test_what_was_told_is_read_back(game: rules.Ruleset, speaker: str) -> None:
    played = random_game(random.Random(3), 60, Game(game=game, size=4, referee=speaker))
    settings = played.table.settings
    if played.table.result is None:
        played.play("resign")
    for answer in played.answers:
        for told in answer.told.values():
            plain = json.loads(json.dumps(told_values(told, settings.size)))
            ended = json.loads(json.dumps(result_values(told.result)))
            assert read_told(plain, settings, told.seat, ended) == told


def test_a_try_is_read_back_and_nothing_else_is_one() -> None:
    size = Size(5, 5)
    assert read_try_values({"kind": "ghost", "point": "c2"}, size) == ghost(size.point("C2"))
    assert read_try_values({"kind": "pass"}, size) == PASS
    for wrong in ({"kind": "pass", "point": "A1"}, {"kind": "stone"}, {"kind": "jump", "point": "A1"}, {"point": "A1"}):
        with pytest.raises((KeyError, ValueError, YureiError)):
            read_try_values(wrong, size)


def test_a_result_is_read_back() -> None:
    counted = Result(BLACK, EndedBy.SCORE, 20, 5, 7.5)
    assert read_result(result_values(counted)) == counted
    draw = Result(None, EndedBy.ABANDONED)
    assert read_result(result_values(draw)) == draw


def test_the_audience_has_tried_nothing() -> None:
    with pytest.raises(TypeError):
        read_told({}, read_settings({}), "audience")
