"""The program that fills the terminal: its colours, how it is left, and what it never writes down."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from yurei.apps.terminal.fullscreen import paints
from yurei.apps.terminal.fullscreen.words import Voice
from yurei.apps.terminal.screen import Left

NIGHT = Theme(
    name="night",
    primary="#d9a85f",
    secondary="#8a6d3f",
    accent="#f0c987",
    foreground="#ece4d6",
    background=paints.ROOM,
    surface="#25221d",
    panel="#312c25",
    error="#ff7a66",
    dark=True,
    variables={
        "block-cursor-background": "#4a4132",
        "block-cursor-foreground": "#fff6e2",
        "block-cursor-text-style": "none",
        "block-cursor-blurred-background": "#332e26",
        "block-cursor-blurred-foreground": "#fff6e2",
        "block-cursor-blurred-text-style": "none",
        "input-cursor-background": "#f0c987",
    },
)


class Fullscreen(App[None]):
    """A terminal that is filled.

    Args:
        voice: Speaks the language of who looks.

    Attributes:
        interrupted: Whether it was left by Ctrl-C.
        unfinished: Whether it was left before its end.
    """

    TITLE = "yurei"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,f10", "leave", show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self.voice = voice
        self.interrupted = self.unfinished = False
        self.register_theme(NIGHT)
        self.theme = NIGHT.name

    async def put(self, screen: Screen[None]) -> None:
        """Let a screen take the place of all others: those are taken down, not covered. Below lies an empty one."""
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        await (self.push_screen(screen) if len(self.screen_stack) == 1 else self.switch_screen(screen))

    def action_leave(self) -> None:
        """Leave."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave, as a command does that is interrupted."""
        self.interrupted = True
        self.exit()

    def _fatal_error(self) -> None:
        """Stop, and show nothing of what went wrong: a traceback with its values would tell, too. ``show`` raises it."""
        self._close_messages_no_wait()


def show(app: Fullscreen) -> None:
    """Fill the terminal until it is left.

    Raises:
        KeyboardInterrupt: if Ctrl-C has left it.
        Left: if it was left before its end.
        Exception: what went wrong in it.
    """
    app.run()
    error = app._exception
    if error is not None:
        raise getattr(error, "error", error)  # what a worker has raised comes wrapped
    if app.interrupted:
        raise KeyboardInterrupt
    if app.unfinished:
        raise Left("the game was left before its end", quit=True)
