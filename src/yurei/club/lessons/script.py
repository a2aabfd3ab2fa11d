"""What a guided game is made of: steps, each with what the coach says, what the newcomer is to do, and what White answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from yurei.club.model.pencil import PENCILS
from yurei.errors import unknown
from yurei.referee.settings import Settings, read_settings
from yurei.rules.points import Size
from yurei.rules.state import PASS, RESIGN, Kind, Try

LINES = 5
"""How many lines the board of a guided game has."""
PENCIL = "pencil-"
_WITHOUT_POINT = {"pass": PASS, "resign": RESIGN}
_ON_A_POINT = {"stone": Kind.STONE, "ghost": Kind.GHOST}
DOES = (*_ON_A_POINT, *_WITHOUT_POINT, *(PENCIL + mark for mark in PENCILS))
"""What can be done at the board of a guided game."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that the newcomer does: a try, or a pencil mark.

    Attributes:
        do: One of ``DOES``.
        at: The name of a point; empty for a pass.
    """

    do: str
    at: str = ""

    @classmethod
    def of(cls, do: str, at: str, size: Size) -> Deed:
        """What is done by a tool on a point.

        Raises:
            Unknown: where there is no such tool.
            BadPoint: where there is no such point.
        """
        if do not in DOES:
            raise unknown("thing to do", do, DOES)
        return cls(do) if do in _WITHOUT_POINT else cls(do, size.name(size.point(at)))

    @classmethod
    def read(cls, text: str, size: Size) -> Deed:
        """What stands in a script or in an address: ``C3``, ``ghost-C3``, ``pencil-white-C3``, ``pass``.

        Raises:
            Unknown, BadPoint: where it is nothing that can be done.
        """
        if text in _WITHOUT_POINT:
            return cls(text)
        do, _, at = text.rpartition("-")
        return cls.of(do or "stone", at, size)

    def __str__(self) -> str:
        return "-".join(part for part in (self.do if self.do != "stone" else "", self.at) if part)

    @property
    def mark(self) -> str | None:
        """Which pencil mark it makes; None for a try."""
        return self.do.removeprefix(PENCIL) if self.do.startswith(PENCIL) else None

    def as_try(self, size: Size) -> Try:
        """What the referee is asked."""
        return _WITHOUT_POINT.get(self.do) or Try(_ON_A_POINT[self.do], size.point(self.at))


@dataclass(frozen=True)
class Step:
    """One thing that the newcomer is to do.

    Attributes:
        happened: What the coach says of what has just been heard.
        todo: What he asks for; every point that is awaited stands in it, or {points} for those that are left.
        awaits: What leads on, one of them, in the words of ``Deed.read``.
        answers: What White tries then: all but the last are refused.
        skippable: Whether who does what the next step awaits may leave it out.
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
        slug: The ruleset that is played, which is also its name.
        title, promise: What it is called, and what one learns by it.
        steps: What happens.
        closing: What the coach says at the reveal.
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
        """What is played: a small board, two players, and the first of the referees."""
        return read_settings({"ruleset": self.slug, "width": LINES, "height": LINES, **self.options})
