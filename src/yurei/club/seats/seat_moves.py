"""A seat is taken along to another device, by a link that opens once and not for long. Nothing of it is written down."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import datetime, timedelta

from yurei.club.model.secrets import Secrets, digest
from yurei.club.seats.seats import Forbidden
from yurei.languages import N_

LASTS = timedelta(hours=1)


class SeatMoves:
    """The links by which seats can be taken along: one at a time for a chair.

    Args:
        clock: Tells the time.
        secrets: Makes secrets.
    """

    def __init__(self, clock: Callable[[], datetime], secrets: Secrets) -> None:
        self._clock = clock
        self._secrets = secrets
        self._links: dict[tuple[str, str], tuple[str, datetime]] = {}

    def offer(self, game: str, chair: str) -> str:
        """Make a link; one that was made before opens nothing any more."""
        now = self._clock()
        self._links = {place: made for place, made in self._links.items() if made[1] > now}
        secret = self._secrets()
        self._links[game, chair] = (digest(secret), now + LASTS)
        return secret

    def check(self, game: str, chair: str, secret: str) -> None:
        """Make sure that a link is good.

        Raises:
            Forbidden: where it is not.
        """
        kept, until = self._links.get((game, chair), ("", self._clock()))
        if until <= self._clock() or not hmac.compare_digest(kept, digest(secret)):
            raise Forbidden(N_("this link is no longer valid; create a new one on the device where you play"))

    def spend(self, game: str, chair: str, secret: str) -> None:
        """Use a link up.

        Raises:
            Forbidden: where it is not good.
        """
        self.check(game, chair, secret)
        del self._links[game, chair]
