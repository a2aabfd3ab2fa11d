"""Programs that speak GTP as players of ours: at open games, and as those who judge worlds that somebody has imagined.

Which programs there are is said by whoever runs yurei, in the variable ``YUREI_ENGINES``; a name is all that anybody
else can choose.
"""

from yurei.players.engines.determinised import Determinised
from yurei.players.engines.engine import Engine
from yurei.players.engines.process import ENGINES, EngineError, Process
from yurei.players.player import Player

ALL: list[type[Player]] = [Engine, Determinised]

__all__ = ["ALL", "ENGINES", "Determinised", "Engine", "EngineError", "Process"]
