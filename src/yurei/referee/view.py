"""A seat's view of a game, computed only from what the seat was told: its own board, its sight, all it heard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW, in_sight
from yurei.referee.told import Outcome, Told, place_on_copy
from yurei.rules.board import BLACK_STONE, EMPTY, GHOST, WHITE_STONE, Colour, board_text, colour_of, put
from yurei.rules.judge import Reason
from yurei.rules.state import Kind, Result, Try

State = TypeVar("State")


def own_board_at_start(settings: Settings, seat: Seat, cells: bytes) -> bytes:
    """Return a seat's own board before the first try: the set-up stones of its colours."""
    colours = {seat.colour} | {other.colour for other in settings.seating.seats if other.board == seat.board}
    return bytes(cell if colour_of(cell) in colours else EMPTY for cell in cells)


class FoldCache(dict[object, Any]):
    """Cache of the values of ``Fold`` functions for the views of a seat in one game. It is pickled empty."""

    def __reduce__(self) -> tuple[type[FoldCache], tuple[()]]:
        return FoldCache, ()


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat, or the audience, knows of a game.

    Attributes:
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
    folded: FoldCache = field(default_factory=FoldCache, compare=False, repr=False)

    @classmethod
    def begin(cls, settings: Settings, seat: Seat, board: bytes) -> View:
        """Return the view of a seat before the first try; ``board`` is the board shown to it."""
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
        """The points that this seat sees, as bits (``in_sight >> point & 1``); 0 under a referee without sight."""
        return _seen_points(self, self.board)

    @property
    def fog(self) -> int:
        """The points hidden from this seat by fog, as bits; 0 for the audience, and under a referee without sight."""
        looks = self.settings.referee.sight and self.seat.colour is not None
        return (1 << self.settings.size.points) - 1 & ~self.in_sight if looks else 0

    @classmethod
    def of(cls, opening: View, heard: Iterable[Told]) -> View:
        """Return the view that follows the view ``opening`` after the seat was told ``heard``."""
        everything, board = (*opening.heard, *heard), opening.board
        if len(everything) == len(opening.heard):
            return opening
        for told in everything[len(opening.heard) :]:
            board = board_after(board, told, opening.settings, opening.seat)
        last = everything[-1]
        return replace(opening, board=board, to_move=last.to_move, heard=everything, result=last.result)


def view_after(view: View, told: Told) -> View:
    """Return the next view of a seat after it was told of one more try."""
    return View.of(view, (told,))


def board_after(board: bytes, told: Told, settings: Settings, seat: Seat) -> bytes:
    """Return the board shown to a seat after a try: its own board, and the opponent's pieces that it sees."""
    seen = told.seen
    if seen is None or seen is NOTHING_NEW:
        return own_board_after(board, told, settings, seat)
    board = own_board_after(put(board, seen.gone, EMPTY), told, settings, seat)
    return with_pieces(board, seen.appeared)


def own_board_after(board: bytes, told: Told, settings: Settings, seat: Seat) -> bytes:
    """Return a seat's own board after a try, without the opponent's pieces that it only sees."""
    if told.outcome is not Outcome.MOVED:
        return board
    gone = told.vanished
    if settings.ruleset.ghosts:
        # Suicide is forbidden in such a game: the new piece stays, even if an enemy ghost left its point.
        return _place_piece(put(board, gone, EMPTY) if gone else board, told, settings, seat)
    board = _place_piece(board, told, settings, seat)
    return put(board, gone, EMPTY) if gone else board


def _place_piece(board: bytes, told: Told, settings: Settings, seat: Seat) -> bytes:
    """Return the board with the placed piece if the seat is the mover or shares the mover's board."""
    if told.attempt is None or (told.seat != seat.name and settings.seating.seat(told.seat).board != seat.board):
        return board
    return place_on_copy(board, told.mover, told.attempt)


def with_pieces(board: bytes, pieces: Iterable[tuple[int, int]]) -> bytes:
    """Return a copy of the board with these pieces, pairs of point and cell, added."""
    changed = bytearray(board)
    for point, cell in pieces:
        changed[point] = cell
    return bytes(changed)


class Fold(Generic[State]):
    """Function of all that a seat was told, updated from its value at the last call in the same game.

    Without it every page of a long game would process the complete game again. ``begin`` returns the value before the
    first try, and uses only what the view was at the opening. ``step`` returns the value after one more announcement,
    and uses only the settings and the seat of the view. It does not modify the previous value.
    """

    def __init__(self, begin: Callable[[View], State], step: Callable[[View, State, Told], State]) -> None:
        self._begin, self._step = begin, step

    def __call__(self, view: View) -> State:
        """Return the value of the function for all that the seat of a view was told."""
        begins = view.settings, view.seat, view.first_board
        known, before, value = view.folded.get(self) or (None, (), None)
        if value is None or known != begins or view.heard[: len(before)] != before:
            before, value = (), self._begin(view)
        for told in view.heard[len(before) :]:
            value = self._step(view, value, told)
        view.folded[self] = begins, view.heard, value  # not the view, which would make a reference cycle
        return value


