"""A try that somebody has made of words and numbers of his own is the try that it equals, or none; the table is never left halfway."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from yurei import referee
from yurei.errors import BadBoard, BadRecord, BadTry
from yurei.records import Record, begin, read, write
from yurei.referee.referee import Captures
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.rules import get
from yurei.rules.board import BLACK_STONE
from yurei.rules.state import EndedBy, Kind, Try, stone


@pytest.mark.parametrize("speaker", [each.slug for each in referee.ALL])
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
    assert table.result is not None
    assert table.result.by is EndedBy.SCORE


WRONG: list[Any] = [
    Try("jump", 4),  # type: ignore[arg-type]
    Try(Kind.STONE, 1.0),  # type: ignore[arg-type]
    Try(Kind.STONE, "A1"),  # type: ignore[arg-type]
    Try(Kind.STONE, np.int64(9)),  # type: ignore[arg-type]
    Try(Kind.PASS, 0),
    Try("stone"),  # type: ignore[arg-type]
    None,
    4,
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
@pytest.mark.parametrize("speaker", ["open", "common"])
def test_a_bad_try_changes_nothing(speaker: str, wrong: Any) -> None:
    table = Table("go", size=3, referee=speaker)
    before = table.view("black"), table.view("white")
    with pytest.raises(BadTry):
        table.attempt("black", wrong)
    assert (table.view("black"), table.view("white")) == before
    assert table.attempt("black", stone(4)).accepted


@pytest.mark.parametrize("point", [99, -9, 1])
def test_no_stone_is_dead_where_none_stands(point: int) -> None:
    table = Table("go", size=3)
    for seat, attempt in (("black", "A1"), ("white", "C3"), ("black", "pass"), ("white", "pass")):
        table.attempt(seat, attempt)
    with pytest.raises(BadBoard):
        table.count([point])


def test_a_referee_may_tell_the_owner_alone_how_many_went() -> None:
    hamburg = referee.get("hamburg")
    whisper = replace(hamburg, slug="whisper", captures=Captures.NOTHING, owner_hears=Captures.COUNT)
    table = Table("go", size=3, referee=whisper)
    for seat, point in (("black", "A1"), ("white", "B1"), ("black", "C3"), ("white", "A2")):
        answer = table.attempt(seat, point)
    counts = {seat: told.captured_count for seat, told in answer.told.items()}
    assert counts == {"black": 1, "white": None, "audience": None}


# Records of games of one's own.


def played(**own: Any) -> Record:
    table = Table(own.get("ruleset", "go"), size=3, referee=own.get("referee", "common"))
    return begin(table.settings)


def test_a_record_of_a_custom_game_is_read_with_its_ruleset() -> None:
    own = replace(get("go"), slug="own-go", first_capture_wins=True)
    record = played(ruleset=own)
    assert read(write(record), ruleset=own).settings == record.settings
    with pytest.raises(BadRecord, match="own-go"):
        read(write(record))


@pytest.mark.parametrize(
    "own",
    [
        {"ruleset": replace(get("go"), first_capture_wins=True)},
        {"referee": replace(referee.get("common"), atari=False)},
    ],
    ids=["ruleset", "referee"],
)
def test_no_record_names_another_game_than_was_played(own: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="is not the game that was played"):
        write(played(**own))
    write(begin(read_settings({})))
