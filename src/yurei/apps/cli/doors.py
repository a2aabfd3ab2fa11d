"""Other doors, opened by name: no door imports another, and none is loaded before it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from yurei.apps.cli.endings import Unusable

EXTRAS = {
    **dict.fromkeys(("numba", "numpy"), "fast"),
    **dict.fromkeys(("jax", "open_spiel", "pettingzoo", "pgx", "pygame", "pyspiel", "sgfmill"), "bench"),
    "psycopg": "postgres",
    "textual": "tui",
}
"""By the name of a package, the extra that brings it."""


def door(name: str) -> Any:
    """The door of a name, such as ``terminal``.

    Raises:
        Unusable: where a part that it needs is not installed.
    """
    try:
        return import_module(f"yurei.apps.{name}")
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        extra = EXTRAS.get(missing)
        how = f"pip install 'yurei[{extra}]'" if extra else f"pip install {missing}"
        raise Unusable(f"this needs {missing}, which is not installed: {how}") from None
