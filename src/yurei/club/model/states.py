"""Plain states beside the board: who is awaited since when, a takeback that is asked for, the chain of seals."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yurei.clocks.timekeeper import Pause
from yurei.club.model.stored import Event
from yurei.records.verify import NOTHING, seal


@dataclass
class Waiting:
    """Since when somebody is awaited at a table.

    Attributes:
        since: When it came to him to act, or the last player sat down.
        pauses: When no server was there; nobody stays away then.
        abandoned: Whether nobody has come back, and the game has ended so.
    """

    since: datetime
    pauses: Sequence[Pause] = ()
    abandoned: bool = False

    def hear(self, event: Event, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        """Something has happened: these seats were awaited before it, and these are now."""
        if event.kind == "sit" or before != after:
            self.since = event.at


@dataclass
class Takeback:
    """What is asked for about the last move.

    Attributes:
        asked: The seat that has asked to take its last move back.
        declined: How many moves were made when the opponent last declined; None where he has not.
        done: Whether a move has just been taken back.
    """

    asked: str | None = None
    declined: int | None = None
    done: bool = False

    def moved(self) -> None:
        """Somebody has moved: who plays on has declined."""
        self.asked, self.done = None, False


class SealChain:
    """The seals of a game so far: each covers one more line of the record and the seal before it.

    Args:
        secret: From which the nonces follow; it never leaves the server. Empty where no seals are given.

    Attributes:
        latest: The newest seal.
        count: How many lines are sealed.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self.latest, self.count = NOTHING, 0

    @property
    def given(self) -> bool:
        """Whether seals are given in this game."""
        return bool(self._secret)

    @property
    def nonces(self) -> Sequence[str]:
        """The nonces that open all seals so far, in hexadecimal digits. They are published once the game is over."""
        return [self._nonce(number).hex() for number in range(self.count)]

    def add(self, line: str) -> None:
        """Seal one more line of the record."""
        self.latest = seal(self.latest, self._nonce(self.count), line.encode())
        self.count += 1

    def _nonce(self, number: int) -> bytes:
        # Computed again after a restart from the same secret; without it no nonce tells of another.
        return hmac.digest(self._secret, number.to_bytes(8, "big"), hashlib.sha256)
