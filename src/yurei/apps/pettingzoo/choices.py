"""Settings of an environment, and its attributes before the first ``reset``."""

from __future__ import annotations

from typing import Any

from yurei.errors import BadSettings

MOMENT = (
    *("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"),
    "_skip_agent_selection",
)
"""Attributes of an environment, other than its engine, that change from try to try."""


class BeginsWithReset:
    """Tells the caller to call ``reset`` first if an attribute is missing that begins with a game."""

    def __getattr__(self, name: str) -> Any:
        if name in ("_engine", *MOMENT):
            raise AttributeError(f"no game has begun, so there is no {name.strip('_')} yet: call reset() first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def choice_of(name: str, given: str, known: tuple[str, ...]) -> str:
    """Check that a word is one of those known, and return it.

    Raises:
        BadSettings: if it is none of them.
    """
    if given not in known:
        raise BadSettings(f"{name} is one of {', '.join(known)}, not {given!r}")
    return given
