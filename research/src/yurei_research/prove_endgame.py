"""Proves, grades and makes endgames.

The first proof is the table of a board, whose codes are those of ``yurei.players.tablebase``. The second holds every
position of that table against the positions after its moves. The table is right if and only if for every position in
which every string has a liberty, with the codes of the positions after its moves, lone suicides left out:

- a code n, even and not 0: n - 1 is the smallest odd code after a move;
- a code n, odd: all codes after moves are even and not 0, and n - 1 is the largest, or 0 if there are none;
- a code 0: no code after a move is odd, and one is 0.

By induction on n these conditions leave no choice for the codes that are not 0: what is won or lost in n plies follows
from what is in fewer. A position with code 0 is not won, and its player can move to another such position for ever, so
it is a draw; docs/solved.md shows that the draw on the third repetition changes nothing.

For this the rules are written here once more, on sets of points as bits of a number, by numpy on many positions at a
time. Nothing is shared with the compiled solver, and of the plain one only the number of a position.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from random import Random

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadSettings, TooLarge, YureiError
from yurei.languages import N_
from yurei.players import tablebase
from yurei.players.tablebase import Table, Values, cells_for, load_or_solve, make_upright
from yurei.problems.endgame import Ply, analysis_of, best_line, tempting_moves, winning_points
from yurei.problems.problem import GRADES, Problem, grade_near
from yurei.problems.solving import first_state
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE, Colour, is_legal
from yurei.rules.points import Size
from yurei.rules.state import State
from yurei_research.compose import GradeShares, Proof, Prover

AT_A_TIME = 1 << 17  # number of positions that are checked at a time
NONE = 255  # code of numbers that stand for no position, or for one that has a smaller equivalent

Masks = NDArray[np.int32]  # sets of points, one a position: bit p is set if p is in it
Codes = NDArray[np.uint8]


class Wrong(YureiError):
    """Error for a table of a solved board with a wrong value."""


class Grid:
    """A board of up to 16 points, with lookup tables of neighbours and position numbers by set of points."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.all = (1 << size.points) - 1
        sets = np.arange(self.all + 1, dtype=np.int32)
        self._beside = np.zeros_like(sets)
        for point, neighbours in enumerate(size.neighbours):
            self._beside[(sets >> point & 1) > 0] |= sum(1 << each for each in neighbours)
        self._numbers = [
            np.asarray(sum((sets >> point & 1) * np.int32(3**image) for point, image in enumerate(images)))
            for images in tablebase.symmetries(size)
        ]

    def masks(self, numbers: NDArray[np.int32]) -> tuple[Masks, Masks]:
        own, other = np.zeros_like(numbers), np.zeros_like(numbers)
        for point in range(self.size.points):
            digit = numbers // 3**point % 3
            own |= (digit == 1).astype(np.int32) << point
            other |= (digit == 2).astype(np.int32) << point
        return own, other

    def smallest(self, own: Masks, other: Masks) -> NDArray[np.int32]:
        """Return for each position the smallest number of its rotations and reflections."""
        found: Masks = self._numbers[0][own] + 2 * self._numbers[0][other]
        for numbers in self._numbers[1:]:
            np.minimum(found, numbers[own] + 2 * numbers[other], out=found)
        return found

    def alive(self, stones: Masks, empty: Masks) -> Masks:
        """Return the stones of those strings that are adjacent to an empty point."""
        living = stones & self._beside[empty]
        while True:
            more = living | stones & self._beside[living]
            if np.array_equal(more, living):
                return living
            living = more

    def after(self, own: Masks, other: Masks, point: int) -> tuple[Masks, Masks, NDArray[np.bool_]]:
        """Return both colours' stones after a stone on ``point``, which is empty in all; and if it is a lone suicide."""
        placed = own | 1 << point
        empty = self.all & ~(placed | other)
        kept, others_kept = self.alive(placed, empty), self.alive(other, empty)
        lone = (placed & ~kept == 1 << point) & (others_kept == other)
        return kept, others_kept, lone


@dataclass(frozen=True)
class Verified:
    """The codes of all positions of a board by number, checked against the positions after each move."""

    grid: Grid  # not wider than high
    codes: Codes

    def code(self, cells: bytes) -> int:
        return self._code(*sets(cells))

    def winning(self, cells: bytes) -> list[int]:
        """Return the points of the moves that win in a position."""
        own, other = sets(cells)
        found = []
        for point in range(self.grid.size.points):
            if not (own | other) >> point & 1:
                kept, others_kept, lone = self.grid.after(*_single(own, other), point)
                if not lone[0] and self._code(int(others_kept[0]), int(kept[0])) % 2:
                    found.append(point)
        return found

    def _code(self, own: int, other: int) -> int:
        return int(self.codes[self.grid.smallest(*_single(own, other))[0]])


