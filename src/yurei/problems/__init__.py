"""Problems of hidden Go and its variants: each has exactly one right answer, proven by exhaustive work."""

from yurei.problems.files import collection, matching, read_problems, shipped, today, write_problems
from yurei.problems.making import Finding, check, faults_of, make
from yurei.problems.problem import BadProblem, Problem, problem_of, read_problem
from yurei.problems.solving import KINDS, Input, Kind, Line, Proof, SolvingState, Status, Step, kind_of

__all__ = [
    "KINDS",
    "BadProblem",
    "Finding",
    "Input",
    "Kind",
    "Line",
    "Problem",
    "Proof",
    "SolvingState",
    "Status",
    "Step",
    "check",
    "collection",
    "faults_of",
    "kind_of",
    "make",
    "matching",
    "problem_of",
    "read_problem",
    "read_problems",
    "shipped",
    "today",
    "write_problems",
]
