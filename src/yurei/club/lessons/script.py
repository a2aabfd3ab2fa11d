"""Parts of a guided game: steps, each with the coach's text, the newcomer's task, and White's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from yurei.club.model.action import PENCILS
from yurei.errors import unknown
from yurei.referee.settings import Settings, read_settings
from yurei.rules.points import Size
from yurei.rules.state import PASS, RESIGN, Kind, Try

LINES = 5
"""Width and height of the board of a guided game."""
PENCIL = "pencil-"
_WITHOUT_POINT = {"pass": PASS, "resign": RESIGN}
_ON_A_POINT = {"stone": Kind.STONE, "ghost": Kind.GHOST}
DOES = (*_ON_A_POINT, *_WITHOUT_POINT, *(PENCIL + mark for mark in PENCILS))
"""Actions at the board of a guided game."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of the newcomer: a try, or a pencil mark.

    Attributes:
        do: One of ``DOES``.
        at: The name of a point; empty for a pass.
    """

    do: str
    at: str = ""

    @classmethod
    def of(cls, do: str, at: str, size: Size) -> Deed:
        """Return the action of a tool on a point.

        Raises:
            Unknown: if there is no such tool.
            BadPoint: if there is no such point.
        """
        if do not in DOES:
            raise unknown("thing to do", do, DOES)
        return cls(do) if do in _WITHOUT_POINT else cls(do, size.name(size.point(at)))

    @classmethod
    def read(cls, text: str, size: Size) -> Deed:
        """Parse an action of a script or an address: ``C3``, ``ghost-C3``, ``pencil-white-C3``, ``pass``.

        Raises:
            Unknown, BadPoint: if it is not an action.
        """
        if text in _WITHOUT_POINT:
            return cls(text)
        do, _, at = text.rpartition("-")
        return cls.of(do or "stone", at, size)

    def __str__(self) -> str:
        return "-".join(part for part in (self.do if self.do != "stone" else "", self.at) if part)

    @property
    def mark(self) -> str | None:
        """The pencil mark that it makes; None for a try."""
        return self.do.removeprefix(PENCIL) if self.do.startswith(PENCIL) else None

    def as_try(self, size: Size) -> Try:
        """Return the action as a try for the referee."""
        return _WITHOUT_POINT.get(self.do) or Try(_ON_A_POINT[self.do], size.point(self.at))


@dataclass(frozen=True)
class Step:
    """One task of the newcomer.

    Attributes:
        happened: The coach's text on what has just been heard.
        todo: The task; it names every point that is awaited, or has {points} for those that are left.
        awaits: The actions that complete the step, any of them, as ``Deed.read`` parses them.
        answers: White's tries afterwards: all but the last are refused.
        skippable: Whether an action of the next step may skip this one.
    """

    happened: str
    todo: str
    awaits: tuple[str, ...]
    answers: tuple[str, ...] = ()
    skippable: bool = False


@dataclass(frozen=True)
class Script:
    """A guided game.

    Attributes:
        slug: The ruleset, which is also the name of the guided game.
        title, promise: Its title, and what it teaches.
        steps: The tasks, in order.
        closing: The coach's texts at the reveal.
        options: Further settings.
    """

    slug: str
    title: str
    promise: str
    steps: tuple[Step, ...]
    closing: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def settings(self) -> Settings:
        """The settings: a small board, two players, and the first of the referees."""
        return read_settings({"ruleset": self.slug, "width": LINES, "height": LINES, **self.options})
