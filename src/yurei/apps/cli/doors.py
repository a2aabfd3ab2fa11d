"""Other doors, opened by name: no door imports another, and none is loaded before it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from yurei.apps.cli.endings import Unusable

EXTRAS = {
    **dict.fromkeys(("numba", "numpy"), "fast"),
    **dict.fromkeys(("matplotlib", "open_spiel", "pettingzoo", "pyspiel", "ray", "scipy"), "research"),
    "psycopg": "postgres",
}
"""By the name of a package, the extra that installs it."""


def door(name: str) -> Any:
    """Return the door of a name, such as ``terminal``."""
    with parts():
        return import_module(f"yurei.apps.{name}")


@contextmanager
def parts() -> Iterator[None]:
    """Turn the absence of an optional package into an error of ours."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = str(error.name).partition(".")[0]
        extra = EXTRAS.get(missing)
        how = f"pip install '.[{extra}]'" if extra else f"pip install {missing}"
        raise Unusable(f"this needs {missing}, which is not installed: {how}") from None
