"""Bases of the screens with a board: the transcript beside or below it, a message line, a prompt, and keys."""

import unicodedata
from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, ScrollableContainer, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from yurei.apps.terminal.fullscreen.board import Board
from yurei.apps.terminal.fullscreen.painting import SMALL, columns, rows
from yurei.apps.terminal.fullscreen.picture import Picture
from yurei.apps.terminal.fullscreen.widgets import KeyBar, Prose, Transcript
from yurei.apps.terminal.words import Voice

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

    Attributes:
        rows_below: Number of rows below the board.
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
        self.rows_below = 3

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
        yield KeyBar(self._keys(), self.voice)

    def _keys(self) -> Iterable[Binding]:
        every = (binding for binding in self.BINDINGS if isinstance(binding, Binding))
        return (binding for binding in every if binding.description and self.offers(binding.action))

    def below(self) -> ComposeResult:
        """Yield the widgets between the message line and the keys."""
        yield from ()

    def offers(self, action: str) -> bool:
        """Return whether the key of an action is shown."""
        return True

    def on_resize(self) -> None:
        """Fit the board to the screen."""
        self._fit()

    def _fit(self) -> None:
        width, height = self.size
        size, height = self.board.picture.size, height - self.rows_below
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


class Prompt(Input):
    """Input of tries. While it is empty the arrows move the cursor on the board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "aim('up')", show=False),
        Binding("down", "aim('down')", show=False),
        Binding("left", "aim('left')", show=False),
        Binding("right", "aim('right')", show=False),
        Binding("pageup", "screen.turn(-1)", show=False),
        Binding("pagedown", "screen.turn(1)", show=False),
    ]

    def action_aim(self, key: str) -> None:
        """Move the cursor on the board, or within the text if there is one."""
        if not self.value or key in ("up", "down"):
            self.screen.query_one(Board).step(key)
        elif key == "left":
            self.action_cursor_left()
        else:
            self.action_cursor_right()


class PromptScreen(BoardScreen):
    """A board with a prompt: commands are typed, points typed or chosen on the board.

    A subclass has ``action_word``, which runs a command, and ``choose``, which takes a point.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "clear", show=False)]
    DEFAULT_CSS = """
    PromptScreen #typing { height: 1; background: $background; }
    PromptScreen #whose { width: auto; padding: 0 0 0 1; }
    PromptScreen Prompt { border: none; height: 1; width: 1fr; padding: 0; background: $background; }
    PromptScreen Prompt:focus { border: none; }
    PromptScreen #here { width: auto; padding: 0 1; color: $text-muted; }
    """

    def __init__(self, picture: Picture, facts: str, voice: Voice, *, asked: bool = True) -> None:
        super().__init__(picture, facts, voice, asked=asked)
        self.here, self.whose = Static(id="here", markup=False), Static(id="whose", markup=False)

    def action_word(self, line: str) -> None:
        """Run a command."""
        raise NotImplementedError

    def choose(self, point: int) -> None:
        """Take a point of the board."""
        raise NotImplementedError

    def below(self) -> ComposeResult:
        if self.board.asked:
            with Horizontal(id="typing"):
                yield self.whose
                yield Prompt(select_on_focus=False)
                yield self.here

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Run the typed command, or take the point of the cursor."""
        line, aim = unicodedata.normalize("NFKC", event.value).strip(), self.board.picture.aim
        self.query_one(Prompt).clear()
        if line:
            self.action_word(line)
        elif aim is not None:
            self.choose(aim)

    def on_board_clicked(self, event: Board.Clicked) -> None:
        """Take the clicked point."""
        self.choose(event.point)

    def on_board_aimed(self) -> None:
        """Describe the point of the cursor."""
        picture = self.board.picture
        self.here.update("" if picture.aim is None else picture.words(picture.aim, self.voice.language))

    def action_clear(self) -> None:
        """Clear the input and the cursor."""
        for prompt in self.query(Prompt):
            prompt.clear()
        self.board.aim(None)

    def action_turn(self, way: int) -> None:
        """Turn a page of the transcript."""
        turn = self.transcript.scroll_page_up if way < 0 else self.transcript.scroll_page_down
        turn(animate=False)
