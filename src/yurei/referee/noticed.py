"""Conclusions of a seat about points of the board: what was captured or refused there, and which pieces certainly
stand.

All of it follows from the seat's view, and from nothing else.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from yurei.referee.sight import in_sight
from yurei.referee.told import Outcome, Told
from yurei.referee.view import Fold, View, board_after
from yurei.rules.board import BLACK_STONE, EMPTY, GHOST, WHITE_STONE, Colour, colour_of
from yurei.rules.judge import Reason
from yurei.rules.state import Kind, Try

STONES = (BLACK_STONE, WHITE_STONE)
STANDS = {Reason.OPPONENT_STONE: True, Reason.OWN_STONE: False}
"""The reasons that say that a stone stands on a point, and whether it is the opponent's."""
FREE = (Reason.SUICIDE, Reason.KO, Reason.REPETITION, Reason.NO_LIBERTY)
"""The reasons that say that no stone stands on a point."""


class Mark(NamedTuple):
    """The last announcement about a point where a seat has no piece.

    Attributes:
        kind: ``refused``: its own try was refused there, and it does not know that the point is free; ``taken``:
            pieces of others went from there; ``lost``: a piece of its own colour went from there.
        turn: The number of that turn in the game, from 1.
    """

    kind: Literal["refused", "taken", "lost"]
    turn: int


def lasting_marks(view: View) -> Mapping[int, Mark]:
    """Return the last announcement to a seat about each point: refused tries, and pieces that were removed.

    A refused point leaves when it is known to be free, and any point when a piece of the seat's own board lies there.
    """
    return _marked(view)[0]


def _mark(view: View, before: tuple[dict[int, Mark], bytes, int], told: Told) -> tuple[dict[int, Mark], bytes, int]:
    """Return the marks, the seat's board and the number of the turn after an announcement."""
    marks, board, turn = dict(before[0]), before[1], before[2]
    if told.outcome is Outcome.ILLEGAL:
        _mark_refusal(marks, view, told, turn)
    else:
        board = board_after(board, told, view.settings, view.seat)
        for point, owner in _went(view, told, before[1], board):
            marks[point] = Mark("lost" if owner is view.seat.colour else "taken", turn)
    if marks:
        for point in [point for point in marks if board[point] != EMPTY]:
            del marks[point]
        if view.settings.referee.sight:
            _drop_seen(marks, view, board)
    return marks, board, turn + (told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat)


_marked = Fold[tuple[dict[int, Mark], bytes, int]](lambda view: ({}, view.opening.board, 1), _mark)


def _mark_refusal(marks: dict[int, Mark], view: View, told: Told, turn: int) -> None:
    """Mark the point of a seat's own refused try, unless the reason says that it is free."""
    if told.seat != view.seat.name or told.attempt is None or told.attempt.point is None:
        return
    if told.reason not in FREE:
        marks[told.attempt.point] = Mark("refused", turn)
    elif marks.get(told.attempt.point, Mark("taken", 0)).kind == "refused":
        del marks[told.attempt.point]


def _went(view: View, told: Told, before: bytes, board: bytes) -> Iterator[tuple[int, Colour | None]]:
    """Yield the points from which a seat was told that a piece went, each with the colour of that piece."""
    for point in told.captured_points or ():
        yield point, told.mover.opponent
    for point in told.lost_points or ():
        yield point, told.mover
    for point in told.vanished or ():
        yield point, colour_of(before[point]) or told.mover
    if told.seen and told.seen.gone:
        # A piece that went out of sight may still be there; if the seat still sees the point, the piece was taken.
        seen = _seen(view, board)
        for point in told.seen.gone:
            if seen >> point & 1:
                yield point, colour_of(before[point])


def _drop_seen(marks: dict[int, Mark], view: View, board: bytes) -> None:
    """Drop the refused points that a seat sees, since seeing the point tells more."""
    refused = [point for point, mark in marks.items() if mark.kind == "refused"]
    seen = _seen(view, board) if refused else 0
    for point in refused:
        if seen >> point & 1:
            del marks[point]


def _seen(view: View, board: bytes) -> int:
    """Return the points that a seat sees with these pieces on its board, as bits."""
    own = (point for point, cell in enumerate(board) if cell == view.seat.colour)
    return in_sight(view.settings.size, view.settings.referee.sight, own)


