"""Requirements of players that search: the extra ``fast``, and a game that the kernel plays."""

from __future__ import annotations

from importlib.util import find_spec

from yurei.errors import YureiError
from yurei.languages import N_
from yurei.referee.settings import Settings
from yurei.rules.compilable import check_compilable


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
        raise YureiError(N_("the kernel needs numba and numpy: pip install 'yurei[fast]'"))
    check_compilable(settings.ruleset, settings.size)
