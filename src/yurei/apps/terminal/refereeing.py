"""Refereeing at a real table: the referee types the tries, sees the third board and reads aloud what to say."""

from functools import partial

from yurei.apps.terminal import words
from yurei.apps.terminal.drawing import draw
from yurei.apps.terminal.game import show_reveal
from yurei.apps.terminal.screen import Screen, quit
from yurei.apps.terminal.sitting import Book
from yurei.errors import BadTry
from yurei.languages import ENGLISH, N_, listed
from yurei.records import replay
from yurei.referee.announce import REASONS
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE
from yurei.rules.judge import Verdict
from yurei.rules.state import read_try, start

REFEREE_ONLY = N_("This screen is for the referee only. Type each try as you learn of it; help lists all commands.")


class Refereeing:
    """A game that a person referees at this terminal.

    Args:
        book: Holds the settings, and keeps the record.
        screen: Where the referee reads and types. Players may not look at it.
        language: The language of the referee.
    """

    def __init__(self, book: Book, screen: Screen, language: str = ENGLISH) -> None:
        self._book, self._screen, self._voice, self._language = book, screen, words.Voice(language), language
        self._settings, self._setup = book.record.settings, book.record.setup
        self._sit_down()

    def run(self) -> None:
        """Referee until the game is over, and reveal it.

        Raises:
            Left: if the input ends, or the referee quits, before.
        """
        self._screen.show(words.opening(self._settings, self._language))
        self._screen.show(self._voice.say(REFEREE_ONLY))
        self._show_board()
        while (seat := self._table.to_move) is not None:
            prompt = f"{self._voice.name(seat)}> "
            self._screen.ask_command(prompt, partial(self._obey, seat), self._voice)
        show_reveal(self._table, self._screen, self._language)

    def _sit_down(self) -> None:
        """Make a new table, and try there everything in the book."""
        settings, setup = self._settings, self._setup or self._settings.setup
        self._cells = start(settings.ruleset, settings.size, settings.komi, settings.first, setup).cells
        self._verdict: Verdict | None = None
        self._table = Table.of(settings, self._setup, witness=self._witness)
        for _ in replay(self._book.record, self._table):
            pass

    def _witness(self, verdict: Verdict) -> None:
        self._verdict, self._cells = verdict, verdict.after.cells

    def _obey(self, seat: str, line: str) -> None:
        line = line.lower()
        commands = {
            "": lambda: None,
            "board": self._show_board,
            "draw": self._draw,
            "help": lambda: self._screen.show(
                words.help_text(self._settings.ruleset, words.UNDO | words.OTHERS, self._language)
            ),
            "undo": self._undo,
            "quit": quit,
        }
        if line in commands:
            commands[line]()
        else:
            self._attempt(seat, line)

    def _attempt(self, seat: str, line: str) -> None:
        attempt = read_try(line, self._settings.size)
        answer = self._table.attempt(seat, attempt)
        self._book.tried(seat, attempt, answer.accepted)
        if answer.accepted:
            self._show_board()
        self._screen.show(self._voice.say(N_("Announce: {said}"), said=answer.said(self._language)))
        for line in self._truth():
            self._screen.show(line)

    def _truth(self) -> list[str]:
        """Return the referee's own information: why a try was refused, and what to take off the boards."""
        verdict, size, say = self._verdict, self._settings.size, self._voice.say
        assert verdict is not None
        if verdict.reason is not None:
            return [say(N_("Only for you: {reason}"), reason=say(REASONS[verdict.reason]))]
        lines = [
            say(
                N_("Only for you: {owner} loses {points}."),
                owner=self._voice.name(colour.word),
                points=listed(size.names(verdict.removed.of(colour)), self._language),
            )
            for colour in (BLACK, WHITE)
            if verdict.removed.of(colour)
        ]
        if verdict.removed.replaced is not None:
            owner = self._voice.name(verdict.removed.replaced.word)
            lines.append(say(N_("Only for you: the stone replaces a ghost of {owner}."), owner=owner))
        return lines

    def _undo(self) -> None:
        if not self._book.record.entries:
            raise BadTry(N_("there is no try to undo yet"))
        self._book.take_back()
        self._sit_down()
        self._show_board()

    def _draw(self) -> None:
        self._table.agree()
        self._book.agreed()

    def _show_board(self) -> None:
        last = self._verdict.attempt.point if self._verdict and self._verdict.accepted else None
        self._screen.show(draw(self._cells, self._settings.size, self._screen.signs, last))
