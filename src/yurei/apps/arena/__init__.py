"""Arena: matches between players at equal budgets, in pairs of games with swapped colours, with stored results.

from yurei.apps.arena import play_game
played = play_game(settings, ["simple", "uniform"], [Budget(playouts=100)] * 2, seed=7)
"""

from yurei.apps.arena.crew import LocalCrew
from yurei.apps.arena.playing import play_game
from yurei.apps.arena.results import Standing
from yurei.apps.arena.running import run
from yurei.apps.arena.schedule import Schedule, Sequential

__all__ = ["LocalCrew", "Schedule", "Sequential", "Standing", "play_game", "run"]
