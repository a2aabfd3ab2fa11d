"""The screen of one seat, or of the audience, made from that seat's view and nothing else."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from yurei.apps.terminal.fullscreen import words
from yurei.apps.terminal.fullscreen.picture import Picture
from yurei.apps.terminal.fullscreen.screens.board_screen import Prompt, PromptScreen
from yurei.apps.terminal.fullscreen.widgets import LEAVE
from yurei.apps.terminal.words import Voice
from yurei.referee.retold import heard
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, GHOST


class SeatScreen(PromptScreen):
    """View of one seat, and input of its tries.

    Args:
        view: The seat's view.
        voice: Speaks the language of the game.
        notice: A further notice, such as an offer of a draw.
        asked: Whether a person on the seat makes tries; False for the audience of programs.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "word('help')", words.HELP, key_display="F1"),
        Binding("f2", "word('pass')", words.PASS, key_display="F2"),
        Binding("f3", "resign", words.RESIGN, key_display="F3"),
        Binding("f4", "word('draw')", words.DRAW, key_display="F4"),
        Binding("f6", "in_hand", words.IN_HAND, key_display="F6"),
        LEAVE,
    ]

    @dataclass
    class Typed(Message):
        """A person has entered a command: a try, or one of a few words."""

        seat: str
        line: str

    def __init__(self, view: View, voice: Voice, notice: str = "", *, asked: bool = True) -> None:
        self._view, self._notice, self._asked, self._ghost = view, notice, asked, False
        super().__init__(self._picture(), voice.facts(view.settings), voice, asked=asked)
        self.rows_below = 3 if asked else 2

    @property
    def seat(self) -> str:
        """Seat of the screen."""
        return self._view.seat.name

    def offers(self, action: str) -> bool:
        ruleset, passing = self._view.settings.ruleset, self._view.settings.ruleset.passing
        offered = {
            "word('pass')": (passing.black if self._view.seat.colour is BLACK else passing.white) > 0,
            "word('draw')": ruleset.draw_by_agreement,
            "in_hand": ruleset.ghosts,
        }
        return action in ("word('help')", "app.leave") or (self._asked and offered.get(action, True))

    def on_mount(self) -> None:
        """Show the view and the notice, and focus the prompt."""
        self._look()
        self.whose.update(f"{self.voice.name(self.seat)}> ")
        if self._asked:
            self.query_one(Prompt).focus()
        if self._notice:
            self.tell(self._notice)

    def update_view(self, view: View) -> None:
        """Show a newer view."""
        self._view = view
        self._look()

    def _look(self) -> None:
        view, say = self._view, self.voice.say
        lines = [heard(told, view.settings, self.voice.language) for told in view.heard]
        self.board.show(self._picture())
        self.transcript.show(lines)
        if view.to_move is not None:
            text = words.YOUR_TURN if view.may_try else words.THINKING
            self.now(say(text, seat=self.voice.name(view.to_move)))
        self.tell(lines[-1] if lines else "")
        self.here.update("")

    def _picture(self) -> Picture:
        colour = self._view.seat.colour
        if colour is None or not self._asked or not self._view.may_try:
            return Picture.of(self._view)
        return replace(Picture.of(self._view), hand=colour + GHOST if self._ghost else colour.value)

    def choose(self, point: int) -> None:
        """Try the point."""
        where = self._view.settings.size.name(point)
        self.action_word(f"ghost {where}" if self._ghost else where)

    def action_word(self, line: str) -> None:
        """Enter a command; the audience may only ask for help, or leave."""
        if self._asked or line == "help":
            self.post_message(self.Typed(self.seat, line.lower()))

    def action_resign(self) -> None:
        """Resign, after confirmation by asking for it again, or by Enter."""
        if not self._asked:
            return
        prompt = self.query_one(Prompt)
        if prompt.value == "resign":
            prompt.clear()
            self.action_word("resign")
        else:
            prompt.value, prompt.cursor_position = "resign", len("resign")
            self.tell(self.voice.say(words.CONFIRM))

    def action_in_hand(self) -> None:
        """Take a ghost in hand, or a stone again."""
        if self._view.settings.ruleset.ghosts and self._asked:
            self._ghost = not self._ghost
            self.board.set_hand(self._picture().hand if self._view.may_try else EMPTY)
            self.tell(self.voice.say(words.GHOST if self._ghost else words.STONE))
