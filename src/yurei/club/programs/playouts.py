"""Program that proposes dead stones of a position from random playouts.

Reads one position on stdin, as JSON: ``{"settings": {...}, "board": "..."}``; writes the points to stdout, as a list.
It runs as its own process because the kernel takes a while to load, and games must not wait for it.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from yurei.errors import YureiError
from yurei.referee.settings import Settings, read_settings
from yurei.rules.board import BLACK, read_board, strings

GAMES = 1000
SURE = 0.3
"""Least average ownership by the opponent at which a string is proposed as dead."""


def propose(settings: Settings, board: bytes, owned: Callable[[int], float]) -> list[int]:
    """Return the stones of every string whose points mostly end up the opponent's.

    Args:
        settings: The settings of the game.
        board: The position.
        owned: Returns the ownership of a point at the end, from 1 (Black's) to -1 (White's).
    """
    dead: list[int] = []
    for stones, _ in strings(board, settings.size):
        side = 1 if board[stones[0]] == BLACK else -1
        if sum(side * owned(point) for point in stones) < -SURE * len(stones):
            dead += stones
    return sorted(dead)


def answer(question: dict[str, Any]) -> list[int]:
    """Return the dead stones of a position, from the kernel's playouts.

    Raises:
        YureiError: if the kernel is missing, or does not know the game.
    """
    from yurei.kernel import ownership  # compiled code: only in this process
    from yurei.kernel.rulesets import OPTIONS

    settings = read_settings(question["settings"])
    board, size = read_board(question["board"])
    rules = {key: value for key, value in settings.plain().items() if key in OPTIONS}
    lines = (size.width, size.height)
    owners = ownership(settings.ruleset.slug, lines, question["board"], GAMES, seed=1, **rules).ravel()
    return propose(settings, board, lambda point: float(owners[point]))


def main() -> None:
    """Answer the position on stdin; errors go to stderr."""
    if hasattr(os, "nice"):
        os.nice(10)  # players' requests come first
    try:
        print(json.dumps(answer(json.load(sys.stdin))))
    except YureiError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