def verify(values: Values) -> Verified:
    """Check the codes of all positions of a board; raise ``Wrong`` if any is wrong."""
    grid = Grid(values.size)
    codes = codes_of(values, grid)
    positions = np.flatnonzero(codes != NONE).astype(np.int32)
    for start in range(0, len(positions), AT_A_TIME):
        numbers = positions[start : start + AT_A_TIME]
        is_right = expected(grid, codes, *grid.masks(numbers)) == codes[numbers]
        if not is_right.all():
            raise Wrong(N_("the solved board {size} has a wrong value; make its table again"), size=values.size)
    return Verified(grid, codes)


def expected(grid: Grid, codes: Codes, own: Masks, other: Masks) -> Codes:
    """Return the code that follows for each position from the codes after its moves; 255 if one is missing."""
    lost_in = np.full(len(own), NONE, dtype=np.int16)  # the smallest odd code after a move
    won_in = np.zeros(len(own), dtype=np.int16)  # the largest even code after a move
    drawn, missing = np.zeros(len(own), dtype=bool), np.zeros(len(own), dtype=bool)
    for point in range(grid.size.points):
        free = np.flatnonzero(((own | other) >> point & 1) == 0)
        kept, others_kept, lone = grid.after(own[free], other[free], point)
        free, kept, others_kept = free[~lone], kept[~lone], others_kept[~lone]
        found = codes[grid.smallest(others_kept, kept)].astype(np.int16)
        missing[free] |= found == NONE
        drawn[free] |= found == 0
        is_odd = found % 2 == 1
        lost_in[free] = np.minimum(lost_in[free], np.where(is_odd, found, NONE))
        won_in[free] = np.maximum(won_in[free], np.where(is_odd, 0, found))
    code = np.where(lost_in < NONE, lost_in + 1, np.where(drawn, 0, won_in + 1))
    return np.where(missing, NONE, code).astype(np.uint8)


