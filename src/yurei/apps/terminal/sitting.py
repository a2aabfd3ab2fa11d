"""A game at one terminal: its seats and table, offers of a draw, and its record, saved after every try."""

from collections.abc import Callable, Mapping
from datetime import datetime

from yurei.errors import BadTry
from yurei.languages import N_
from yurei.players import Player
from yurei.records import End, Entry, Program, Record, begin, write
from yurei.referee.answers import Attempt
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import Colour
from yurei.rules.state import RESIGN, EndedBy, Try, read_try

Clock = Callable[[], datetime]


def no_book(text: str) -> None:
    """Keep nothing."""


class Book:
    """Keeps the record of a game in progress.

    Args:
        settings, setup: The game.
        clock: Returns the time, with its zone.
        keep: Called with the whole record as text whenever it has changed.
        players: The programs among the players.
    """

    def __init__(
        self,
        settings: Settings,
        setup: str | None,
        clock: Clock,
        keep: Callable[[str], None] = no_book,
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

    Args:
        table: The referee's table.
        book: Keeps the record.
        players: By seat, the players of seats without a person.

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
        """Put a try to the table and record it. A move declines an offer of the opponent's.

        Raises:
            GameOver, OutOfTurn, BadTry: see ``Table.attempt``.
        """
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
        """Offer a draw, or agree to one; return whether the game has ended by it.

        Raises:
            BadTry: if there is no draw by agreement.
        """
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
