"""Figures of the rate limits by person, by address and in total."""

from __future__ import annotations

from dataclasses import dataclass

from yurei.apps.web.limits.buckets import Rate

SOCKETS = 10
"""Sockets that one person may have open."""

CONNECTIONS_EACH = 10
"""Largest number of connections of one person's browser: six, and its sockets."""


@dataclass(frozen=True, slots=True)
class Allowances:
    """Rate limits that the server's operator can choose.

    Attributes:
        people: Number of people who may share an address, as in a club or a school; limits by address follow from it.
            0 for no limits by address.
        tries: Tries and pencil marks a second of one player in one game, with a burst of ten seconds' worth.
            0 for no limit.
        open: Number of requests and sockets that may be open at once; more are told to come back.
    """

    people: int = 50
    tries: float = 5.0
    open: int = 12_000

    def of_address(self, each: Rate) -> Rate | None:
        """Return the rate of an address for a rate of each person; None for no limit."""
        return Rate(each.per_second * self.people, each.burst * self.people) if self.people else None

    @property
    def actions(self) -> Rate | None:
        """Rate of one player's actions in one game."""
        return Rate(self.tries, max(1, round(10 * self.tries))) if self.tries else None

    @property
    def views(self) -> Rate | None:
        """Rate of one person's page views of one game; a held arrow key in a replay makes 30 a second."""
        return Rate(6 * self.tries, max(1, round(60 * self.tries))) if self.tries else None

    @property
    def own_work(self) -> Rate | None:
        """Processor milliseconds for one person's page views; tries and socket messages are not counted."""
        return Rate(250, 250) if self.tries else None

    @property
    def sockets(self) -> int:
        """Number of sockets that an address may have open."""
        return 3 * self.people or self.open
