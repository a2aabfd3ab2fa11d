"""Solved boards of Alter Igo: what every position is worth, how long the game takes, and which moves are best.

Reading needs neither numpy nor numba. Tables are made by ``yurei solve``; boards of up to 9 points need none. The tables
know a position and who is to move, and nothing of what has stood before: docs/solved.md says what follows from that.
"""

from yurei.players.tablebase.analysis import Analysis, Outcome, analyse, line_of_play, value_of
from yurei.players.tablebase.finding import find
from yurei.players.tablebase.positions import Values, check_ruleset
from yurei.players.tablebase.table import Table, folder, table_name

__all__ = [
    "Analysis",
    "Outcome",
    "Table",
    "Values",
    "analyse",
    "check_ruleset",
    "find",
    "folder",
    "line_of_play",
    "table_name",
    "value_of",
]
