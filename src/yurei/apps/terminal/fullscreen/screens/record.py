"""A record on the screen: try by try, from any seat, and with its review."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from yurei.apps.terminal.fullscreen import words
from yurei.apps.terminal.fullscreen.aside import aside
from yurei.apps.terminal.fullscreen.picture import Picture
from yurei.apps.terminal.fullscreen.screens.board_screen import BoardScreen
from yurei.apps.terminal.fullscreen.widgets import Prose, Slider
from yurei.apps.terminal.retold import Retold
from yurei.apps.terminal.words import Voice, ending, going_on
from yurei.club.programs.reviews.sentences import percent, sentences
from yurei.players.belief.reviewed import Reviewed, turning_points
from yurei.referee.seating import AUDIENCE

TRUTH, HEAT = "truth", "heat"
"""Boards other than the seats': the true board, and the chances of stones for the seat that tries."""
MOST = 5
"""Most turning points that are named."""
PACE = 1.2
"""Seconds between two tries of a running replay."""


class RecordScreen(BoardScreen):
    """A record, from its first try to its last.

    Args:
        retold: The record.
        voice: Speaks the user's language.
        at: Number of tries at which it begins.
        board: First board; None for the true board, or for the audience's during a game.
        review: Review of each try; None for no review.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", words.BACK, key_display="←", priority=True),
        Binding("right", "turn(1)", words.ON, key_display="→", priority=True),
        Binding("up", "turn(-1)", show=False, priority=True),
        Binding("down", "turn(1)", show=False, priority=True),
        Binding("pageup", "turn(-10)", show=False, priority=True),
        Binding("pagedown", "turn(10)", show=False, priority=True),
        Binding("home", "go(0)", words.START, key_display="⇤", priority=True),
        Binding("end", "go(1000000)", words.END, key_display="⇥", priority=True),
        Binding("space", "run", words.RUN, key_display="Space", priority=True),
        Binding("b", "board", words.BOARD, key_display="B"),
        Binding("q", "app.leave", words.QUIT, key_display="Q"),
    ]
    DEFAULT_CSS = """
    RecordScreen #found { height: auto; max-height: 50%; padding: 1 0 0 0; color: $text; }
    RecordScreen.below #found { display: none; }
    """

    def __init__(
        self,
        retold: Retold,
        voice: Voice,
        at: int = 0,
        board: str | None = None,
        review: Iterator[Reviewed] | None = None,
    ) -> None:
        self._retold, self._review, self._last = retold, review, len(retold.tries)
        over, before = retold.result is not None, Picture(retold.settings.size, retold.boards[0])
        self._boards = [*[TRUTH] * over, *retold.seats, AUDIENCE.name, *[HEAT] * (review is not None)]
        self._board = board or (HEAT if review else TRUTH if over else AUDIENCE.name)
        self.number, self.reviewed = at, list[Reviewed]()
        super().__init__(before, voice.facts(retold.settings), voice, asked=False)
        self._slider, self._found = Slider(self._last), Prose(id="found")

    def below(self) -> ComposeResult:
        yield self._slider

    def on_mount(self) -> None:
        """Show the first moment, and start the review if there is one."""
        self.mount(self._found, after=self.transcript)
        self._runs = self.set_interval(PACE, lambda: self.action_turn(1), pause=True)
        self._going = False
        self.transcript.focus()
        self._show()
        if self._review is not None:
            self.run_worker(self._look_again(self._review), exit_on_error=True)

    async def _look_again(self, review: Iterator[Reviewed]) -> None:
        """Review every try, one after the other, and show the findings as they come."""
        while (each := await aside(lambda: next(review, None))) is not None:
            self.reviewed.append(each)
            self._show()

    def action_turn(self, by: int) -> None:
        """Go on by a number of tries, or back."""
        self.action_go(self.number + by)

    def action_go(self, number: int) -> None:
        """Go to the moment after a number of tries; a running replay stops at the end."""
        self.number = min(max(number, 0), self._last)
        if self._going and self.number == self._last:
            self.action_run()
        self._show()

    def action_run(self) -> None:
        """Run the replay, or stop it; at the end it begins anew."""
        self._going = not self._going
        if self._going and self.number == self._last:
            self.number = 0
            self._show()
        (self._runs.resume if self._going else self._runs.pause)()

    def action_board(self) -> None:
        """Show the next board."""
        self._board = self._boards[(self._boards.index(self._board) + 1) % len(self._boards)]
        self._show()

    def on_slider_turned(self, event: Slider.Turned) -> None:
        """Go to the moment that was chosen on the slider."""
        self.action_go(event.number)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the moment of the selected line."""
        self.action_go(event.option_index + 1)

    def _show(self) -> None:
        retold, number, say = self._retold, self.number, self.voice.say
        self.board.show(self._picture())
        seat = None if self._board in (TRUTH, HEAT) else self._board
        lines = retold.lines(seat, self.voice.language)
        self.transcript.show(lines, number - 1)
        at = say(words.AT, moment=number, last=self._last)
        self.now(f"{self._title()}\n{at}")
        self._slider.turn(number)
        self.tell(self._end() if number == self._last else lines[number - 1] if number else "")
        self._found.say("\n".join(self._sentences()))

    def _end(self) -> str:
        language, result, to_move = self.voice.language, self._retold.result, self._retold.to_move
        if result is not None:
            return ending(result, language, self._retold.settings.ruleset)
        return going_on(to_move, language) if to_move is not None else ""

    def _title(self) -> str:
        say, tries = self.voice.say, self._retold.tries
        if self._board == TRUTH:
            return say(words.TRUTH)
        if self._board == AUDIENCE.name:
            return say(words.AUDIENCE)
        if self._board != HEAT:
            return say(words.BOARD_OF, seat=self.voice.name(self._board))
        return say(words.HEAT, seat=self.voice.name(tries[max(0, self.number - 1)].seat)) if tries else ""

    def _picture(self) -> Picture:
        retold, number = self._retold, self.number
        if self._board in (*retold.seats, AUDIENCE.name):
            return Picture.of(retold.view(self._board, number))
        tried = retold.tries[number - 1] if number else None
        point = tried.attempt.point if tried else None
        last = None if tried is None or point is None else (point, tried.reason is not None)
        if self._board == TRUTH:
            return Picture(retold.settings.size, retold.boards[number], last)
        if tried is None:
            return Picture(retold.settings.size, retold.boards[0])
        heat = self.reviewed[number - 1].opponent if number <= len(self.reviewed) else ()
        return Picture(retold.settings.size, retold.view(tried.seat, number - 1).board, last, heat=heat)

    def _sentences(self) -> Sequence[str]:
        """Return the findings on the last try; before the first, the turning points, or the progress of the review."""
        if self._review is None:
            return ()
        if 0 < self.number <= len(self.reviewed):
            return list(sentences(self.reviewed[self.number - 1], self._retold.settings.size, self.voice.language))
        if len(self.reviewed) < self._last:
            return (self.voice.say(words.FAR, done=len(self.reviewed), total=self._last),)
        language = self.voice.language
        turned = [f"{number}. −{percent(fall, language)}" for number, fall in turning_points(self.reviewed, MOST)]
        return (self.voice.say(words.TURNED), *(turned or ["–"]))
