"""What was told, and a view, have one form of bytes: read back they are the same, and others have others."""

import json
import pickle
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.day_and_night import examples
from tests.newcomer import NEWCOMER
from tests.playing import any_try
from yurei import referee as referees
from yurei import rules
from yurei.errors import BadValue
from yurei.referee import Captures, FailedTry
from yurei.referee import seating as seatings
from yurei.referee.plain import told_from_bytes, told_to_bytes, view_from_bytes, view_to_bytes
from yurei.referee.seating import AUDIENCE, Seat
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules import Size
from yurei.rules.ruleset import FREE, Komi, Passing

OWN_REFEREE = replace(referees.get("counted"), reasons=True, moved="{mover} moves.")
OWN_RULESET = replace(rules.get("go"), slug="mine", passing=Passing("free", 2, 3.0), komi=Komi(6, 6.5, True))
OWN_SEATING = replace(seatings.get("duel"), seats=(seatings.ALL[0].seats[0], Seat("late", rules.WHITE, "late")))

every_table = some.builds(
    Table,
    some.sampled_from([*rules.ALL, NEWCOMER, OWN_RULESET]),
    referee=some.sampled_from([*referees.ALL, OWN_REFEREE]),
    size=some.builds(Size, some.integers(1, 4), some.integers(1, 4)),
    seating=some.sampled_from([seating.slug for seating in seatings.ALL]),
    lone_self_atari=some.booleans(),
    failed_try=some.sampled_from([None, "lose-turn"]),
    first=some.sampled_from([None, "white"]),
    draw_by_agreement=some.just(True),
)


def play(table: Table, tries: int, chance: random.Random) -> list[Told]:
    """So many random tries, and sometimes another end; returns all that was told."""
    told: list[Told] = []
    for _ in range(tries):
        if table.to_move is None:
            return told
        tried = any_try(chance, table.settings.ruleset, table.settings.size)
        told += table.attempt(table.to_move, tried).told.values()
    if table.to_move is not None and chance.random() < 0.3:
        if chance.random() < 0.5:
            table.agree()
        else:
            table.lose_on_time(table.to_move)
    return told


def everybody(table: Table) -> list[View]:
    return [table.view(seat.name) for seat in (*table.settings.seating.seats, AUDIENCE)]


@pytest.mark.parametrize("tries", ["resign", "B2 pass pass"])
def test_how_a_game_has_ended_is_read_back(tries: str) -> None:
    table = Table("tromp-taylor", referee="open", size=3)
    told = [each for word in tries.split() for each in table.attempt(table.to_move or "", word).told.values()]
    if table.to_move is not None:
        table.agree()
    assert table.result is not None
    for each in told:
        assert told_from_bytes(told_to_bytes(each, table.settings), table.settings) == each
    for view in everybody(table):
        assert view_from_bytes(view_to_bytes(view)) == view


@examples(60, 150)
@given(table=every_table, tries=some.integers(0, 30), seed=some.integers(0, 10**6))
def test_announcements_and_views_are_read_back_from_bytes(table: Table, tries: int, seed: int) -> None:
    told = play(table, tries, random.Random(seed))
    for each in told:
        assert told_from_bytes(told_to_bytes(each, table.settings), table.settings) == each
    for view in everybody(table):
        again = view_from_bytes(view_to_bytes(view))
        assert again == view
        assert view_to_bytes(again) == view_to_bytes(view)
    assert len({told_to_bytes(each, table.settings) for each in told}) == len(set(told))


