"""What has changed between two drawings of the same page: a socket sends a page whole once, and from then on only this.

A page of 16 kB changes by about 1 kB with a try, and to send it and to take it in costs as much as to draw it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import indexOf, ne

from yurei.apps.web.parts.pieces import Drawing

BEGINS = "<"
"""Here a part may be taken apart: where an element begins or ends. So what is new can be read."""
_NEAR = ((1, 1), (0, 1), (1, 0), (2, 2), (3, 3), (4, 4), (0, 2), (2, 0), (1, 2), (2, 1))
"""How much of the old and of the new is passed over first, where two differ, to see whether both go on alike from there."""
SHORT = 200
"""A part of fewer letters is sent anew rather than taken apart."""
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def delta(before: Drawing, now: Drawing) -> str:
    """How a page becomes another, as JSON; the page itself where that is not longer.

    The JSON is a list of what the new page consists of, one after the other: ``[start, length]`` is a piece of the page
    before, a text is new. Places are counted in units of UTF-16, as browsers count; a page with letters that take two
    of these is sent whole.

    Args:
        before: The page that the reader has.
        now: The one that he is to have.
    """
    if before.wide is None:
        before.wide = _wide(before.html)
    if before.wide:
        return now.html
    found = pieces(before.parts, now.parts)
    now.wide = _wide("".join(piece for piece in found if isinstance(piece, str)))
    written = _as_json(found)
    return now.html if now.wide or len(written) >= sum(map(len, now.parts)) else written


def _wide(text: str) -> bool:
    """Whether a letter of a text takes two units of UTF-16."""
    return not text.isascii() and len(text.encode("utf-16-le")) != 2 * len(text)


def pieces(old: Sequence[str], new: Sequence[str]) -> list[list[int] | str]:
    """What is kept of a page, as ``[start, length]``, and what is new between that.

    Parts that are the same are not looked into; where they differ, they are taken apart.
    """
    found: list[list[int] | str] = []
    start = 0
    for same, before, now in _runs(old, new):
        length = sum(map(len, before))
        if same:
            _keep(found, start, length)
        elif len(before) == len(now):  # part for part
            inside = start
            for part, other in zip(before, now, strict=True):
                _take_apart(found, inside, part, other)
                inside += len(part)
        else:
            _take_apart(found, start, "".join(before), "".join(now))
        start += length
    return found


def _take_apart(found: list[list[int] | str], start: int, before: str, now: str) -> None:
    """Add what is kept of some parts of a page, which begin at ``start``: the elements that they begin and end with."""
    if before == now:
        _keep(found, start, len(before))
        return
    if len(now) < SHORT or not before:
        _add(found, now)
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


def _runs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[bool, Sequence[str], Sequence[str]]]:
    """Which run of the old becomes which of the new, one after the other, and whether it is the same."""
    ends = _first_different(old[::-1], new[::-1])
    before, now = old[: len(old) - ends], new[: len(new) - ends]
    while before or now:
        alike = _first_different(before, now)
        if alike:
            yield True, before[:alike], now[:alike]
        before, now = before[alike:], now[alike:]
        skipped, added = _together_again(before, now)
        if skipped or added:
            yield False, before[:skipped], now[:added]
        before, now = before[skipped:], now[added:]
    if ends:
        yield True, old[-ends:], new[-ends:]


def _first_different(old: Sequence[str], new: Sequence[str]) -> int:
    """With how many parts two pages begin that are the same."""
    try:
        return indexOf(map(ne, old, new), True)
    except ValueError:
        return min(len(old), len(new))


def _together_again(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How long both differ: until they go on alike, soon or else with something that stands in the old once only."""
    for skipped, added in _NEAR:
        if old[skipped : skipped + 2] == new[added : added + 2]:
            return min(skipped, len(old)), min(added, len(new))
    places = {part: place for place, part in enumerate(old)}
    times = Counter(old)
    for added, part in enumerate(new):
        if times[part] == 1:
            return places[part], added
    return len(old), len(new)
