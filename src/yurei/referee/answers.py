"""Values that a table returns: the answer to a try, and the reveal after the end."""

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
        settings: The settings of the game.
    """

    accepted: bool
    told: Mapping[str, Told]
    settings: Settings

    def said(self, language: str = ENGLISH) -> str:
        """Return the announcements in a language."""
        return speak(self.settings.referee, self.told[AUDIENCE.name], self.settings.size, language)


@dataclass(frozen=True, slots=True)
class Tried:
    """One try of a game, as revealed after the end."""

    seat: str
    attempt: Try
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Reveal:
    """The game as revealed to all after the end: the reference board and every try, refused ones included."""

    board: bytes
    tries: tuple[Tried, ...]
    result: Result
