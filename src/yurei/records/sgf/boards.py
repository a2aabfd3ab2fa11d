"""Boards as other programs compute them from SGF nodes, and the set-up properties that turn one board into another."""

from yurei.records.sgf.writing import points_text
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, EMPTY, WHITE_GHOST, WHITE_STONE, Colour, put, without_liberties
from yurei.rules.points import Size

ADDED = {"AE": EMPTY, "AB": BLACK_STONE, "AW": WHITE_STONE}
"""Set-up properties, and the cells that they place."""
MOVES = {Colour.BLACK: "B", Colour.WHITE: "W"}
"""Move property of each colour."""
GHOSTS = {BLACK_GHOST: "b", WHITE_GHOST: "w"}
"""Label of a ghost, as in board texts."""
_WITHOUT_GHOSTS = bytes.maketrans(bytes(GHOSTS), bytes(len(GHOSTS)))


def stones(cells: bytes) -> bytes:
    """Return a board without its ghosts, which other programs do not know."""
    return cells.translate(_WITHOUT_GHOSTS)


def executed(cells: bytes, size: Size, colour: Colour, point: int) -> bytes:
    """Return the board after a move as SGF defines it: place the stone, remove enemies without liberties, then own
    ones.

    Legality does not matter: the format only says that "the move should be executed".
    """
    board = put(cells, (point,), colour)
    for each in (colour.opponent, colour):
        board = put(board, without_liberties(board, size.neighbours, each, point), EMPTY)
    return board


def set_up(before: bytes, after: bytes, size: Size) -> dict[str, list[str]]:
    """Return the set-up properties that turn one board of stones into another; none if they are equal."""
    if before == after:
        return {}
    changed = [point for point in range(size.points) if before[point] != after[point]]
    by_name = {name: [point for point in changed if after[point] == cell] for name, cell in ADDED.items()}
    return {name: points_text(points, size) for name, points in by_name.items() if points}


def set_up_nodes(before: bytes, after: bytes, size: Size) -> list[dict[str, list[str]]]:
    """Return the set-up properties that turn one board into another, in one node or in two.

    Some programs play set-up stones like moves, and remove stones only afterwards. If a stone would have no
    liberty or no place before that, it is set in a second node, after the removals.
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
    """Return the labels that show ghosts."""
    if not any(ghost in cells for ghost in GHOSTS):
        return {}
    places = [point for point, cell in enumerate(cells) if cell in GHOSTS]
    names = {
        text: GHOSTS[cells[point]] for point, text in zip(size.in_order(places), points_text(places, size), strict=True)
    }
    return {"LB": [f"{text}:{label}" for text, label in names.items()]}
