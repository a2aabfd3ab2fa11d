"""Pieces of a page that look alike in many games: drawn once for all of them, with a hole where each has its address.

Such a piece is drawn from its arguments and from nothing else: it knows no game and nobody who looks, so it can tell one
nothing of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from htpy import Node, VoidElement, aside, fragment, input
from markupsafe import Markup, escape

HERE, INSIDE = "\x1a", "\x1b"
"""Stand in a piece where the address of a chair is to stand, and what the piece is put around. No text of people has them."""
_HOLES = re.compile(f"([{HERE}{INSIDE}])")
piece = lru_cache(maxsize=4096)
"""Keeps what a function has drawn from plain values."""


class Parts(tuple[str, ...]):
    """HTML in parts, one after the other, which change one without the other.

    What many pages have in common is one text for all of them: a page is not copied together, and two pages are compared
    part by part. An element takes it for what it is.
    """

    __slots__ = ()

    def __html__(self) -> str:
        """All of it."""
        return "".join(self)

    __str__ = __html__


class Drawing:
    """A page as it was drawn: who knows one of them is sent what of another is different. Each is equal to itself alone.

    Args:
        parts: What it consists of; a Markup becomes a plain string. Texts alone, and in a plain tuple, are of no interest to the collector of garbage.

    Attributes:
        wide: Whether a letter of it takes two units of UTF-16; None as long as nobody has looked.
    """

    __slots__ = ("parts", "wide")

    def __init__(self, parts: Iterable[str]) -> None:
        # Plain strings only: a Markup that is joined to a string escapes the string.
        self.parts = tuple(map(str.__str__, parts))
        self.wide: bool | None = None

    @property
    def html(self) -> str:
        """The page as it is sent."""
        return "".join(self.parts)


def html(text: str) -> Parts:
    """HTML that is written here."""
    return Parts((text,))


def parts(*nodes: Node) -> Parts:
    """What may be drawn, one after the other: parts, elements, text, or nothing."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Parts):
            found += node
        elif node:
            found.append("".join(fragment[node].iter_chunks()))
    return Parts(found)


def markup(*nodes: Node) -> Parts:
    """A piece: elements in the parts around its holes, and these."""
    return Parts(part for part in _HOLES.split(str(parts(*nodes))) if part)


def placed(drawn: Parts, address: str) -> Parts:
    """A piece with its address."""
    return _filled(drawn, address, ())


def around(drawn: Parts, *content: Node) -> Parts:
    """A piece around what is drawn anew each time."""
    return _filled(drawn, "", parts(*content))


def placed_around(drawn: Parts, address: str, *content: Node) -> Parts:
    """A piece with its address around what is drawn anew each time."""
    return _filled(drawn, address, parts(*content))


def _filled(drawn: Parts, address: str, content: Iterable[str]) -> Parts:
    found: list[str] = []
    for part in drawn:
        if part == INSIDE:
            found += content
        else:
            found.append(str.__str__(escape(address)) if part == HERE else part)
    return Parts(found)


ASIDE = markup(aside[Markup(INSIDE)])


def once() -> VoidElement:
    """The id with which a form is sent, so that what is sent twice happens once: a script's own, or that of ``with_ids``."""
    return input(type="hidden", name="request", value="")


_WITHOUT = str(once())


def with_ids(drawn: str, request: str) -> str:
    """A page whose forms have an id without a script."""
    return drawn.replace(_WITHOUT, str(input(type="hidden", name="request", value=request)))
