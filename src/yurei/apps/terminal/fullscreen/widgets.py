"""Widgets beside the board: texts, the row of keys, and the progress of a replay.

Texts are folded by language: between words, in Japanese between signs, never at a hard space.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len, chop_cells
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget
from textual.widgets import OptionList, Static

from yurei.apps.terminal.fullscreen import words
from yurei.apps.terminal.words import Voice

LEAVE = Binding("ctrl+q", "app.leave", words.QUIT, key_display="^Q")
"""The key that leaves the program, for the row of keys."""

_PIECES = re.compile(r" +|[^ \u2e80-\uffff]+|[\u2e80-\uffff][、。：；！？」）…]*")
"""A run of spaces, a word, or one wide sign with the marks that may not begin a line."""


def folded(text: str, width: int) -> str:
    """Fold a text into lines of at most this many columns.

    >>> print(folded("黒の番です。点を入力します。", 12))
    黒の番です。
    点を入力しま
    す。
    """
    return "\n".join(line for each in text.split("\n") for line in _lines(each, max(2, width)))


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for piece in _PIECES.findall(text):
        if cell_len(line + piece.rstrip(" ")) <= width:
            line += piece
            continue
        if line.strip(" "):
            yield line.rstrip(" ")
        *full, line = chop_cells(piece.lstrip(" "), width) or [""]
        yield from full
    yield line.rstrip(" ")


class Prose(Static):
    """A text of several lines.

    Args:
        text: The initial text.
        id: Its id on the screen.
    """

    def __init__(self, text: str = "", id: str | None = None) -> None:
        super().__init__(text, id=id, markup=False)
        self._text = text

    def say(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self._fold()

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the text anew."""
        self._fold()

    def _fold(self) -> None:
        self.update(folded(self._text, self.content_size.width) if self.content_size.width else self._text)


class Transcript(OptionList, inherit_bindings=True):
    """Lines of text, scrolled to the last one or to a chosen one.

    Attributes:
        texts: All its lines.
    """

    DEFAULT_CSS = """
    Transcript { height: 1fr; border: none; padding: 0; background: $background; scrollbar-size-vertical: 1;
        scrollbar-gutter: stable; scrollbar-color: $panel; scrollbar-background: $background; }
    Transcript:focus { border: none; background-tint: transparent; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.texts: list[str] = []

    def show(self, lines: Sequence[str], at: int | None = None) -> None:
        """Show these lines, scrolled to one of them: the last by default; -1 for the beginning, with none selected."""
        if self.texts != list(lines[: len(self.texts)]):
            self.texts = []
            self.clear_options()
        self._add(lines[len(self.texts) :])
        self.texts = list(lines)
        self._stand(len(lines) - 1 if at is None else at)

    def on_resize(self) -> None:
        """Wrap the lines anew; the highlighted one stays in view."""
        at = self.highlighted
        self.clear_options()
        self._add(self.texts)
        self._stand(-1 if at is None else at)

    def _add(self, lines: Sequence[str]) -> None:
        width = self.scrollable_content_region.width
        # Textual drops an empty line.
        self.add_options([(folded(line, width) if width else line) or " " for line in lines])

    def _stand(self, at: int) -> None:
        """Scroll to a line."""
        self.highlighted = at if at >= 0 else None
        self.call_after_refresh(self.scroll_to_highlight if at >= 0 else partial(self.scroll_home, animate=False))


class KeyBar(Static):
    """A row of keys.

    Args:
        bindings: The keys, each with its label and description.
        voice: Speaks the user's language.
    """

    DEFAULT_CSS = "KeyBar { height: 1; width: 1fr; background: $panel; color: $text; link-style: none; link-color: $text; link-background-hover: $surface; link-color-hover: $accent; link-style-hover: bold; }"

    def __init__(self, bindings: Iterable[Binding], voice: Voice) -> None:
        super().__init__(Content("  ").join(_part(binding, voice) for binding in bindings))


def _part(binding: Binding, voice: Voice) -> Content:
    action = binding.action if "." in binding.action else f"screen.{binding.action}"
    part = Content.assemble((binding.key_display or "", Style(bold=True)), f" {voice.say(binding.description)}")
    return part.stylize(Style.from_meta({"@click": action}))


class Slider(Widget):
    """A row from the first try to the last.

    Args:
        last: Number of tries.
    """

    DEFAULT_CSS = "Slider { height: 1; width: 1fr; margin: 0 1; color: $text-muted; }"

    @dataclass
    class Turned(Message):
        """A request to show the moment after this many tries."""

        number: int

    def __init__(self, last: int) -> None:
        super().__init__()
        self._last, self._number = last, 0

    def turn(self, number: int) -> None:
        """Set the number of tries."""
        self._number = number
        self.refresh()

    def render(self) -> Content:
        """Draw the line with a knob at the present number."""
        width = max(1, self.size.width - 1)
        here = round(width * self._number / self._last) if self._last else 0
        return Content.assemble(("━" * here, "$accent"), ("●", "bold $accent"), "─" * (width - here))

    def on_click(self, event: events.Click) -> None:
        """Report the number at the clicked place."""
        width = max(1, self.size.width - 1)
        self.post_message(self.Turned(round(self._last * event.x / width)))
