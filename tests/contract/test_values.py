"""Values of the referee: bytes and plain values are read back as they were, copies are equal, tries made of other values are judged alike."""

import copy
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.contract.test_rows import by_slug
from tests.day_and_night import examples
from tests.newcomer import NEWCOMER
from tests.playing import Game, any_try, random_game
from yurei import referee as referees
from yurei import rules
from yurei.errors import BadRecord, BadValue, YureiError
from yurei.records import begin, read, write
from yurei.referee import Captures, FailedTry, plain
from yurei.referee import seating as seatings
from yurei.referee.seating import AUDIENCE, Seat
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View, view_after
from yurei.rules import Ruleset, Size, Verdict
from yurei.rules.board import BLACK, BLACK_STONE
from yurei.rules.ruleset import FREE, Komi, Passing
from yurei.rules.state import PASS, EndedBy, Kind, Result, Try, ghost

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
    """So many random tries, and sometimes an end of any kind; returns all that was told."""
    told: list[Told] = []
    attempts: list[Try | str] = [any_try(chance, table.settings.ruleset, table.settings.size) for _ in range(tries)]
    for attempt in attempts + chance.choice(("", "resign", "pass pass")).split():
        if table.to_move is None:
            return told
        told += table.attempt(table.to_move, attempt).told.values()
    end = chance.choice(("", "agree", "abandon", "lose_on_time"))
    if table.to_move is not None and end:
        getattr(table, end)(*[table.to_move] * (end == "lose_on_time"))
    return told


def everybody(table: Table) -> list[View]:
    return [table.view(seat.name) for seat in (*table.settings.seating.seats, AUDIENCE)]


@examples(60, 150)
@given(table=every_table, tries=some.integers(0, 30), seed=some.integers(0, 10**6))
def test_announcements_and_views_are_read_back_from_bytes(table: Table, tries: int, seed: int) -> None:
    told = play(table, tries, random.Random(seed))
    for each in told:
        assert plain.told_from_bytes(plain.told_to_bytes(each, table.settings), table.settings) == each
    for view in everybody(table):
        again = plain.view_from_bytes(plain.view_to_bytes(view))
        assert again == view
        assert plain.view_to_bytes(again) == plain.view_to_bytes(view)
    assert len({plain.told_to_bytes(each, table.settings) for each in told}) == len(set(told))


@settings(max_examples=50, deadline=None)
@given(table=every_table, tries=some.integers(0, 12), seed=some.integers(0, 10**6))
def test_different_views_have_different_bytes(table: Table, tries: int, seed: int) -> None:
    twin = table.copy()
    play(table, tries, random.Random(seed))
    play(twin, tries, random.Random(seed + 1))
    for one, other in zip(everybody(table), everybody(twin), strict=True):
        assert (one == other) == (plain.view_to_bytes(one) == plain.view_to_bytes(other))


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
    assert plain.view_to_bytes(views[0]) != plain.view_to_bytes(views[1])
    assert [plain.view_from_bytes(plain.view_to_bytes(view)) for view in views] == views


def test_equal_numbers_are_written_alike() -> None:
    whole, broken = (Table(replace(OWN_RULESET, komi=Komi(odd, odd)), size=3).view("black") for odd in (6, 6.0))
    assert whole == broken
    assert plain.view_to_bytes(whole) == plain.view_to_bytes(broken)


def test_choices_of_ones_own_come_back_whole() -> None:
    own = replace(OWN_REFEREE, captures=Captures.NOTHING, failed_try=FailedTry.LOSE_TURN)
    table = Table(OWN_RULESET, referee=own, size=3)
    table = Table.of(replace(table.settings, seating=OWN_SEATING), setup="B../.W./...")
    table.attempt("black", "C1")
    for seat in ("black", "late", "audience"):
        view = plain.view_from_bytes(plain.view_to_bytes(table.view(seat)))
        assert view == table.view(seat)
        assert view.settings == table.settings


def test_the_board_is_rebuilt_from_the_announcements() -> None:
    table = Table("go", size=3, setup="B../WW./...")
    for tried in ("A1", "C3", "B3", "pass"):
        table.attempt(str(table.to_move), tried)
    written = json.loads(plain.view_to_bytes(table.view("black")))
    assert "board" not in written
    assert written["opening"] == "B../.../..."
    assert plain.view_from_bytes(plain.view_to_bytes(table.view("black"))).board == table.view("black").board


PROGRAM = """
import pickle, sys
from yurei.referee import plain
print(plain.view_to_bytes(pickle.loads(sys.stdin.buffer.read())).decode("utf-8"), end="")
"""


