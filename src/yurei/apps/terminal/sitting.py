"""A game at one terminal: who sits where, what is put to the table and written down, and whether a draw is offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from yurei.apps.terminal.book import Book
from yurei.errors import BadTry
from yurei.languages import N_
from yurei.referee.answers import Attempt
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import Colour
from yurei.rules.state import RESIGN, Try, read_try


class Chooser(Protocol):
    """A player: a view in, a try out."""

    def choose(self, view: View) -> Try:
        """A try for the seat whose view this is."""


class Sitting:
    """Who sits at a table, at one terminal.

    Args:
        table: Where the game is refereed.
        book: Keeps the record.
        players: Who plays the seats that no person takes, by the seat's name.

    Attributes:
        settings, table, book, players: As they were handed in.
        people: The seats of people, in the order of their turns.
        hides: Whether people hand the terminal over, and none may see another's board.
        offered: Whose offer of a draw stands; None where none does.
    """

    def __init__(self, table: Table, book: Book, players: Mapping[str, Chooser]) -> None:
        self.settings, self.table, self.book, self.players = table.settings, table, book, players
        self.people = [seat.name for seat in self.settings.seating.seats if seat.name not in players]
        self.hides = len(self.people) > 1 and self.settings.seating.hands != "one"
        self.offered: Colour | None = None
        self._refused: set[Try] = set()

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None after the end."""
        return self.table.to_move

    def listener(self, mover: str) -> str:
        """Whose ears the terminal has, where nothing is hidden from those who sit at it."""
        if mover in self.people:
            return mover
        return self.people[0] if self.people else AUDIENCE.name

    def attempt(self, seat: str, attempt: Try) -> Attempt:
        """Put a try to the table and write it down. A move answers an offer of the opponent's: it declines.

        Raises:
            GameOver, OutOfTurn, BadTry: see ``Table.attempt``.
        """
        answer = self.table.attempt(seat, attempt)
        self._refused = self._refused | {attempt} if self.table.to_move == seat and not answer.accepted else set()
        self.book.tried(seat, attempt, answer.accepted)
        if answer.accepted and self.offered is not self.colour(seat):
            self.offered = None
        return answer

    def choose(self, seat: str) -> tuple[Try, str]:
        """What a player tries on his seat, and what was wrong with him; empty for nothing. Who goes wrong resigns."""
        try:
            attempt = self.players[seat].choose(self.table.view(seat))
            again = attempt in self._refused
            attempt = read_try(attempt.text(self.settings.size), self.settings.size)
        except Exception as error:  # somebody else's player may raise anything
            return RESIGN, type(error).__name__
        return (RESIGN, attempt.text(self.settings.size)) if again else (attempt, "")

    def draw(self, seat: str) -> bool:
        """Offer a draw, or agree to one; whether the game has ended by it.

        Raises:
            BadTry: if there is no draw by agreement.
        """
        if not self.settings.ruleset.draw_by_agreement or self.players:
            raise BadTry(N_("there is no draw by agreement here; it takes two people and --draw-by-agreement"))
        if self.offered in (None, self.colour(seat)):
            self.offered = self.colour(seat)
            return False
        self.table.agree()
        self.book.agreed()
        return True

    def colour(self, seat: str) -> Colour | None:
        """Whose stones a seat plays."""
        return self.settings.seating.seat(seat).colour
