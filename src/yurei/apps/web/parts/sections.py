"""A live page as sections: elements with an id that an open page replaces where their HTML has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from htpy import Element, Node, fragment
from markupsafe import Markup


def _html(node: Node) -> str:
    """Return the HTML of whatever an element may contain."""
    if isinstance(node, Markup):
        return str.__str__(node)
    return "".join(fragment[node].iter_chunks()) if node else ""


def plain(element: Element) -> str:
    """Return the HTML of an element as a plain string: a Markup escapes whatever it is joined to."""
    return "".join(element.iter_chunks())


@dataclass(frozen=True, slots=True)
class Drawing:
    """A live page as it was drawn.

    Attributes:
        html: All of it.
        sections: The HTML of each section, by its id.
        layout: What stands around the sections. Where it differs, the page is sent whole.
    """

    html: str
    sections: Mapping[str, str]
    layout: str

    def changed_since(self, before: Drawing) -> dict[str, str] | None:
        """Return the sections whose HTML differs, by id; None where the layout differs."""
        if self.layout != before.layout or self.sections.keys() != before.sections.keys():
            return None
        return {name: html for name, html in self.sections.items() if html != before.sections[name]}


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board.

    Attributes:
        pieces: Its HTML in order, each piece with its id: of a row or a layer, or empty for what never changes.
    """

    pieces: tuple[tuple[str, str], ...]

    def __html__(self) -> str:
        """All of it."""
        return "".join(html for _, html in self.pieces)

    __str__ = __html__

    @property
    def sections(self) -> dict[str, str]:
        """The HTML of every element that changes alone, by its id: what lies on a row, the buttons of a row, the fog."""
        return {name: html for name, html in self.pieces if name}

    @property
    def layout(self) -> str:
        """The HTML around the sections."""
        return "".join(html for name, html in self.pieces if not name)


class Sections:
    """Collects the sections of a page while it is drawn.

    Args:
        clocks: Whether clocks are drawn with their time. An open page gets the time as data.
    """

    def __init__(self, *, clocks: bool) -> None:
        self.clocks = clocks
        self._sections: dict[str, str] = {}
        self._layouts: list[tuple[str, str]] = []

    def add(self, name: str, *content: Node, inline: bool = False) -> Markup:
        """Return ``content`` in a section: an element without a box of its own, with the id ``section-<name>``."""
        tag = "span" if inline else "div"
        # By hand: a table has fifteen of them, and htpy takes 0.03 ms for each.
        html = f'<{tag} id="section-{name}" data-section="">{"".join(map(_html, content))}</{tag}>'
        self._sections[f"section-{name}"] = html
        self._layouts.append((html, ""))
        return Markup(html)

    def board(self, board: Board) -> Markup:
        """Return a board, each row of which is a section."""
        html = str(board)
        self._sections.update(board.sections)
        self._layouts.append((html, board.layout))
        return Markup(html)

    def drawing(self, page: Element) -> Drawing:
        """Return the drawn page, all of whose sections were added before."""
        layout = html = plain(page)
        for section, around in self._layouts:
            layout = layout.replace(section, around, 1)
        return Drawing(html, self._sections, layout)
