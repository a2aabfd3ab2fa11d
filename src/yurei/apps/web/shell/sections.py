"""Live pages in sections: elements with an id that an open page replaces when their HTML has changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from htpy import Node
from markupsafe import Markup

from yurei.apps.web.shell.drawn_once import html_of

PREFIX = "section-"
"""Prefix of the ids of all sections but those of boards."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn live page.

    Attributes:
        layout: HTML around the sections, with a comment for each. If it differs, the page is sent whole.
        sections: HTML of each section, by id.
    """

    layout: str
    sections: Mapping[str, str]

    @property
    def html(self) -> str:
        """The whole HTML."""
        return _PLACE.sub(lambda found: self.sections[found[1]], self.layout)

    def changed_since(self, before: Drawing) -> dict[str, str] | None:
        """Return the sections whose HTML differs, by id; None if the layout differs."""
        if self.layout != before.layout or self.sections.keys() != before.sections.keys():
            return None
        return {name: html for name, html in self.sections.items() if html != before.sections[name]}


_PLACE = re.compile(r"<!--([\w-]+)-->")
"""Placeholder of a section in a layout. In users' texts < is escaped."""


@lru_cache(maxsize=4096)
def _place(name: str) -> Markup:
    return Markup(f"<!--{name}-->")


def boards_in(sections: Mapping[str, str]) -> dict[str, str]:
    """Return the sections that belong to drawn boards."""
    return {name: html for name, html in sections.items() if not name.startswith(PREFIX)}


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board.

    Attributes:
        pieces: Its HTML in order: pairs of the id of a row or a layer, empty for constant parts, and HTML.
    """

    pieces: tuple[tuple[str, str], ...]

    def __html__(self) -> str:
        """Return the whole HTML."""
        return "".join(html for _, html in self.pieces)

    @property
    def sections(self) -> dict[str, str]:
        """HTML of every element that changes by itself, by id: pieces of a row, buttons of a row, fog."""
        return {name: html for name, html in self.pieces if name}

    @property
    def layout(self) -> Markup:
        """HTML around the sections, with a placeholder for each."""
        return Markup("".join(_place(name) if name else html for name, html in self.pieces))


class Sections:
    """Collects the sections of a page while it is drawn.

    Args:
        clocks: Whether clocks are drawn with their time. An open page gets the time as data.
    """

    def __init__(self, *, clocks: bool) -> None:
        self.clocks = clocks
        self._sections: dict[str, str] = {}

    def add(self, name: str, *content: Node, inline: bool = False) -> Markup:
        """Add a section with ``content``, an element without a box of its own; return its placeholder."""
        tag, name = "span" if inline else "div", f"{PREFIX}{name}"
        self._sections[name] = f'<{tag} id="{name}" data-section="">{html_of(content)}</{tag}>'
        return _place(name)

    def board(self, board: Board) -> Markup:
        """Make each row of a board a section; return the HTML around them."""
        self._sections.update(board.sections)
        return board.layout

    def drawing(self, page: Node) -> Drawing:
        """Return the drawn page, all of whose sections were added before."""
        return Drawing(html_of(page), self._sections)
