"""Proofs of plans: by compiled code, and in plain Python."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Protocol

from yurei.problems.kinds import Proof
from yurei.problems.plan import plain
from yurei.problems.plan.measure import Findings, grade_of
from yurei.problems.plan.plain import PlainSearch
from yurei.problems.plan.task import Belief, Task
from yurei.rules.state import Try


class Search(Protocol):
    """A plan search; both searches have these methods."""

    def wins(self, belief: Belief, moves: int) -> bool:
        """Return whether some try wins with so many moves left."""

    def wins_by(self, belief: Belief, attempt: Try, moves: int) -> bool:
        """Return whether a try wins with so many moves left."""

    def least_moves(self, belief: Belief, most: int) -> int | None:
        """Return the smallest number of moves with which a belief is won; None if it is more than ``most``."""

    def findings(self, belief: Belief, moves: int) -> Findings:
        """Return the right first tries with so many moves left, and what the grade depends on."""


def fastest_search(task: Task, most: int | None = None) -> Search:
    """Return a compiled search if there is numba, else a plain one.

    Args:
        task: The task.
        most: The bound on the number of beliefs that are looked at; None for the usual one.
    """
    if find_spec("numba") is None:
        return PlainSearch(task, most or plain.MOST_NODES)
    from yurei.problems.plan import compiled

    return compiled.CompiledSearch(task, most or compiled.MOST_NODES)


def proof_of(task: Task, search: Search) -> Proof:
    """Return what a search says of a plan."""
    moves = search.least_moves(task.beginning, task.moves)
    boards = len(task.beginning)
    if moves is None:
        return Proof((), 1, {"boards": boards})
    findings = search.findings(task.beginning, moves)
    answers = tuple(sorted(attempt.text(task.settings.size) for attempt in findings.answers))
    return Proof(answers, grade_of(moves, boards, findings), {"moves": moves, "boards": boards})


__all__ = ["Search", "fastest_search", "proof_of"]
