"""The terminal: boards as text, games on one device or against players, and the referee of two people at a table.

Randomness, time, input and output are arguments.
"""

from yurei.apps.terminal.game import Book, Game, Refereeing
from yurei.apps.terminal.problem import Solving
from yurei.apps.terminal.screen import LETTERS, ROUND, Left, Screen, draw, ending, signs_of

__all__ = ["LETTERS", "ROUND", "Book", "Game", "Left", "Refereeing", "Screen", "Solving", "draw", "ending", "signs_of"]
