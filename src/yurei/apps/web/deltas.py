"""What has changed between two drawings of the same page: a socket sends a page whole once, and from then on only this.

A page of 16 kB changes by a few hundred bytes with a try, and to send it and to take it in costs as much as to draw it.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import accumulate, count

BEGINS = "<"
"""Here a page may be taken apart: where an element begins or ends."""


def delta(before: str, now: str) -> str:
    """How a page becomes another, as JSON; the page itself where that is not longer.

    The JSON is a list of what the new page consists of, one after the other: ``[start, length]`` is a piece of the page
    before, a text is new. Places are counted in units of UTF-16, as browsers count; a page with letters that take two
    of these is sent whole.

    Args:
        before: HTML that the reader has. It begins with an element.
        now: What he is to have, likewise.
    """
    if _wide(before) or _wide(now):
        return now
    written = json.dumps(pieces(before, now), ensure_ascii=False, separators=(",", ":"))
    return written if len(written) < len(now) else now


def _wide(text: str) -> bool:
    """Whether a letter of a text takes two units of UTF-16."""
    return not text.isascii() and len(text.encode("utf-16-le")) != 2 * len(text)


def pieces(before: str, now: str) -> list[list[int] | str]:
    """What is kept of a page, as ``[start, length]``, and what is new between that.

    The two are gone through side by side. Where they differ, what is new goes on until something comes that stands in
    the page before, once only, and further on.
    """
    old, new = before.split(BEGINS)[1:], now.split(BEGINS)[1:]
    lengths = list(accumulate(map(len, old), initial=0))  # without what begins each
    places, times = dict(zip(old, count())), Counter(old)
    found: list[list[int] | str] = []
    here = at = 0
    while at < len(new):
        first = here
        while here < len(old) and at < len(new) and old[here] == new[at]:
            here, at = here + 1, at + 1
        if here > first:
            found.append([lengths[first] + first, lengths[here] - lengths[first] + here - first])
        begun = at
        while at < len(new) and not (times[new[at]] == 1 and places[new[at]] >= here):
            at += 1
        if at > begun:
            found.append("".join(BEGINS + each for each in new[begun:at]))
        if at < len(new):
            here = places[new[at]]
    return found
