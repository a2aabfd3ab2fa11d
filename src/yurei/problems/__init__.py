"""Problems of hidden Go and its variants: each has exactly one right answer, proven by exhaustive search."""

from yurei.problems.files import collection, matching, read_problems, shipped, today, write_problems
from yurei.problems.problem import BadProblem, Problem, problem_of, read_problem
from yurei.problems.solving import KINDS, Input, Kind, Line, SolvingState, Status, Step, kind_of

__all__ = [
    "KINDS",
    "BadProblem",
    "Input",
    "Kind",
    "Line",
    "Problem",
    "SolvingState",
    "Status",
    "Step",
    "collection",
    "kind_of",
    "matching",
    "problem_of",
    "read_problem",
    "read_problems",
    "shipped",
    "today",
    "write_problems",
]
