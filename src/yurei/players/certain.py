"""Certain knowledge of a seat: the exact set after all that it was told, and the certainties on each point."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec

from yurei.errors import BadValue
from yurei.players.exact_set import MOST, Beginning, ExactSet, PlainSet, TooManyStates, beginning
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
    """Facts about the true boards that fit everything a seat was told.

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
        """For each point, the numbers of boards on which it is empty, has a black stone, a white stone, any ghost."""
        points, everything = self.settings.size.points, b"".join(self.boards)
        columns = (everything[point::points] for point in range(points))
        return tuple(tuple(column.count(cell) for cell in range(CELLS)) for column in columns)

    @cached_property
    def certain(self) -> dict[int, int]:
        """The cells that are the same on all boards, by point."""
        first = self.boards[0]
        return {point: cell for point, cell in enumerate(first) if self.counts[point][cell] == len(self.boards)}

    def points(self, colour: Colour | None) -> tuple[int, ...]:
        """Return the points that certainly have a piece of this colour, or are empty for None, by column, then row."""
        most = len(self.boards)
        return self.settings.size.in_order(point for point, count in enumerate(self.count(colour)) if count == most)

    def count(self, colour: Colour | None) -> tuple[int, ...]:
        """Number of boards, for each point, on which it has a piece of this colour, or is empty for None."""
        cells = [cell for cell in range(CELLS) if colour_of(cell) is colour]
        return tuple(sum(each[cell] for cell in cells) for each in self.counts)

    @property
    def free(self) -> tuple[int, ...]:
        """The points that are certainly empty."""
        return self.points(None)

    @property
    def black(self) -> tuple[int, ...]:
        """The points with a black piece for certain."""
        return self.points(BLACK)

    @property
    def white(self) -> tuple[int, ...]:
        """The points with a white piece for certain."""
        return self.points(WHITE)

    @property
    def text(self) -> str:
        """The board of certainties as text, rows from the top; ``?`` where the boards differ."""
        size = self.settings.size
        letters = [LETTERS[self.certain[k]] if k in self.certain else "?" for k in range(size.points)]
        rows = ("".join(letters[first : first + size.width]) for first in range(0, size.points, size.width))
        return "/".join(reversed(list(rows)))


def begin(opening: View, boards: Iterable[str | bytes] | None = None, most: int = MOST) -> ExactSet:
    """Return the exact set of a seat before the first try; arguments and errors are those of ``known``."""
    return exact_set(opening, beginning(opening, boards), most)


def exact_set(opening: View, began: Beginning, most: int) -> ExactSet:
    """Return the exact set before the first try, in compiled code if possible."""
    if is_compiled(opening.settings):
        from yurei.players.certain_compiled import CompiledSet

        return CompiledSet(opening, began, most)
    return PlainSet(opening, began, most)


def is_compiled(settings: Settings) -> bool:
    """Return whether compiled code can find a game's exact set: the kernel, if two seats have a board each."""
    two = settings.seating.seats == seating.get("duel").seats
    return two and is_settings_compilable(settings) and find_spec("numba") is not None


def known(view: View, boards: Iterable[str | bytes] | None = None, most: int = MOST) -> Known:
    """Return all true boards that fit everything that a seat was told, and the certainties on each point.

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
    """Updates a seat's exact set during a game, if compiled code can, until the set exceeds the bound."""

    def __init__(self, opening: View, most: int = MOST_FOLLOWED) -> None:
        self._exact: ExactSet | None = begin(opening, most=most) if is_compiled(opening.settings) else None

    def hear(self, told: Told) -> None:
        """Update the set with what the seat was told of one try."""
        if self._exact is not None:
            try:
                self._exact = self._exact.after(told)
            except TooManyStates:
                self._exact = None

    def certainties(self) -> Known | None:
        """Return the certainties of the seat; None if the set became too large."""
        return None if self._exact is None else _known_from(self._exact)

    def must_refuse(self, told: Told) -> bool:
        """Return whether a try that the set has not heard of yet is refused in every state that fits."""
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
