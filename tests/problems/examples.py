"""Problems in short notation (``BA3`` an own try, ``W`` one of the opponent, ``!`` refused), shipped and proven ones."""

from dataclasses import replace
from typing import Any

from yurei.problems import Problem, Step, collection, kind_of, problem_of
from yurei_research.compose import faults_of, prover_of


def shipped_problems(kind: str, board: str, count: int) -> list[Problem]:
    """Return ``count`` shipped problems of a kind and a board size such as ``4x3``, spread over the grades."""
    found = [each for each in collection().values() if each.kind == kind and str(each.settings.size) == board]
    return found[:: max(1, len(found) // count)][:count]


def posed(kind: str, ruleset: str, board: str, **more: Any) -> Problem:
    """Return a problem on this board without an answer."""
    rows = board.split("/")
    size = {"width": len(rows[0]), "height": len(rows)}
    return problem_of({"id": kind, "kind": kind, "ruleset": ruleset, "answer": [], **size, "board": board, **more})


def proven(problem: Problem) -> Problem:
    proof = prover_of(problem.kind).prove(problem)
    return replace(problem, answer=proof.answers, grade=proof.grade, more={**problem.more, **proof.more})


def with_other_answer(problem: Problem) -> Problem:
    assert problem.board is not None
    size = problem.settings.size
    empty = [size.name(point) for point, cell in enumerate(problem.board) if not cell]
    return replace(problem, answer=(*problem.answer, next(name for name in empty if name not in problem.answer)))


def first_line(problem: Problem) -> list[Step]:
    """Return the first branch of a solution as a list of steps."""
    line, steps = list[Step](), kind_of(problem.kind).solution(problem)
    while steps:
        line.append(steps[0])
        steps = steps[0].branches
    return line


def faults_in(problem: Problem) -> set[str]:
    """Return what is wrong with a problem: ``answer``, ``grade``, or the name of a key."""
    names = {"the right answer is {right}, not {given}": "answer", "its grade is {right}, not {given}": "grade"}
    return {names.get(words.template, str(words.fields.get("key"))) for words in faults_of(problem)}


Entry = dict[str, Any]


def tries(text: str, **last: Any) -> list[Entry]:
    """Parse tries; the last one was told with these values."""
    found = []
    for word in text.split():
        entry: Entry = {"seat": "black" if word[0] == "B" else "white"}
        if point := word[1:].rstrip("!"):
            entry["try"] = point
        if word.endswith("!"):
            entry["told"] = {"verdict": "illegal"}
        found.append(entry)
    if last:
        found[-1]["told"] = {**found[-1].get("told", {}), **last}
    return found


def bare(kind: str, heard: list[Entry], **more: Any) -> Problem:
    """Return a problem without an answer, by default on 4x4 under kriegspiel."""
    usual = {"ruleset": "go", "referee": "kriegspiel", "width": 4, "height": 4, "seat": "black", "answer": []}
    return problem_of({"id": "bare", "kind": kind, **usual, "tries": heard, **more})


def without_answer(problem: Problem) -> Problem:
    """Return a problem without its answer and grade."""
    return problem_of({**problem.question, "answer": []})
