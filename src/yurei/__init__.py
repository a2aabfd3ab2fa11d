"""yurei: referee, server and players for Go with hidden stones and for other variants of Go.

    >>> import yurei
    >>> table = yurei.Table("go", referee="hamburg", size=9)
    >>> table.attempt("black", "E5").accepted
    True
    >>> table.view("white").may_try
    True

Everything is loaded when it is first used, so that no user waits for code that
is not needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yurei import kernel, players, records, rules
    from yurei import referee as referees
    from yurei.players.certain import known
    from yurei.referee.table import Table
    from yurei.referee.view import View
    from yurei.rules.ruleset import Ruleset

__version__ = "0.1.0"

_ROOMS = {
    "kernel": "yurei.kernel",
    "players": "yurei.players",
    "records": "yurei.records",
    "referees": "yurei.referee",
    "rules": "yurei.rules",
}
_NAMES = {
    "Ruleset": "yurei.rules.ruleset",
    "Table": "yurei.referee.table",
    "View": "yurei.referee.view",
    "known": "yurei.players.certain",
}


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(_ROOMS[name])
    if name in _NAMES:
        return getattr(import_module(_NAMES[name]), name)
    raise AttributeError(f"module 'yurei' has no attribute {name!r}")


__all__ = ["Ruleset", "Table", "View", "kernel", "known", "players", "records", "referees", "rules"]
