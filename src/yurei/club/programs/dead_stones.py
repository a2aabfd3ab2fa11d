"""Which stones are dead, as far as chance can tell: the position is played out a thousand times.

A proposal, no more; the players mark and agree. The kernel that plays so fast
takes a second to load, and some more to compile where that was never done, so
it is asked in a process of its own: no table waits for it, and without the
extra ``fast`` nothing is proposed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.util import find_spec

from yurei.referee.settings import Settings
from yurei.rules.board import board_text

Proposer = Callable[[Settings, bytes], Awaitable[frozenset[int]]]
"""Proposes dead stones of a position that two passes have ended."""

ASKED = "yurei.club.programs.playouts"
"""The program that plays positions out: of the doors it imports none, so that it is there at once."""
LONGEST = 300
"""Seconds after which nothing is proposed any more; where the kernel was never compiled it is now."""


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
        *(sys.executable, "-m", ASKED),
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
