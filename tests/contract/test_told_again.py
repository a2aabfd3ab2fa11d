"""What was told is read back from plain values as it was: programs on other machines hear what a seat here hears."""

import json
import random
from typing import Any

import pytest

from tests.newcomer import NEWCOMER
from tests.playing import Game, random_game
from yurei import referee, rules
from yurei.errors import YureiError
from yurei.referee.plain import read_result, read_told, read_try_values, result_values, told_values
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK
from yurei.rules.points import Size
from yurei.rules.state import PASS, EndedBy, Result, ghost

GAMES = [(game, speaker.slug) for game in (*rules.ALL, NEWCOMER) for speaker in referee.ALL]


@pytest.mark.parametrize(("game", "speaker"), GAMES, ids=str)
def test_announcements_are_read_back_from_json(game: rules.Ruleset, speaker: str) -> None:
    played = random_game(random.Random(3), 60, Game(game=game, size=4, referee=speaker))
    settings = played.table.settings
    if played.table.result is None:
        played.play("resign")
    for answer in played.answers:
        for told in answer.told.values():
            plain = json.loads(json.dumps(told_values(told, settings.size)))
            ended = json.loads(json.dumps(result_values(told.result)))
            assert read_told(plain, settings, told.seat, ended) == told


@pytest.mark.parametrize("speaker", [each.slug for each in referee.ALL])
def test_a_loss_on_time_is_read_back(speaker: str) -> None:
    table = Table.of(read_settings({"width": 3, "height": 3, "referee": speaker}))
    table.attempt("black", "B2")
    table.lose_on_time("white")
    for listener in ("black", "white", "audience"):
        told = table.view(listener).heard[-1]
        plain = json.loads(json.dumps(told_values(told, table.settings.size)))
        assert read_told(plain, table.settings, "white", result_values(told.result)) == told


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
    with pytest.raises(ValueError, match="none of those who play"):
        read_told({}, read_settings({}), "audience")


def told_to_white(referee: str) -> tuple[Settings, dict[str, Any]]:
    """What White is told of Black's first stone."""
    table = Table.of(read_settings({"width": 3, "height": 3, "referee": referee}))
    table.attempt("black", "B2")
    return table.settings, told_values(table.view("white").heard[-1], table.settings.size)


WRONG: list[dict[str, Any]] = [
    *({"captured_count": count} for count in (-1, 1.0, True, "1", 10)),
    *({"lost_count": count} for count in (-1, 1.0, True, "1", 10)),
    *({key: value} for key in ("atari_on_opponent", "atari_on_mover") for value in (0, 1, "true")),
    *({key: points} for key in ("captured_points", "lost_points", "vanished") for points in ("A1", [1], ["Z9"], 3)),
    *({"to_move": seat} for seat in ("audience", "red", 1, ["white"])),
    {"try": {"kind": "ghost", "point": "A1"}},
    {"seen": {"appeared": {}, "gone": []}},
    {"vanished": None},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_an_impossible_announcement_is_refused(wrong: dict[str, Any]) -> None:
    settings, plain = told_to_white("olympiad")
    read_told(plain, settings, "black")
    with pytest.raises((KeyError, TypeError, ValueError, YureiError)):
        read_told(plain | wrong, settings, "black")


@pytest.mark.parametrize("letter", [".", "BW", "", "x"])
def test_in_sight_lie_stones_and_ghosts_alone(letter: str) -> None:
    settings, plain = told_to_white("fog")
    read_told(plain | {"seen": {"appeared": {"A1": "B"}, "gone": []}}, settings, "black")
    with pytest.raises(KeyError):
        read_told(plain | {"seen": {"appeared": {"A1": letter}, "gone": []}}, settings, "black")
    with pytest.raises(ValueError, match="another referee"):
        read_told(plain | {"seen": None}, settings, "black")


@pytest.mark.parametrize("points", [-1, True, "20"])
def test_points_of_a_result_are_counted(points: object) -> None:
    counted = result_values(Result(BLACK, EndedBy.SCORE, 20, 5, 7.5))
    with pytest.raises(TypeError):
        read_result({**(counted or {}), "black": points})
