"""Starting position of a game in words. The referee tells it to everybody at the beginning."""

from __future__ import annotations

from yurei.apps.web.board.board import Say
from yurei.languages import N_
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE, read_board
from yurei.rules.points import Size

_PIECES = {
    BLACK_STONE: N_("Black stones: {points}."),
    WHITE_STONE: N_("White stones: {points}."),
    BLACK_GHOST: N_("Black ghosts: {points}."),
    WHITE_GHOST: N_("White ghosts: {points}."),
}


def set_up_words(setup: str, size: Size, say: Say) -> str:
    """Return the sentences that name the pieces of the starting position."""
    cells, _ = read_board(setup, size)
    lying = {piece: [point for point, cell in enumerate(cells) if cell == piece] for piece in _PIECES}
    pieces = [
        say(_PIECES[piece]).format(points=", ".join(size.names(points))) for piece, points in lying.items() if points
    ]
    return " ".join([say(N_("The game starts from a set-up position, which everybody is told.")), *pieces])
