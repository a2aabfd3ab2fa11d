"""Compositions: problems in the making, whose lines may lack the answer, the grade and the id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from yurei.languages import N_, Words
from yurei.problems.checking import fault_of_answers
from yurei.problems.kinds import kind_of
from yurei.problems.problem import BadProblem, Problem, read_problem


@dataclass(frozen=True)
class Composition:
    """A composition and what was proven of it.

    Attributes:
        problem: The problem, with the proven answer, grade and further keys; as it was given if there is a fault.
        faults: What is wrong with it, a sentence each; empty if it is a problem with one right answer.
    """

    problem: Problem
    faults: tuple[Words, ...] = ()


def read_compositions(text: str) -> Iterator[Problem]:
    """Yield the compositions of a text, a line of JSON each.

    Raises:
        BadProblem: if a line is none; the message names the line.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield read_problem(line, number, {"id": f"composition-{number}", "answer": []})


def prove(problem: Problem) -> Composition:
    """Find the answer of a composition in two ways.

    Raises:
        BadProblem: if it is no problem of its kind.
        TooLarge: if it is too large to be proven.
        Unknown: if there is no such kind.
    """
    kind = kind_of(problem.kind)
    proof = kind.prove(problem)
    if fault := fault_of_answers(kind, proof):
        return Composition(problem, (fault,))
    second = kind.confirm(problem)
    if set(second.answers) != set(proof.answers):
        return Composition(problem, (Words(N_("the two proofs differ; this is a fault of yurei, please report it")),))
    more: Mapping[str, Any] = MappingProxyType({**problem.more, **proof.more})
    proven = replace(problem, answer=proof.answers, grade=proof.grade, more=more)
    return Composition(proven, tuple(_differences(problem, proven)))


def _differences(given: Problem, proven: Problem) -> Iterator[Words]:
    """Yield what the author has claimed that is not so."""
    if given.answer and set(given.answer) != set(proven.answer):
        answers = ", ".join(proven.answer), ", ".join(given.answer)
        yield Words(N_("the right answer is {right}, not {given}"), right=answers[0], given=answers[1])
    for key in given.more:
        if given.more[key] != proven.more[key]:
            yield Words(N_("its {key} is not as proven"), key=key)


__all__ = ["BadProblem", "Composition", "prove", "read_compositions"]
