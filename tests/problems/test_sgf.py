"""Problems as SGF: a position with its task, then the solution, which other programs can show."""

import pytest

from tests.day_and_night import chosen_by_day
from tests.records.readers import Stones, sgfmill_reads, with_katrain
from yurei.problems import Problem, Step, collection, kind_of, problem_of
from yurei.problems.solving import first_state
from yurei.problems.wording import can_show, sgf, solution_lines
from yurei.rules import judge
from yurei.rules.points import Size
from yurei.rules.state import read_try


def test_a_position_is_set_up_and_its_solution_follows(snatches: object) -> None:
    problem = problem_of(
        {"id": "one", "kind": "snatch", "width": 3, "height": 3, "board": ".../.../WB.", "answer": ["A2"], "grade": 8}
    )
    assert sgf(problem, version="9") == (
        "(;FF[4]GM[1]CA[UTF-8]AP[yurei:9]SZ[3]GN[one]RU[Chinese]KM[7.5]AB[bc]AW[ac]PL[B]C[Phantom Go · Open: everybody sees the whole board.\nCapture something.]\n"
        ";AE[ac]AB[ab]CR[ab]C[Black A2. (That was the last liberty.)])\n"
    )


def stones(cells: bytes, size: Size) -> Stones:
    """The stones of a board, as readers name them."""
    return {divmod(point, size.width): " bw"[cell] for point, cell in enumerate(cells) if cell in (1, 2)}


def shown() -> list[Problem]:
    """Some of the problems of the collection that other programs can show."""
    return [problem for problem in collection().values() if can_show(problem)][::60]


def is_line(steps: tuple[Step, ...]) -> bool:
    return len(steps) < 2 and all(is_line(step.branches) for step in steps)


def told(problem: Problem) -> list[str]:
    """The solution of a problem as text."""
    return solution_lines(problem, kind_of(problem.kind).solution(problem))


def is_solved_soon(problem: Problem) -> bool:
    """Solving a board of 16 points for an endgame takes ten seconds."""
    return problem.kind != "endgame" or problem.settings.size.points < 16


@pytest.mark.parametrize("problem", chosen_by_day(shown(), is_solved_soon), ids=lambda problem: problem.id)
def test_another_program_shows_the_boards_of_the_solution(problem: Problem) -> None:
    size, kind = problem.settings.size, kind_of(problem.kind)
    text = sgf(problem)
    sgfmill_reads(text)
    root, *nodes = with_katrain(text)
    assert problem.board is not None
    assert root[1] == stones(problem.board, size)
    assert nodes, "there is no solution"
    if problem.settings.referee.hides or not is_line(kind.solution(problem)):
        assert [node.properties["C"] for node, _ in nodes] == [["\n".join(["Solution", *told(problem)])]]
        return
    boards, state, steps = [root[1]], first_state(problem), kind.solution(problem)
    while steps:
        state, steps = judge(state, read_try(steps[0].tried, size)).after, steps[0].branches
        boards.append(stones(state.cells, size))
    # A move may take two nodes, with its comment in the first: what leaves the board, then what is placed.
    ends = [number for number, (node, _) in enumerate(nodes) if number and "C" in node.properties] + [len(nodes)]
    assert [nodes[end - 1][1] for end in ends] == boards[1:]
