"""Small states of a game: since when a player is awaited, a requested takeback, the chain of seals."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yurei.clocks.timekeeper import Pause
from yurei.club.model.stored import Event, EventKind
from yurei.records.verify import NOTHING, seal


@dataclass
class Waiting:
    """The time since which the next action is awaited.

    Attributes:
        since: When the turn last changed, or the last player sat down.
        pauses: Periods without a server; they do not count as absence.
        abandoned: Whether the game ended because nobody came back.
    """

    since: datetime
    pauses: Sequence[Pause] = ()
    abandoned: bool = False

    def update(self, event: Event, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        """Update the time after an event, given the seats awaited before and after it."""
        if event.kind is EventKind.SIT or before != after:
            self.since = event.at


@dataclass
class Takeback:
    """A takeback that a player may have requested.

    Attributes:
        asked: The seat that has requested to take its last move back.
        declined: The number of moves when the opponent last declined; None if they have not.
        done: Whether a move has just been taken back.
    """

    asked: str | None = None
    declined: int | None = None
    done: bool = False

    def moved(self) -> None:
        """Cancel the request after a move, which declines it."""
        self.asked, self.done = None, False


class SealChain:
    """The chain of seals of a game: each covers one more line of the record and the seal before it.

    Args:
        secret: The secret that determines the nonces; it never leaves the server. Empty without seals.

    Attributes:
        latest: The newest seal.
        count: Number of sealed lines.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self.latest, self.count = NOTHING, 0

    @property
    def given(self) -> bool:
        """Whether this game has seals."""
        return bool(self._secret)

    @property
    def nonces(self) -> Sequence[str]:
        """The nonces that open all seals so far, in hexadecimal digits. They are published when the game is over."""
        return [self._nonce(number).hex() for number in range(self.count)]

    def add(self, line: str) -> None:
        """Seal one more line of the record."""
        self.latest = seal(self.latest, self._nonce(self.count), line.encode())
        self.count += 1

    def _nonce(self, number: int) -> bytes:
        # Derived, so that a restart gives the same; without the secret one nonce tells nothing of another.
        return hmac.digest(self._secret, number.to_bytes(8, "big"), hashlib.sha256)


class Known:
    """The events that a chair may know of.

    Attributes:
        events: The events, in the order in which they became known. Chat that became readable later follows what was
            known by that time.
        heard: For each number of events, from 0 on, how many of the first so many are announcements that were not taken
            back since.
        reads_chat: Whether the chair reads the chat by now.
    """

    __slots__ = ("events", "heard", "reads_chat")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.heard = [0]
        self.reads_chat = False

    def add(self, event: Event) -> None:
        """Add an event."""
        if event.kind is EventKind.TAKEBACK_ACCEPT:
            self.heard = [min(count, int(event.what)) for count in self.heard]
        self.events.append(event)
        self.heard.append(self.heard[-1] + (event.kind in (EventKind.TRY, EventKind.TIME)))

    def heard_until(self, number: int) -> int:
        """Return how many of the first ``number`` events are announcements that were not taken back since."""
        return self.heard[min(number, len(self.events))]
