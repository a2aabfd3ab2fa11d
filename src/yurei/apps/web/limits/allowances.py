"""The figures: how much one person, one address and all together may do."""

from __future__ import annotations

from dataclasses import dataclass

from yurei.apps.web.limits.buckets import Rate

GAMES = Rate(1 / 30, 30)
"""Games that one person makes."""
GUESSES = Rate(10 / 60, 20)
"""Links that open nothing, from one address at one door."""
OWN_REQUESTS = Rate(5, 100)
"""Requests of a known person, other than from a table."""
REFUSALS = Rate(20, 200)
"""Refusals that an address is answered at once; beyond, each waits a little: to say no costs something too."""
SOCKETS = 10
"""Sockets that one person has open."""

CONNECTIONS_EACH = 10
"""Connections that one person's browser has open at most: six and its sockets."""


@dataclass(frozen=True, slots=True)
class Allowances:
    """What who runs the server chooses.

    Attributes:
        people: So many may share an address, as in a club or a school; what an address may do is as much as they need.
            0 is for any number: then nothing is counted by address.
        tries: So many tries and pencil marks a second may one player send in one game, and ten seconds' worth at once.
            0 is for any number.
        open: So many requests and sockets may be open at once; beyond, who comes is told to come back.
    """

    people: int = 50
    tries: float = 5.0
    open: int = 12_000

    @property
    def deeds(self) -> Rate | None:
        """What one player does in one game."""
        return Rate(self.tries, max(1, round(10 * self.tries))) if self.tries else None

    @property
    def looks(self) -> Rate | None:
        """Pages of one game that one person looks at: a replay with a finger on the key is 30 a second."""
        return Rate(6 * self.tries, max(1, round(60 * self.tries))) if self.tries else None

    @property
    def own_work(self) -> Rate | None:
        """Milliseconds of the processor for what one person looks at; tries are not counted, nor what sockets bring."""
        return Rate(250, 250) if self.tries else None

    @property
    def work(self) -> Rate | None:
        """The same for an address: a quarter of a core for a club. Static files have as much again."""
        return Rate(5.0 * self.people, 10 * self.people) if self.people else None

    @property
    def requests(self) -> Rate | None:
        """Requests from an address by people who are not known."""
        return Rate(1.0 * self.people, 12 * self.people) if self.people else None

    @property
    def acts(self) -> Rate | None:
        """Actions from an address: at tables, and apart from that anywhere else."""
        return Rate(4.0 * self.people, 40 * self.people) if self.people else None

    @property
    def games(self) -> Rate | None:
        """Games that are made from an address."""
        return Rate(self.people / 240, 2 * self.people) if self.people else None

    @property
    def sits(self) -> Rate | None:
        """Chairs and names that are taken from an address by a link."""
        return Rate(self.people / 30, 4 * self.people) if self.people else None

    @property
    def sockets(self) -> int:
        """Sockets that an address has open."""
        return 3 * self.people or self.open
