"""The kernel: the same rules compiled with numba, ten million moves a second; extra ``fast``.

It agrees with ``yurei.rules`` try by try, and a test checks that. Loaded only when it is needed, so that people who
play never wait for a compiler.
"""

from yurei.errors import YureiError

try:
    import numba as _numba  # noqa: F401 - nothing here works without it
    import numpy as _numpy  # noqa: F401 - the same
except ImportError:
    raise YureiError("the kernel needs numba and numpy: pip install '.[fast]'") from None

from yurei.kernel.games import Games, complete_games, ownership, perft, random_games
from yurei.kernel.refereed import Nodes, Refereed, RefereedBatch, World

__all__ = [
    "Games",
    "Nodes",
    "Refereed",
    "RefereedBatch",
    "World",
    "complete_games",
    "ownership",
    "perft",
    "random_games",
]
