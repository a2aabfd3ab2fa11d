"""The terminal: games of people and programs on one device, problems, and help for a person who referees.

Randomness, time, input and output are arguments.
"""

from yurei.apps.terminal.game import Book, Game, Refereeing
from yurei.apps.terminal.problem import Solving
from yurei.apps.terminal.screen import LETTERS, ROUND, Left, Screen, draw, ending, signs_of

__all__ = ["LETTERS", "ROUND", "Book", "Game", "Left", "Refereeing", "Screen", "Solving", "draw", "ending", "signs_of"]
