"""Evidence of a referee's words: the boards that fit after each try."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from yurei.errors import BadValue
from yurei.players.certain import ExactSet, begin
from yurei.players.certain.exact_set import beginning
from yurei.players.certain.plain import PlainSet, all_tries
from yurei.problems.tries import silence
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import Colour, colour_of, position
from yurei.rules.judge import Reason, judge
from yurei.rules.repetition import repetition_rule
from yurei.rules.state import State, start, stone

MOST = 200_000
"""Bound on the number of states of a compiled set."""
MOST_PLAIN = 20_000
"""Bound on the number of states of a plain set."""


@dataclass(frozen=True)
class Evidence:
    """A seat's view, and the exact set before the first try and after each.

    Attributes:
        view: The view after all tries.
        sets: The exact sets: one more than there are tries.
    """

    view: View
    sets: tuple[ExactSet, ...]

    @cached_property
    def boards(self) -> list[bytes]:
        """The boards that fit everything that was told."""
        return self.sets[-1].boards()

    @cached_property
    def boards_before(self) -> list[bytes]:
        """The boards that fitted before the last try."""
        return self.sets[-2].boards()

    @property
    def colour(self) -> Colour:
        """The colour of the seat."""
        assert self.view.seat.colour is not None
        return self.view.seat.colour

    @cached_property
    def refused(self) -> frozenset[int]:
        """The points at which the seat was refused."""
        points: set[int] = set()
        for told in self.view.heard:
            if told.outcome is Outcome.ILLEGAL and told.attempt is not None and told.attempt.point is not None:
                points.add(told.attempt.point)
        return frozenset(points)

    @property
    def named(self) -> frozenset[int]:
        """The points that the last message names, with the seat's own try."""
        told = self.view.heard[-1]
        tried = () if told.attempt is None or told.attempt.point is None else (told.attempt.point,)
        groups = (told.captured_points, told.lost_points, told.vanished, told.seen.gone if told.seen else (), tried)
        return frozenset(point for group in groups for point in group or ())

    @property
    def in_sight(self) -> frozenset[int]:
        """The points that the seat sees, other than its own stones."""
        seen = self.view.in_sight
        return frozenset(
            point
            for point, cell in enumerate(self.view.board)
            if seen >> point & 1 and colour_of(cell) is not self.colour
        )

    @cached_property
    def outcomes(self) -> frozenset[bytes]:
        """The boards to which the last try can have led as far as the seat knew before the announcement, without
        regard to ko and repetition.
        """
        told = self.view.heard[-1]
        if told.outcome is Outcome.ILLEGAL:
            return frozenset(self.boards_before)
        found = set()
        unknown = (attempt for attempt in all_tries(self.view) if attempt.point is not None)
        tries = tuple(unknown) if told.attempt is None else (told.attempt,)
        for cells in self.boards_before:
            state = state_of(self.view, cells, told.mover)
            verdicts = (judge(state, attempt) for attempt in tries)
            found |= {verdict.after.cells for verdict in verdicts if verdict.accepted}
        return frozenset(found)

    def refusals(self, point: int) -> list[bytes]:
        """Return the boards on which a stone of the seat at a point may be refused now; it is the seat's turn."""
        settings, seat = self.view.settings, self.view.seat
        told = replace(silence(settings, seat.name, seat, Outcome.ILLEGAL), attempt=stone(point))
        found: set[bytes] = set()
        for reason in Reason if settings.referee.reasons else (None,):
            try:
                found.update(self.sets[-1].after(replace(told, reason=reason)).boards())
            except BadValue:  # no board fits this refusal
                continue
        return sorted(found)

    def is_legal(self, cells: bytes, point: int) -> bool:
        """Return whether a stone of the seat is legal on a board, without regard to ko and repetition."""
        return judge(state_of(self.view, cells, self.colour), stone(point)).accepted


def gather(view: View, begin: Callable[[View], ExactSet]) -> Evidence:
    """Return the evidence of a view of at least one try.

    Args:
        view: The view.
        begin: Makes the exact set before the first try.

    Raises:
        TooManyStates: if a set grows past its bound.
        BadValue: if no board fits.
    """
    sets = [begin(view.opening)]
    for told in view.heard:
        sets.append(sets[-1].after(told))
    return Evidence(view, tuple(sets))


def compiled(opening: View, most: int = MOST) -> ExactSet:
    """Begin an exact set in compiled code, where that can be."""
    return begin(opening, most=most)


def plain(opening: View, most: int = MOST_PLAIN) -> ExactSet:
    """Begin an exact set in plain Python."""
    return PlainSet(opening, beginning(opening, None), most)


def state_of(view: View, cells: bytes, to_move: Colour) -> State:
    """Return a state with this board."""
    settings = view.settings
    empty = start(settings.ruleset, settings.size, settings.komi, to_move)
    memory = repetition_rule(settings.ruleset).start(position(cells), to_move)
    return replace(empty, cells=cells, memory=memory)


__all__ = ["Evidence", "compiled", "gather", "plain", "state_of"]
