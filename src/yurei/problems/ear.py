"""Problems by ear: the solver sees only the referee's announcements, and sets up a position that fits them.

Question *now*: the game began on an empty board, and the position is that after the last try.
Question *start*: the game began with as many stones of each colour as ``hidden`` says, on any points where each
string has a liberty, and the position is that before the first try.

Two positions are alike if one is a rotation or reflection of the other. All positions that fit are alike, and before
the last try they were not; a seat has exactly one. The answer lists every position that fits, and any of them is right.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from yurei.errors import BadTry, BadValue, TooLarge
from yurei.languages import N_, Words
from yurei.players.certain import ExactSet, exact_set
from yurei.players.exact_set import Beginning, PlainSet
from yurei.problems import solving
from yurei.problems.deduce import FITTING, MOST, MOST_PLAIN, compiled_set, gather_evidence, plain_set, steps_of
from yurei.problems.problem import BadProblem, Problem, colour_name
from yurei.problems.tries import question_name, view_of
from yurei.referee.seating import AUDIENCE
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules import board as boards
from yurei.rules.points import Size

NOW, START = "now", "start"
Find = Callable[[View, Sequence[Told], Sequence[bytes]], Iterator[bytes]]
"""Function that yields those of some positions from which a game can have the announcements that were heard."""
MOST_POSITIONS = 20_000
"""Greatest number of positions with which a game may have begun."""


@dataclass(frozen=True)
class Heard:
    """A listener's view, and the positions that fit what was announced: before the first try and after each try."""

    view: View
    positions: tuple[tuple[bytes, ...], ...]

    @property
    def fitting(self) -> tuple[bytes, ...]:
        """The positions that fit all announcements."""
        return self.positions[-1]

    @property
    def before(self) -> tuple[bytes, ...]:
        """The positions that fit all announcements except that of the last try."""
        return self.positions[-2]


def question_of(problem: Problem) -> str:
    """Return the question of a problem, ``now`` or ``start``."""
    return question_name(problem, (NOW, START))


def count_hidden(problem: Problem) -> tuple[int, int]:
    """Return the numbers of black and white stones with which the game began."""
    hidden = problem.more.get("hidden")
    counts = (hidden.get("black"), hidden.get("white")) if isinstance(hidden, dict) else (None, None)
    if not all(type(count) is int and 0 <= count <= problem.settings.size.points for count in counts):
        message = N_("hidden is the number of stones of each colour, such as {example}")
        raise BadProblem(message, example='{"black":3,"white":3}')
    return counts  # type: ignore[return-value]


def hear_all(problem: Problem, begin: Callable[[View], ExactSet] = compiled_set, find: Find | None = None) -> Heard:
    """Return a problem's view, and the positions that fit; ``begin`` and ``find`` can replace the compiled code."""
    view = view_of(problem)
    if question_of(problem) == NOW:
        return Heard(view, tuple(tuple(exact.boards()) for exact in gather_evidence(view, begin).sets))
    if view.seat.colour is not None:
        raise BadProblem(N_("only the audience can ask with which position a game began"))
    found = [list_placements(problem.settings.size, *count_hidden(problem))]
    for number in range(1, len(view.heard) + 1):
        found.append(tuple((find or fitting_starts)(view.opening, view.heard[:number], found[-1])))
        if not found[-1]:
            raise BadValue(N_("try {number} cannot be announced so from any of the positions"), number=number)
    return Heard(view, tuple(found))


@lru_cache(maxsize=16)
def list_placements(size: Size, black: int, white: int) -> tuple[bytes, ...]:
    """Return all positions with these numbers of stones in which every string has a liberty."""
    found: list[bytes] = []
    for first in combinations(range(size.points), black):
        cells = boards.put(boards.empty_board(size), first, boards.BLACK)
        others = [point for point in range(size.points) if not cells[point]]
        both = (boards.put(cells, second, boards.WHITE) for second in combinations(others, white))
        found += [cells for cells in both if boards.is_legal(cells, size)]
        if len(found) > MOST_POSITIONS:
            message = N_("more than {most} positions have {black} black and {white} white stones; give fewer")
            raise BadProblem(message, most=MOST_POSITIONS, black=black, white=white)
    return tuple(sorted(found))


