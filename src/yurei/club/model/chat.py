"""The chat of a game, and who may read and write it when.

Players may always read and write. The person on the referee's chair may read; since they see the whole board, they
may write only after the end. In a hidden game the audience may neither read nor write before the end: a spectator who
has been shown one board could tell the other player.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from yurei.club.model.sanitize import message
from yurei.club.model.stored import Event, EventKind
from yurei.errors import BadValue, NotOver, YureiError
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

WINDOW = timedelta(seconds=10)
MOST_IN_WINDOW = 5
MOST_OF_AUDIENCE = 15
"""Most messages of the audience in that time; all spectators share one chair."""
MOST_IN_GAME = 500


class TooMuch(YureiError):
    """Raised when a limit of number or rate is exceeded."""


@dataclass(frozen=True, slots=True)
class Line:
    """A chat message: its chair, the sender's name (empty for a guest), its text and its time."""

    chair: str
    name: str
    text: str
    at: datetime


@dataclass
class Chat:
    """The chat of one game.

    Attributes:
        players: The chairs of the players.
        hidden: Whether there are secrets that the audience must not talk about before the end.
        lines: The messages, in order.
    """

    players: Sequence[str]
    hidden: bool
    lines: list[Line] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Whether there is more than one player, and so a chat."""
        return len(self.players) > 1

    def read_by(self, chair: str, *, over: bool) -> bool:
        """Return whether a chair may read the chat."""
        return self.open and (over or chair != AUDIENCE.name or not self.hidden)

    def written_by(self, chair: str, *, over: bool) -> bool:
        """Return whether a chair may write to the chat."""
        return self.open and (over or chair in self.players or not self.hidden)

    def asked(self, chair: str, name: str, text: str, now: datetime, *, over: bool) -> Event:
        """Return a new chat message as an event.

        Raises:
            BadValue: if the message is not valid, or there is nobody to chat with.
            NotOver: if this chair may write only after the end.
            TooMuch: if there are too many messages.
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
        return Event(chair, EventKind.CHAT, f"{name}\n{said}", now)

    def apply(self, event: Event) -> None:
        """Add the message of an event."""
        name, _, text = event.what.partition("\n")
        self.lines.append(Line(event.chair, name, text, event.at))