@settings(max_examples=50, deadline=None)
@given(table=every_table, tries=some.integers(0, 12), seed=some.integers(0, 10**6))
def test_different_views_have_different_bytes(table: Table, tries: int, seed: int) -> None:
    twin = table.copy()
    play(table, tries, random.Random(seed))
    play(twin, tries, random.Random(seed + 1))
    for one, other in zip(everybody(table), everybody(twin), strict=True):
        assert (one == other) == (view_to_bytes(one) == view_to_bytes(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"setup": "B.."}, {"setup": ".B."}),
        ({"game": "japanese"}, {"game": "go"}),
        ({"referee": OWN_REFEREE}, {"referee": "counted"}),
        ({"referee": replace(OWN_REFEREE, atari=True)}, {"referee": OWN_REFEREE}),
        ({"game": OWN_RULESET}, {"game": replace(OWN_RULESET, passing=FREE)}),
        ({"game": OWN_RULESET}, {"game": replace(OWN_RULESET, title="Ours")}),
        ({"komi": 7}, {"komi": 7.5}),
        ({"first": "white"}, {}),
        ({"sight": 1}, {"sight": 2}),
        ({"failed_try": "lose-turn"}, {}),
    ],
)
def test_a_view_includes_its_settings_and_set_up(one: dict[str, Any], other: dict[str, Any]) -> None:
    views = [Table(**{"size": (3, 1), **options}).view("black") for options in (one, other)]
    assert views[0] != views[1]
    assert view_to_bytes(views[0]) != view_to_bytes(views[1])
    assert [view_from_bytes(view_to_bytes(view)) for view in views] == views


def test_equal_numbers_are_written_alike() -> None:
    whole, broken = (Table(replace(OWN_RULESET, komi=Komi(odd, odd)), size=3).view("black") for odd in (6, 6.0))
    assert whole == broken
    assert view_to_bytes(whole) == view_to_bytes(broken)


def test_choices_of_ones_own_come_back_whole() -> None:
    own = replace(OWN_REFEREE, captures=Captures.NOTHING, failed_try=FailedTry.LOSE_TURN)
    table = Table(OWN_RULESET, referee=own, size=3)
    table = Table.of(replace(table.settings, seating=OWN_SEATING), setup="B../.W./...")
    table.attempt("black", "C1")
    for seat in ("black", "late", "audience"):
        view = view_from_bytes(view_to_bytes(table.view(seat)))
        assert view == table.view(seat)
        assert view.settings == table.settings


def test_an_end_that_nothing_tells_of_is_kept() -> None:
    table = Table("go", size=3, draw_by_agreement=True)
    table.attempt("black", "B2")
    table.agree()
    view = view_from_bytes(view_to_bytes(table.view("white")))
    assert view.result == table.result
    assert view.to_move is None


def test_the_board_is_rebuilt_from_the_announcements() -> None:
    table = Table("go", size=3, setup="B../WW./...")
    for tried in ("A1", "C3", "B3", "pass"):
        table.attempt(str(table.to_move), tried)
    plain = json.loads(view_to_bytes(table.view("black")))
    assert "board" not in plain
    assert plain["opening"] == "B../.../..."
    assert view_from_bytes(view_to_bytes(table.view("black"))).board == table.view("black").board


PROGRAM = """
import pickle, sys
from yurei.referee.plain import view_to_bytes
print(view_to_bytes(pickle.loads(sys.stdin.buffer.read())).decode("utf-8"), end="")
"""


def test_another_process_writes_the_same() -> None:
    table = Table("no-seki-go", referee="fog", size=3)
    play(table, 12, random.Random(1))
    view = table.view("white")
    done = subprocess.run([sys.executable, "-c", PROGRAM], input=pickle.dumps(view), capture_output=True, check=True)
    assert done.stdout == view_to_bytes(view)


def test_bytes_that_are_of_nothing_are_refused() -> None:
    table = Table("go", size=3)
    table.attempt("black", "B2")
    data = view_to_bytes(table.view("black"))
    told = told_to_bytes(table.view("black").heard[0], table.settings)
    strange = [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, data[:-1], data + b" ", data.replace(b":", b": "), told]
    for each in [*strange, data.replace(b'"B2"', b'"b2"'), data.replace(b'"black"', b'"green"')]:
        with pytest.raises(BadValue, match="these bytes are neither"):
            view_from_bytes(each)
    for each in [*strange[:-1], data, told.replace(b'"moved"', b'"flown"')]:
        with pytest.raises(BadValue, match="these bytes are neither"):
            told_from_bytes(each, table.settings)
