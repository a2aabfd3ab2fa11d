"""Players that are GTP programs: in open games directly, otherwise on imagined worlds.

The operator names the programs in the variable ``YUREI_ENGINES``; all others can only choose a name.
"""

from yurei.players.engines.determinised import Determinised
from yurei.players.engines.engine import Engine
from yurei.players.engines.process import ENGINES, EngineError, Process
from yurei.players.player import Player

ALL: list[type[Player]] = [Engine, Determinised]

__all__ = ["ALL", "ENGINES", "Determinised", "Engine", "EngineError", "Process"]
