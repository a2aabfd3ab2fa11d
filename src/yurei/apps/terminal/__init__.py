"""The terminal: boards as text, games on one device or against players, and the referee of two people at a table.

Chance, time, input and output are arguments.
"""

from yurei.apps.terminal.game import Book, Game, Refereeing
from yurei.apps.terminal.problem import Solving
from yurei.apps.terminal.screen import (
    LETTERS,
    ROUND,
    Left,
    Screen,
    Signs,
    draw,
    ending,
    going_on,
    opening,
    signs_of,
)
from yurei.referee.announce import heard

__all__ = [
    "LETTERS",
    "ROUND",
    "Book",
    "Game",
    "Left",
    "Refereeing",
    "Screen",
    "Signs",
    "Solving",
    "draw",
    "ending",
    "going_on",
    "heard",
    "opening",
    "signs_of",
]
