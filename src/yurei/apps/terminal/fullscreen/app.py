"""The full-screen program: its colours, its ends, and the information that it never writes down."""

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from yurei.apps.terminal.fullscreen import paints
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
    """A full-screen program.

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

    def __init__(self) -> None:
        super().__init__()
        self.interrupted = self.unfinished = False
        self.register_theme(NIGHT)
        self.theme = NIGHT.name

    async def put(self, screen: Screen[None]) -> None:
        """Replace all screens with this one: they are removed, not covered. Below lies an empty screen."""
        while len(self.screen_stack) > 2:
            await self.pop_screen()
        await (self.push_screen(screen) if len(self.screen_stack) == 1 else self.switch_screen(screen))

    def action_leave(self) -> None:
        """Leave the program."""
        self.exit()

    def action_interrupt(self) -> None:
        """Leave as interrupted."""
        self.interrupted = True
        self.exit()

    def _fatal_error(self) -> None:
        """Stop without a traceback, whose values could tell the truth. ``show`` raises the error."""
        self._close_messages_no_wait()


def show(app: Fullscreen) -> None:
    """Run the program until the user leaves.

    Raises:
        KeyboardInterrupt: if the user pressed Ctrl-C.
        Left: if the user left before the end.
        Exception: any error in the program.
    """
    app.run()
    error = app._exception
    if error is not None:
        raise getattr(error, "error", error)  # a worker's error is wrapped
    if app.interrupted:
        raise KeyboardInterrupt
    if app.unfinished:
        raise Left("the game was left before its end", quit=True)
