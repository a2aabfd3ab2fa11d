"""What a table gives: the answer to a try, and after the end everything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from yurei.languages import ENGLISH
from yurei.referee.announce import speak
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.rules.judge import Reason
from yurei.rules.state import Result, Try


@dataclass(frozen=True, slots=True)
class Attempt:
    """The referee's answer to a try.

    Attributes:
        accepted: Whether the try has become a move.
        told: What each seat and the audience was told, by the seat's name.
        settings: What is played.
    """

    accepted: bool
    told: Mapping[str, Told]
    settings: Settings

    def said(self, language: str = ENGLISH) -> str:
        """What was said aloud, in a language."""
        return speak(self.settings.referee, self.told[AUDIENCE.name], self.settings.size, language)


@dataclass(frozen=True, slots=True)
class Tried:
    """One try of a game, as it is revealed after the end."""

    seat: str
    attempt: Try
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Reveal:
    """What everybody sees after the end: the reference board and every try, refused ones included."""

    board: bytes
    tries: tuple[Tried, ...]
    result: Result
