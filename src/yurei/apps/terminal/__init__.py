"""The terminal: boards as text, games on one device or against players, and the referee of two people at a table.

Chance, time, input and output are arguments.
"""

from yurei.apps.terminal.drawing import LETTERS, ROUND, Signs, draw
from yurei.apps.terminal.game import Game
from yurei.apps.terminal.puzzle import Puzzle
from yurei.apps.terminal.refereeing import Refereeing
from yurei.apps.terminal.screen import Left, Screen, signs_of
from yurei.apps.terminal.sitting import Book
from yurei.apps.terminal.solving import Solving
from yurei.apps.terminal.words import ending, going_on, heard, opening

__all__ = [
    "LETTERS",
    "ROUND",
    "Book",
    "Game",
    "Left",
    "Puzzle",
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