def fitting_starts(opening: View, heard: Sequence[Told], starts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the positions among ``starts``, which are sorted, from which a game can have these announcements."""
    if not starts or not _may_fit(opening, heard, starts):
        return
    if len(starts) == 1:
        yield starts[0]
        return
    half = len(starts) // 2
    yield from fitting_starts(opening, heard, starts[:half])
    yield from fitting_starts(opening, heard, starts[half:])


def _may_fit(opening: View, heard: Sequence[Told], starts: Sequence[bytes]) -> bool:
    """Return False if no game from any of these positions can have these announcements; True also if undecided."""
    exact = exact_set(opening, Beginning(tuple(starts), opening.board), MOST)
    try:
        for told in heard:
            exact = exact.after(told)
    except TooLarge:
        if len(starts) == 1:
            raise
    except BadValue:
        return False
    return True


class Solving(solving.Solving):
    """A problem by ear that is being solved: its state before or after the only answer."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.now = solving.SolvingState(
            solving.Status.OPEN, None, lines=solving.make_transcript(view_of(problem).heard, problem.settings.size)
        )

    def answer(self, text: str) -> None:
        problem = self._problem
        given, size = boards.read_board(text, problem.settings.size)
        if question_of(problem) == START:
            _check_pieces(problem, given)
        fitting = hear_all(problem).fitting
        is_right = given in fitting
        line = solving.Line(
            problem.to_move, boards.board_text(given, size), note=None if is_right else _explain_misfit(problem, given)
        )
        self.now = solving.SolvingState(
            solving.Status.SOLVED if is_right else solving.Status.FAILED,
            given if is_right else fitting[0],
            lines=(*self.now.lines, line),
            boards=len(fitting),
            note=Words(FITTING, boards=len(fitting)),
        )

    def right_answer(self) -> str:
        return self._problem.answer[0]

    def hint(self) -> Words:
        """Return a hint: the numbers of stones, or how many positions the announcements exclude."""
        heard = hear_all(self._problem)
        if question_of(self._problem) == START:
            numbers = {"all": len(heard.positions[0]), "first": len(heard.positions[1]), "before": len(heard.before)}
            text = N_(
                "Of {all} positions with so many stones, {first} fit the first announcement, and {before} all but "
                "the last."
            )
            return Words(text, **numbers)
        black, white = map(heard.fitting[0].count, (boards.BLACK_STONE, boards.WHITE_STONE))
        return Words(N_("Stones on the board: {black} black and {white} white."), black=black, white=white)


def _check_pieces(problem: Problem, given: bytes) -> None:
    """Raise ``BadTry`` unless a position has the numbers of stones that the task says, and no ghosts."""
    black, white = count_hidden(problem)
    own_black, own_white = given.count(boards.BLACK_STONE), given.count(boards.WHITE_STONE)
    if (own_black, own_white) != (black, white):
        message = N_("set {black} black and {white} white stones, not {own_black} and {own_white}")
        raise BadTry(message, black=black, white=white, own_black=own_black, own_white=own_white)
    if any(cell not in (boards.EMPTY, boards.BLACK_STONE, boards.WHITE_STONE) for cell in given):
        raise BadTry(N_("the game began without ghosts; take them away"))


def _explain_misfit(problem: Problem, given: bytes) -> Words:
    """Return a sentence that says why a position does not fit the announcements."""
    if question_of(problem) != START:
        return Words(N_("no game with these announcements leads to your position; the board shows one that fits"))
    size = problem.settings.size
    for string, liberties in boards.strings(given, size):
        if not liberties:
            text = N_("in your position the string at {point} has no liberty; the board shows one that fits")
            return Words(text, point=size.names(string)[0])
    view = view_of(problem)
    heard = (view.heard[:number] for number in range(1, len(view.heard) + 1))
    fault = next((each for each in heard if not any(fitting_starts(view.opening, each, [given]))), view.heard)
    text = N_("turn {number} cannot be announced so from your position; the board shows one that fits")
    return Words(text, number=len(solving.group_by_turn(solving.make_transcript(fault, size))))


def solution(problem: Problem) -> tuple[solving.Step, ...]:
    """Return the solution: a position that fits, before the tries that follow it or after those that lead to it.

    The tries are those of a game that fits, with the number of positions that fit after each.
    """
    heard, size = hear_all(problem), problem.settings.size
    view, position = heard.view, heard.fitting[0]
    counts = [len(positions) for positions in heard.positions[1:]]
    step = solving.Step(problem.to_move, boards.board_text(position, size), board=position)
    if question_of(problem) == NOW:
        return steps_of(plain_set(view.opening).games(view.heard)[position], view, counts, (step,))
    games = PlainSet(view.opening, Beginning((position,), view.opening.board), MOST_PLAIN).games(view.heard)
    return (replace(step, branches=steps_of(next(iter(games.values())), view, counts)),)


STONES = N_(
    "The game began with {black} black and {white} white stones on the board. Set up the position before the first try."
)
NO_GHOSTS = N_(
    "The game began with {black} black and {white} white stones on the board, and without ghosts. Set up the position "
    "before the first try."
)


def _prompt(problem: Problem) -> Words:
    if question_of(problem) == START:
        black, white = count_hidden(problem)
        return Words(NO_GHOSTS if problem.settings.ruleset.ghosts else STONES, black=black, white=white)
    if problem.more.get("seat") == AUDIENCE.name:
        return Words(N_("The board was empty at first. Set up the position after the last try."))
    text = N_("You are {seat}; the board was empty at first. Set up the position after the last try.")
    return Words(text, seat=colour_name(problem.to_move))


KIND = solving.Kind("ear", N_("By ear"), _prompt, Solving, solution, input=lambda problem: solving.Input.BOARD)
