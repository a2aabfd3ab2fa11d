"""Games at one terminal: people hand it over and programs play seats, or a person referees two others.

A person is shown their own view and the announcements, nothing more. The record is saved after every try.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from yurei.apps.terminal import screen as terminal
from yurei.errors import BadTry
from yurei.languages import ENGLISH, N_, listed
from yurei.players import Player
from yurei.records import End, Entry, Program, Record, begin, replay, write
from yurei.referee.announce import REASONS, announcement_text
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Verdict
from yurei.rules.state import RESIGN, EndedBy, Try, read_try, start

Clock = Callable[[], datetime]
OFFERED = N_("Make your move first; the offer is answered after it.")
OFFERS = N_("{seat} offers a draw; type draw to accept it.")
WENT_WRONG = N_("{seat}’s program failed and resigns: {wrong}.")


class Recorder:
    """The record of a game in progress. After each change, ``keep`` is called with the complete record as text."""

    def __init__(
        self,
        settings: Settings,
        setup: str | None,
        clock: Clock,
        keep: Callable[[str], object] = lambda text: None,
        players: tuple[Program, ...] = (),
    ) -> None:
        self._clock, self._keep = clock, keep
        self.record: Record = begin(settings, setup, clock(), players)
        self._save()

    def add_try(self, seat: str, attempt: Try, accepted: bool) -> None:
        self.record = self.record.with_entry(Entry(seat, attempt, accepted, self._clock()))
        self._save()

    def add_agreement(self) -> None:
        self.record = self.record.with_entry(End(EndedBy.AGREEMENT, at=self._clock()))
        self._save()

    def take_back(self) -> None:
        self.record = self.record.minus_last()
        self._save()

    def _save(self) -> None:
        self._keep(write(self.record))


class Game:
    """A game at the terminal, from the first try to the reveal. ``players`` has the programs, by seat."""

    def __init__(
        self,
        table: Table,
        screen: terminal.Screen,
        book: Recorder,
        players: Mapping[str, Player],
        language: str = ENGLISH,
    ) -> None:
        self._table, self._screen, self._book, self._players = table, screen, book, players
        self._voice, self._language, self._settings = terminal.Voice(language), language, table.settings
        self._people = [seat.name for seat in self._settings.seating.seats if seat.name not in players]
        # Whether people hand the terminal over, and must not see each other's boards.
        self._hides = len(self._people) > 1 and self._settings.seating.hands != "one"
        self._draw_offered_by: Colour | None = None
        self._refused: set[Try] = set()
        self._looking: str | None = None
        self._said: list[str] = []
        self._told = dict.fromkeys(self._people, 0)

    def play(self) -> None:
        """Play the game to its end, and show the reveal; raise ``PersonLeft`` if the input ends or a player quits."""
        self._say(terminal.opening_text(self._settings, self._language))
        if self._people:
            example = N_("Type a point such as {point}; help lists all commands.")
            self._say(self._voice.say(example, point=terminal.middle_point(self._settings.size)))
        try:
            while (seat := self._table.to_move) is not None:
                self._ask_player(seat) if seat in self._players else self._ask_person(seat)
        finally:
            if self._hides:
                self._screen.show_empty_page()
        for text in self._said:
            self._screen.show(text)
        show_reveal(self._table, self._screen, self._language)

    def _ask_player(self, seat: str) -> None:
        """Ask a program for a try; resign for it after an error, or if it repeats a refused try in the same turn."""
        try:
            attempt = self._players[seat].choose(self._table.view(seat))
            again = attempt in self._refused
            attempt = read_try(attempt.text(self._settings.size), self._settings.size)
            wrong = attempt.text(self._settings.size) if again else ""
        except Exception as error:  # a player of a different package may raise anything
            wrong = type(error).__name__
        if wrong:
            attempt = RESIGN
            self._screen.show(self._voice.say(WENT_WRONG, seat=self._voice.name(seat), wrong=wrong))
        self._attempt(seat, attempt)

    def _ask_person(self, seat: str) -> None:
        if self._hides and seat != self._looking:
            self._hand_over(seat)
        self._looking = seat
        self._show_board(seat)
        commands = {
            "board": lambda: self._show_board(seat),
            "help": lambda: self._screen.show(terminal.help_text(self._settings.ruleset, language=self._language)),
            "draw": lambda: self._draw(seat),
        }
        while self._table.to_move == seat:
            prompt = f"{self._voice.name(seat)}> "
            self._screen.ask_command(prompt, commands, partial(self._try, seat), self._voice)

    def _try(self, seat: str, line: str) -> None:
        self._attempt(seat, read_try(line.lower(), self._settings.size))

    def _attempt(self, seat: str, attempt: Try) -> None:
        """Make a try at the table, record it, and show the answer. A move declines the opponent's draw offer."""
        answer = self._table.attempt(seat, attempt)
        self._refused = self._refused | {attempt} if self._table.to_move == seat and not answer.accepted else set()
        self._book.add_try(seat, attempt, answer.accepted)
        if answer.accepted and self._draw_offered_by is not self._settings.seating.seat(seat).colour:
            self._draw_offered_by = None
        if self._hides:
            said = answer.said(self._language)
            self._screen.show(said) if self._table.to_move == seat else self._said.append(said)
            return
        # Nothing is hidden at this terminal: the mover's announcement is shown, or the only person's, or the audience's.
        listener = seat if seat in self._people else self._people[0] if self._people else AUDIENCE.name
        self._screen.show(announcement_text(answer.told[listener], self._settings, self._language))

    def _draw(self, seat: str) -> None:
        if not self._settings.ruleset.draw_by_agreement or self._players:
            raise BadTry(N_("there is no draw by agreement here; it takes two people and --draw-by-agreement"))
        colour = self._settings.seating.seat(seat).colour
        if self._draw_offered_by not in (None, colour):
            self._table.agree()
            self._book.add_agreement()
            return
        self._draw_offered_by = colour
        self._screen.show(self._voice.say(OFFERED))
        self._say(self._voice.say(OFFERS, seat=self._voice.name(seat)))

    def _say(self, text: str) -> None:
        """Show a text to everybody: now, or on the screen at the next hand-over if boards are hidden."""
        self._said.append(text) if self._hides else self._screen.show(text)

    def _hand_over(self, seat: str) -> None:
        self._screen.hide_page()
        for text in self._said:
            self._screen.show(text)
        self._said.clear()
        handed = self._voice.say(N_("Hand over to {seat}; {seat} presses Enter."), seat=self._voice.name(seat))
        if self._screen.read_line(f"{handed} ").lower() == "quit":
            terminal.quit()
        self._screen.hide_page()
        tellings = self._table.view(seat).heard
        for told in tellings[self._told[seat] :]:
            self._screen.show(announcement_text(told, self._settings, self._language))
        self._told[seat] = len(tellings)

    def _show_board(self, seat: str) -> None:
        view = self._table.view(seat)
        own = [told.attempt for told in view.heard if told.seat == seat and told.attempt is not None]
        mark = own[-1].point if own else None
        self._screen.show(terminal.draw_board(view.board, self._settings.size, self._screen.signs, mark, view.fog))


