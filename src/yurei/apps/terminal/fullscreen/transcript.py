"""Transcript of announcements, line by line, scrolled by arrow keys and readable by screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.widgets import OptionList

from yurei.apps.terminal.fullscreen.folding import folded


class Transcript(OptionList, inherit_bindings=True):
    """Lines of text, scrolled to the last one or to a chosen one."""

    DEFAULT_CSS = """
    Transcript { height: 1fr; border: none; padding: 0; background: $background; scrollbar-size-vertical: 1;
        scrollbar-gutter: stable; scrollbar-color: $panel; scrollbar-background: $background; }
    Transcript:focus { border: none; background-tint: transparent; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._texts: list[str] = []

    @property
    def texts(self) -> Sequence[str]:
        """All its lines."""
        return self._texts

    def show(self, lines: Sequence[str], at: int | None = None) -> None:
        """Show these lines, scrolled to one of them: the last by default; -1 for the beginning, with none selected."""
        if self._texts != list(lines[: len(self._texts)]):
            self._texts = []
            self.clear_options()
        self._add(lines[len(self._texts) :])
        self._texts = list(lines)
        self._stand(len(lines) - 1 if at is None else at)

    def on_resize(self) -> None:
        at = self.highlighted
        self.clear_options()
        self._add(self._texts)
        self._stand(-1 if at is None else at)

    def _add(self, lines: Sequence[str]) -> None:
        width = self.scrollable_content_region.width
        # Textual drops an empty line.
        self.add_options([(folded(line, width) if width else line) or " " for line in lines])

    def _stand(self, at: int) -> None:
        """Scroll to a line."""
        self.highlighted = at if at >= 0 else None
        self.call_after_refresh(self.scroll_to_highlight if at >= 0 else partial(self.scroll_home, animate=False))
