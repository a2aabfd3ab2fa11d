"""Plans: one try reaches the goal whatever the referee says; the compiled search decides as the plain one."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.day_and_night import by_day_and_night
from tests.problems.examples import bare, faults_in, proven, shipped_problems, tries
from yurei.errors import BadPoint, BadSettings, BadTry, TooLarge, YureiError
from yurei.kernel import planning
from yurei.problems import BadProblem, Problem, Status, Step, kind_of, problem_of, shipped
from yurei.problems.plan import Referee, fastest_search
from yurei.problems.plan_compiled import CompiledSearch, Room
from yurei.problems.plan_search import PlainSearch, Task, row_of, task_of
from yurei.referee.told import Outcome
from yurei.rules.board import WHITE_STONE, put
from yurei.rules.judge import Reason, judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, stone
from yurei_research.compose import faults_of, prover_of
from yurei_research.prove_plan import find_answers, random_question

KIND, PROVER = kind_of("plan"), prover_of("plan")


def plan(rows: str, count: int, moves: int, goal: str = "capture", *target: str, **more: Any) -> Problem:
    """Return the problem of a drawing: ``X`` own stones, ``O`` seen white ones, ``?`` where one may be hidden."""
    drawn = rows.split("/")
    size = Size(len(drawn[0]), len(drawn))
    marked = [size.name(point) for point, letter in enumerate("".join(reversed(drawn))) if letter == "?"]
    question = {
        "board": rows.translate(str.maketrans("XO?", "BW.")),
        "hidden": {"colour": "white", "count": count, "points": marked},
        "goal": goal,
        **({"target": list(target)} if target else {}),
        "moves": moves,
    }
    usual = {"id": "plan", "kind": "plan", "ruleset": "go", "referee": "kriegspiel", "answer": []}
    return problem_of({**usual, "width": size.width, "height": size.height, **question, **more})


EXAMPLES = (
    (plan(".X??/?.../XXXX/....", 1, 3), "C4"),
    (plan("XXX?/..??/XXX?/???X", 1, 3), "D3"),
    (plan("?XX./?XX./X.X?/..??", 2, 2), "D1"),
    (plan("X?../?X?X/...X/X...", 1, 3), "C3"),
)
"""Positions that were found before this program, each with its one answer."""
NET = proven(EXAMPLES[1][0])
DOUBLE = proven(EXAMPLES[2][0])
SMALL = shipped_problems("plan", "4x3", 12)


def first_tries(problem: Problem) -> list[str]:
    return [problem.settings.size.name(point) for point, cell in enumerate(problem.board or b"") if not cell]


@pytest.mark.parametrize(("problem", "answer"), EXAMPLES)
def test_the_known_positions_have_their_one_answer(problem: Problem, answer: str) -> None:
    proof = PROVER.prove(problem)
    assert proof.answers == (answer,)
    assert proof.more["moves"] == problem.more["moves"]


def test_a_plan_has_as_few_moves_as_possible() -> None:
    assert PROVER.prove(plan("XXX?/..??/XXX?/???X", 1, 2)).answers == ()
    wrong = replace(DOUBLE, more={**DOUBLE.more, "moves": 3})
    assert PROVER.prove(wrong).more["moves"] == DOUBLE.more["moves"] == 2
    assert faults_in(wrong) == {"moves"}


def test_probes_that_are_refused_or_win_are_no_other_answer() -> None:
    # A try on A1 is refused where the stone stands there, and captures it on B1; then B1 captures.
    proof = PROVER.prove(plan("..../..../XX../??X.", 1, 2))
    assert (proof.more["moves"], proof.answers) == (1, ())
    assert "several right answers" in str(faults_of(plan("X?X?/??XX/?X.X", 2, 2))[0])
    assert "no right answer" in str(faults_of(plan("XX.X/?.../..?./....", 1, 2))[0])


def test_nothing_is_decided_while_one_solves() -> None:
    # One white stone is on one of seven points: guessing it at once never helps.
    for point in NET.more["hidden"]["points"]:
        state = KIND.after(NET, (point,))
        assert state.status is not Status.SOLVED
        assert state.lines[0].told
        assert state.status is Status.FAILED or WHITE_STONE not in (state.board or b"")


def test_the_referee_gives_the_answer_that_resists_longest() -> None:
    task = task_of(NET)
    search, referee = fastest_search(task), Referee(task)
    tried = task.beginning, stone(task.settings.size.point("D3")), task.moves
    chosen, others = referee.choose_answer(*tried), list(referee.answers(*tried))

    def resistance(answer: Any) -> tuple[int, int]:
        return (search.least_moves(answer.rows, 9) or 10) + task.moves - answer.moves, len(answer.rows)

    open_ones = [each for each in others if each.status is Status.OPEN]
    assert len(open_ones) > 1
    assert resistance(chosen) == max(map(resistance, open_ones))


def test_a_try_that_is_refused_everywhere_changes_nothing() -> None:
    state = KIND.after(NET, ("D1",))
    assert (state.status, state.boards, state.board) == (Status.OPEN, KIND.begin(NET).boards, NET.board)
    assert state.lines[0].note
    again = KIND.after(NET, ("D1", "D1", *NET.answer))
    assert (again.status, again.board) == (Status.OPEN, KIND.after(NET, NET.answer).board)


@pytest.mark.parametrize("problem", [NET, DOUBLE, *SMALL])
def test_every_wrong_first_try_is_refuted_on_a_board(problem: Problem) -> None:
    task = task_of(problem)
    search = fastest_search(task)
    for name in first_tries(problem):
        state = KIND.after(problem, (name,))
        wins = search.wins_by(task.beginning, stone(task.settings.size.point(name)), task.moves)
        unchanged = state.lines[-1].note is not None
        assert (state.status is Status.FAILED) == (not wins and not unchanged), name
        assert (state.note is not None) == (state.status is not Status.OPEN)
        assert state.status is not Status.FAILED or WHITE_STONE in (state.board or b"")


@pytest.mark.parametrize("problem", [NET, DOUBLE, *SMALL])
def test_the_solution_solves_the_plan_for_any_announcements(problem: Problem) -> None:
    solving, steps = KIND.solving(problem), KIND.solution(problem)
    while solving.now.status is Status.OPEN:
        tried = str(steps[0].tried)
        solving.answer(tried)
        lines = solving.now.lines
        own, reply = (lines[-1], None) if lines[-1].colour is problem.to_move else (lines[-2], lines[-1])
        assert own.tried == tried
        steps = follow(steps, own.told, reply and reply.told)
    assert solving.now.status is Status.SOLVED
    check_ends(KIND.solution(problem))


def follow(steps: tuple[Step, ...], own: Any, reply: Any) -> tuple[Step, ...]:
    """Return the steps after what was told."""
    for step in steps:
        if step.told == own and reply is None and (not step.branches or step.branches[0].colour is step.colour):
            return step.branches
        for branch in step.branches:
            if (step.told, branch.told) == (own, reply) and branch.colour is not step.colour:
                return branch.branches
    raise AssertionError("the tree lacks an announcement")


def check_ends(steps: tuple[Step, ...]) -> None:
    """Check that each end of a tree says that the goal is reached."""
    for step in steps:
        assert step.branches or step.note
        check_ends(step.branches)


def test_the_task_is_a_sentence() -> None:
    assert str(KIND.prompt(NET)) == (
        "At first White has one more stone, on one of these points: A1, B1, C1, D2, C3, D3, D4. "
        "Capture a stone within 3 moves, whatever the referee says."
    )
    assert str(KIND.prompt(DOUBLE)).startswith(
        "At first White has 2 more stones, on some of these points: C1, D1, D2, A3, A4."
    )


def test_tries_that_sound_alike_are_told_apart_by_whether_the_goal_is_reached() -> None:
    alike = [step for step in KIND.solution(shipped("plan-4x4-2")) if step.told and step.told.outcome is Outcome.MOVED]
    assert [str(step.note) for step in alike] == [
        "Captured, whatever the referee says.",
        "The goal is not reached yet.",
    ]


# White can flee from A1 to A2 once; a hidden stone on D4 is in atari, but is no goal.
KILL = proven(plan("..X?/..../.X../O..X", 1, 3, "kill", "A1"))
CONNECT = plan("OX../.X../..../..XX", 0, 2, "connect", "C1", "B3")
# Each of the two eyes is needed: whoever fills one of them loses the string.
RESCUE = plan(".X.O/XXXO/OOO./...?", 1, 1, "rescue", "B3")


@pytest.mark.parametrize(
    ("problem", "tried", "status"),
    [
        (KILL, "B1 A2", Status.OPEN),
        (KILL, "B1 A2 A3", Status.SOLVED),
        (KILL, "D3", Status.FAILED),
        (CONNECT, "D4", Status.FAILED),  # a stone of the string is taken then
        (RESCUE, "pass", Status.SOLVED),
        (RESCUE, "A4", Status.FAILED),
    ],
)
def test_only_the_goal_of_a_plan_counts(problem: Problem, tried: str, status: Status) -> None:
    assert KILL.more["moves"] == 2
    assert KIND.after(problem, tuple(tried.split())).status is status


@pytest.mark.parametrize(
    ("problem", "answer"),
    [
        (plan("?O.?/???./O.XX/X?..", 2, 2, "connect", "A1", "C2"), "B1"),
        (plan("XX../.?X./O.X?/X..O", 1, 2, "rescue", "A1"), "B1"),
    ],
)
def test_strings_are_connected_and_rescued_by_one_try(problem: Problem, answer: str) -> None:
    assert PROVER.prove(problem) == PROVER.confirm(problem)
    assert PROVER.prove(problem).answers == (answer,)
    wrong = {name for name in first_tries(problem) if KIND.after(problem, (name,)).status is Status.FAILED}
    assert wrong - {answer} == wrong != set()


TOLD = proven(
    bare(
        "plan", tries("BB3 W BA3! BD1 W"), referee="olympiad", height=3, board=".B../..../...B", goal="capture", moves=3
    )
)
"""White answered on A3, as a refused try says, and once more somewhere."""


def test_a_plan_may_start_from_announcements() -> None:
    assert (TOLD.answer, TOLD.more["moves"], TOLD.more["boards"]) == (("B2",), 2, 9)
    assert faults_of(TOLD) == []
    assert str(KIND.prompt(TOLD)).startswith("All that is known was told by the referee.")
    state = KIND.begin(TOLD)
    assert [(line.tried, line.told and line.told.outcome.value) for line in state.lines] == [
        *(("B3", "moved"), (None, "moved"), ("A3", "illegal"), ("D1", "moved"), (None, "moved"))
    ]
    assert state.board == TOLD.board
    assert KIND.after(TOLD, ("C3",)).status is Status.FAILED
    assert KIND.after(TOLD, TOLD.answer).status is Status.OPEN


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"board": ".B../..../..BB"}, "own stones"),
        ({"seat": "white"}, "try"),
        ({"hidden": {"colour": "white", "count": 1, "points": ["A1"]}}, "not both"),
        ({"tries": tries("BB3")}, "own stones"),
        ({"tries": []}, "tries"),
        # White takes one stone on B1 from C1 and could be retaken, if it were no ko.
        ({"tries": tries("BA1 W BC1 W BB2 W", captured_points=["C1"]), "board": "..../.B../B..."}, "begin with a ko"),
    ],
)
def test_tries_that_do_not_lead_to_the_board_are_said(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(BadProblem, match=text):
        PROVER.prove(problem_of({**TOLD.values(), **changes}))


def test_tries_that_cannot_be_asked_are_named() -> None:
    for text, error in (("E5", BadPoint), ("pass", BadTry), ("resign", BadTry), ("ghost A1", BadTry), ("", BadPoint)):
        with pytest.raises(error):
            KIND.after(NET, (text,))
    wrong = next(name for name in first_tries(DOUBLE) if KIND.after(DOUBLE, (name,)).status is Status.FAILED)
    with pytest.raises(BadTry, match="answered"):
        KIND.after(DOUBLE, (wrong, "A1"))


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"goal": "win"}, BadProblem, "goal of a plan"),
        ({"moves": 0}, BadProblem, "moves"),
        ({"moves": True}, BadProblem, "moves"),
        ({"hidden": {"colour": "black", "count": 1, "points": ["D4"]}}, BadProblem, "opponent"),
        ({"hidden": {"colour": "white", "count": 2, "points": ["D4"]}}, BadProblem, "not more than"),
        ({"hidden": {"colour": "white", "count": 1, "points": ["A4"]}}, BadProblem, "empty points"),
        ({"target": ["A4"]}, BadProblem, "target"),
        ({"goal": "kill", "target": ["A4"]}, BadProblem, "target"),
        ({"goal": "connect", "target": ["A4", "B4"]}, BadProblem, "connected already"),
        ({"referee": "hamburg"}, BadSettings, "kriegspiel"),
        ({"ruleset": "alter-igo"}, BadSettings, "simple ko"),
    ],
)
def test_a_bad_plan_is_refused_with_the_reason(changes: dict[str, Any], error: type[YureiError], text: str) -> None:
    with pytest.raises(error, match=text):
        PROVER.prove(problem_of({**NET.values(), **changes}))


def test_boards_that_are_too_large_are_said() -> None:
    with pytest.raises(TooLarge, match="25 points"):
        PROVER.settings({"width": 6, "height": 5})
    with pytest.raises(TooLarge, match="boards"):
        PROVER.prove(plan("?????/?????/?????/?????/?????", 6, 2))


def test_a_board_without_liberties_is_left_out() -> None:
    # On the left half every string must breathe: a white stone cannot stand where it has none.
    task = task_of(plan("?X../X.../..../...?", 1, 2))
    (only,) = task.beginning
    assert only[0] == put(only[0], [task.settings.size.point("D1")], WHITE_STONE)


def random_tasks(random: Random) -> Iterator[Task]:
    """Yield tasks of random positions, without end: all goals, both colours, all referees that plans are for."""
    while True:
        size = random.choice((Size(3, 3), Size(4, 3), Size(3, 4), Size(4, 4), Size(5, 2)))
        question = random_question(size, random)
        if question is None:
            continue
        values: dict[str, Any] = {"id": "any", "kind": "plan", "answer": [], **question}
        values["referee"] = random.choice(("kriegspiel", "common", "olympiad", "counted"))
        if values["referee"] == "common":
            values["lone_self_atari"] = random.random() < 0.5
        if random.random() < 0.5:
            values["to_move"], values["hidden"] = "white", {**question["hidden"], "colour": "black"}
            values["board"] = question["board"].translate(str.maketrans("BW", "WB"))
        try:
            yield task_of(problem_of({"width": size.width, "height": size.height, **values}))
        except YureiError:
            continue  # no board on which every string has a liberty


def compare(task: Task, room: Room) -> bool:
    """Compare both searches of a task; return whether there is a plan."""
    compiled = CompiledSearch(task, room=room)
    for moves in range(task.moves, 0, -1):
        plain = PlainSearch(task, 300)  # a position that needs more beliefs is compared with fewer moves
        try:
            least = plain.least_moves(task.beginning, moves)
            findings = find_answers(plain, task.beginning, least or moves)
            wins = [plain.wins_by(task.beginning, attempt, least or moves) for attempt in plain.tries()]
        except TooLarge:
            continue
        assert compiled.least_moves(task.beginning, moves) == least
        assert find_answers(compiled, task.beginning, least or moves) == findings
        assert [compiled.wins_by(task.beginning, attempt, least or moves) for attempt in plain.tries()] == wins
        return least is not None
    return False


@pytest.mark.parametrize(("seed", "count"), by_day_and_night([(0, 10)], [(seed, 100) for seed in range(1, 11)]))
def test_both_searches_agree_on_random_positions(seed: int, count: int) -> None:
    tasks, room = random_tasks(Random(seed)), Room()
    solvable = sum(compare(next(tasks), room) for _ in range(count))
    assert count / 10 < solvable < count


@pytest.mark.parametrize("seed", range(3))
def test_compiled_moves_are_those_of_the_judge_also_in_a_ko(seed: int) -> None:
    random, refused_by_ko, compared = Random(seed), 0, 0
    tasks = random_tasks(random)
    while compared < 2000 or refused_by_ko < 10:
        task = next(tasks)
        search, plain = CompiledSearch(task), PlainSearch(task)
        state = plain.state(min(task.beginning, key=lambda row: row[0]))
        for _ in range(40):
            legal = [each for each in map(stone, range(task.settings.size.points)) if judge(state, each).accepted]
            if state.to_move is task.planner:
                belief = frozenset([row_of(state)])
                for point in range(task.settings.size.points):
                    verdict = judge(state, stone(point))
                    refused_by_ko += verdict.reason is Reason.KO
                    compared += 1
                    codes = np.zeros(1, np.int64)
                    planning.outcomes(search.states(belief), point, search._task, search._board, codes)
                    assert (codes[0] == planning.REFUSED) == (not verdict.accepted)
            attempt = random.choice(legal) if legal else PASS
            state = judge(state, attempt).after
            if state.result is not None:
                break


def test_a_search_that_takes_too_long_is_given_up() -> None:
    task = next(each for each in random_tasks(Random(1)) if each.moves > 2 and len(each.beginning) > 5)
    for search in (CompiledSearch(task, 1), PlainSearch(task, 1)):
        with pytest.raises(TooLarge, match="was not decided"):
            search.least_moves(task.beginning, 9)


def test_proofs_of_one_task_are_cleared_for_the_next() -> None:
    room, tasks = Room(), random_tasks(Random(2))
    CompiledSearch(next(tasks), room=room).least_moves(next(tasks).beginning, 1)
    CompiledSearch(next(tasks), room=room)
    assert not np.any(room.table)
