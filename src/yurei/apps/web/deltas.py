"""What has changed between two drawings of the same page: a socket sends a page whole once, and from then on only this.

A page of 16 kB changes by a few hundred bytes with a try, and to send it and to take it in costs as much as to draw it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from yurei.apps.web.parts.pieces import CUT, whole

BEGINS = "<"
"""Here a part may be taken apart: where an element begins or ends. So what is new can be read."""
_NEAR = ((1, 1), (0, 1), (1, 0), (2, 2), (3, 3), (4, 4), (0, 2), (2, 0), (1, 2), (2, 1))
"""How much of the old and of the new is passed over first, where two differ, to see whether both go on alike from there."""
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def delta(before: str, now: str) -> str:
    """How a page becomes another, as JSON; the page itself where that is not longer.

    The JSON is a list of what the new page consists of, one after the other: ``[start, length]`` is a piece of the page
    before, a text is new. Places are counted in units of UTF-16, as browsers count; a page with letters that take two
    of these is sent whole.

    Args:
        before: HTML that the reader has, in parts. Each that is not empty begins with an element.
        now: What he is to have, likewise.
    """
    page = whole(now)
    if _wide(before) or _wide(page):
        return page
    written = _as_json(pieces(before, now))
    return written if len(written) < len(page) else page


def _wide(text: str) -> bool:
    """Whether a letter of a text takes two units of UTF-16."""
    return not text.isascii() and len(text.encode("utf-16-le")) != 2 * len(text)


def pieces(before: str, now: str) -> list[list[int] | str]:
    """What is kept of a page, as ``[start, length]``, and what is new between that.

    Parts that are the same are not looked into; where they differ, they are taken apart.
    """
    old, new = before.split(CUT), now.split(CUT)
    starts = list(accumulate(map(len, old), initial=0))
    found: list[list[int] | str] = []
    for same, first, end, here, to in _runs(old, new):
        if same:
            _keep(found, starts[first], starts[end] - starts[first])
        elif end - first == to - here:  # part for part
            for before_it, part, other in zip(starts[first:end], old[first:end], new[here:to], strict=True):
                _take_apart(found, before_it, part, other)
        else:
            _take_apart(found, starts[first], "".join(old[first:end]), "".join(new[here:to]))
    return found


def _take_apart(found: list[list[int] | str], start: int, before: str, now: str) -> None:
    """Add what is kept of some parts of a page, which begin at ``start``: the elements that they begin and end with."""
    if before == now:
        _keep(found, start, len(before))
        return
    begins = max(before.rfind(BEGINS, 0, _alike(before, now) + 1), 0)
    ends = _alike(before[begins:][::-1], now[begins:][::-1])
    rest = before.find(BEGINS, len(before) - ends) if ends else -1
    ends = len(before) - rest if rest >= 0 else 0
    _keep(found, start, begins)
    if new := now[begins : len(now) - ends]:
        _add(found, new)
    _keep(found, start + len(before) - ends, ends)


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with that are the same, found by halving."""
    alike, differs = 0, min(len(one), len(other)) + 1
    while differs - alike > 1:
        middle = (alike + differs) // 2
        if one[alike:middle] == other[alike:middle]:
            alike = middle
        else:
            differs = middle
    return alike


def _keep(found: list[list[int] | str], start: int, length: int) -> None:
    last = found[-1] if found else ""
    if isinstance(last, list) and sum(last) == start:
        last[1] += length
    elif length:
        found.append([start, length])


def _add(found: list[list[int] | str], text: str) -> None:
    if found and isinstance(found[-1], str):
        found[-1] += text
    else:
        found.append(text)


def _runs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Which run of the old becomes which of the new, and whether it is the same: ``same, first, end, here, to``."""
    left, right = len(old), len(new)
    while left and right and old[left - 1] == new[right - 1]:
        left, right = left - 1, right - 1
    first = here = 0
    while here < right:
        end, to = first, here
        while end < left and to < right and old[end] == new[to]:
            end, to = end + 1, to + 1
        if end > first:
            yield True, first, end, here, to
        first, here = end, to
        end, to = _together_again(old[:left], first, new[:right], here)
        if to > here:
            yield False, first, end, here, to
        first, here = end, to
    if left < len(old):
        yield True, left, len(old), right, len(new)


def _together_again(old: Sequence[str], first: int, new: Sequence[str], here: int) -> tuple[int, int]:
    """Until where both differ: they go on alike from there, soon or else with something that stands in the old once only."""
    for skipped, added in _NEAR:
        end, to = first + skipped, here + added
        if old[end : end + 1] == new[to : to + 1] and old[end : end + 2] == new[to : to + 2]:
            return min(end, len(old)), min(to, len(new))
    places = {part: place for place, part in enumerate(old[first:], first)}
    times = Counter(old[first:])
    for to, part in enumerate(new[here:], here):
        if times[part] == 1:
            return places[part], to
    return len(old), len(new)
