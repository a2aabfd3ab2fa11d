"""Arena: matches between players. Pairs of games with colours swapped, equal budgets, kept results, error bars.

from yurei.apps.arena import play_game
played = play_game(settings, ["simple", "uniform"], [Budget(playouts=100)] * 2, seed=7)
"""

from yurei.apps.arena.cheating import Witnessed
from yurei.apps.arena.contestants import Contestant, contestant
from yurei.apps.arena.crews.workers import Local, Worker
from yurei.apps.arena.figures.sequential import Sequential
from yurei.apps.arena.figures.standing import Standing
from yurei.apps.arena.figures.statistics import Interval, Met, ratings, wilson
from yurei.apps.arena.played import NoGame, Played, Trouble
from yurei.apps.arena.playing import play_game
from yurei.apps.arena.running import run
from yurei.apps.arena.schedule import Job, Schedule

__all__ = [
    "Contestant",
    "Interval",
    "Job",
    "Local",
    "Met",
    "NoGame",
    "Played",
    "Schedule",
    "Sequential",
    "Standing",
    "Trouble",
    "Witnessed",
    "Worker",
    "contestant",
    "play_game",
    "ratings",
    "run",
    "wilson",
]
