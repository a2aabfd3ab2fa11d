"""Somebody takes all his seats to another device, by a link that opens once and not for long. Nothing of it is written down.

Both devices hold the same key then, and both play: who has a telephone has not given his desk away.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from yurei.club.model.secrets import Secrets, digest
from yurei.club.seats.seats import Forbidden
from yurei.languages import N_

LASTS = timedelta(minutes=10)


class PersonMoves:
    """The links by which people take their seats along: one at a time for everybody.

    The key itself is kept here as long as its link is good, and nowhere else: of others only digests are kept.

    Args:
        clock: Tells the time.
        secrets: Makes secrets.
    """

    def __init__(self, clock: Callable[[], datetime], secrets: Secrets) -> None:
        self._clock = clock
        self._secrets = secrets
        self._links: dict[str, tuple[str, datetime]] = {}

    def offer(self, key: str) -> str:
        """Make a link; one that was made before opens nothing any more."""
        self.forget(key)
        secret = self._secrets()
        self._links[digest(secret)] = (key, self._clock() + LASTS)
        return secret

    def check(self, secret: str) -> str:
        """The key that a link hands over.

        Raises:
            Forbidden: where it is not good.
        """
        key, until = self._links.get(digest(secret), ("", self._clock()))
        if until <= self._clock():
            raise Forbidden(N_("this link is no longer valid; create a new one on the device where you play"))
        return key

    def spend(self, secret: str) -> str:
        """The key that a link hands over; the link is used up.

        Raises:
            Forbidden: where it is not good.
        """
        key = self.check(secret)
        del self._links[digest(secret)]
        return key

    def forget(self, key: str) -> None:
        """Let the link of somebody be good no longer, and those that are so already."""
        now = self._clock()
        self._links = {link: made for link, made in self._links.items() if made[0] != key and made[1] > now}
