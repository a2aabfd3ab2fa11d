"""Problems that are made wrong on purpose."""

from dataclasses import replace

from yurei.problems import Problem
from yurei_research.compose import faults_of


def with_other_answer(problem: Problem) -> Problem:
    """Return a problem with another answer beside the right one."""
    assert problem.board is not None
    size = problem.settings.size
    empty = [size.name(point) for point, cell in enumerate(problem.board) if not cell]
    return replace(problem, answer=(*problem.answer, next(name for name in empty if name not in problem.answer)))


def faults_in(problem: Problem) -> set[str]:
    """Return what is wrong with a problem: ``answer``, ``grade``, or the name of a key."""
    names = {"the right answer is {right}, not {given}": "answer", "its grade is {right}, not {given}": "grade"}
    return {names.get(words.template, str(words.fields.get("key"))) for words in faults_of(problem)}
