"""Solved boards of Alter Igo: value of every position, length of the game, and best moves.

Reading needs neither numpy nor numba. Tables are made by ``yurei solve``; boards of up to 9 points need none, and of
those of 17 to 20 points the values of first moves are shipped. The tables know a position and the colour to move, but
no earlier positions: docs/solved.md explains the consequences.
"""

from yurei.players.tablebase.finding import Opening, are_ready, find, work_out
from yurei.players.tablebase.positions import Analysis, Outcome, Values, analyse, check_ruleset, line_of_play, value_of
from yurei.players.tablebase.table import Table, folder, table_name

__all__ = [
    "Analysis",
    "Opening",
    "Outcome",
    "Table",
    "Values",
    "analyse",
    "are_ready",
    "check_ruleset",
    "find",
    "folder",
    "line_of_play",
    "table_name",
    "value_of",
    "work_out",
]