def test_another_process_writes_the_same() -> None:
    view = random_game(random.Random(1), 12, Game(None, "", "no-seki-go", 3, referee="fog")).table.view("white")
    done = subprocess.run([sys.executable, "-c", PROGRAM], input=pickle.dumps(view), capture_output=True, check=True)
    assert done.stdout == plain.view_to_bytes(view)


def test_malformed_bytes_are_refused() -> None:
    table = Table("go", size=3)
    table.attempt("black", "B2")
    data = plain.view_to_bytes(table.view("black"))
    told = plain.told_to_bytes(table.view("black").heard[0], table.settings)
    strange = [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, data[:-1], data + b" ", data.replace(b":", b": "), told]
    for each in [*strange, data.replace(b'"B2"', b'"b2"'), data.replace(b'"black"', b'"green"')]:
        with pytest.raises(BadValue, match="these bytes are neither"):
            plain.view_from_bytes(each)
    for each in [*strange[:-1], data, told.replace(b'"moved"', b'"flown"')]:
        with pytest.raises(BadValue, match="these bytes are neither"):
            plain.told_from_bytes(each, table.settings)


def test_a_try_is_read_back_and_invalid_values_are_refused() -> None:
    size = Size(5, 5)
    assert plain.read_try_values({"kind": "ghost", "point": "c2"}, size) == ghost(size.point("C2"))
    assert plain.read_try_values({"kind": "pass"}, size) == PASS
    for wrong in ({"kind": "pass", "point": "A1"}, {"kind": "stone"}, {"kind": "jump", "point": "A1"}, {"point": "A1"}):
        with pytest.raises((KeyError, ValueError, YureiError)):
            plain.read_try_values(wrong, size)


def test_the_audience_has_tried_nothing() -> None:
    with pytest.raises(ValueError, match="none of those who play"):
        plain.read_told({}, read_settings({}), "audience")


def told_to_white(referee: str) -> tuple[Settings, dict[str, Any]]:
    table = Table.of(read_settings({"width": 3, "height": 3, "referee": referee}))
    table.attempt("black", "B2")
    return table.settings, plain.told_values(table.view("white").heard[-1], table.settings.size)


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
    settings, values = told_to_white("olympiad")
    plain.read_told(values, settings, "black")
    with pytest.raises((KeyError, TypeError, ValueError, YureiError)):
        plain.read_told(values | wrong, settings, "black")


@pytest.mark.parametrize("letter", [".", "BW", "", "x"])
def test_in_sight_lie_stones_and_ghosts_alone(letter: str) -> None:
    settings, values = told_to_white("fog")
    plain.read_told(values | {"seen": {"appeared": {"A1": "B"}, "gone": []}}, settings, "black")
    with pytest.raises(KeyError):
        plain.read_told(values | {"seen": {"appeared": {"A1": letter}, "gone": []}}, settings, "black")
    with pytest.raises(ValueError, match="another referee"):
        plain.read_told(values | {"seen": None}, settings, "black")


@pytest.mark.parametrize("points", [-1, True, "20"])
def test_points_of_a_result_are_counted(points: object) -> None:
    counted = plain.result_values(Result(BLACK, EndedBy.SCORE, 20, 5, 7.5))
    with pytest.raises(TypeError):
        plain.read_result({**(counted or {}), "black": points})


COPIES: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
    "copied": copy.copy,
    "deeply copied": copy.deepcopy,
}


def play_and_reveal(table: Table, tries: int, chance: random.Random) -> list[Any]:
    """So many random tries; returns what all were told, and the board where it is revealed."""
    told: list[Any] = []
    for _ in range(tries):
        if table.to_move is None:
            return [*told, table.reveal(), table.count(())]
        tried = any_try(chance, table.settings.ruleset, table.settings.size)
        told.append(table.attempt(table.to_move, tried).told)
    return [*told, *(table.view(seat) for seat in told[-1])]


