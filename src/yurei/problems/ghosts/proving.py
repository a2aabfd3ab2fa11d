"""Proofs of problems of ghosts, by the search and by the judge alone; difficulty and themes."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from yurei.problems.ghosts import plain
from yurei.problems.ghosts.region import Task, task_of, without_ghosts
from yurei.problems.ghosts.search import Search
from yurei.problems.kinds import Proof
from yurei.problems.problem import GRADES, Problem, grade_near
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, Kind, State, Try

BITS_PER_GRADE = 2
MOST_TEMPTING = 4


def prove(problem: Problem) -> Proof:
    """Find all right tries by the search."""
    task = task_of(problem)
    search, state = Search(task), task.state
    answers = sorted_tries(search.winning(state, task.moves), state.size)
    names = _names(answers, state.size)
    if len(answers) != 1:
        return Proof(names, 1)
    tempting = sum(1 for _ in _tempting_tries(search, task, answers[0]))
    more = {"moves": search.captures_in(state, task.moves), "themes": _themes_of(search, task, answers[0])}
    return Proof(names, grade_of(_chance_of(search, task, state, task.moves), tempting), more)


def confirm(problem: Problem) -> Proof:
    """Find all right tries by the judge alone, see ``plain``."""
    task = task_of(problem)
    right = plain.right_tries(task, task.moves)
    answers = sorted_tries(right, task.state.size)
    names = _names(answers, task.state.size)
    if len(answers) != 1:
        return Proof(names, 1)
    grade = grade_of(right[answers[0]] * plain.count_tries(task), plain.count_tempting(task, answers[0]))
    turns = next(turns for turns in range(1, task.moves + 1) if plain.right_tries(task, turns))
    return Proof(names, grade, {"moves": turns, "themes": _themes_of(Search(task), task, answers[0])})


def _names(tries: list[Try], size: Size) -> tuple[str, ...]:
    return tuple(attempt.text(size) for attempt in tries)


def sorted_tries(tries: Iterable[Try], size: Size) -> list[Try]:
    """Return tries in the order column, row, stones before ghosts; a pass comes last."""

    def place(attempt: Try) -> tuple[bool, int, int, bool]:
        point = attempt.point or 0
        return attempt.point is None, point % size.width, point, attempt.kind is Kind.GHOST

    return sorted(tries, key=place)


def grade_of(chance: Fraction, tempting: int) -> int:
    """Return the grade of a problem of ghosts.

    It has as many bits as are needed to choose a right move by chance each time: at each turn the number of legal
    placements divided by the number of those that still win, multiplied along the line in which the solver has it as
    easy and the opponent makes it as hard as can be; of the product the logarithm to base 2. Every wrong first move, up to
    four, after which the target would be captured if the opponent passed, adds one bit. Every 2 bits raise the grade by one.

    >>> grade_of(Fraction(3, 2), 0), grade_of(Fraction(16), 0), grade_of(Fraction(16), 2), grade_of(Fraction(2**30), 0)
    (1, 3, 4, 9)
    """
    bits = (chance.numerator // chance.denominator).bit_length() - 1 + min(tempting, MOST_TEMPTING)
    return grade_near(GRADES[0] + bits // BITS_PER_GRADE)


def _chance_of(search: Search, task: Task, state: State, left: int) -> Fraction:
    """Return one divided by the chance to find winning moves, from a won position with the solver to move."""
    count = sum(1 for attempt in legal(task, state) if attempt.kind is not Kind.PASS)
    right = list(search.winning(state, left))
    return Fraction(count, len(right)) * min(_after(search, task, state, attempt, left) for attempt in right)


def _after(search: Search, task: Task, state: State, attempt: Try, left: int) -> Fraction:
    after = judge(state, attempt).after
    if task.is_captured(after.cells):
        return Fraction(1)
    return max(_chance_of(search, task, judge(after, reply).after, left - 1) for reply in legal(task, after))


def legal(task: Task, state: State) -> Iterator[Try]:
    """Yield the legal tries within the fence; the pass comes last."""
    return (attempt for attempt in task.tries(state) if judge(state, attempt).accepted)


def _tempting_tries(search: Search, task: Task, right: Try) -> Iterator[Try]:
    """Yield the other first tries after which the target would be captured if the opponent passed."""
    for attempt in legal(task, task.state):
        if attempt not in (right, PASS):
            after_pass = judge(judge(task.state, attempt).after, PASS).after
            if task.moves > 1 and next(search.winning(after_pass, task.moves - 1), None):
                yield attempt


def _themes_of(search: Search, task: Task, right: Try) -> list[str]:
    """Return the themes of a problem of ghosts.

    - ``ghost-first``: the first move is a ghost;
    - ``needs-ghosts``: if nobody could place ghosts, the target would not be captured in as many turns;
    - ``opponent-ghost``: a ghost of the opponent has to be answered otherwise than a pass.
    """
    after = judge(task.state, right).after
    bare = without_ghosts(task)
    found = {
        "ghost-first": right.kind is Kind.GHOST,
        "needs-ghosts": Search(bare).captures_in(bare.state, task.moves) is None,
        "opponent-ghost": not task.is_captured(after.cells) and _ghost_resists(search, task, after),
    }
    return [theme for theme, is_there in found.items() if is_there]


def _ghost_resists(search: Search, task: Task, after: State) -> bool:
    threats = set(search.winning(judge(after, PASS).after, task.moves - 1))
    return any(
        threats.isdisjoint(search.winning(judge(after, reply).after, task.moves - 1))
        for reply in legal(task, after)
        if reply.kind is Kind.GHOST
    )


__all__ = ["confirm", "grade_of", "legal", "prove", "sorted_tries"]
