"""Base of all screens with a board: the board, the transcript beside or below it, a message line, and keys."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Container, ScrollableContainer, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from yurei.apps.terminal.fullscreen.board import Board
from yurei.apps.terminal.fullscreen.keybar import Key, KeyBar
from yurei.apps.terminal.fullscreen.painting import SMALL, columns, rows
from yurei.apps.terminal.fullscreen.picture import Picture
from yurei.apps.terminal.fullscreen.texts import Prose, Transcript
from yurei.apps.terminal.fullscreen.words import Voice

PANEL = 22
"""Least columns of the panel; if there are fewer it stands below the board."""
BELOW = 6
"""Rows of a panel below the board."""


class BoardScreen(Screen[None]):
    """A board with its panel, message line and keys.

    Args:
        picture: The board's first picture.
        facts: Description of the game.
        voice: Speaks the user's language.
        asked: Whether points can be chosen.
    """

    DEFAULT_CSS = """
    BoardScreen { layout: vertical; background: $background; }
    BoardScreen #stage { layout: horizontal; height: 1fr; }
    BoardScreen #wood { width: auto; height: 100%; scrollbar-size: 1 1; scrollbar-color: $panel; scrollbar-background: $background; }
    BoardScreen #panel { width: 1fr; height: 100%; padding: 0 0 0 1; }
    BoardScreen #facts { color: $text-muted; height: auto; }
    BoardScreen #now { height: auto; padding: 1 0; }
    BoardScreen #said { height: 1; padding: 0 1; text-style: bold; color: $accent; background: $surface; }
    BoardScreen.below #stage { layout: vertical; }
    BoardScreen.below #wood { width: 100%; height: 1fr; }
    BoardScreen.below #panel { width: 100%; height: 6; padding: 0 1; }
    BoardScreen.below #facts { display: none; }
    BoardScreen.below #now { padding: 0; }
    """

    def __init__(self, picture: Picture, facts: str, voice: Voice, *, asked: bool) -> None:
        super().__init__()
        self.voice = voice
        self.board = Board(picture, asked=asked)
        self.transcript = Transcript()
        self._facts, self._now = Prose(facts, id="facts"), Prose(id="now")
        self._said = Static(id="said", markup=False)

    def compose(self) -> ComposeResult:
        """Yield the board, the panel, the message line and the keys."""
        with Container(id="stage"):
            with ScrollableContainer(id="wood", can_focus=False):
                yield self.board
            with Vertical(id="panel"):
                yield self._facts
                yield self._now
                yield self.transcript
        yield self._said
        yield from self.below()
        yield KeyBar(self.keys())

    def below(self) -> ComposeResult:
        """Yield the widgets between the message line and the keys."""
        yield from ()

    def keys(self) -> Iterable[Key]:
        """Return the keys."""
        return ()

    def rows_below(self) -> int:
        """Return the number of rows below the board."""
        return 3

    def on_resize(self) -> None:
        """Fit the board to the screen."""
        self._fit()

    def _fit(self) -> None:
        width, height = self.size
        size, height = self.board.picture.size, height - self.rows_below()
        below = columns(size, SMALL) + PANEL > width and rows(size, SMALL) > 0
        self.set_class(below, "below")
        self.board.fit(*((width, height - BELOW) if below else (width - PANEL, height)))

    def now(self, text: str) -> None:
        """Show the state of the game."""
        self._now.say(text)

    def tell(self, text: str) -> None:
        """Show a message below the board."""
        self._said.update(text)
        # A line that is too long for the row is read in the transcript, or by pointing at it.
        self._said.tooltip = Content(text)
