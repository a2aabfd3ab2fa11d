"""Exact solutions of small phantom games, and the losses of players against an opponent that knows their strategy.

from yurei.apps.exact import Form, Wish, solved
print(solved(Form(settings, moves=6), Wish()).solution.value)
"""

from yurei.apps.exact.form import Form, Payoff
from yurei.apps.exact.policies import ALIKE, Exploited
from yurei.apps.exact.sequences import Seat, SequenceForm
from yurei.apps.exact.solutions import Solution, learn, prove, solve
from yurei.apps.exact.solving import Solved, Wish, exploitability, prepared, solved
from yurei.apps.exact.tree import HistoryCounts, count, unfold

__all__ = [
    "ALIKE",
    "Exploited",
    "Form",
    "HistoryCounts",
    "Payoff",
    "Seat",
    "SequenceForm",
    "Solution",
    "Solved",
    "Wish",
    "count",
    "exploitability",
    "learn",
    "prepared",
    "prove",
    "solve",
    "solved",
    "unfold",
]
