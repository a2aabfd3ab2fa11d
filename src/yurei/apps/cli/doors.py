"""Other doors, opened by name: no door imports another, and none is loaded before it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from yurei.apps.cli.endings import Unusable


def door(name: str) -> Any:
    """The door of a name, such as ``terminal``.

    Raises:
        Unusable: where a part that it needs is not installed.
    """
    try:
        return import_module(f"yurei.apps.{name}")
    except ModuleNotFoundError as error:
        raise Unusable(
            f"this door needs {error.name}, which is not installed; install yurei with all its parts"
        ) from None
