"""Rights of people who do not play: to watch, to see the true board before the end, and to read and write the chat.

Opening the table shows the audience the true board. The consent of each seat is announced to all and permanent; the
table opens once all seats have agreed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from yurei.club.model.limits import LimitExceeded
from yurei.club.model.sanitize import clean_message
from yurei.club.model.stored import Event, EventKind
from yurei.errors import BadValue, NotOver
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

CHAT_WINDOW = timedelta(seconds=10)
MOST_IN_WINDOW = 5
MOST_OF_AUDIENCE = 15  # most messages of all spectators together in that time, as they share one chair
MOST_IN_GAME = 500


@dataclass
class Audience:
    """The spectators that a game admits, and the seats that have agreed to show them the true board before the end."""

    who: str  # ``link``, ``everybody`` or ``nobody``
    seats: frozenset[str]  # the seats; the table opens once all of them agree
    # The seats of programs. A program never agrees, as its opponent could see the true board from the audience's
    # chair.
    programs: frozenset[str]
    sees: bool  # whether the referee shows everybody the board anyway
    opened: set[str] = field(default_factory=set)  # the seats that have agreed

    @property
    def may_be_opened(self) -> bool:
        """Whether the players can agree to show the audience the true board before the end."""
        return self.who != "nobody" and not self.sees and not self.programs

    @property
    def table_open(self) -> bool:
        """Whether the audience sees the true board before the end, because all seats have agreed to it."""
        return self.may_be_opened and self.seats <= self.opened

    def check_opens(self, seat: str) -> None:
        """Check that a seat can agree to show the true board to the audience."""
        if self.programs and self.who != "nobody" and not self.sees:
            raise BadValue(N_("a program plays here, and does not agree to reveal the board before the end"))
        if not self.may_be_opened:
            raise BadValue(N_("there is nothing to reveal: this game has no spectators, or they already see the board"))
        if seat in self.opened:
            raise BadValue(N_("you have already agreed to reveal the board; this cannot be undone"))


@dataclass
class BoardConsent:
    """The players' consent to show the true board to the person on the referee's chair before the end.

    Taking that chair is the request, which is announced to all. A player who has agreed cannot withdraw the consent.
    """

    seats: frozenset[str]  # the seats; all of them must agree
    # The seats of programs. A program that plays against a person never agrees: the person could be told everything
    # from the referee's chair. If only programs play, no consent is needed.
    programs: frozenset[str]
    sees: bool  # whether the referee of this game shows everybody the board anyway
    admitted: set[str] = field(default_factory=set)  # the seats that have agreed

    @property
    def may_be_shown(self) -> bool:
        """Whether the players can agree to show the true board to the referee's chair."""
        return not self.sees and not self.programs

    @property
    def shown(self) -> bool:
        """Whether the person on the referee's chair sees the true board before the end."""
        return self.sees or (self.programs or self.admitted) == self.seats

    def check_consent(self, seat: str, *, taken: bool) -> None:
        """Check that a seat can agree to show the true board to the person on the referee's chair."""
        if not taken:
            raise BadValue(N_("the referee’s seat is empty"))
        if self.programs and not self.sees:
            raise BadValue(N_("a program plays here, and does not agree that somebody sees its board before the end"))
        if self.sees:
            raise BadValue(N_("everybody sees the board here"))
        if seat in self.admitted:
            raise BadValue(N_("you have already agreed to show the board to the referee; this cannot be undone"))


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A chat message: the sender's chair, the sender's name (empty for a guest), the text and the time."""

    chair: str
    name: str
    text: str
    at: datetime


@dataclass
class Chat:
    """The chat of one game, with the rights to read and write it. Players may always do both.

    Before the end of a hidden game, the person on the referee's chair, who sees the true board, may only read, and the
    audience may do neither: a spectator might have been shown one player's board.
    """

    players: Sequence[str]
    hidden: bool  # whether there are secrets that the audience must not talk about before the end
    lines: list[ChatMessage] = field(default_factory=list)

    @property
    def exists(self) -> bool:
        """Whether the game has a chat: it has more than one player."""
        return len(self.players) > 1

    def may_read(self, chair: str, *, over: bool) -> bool:
        return self.exists and (over or chair != AUDIENCE.name or not self.hidden)

    def may_write(self, chair: str, *, over: bool) -> bool:
        return self.exists and (over or chair in self.players or not self.hidden)

    def check(self, chair: str, text: str, now: datetime, *, over: bool) -> str:
        """Check that a chair may post a message now, and return the cleaned text of the message."""
        if not self.exists:
            raise BadValue(N_("there is nobody to chat with in this game"))
        if not self.may_write(chair, over=over):
            raise NotOver(N_("the referee and spectators can chat after the end"))
        cleaned, since = clean_message(text), now - CHAT_WINDOW
        recent = [line for line in self.lines[-MOST_OF_AUDIENCE:] if line.chair == chair and line.at > since]
        if len(recent) >= (MOST_OF_AUDIENCE if chair == AUDIENCE.name else MOST_IN_WINDOW):
            raise LimitExceeded(N_("too many requests; please wait a moment"))
        if len(self.lines) >= MOST_IN_GAME:
            raise LimitExceeded(N_("the chat limit for this game has been reached"))
        return cleaned


class KnownEvents:
    """The events of a game that one chair may know of."""

    __slots__ = ("events", "heard", "reads_chat")

    def __init__(self) -> None:
        self.events: list[Event] = []  # in the order in which they became known: chat may become readable later
        self.heard = [0]  # number of announcements, not taken back, among the first n events; by n
        self.reads_chat = False

    def add(self, event: Event) -> None:
        if event.kind is EventKind.TAKEBACK_ACCEPT:
            self.heard = [min(count, int(event.what)) for count in self.heard]
        self.events.append(event)
        self.heard.append(self.heard[-1] + (event.kind in (EventKind.TRY, EventKind.TIME)))

    def count_heard(self, number: int) -> int:
        """Return the number of announcements among the first ``number`` events, without those of taken-back tries."""
        return self.heard[min(number, len(self.events))]
