"""The benchmark of players on problems, and the proofs of the shipped ones."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from research.tests.command import bench
from yurei import known
from yurei.players import Budget, Player, get
from yurei.problems import KINDS, Problem, Step, collection, kind_of, problem_of
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.state import RESIGN, Try, read_try
from yurei_research.bench.problems import NoAnswerError, choose, opening_view, solves, solving
from yurei_research.compose import faults_of, fingerprint
from yurei_research.prove_plan import confirm

BUDGET = Budget(playouts=1)
SNATCH = {"id": "one", "kind": "snatch", "width": 3, "height": 3, "board": ".../.../WB.", "answer": ["A2"], "grade": 8}
PLAN = {
    "id": "one",
    "kind": "plan",
    "referee": "kriegspiel",
    "width": 4,
    "height": 4,
    "board": ".BB./.BB./B.B./....",
    "hidden": {"colour": "white", "count": 2, "points": ["A3", "A4", "C1", "D1", "D2"]},
    "goal": "capture",
    "moves": 2,
    "answer": ["D1"],
}


class Script(Player):
    """Says what stands in a list, and resigns at its end."""

    slug = summary = "script"

    def __init__(self, *tries: str) -> None:
        super().__init__(1)
        self.tries = iter(tries)

    def decide(self, budget: Budget) -> Try:
        text = next(self.tries, None)
        return RESIGN if text is None else read_try(text, self.view.settings.size)


class Exact(Script):
    """Believes exactly what follows from what was told."""

    def believed(self) -> tuple[float, ...]:
        found, opponent = known(self.view), self.view.seat.colour
        assert opponent is not None
        return tuple(count[opponent.opponent] / len(found) for count in found.counts)


class Planner(Player):
    """Follows the solution of a plan: what was told chooses the branch."""

    slug = summary = "planner"

    def __init__(self, problem: Problem) -> None:
        super().__init__(1)
        self.steps: tuple[Step, ...] = kind_of(problem.kind).solution(problem)

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self.placed = 0

    def hear(self, told: Told) -> None:
        super().hear(told)
        if self.placed < 3:  # two hidden stones, and a pass between them
            self.placed += 1
        else:
            self.steps = tuple(each for step in self.steps if step.told == told for each in step.branches)

    def decide(self, budget: Budget) -> Try:
        return read_try(self.steps[0].tried, self.view.settings.size)


@pytest.mark.parametrize(
    ("tries", "solved"), [(["A2"], True), (["C3"], False), (["B1", "A2"], True), (["B1"], False), ([], False)]
)
def test_a_player_tries_until_a_problem_is_solved_or_failed(
    tries: list[str], solved: bool, snatches: dict[str, Problem]
) -> None:
    assert solves(Script(*tries), problem_of(SNATCH), BUDGET) is solved


def test_a_player_without_answers_comes_to_an_end(snatches: dict[str, Problem]) -> None:
    assert not solves(Script(*["B1"] * 1000), problem_of(SNATCH), BUDGET)


def of_kind(slug: str) -> list[Problem]:
    return [problem for problem in collection().values() if problem.kind == slug]


@pytest.mark.by_day
@pytest.mark.parametrize("problem", of_kind("endgame")[::60], ids=lambda problem: problem.id)
def test_the_line_of_best_play_solves_an_endgame(problem: Problem) -> None:
    steps, own = kind_of(problem.kind).solution(problem), list[str]()
    while steps:
        own += [str(steps[0].tried)] if steps[0].colour is problem.to_move else []
        steps = steps[0].branches
    assert solves(Script(*own), problem, BUDGET)


STONES = [problem for problem in of_kind("deduce") if problem.more["question"] == "stones"]


@pytest.mark.parametrize("problem", STONES[::15], ids=lambda problem: problem.id)
def test_a_player_with_exact_knowledge_answers_questions_about_stones(problem: Problem) -> None:
    assert solves(Exact(), problem, BUDGET)


def test_a_player_without_a_belief_does_not_answer_a_question() -> None:
    problem = of_kind("deduce")[0]
    for player in (Script(), get("simple", 1), get("yurei:level=1", 1), get("mcts", 1)):
        with pytest.raises(NoAnswerError):
            solves(player, problem, BUDGET)


def test_hidden_stones_are_placed_while_the_solver_passes() -> None:
    view = opening_view(problem_of(PLAN))
    assert (view.board_text, view.to_move) == (".BB./.BB./B.B./....", "black")
    heard = [(told.seat, told.outcome, told.attempt is None) for told in view.heard]
    assert heard == [("white", Outcome.MOVED, True), ("black", Outcome.PASSED, False), ("white", Outcome.MOVED, True)]
    assert not any(told.atari_on_opponent for told in view.heard)


def test_a_player_that_follows_the_solution_solves_a_plan() -> None:
    problem = problem_of(PLAN)
    assert solves(Planner(problem), problem, BUDGET)
    assert not solves(Script("C1", "D1", "D2", "D4", "A1", "B1"), problem, BUDGET)


def test_the_choice_is_the_same_for_the_same_seed(snatches: dict[str, Problem]) -> None:
    problems = list(snatches.values())
    chosen = choose(problems, 2, 1)
    assert chosen == choose(problems, 2, 1)
    assert chosen != choose(problems, 2, 5)
    grades = [problem.grade for problem in chosen]
    assert grades == sorted(grades)
    assert max(grades.count(grade) for grade in grades) == 2


def test_scores_are_by_player_kind_and_grade(snatches: dict[str, Problem]) -> None:
    watched: list[tuple[int, int]] = []
    scores = solving(["uniform", "simple"], snatches.values(), 2, 50, 1, lambda *done: watched.append(done))
    plain = scores.plain()["players"]
    assert plain["simple"].keys() == {"snatch"}
    for name in ("uniform", "simple"):
        for score in plain[name]["snatch"].values():
            assert 0 <= score["solved"] <= score["answered"] == score["asked"] <= 2
    assert watched == [(done, len(watched)) for done in range(len(watched))]
    assert all(one < other for one, other in pairwise(watched))


def test_the_table_has_a_row_for_each_grade_and_a_sum(snatches: dict[str, Problem], tmp_path: Path) -> None:
    words = ["problems", "uniform", "simple", "--count", "1", "--grade", "8"]
    shown = bench(*words)
    rows = [line.split() for line in shown.stdout.splitlines() if line.strip().startswith("snatch")]
    assert [row[:2] for row in rows] == [["snatch", "8"], ["snatch", "all"]]
    assert all(cell in ("0/1", "1/1") for row in rows for cell in row[2:])
    plain = json.loads(bench(*words, "--json").stdout)
    assert (plain["bench"], plain["count"], plain["playouts"]) == ("problems", 1, None)
    assert plain["players"]["uniform"]["snatch"]["8"]["asked"] == 1


def test_a_player_hears_the_tries_with_which_a_plan_begins() -> None:
    plans = [each for each in of_kind("plan") if "tries" in each.more]
    assert plans
    for plan in plans:
        begun = kind_of("plan").begin(plan)
        view = View.of(opening_view(plan), [line.told for line in begun.lines if line.told is not None])
        assert (view.board, view.seat.colour) == (begun.board, plan.to_move)


def test_a_player_is_not_asked_for_a_whole_board() -> None:
    for problem in of_kind("ear")[::30]:
        with pytest.raises(NoAnswerError):
            solves(Exact(), problem, BUDGET)


def test_hidden_stones_are_placed_for_every_plan() -> None:
    for plan in of_kind("plan"):
        assert opening_view(plan).seat.colour == plan.to_move


@pytest.mark.timeout(600)
@pytest.mark.parametrize("identifier", collection())
def test_a_shipped_problem_has_one_answer_by_two_proofs(identifier: str) -> None:
    assert [str(fault) for fault in faults_of(collection()[identifier])] == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_shipped_problems_are_alike(kind: str) -> None:
    prints = [fingerprint(problem) for problem in of_kind(kind)]
    assert len(prints) == len(set(prints))


def test_the_listed_boards_are_all_that_fit_the_tries() -> None:
    listed = [problem for problem in collection().values() if "beginning" in problem.more]
    assert listed == [problem for problem in of_kind("plan") if "tries" in problem.more]
    for problem in listed[::20]:  # `yurei problems check` compares every one
        assert confirm(problem).more["beginning"] == problem.more["beginning"]
        lacking = {**problem.values(), "beginning": problem.more["beginning"][1:]}
        assert confirm(problem_of(lacking)).more["beginning"] == problem.more["beginning"]
