"""Progress of a replay: one row, that can be clicked."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget


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
