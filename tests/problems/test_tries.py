"""The short form of what was told: whatever a referee can say of a game is written, and read back equal."""

import json
from random import Random
from typing import Any

import pytest

from tests.playing import any_try
from yurei import referee as referees
from yurei import rules
from yurei.problems.tries import read_tries, write_tries
from yurei.referee.table import Table
from yurei.referee.told import Told

HIDING = [referee.slug for referee in referees.ALL if referee.hides]


def heard_in(table: Table, seed: int) -> dict[str, list[Told]]:
    """Return what all were told of a random game, without the try that ends it."""
    chance = Random(seed)
    heard: dict[str, list[Told]] = {name: [] for name in ("black", "white", "audience")}
    for _ in range(40):
        answer = table.attempt(str(table.to_move), any_try(chance, table.settings.ruleset, table.settings.size))
        if table.to_move is None:
            break
        for name, told in heard.items():
            told.append(answer.told[name])
    return heard


@pytest.mark.by_day
@pytest.mark.parametrize("referee", HIDING)
@pytest.mark.parametrize("ruleset", [each.slug for each in rules.ALL])
def test_announcements_are_read_back_equal(ruleset: str, referee: str) -> None:
    several: list[dict[str, Any]] = [{}, {"failed_try": "lose-turn"}, {"lone_self_atari": True}]
    for seed, options in enumerate(several):
        table = Table(ruleset, referee=referee, size=(4, 3), **options)
        openings = {name: table.view(name) for name in ("black", "white", "audience")}
        for name, told in heard_in(table, seed).items():
            written = write_tries(told, table.settings, openings[name].seat)
            assert told
            assert read_tries(json.loads(json.dumps(written)), openings[name]) == tuple(told)


def test_a_plain_move_is_written_in_one_word() -> None:
    table = Table("go", referee="common", size=4)
    opening = table.view("black")
    told = [table.attempt(seat, tried).told["black"] for seat, tried in (("black", "A3"), ("white", "B2"))]
    assert write_tries(told, table.settings, opening.seat) == [{"seat": "black", "try": "A3"}, {"seat": "white"}]


def test_captured_points_are_written_once_and_read_as_vanished_by_the_owner() -> None:
    table = Table("go", referee="common", size=2)
    opening = table.view("white")
    told = [
        table.attempt(seat, tried).told["white"] for seat, tried in (("black", "A1"), ("white", "A2"), ("black", "B2"))
    ]
    written = write_tries(told, table.settings, opening.seat)
    assert written[-1] == {"seat": "black", "told": {"captured_points": ["A2"]}}
    assert told[-1].vanished == (2,) == read_tries(written, opening)[-1].vanished
