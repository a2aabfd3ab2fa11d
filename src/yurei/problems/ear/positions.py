"""The positions that fit what was heard, and what they have in common.

Question *now*: the game began on an empty board, and the position is that after the last try.
Question *start*: the game began with as many stones of each colour as ``hidden`` says, on any points where each
string has a liberty, and the position is that before the first try.

Two positions are alike if one is a rotation or reflection of the other. All positions that fit are alike, and before
the last try they were not; a seat has exactly one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from yurei.errors import BadValue, TooLarge
from yurei.languages import N_
from yurei.players.certain import ExactSet, is_compiled
from yurei.players.certain.exact_set import Beginning
from yurei.players.certain.plain import PlainSet, all_tries
from yurei.players.tablebase.positions import symmetries
from yurei.problems.deduce.evidence import MOST, compiled, gather, plain, state_of
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.tries import question_name, view_of
from yurei.referee.told import Outcome, Told, tell
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, empty_board, is_legal, put
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import State

NOW, START = "now", "start"
MOST_POSITIONS = 20_000
"""Greatest number of positions with which a game may have begun."""


@dataclass(frozen=True)
class Heard:
    """Announcements that a listener heard, and the positions that fit after each try.

    Attributes:
        view: The listener's view.
        positions: The positions that fit before the first try, and after each.
    """

    view: View
    positions: tuple[tuple[bytes, ...], ...]

    @property
    def fitting(self) -> tuple[bytes, ...]:
        """The positions that fit everything."""
        return self.positions[-1]

    @property
    def before(self) -> tuple[bytes, ...]:
        """The positions that fitted before the last try."""
        return self.positions[-2]


def question_of(problem: Problem) -> str:
    """Return the question of a problem.

    Raises:
        BadProblem: if there is none.
    """
    return question_name(problem, (NOW, START))


def hidden_of(problem: Problem) -> tuple[int, int]:
    """Return the numbers of black and white stones with which the game began.

    Raises:
        BadProblem: if they are missing, or too many positions have them.
    """
    hidden = problem.more.get("hidden")
    counts = (hidden.get("black"), hidden.get("white")) if isinstance(hidden, dict) else (None, None)
    if not all(type(count) is int and 0 <= count <= problem.settings.size.points for count in counts):
        raise BadProblem(
            N_("hidden is the number of stones of each colour, such as {example}"), example='{"black":3,"white":3}'
        )
    return counts  # type: ignore[return-value]


def listen(problem: Problem, is_plain: bool = False) -> Heard:
    """Return what was heard, with positions found by compiled code.

    Args:
        problem: The problem.
        is_plain: Whether they are found by ``yurei.rules`` and ``yurei.referee.told`` alone.
    """
    view = view_of(problem)
    if question_of(problem) == NOW:
        evidence = gather(view, plain if is_plain else compiled)
        return Heard(view, tuple(tuple(exact.boards()) for exact in evidence.sets))
    if view.seat.colour is not None:
        raise BadProblem(N_("only the audience can ask with which position a game began"))
    find = fitting_starts_plainly if is_plain else fitting_starts
    found = [placements(problem.settings.size, *hidden_of(problem))]
    for number in range(1, len(view.heard) + 1):
        found.append(tuple(find(view.opening, view.heard[:number], found[-1])))
        if not found[-1]:
            raise BadValue(N_("try {number} cannot be announced so from any of the positions"), number=number)
    return Heard(view, tuple(found))


@lru_cache(maxsize=16)
def placements(size: Size, black: int, white: int) -> tuple[bytes, ...]:
    """Return all positions with these numbers of stones in which every string has a liberty.

    Raises:
        BadProblem: if they are too many.
    """
    found: list[bytes] = []
    for first in combinations(range(size.points), black):
        cells = put(empty_board(size), first, BLACK)
        others = [point for point in range(size.points) if not cells[point]]
        both = (put(cells, second, WHITE) for second in combinations(others, white))
        found += [cells for cells in both if is_legal(cells, size)]
        if len(found) > MOST_POSITIONS:
            raise BadProblem(
                N_("more than {most} positions have {black} black and {white} white stones; give fewer"),
                most=MOST_POSITIONS,
                black=black,
                white=white,
            )
    return tuple(sorted(found))


def fitting_starts(opening: View, heard: Sequence[Told], starts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the positions from which a game can be announced so: all at once, then halves of those that fit."""
    if not starts or not _may_fit(opening, heard, starts):
        return
    if len(starts) == 1:
        yield starts[0]
        return
    half = len(starts) // 2
    yield from fitting_starts(opening, heard, starts[:half])
    yield from fitting_starts(opening, heard, starts[half:])


def _may_fit(opening: View, heard: Sequence[Told], starts: Sequence[bytes]) -> bool:
    """Return whether a game from one of these positions can be announced so, or the exact set is too large to say."""
    exact = _set_of(opening, starts)
    try:
        for told in heard:
            exact = exact.after(told)
    except TooLarge:
        if len(starts) == 1:
            raise
    except BadValue:
        return False
    return True


def _set_of(opening: View, starts: Sequence[bytes]) -> ExactSet:
    """Return the audience's exact set before the first try; the positions are legal, and sorted."""
    began = Beginning(tuple(starts), opening.board)
    if is_compiled(opening.settings):
        from yurei.players.certain.compiled import CompiledSet

        return CompiledSet(opening, began, MOST)
    return PlainSet(opening, began, MOST)


def fitting_starts_plainly(opening: View, heard: Sequence[Told], starts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the positions from which a game can be announced so: each by itself, all its lines one after the other."""
    first = opening.settings.first
    return (start for start in starts if _has_line(state_of(opening, start, first), heard, opening))


def _has_line(state: State, heard: Sequence[Told], opening: View) -> bool:
    """Return whether some tries are announced to the audience as heard."""
    if not heard:
        return True
    told, settings, seats = heard[0], opening.settings, opening.settings.seating
    for attempt in all_tries(opening):
        verdict = judge(state, attempt)
        if verdict.accepted is (told.outcome is Outcome.ILLEGAL) or verdict.after.result:
            continue
        mover = seats.seat(told.seat)
        said = tell(settings.referee, verdict, mover, opening.seat, opening.board, told.to_move, told.seen)
        if said == told and _has_line(verdict.after, heard[1:], opening):
            return True
    return False


def first_fault(problem: Problem, start: bytes) -> int | None:
    """Return the number of the first try that cannot be announced so from a position; None if all can be."""
    view = view_of(problem)
    for number in range(1, len(view.heard) + 1):
        if not any(fitting_starts(view.opening, view.heard[:number], [start])):
            return number
    return None


def alike(positions: Iterable[bytes], size: Size) -> bool:
    """Return whether all positions are alike."""
    different = set(positions)
    first = next(iter(different), bytes(size.points))
    return different <= {bytes(first[point] for point in becomes) for becomes in symmetries(size)}


__all__ = [
    "NOW",
    "START",
    "Heard",
    "alike",
    "first_fault",
    "fitting_starts",
    "hidden_of",
    "listen",
    "placements",
    "question_of",
]
