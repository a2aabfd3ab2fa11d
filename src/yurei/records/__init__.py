"""Records of games: the settings and all tries of a game, from which everything else is computed.

A record tells the whole truth. It belongs to the code that runs the referee, and to all once the game is over.
"""

from yurei.records.lines import LARGEST, first_line, line_of, read, write
from yurei.records.record import End, Entry, Kept, Program, Record, begin, replay

__all__ = [
    "LARGEST",
    "End",
    "Entry",
    "Kept",
    "Program",
    "Record",
    "begin",
    "first_line",
    "line_of",
    "read",
    "replay",
    "write",
]
