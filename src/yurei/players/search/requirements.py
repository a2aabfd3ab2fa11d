"""Requirements of players that search: the extra ``fast``, a game that the kernel plays, and bounds of parameters.

No value within the bounds makes a turn exceed its budget.
"""

from importlib.util import find_spec

from yurei.errors import YureiError
from yurei.languages import N_
from yurei.referee.compilable import check_settings_compilable
from yurei.referee.settings import Settings

WEIGHTS = {
    "amaf": (0.0, 1e6),
    "explore": (0.0, 100.0),
    "win": (0.0, 1.0),
    "scale": (0.01, 100.0),
    "margin": (0.0, 10.0),
}
"""Weights of a search."""
TREES = {"ripe": (0, 10**6), "depth": (0, 10**4)}
"""Parameters of trees: visits before all moves of a node are weighed, and depth."""
BELIEF = {
    **WEIGHTS,
    "amaf": (1.0, 1e6),
    "steps": (0, 100),
    "first": (0.05, 1.0),
    "doubt": (0.0, 10.0),
    "keep": (0.0, 1.0),
    "resign": (0.0, 1.0),
}
"""Parameters of ``Belief`` and of players that imagine worlds like it."""


def is_ready() -> bool:
    """Return whether the compiled searches can be loaded: the extra ``fast``."""
    return find_spec("numba") is not None


def check_searchable(settings: Settings) -> None:
    """Check that a game can be searched, without loading a compiler.

    Raises:
        BadSettings: if the kernel does not play it.
        YureiError: if the extra ``fast`` is missing.
    """
    if not is_ready():
        raise YureiError(N_("the kernel needs numba and numpy: pip install '.[fast]'"))
    check_settings_compilable(settings)
