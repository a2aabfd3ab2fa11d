"""The terminal: games of people and programs on one device, problems, and help for a person who referees.

Randomness, time, input and output are arguments.
"""

from yurei.apps.terminal.game import Game, Recorder, RefereedByPerson
from yurei.apps.terminal.problem import Solving
from yurei.apps.terminal.screen import PersonLeft, Screen

__all__ = ["Game", "PersonLeft", "Recorder", "RefereedByPerson", "Screen", "Solving"]
