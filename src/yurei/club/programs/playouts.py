"""Which stones are dead, as far as chance can tell: a program that reads a position and writes the points of the dead.

One question on stdin, as JSON: ``{"settings": {...}, "board": "..."}``; the
points on stdout, as a list. It is a program of its own because the kernel takes
a while to load, and somebody plays meanwhile.
"""

from __future__ import annotations

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
"""A string is proposed where its points turn out the opponent's so much more often than its owner's."""


def propose(settings: Settings, board: bytes, owned: Callable[[int], float]) -> list[int]:
    """The stones of every string whose points are the opponent's in the end.

    Args:
        settings: What was played.
        board: What stands.
        owned: Whose a point is in the end, from 1 (Black's) to -1 (White's).
    """
    dead: list[int] = []
    for stones, _ in strings(board, settings.size):
        side = 1 if board[stones[0]] == BLACK else -1
        if sum(side * owned(point) for point in stones) < -SURE * len(stones):
            dead += stones
    return sorted(dead)


def answer(question: dict[str, Any]) -> list[int]:
    """Ask the kernel about a position.

    Raises:
        YureiError: where the kernel is not there, or does not know the game.
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
    """Answer the question on stdin; what is said on the way goes to stderr."""
    if hasattr(os, "nice"):
        os.nice(10)  # people who play come first
    try:
        print(json.dumps(answer(json.load(sys.stdin))))
    except YureiError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
