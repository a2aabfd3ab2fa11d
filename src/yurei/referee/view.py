"""A seat's view: its own board, what it sees and what it has heard. It follows only from what the seat was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW, in_sight
from yurei.referee.told import Outcome, Told, with_placed
from yurei.rules.board import EMPTY, board_text, put
from yurei.rules.state import Result

State = TypeVar("State")


class Folded(dict[object, Any]):
    """Values of folds for the views of a seat in one game, see ``Fold``. A copy in another process begins empty."""

    def __reduce__(self) -> tuple[type[Folded], tuple[()]]:
        """Pickle it empty: the values follow from the views."""
        return Folded, ()


@dataclass(frozen=True, slots=True)
class View:
    """Knowledge of a seat, or of the audience.

    Attributes:
        settings: The settings of the game; all may know them.
        seat: The seat that has this view.
        board: The seat's own board and the pieces that it sees, one cell a point, see ``yurei.rules.board``. Under
            a referee who lets nothing vanish, stones on it may be gone.
        to_move: The name of the seat to move; None after the end.
        heard: All that the seat was told, in order.
        result: How the game ended; None while it goes on.
        first_board: The ``board`` before the first try; None if it was empty.
        folded: Values of folds, shared by the views of the seat in this game.
    """

    settings: Settings
    seat: Seat
    board: bytes
    to_move: str | None
    heard: tuple[Told, ...] = ()
    result: Result | None = None
    first_board: bytes | None = None
    folded: Folded = field(default_factory=Folded, compare=False, repr=False)

    @classmethod
    def begin(cls, settings: Settings, seat: Seat, board: bytes) -> View:
        """Return the view of a seat before the first try, with the board shown to it then."""
        first = settings.seating.seats[settings.seating.first(settings.first)]
        return cls(settings, seat, board, first.name, first_board=board if any(board) else None)

    @property
    def opening(self) -> View:
        """This seat's view before the first try."""
        return self.begin(self.settings, self.seat, self.first_board or bytes(self.settings.size.points))

    @property
    def may_try(self) -> bool:
        """Whether it is this seat's turn."""
        return self.to_move == self.seat.name

    @property
    def board_text(self) -> str:
        """The board as text, rows from the top."""
        return board_text(self.board, self.settings.size)

    @property
    def in_sight(self) -> int:
        """The points that this seat sees, as bits: ``in_sight >> point & 1``. 0 under a referee without sight."""
        own = (point for point, cell in enumerate(self.board) if cell == self.seat.colour)
        return in_sight(self.settings.size, self.settings.referee.sight, own)

    @property
    def fog(self) -> int:
        """The points that this seat does not see, as bits; 0 for the audience, and without sight."""
        looks = self.settings.referee.sight and self.seat.colour is not None
        return (1 << self.settings.size.points) - 1 & ~self.in_sight if looks else 0

    @classmethod
    def of(cls, opening: View, heard: Iterable[Told]) -> View:
        """Return the view of a seat that began with ``opening`` and was told all of ``heard``."""
        everything, board = tuple(heard), opening.board
        if not everything:
            return opening
        for told in everything:
            board = board_after(board, told, opening.settings, opening.seat)
        last = everything[-1]
        return replace(
            opening, board=board, to_move=last.to_move, heard=(*opening.heard, *everything), result=last.result
        )


def advanced(view: View, told: Told) -> View:
    """Return the view of a seat with this view after it was told ``told``."""
    return replace(
        view,
        board=board_after(view.board, told, view.settings, view.seat),
        to_move=told.to_move,
        heard=(*view.heard, told),
        result=told.result,
    )


def board_after(board: bytes, told: Told, settings: Settings, seat: Seat) -> bytes:
    """Return the board shown to a seat after it was told of a try: its own board, and the opponent's pieces it sees."""
    seen = told.seen
    if seen is None or seen is NOTHING_NEW:
        return own_board_after(board, told, settings, seat)
    board = own_board_after(put(board, seen.gone, EMPTY), told, settings, seat)
    return with_pieces(board, seen.appeared)


def own_board_after(board: bytes, told: Told, settings: Settings, seat: Seat) -> bytes:
    """Return a seat's own board after it was told of a try, without pieces that are only seen."""
    if told.outcome is not Outcome.MOVED:
        return board
    gone = told.vanished
    if settings.ruleset.ghosts:
        # Suicide is forbidden in such a game: the new piece stays, even if an enemy ghost was removed from its
        # point.
        return _placed(put(board, gone, EMPTY) if gone else board, told, settings, seat)
    board = _placed(board, told, settings, seat)
    return put(board, gone, EMPTY) if gone else board


def _placed(board: bytes, told: Told, settings: Settings, seat: Seat) -> bytes:
    """Return the board with the placed piece, if it lies there: on the mover's board and those shared with it."""
    if told.attempt is None or (told.seat != seat.name and settings.seating.seat(told.seat).board != seat.board):
        return board
    return with_placed(board, told.mover, told.attempt)


def with_pieces(board: bytes, pieces: Iterable[tuple[int, int]]) -> bytes:
    """Return a board with these pieces added, given as pairs of point and cell."""
    changed = bytearray(board)
    for point, cell in pieces:
        changed[point] = cell
    return bytes(changed)


class Fold(Generic[State]):
    """Function of all that a seat was told, which goes on from its value at the last call in the same game.

    Without it every page of a long game would go through the whole game again.

    Args:
        begin: Returns the value before the first try, from a view, of which it reads what it was at the opening.
        step: Returns the value after one more announcement, from a view, of which it reads settings and seat, the value
            before, and the announcement. It does not change the value before.
    """

    def __init__(self, begin: Callable[[View], State], step: Callable[[View, State, Told], State]) -> None:
        self._begin, self._step = begin, step

    def __call__(self, view: View) -> State:
        """Return the value for all that was heard in a view."""
        begins = view.settings, view.seat, view.first_board
        known, before, value = view.folded.get(self) or (None, (), None)
        if value is None or known != begins or view.heard[: len(before)] != before:
            before, value = (), self._begin(view)
        for told in view.heard[len(before) :]:
            value = self._step(view, value, told)
        view.folded[self] = begins, view.heard, value  # not the view, which would be a cycle
        return value
