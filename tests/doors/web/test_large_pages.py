"""A server's memory comes into large pages, and only what is used does."""

from __future__ import annotations

import mmap
import re
import sys
from pathlib import Path

import pytest

from yurei.apps.web import large_pages
from yurei.apps.web.large_pages import LOOK_EVERY, SIZE, LargePages, pieces

KERNEL = Path("/proc/sys/kernel/osrelease")
SETTING = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def makes_them_at_once() -> bool:
    """Whether this is a Linux that makes large pages as soon as one asks."""
    if not (KERNEL.exists() and SETTING.exists()):
        return False
    version = tuple(map(int, KERNEL.read_text().split("-")[0].split(".")[:2]))
    return version >= (6, 1) and "[never]" not in SETTING.read_text()


def said(where: str, *, used: int, large: int = 0) -> list[str]:
    """What Linux says of a piece of memory, in KiB."""
    return [
        where,
        "Size:  999999 kB",
        f"Rss:  {used} kB",
        "Pss:  1 kB",
        f"AnonHugePages:  {large} kB",
        "VmFlags: rd wr",
    ]


@pytest.mark.parametrize(
    ("memory", "found"),
    [
        (said("7f0000000000-7f0000800000 rw-p 00000000 00:00 0 ", used=8192), [(0x7F0000000000, 4 * SIZE)]),
        (said("7f0000100000-7f0000700000 rw-p 00000000 00:00 0 ", used=6144), [(0x7F0000200000, 2 * SIZE)]),
        (
            said("55d000000000-55d000400000 rw-p 00000000 00:00 0          [heap]", used=4096),
            [(0x55D000000000, 2 * SIZE)],
        ),
        (said("7f0000000000-7f0000800000 rw-p 00000000 00:00 0 ", used=8192, large=6144), [(0x7F0000000000, 4 * SIZE)]),
        (said("7f0000000000-7f0000800000 rw-p 00000000 00:00 0 ", used=8192, large=8192), []),
        (said("7f0000000000-7f0000800000 rw-p 00000000 00:00 0 ", used=120), []),  # the stack of a thread
        (said("7f0000100000-7f00002ff000 rw-p 00000000 00:00 0 ", used=2044), []),  # no whole page
        (said("7f0000000000-7f0000800000 r--p 00000000 fe:00 37 /lib/library.so", used=8192), []),
        (said("7f0000000000-7f0000800000 rw-p 00000000 fe:00 37 /data/games.db", used=8192), []),
        (said("7f0000000000-7f0000800000 rw-s 00000000 00:01 37 /dev/zero (deleted)", used=8192), []),
    ],
)
def test_memory_that_is_used_is_named_in_whole_large_pages(memory: list[str], found: list[tuple[int, int]]) -> None:
    assert list(pieces(memory)) == found
    other = said("7f1000000000-7f1000001000 rw-p 00000000 00:00 0 ", used=4)
    assert list(pieces([*other, *memory, *other])) == found


def large_now() -> int:
    """KiB of this process in large pages."""
    return sum(map(int, re.findall(r"AnonHugePages: +(\d+) kB", Path("/proc/self/smaps_rollup").read_text())))


@pytest.mark.skipif(not makes_them_at_once(), reason="only Linux from 6.1 on makes large pages as soon as one asks")
def test_what_is_used_is_in_large_pages_afterwards() -> None:
    with mmap.mmap(-1, 16 * SIZE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory.madvise(mmap.MADV_NOHUGEPAGE)
        memory.write(b"x" * len(memory))
        before = large_now()
        memory.madvise(mmap.MADV_HUGEPAGE)
        now = 0.0
        pages = LargePages(lambda: now)
        assert not pages.make_one()
        now = LOOK_EVERY
        while pages.make_one():
            pass
        assert large_now() - before >= 14 * SIZE >> 10
        assert memory[:] == b"x" * len(memory)
        assert not pages.make_one(), "it is no time for another look yet"


def test_where_the_system_says_nothing_nothing_is_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    times = iter([0.0, *[LOOK_EVERY] * 2, *[2 * LOOK_EVERY] * 2])
    pages = LargePages(lambda: next(times))
    monkeypatch.setattr(large_pages, "_MEMORY", tmp_path / "nothing")
    assert not pages.make_one()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not pages.make_one()