STONES = (BLACK_STONE, WHITE_STONE)
STANDS = {Reason.OPPONENT_STONE: True, Reason.OWN_STONE: False}
"""The reasons from which it follows that a stone stands on a point, and whether it is the opponent's."""
FREE = (Reason.SUICIDE, Reason.KO, Reason.REPETITION, Reason.NO_LIBERTY)
"""The reasons from which it follows that no stone stands on a point."""


class Mark(NamedTuple):
    """Last event known to a seat on a point without a piece of its own, and the number of its turn, from 1.

    ``refused``: its try was refused there, and it does not know that the point is free; ``taken``: pieces of others
    were removed there; ``lost``: a piece of its own colour was removed there.
    """

    kind: Literal["refused", "taken", "lost"]
    turn: int


def lasting_marks(view: View) -> Mapping[int, Mark]:
    """Return, by point, the last event that a seat knows there: a refused try, or the removal of a piece.

    A refused point is dropped when it is known to be free, and any point when a piece of the seat's own board lies
    there.
    """
    return _marked(view)[0]


def _mark(view: View, before: tuple[dict[int, Mark], bytes, int], told: Told) -> tuple[dict[int, Mark], bytes, int]:
    """Return the marks, the board shown to the seat and the turn number after one more try."""
    marks, board, turn = dict(before[0]), before[1], before[2]
    if told.outcome is Outcome.ILLEGAL:
        _note_refusal(marks, view, told, before)
    else:
        board = board_after(board, told, view.settings, view.seat)
        for point, owner in _list_removals(view, told, before[1], board):
            marks[point] = Mark("lost" if owner is view.seat.colour else "taken", turn)
    if marks:
        for point in [point for point in marks if board[point] != EMPTY]:
            del marks[point]
        if view.settings.referee.sight:
            _drop_seen(marks, view, board)
    return marks, board, turn + (told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat)


_marked = Fold[tuple[dict[int, Mark], bytes, int]](lambda view: ({}, view.opening.board, 1), _mark)


def _note_refusal(marks: dict[int, Mark], view: View, told: Told, now: tuple[dict[int, Mark], bytes, int]) -> None:
    """Mark the point of a seat's own refused try, unless the refusal says nothing about the point."""
    if told.seat != view.seat.name or told.attempt is None or told.attempt.point is None:
        return
    near = [now[1][point] for point in view.settings.size.neighbours[told.attempt.point]]
    alone = [each.colour for each in view.settings.seating.seats].count(view.seat.colour) == 1
    if told.attempt.kind is Kind.GHOST and told.reason is None and alone and view.seat.colour not in near:
        return  # refused because it is beside no own stone, whatever is there
    if told.reason not in FREE:
        marks[told.attempt.point] = Mark("refused", now[2])
    elif marks.get(told.attempt.point, Mark("taken", 0)).kind == "refused":
        del marks[told.attempt.point]


def _list_removals(view: View, told: Told, before: bytes, board: bytes) -> Iterator[tuple[int, Colour | None]]:
    """Yield the points where a piece was removed, as far as the seat was told, with the piece's colour."""
    for point in told.captured_points or ():
        yield point, told.mover.opponent
    for point in told.lost_points or ():
        yield point, told.mover
    for point in told.vanished or ():
        yield point, colour_of(before[point]) or told.mover
    if told.seen and told.seen.gone:
        # A piece that is no longer shown may still be there; but if the seat still sees the point, it was taken.
        seen = _seen_points(view, board)
        for point in told.seen.gone:
            if seen >> point & 1:
                yield point, colour_of(before[point])


def _drop_seen(marks: dict[int, Mark], view: View, board: bytes) -> None:
    """Delete the marks of refused tries on points that the seat sees, since sight shows more than the mark."""
    seen = _seen_points(view, board)
    for point in [point for point, mark in marks.items() if mark.kind == "refused" and seen >> point & 1]:
        del marks[point]


def _seen_points(view: View, board: bytes) -> int:
    """Return, as bits, the points that a seat sees with its stones on this board."""
    own = (point for point, cell in enumerate(board) if cell == view.seat.colour)
    return in_sight(view.settings.size, view.settings.referee.sight, own)