@pytest.mark.by_day
@pytest.mark.parametrize("way", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("game", rules.ALL, ids=by_slug)
@pytest.mark.parametrize("referee", referees.ALL, ids=by_slug)
@pytest.mark.parametrize("seating", seatings.ALL, ids=by_slug)
def test_a_copied_table_goes_on_as_the_first(game: Any, referee: Any, seating: Any, way: Callable[[Any], Any]) -> None:
    table = Table(game, referee=referee, size=(4, 3), seating=seating.slug)
    play_and_reveal(table, 10, random.Random(f"{game.slug} {referee.slug}"))
    twin = way(table)
    assert twin.settings == table.settings
    views = everybody(table)
    assert everybody(twin) == views
    first = play_and_reveal(twin, 10, random.Random(1))
    assert everybody(table) == views
    assert play_and_reveal(table, 10, random.Random(1)) == first


@pytest.mark.parametrize("way", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("row", [*rules.ALL, NEWCOMER, *referees.ALL, *seatings.ALL], ids=by_slug)
def test_a_row_is_a_value_and_copied_with_all_that_it_holds(row: Any, way: Callable[[Any], Any]) -> None:
    with pytest.raises(FrozenInstanceError):
        row.slug = "other"
    assert replace(row) == row
    twin = way(row)
    assert twin == row
    assert hash(twin) == hash(row)
    for field in fields(row):
        assert getattr(twin, field.name) == getattr(row, field.name)


def test_the_sentences_of_a_ruleset_cannot_be_changed() -> None:
    own = Ruleset(slug="mine", title="Mine", source="", sentences=MappingProxyType({"komi": "None."}))
    assert pickle.loads(pickle.dumps(own)).sentences == {"komi": "None."} == dict(own.sentences)
    with pytest.raises(TypeError):
        own.sentences["komi"] = "7."  # type: ignore[index]


def test_a_size_is_pickled_without_its_tables() -> None:
    size = Size(19, 19)
    assert len(size.neighbours) == 361
    assert len(pickle.dumps(size)) < 100
    assert pickle.loads(pickle.dumps(size)).neighbours == size.neighbours


def test_the_witness_of_a_table_hears_nothing_of_its_copies() -> None:
    heard, other = list[Verdict](), list[Verdict]()
    table = Table("go", size=3, witness=heard.append)
    twins = [table.copy(), copy.deepcopy(table), pickle.loads(pickle.dumps(table)), table.copy(other.append)]
    for twin in twins:
        twin.attempt("black", "A1")
    assert (len(heard), len(other)) == (0, 1)
    table.attempt("black", "B1")
    assert len(heard) == 1
    assert twins[0].view("black").board_text == ".../.../B.."


def test_a_view_is_advanced_by_one_announcement_at_a_time() -> None:
    table = Table("go", referee="fog", size=5)
    known = table.view("black")
    for seat, attempt in (("black", "C3"), ("white", "C4"), ("black", "C4"), ("black", "pass"), ("white", "resign")):
        known = view_after(known, table.attempt(seat, attempt).told["black"])
        assert known == table.view("black")


@pytest.mark.parametrize("speaker", [each.slug for each in referees.ALL])
@pytest.mark.parametrize("point", [4, np.int64(4), True + 3])
@pytest.mark.parametrize("kind", ["stone", Kind.STONE])
def test_a_value_equal_to_a_try_is_judged_like_that_try(speaker: str, point: Any, kind: Any) -> None:
    table = Table("go", size=3, referee=speaker)
    answer = table.attempt("black", Try(kind, point))
    assert answer.accepted
    assert table.view("black").board[4] == BLACK_STONE
    assert type(answer.told["black"].attempt.point) is int  # type: ignore[union-attr]


def test_a_pass_in_words_is_a_pass() -> None:
    table = Table("go", size=3)
    for seat in ("black", "white"):
        assert table.attempt(seat, Try("pass")).accepted  # type: ignore[arg-type]
    assert table.result
    assert table.result.by is EndedBy.SCORE


def test_a_referee_may_tell_the_owner_alone_how_many_went() -> None:
    hamburg = referees.get("hamburg")
    whisper = replace(hamburg, slug="whisper", captures=Captures.NOTHING, owner_hears=Captures.COUNT)
    table = Table("go", size=3, referee=whisper)
    for seat, point in (("black", "A1"), ("white", "B1"), ("black", "C3"), ("white", "A2")):
        answer = table.attempt(seat, point)
    counts = {seat: told.captured_count for seat, told in answer.told.items()}
    assert counts == {"black": 1, "white": None, "audience": None}


def test_a_record_of_a_custom_game_is_read_with_its_ruleset() -> None:
    own = replace(rules.get("go"), slug="own-go", first_capture_wins=True)
    record = begin(Table(own, size=3).settings)
    assert read(write(record), ruleset=own).settings == record.settings
    with pytest.raises(BadRecord, match="own-go"):
        read(write(record))


@pytest.mark.parametrize(
    "own",
    [
        {"game": replace(rules.get("go"), first_capture_wins=True)},
        {"referee": replace(referees.get("common"), atari=False)},
    ],
    ids=["ruleset", "referee"],
)
def test_no_record_names_another_game_than_was_played(own: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="is not the game that was played"):
        write(begin(Table(**own).settings))
    write(begin(Table().settings))
