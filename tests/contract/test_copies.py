"""Values and tables are copied and pickled: a copy is the same, and goes its own way."""

import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import pytest

from tests.playing import any_try
from yurei import referee as referees
from yurei import rules
from yurei.referee import seating as seatings
from yurei.referee.table import Table
from yurei.referee.view import advanced
from yurei.rules import Ruleset, Size, Verdict

COPIES: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
    "copied": copy.copy,
    "deeply copied": copy.deepcopy,
}
EVERY_TABLE = [
    pytest.param(game, referee, seating, id=f"{game.slug} {referee.slug} {seating.slug}")
    for game in rules.ALL
    for referee in referees.ALL
    for seating in seatings.ALL
]


def play(table: Table, tries: int, chance: random.Random) -> list[Any]:
    """So many random tries; returns what all were told, and the board where it is revealed."""
    told: list[Any] = []
    for _ in range(tries):
        if table.to_move is None:
            return [*told, table.reveal(), table.count(())]
        tried = any_try(chance, table.settings.ruleset, table.settings.size)
        told.append(table.attempt(table.to_move, tried).told)
    return [*told, *(table.view(seat) for seat in told[-1])]


@pytest.mark.by_day(one_in=11)
@pytest.mark.parametrize("way", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize(("game", "referee", "seating"), EVERY_TABLE)
def test_a_copied_table_goes_on_as_the_first(game: Any, referee: Any, seating: Any, way: Callable[[Any], Any]) -> None:
    table = Table(game, referee=referee, size=(4, 3), seating=seating.slug)
    play(table, 10, random.Random(f"{game.slug} {referee.slug}"))
    twin = way(table)
    assert twin.settings == table.settings
    views = {seat.name: twin.view(seat.name) for seat in table.settings.seating.seats}
    assert views == {seat.name: table.view(seat.name) for seat in table.settings.seating.seats}
    first = play(twin, 10, random.Random(1))
    assert {name: table.view(name) for name in views} == views
    assert play(table, 10, random.Random(1)) == first


@pytest.mark.parametrize("way", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("row", [*rules.ALL, *referees.ALL, *seatings.ALL], ids=lambda row: row.slug)
def test_a_row_is_copied_with_all_that_it_holds(row: Any, way: Callable[[Any], Any]) -> None:
    twin = way(row)
    assert twin == row
    assert hash(twin) == hash(row)
    for field in fields(row):
        assert getattr(twin, field.name) == getattr(row, field.name)


def test_the_sentences_of_a_ruleset_cannot_be_changed() -> None:
    own = Ruleset(slug="mine", title="Mine", source="", sentences=MappingProxyType({"komi": "None."}))
    assert pickle.loads(pickle.dumps(own)).sentences == {"komi": "None."} == dict(own.sentences)
    assert len(own.sentences) == 1
    assert repr(own.sentences) == "Sentences({'komi': 'None.'})"
    with pytest.raises(TypeError):
        own.sentences["komi"] = "7."  # type: ignore[index]


def test_a_size_is_pickled_without_its_tables() -> None:
    size = Size(19, 19)
    assert len(size.neighbours) == 361
    assert len(pickle.dumps(size)) < 100
    assert pickle.loads(pickle.dumps(size)).neighbours == size.neighbours


def test_the_witness_of_a_table_hears_nothing_of_its_copies() -> None:
    heard: list[Verdict] = []
    other: list[Verdict] = []
    table = Table("go", size=3, witness=heard.append)
    twins = [table.copy(), copy.deepcopy(table), pickle.loads(pickle.dumps(table)), table.copy(other.append)]
    for twin in twins:
        twin.attempt("black", "A1")
    assert heard == []
    assert len(other) == 1
    table.attempt("black", "B1")
    assert len(heard) == 1
    assert twins[0].view("black").board_text == ".../.../B.."


def test_a_view_is_advanced_by_one_announcement_at_a_time() -> None:
    table = Table("go", referee="fog", size=5)
    known = table.view("black")
    for seat, attempt in (("black", "C3"), ("white", "C4"), ("black", "C4"), ("black", "pass"), ("white", "resign")):
        known = advanced(known, table.attempt(seat, attempt).told["black"])
        assert known == table.view("black")
