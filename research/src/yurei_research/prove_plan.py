"""Proves plans by compiled code and in plain Python; makes plans from random positions and from games of programs."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from yurei.errors import TooLarge, YureiError
from yurei.players.certain import begin
from yurei.problems.plan import fastest_search
from yurei.problems.plan_search import Belief, Goal, PlainSearch, Search, Task, check_settings, row_of, task_of
from yurei.problems.problem import Problem, grade_near, problem_of
from yurei.problems.tries import write_tries
from yurei.referee.settings import Settings
from yurei.referee.view import View
from yurei.rules.board import BLACK_STONE, EMPTY, WHITE_STONE, board_text, empty_board, is_legal, put, strings
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, Try
from yurei_research.compose import Proof, Prover, play

MADE_NODES, MADE_PLAIN_NODES, MADE_BOARDS = 4_000, 2_500, 30
"""Bounds for problems to be made: on the beliefs that both searches look at, and on the boards."""
EASIEST = 6  # difficulty that is subtracted, so that the easiest plans have grade 1


def prove(problem: Problem) -> Proof:
    task = task_of(problem, "compiled")
    return _with_boards(problem, task, proof_of(fastest_search(task)))


def confirm(problem: Problem) -> Proof:
    task = task_of(problem, "plain")
    return _with_boards(problem, task, proof_of(PlainSearch(task)))


def _with_boards(problem: Problem, task: Task, proof: Proof) -> Proof:
    """Add the boards that fit the tries of a plan to its proof, so that opening the problem takes no search."""
    if "tries" not in problem.more:
        return proof
    boards = sorted(board_text(cells, task.settings.size) for cells, _ in task.beginning)
    return replace(proof, more={**proof.more, "beginning": boards})


def proof_of(search: Search) -> Proof:
    """Return the proof of a plan's task by a search.

    The grade is the length of the solution, in which each move after the first counts three, and its width, the boards and
    the plausible wrong answers, of which each counts as many as it has binary digits.
    """
    task, boards = search.task, len(search.task.beginning)
    moves = search.least_moves(task.beginning, task.moves)
    if moves is None:
        return Proof((), 1, {"boards": boards})
    answers, width, plausible = find_answers(search, task.beginning, moves)
    names = tuple(sorted(attempt.text(task.settings.size) for attempt in answers))
    difficulty = 3 * (moves - 1) + sum(number.bit_length() for number in (width, boards, plausible))
    return Proof(names, grade_near(difficulty - EASIEST), {"moves": moves, "boards": boards})


def find_answers(search: Search, belief: Belief, moves: int) -> tuple[tuple[Try, ...], int, int]:
    """Return the right first tries with ``moves`` left, and two numbers on which the grade depends.

    The right tries are those that win and are no probes, and those that do so after winning probes were refused. A probe is
    nowhere accepted without reaching the goal, and reaches it in some row: plans that differ in probes only are one.

    The first number is that of the different things that can be told after the only answer, that it is refused included.
    The second is that of the other first tries that look right where they are accepted: they would win if the opponent
    passed in reply, or for a rescue, held for one move. Both are 0 if there are several answers.
    """
    plain = search if isinstance(search, PlainSearch) else PlainSearch(search.task)
    winning, waiting = dict[Try, Belief](), [belief]  # by right try, the first belief in which it wins
    for present in waiting:
        for attempt in plain.tries():
            parts = plain.divide(present, attempt)
            left = frozenset(parts.refused)
            if parts.accepted and attempt not in winning and search.wins_by(present, attempt, moves):
                winning[attempt] = present
            if parts.is_probe and left and left not in waiting:
                waiting.append(left)
    answers = tuple(attempt for attempt in plain.tries() if attempt in winning)
    if len(answers) != 1:
        return answers, 0, 0
    parts = plain.divide(winning[answers[0]], answers[0])
    width = len(plain.replies(parts, answers[0])["follows"]) + bool(parts.refused)
    others = [attempt for attempt in plain.tries() if attempt not in winning]
    return answers, width, sum(_is_plausible(search, plain, belief, attempt, moves) for attempt in others)


def _is_plausible(search: Search, plain: PlainSearch, belief: Belief, attempt: Try, moves: int) -> bool:
    accepted = plain.divide(belief, attempt).accepted
    if search.task.goal is Goal.RESCUE:
        return bool(accepted) and search.wins_by(frozenset(accepted), attempt, 1)
    passed = frozenset(row_of(judge(verdict.after, PASS).after) for verdict in accepted.values())
    return bool(passed) and search.wins(passed, moves - 1)


def _proven(settings: Settings, question: Mapping[str, Any]) -> Problem | None:
    """Return the proven problem of a question; None unless it has one answer and plain Python can prove it."""
    values = {**settings.plain(), "id": "new", "kind": "plan", "to_move": "black", "answer": [], **question}
    try:
        problem = problem_of(values)
        task = task_of(problem, "compiled")
        if not 2 <= len(task.beginning) <= MADE_BOARDS:
            return None
        proof = proof_of(fastest_search(task, MADE_NODES))
        if len(proof.answers) != 1:
            return None
        assert proof == proof_of(PlainSearch(task, MADE_PLAIN_NODES)), problem.line()
    except YureiError:
        return None
    return _with_boards(problem, task, proof).put_into(problem)


GOALS = (Goal.CAPTURE, Goal.CAPTURE, Goal.RESCUE, Goal.CONNECT, Goal.KILL)
"""The goals, one of which is drawn for each position."""
MOST_MOVES = {Goal.CAPTURE: 4, Goal.RESCUE: 3, Goal.CONNECT: 3, Goal.KILL: 4}
TOLD_POINTS = 12
"""Bound on the points of a board for plans from games: on larger ones too little is known after a few tries."""
TRIES, BOARDS = range(5, 13), range(2, 31)
"""Numbers of tries after which plans are looked for, and of boards that fit then."""
MOST_STATES = 5_000
TOLD_MOVES = 3


def candidates(settings: Settings, random: Random) -> Iterator[Problem | None]:
    while True:
        question = random_question(settings.size, random)
        yield None if question is None else _proven(settings, question)
        if settings.size.points <= TOLD_POINTS:
            made = (_proven(settings, each) for each in _told_questions(settings, random))
            yield next(filter(None, made), None)


def random_question(size: Size, random: Random) -> dict[str, Any] | None:
    """Return a random plan as keys of a problem without the answer; None if the position makes no sense.

    Black is to move; from a quarter to six tenths of the points have black stones, and up to three white stones are
    hidden on marked points.
    """
    goal = random.choice(GOALS)
    cells = _random_board(size, goal, random)
    target = _random_target(cells, size, goal, random)
    count = random.choice((1, 1, 2, 2, 3))
    empty = [point for point, cell in enumerate(cells) if cell == EMPTY]
    most = min(len(empty) - 1, 3 + 2 * count)
    if target is None or most <= count:
        return None
    points = list(size.names(random.sample(empty, random.randint(count + 1, most))))
    hidden = {"colour": "white", "count": count, "points": points}
    marked = {"target": list(size.names(target))} if target else {}
    moves = random.randint(1, MOST_MOVES[goal]) if goal is Goal.RESCUE else MOST_MOVES[goal]
    return {"board": board_text(cells, size), "hidden": hidden, "goal": goal.value, **marked, "moves": moves}


def _random_board(size: Size, goal: Goal, random: Random) -> bytes:
    share = random.uniform(0.25, 0.6)
    black = [point for point in range(size.points) if random.random() < share]
    cells = put(empty_board(size), black, BLACK_STONE)
    if goal is not Goal.CAPTURE:
        free = [point for point in range(size.points) if not cells[point]]
        known = random.randint(goal is not Goal.CONNECT, 4)
        cells = put(cells, random.sample(free, min(known, len(free))), WHITE_STONE)
    return cells


def _random_target(cells: bytes, size: Size, goal: Goal, random: Random) -> tuple[int, ...] | None:
    """Return random target points for a goal, on different strings; None if there are not enough."""
    if not is_legal(cells, size):
        return None
    colour = WHITE_STONE if goal is Goal.KILL else BLACK_STONE
    most = 2 if goal is Goal.RESCUE else size.points  # liberties
    own = [(min(stones), liberties) for stones, liberties in strings(cells, size) if cells[stones[0]] == colour]
    heads = [head for head, liberties in own if len(liberties) <= most]
    count = {Goal.CAPTURE: 0, Goal.CONNECT: 2}.get(goal, 1)
    return tuple(sorted(random.sample(heads, count))) if len(heads) >= count else None


def _told_questions(settings: Settings, random: Random) -> Iterator[dict[str, Any]]:
    """Yield plans that begin during one random game, as keys of a problem without the answer."""
    seat = random.choice(settings.seating.seats)
    assert seat.colour is not None
    opening = View.begin(settings, seat, empty_board(settings.size))
    exact, heard = begin(opening, most=MOST_STATES), []
    for number, told in enumerate(play(settings, random, TRIES[-1]), 1):
        heard.append(told[seat.name])
        try:
            exact = exact.after(heard[-1])
        except TooLarge:
            return
        if number in TRIES and heard[-1].to_move == seat.name and len(exact.boards()) in BOARDS:
            board, tries = board_text(View.of(opening, heard).board, settings.size), write_tries(heard, settings, seat)
            known = {"board": board, "seat": seat.name, "to_move": seat.colour.word, "tries": tries}
            yield {**known, "goal": Goal.CAPTURE.value, "moves": TOLD_MOVES}


USUAL = {"ruleset": "go", "referee": "kriegspiel", "width": 4, "height": 4}
PROVERS = {"plan": Prover("plan", USUAL, check_settings, candidates, prove, confirm)}
