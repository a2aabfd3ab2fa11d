"""Checks problems: each is proven in two ways, and none is like another. Proves compositions, problems in the making."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from yurei.errors import YureiError
from yurei.languages import N_, Words
from yurei.problems.images import fingerprint
from yurei.problems.kinds import Kind, Proof, kind_of
from yurei.problems.problem import Problem, read_problem

DIFFER = N_("the two proofs differ; this is a fault of yurei, please report it")


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
        found.append(Words(DIFFER))
    return found


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
    """Yield the compositions of a text, a line of JSON each, which may lack the answer, the grade and the id.

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
    if fault := _fault_of_answers(kind, proof):
        return Composition(problem, (fault,))
    if set(kind.confirm(problem).answers) != set(proof.answers):
        return Composition(problem, (Words(DIFFER),))
    answer, more = problem.answer or proof.answers, {**proof.more, **problem.more}
    claimed = replace(problem, answer=answer, grade=proof.grade, more=more)
    return Composition(proof.put_into(problem), tuple(_faults(claimed, kind, proof)))


def _faults(problem: Problem, kind: Kind, proof: Proof) -> list[Words]:
    if fault := _fault_of_answers(kind, proof):
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


def _fault_of_answers(kind: Kind, proof: Proof) -> Words | None:
    """Return why a proof makes no problem: it has no answer, or several; None if it has one."""
    if not proof.answers:
        return Words(N_("it has no right answer"))
    if len(proof.answers) > 1 and not kind.sets_answers:
        return Words(N_("it has several right answers: {answers}"), answers=_list(proof.answers))
    return None


def _list(answers: Iterable[str]) -> str:
    return ", ".join(answers)


__all__ = ["Composition", "Finding", "check", "faults_of", "prove", "read_compositions"]