def standing(view: View) -> dict[int, int]:
    """Return the pieces that stand on the board for certain, as a seat was told: cells by point.

    Where captured pieces vanish from the boards, these are all on the seat's own board, with what it sees. Else they are
    those of a colour that has lost nothing since they were placed, or since a refusal has said that they stand there.
    A ghost may have become a stone of its colour meanwhile.
    """
    shown, referee = {point: cell for point, cell in enumerate(view.board) if cell != EMPTY}, view.settings.referee
    if referee.vanishes and not referee.reasons:
        return shown
    known = _certain(view)
    return known | shown if referee.vanishes else known


def _stay(view: View, before: dict[int, int], told: Told) -> dict[int, int]:
    """Return the pieces that stand for certain after an announcement."""
    known = before
    for colour in Colour:
        if told.outcome is Outcome.MOVED and told.lost_by(colour)[1] != 0:
            known = {point: cell for point, cell in known.items() if colour_of(cell) is not colour}
    return known | _stands(view, told)


_certain = Fold[dict[int, int]](
    lambda view: {point: cell for point, cell in enumerate(view.opening.board) if cell != EMPTY}, _stay
)


def doubtful(view: View) -> tuple[int, ...]:
    """Return the points of the pieces on a seat's board that may be gone, as captured pieces do not vanish from it."""
    if view.settings.referee.vanishes:
        return ()
    known = standing(view)
    return tuple(point for point, cell in enumerate(view.board) if cell != EMPTY and point not in known)


def _stands(view: View, told: Told) -> dict[int, int]:
    """Return the piece that stands on the point of a try, as a seat was told; nothing if that is not certain."""
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
    """Return whether a seat knows that its try will be refused because a piece stands there."""
    if attempt.point is None or (cell := standing(view).get(attempt.point)) is None:
        return False
    return cell in STONES or attempt.kind is Kind.GHOST


def empty_points(view: View) -> int:
    """Return the number of empty points, as far as a seat can count.

    Every piece that was placed counts, less those that the seat was told to be removed.
    """
    return max(0, view.settings.size.points - _pieces(view))


def _more_pieces(_: View, before: int, told: Told) -> int:
    if told.outcome is not Outcome.MOVED:
        return before
    return before + 1 - max(sum(told.lost_by(colour)[1] or 0 for colour in Colour), len(told.vanished or ()))


_pieces = Fold[int](
    lambda view: max(len(view.opening.board) - view.opening.board.count(EMPTY), view.settings.handicap), _more_pieces
)


class _Latest(NamedTuple):
    """The latest announcements of a kind to a seat.

    Attributes:
        turn: The one that ended a turn.
        move: The one that was no refusal.
        own: The one with a try that the seat knows, of a point or its own.
    """

    turn: Told | None = None
    move: Told | None = None
    own: Told | None = None


def _later(view: View, before: _Latest, told: Told) -> _Latest:
    refused = told.outcome is Outcome.ILLEGAL
    knows = told.attempt is not None and (told.attempt.point is not None or told.seat == view.seat.name)
    return _Latest(
        before.turn if refused and told.to_move == told.seat else told,
        before.move if refused else told,
        told if knows else before.own,
    )


_latest = Fold[_Latest](lambda view: _Latest(), _later)


def opponent_passed(view: View) -> bool:
    """Return whether the last turn was the opponent's pass."""
    last = _latest(view).turn
    return last is not None and last.outcome is Outcome.PASSED and last.mover is not view.seat.colour


def just_taken(view: View) -> set[int]:
    """Return the points from which, as this seat was told, the last move has taken pieces."""
    moved = _latest(view).move
    return set() if moved is None else {point for point, _ in _went(view, moved, view.board, view.board)}


def last_known_try(view: View) -> tuple[int, bool] | None:
    """Return the last point of which a seat knows that it was tried, and whether that was refused.

    Where everything is seen these are all moves; else the seat's own tries, and moves on a board that it shares.
    """
    told = _latest(view).own
    if told is None or told.attempt is None or told.attempt.point is None:
        return None
    return told.attempt.point, told.outcome is Outcome.ILLEGAL
