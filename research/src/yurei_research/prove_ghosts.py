"""Proves, grades and makes ghost problems: on small boards, and in regions enclosed by walls on larger boards.

The first proof is the search of ``yurei.problems.ghosts``. The second goes through all lines one by one, by the judge
alone, and leaves nothing out but what follows a reply that saves the target.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from yurei.problems.ghosts import GOAL, Search, Task, check_settings, legal_tries, sorted_tries, task_of
from yurei.problems.problem import GRADES, Problem, grade_near, problem_of
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE, Colour, is_legal, string_at, strings
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, Kind, State, Try
from yurei_research.compose import GradeShares, Proof, Prover, images

BITS_PER_GRADE = 2
MOST_TEMPTING = 4


def prove(problem: Problem) -> Proof:
    task = task_of(problem)
    search, state = Search(task), task.state
    answers = sorted_tries(search.list_winning_tries(state, task.moves), state.size)
    names = tuple(attempt.text(state.size) for attempt in answers)
    if len(answers) != 1:
        return Proof(names, 1)
    tempting = sum(1 for _ in _tempting_tries(search, task, answers[0]))
    more = {"moves": search.captures_in(state, task.moves), "themes": _themes_of(search, task, answers[0])}
    return Proof(names, grade_of(_chance_of(search, task, state, task.moves), tempting), more)


def confirm(problem: Problem) -> Proof:
    task = task_of(problem)
    right = right_tries(task, task.moves)
    answers = sorted_tries(right, task.state.size)
    names = tuple(attempt.text(task.state.size) for attempt in answers)
    if len(answers) != 1:
        return Proof(names, 1)
    count = sum(1 for attempt, _ in _tried(task, task.state) if attempt.kind is not Kind.PASS)
    grade = grade_of(right[answers[0]] * count, count_tempting(task, answers[0]))
    turns = next(turns for turns in range(1, task.moves + 1) if right_tries(task, turns))
    return Proof(names, grade, {"moves": turns, "themes": _themes_of(Search(task), task, answers[0])})


def without_ghosts(task: Task) -> Task:
    """Return the same task with rules under which no ghosts can be placed."""
    return replace(task, state=replace(task.state, ruleset=replace(task.state.ruleset, ghosts=False)))


def grade_of(chance: Fraction, tempting: int) -> int:
    """Return the grade of a ghost problem, in bits: how unlikely random moves are to win, and how many wrong first
    moves are tempting.

    >>> grade_of(Fraction(3, 2), 0), grade_of(Fraction(16), 0), grade_of(Fraction(16), 2), grade_of(Fraction(2**30), 0)
    (1, 3, 4, 9)
    """
    bits = (chance.numerator // chance.denominator).bit_length() - 1 + min(tempting, MOST_TEMPTING)
    return grade_near(GRADES[0] + bits // BITS_PER_GRADE)


def _chance_of(search: Search, task: Task, state: State, left: int) -> Fraction:
    """Return the inverse of the chance that random moves of the solver, to move, win in a won position."""
    count = sum(1 for attempt in legal_tries(task, state) if attempt.kind is not Kind.PASS)
    right = list(search.list_winning_tries(state, left))
    return Fraction(count, len(right)) * min(_after(search, task, state, attempt, left) for attempt in right)


def _after(search: Search, task: Task, state: State, attempt: Try, left: int) -> Fraction:
    after = judge(state, attempt).after
    if task.is_captured(after.cells):
        return Fraction(1)
    return max(_chance_of(search, task, judge(after, reply).after, left - 1) for reply in legal_tries(task, after))


def _tempting_tries(search: Search, task: Task, right: Try) -> Iterator[Try]:
    """Yield the wrong first tries after which the solver could capture the target if the opponent passed."""
    for attempt in legal_tries(task, task.state):
        if attempt not in (right, PASS):
            after_pass = judge(judge(task.state, attempt).after, PASS).after
            if task.moves > 1 and next(search.list_winning_tries(after_pass, task.moves - 1), None):
                yield attempt


def _themes_of(search: Search, task: Task, right: Try) -> list[str]:
    after, bare = judge(task.state, right).after, without_ghosts(task)
    found = {
        "ghost-first": right.kind is Kind.GHOST,
        "needs-ghosts": Search(bare).captures_in(bare.state, task.moves) is None,  # else it would work without any
        "opponent-ghost": not task.is_captured(after.cells) and _ghost_resists(search, task, after),
    }
    return [theme for theme, is_there in found.items() if is_there]


def _ghost_resists(search: Search, task: Task, after: State) -> bool:
    """Return whether the opponent can reply with a ghost to which the answers to a pass are wrong."""
    threats = set(search.list_winning_tries(judge(after, PASS).after, task.moves - 1))
    return any(
        threats.isdisjoint(search.list_winning_tries(judge(after, reply).after, task.moves - 1))
        for reply in legal_tries(task, after)
        if reply.kind is Kind.GHOST
    )


def right_tries(task: Task, left: int) -> dict[Try, Fraction]:
    """Return the first tries that capture in ``left`` turns, with the inverse chance that random moves then win."""
    return dict(_right(task, task.state, left))


def count_tempting(task: Task, right: Try) -> int:
    """Return the number of wrong first placements after which the solver could capture if the opponent passed."""
    others = (after for attempt, after in _tried(task, task.state) if attempt not in (right, PASS))
    passed = (judge(after, PASS).after for after in others if not task.is_captured(after.cells))
    return sum(any(True for _ in _right(task, state, task.moves - 1)) for state in passed)


def _right(task: Task, state: State, left: int) -> Iterator[tuple[Try, Fraction]]:
    if left == 0 or state.result is not None:
        return
    for attempt, after in _tried(task, state):
        chance = _against_all(task, after, left - 1)
        if chance is not None:
            yield attempt, chance


def _against_all(task: Task, state: State, left: int) -> Fraction | None:
    """Return the inverse chance that random moves capture after any reply; None if a reply saves the target."""
    if task.is_captured(state.cells):
        return Fraction(1)
    if left == 0 or state.result is not None:
        return None
    hardest = Fraction(0)
    for _, after in _tried(task, state):
        right = dict(_right(task, after, left))
        if not right:
            return None
        count = sum(1 for attempt, _ in _tried(task, after) if attempt.kind is not Kind.PASS)
        hardest = max(hardest, Fraction(count, len(right)) * min(right.values()))
    return hardest


def _tried(task: Task, state: State) -> Iterator[tuple[Try, State]]:
    """Yield the legal tries that the task allows with the states after them; the pass comes first."""
    tries = list(task.tries(state))
    for attempt in (*tries[-1:], *tries[:-1]):
        verdict = judge(state, attempt)
        if verdict.accepted:
            yield attempt, verdict.after


WHOLE = 16  # greatest number of points of boards that have no fence
SEPARATED = 0.8
REGIONS = ((4, 2), (5, 2), (6, 2), (7, 1), (3, 3), (4, 3), (5, 1), (6, 1))
"""Columns and rows of regions in the lower left corner."""
LEAST_MOVES, MOST_MOVES = 2, 4  # numbers of moves of problems that are made
SMALL = 7  # greatest number of points on which problems of four moves are made


def candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    shares = GradeShares(random)
    while True:
        found = _random_position(settings.size, random)
        if found is None:
            yield None
            continue
        for stones, liberties in strings(found[0], settings.size):
            if LEAST_MOVES <= len(liberties) <= MOST_MOVES:  # it could take several moves to capture
                problem = _problem(settings, *found, min(stones))
                yield problem if problem and shares.accepts(problem.grade) else None


def _problem(settings: Settings, cells: bytes, fence: frozenset[int] | None, target: int) -> Problem | None:
    """Return the problem to capture a string; None unless exactly one move does it, with ghosts, in few turns."""
    task = task_of(_bare(settings, cells, fence, target, MOST_MOVES))
    liberties = string_at(cells, settings.size.neighbours, target)[1]
    if fence is not None and not fence >= {target, *liberties}:
        return None
    points, bare = settings.size.points if fence is None else len(fence), without_ghosts(task)
    search, in_go = Search(task), Search(bare)
    for moves in range(len(liberties), (MOST_MOVES if points <= SMALL else MOST_MOVES - 1) + 1):
        if next(in_go.list_winning_tries(bare.state, moves), None):
            return None
        right = list(islice(search.list_winning_tries(task.state, moves), 2))
        if right:
            return _proven(_bare(settings, cells, fence, target, moves)) if len(right) == 1 else None
    return None


def _bare(settings: Settings, cells: bytes, fence: frozenset[int] | None, target: int, moves: int) -> Problem:
    size, solver = settings.size, Colour(cells[target]).opponent
    more: dict[str, Any] = {"goal": GOAL, "target": size.name(target), "moves": moves}
    more |= {} if fence is None else {"fence": list(size.names(fence))}
    return Problem("ghosts", "ghosts", settings, cells, solver, (), 1, more)


def _proven(bare: Problem) -> Problem:
    """Return a proven problem in normal form: the image with the smallest text, and the first stone as target."""
    values = [each for each in images(bare) if each["width"] == bare.settings.size.width]
    first = problem_of(min(values, key=lambda each: (each["board"], each["target"], each.get("fence", []))))
    assert first.board is not None
    size = first.settings.size
    string = string_at(first.board, size.neighbours, size.point(first.more["target"]))[0]
    fence = first.more.get("fence")
    points = None if fence is None else frozenset(size.point(each) for each in fence)
    bare = _bare(first.settings, first.board, points, min(string), first.more["moves"])
    return prove(bare).put_into(bare)


def _random_position(size: Size, random: Random) -> tuple[bytes, frozenset[int] | None] | None:
    """Return a random board and its allowed points (None: all); return None if a string has no liberty."""
    found = (_filled(size, range(size.points), random), None) if size.points <= WHOLE else _fenced(size, random)
    return found if is_legal(found[0], size) else None


def _filled(size: Size, points: range | frozenset[int], random: Random) -> bytes:
    density = random.uniform(0.4, 0.8)
    cells = bytearray(size.points)
    for point in sorted(points):
        if random.random() < density:
            cells[point] = random.choice((BLACK, WHITE))
    return bytes(cells)


def _fenced(size: Size, random: Random) -> tuple[bytes, frozenset[int]]:
    """Return a random board with a region in a corner, enclosed by walls that have liberties outside."""
    regions = [each for each in REGIONS if each[0] <= size.width and each[1] < size.height]
    columns, rows = random.choice(regions)
    fence = frozenset(row * size.width + column for row in range(rows) for column in range(columns))
    cells = bytearray(_filled(size, fence, random))
    wall = [row * size.width + columns for row in reversed(range(rows))] if columns < size.width else []
    wall = [*(rows * size.width + column for column in range(min(columns + 1, size.width))), *wall]
    change = random.randint(0, len(wall))
    first, then = random.sample((BLACK, WHITE), 2)
    for place, point in enumerate(wall):
        cells[point] = first if place < change else then
    # Most stones that touch a wall of their colour get the other colour: who is connected to a wall is safe.
    for point in sorted(fence):
        walls = {cells[beside] for beside in size.neighbours[point] if beside not in fence}
        if cells[point] in walls and random.random() < SEPARATED:
            cells[point] = Colour(cells[point]).opponent
    return bytes(cells), fence


USUAL = {"ruleset": "no-seki-go", "referee": "open", "width": 4, "height": 3}
PROVERS = {"ghosts": Prover("ghosts", USUAL, check_settings, candidates, prove, confirm)}
