"""HTML parts for all pages: cached elements, sections and boards that are updated by id, form fields, QR codes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ParamSpec, cast

import htpy as h
import segno
from markupsafe import Markup, escape

from yurei.languages import N_, Gettext

Values = ParamSpec("Values")


def cache_html(draw: Callable[Values, h.Node]) -> Callable[Values, Markup]:
    """Decorate a function with hashable arguments that draws an element, so that its HTML is cached."""

    @lru_cache(maxsize=4096)
    def drawn(*values: Values.args, **named: Values.kwargs) -> Markup:
        return Markup(html_of(draw(*values, **named)))

    return cast(Callable[Values, Markup], drawn)


def fill(empty: h.BaseElement | Markup, *content: h.Node) -> Markup:
    """Return the HTML of an empty element with ``content`` inside it."""
    begins, ends = _split_tags(empty)
    return Markup(f"{begins}{html_of(content)}{ends}")


@lru_cache(maxsize=4096)
def _split_tags(empty: h.BaseElement | Markup) -> tuple[str, str]:
    """Return the opening and the closing tag of an empty element."""
    begins, bracket, ends = html_of(empty).rpartition("<")
    return begins, bracket + ends


def html_of(node: h.Node) -> str:
    """Return the HTML of a node as a ``str``; a ``Markup`` would escape every ``str`` that is joined to it."""
    if type(node) is Markup:
        return str.__str__(node)
    if isinstance(node, (list, tuple)):
        # A list, since generators are slower; joined as a plain string.
        return "".join([str.__str__(each) if type(each) is Markup else html_of(each) for each in node])
    if node is None or isinstance(node, bool):
        return ""
    if isinstance(node, h.BaseElement):
        return "".join(node.iter_chunks())
    if isinstance(node, Iterable) and not isinstance(node, str):  # checked late, as this check takes ten times as long
        return "".join([html_of(each) for each in node])
    return str.__str__(escape(node))


def translate_options(say: Gettext, words: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(value, say(text)) for value, text in words.items()]


def draw_field(words: str, control: h.Node, needs: str | None = None) -> h.Element:
    """Draw a labelled control; the style sheet hides it in games without the trait ``needs``."""
    return h.label(class_="field" if needs is None else f"field needs-{needs}")[h.span[words], control]


def draw_options(values: Iterable[tuple[str, str]], now: str) -> list[h.Element]:
    return [h.option(value=value, selected=value == now)[words] for value, words in values]


def select_of(name: str, values: Iterable[tuple[str, str]], now: str) -> h.Element:
    return h.select(name=name)[draw_options(values, now)]


def number_field(name: str, value: str, least: int, most: int, hint: str, step: str = "1") -> h.VoidElement:
    return h.input(
        class_="long" if len(hint.encode()) > 8 else None,
        type="number",
        name=name,
        value=value,
        min=str(least),
        max=str(most),
        step=step,
        placeholder=hint,
        inputmode="decimal" if step != "1" else "numeric",
    )


def copy_field(words: str, value: str, say: Gettext) -> h.Node:
    return [
        h.label[h.span[words], h.input(value=value, readonly=True, autocomplete="off")],
        h.button(type="button", data_copies=value)[say(N_("Copy"))],
    ]


def link_buttons(address: str, say: Gettext) -> h.Node:
    return [
        h.button(type="button", data_copies=address)[say(N_("Copy"))],
        h.button(type="button", data_shares=address)[say(N_("Share"))],
    ]


_ICONS = {
    "first": "M5 5v14M19 5v14L8 12z",
    "back": "M16 4 7 12l9 8 1-1-7-7 7-7z",
    "play": "M7 4v16l13-8z",
    "pause": "M8 5v14M16 5v14",
    "on": "M8 4l9 8-9 8-1-1 7-7-7-7z",
    "last": "M19 5v14M5 5v14l11-7z",
}


def icon(name: str) -> Markup:
    shape = f'<path d="{_ICONS[name]}"/>'
    return Markup(f'<svg class="glyph {name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{shape}</svg>')


def key_list(lines: Iterable[tuple[str, str]], say: Gettext, *, is_open: bool = False) -> h.Element:
    """Draw a list of keyboard shortcuts; ``lines`` are keys and their untranslated labels."""
    return h.details("#keys", class_="keys", data_own="", open=is_open)[
        h.summary[say(N_("Keyboard shortcuts"))],
        h.ul[(h.li[[(h.kbd[key], " ") for key in keys.split()], say(words)] for keys, words in lines)],
    ]


PREFIX = "section-"  # prefix of the ids of all sections but those of boards


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn live page: its layout, and the sections that are updated separately."""

    layout: str  # HTML with a placeholder for each section; if it changes, the complete page is sent
    sections: Mapping[str, str]  # HTML of each section, by id

    @property
    def html(self) -> str:
        return _PLACE.sub(lambda found: self.sections[found[1]], self.layout)

    def changed_since(self, before: Drawing) -> dict[str, str] | None:
        """Return the sections whose HTML differs, by id; None if the layout differs."""
        if self.layout != before.layout or self.sections.keys() != before.sections.keys():
            return None
        return {name: html for name, html in self.sections.items() if html != before.sections[name]}


_PLACE = re.compile(r"<!--([\w-]+)-->")  # placeholder of a section; < in users' texts is escaped


@lru_cache(maxsize=4096)
def _make_placeholder(name: str) -> Markup:
    return Markup(f"<!--{name}-->")


def boards_in(sections: Mapping[str, str]) -> dict[str, str]:
    return {name: html for name, html in sections.items() if not name.startswith(PREFIX)}


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board, as HTML parts; the rows and layers among them are updated separately."""

    # Parts in order: the id of a row or a layer (empty for a constant part), and the HTML.
    pieces: tuple[tuple[str, str], ...]

    def __html__(self) -> str:
        return "".join(html for _, html in self.pieces)

    @property
    def sections(self) -> dict[str, str]:
        """HTML of every element that changes separately, by id: pieces of a row, buttons of a row, fog."""
        return {name: html for name, html in self.pieces if name}

    @property
    def layout(self) -> Markup:
        """HTML around the sections, with a placeholder for each."""
        return Markup("".join(_make_placeholder(name) if name else html for name, html in self.pieces))


class Sections:
    """Collects the sections of a live page while it is drawn; ``clocks`` is whether its clocks show the time."""

    def __init__(self, *, clocks: bool) -> None:
        self.clocks = clocks
        self._sections: dict[str, str] = {}

    def add(self, name: str, *content: h.Node, inline: bool = False) -> Markup:
        """Add a section ``name`` with ``content``, and return the placeholder for it."""
        tag, name = "span" if inline else "div", f"{PREFIX}{name}"
        self._sections[name] = f'<{tag} id="{name}" data-section="">{html_of(content)}</{tag}>'
        return _make_placeholder(name)

    def add_board(self, board: Board) -> Markup:
        """Add the rows and layers of a board as sections; return the board's HTML with placeholders for them."""
        self._sections.update(board.sections)
        return board.layout

    def make_drawing(self, page: h.Node) -> Drawing:
        """Return the drawn page, with all sections that have been added."""
        return Drawing(html_of(page), self._sections)


def qr_code(address: str, words: str, caption: str = "") -> h.Element:
    """Draw the QR code of an address, dark on light also in dark pages; ``words`` are for screen readers."""
    code = segno.make(address, micro=False, error="l")
    svg = code.svg_inline(border=3, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return h.span(".qr", role="img", aria_label=words)[caption and h.strong[caption], Markup(svg)]
