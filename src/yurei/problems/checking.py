"""Checks problems: each is proven in two ways, and none is like another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from yurei.errors import YureiError
from yurei.languages import N_, Words
from yurei.problems.images import fingerprint
from yurei.problems.kinds import Kind, Proof, kind_of
from yurei.problems.problem import Problem


@dataclass(frozen=True)
class Finding:
    """A fault of a problem.

    Attributes:
        id: The problem.
        words: The fault, in one sentence.
    """

    id: str
    words: Words


def check(problems: Iterable[Problem]) -> Iterator[list[Finding]]:
    """Yield for each problem its faults; an empty list if there is none."""
    ids: set[str] = set()
    prints: dict[str, str] = {}
    for problem in problems:
        found = faults_of(problem)
        if problem.id in ids:
            found.append(Words(N_("another problem has this id")))
        ids.add(problem.id)
        other = prints.setdefault(fingerprint(problem), problem.id)
        if other != problem.id:
            found.append(
                Words(N_("it is the same as {other}, turned, reflected or with colours exchanged"), other=other)
            )
        yield [Finding(problem.id, words) for words in found]


def faults_of(problem: Problem) -> list[Words]:
    """Return the faults of one problem: of its answer, its grade and its further keys, found in two ways."""
    try:
        kind = kind_of(problem.kind)
        proof, second = kind.prove(problem), kind.confirm(problem)
    except YureiError as error:
        return [error.words]
    found = _faults(problem, kind, proof)
    if list(map(str, _faults(problem, kind, second))) != list(map(str, found)):
        found.append(Words(N_("the two proofs differ; this is a fault of yurei, please report it")))
    return found


def _faults(problem: Problem, kind: Kind, proof: Proof) -> list[Words]:
    if fault := fault_of_answers(kind, proof):
        return [fault]
    found = []
    if set(problem.answer) != set(proof.answers):
        found.append(
            Words(
                N_("the right answer is {right}, not {given}"), right=_list(proof.answers), given=_list(problem.answer)
            )
        )
    if problem.grade != proof.grade:
        found.append(Words(N_("its grade is {right}, not {given}"), right=proof.grade, given=problem.grade))
    for key, value in proof.more.items():
        if problem.more.get(key) != value:
            found.append(Words(N_("its {key} is not as proven"), key=key))
    return found


def fault_of_answers(kind: Kind, proof: Proof) -> Words | None:
    """Return why a proof makes no problem: it has no answer, or several; None if it has one."""
    if not proof.answers:
        return Words(N_("it has no right answer"))
    if len(proof.answers) > 1 and not kind.sets_answers:
        return Words(N_("it has several right answers: {answers}"), answers=_list(proof.answers))
    return None


def _list(answers: Iterable[str]) -> str:
    return ", ".join(answers)


__all__ = ["Finding", "check", "fault_of_answers", "faults_of"]
