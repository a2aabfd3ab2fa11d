"""Figures of the rate limits by person, by address and in total."""

from __future__ import annotations

from dataclasses import dataclass

from yurei.apps.web.limits.buckets import Rate

GAMES = Rate(1 / 30, 30)
"""Games that one person may make."""
GUESSES = Rate(10 / 60, 20)
"""Invalid links that one address may try for one seat or other target."""
OWN_REQUESTS = Rate(5, 100)
"""Requests of a known person, other than at tables."""
ANSWERS = Rate(2, 60)
"""Answers to problems that one person may give, each of which may need a search."""
REFUSALS = Rate(20, 200)
"""Refusals of an address that are answered at once; later ones are delayed, as each refusal costs time too."""
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
    def work(self) -> Rate | None:
        """Processor milliseconds for an address: a quarter of a core for a club. Static files have as much again."""
        return Rate(5.0 * self.people, 10 * self.people) if self.people else None

    @property
    def requests(self) -> Rate | None:
        """Rate of requests from an address by unknown people."""
        return Rate(1.0 * self.people, 12 * self.people) if self.people else None

    @property
    def address_actions(self) -> Rate | None:
        """Rate of actions from an address, counted separately at tables and elsewhere."""
        return Rate(4.0 * self.people, 40 * self.people) if self.people else None

    @property
    def answers(self) -> Rate | None:
        """Rate of answers to problems from an address by people without a key."""
        return Rate(self.people / 10, 4 * self.people) if self.people else None

    @property
    def games(self) -> Rate | None:
        """Rate of games made from an address."""
        return Rate(self.people / 240, 2 * self.people) if self.people else None

    @property
    def sits(self) -> Rate | None:
        """Rate of chairs and names taken by links from an address."""
        return Rate(self.people / 30, 4 * self.people) if self.people else None

    @property
    def sockets(self) -> int:
        """Number of sockets that an address may have open."""
        return 3 * self.people or self.open