def show_reveal(table: Table, screen: terminal.Screen, language: str) -> None:
    """Show the reveal after the end of a game: the true board, the result, every try."""
    reveal, size = table.reveal(), table.settings.size
    say = terminal.Voice(language).say
    screen.show(f"\n{say(N_('The board:'))}\n{terminal.draw_board(reveal.board, size, screen.signs)}")
    screen.show(terminal.ending_text(reveal.result, language, table.settings.ruleset))
    screen.show(f"\n{say(N_('Every try:'))}")
    for count, tried in enumerate(reveal.tries, start=1):
        screen.show(f"{count:4}  {terminal.tried_text(tried, size, language)}")


REFEREE_ONLY = N_("This screen is for the referee only. Type each try as you learn of it; help lists all commands.")


class RefereedByPerson:
    """A game that a person referees with this terminal; the players sit elsewhere and must not see it."""

    def __init__(self, book: Recorder, screen: terminal.Screen, language: str = ENGLISH) -> None:
        self._book, self._screen, self._voice, self._language = book, screen, terminal.Voice(language), language
        self._settings, self._setup = book.record.settings, book.record.setup
        self._replay_book()

    def run(self) -> None:
        """Take the referee's commands to the end of the game, then show the reveal; raise ``PersonLeft`` on quitting."""
        self._screen.show(terminal.opening_text(self._settings, self._language))
        self._screen.show(self._voice.say(REFEREE_ONLY))
        self._show_board()
        commands = {
            "board": self._show_board,
            "draw": self._draw,
            "help": lambda: self._screen.show(
                terminal.help_text(self._settings.ruleset, terminal.WITH_UNDO, self._language)
            ),
            "undo": self._undo,
        }
        while (seat := self._table.to_move) is not None:
            prompt = f"{self._voice.name(seat)}> "
            self._screen.ask_command(prompt, commands, partial(self._attempt, seat), self._voice)
        show_reveal(self._table, self._screen, self._language)

    def _replay_book(self) -> None:
        """Make a new table, and replay the record of the book there."""
        settings, setup = self._settings, self._setup or self._settings.setup
        self._cells = start(settings.ruleset, settings.size, settings.komi, settings.first, setup).cells
        self._verdict: Verdict | None = None
        self._table = Table.of(settings, self._setup, witness=self._note_verdict)
        for _ in replay(self._book.record, self._table):
            pass

    def _note_verdict(self, verdict: Verdict) -> None:
        self._verdict, self._cells = verdict, verdict.after.cells

    def _attempt(self, seat: str, line: str) -> None:
        attempt = read_try(line.lower(), self._settings.size)
        answer = self._table.attempt(seat, attempt)
        self._book.add_try(seat, attempt, answer.accepted)
        if answer.accepted:
            self._show_board()
        self._screen.show(self._voice.say(N_("Announce: {said}"), said=answer.said(self._language)))
        for line in self._referee_notes():
            self._screen.show(line)

    def _referee_notes(self) -> list[str]:
        """Return notes for the referee only: why a try is illegal, and which stones to take off the boards."""
        verdict, size, say = self._verdict, self._settings.size, self._voice.say
        assert verdict is not None
        if verdict.reason is not None:
            return [say(N_("Only for you: {reason}"), reason=say(REASONS[verdict.reason]))]
        lines = [
            say(
                N_("Only for you: {owner} loses {points}."),
                owner=self._voice.name(colour.word),
                points=listed(size.names(verdict.removed.pieces_of(colour)), self._language),
            )
            for colour in (BLACK, WHITE)
            if verdict.removed.pieces_of(colour)
        ]
        if verdict.removed.replaced is not None:
            owner = self._voice.name(verdict.removed.replaced.word)
            lines.append(say(N_("Only for you: the stone replaces a ghost of {owner}."), owner=owner))
        return lines

    def _undo(self) -> None:
        if not self._book.record.entries:
            raise BadTry(N_("there is no try to undo yet"))
        self._book.take_back()
        self._replay_book()
        self._show_board()

    def _draw(self) -> None:
        self._table.agree()
        self._book.add_agreement()

    def _show_board(self) -> None:
        last = self._verdict.attempt.point if self._verdict and self._verdict.accepted else None
        self._screen.show(terminal.draw_board(self._cells, self._settings.size, self._screen.signs, last))
