"""Games at one terminal: with hand-overs behind a curtain and players on the other seats, or refereed by a person.

A person is shown their own view and the announcements, nothing more. A person who referees a game at a real table types
the tries, sees the third board and reads aloud what to say. The record is saved after every try.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from yurei.apps.terminal.screen import (
    OFFERED,
    OFFERS,
    OTHERS,
    UNDO,
    WENT_WRONG,
    Screen,
    Voice,
    draw,
    ending,
    help_text,
    middle,
    opening,
    quit,
    tried_text,
)
from yurei.errors import BadTry
from yurei.languages import ENGLISH, N_, listed
from yurei.players import Player
from yurei.records import End, Entry, Program, Record, begin, replay, write
from yurei.referee.announce import REASONS, Attempt, heard
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Verdict
from yurei.rules.state import RESIGN, EndedBy, Try, read_try, start

Clock = Callable[[], datetime]


class Book:
    """Keeps the record of a game in progress: calls ``keep`` with the whole record as text whenever it has changed."""

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

    def tried(self, seat: str, attempt: Try, accepted: bool) -> None:
        """Record a try."""
        self.record = self.record.plus(Entry(seat, attempt, accepted, self._clock()))
        self._save()

    def agreed(self) -> None:
        """Record that the players have agreed to a draw."""
        self.record = self.record.plus(End(EndedBy.AGREEMENT, at=self._clock()))
        self._save()

    def take_back(self) -> None:
        """Remove the last try."""
        self.record = self.record.minus_last()
        self._save()

    def _save(self) -> None:
        self._keep(write(self.record))


class Sitting:
    """A table at one terminal, with its people and players.

    Attributes:
        people: The seats of people, in the order of their turns.
        hides: Whether people hand the terminal over, and may not see each other's boards.
    """

    def __init__(self, table: Table, book: Book, players: Mapping[str, Player]) -> None:
        self._settings, self._table, self._book, self._players = table.settings, table, book, players
        self.people = [seat.name for seat in self._settings.seating.seats if seat.name not in players]
        self.hides = len(self.people) > 1 and self._settings.seating.hands != "one"
        self._offered: Colour | None = None  # the colour whose offer of a draw stands
        self._refused: set[Try] = set()

    def listener(self, mover: str) -> str:
        """Return the seat whose announcements are shown if nothing is hidden at this terminal."""
        if mover in self.people:
            return mover
        return self.people[0] if self.people else AUDIENCE.name

    def attempt(self, seat: str, attempt: Try) -> Attempt:
        """Put a try to the table and record it. A move declines an offer of the opponent's."""
        answer = self._table.attempt(seat, attempt)
        self._refused = self._refused | {attempt} if self._table.to_move == seat and not answer.accepted else set()
        self._book.tried(seat, attempt, answer.accepted)
        if answer.accepted and self._offered is not self._colour(seat):
            self._offered = None
        return answer

    def choose(self, seat: str) -> tuple[Try, str]:
        """Ask a player for a try; return it and the player's error, empty for none. On an error the player resigns."""
        try:
            attempt = self._players[seat].choose(self._table.view(seat))
            again = attempt in self._refused
            attempt = read_try(attempt.text(self._settings.size), self._settings.size)
        except Exception as error:  # another package's player may raise anything
            return RESIGN, type(error).__name__
        return (RESIGN, attempt.text(self._settings.size)) if again else (attempt, "")

    def draw(self, seat: str) -> bool:
        """Offer a draw, or agree to one; return whether the game has ended by it."""
        if not self._settings.ruleset.draw_by_agreement or self._players:
            raise BadTry(N_("there is no draw by agreement here; it takes two people and --draw-by-agreement"))
        if self._offered in (None, self._colour(seat)):
            self._offered = self._colour(seat)
            return False
        self._table.agree()
        self._book.agreed()
        return True

    def _colour(self, seat: str) -> Colour | None:
        """Return the colour that a seat plays."""
        return self._settings.seating.seat(seat).colour


