"""Which stones are dead, as far as chance can tell: the position is played out a thousand times.

A proposal, no more; the players mark and agree. The kernel that plays so fast
takes a second to load, and some more to compile where that was never done, so
it is asked in a process of its own: no table waits for it, and without the
extra ``fast`` nothing is proposed.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from yurei.errors import YureiError
from yurei.referee.settings import Settings, read_settings
from yurei.rules.board import BLACK, board_text, read_board, strings

Proposer = Callable[[Settings, bytes], Awaitable[frozenset[int]]]
"""Proposes dead stones of a position that two passes have ended."""

GAMES = 1000
SURE = 0.3
"""A string is proposed where its points turn out the opponent's so much more often than its owner's."""
LONGEST = 300
"""Seconds after which nothing is proposed any more; compiling takes ten."""


async def nobody(settings: Settings, board: bytes) -> frozenset[int]:
    """Propose nothing."""
    return frozenset()


class Playouts:
    """Asks the kernel, one position after the other."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)

    async def __call__(self, settings: Settings, board: bytes) -> frozenset[int]:
        """Propose dead stones; none where the kernel is not there, does not know the game, or takes too long."""
        if find_spec("numba") is None:
            return frozenset()
        question = {"settings": settings.plain(), "board": board_text(board, settings.size)}
        async with self._one:
            return frozenset(await _asked(json.dumps(question)))


async def _asked(question: str) -> list[int]:
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        said, _ = await asyncio.wait_for(asked.communicate(question.encode()), LONGEST)
        points: list[int] = json.loads(said) if asked.returncode == 0 else []
        return points
    except TimeoutError:
        return []
    finally:
        if asked.returncode is None:
            with suppress(ProcessLookupError):
                asked.kill()


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