def codes_of(values: Values, grid: Grid) -> Codes:
    if isinstance(values, Table):
        return np.frombuffer(b"".join(values.blocks()), dtype=np.uint8)
    points = grid.size.points
    codes, numbers = np.full(3**points, NONE, dtype=np.uint8), np.arange(3**points, dtype=np.int32)
    own, other = grid.masks(numbers)
    empty = grid.all & ~(own | other)
    is_legal = (grid.alive(own, empty) == own) & (grid.alive(other, empty) == other)
    for number in numbers[is_legal & (grid.smallest(own, other) == numbers)].tolist():
        codes[number] = values.code(bytes(number // 3**point % 3 for point in range(points)))
    return codes


def sets(cells: bytes) -> tuple[int, int]:
    """Return the stones of the player to move (cells 1) and of the opponent (2) as sets of points."""
    own, other = (sum(1 << point for point, cell in enumerate(cells) if cell == colour) for colour in (1, 2))
    return own, other


def _single(own: int, other: int) -> tuple[Masks, Masks]:
    return np.array([own], dtype=np.int32), np.array([other], dtype=np.int32)


BITS_PER_GRADE = 4
ONLY_MOVES = 4  # number of only-moves in a row, from the first, that make a theme
NEAR = 3  # number of the solver's first moves in which sacrifices count as a theme


def prove(problem: Problem) -> Proof:
    return proof_of(_state(problem))


def confirm(problem: Problem) -> Proof:
    state = _state(problem)
    verified, cells = _verified(state.size), cells_for(state.cells, state.to_move)
    places = make_upright(bytes(range(state.size.points)), state.size)
    answers = [places[point] for point in verified.winning(make_upright(cells, state.size))]
    proof = proof_of(state)
    plies = {"plies": verified.code(make_upright(cells, state.size))} if len(answers) == 1 else {}
    return replace(proof, answers=state.size.names(answers), more={**proof.more, **plies})


def _state(problem: Problem) -> State:
    state = first_state(problem)
    check_settings(problem.settings)
    return state


def check_settings(settings: Settings) -> None:
    """Raise an error unless a game can have endgames, by its rules, its referee and its board size."""
    if settings.referee.hides:
        raise BadSettings(N_("nothing is hidden in a problem of this kind; leave the referee out"))
    tablebase.check_ruleset(settings.ruleset)
    if settings.size.points > tablebase.WORKED_OUT:
        raise TooLarge(
            N_("endgames have boards of up to {most} points; {size} has {points}"),
            most=tablebase.WORKED_OUT,
            size=settings.size,
            points=settings.size.points,
        )


@lru_cache(maxsize=2)
def _verified(size: Size) -> Verified:
    """Return the codes of a board, checked once per process."""
    return verify(load_or_solve(size))


def proof_of(state: State) -> Proof:
    """Return the proof of an endgame by the values of its solved board."""
    analysis = analysis_of(state)
    answers = winning_points(analysis, state.to_move)
    names = state.size.names(answers)
    if len(answers) != 1:
        return Proof(names, 1)
    line = list(best_line(state))
    grade = grade_of(_choices_of(line, state.to_move), len(tempting_moves(state, answers[0])))
    return Proof(names, grade, {"plies": analysis.outcome.distance, "themes": _themes_of(state, line)})


def grade_of(choices: Iterable[tuple[int, int]], tempting: int) -> int:
    """Return the grade of an endgame: by how unlikely random moves are to win along the best line, in bits.

    >>> grade_of([(2, 1)], 0), grade_of([(4, 1), (8, 2)], 0), grade_of([(8, 1)] * 40, 0)
    (1, 2, 9)
    """
    counts = list(choices)
    whole = prod(of for of, _ in counts) << tempting
    bits = (whole // prod(won for _, won in counts)).bit_length() - 1
    return grade_near(GRADES[0] + bits // BITS_PER_GRADE)


def _choices_of(line: Sequence[Ply], colour: Colour) -> list[tuple[int, int]]:
    """Return for each turn of a colour in a line the number of moves, and the number of winning ones."""
    before = [ply.before for ply in line if ply.verdict.mover is colour]
    return [(len(each.moves), len(winning_points(each, colour))) for each in before]


def _themes_of(state: State, line: Sequence[Ply]) -> list[str]:
    colour, first = state.to_move, line[0]
    own = [ply.verdict for ply in line if ply.verdict.mover is colour][:NEAR]
    choices = _choices_of(line, colour)
    others = [outcome for point, outcome in first.before.moves.items() if point != first.point]
    found = {
        # One of the first moves is a suicide of several stones; one of them removes stones of both colours.
        "sacrifice": any(len(verdict.own_losses) > 1 and not verdict.captured for verdict in own),
        "both-leave": any(verdict.captured and verdict.own_losses for verdict in own),
        # Captures are on offer, and the right first move captures nothing.
        "refusal": not first.verdict.captured and bool(tempting_moves(state, first.point)),
        "only-moves": len(choices) >= ONLY_MOVES and all(won == 1 for _, won in choices[:ONLY_MOVES]),
        "corner": len(state.size.neighbours[first.point]) == 2 and min(state.size.width, state.size.height) > 1,
        "others-lose": all(outcome.winner is colour.opponent for outcome in others),
    }
    return [theme for theme, is_there in found.items() if is_there]


SHORTEST = 6  # least number of plies of problems that are made
LEAST_MOVES = 3


def candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    shares = GradeShares(random)
    while True:
        cells = _random_board(settings.size, random)
        problem = None if cells is None else _problem(settings, cells, random.choice((BLACK, WHITE)))
        yield problem if problem and shares.accepts(problem.grade) else None


def _random_board(size: Size, random: Random) -> bytes | None:
    """Return a board with stones on one to four fifths of its points; None if a string has no liberty."""
    cells = bytearray(size.points)
    for point in random.sample(range(size.points), random.randint(2, max(2, size.points * 4 // 5))):
        cells[point] = random.choice((BLACK, WHITE))
    return bytes(cells) if is_legal(bytes(cells), size) else None


def _problem(settings: Settings, cells: bytes, to_move: Colour) -> Problem | None:
    problem = Problem("endgame", "endgame", settings, cells, to_move, (), 1)
    state = first_state(problem)
    analysis = analysis_of(state)
    is_short = len(analysis.moves) < LEAST_MOVES or (analysis.outcome.distance or 0) < SHORTEST
    return None if is_short or len(winning_points(analysis, to_move)) != 1 else proof_of(state).put_into(problem)


USUAL = {"ruleset": "alter-igo", "referee": "open", "width": 4, "height": 3}
PROVERS = {"endgame": Prover("endgame", USUAL, check_settings, candidates, prove, confirm)}