class Game:
    """A game from its first try to the reveal. ``players`` has the players of seats without a person."""

    def __init__(
        self, table: Table, screen: Screen, book: Book, players: Mapping[str, Player], language: str = ENGLISH
    ) -> None:
        self._sitting, self._table, self._screen = Sitting(table, book, players), table, screen
        self._players, self._voice, self._language = players, Voice(language), language
        self._settings, self._hides = table.settings, self._sitting.hides
        self._looking: str | None = None
        self._said: list[str] = []
        self._told = dict.fromkeys(self._sitting.people, 0)

    def play(self) -> None:
        """Play until the game is over, and reveal it; ``Left`` is raised if the input ends, or a player quits, before."""
        self._say(opening(self._settings, self._language))
        if self._sitting.people:
            example = N_("Type a point such as {point}; help lists all commands.")
            self._say(self._voice.say(example, point=middle(self._settings.size)))
        try:
            while (seat := self._table.to_move) is not None:
                self._ask_player(seat) if seat in self._players else self._ask_person(seat)
        finally:
            if self._hides:
                self._screen.uncover()
        self._reveal()

    def _ask_player(self, seat: str) -> None:
        attempt, wrong = self._sitting.choose(seat)
        if wrong:
            self._screen.show(self._voice.say(WENT_WRONG, seat=self._voice.name(seat), wrong=wrong))
        self._attempt(seat, attempt)

    def _ask_person(self, seat: str) -> None:
        if self._hides and seat != self._looking:
            self._hand_over(seat)
        self._looking = seat
        self._show_board(seat)
        while self._table.to_move == seat:
            prompt = f"{self._voice.name(seat)}> "
            self._screen.ask_command(prompt, partial(self._obey, seat), self._voice)

    def _obey(self, seat: str, line: str) -> None:
        line = line.lower()
        commands = {
            "": lambda: None,
            "board": lambda: self._show_board(seat),
            "help": lambda: self._screen.show(help_text(self._settings.ruleset, language=self._language)),
            "draw": lambda: self._draw(seat),
            "quit": quit,
        }
        if line in commands:
            commands[line]()
        else:
            self._attempt(seat, read_try(line, self._settings.size))

    def _attempt(self, seat: str, attempt: Try) -> None:
        answer = self._sitting.attempt(seat, attempt)
        if not self._hides:
            told = answer.told[self._sitting.listener(seat)]
            self._screen.show(heard(told, self._settings, self._language))
        elif self._table.to_move == seat:
            self._screen.show(answer.said(self._language))
        else:
            self._said.append(answer.said(self._language))

    def _draw(self, seat: str) -> None:
        if not self._sitting.draw(seat):
            self._screen.show(self._voice.say(OFFERED))
            self._say(self._voice.say(OFFERS, seat=self._voice.name(seat)))

    def _say(self, text: str) -> None:
        """Announce a text to all: at once, or on the curtain."""
        self._said.append(text) if self._hides else self._screen.show(text)

    def _hand_over(self, seat: str) -> None:
        self._screen.curtain()
        for text in self._said:
            self._screen.show(text)
        self._said.clear()
        handed = self._voice.say(N_("Hand over to {seat}; {seat} presses Enter."), seat=self._voice.name(seat))
        if self._screen.ask(f"{handed} ").lower() == "quit":
            quit()
        self._screen.curtain()
        tellings = self._table.view(seat).heard
        for told in tellings[self._told[seat] :]:
            self._screen.show(heard(told, self._settings, self._language))
        self._told[seat] = len(tellings)

    def _show_board(self, seat: str) -> None:
        view = self._table.view(seat)
        own = [told.attempt for told in view.heard if told.seat == seat and told.attempt is not None]
        mark = own[-1].point if own else None
        self._screen.show(draw(view.board, self._settings.size, self._screen.signs, mark, view.fog))

    def _reveal(self) -> None:
        for text in self._said:
            self._screen.show(text)
        show_reveal(self._table, self._screen, self._language)


def show_reveal(table: Table, screen: Screen, language: str) -> None:
    """Show the reveal after the end: the reference board, the result, every try."""
    reveal, size = table.reveal(), table.settings.size
    say = Voice(language).say
    screen.show(f"\n{say(N_('The board:'))}\n{draw(reveal.board, size, screen.signs)}")
    screen.show(ending(reveal.result, language, table.settings.ruleset))
    screen.show(f"\n{say(N_('Every try:'))}")
    for count, tried in enumerate(reveal.tries, start=1):
        screen.show(f"{count:4}  {tried_text(tried, size, language)}")


REFEREE_ONLY = N_("This screen is for the referee only. Type each try as you learn of it; help lists all commands.")


class Refereeing:
    """A game that a person referees at this terminal, which players may not look at."""

    def __init__(self, book: Book, screen: Screen, language: str = ENGLISH) -> None:
        self._book, self._screen, self._voice, self._language = book, screen, Voice(language), language
        self._settings, self._setup = book.record.settings, book.record.setup
        self._sit_down()

    def run(self) -> None:
        """Referee until the game is over, and reveal it; ``Left`` is raised if the referee quits before."""
        self._screen.show(opening(self._settings, self._language))
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
            "help": lambda: self._screen.show(help_text(self._settings.ruleset, UNDO | OTHERS, self._language)),
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