def certain_pieces(view: View) -> dict[int, int]:
    """Return the pieces that a seat knows to be on the true board: cells by point.

    If captured pieces vanish from the boards, these are all pieces on the seat's own board and in its sight. Else they
    are those whose colour has lost nothing since they were placed, or since a refusal showed that they stand there. A
    ghost may have become a stone of its colour meanwhile.
    """
    shown, referee = {point: cell for point, cell in enumerate(view.board) if cell != EMPTY}, view.settings.referee
    if referee.vanishes and not referee.reasons:
        return shown
    known = _certain(view)
    return known | shown if referee.vanishes else known


def _update_certain(view: View, before: dict[int, int], told: Told) -> dict[int, int]:
    """Return the pieces known to be on the true board after one more try."""
    known = before
    for colour in Colour:
        if told.outcome is Outcome.MOVED and told.lost_by(colour)[1] != 0:
            known = {point: cell for point, cell in known.items() if colour_of(cell) is not colour}
    return known | _piece_on(view, told)


_certain = Fold[dict[int, int]](
    lambda view: {point: cell for point, cell in enumerate(view.opening.board) if cell != EMPTY}, _update_certain
)


def doubtful_points(view: View) -> tuple[int, ...]:
    """Return the points of pieces on a seat's board that may have been captured without being removed from it."""
    if view.settings.referee.vanishes:
        return ()
    known = certain_pieces(view)
    return tuple(point for point, cell in enumerate(view.board) if cell != EMPTY and point not in known)


def _piece_on(view: View, told: Told) -> dict[int, int]:
    """Return the piece that a try shows to be on its point, as cell by point; empty if that is not certain."""
    if told.attempt is None or told.attempt.point is None:
        return {}
    if told.outcome is Outcome.ILLEGAL:
        if told.reason not in STANDS:
            return {}
        return {told.attempt.point: told.mover.opponent if STANDS[told.reason] else told.mover}
    board = view.settings.seating.seat(told.seat).board
    if told.lost_count != 0 or board != view.seat.board:
        return {}
    return {told.attempt.point: told.mover if told.attempt.kind is Kind.STONE else told.mover + GHOST}


def is_pointless(view: View, attempt: Try) -> bool:
    """Return whether a seat knows that a try will be refused because a piece is on its point."""
    if attempt.point is None or (cell := certain_pieces(view).get(attempt.point)) is None:
        return False
    return cell in STONES or attempt.kind is Kind.GHOST


def empty_points(view: View) -> int:
    """Return the number of empty points, computed from the placed pieces and the removals that the seat was told."""
    return max(0, view.settings.size.points - _pieces(view))


def _more_pieces(_: View, before: int, told: Told) -> int:
    if told.outcome is not Outcome.MOVED:
        return before
    return before + 1 - max(sum(told.lost_by(colour)[1] or 0 for colour in Colour), len(told.vanished or ()))


_pieces = Fold[int](
    lambda view: max(len(view.opening.board) - view.opening.board.count(EMPTY), view.settings.handicap), _more_pieces
)


class _Latest(NamedTuple):
    """Latest messages to a seat: about the end of a turn, about a move, and about a try that the seat knows."""

    turn: Told | None = None
    move: Told | None = None
    own: Told | None = None


def _after_told(view: View, before: _Latest, told: Told) -> _Latest:
    refused = told.outcome is Outcome.ILLEGAL
    knows = told.attempt is not None and (told.attempt.point is not None or told.seat == view.seat.name)
    return _Latest(
        before.turn if refused and told.to_move == told.seat else told,
        before.move if refused else told,
        told if knows else before.own,
    )


_latest = Fold[_Latest](lambda view: _Latest(), _after_told)


def opponent_passed(view: View) -> bool:
    """Return whether the last turn was the opponent's pass."""
    last = _latest(view).turn
    return last is not None and last.outcome is Outcome.PASSED and last.mover is not view.seat.colour


def points_just_taken(view: View) -> set[int]:
    """Return the points where the last move removed pieces, as far as this seat was told."""
    moved = _latest(view).move
    return set() if moved is None else {point for point, _ in _list_removals(view, moved, view.board, view.board)}


def last_known_try(view: View) -> tuple[int, bool] | None:
    """Return the point of the last try known to a seat, and whether the try was refused; None without one.

    If everything is seen, a seat knows all moves; else its own tries, and moves on a board that it shares.
    """
    told = _latest(view).own
    if told is None or told.attempt is None or told.attempt.point is None:
        return None
    return told.attempt.point, told.outcome is Outcome.ILLEGAL
