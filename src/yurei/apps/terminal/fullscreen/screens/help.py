"""Help on commands and keys, over the screen from which it was opened."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class Help(ModalScreen[None]):
    """A text that Enter, Escape, or a click closes.

    Args:
        text: The text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,f1,space", "dismiss", show=False)]
    DEFAULT_CSS = """
    Help { align: center middle; background: $background 60%; }
    Help VerticalScroll { width: 76; height: auto; max-height: 90%; padding: 1 2; background: $panel; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Yield the text, which scrolls."""
        with VerticalScroll():
            yield Static(self._text, markup=False)

    def on_click(self) -> None:
        """Close the help."""
        self.dismiss()
