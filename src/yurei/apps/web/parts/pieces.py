"""Pieces of a page that look alike in many games: drawn once for all of them, with a hole where each has its address.

Such a piece is drawn from its arguments and from nothing else: it knows no game and nobody who looks, so it can tell one
nothing of the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from htpy import Element, Node, VoidElement, fragment, input
from markupsafe import Markup, escape

HERE, INSIDE = "\x1a", "\x1b"
"""Stand in a piece where the address of a chair is to stand, and what the piece is put around. No text of people has them."""
CUT = "\x1d"
"""Stands between the parts of a page that change one without the other, until it is sent. No text of people has it."""
piece = lru_cache(maxsize=4096)
"""Keeps what a function has drawn from plain values."""


def markup(element: Element) -> Markup:
    """An element as it is written."""
    return Markup(str(element))


def placed(drawn: Markup, address: str) -> Markup:
    """A piece with its address."""
    return Markup(str.replace(drawn, HERE, escape(address)))


def around(drawn: Markup, content: str) -> Markup:
    """A piece around what is drawn anew each time."""
    return Markup(str.replace(drawn, INSIDE, content))


def whole(parts: str) -> str:
    """A page as it is sent, of what was drawn in parts."""
    return parts.replace(CUT, "")


def written(*nodes: Node) -> Markup:
    """What may be drawn, elements, or nothing, one after the other as it is written."""
    return Markup("".join(each if isinstance(each, Markup) else str(fragment[each]) for each in nodes if each))


def once() -> VoidElement:
    """The id with which a form is sent, so that what is sent twice happens once: a script's own, or that of ``with_ids``."""
    return input(type="hidden", name="request", value="")


_WITHOUT = str(once())


def with_ids(drawn: str, request: str) -> str:
    """A page whose forms have an id without a script."""
    return drawn.replace(_WITHOUT, str(input(type="hidden", name="request", value=request)))


def joined(elements: Iterable[Element | Markup]) -> Markup:
    """Elements one after the other. The library takes a list of them too, but asks long what a list is."""
    return Markup("".join(map(str, elements)))
