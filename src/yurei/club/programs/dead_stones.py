"""Proposals of dead stones from a thousand random playouts.

The players mark and agree; this is only a proposal. The compiled kernel takes a second to load, and some more to
compile the first time, so it runs in a process of its own: no game waits for it. Without the extra ``fast`` nothing is
proposed.
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
"""A function that proposes dead stones of a position after two passes."""

ASKED = "yurei.club.programs.playouts"
"""The program that plays positions out; it imports none of ``yurei.apps``, to start quickly."""
LONGEST = 300
"""Seconds until a proposal is given up; includes a first compilation of the kernel."""


async def nobody(settings: Settings, board: bytes) -> frozenset[int]:
    """Propose nothing."""
    return frozenset()


class Playouts:
    """Runs playouts in a process, one position at a time."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)

    async def __call__(self, settings: Settings, board: bytes) -> frozenset[int]:
        """Propose dead stones; none if the kernel is missing, does not know the game, or takes too long."""
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
