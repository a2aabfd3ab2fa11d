"""``Told``: what one listener is told of one try, built up from what the referee allows."""

from dataclasses import dataclass
from enum import StrEnum

from yurei.referee.referee import Captures, Referee
from yurei.referee.seating import Seat
from yurei.referee.sight import Seen
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, GHOST, WHITE_GHOST, WHITE_STONE, Colour, colour_of, put
from yurei.rules.judge import Reason, Verdict
from yurei.rules.state import Kind, Result, Try


class Outcome(StrEnum):
    """Outcome of a try, as announced to everybody; or a loss on time."""

    MOVED = "moved"
    ILLEGAL = "illegal"
    PASSED = "passed"
    RESIGNED = "resigned"
    LOST_ON_TIME = "lost-on-time"


@dataclass(frozen=True, slots=True)
class Told:
    """A referee's message to one listener about one try, or about a loss on time.

    A value is None if this referee never tells it, and empty, 0 or False if the referee tells that there was nothing.

    Attributes:
        outcome: The outcome of the try.
        seat, mover: Name and colour of the seat that tried, or that lost on time.
        attempt: The try; None unless it is this listener's own, or a move that the listener sees.
        reason: Why the try was illegal.
        captured_points, captured_count: The opponent's pieces that were removed.
        lost_points, lost_count: The mover's own pieces that were removed.
        atari_on_opponent, atari_on_mover: Whether it was announced that the move put them into atari.
        vanished: The points where pieces disappear from this listener's own board.
        seen: The change of the listener's sight; None under a referee without sight.
        to_move: The name of the seat to move; None after the end.
        result: How the game ended; None while it goes on.
    """

    outcome: Outcome
    seat: str
    mover: Colour
    attempt: Try | None = None
    reason: Reason | None = None
    captured_points: tuple[int, ...] | None = None
    captured_count: int | None = None
    lost_points: tuple[int, ...] | None = None
    lost_count: int | None = None
    atari_on_opponent: bool | None = None
    atari_on_mover: bool | None = None
    vanished: tuple[int, ...] | None = None
    seen: Seen | None = None
    to_move: str | None = None
    result: Result | None = None

    def lost_by(self, colour: Colour) -> tuple[tuple[int, ...] | None, int | None]:
        """Return the points and the number of a colour's removed pieces; None for each that was not told."""
        if colour is self.mover:
            return self.lost_points, self.lost_count
        return self.captured_points, self.captured_count


def tell(
    referee: Referee,
    verdict: Verdict,
    mover: Seat,
    listener: Seat,
    board: bytes,
    to_move: str | None,
    seen: Seen | None = None,
) -> Told:
    """Return what a listener (a seat or the audience) is told of a try, given the verdict on it.

    ``board`` is the listener's own board before the try, without pieces that the listener only sees. ``to_move`` is None
    after the end; ``seen`` is None under a referee without sight.
    """
    accepted = verdict.reason is None
    # A placed piece lies on the mover's own board, and on the boards of seats that share it.
    lies = accepted and listener.board == mover.board
    # "The point that was tried is known to the seat that tried it", and a move to seats that share its board.
    # "Passes and resignations are always announced"; a listener who sees everything hears "the move".
    knows = lies or listener is mover or (accepted and (verdict.attempt.point is None or not referee.hides))
    shown = place_on_copy(board, verdict.mover, verdict.attempt) if lies else board
    captured_points, captured_count = _told_removals(referee, verdict.captured, verdict.mover.opponent, listener, board)
    lost_points, lost_count = _told_removals(referee, verdict.own_losses, verdict.mover, listener, shown)
    on_opponent, on_mover = _told_atari(referee, verdict)
    order = verdict.after.size.in_order
    return Told(
        outcome=_outcome_of(verdict),
        seat=mover.name,
        mover=verdict.mover,
        attempt=verdict.attempt if knows else None,
        reason=verdict.reason if referee.reasons else None,
        captured_points=None if captured_points is None else order(captured_points),
        captured_count=captured_count,
        lost_points=None if lost_points is None else order(lost_points),
        lost_count=lost_count,
        atari_on_opponent=on_opponent,
        atari_on_mover=on_mover,
        vanished=order(_find_vanished(verdict, board, shown, lies)) if referee.vanishes else None,
        seen=seen,
        to_move=to_move,
        result=verdict.after.result,
    )


def tell_of_time(loser: Seat, result: Result) -> Told:
    """Return what all listeners are told when a side has lost on time."""
    assert loser.colour is not None
    return Told(Outcome.LOST_ON_TIME, loser.name, loser.colour, result=result)


def place_on_copy(board: bytes, mover: Colour, attempt: Try) -> bytes:
    """Return a copy of the board with the piece that a move places; the same board for a pass."""
    if attempt.point is None:
        return board
    return put(board, (attempt.point,), mover if attempt.kind is Kind.STONE else mover + GHOST)


def _outcome_of(verdict: Verdict) -> Outcome:
    if verdict.reason is not None:
        return Outcome.ILLEGAL
    return {Kind.PASS: Outcome.PASSED, Kind.RESIGN: Outcome.RESIGNED}.get(verdict.attempt.kind, Outcome.MOVED)


def _told_removals(
    referee: Referee, gone: tuple[int, ...], owner: Colour, listener: Seat, board: bytes
) -> tuple[tuple[int, ...] | None, int | None]:
    """Return the points and the number of the owner's removed pieces; None for each that is not told."""
    if referee.captures is Captures.POINTS:
        return gone, len(gone)
    own = listener.colour is owner
    counted = referee.captures is Captures.COUNT or (own and referee.owner_hears is Captures.COUNT)
    count = len(gone) if counted else None
    if own and referee.owner_hears is Captures.POINTS:
        return tuple(point for point in gone if colour_of(board[point]) is owner), count
    return None, count


def _told_atari(referee: Referee, verdict: Verdict) -> tuple[bool | None, bool | None]:
    if not referee.atari:
        return None, None
    on_opponent = verdict.mover.opponent in verdict.atari
    # "A move that puts only the mover into atari is announced as a plain move by default."
    on_mover = verdict.mover in verdict.atari and (on_opponent or referee.lone_self_atari)
    return on_opponent, on_mover


def _find_vanished(verdict: Verdict, board: bytes, shown: bytes, lies: bool) -> list[int]:
    """Return the points of a listener's own board that lose a piece; ``shown`` is that board with the new piece."""
    removed = verdict.removed
    gone = [
        point
        for points, cell in (
            (removed.black_stones, BLACK_STONE),
            (removed.white_stones, WHITE_STONE),
            (removed.black_ghosts, BLACK_GHOST),
            (removed.white_ghosts, WHITE_GHOST),
        )
        for point in points
        if shown[point] == cell
    ]
    replaced = removed.replaced
    # "Replacing one's own ghost is a plain move": on boards with the new stone, the stone takes the ghost's place.
    if replaced is not None and not (lies and replaced is verdict.mover):
        assert verdict.attempt.point is not None
        # Use the board before the new stone: a partner's ghost on a different board was never on this one.
        if board[verdict.attempt.point] == replaced + GHOST:
            gone.append(verdict.attempt.point)
    return gone
