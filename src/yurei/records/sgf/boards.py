"""What other programs make of the nodes of a game: boards of stones, and how one becomes another."""

from __future__ import annotations

from yurei.records.sgf.writing import points_text
from yurei.rules.board import (
    BLACK_GHOST,
    BLACK_STONE,
    EMPTY,
    WHITE_GHOST,
    WHITE_STONE,
    Colour,
    put,
    without_liberties,
)
from yurei.rules.points import Size

ADDED = {"AE": EMPTY, "AB": BLACK_STONE, "AW": WHITE_STONE}
"""The properties that set a board up."""
MOVES = {Colour.BLACK: "B", Colour.WHITE: "W"}
"""The property of a move, by its colour."""
GHOSTS = {BLACK_GHOST: "b", WHITE_GHOST: "w"}
"""The label of a ghost, as board texts write it."""
_WITHOUT_GHOSTS = bytes.maketrans(bytes(GHOSTS), bytes(len(GHOSTS)))


def stones(cells: bytes) -> bytes:
    """A board without its ghosts, of which other programs know nothing."""
    return cells.translate(_WITHOUT_GHOSTS)


def executed(cells: bytes, size: Size, colour: Colour, point: int) -> bytes:
    """The board after a move as SGF has it: the stone stands, enemies without liberties go, then its own string.

    Legal or not: "the move should be executed" is all that the format says.
    """
    board = put(cells, (point,), colour)
    for each in (colour.opponent, colour):
        board = put(board, without_liberties(board, size.neighbours, each, point), EMPTY)
    return board


def set_up(before: bytes, after: bytes, size: Size) -> dict[str, list[str]]:
    """The set-up properties that make one board of stones of another; none where they are equal."""
    if before == after:
        return {}
    changed = [point for point in range(size.points) if before[point] != after[point]]
    by_name = {name: [point for point in changed if after[point] == cell] for name, cell in ADDED.items()}
    return {name: points_text(points, size) for name, points in by_name.items() if points}


def set_up_nodes(before: bytes, after: bytes, size: Size) -> list[dict[str, list[str]]]:
    """What makes one board of another, in one node or in two.

    Some programs play set-up stones like moves, and take away what is to go only then. Where a stone would have no
    liberty or no place for them, it is set in a second node, once the others are gone.
    """
    whole = set_up(before, after, size)
    if "AE" not in whole:
        return [whole]
    placed = [point for point in range(size.points) if after[point] not in (EMPTY, before[point])]
    if all(_stands(before, size, Colour(after[point]), point) for point in placed):
        return [whole]
    return [{"AE": whole.pop("AE")}, whole]


def _stands(cells: bytes, size: Size, colour: Colour, point: int) -> bool:
    return cells[point] == EMPTY and executed(cells, size, colour, point)[point] == colour


def ghosts(cells: bytes, size: Size) -> dict[str, list[str]]:
    """The labels that show where ghosts are."""
    if not any(ghost in cells for ghost in GHOSTS):
        return {}
    places = [point for point, cell in enumerate(cells) if cell in GHOSTS]
    names = {
        text: GHOSTS[cells[point]] for point, text in zip(size.in_order(places), points_text(places, size), strict=True)
    }
    return {"LB": [f"{text}:{label}" for text, label in names.items()]}
