"""Screens without a board: the curtain between two people, which shows announcements, and help."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from yurei.apps.terminal.fullscreen import words
from yurei.apps.terminal.fullscreen.widgets import LEAVE, KeyBar, Prose
from yurei.apps.terminal.words import Voice

CALM = 0.5
"""Seconds for which a new curtain ignores keys."""
LOW = 22
"""Rows below which there is no room for a ghost."""
GHOST = "\n".join(
    row.ljust(12)
    for row in (
        " ▗▟██████▙▖",
        "▗██████████▖",
        "▐██▘▝██▘▝██▌",
        "▐██▖▗██▖▗██▌",
        "▐██████████▌",
        "▐████▀▀████▌",
        "▐██████████▌",
        "▐█▛▜██▛▜██▛▌",
        " ▘  ▝▘  ▝▘",
    )
)
"""A ghost, drawn on the curtain."""

LIFT = Binding("enter", "lift", words.SIT_DOWN, key_display="Enter")


class Curtain(Screen[None]):
    """Screen that hides all boards between two people.

    Args:
        said: Announcements since a board was last shown.
        wait: The reason to wait: a person has to press Enter, or a program is thinking.
        voice: Speaks the language of the game.
        lifts: Whether Enter lifts it.
        calm: Seconds for which it ignores keys: an Enter too many must not show the next board.
    """

    BINDINGS: ClassVar[list[BindingType]] = [LIFT]
    DEFAULT_CSS = """
    Curtain { layout: vertical; background: $background; }
    Curtain #fold { height: 1fr; align: center middle; overflow-y: auto; }
    Curtain #ghost { width: 100%; height: 10; text-align: center; color: #dbe7f5; }
    Curtain.low #ghost { display: none; }
    Curtain #said { width: 100%; height: auto; padding: 0 4; text-align: center; }
    Curtain #wait { width: 100%; height: auto; padding: 1 4; text-align: center; text-style: bold; color: $accent; }
    """

    class Lifted(Message):
        """The player to move has lifted the curtain."""

    def __init__(self, said: Sequence[str], wait: str, voice: Voice, *, lifts: bool = True, calm: float = CALM) -> None:
        super().__init__()
        self._calm, self._hangs_still = calm, calm > 0
        self._texts, self._voice, self._lifts = ("\n\n".join(said), wait), voice, lifts

    def compose(self) -> ComposeResult:
        """Yield the ghost, the announcements, the name of the next player, and the keys."""
        with Vertical(id="fold"):
            yield Static(GHOST, id="ghost", markup=False)
            yield Prose(self._texts[0], id="said")
            yield Prose(self._texts[1], id="wait")
        yield KeyBar([LIFT, LEAVE] if self._lifts else [LEAVE], self._voice)

    def on_mount(self) -> None:
        """Ignore keys for a moment, so that a key typed for the board does not lift the curtain."""
        if self._hangs_still:
            self.set_timer(self._calm, self._settle)

    def _settle(self) -> None:
        self._hangs_still = False

    def on_resize(self) -> None:
        """Hide the ghost on a low screen."""
        self.set_class(self.size.height < LOW, "low")

    def action_lift(self) -> None:
        """Lift the curtain, if it is for a person."""
        if self._lifts and not self._hangs_still:
            self._lifts = False
            self.post_message(self.Lifted())

    def on_click(self, event: events.Click) -> None:
        """Lift the curtain by a click on it."""
        if event.widget is not None and event.widget.id in ("fold", "ghost", "said", "wait"):
            self.action_lift()


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
