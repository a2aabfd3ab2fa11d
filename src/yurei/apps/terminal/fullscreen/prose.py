"""A text that is folded again whenever its width changes."""

from __future__ import annotations

from textual import events
from textual.widgets import Static

from yurei.apps.terminal.fullscreen.folding import folded


class Prose(Static):
    """A text of several lines.

    Args:
        text: The initial text.
        id: Its id on the screen.
    """

    def __init__(self, text: str = "", id: str | None = None) -> None:
        super().__init__(text, id=id, markup=False)
        self._text = text

    @property
    def text(self) -> str:
        """Text, unfolded."""
        return self._text

    def say(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self._fold()

    def on_resize(self, event: events.Resize) -> None:
        self._fold()

    def _fold(self) -> None:
        self.update(folded(self._text, self.content_size.width) if self.content_size.width else self._text)
