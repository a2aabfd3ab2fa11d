"""What the people at a table say to each other, and who may read and write it when.

Players read and write always. Who sits on the referee's chair reads along; but he sees the whole board, so he writes
only after the end. In a hidden game the audience neither reads nor writes before the end: a watcher who has been shown
one board could whisper to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from yurei.club.model.sanitize import message
from yurei.club.model.stored import Event
from yurei.errors import BadValue, NotOver, YureiError
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

WINDOW = timedelta(seconds=10)
MOST_IN_WINDOW = 5
MOST_OF_AUDIENCE = 15
"""All who watch share one chair."""
MOST_IN_GAME = 500


class TooMuch(YureiError):
    """More of something than anybody needs, or sooner than anybody can read it."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said: from which chair, under which name (empty for a guest), and when."""

    chair: str
    name: str
    text: str
    at: datetime


@dataclass
class Chat:
    """The talk at one table.

    Attributes:
        players: The chairs of the players.
        hidden: Whether there is anything that the audience must not talk about before the end.
        lines: What was said, in order.
    """

    players: Sequence[str]
    hidden: bool
    lines: list[Line] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Whether there is anybody to talk to."""
        return len(self.players) > 1

    def read_by(self, chair: str, *, over: bool) -> bool:
        """Whether the one on a chair may read."""
        return self.open and (over or chair != AUDIENCE.name or not self.hidden)

    def written_by(self, chair: str, *, over: bool) -> bool:
        """Whether the one on a chair may write."""
        return self.open and (over or chair in self.players or not self.hidden)

    def asked(self, chair: str, name: str, text: str, now: datetime, *, over: bool) -> Event:
        """Something that somebody wants to say.

        Raises:
            BadValue: where it is no message, or there is nobody to talk to.
            NotOver: where he must keep silent until the end.
            TooMuch: where he says too much at once.
        """
        if not self.open:
            raise BadValue(N_("there is nobody to chat with in this game"))
        if not self.written_by(chair, over=over):
            raise NotOver(N_("the referee and spectators can chat after the end"))
        said = message(text)
        recent = [line for line in self.lines[-MOST_OF_AUDIENCE:] if line.chair == chair and line.at > now - WINDOW]
        if len(recent) >= (MOST_OF_AUDIENCE if chair == AUDIENCE.name else MOST_IN_WINDOW):
            raise TooMuch(N_("too many requests; please wait a moment"))
        if len(self.lines) >= MOST_IN_GAME:
            raise TooMuch(N_("the chat limit for this game has been reached"))
        return Event(chair, "chat", f"{name}\n{said}", now)

    def hear(self, event: Event) -> None:
        """Take in what was said."""
        name, _, text = event.what.partition("\n")
        self.lines.append(Line(event.chair, name, text, event.at))
