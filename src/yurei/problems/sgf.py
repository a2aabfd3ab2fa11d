"""Problems as SGF, for those that other programs can show: a position, and the solution as moves or as a comment.

Every node sets up the board, as in records for viewers, so that it is right in programs that do not know the rules.
"""

from collections.abc import Iterator, Sequence

from yurei.languages import ENGLISH, N_, translation
from yurei.problems.kinds import kind_of
from yurei.problems.open_game import first_state
from yurei.problems.problem import Problem
from yurei.problems.solving import Input, SolvingState, Step
from yurei.problems.wording import mark_lines, rules_text, solution_lines, step_text
from yurei.records.sgf.boards import ghosts, set_up, set_up_nodes, stones
from yurei.records.sgf.header import Details, header
from yurei.records.sgf.viewer import Properties, mark, shown_with
from yurei.records.sgf.writing import points_text, written
from yurei.rules import judge
from yurei.rules.board import BLACK
from yurei.rules.state import read_try

MARKS = {"hidden": "SQ", "target": "TR"}
"""SGF marks by the marks of a board."""


def can_show(problem: Problem) -> bool:
    """Return whether other programs can show a problem: it is a position without a history, answered by tries."""
    return (
        problem.board is not None and "tries" not in problem.more and kind_of(problem.kind).input(problem) is Input.TRY
    )


def sgf(problem: Problem, language: str = ENGLISH, version: str = "") -> str:
    """Return a problem as SGF.

    Args:
        problem: A problem that ``can_show`` allows.
        language: The language of the comments.
        version: Version of yurei that writes it.
    """
    return written(_nodes(problem, Details(language=language, version=version)))


def _nodes(problem: Problem, details: Details) -> Iterator[Properties]:
    assert problem.board is not None
    size, language, kind = problem.settings.size, details.language, kind_of(problem.kind)
    begun = kind.begin(problem)
    say = translation(language).gettext
    steps = kind.solution(problem)
    comment = [
        rules_text(problem.settings, language),
        kind.prompt(problem).said(say),
        *mark_lines(problem, begun.marked, language),
    ]
    yield {
        **header(problem.settings, details, None),
        "GN": [problem.id],
        **set_up(bytes(size.points), stones(problem.board), size),
        **ghosts(problem.board, size),
        "PL": ["B" if problem.to_move is BLACK else "W"],
        **_marks(problem, begun),
        "C": ["\n".join(comment)],
    }
    if problem.settings.referee.hides or not _is_line(steps):
        yield {"C": ["\n".join([say(N_("Solution")), *solution_lines(problem, steps, language)])]}
    else:
        yield from _line(problem, steps, language)


def _marks(problem: Problem, state: SolvingState) -> Properties:
    size = problem.settings.size
    return {MARKS[each]: points_text(points, size) for each, points in state.marked.items() if each in MARKS and points}


def _is_line(steps: Sequence[Step]) -> bool:
    """Return whether a solution is a line of tries."""
    return not steps or (len(steps) == 1 and steps[0].tried is not None and _is_line(steps[0].branches))


def _line(problem: Problem, steps: Sequence[Step], language: str) -> Iterator[Properties]:
    """Yield the nodes of a line: each sets up the board after its move."""
    state = first_state(problem)
    while steps and state.result is None:
        (step,) = steps
        verdict = judge(state, read_try(step.tried, state.size))
        nodes = set_up_nodes(stones(state.cells), stones(verdict.after.cells), state.size)
        marks = {**mark(verdict.attempt, verdict.accepted, state.size), **ghosts(verdict.after.cells, state.size)}
        yield from shown_with(nodes, marks, {"C": [step_text(step, problem.settings, language)]})
        state, steps = verdict.after, step.branches


__all__ = ["can_show", "sgf"]
