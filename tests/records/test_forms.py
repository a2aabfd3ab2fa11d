"""SGF: a game of any kind comes back as it was, and every program that reads it shows what stood on the board."""

import re
from collections.abc import Container, Iterable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.day_and_night import examples
from tests.records.games import again, ended_table, some_details, some_record
from tests.records.readers import (
    OGS_OVERTIME,
    RESULT,
    Stones,
    sabaki_tokens,
    sgfmill_reads,
    with_a_viewer,
    with_katrain,
    with_sgfmill,
)
from yurei import records
from yurei.records import Record, sgf
from yurei.records.sgf import Played
from yurei.referee.view import board_after
from yurei.rules.points import Shape, Size

SEEDS = st.integers(0, 2**32)


def stones(cells: bytes, size: Size) -> Stones:
    """The stones of a board of ours, as readers have them."""
    return {divmod(point, size.width): " bw"[cell] for point, cell in enumerate(cells) if cell in (1, 2)}


def boards_of(played: Played) -> list[Stones]:
    """What stood on the reference board, before the first entry and after each."""
    size = played.record.settings.size
    return [stones(cells, size) for cells in (played.opening, *(step.cells for step in played.steps))]


def last_of_each_try(read: Iterable[tuple[Container[str], Stones]]) -> list[Stones]:
    """What stands before the first try and after each, with what is set up behind it."""
    boards: list[Stones] = []
    for names, board in read:
        if not boards or "C" in names:
            boards.append(board)
        else:
            boards[-1] = board
    return boards


def check_record(record: Record, chance: Random) -> None:
    """Put a record through all forms and all readers."""
    played, details = again(record), some_details(chance, record.settings)
    text = sgf.native(played, details)
    assert records.write(sgf.read(text)) == records.write(record)
    assert sgf.read(text.encode()) == record
    truth = boards_of(played)
    # Across the edge of a torus a string can have a liberty that KaTrain and sgfmill's board do not see.
    flat = record.settings.size.shape is Shape.RECTANGLE
    if flat:
        assert last_of_each_try((node.properties, board) for node, board in with_katrain(text)) == truth
    if sgfmill_reads(text) and flat and min(record.settings.size.width, record.settings.size.height) > 1:
        assert last_of_each_try((names, board) for names, board in with_sgfmill(text)) == truth
    open_text = sgf.viewer(played, details)
    sgfmill_reads(open_text)
    shown = with_katrain(open_text) if flat else with_a_viewer(open_text)
    assert last_of_each_try((node.properties, board) for node, board in shown) == truth
    check_sides(record, details)
    for each in (text, open_text):
        check_text(each)


def check_sides(record: Record, details: sgf.Details) -> None:
    """What a seat knew is what other programs show of its export."""
    table, size = ended_table(record), record.settings.size
    for seat in record.settings.seating.seats:
        view = table.view(seat.name)
        board, boards = view.opening.board, [stones(view.opening.board, size)]
        for told in view.heard:
            board = board_after(board, told, view.settings, view.seat)
            boards.append(stones(board, size))
        text = sgf.side(view, details)
        sgfmill_reads(text)
        assert last_of_each_try((node.properties, shown) for node, shown in with_a_viewer(text)) == boards
        check_text(text)


def check_text(text: str) -> None:
    """A file is text as Sabaki, KaTrain and OGS demand it."""
    tokens = sabaki_tokens(text)
    assert tokens[:6] == ["(", ";", "FF", "[4]", "GM", "[1]"]
    assert tokens.index("CA") < 100, "Sabaki looks no further"
    assert all(re.fullmatch("[A-Z]{1,2}", token) for token in tokens if token[0].isalpha())
    assert tokens.count("(") == tokens.count(")") == 1, "there are no variations"
    end = tokens.index(";", 2) if ";" in tokens[2:] else len(tokens) - 1
    root = {name: value[1:-1] for name, value in pairwise(tokens[2:end]) if name.isalpha()}
    assert re.fullmatch(r"\d+|\d+:\d+", root["SZ"])
    assert "RE" not in root or RESULT.fullmatch(root["RE"])
    assert "OT" not in root or OGS_OVERTIME.fullmatch(root["OT"])
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)


@examples(40, 120)
@given(SEEDS)
def test_a_game_comes_back_as_it_was_and_every_program_shows_its_board(seed: int) -> None:
    chance = Random(seed)
    check_record(some_record(chance), chance)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_ten_thousand_games_come_back_as_they_were() -> None:
    for seed in range(10_000):
        chance = Random(seed)
        check_record(some_record(chance), chance)
