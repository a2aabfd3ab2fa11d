"""The boards that fit everything a seat was told, and the facts that are the same on all of these boards."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec

from yurei.errors import BadValue
from yurei.players.exact_set import MOST, Beginning, ExactSet, PlainSet, TooManyStates, find_possible_boards
from yurei.referee import seating
from yurei.referee.compilable import is_settings_compilable
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, LETTERS, WHITE, Colour, colour_of
from yurei.rules.judge import Reason

__all__ = ["MOST", "ExactSet", "Following", "Known", "TooManyStates", "begin", "exact_set", "is_compiled", "known"]

CELLS = len(LETTERS)
MOST_FOLLOWED = 50_000
"""Bound on the number of states, with which a step takes less than a second on boards up to 9x9."""


@dataclass(frozen=True)
class Known:
    """All boards that fit everything a seat was told, and what is certain since it is the same on all of them.

    Attributes:
        settings: The settings of the game.
        seat: The seat.
        boards: The boards, sorted; one cell a point, see ``yurei.rules.board``.
        states: Number of states of the game: boards with everything else on which later answers depend, such as ko.
    """

    settings: Settings
    seat: Seat
    boards: tuple[bytes, ...]
    states: int

    def __len__(self) -> int:
        """Return the number of boards."""
        return len(self.boards)

    @cached_property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """Numbers of boards for each point, by its cell: empty, black stone, white stone, black ghost, white ghost."""
        points, everything = self.settings.size.points, b"".join(self.boards)
        columns = (everything[point::points] for point in range(points))
        return tuple(tuple(column.count(cell) for cell in range(CELLS)) for column in columns)

    @cached_property
    def certain(self) -> dict[int, int]:
        """The points whose cell is the same on all boards, with that cell."""
        first = self.boards[0]
        return {point: cell for point, cell in enumerate(first) if self.counts[point][cell] == len(self.boards)}

    def points(self, colour: Colour | None) -> tuple[int, ...]:
        """Return the points that certainly have a piece of this colour, or for None are empty, by column, then row."""
        most = len(self.boards)
        return self.settings.size.in_order(point for point, count in enumerate(self.count(colour)) if count == most)

    def count(self, colour: Colour | None) -> tuple[int, ...]:
        """Return for each point the number of boards on which it has a piece of this colour, or for None is empty."""
        cells = [cell for cell in range(CELLS) if colour_of(cell) is colour]
        return tuple(sum(each[cell] for cell in cells) for each in self.counts)

    @property
    def free(self) -> tuple[int, ...]:
        """The points that are certainly empty."""
        return self.points(None)

    @property
    def black(self) -> tuple[int, ...]:
        """The points that certainly have a black piece."""
        return self.points(BLACK)

    @property
    def white(self) -> tuple[int, ...]:
        """The points that certainly have a white piece."""
        return self.points(WHITE)

    @property
    def text(self) -> str:
        """A board text with what is certain: rows from the top, ``?`` for points where the boards differ."""
        size = self.settings.size
        letters = [LETTERS[self.certain[k]] if k in self.certain else "?" for k in range(size.points)]
        rows = ("".join(letters[first : first + size.width]) for first in range(0, size.points, size.width))
        return "/".join(reversed(list(rows)))


def begin(opening: View, boards: Iterable[str | bytes] | None = None, most: int = MOST) -> ExactSet:
    """Return a seat's exact set before the first try; arguments and errors are those of ``known``."""
    return exact_set(opening, find_possible_boards(opening, boards), most)


def exact_set(opening: View, began: Beginning, most: int) -> ExactSet:
    """Return a new exact set before the first try: a ``CompiledSet`` if compiled code supports the game."""
    if is_compiled(opening.settings):
        from yurei.players.certain_compiled import CompiledSet

        return CompiledSet(opening, began, most)
    return PlainSet(opening, began, most)


def is_compiled(settings: Settings) -> bool:
    """Return whether compiled code supports a game's exact set: needs two seats with a board each, and numba."""
    two = settings.seating.seats == seating.get("duel").seats
    return two and is_settings_compilable(settings) and find_spec("numba") is not None


def known(view: View, boards: Iterable[str | bytes] | None = None, most: int = MOST) -> Known:
    """Return all boards that fit everything a seat was told, and what is certain on each point.

    It considers every try of the opponent that fits, sensible or not. It is meant for small boards, and for
    games in which much is told.

    Args:
        view: The seat's view, or the audience's.
        boards: The boards with which the game may have begun, as texts or cells. Boards that do not look to the seat
            like its opening are ignored. None for the empty board, or the handicap.
        most: The bound on the number of states, 1 or more.

    Raises:
        TooManyStates: if more states fit than the bound; the message says how far it came.
        BadBoard: if a board is not a board of the game.
        BadValue: if no board fits.

    >>> import yurei
    >>> table = yurei.Table("go", referee="hamburg", size=2)
    >>> for seat, tried in (("black", "A1"), ("white", "B2"), ("black", "B2")):
    ...     answer = table.attempt(seat, tried)
    >>> found = yurei.known(table.view("black"))
    >>> len(found), found.text
    (1, '.W/B.')
    """
    exact = begin(view.opening, boards, most)
    for told in view.heard:
        exact = exact.after(told)
    return _known_from(exact)


def _known_from(exact: ExactSet) -> Known:
    return Known(exact.opening.settings, exact.opening.seat, tuple(exact.boards()), len(exact))


class Following:
    """Keeps a seat's exact set up to date during a game, until the set exceeds its bound; only in compiled code."""

    def __init__(self, opening: View, most: int = MOST_FOLLOWED) -> None:
        self._exact: ExactSet | None = begin(opening, most=most) if is_compiled(opening.settings) else None

    def hear(self, told: Told) -> None:
        """Update the exact set with what the seat was told of one try."""
        if self._exact is not None:
            try:
                self._exact = self._exact.after(told)
            except TooManyStates:
                self._exact = None

    def certainties(self) -> Known | None:
        """Return what the seat knows for certain; None if there is no exact set, or it became too large."""
        return None if self._exact is None else _known_from(self._exact)

    def must_refuse(self, told: Told) -> bool:
        """Return whether every state that fits refuses a try; call it before ``hear`` with what was told of the try."""
        if self._exact is None:
            return False
        refused = 0
        for reason in (None,) if told.reason is None else Reason:
            try:
                refused += len(self._exact.after(replace(told, reason=reason)))
            except BadValue:  # no state fits this refusal
                continue
            except TooManyStates:
                return False
        return refused == len(self._exact)
