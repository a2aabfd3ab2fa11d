"""A server's memory in large pages, where the system has them for who asks.

What thousands of games are made of lies scattered over hundreds of megabytes. In pages of 4 KiB the processor looks up again
and again where each of them is, in a virtual machine twice; in pages of 2 MiB it knows. Linux makes them of memory that a
program names (``madvise``), so what has come to be used is named now and then.
"""

from __future__ import annotations

import ctypes
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

SIZE = 2 << 20
"""Bytes of a large page. Where the system's are others nothing is made of it, and nothing is lost."""
USED = 0.75
"""Where at least so much of a piece of memory is used: a large page is there whole."""
AT_ONCE = 25
"""What Linux takes as advice from 6.1 on (MADV_COLLAPSE): make a large page of this now. An older one does not know it."""
LOOK_EVERY = 60.0
"""Seconds between two looks at what is used."""

_MEMORY = Path("/proc/self/smaps")
_PIECE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw-p [0-9a-f]+ 00:00 0 *(\[heap\])?$")
_KIB = re.compile(r"(Rss|AnonHugePages): +(\d+) kB")


class LargePages:
    """Makes the memory of this process large pages, one at a time: while one is made, 12 ms, who needs memory waits.

    Args:
        clock: Tells seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked = clock()
        self._left: list[int] = []

    def make_one(self) -> bool:
        """Make the next page large, or look which are to be, where it is time for that; whether any are left."""
        if self._left:
            advise = ctypes.CDLL(None).madvise
            advise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
            advise(self._left.pop(), SIZE, AT_ONCE)
        elif self._clock() - self._looked >= LOOK_EVERY:
            self._looked = self._clock()
            self._left = [page for first, length in pieces(_said()) for page in range(first, first + length, SIZE)]
        return bool(self._left)


def _said() -> list[str]:
    """What the system says of this process's memory; nothing where it is another system than Linux."""
    if not sys.platform.startswith("linux"):
        return []
    try:
        return _MEMORY.read_text().splitlines()
    except OSError:
        return []


def pieces(lines: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Where there is memory for large pages: the address and the number of bytes, whole large pages both.

    Nothing is named of which little is used, as of the stacks of threads, and nothing that is in large pages already.

    Args:
        lines: What Linux says of a process's memory, see ``proc_pid_smaps(5)``.
    """
    first = end = used = 0
    for line in lines:
        if found := _KIB.match(line):
            kib = int(found[2]) << 10
            if found[1] == "Rss":
                used = kib
            elif end - first - kib >= SIZE and used >= USED * (end - first):
                yield first, end - first
            continue
        if line[:1] in "0123456789abcdef":
            piece = _PIECE.match(line)
            first, end = (int(piece[1], 16), int(piece[2], 16)) if piece else (0, 0)
            first, end = -(-first // SIZE) * SIZE, end // SIZE * SIZE
