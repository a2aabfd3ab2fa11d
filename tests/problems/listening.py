"""Problems of listening in short notation: ``BA3`` a try of one's own, ``W`` one of the opponent, ``!`` refused."""

from typing import Any

from yurei.problems import Problem, problem_of

Entry = dict[str, Any]


def tries(text: str, **last: Any) -> list[Entry]:
    """Return the tries of a text; the last one was told with these values, too."""
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
    """Return a problem on 4x4 under kriegspiel without an answer, if it is not said otherwise."""
    usual = {"ruleset": "go", "referee": "kriegspiel", "width": 4, "height": 4, "seat": "black", "answer": []}
    return problem_of({"id": "bare", "kind": kind, **usual, "tries": heard, **more})


def without_answer(problem: Problem) -> Problem:
    """Return a problem with only what belongs to its question."""
    return problem_of({**problem.question, "answer": []})
