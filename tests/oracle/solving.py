"""What the empty board of Alter Igo is worth, by trying all moves of all positions once for every ply a game can take."""

import itertools
from typing import Any

from .board import Board, other
from .play import Game, Try, play, why_illegal
from .settings import settings_in_force

Situation = tuple[str, str]  # the board as letters, and whose turn it is
LONE = "lone-suicide"


def empty_board_is_worth(width: int, height: int) -> dict[str, Any]:
    points = [(x, y) for y in range(height) for x in range(width)]
    moves = {
        (letters, colour): followers(dict(zip(points, letters, strict=True)), colour, width, height)
        for letters in map("".join, itertools.product(".BW", repeat=len(points)))
        for colour in ("black", "white")
    }
    lost: dict[Situation, int] = {}  # who is to move loses, after so many plies
    won: dict[Situation, int] = {}
    for plies in range(1, 2 * len(moves)):
        for situation, after in moves.items():
            if situation not in won and any(lost.get(each, plies) < plies for each in after):
                won[situation] = plies
            if situation not in lost and all(each == LONE or won.get(each, plies) < plies for each in after):
                lost[situation] = plies
    empty = ("." * len(points), "black")
    if empty in won:
        return {"value": "black", "distance": won[empty]}
    if empty in lost:
        return {"value": "white", "distance": lost[empty]}
    return {"value": "draw", "distance": None}


def followers(board: Board, colour: str, width: int, height: int) -> list[Any]:
    """The situations after every move of a colour; a lone suicide is none."""
    settings = settings_in_force({"ruleset": "alter-igo", "width": width, "height": height, "first": colour})
    game, found = Game(settings, board), []
    for point in board:
        if why_illegal(game, Try("stone", point)) is None:
            after = play(game, Try("stone", point))
            lone = after.result is not None and after.result["by"] == LONE
            found.append(LONE if lone else ("".join(after.board.values()), other(colour)))
    return found
