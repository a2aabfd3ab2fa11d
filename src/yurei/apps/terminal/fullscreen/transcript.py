"""What was heard, line by line: it is walked through with arrows, and read as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual.widgets import OptionList

from yurei.apps.terminal.fullscreen.folding import folded


class Transcript(OptionList, inherit_bindings=True):
    """Lines of text of which the last one, or a chosen one, is in sight."""

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
        """All that it holds."""
        return self._texts

    def show(self, lines: Sequence[str], at: int | None = None) -> None:
        """Hold these lines, with one of them in sight: the last, where nothing else is said; -1 for the beginning and none."""
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
        # An empty line would be none.
        self.add_options([(folded(line, width) if width else line) or " " for line in lines])

    def _stand(self, at: int) -> None:
        """Have a line in sight."""
        self.highlighted = at if at >= 0 else None
        self.call_after_refresh(self.scroll_to_highlight if at >= 0 else partial(self.scroll_home, animate=False))
