"""Counters of all rate limits, and the refusals that follow.

At a table the opponent's actions must not be felt. So actions and page views there are counted by person and game
alone, once the person was let in, and their actions against their share of their address. Elsewhere a known person is
counted by key, and an unknown one by address.
"""

from __future__ import annotations

from typing import Protocol

from yurei.apps.web.limits.allowances import GAMES, GUESSES, OWN_REQUESTS, REFUSALS, Allowances
from yurei.apps.web.limits.asking import Asking
from yurei.apps.web.limits.buckets import Buckets, Seconds
from yurei.apps.web.limits.shares import Shares
from yurei.languages import N_, Words

TOO_FAST = Words(N_("too many requests; please wait a moment"))
TOO_MANY_GAMES = Words(N_("too many games were created here just now; play one of them, or try again later"))
TOO_MANY_GUESSES = Words(N_("too many invalid links were tried from here; wait a minute"))
MOST_KNOWN = 50_000
_NOT_LET_IN = (401, 403, 404)

Refusal = tuple[Words, int]
"""Message of a refusal, and the seconds until the next attempt."""


class Known(Protocol):
    """Registry of known people, see ``yurei.club.people.people``."""

    def is_known(self, person: str) -> bool:
        """Return whether a person is known here, by the digest of their key."""

    def note_place(self, person: str, place: str) -> None:
        """Record the address at which a person was last seen."""


class Nobody:
    """Registry of a server on which nobody is known."""

    def is_known(self, person: str) -> bool:
        return False

    def note_place(self, person: str, place: str) -> None:
        pass


class Counts:
    """Counters of all requests.

    Args:
        allowances: The figures.
        clock: Clock, in seconds.
        people: Registry of known people.
    """

    def __init__(self, allowances: Allowances, clock: Seconds, people: Known | None = None) -> None:
        self._people = people or Nobody()
        self._known: dict[tuple[str, str], None] = {}
        self._requests = Buckets(allowances.requests, clock)
        self._own_requests = Buckets(OWN_REQUESTS if allowances.people else None, clock)
        self._acts = Buckets(allowances.acts, clock)
        self._shares = Shares(allowances.acts, clock)
        self._deeds = Buckets(allowances.deeds, clock)
        self._looks = Buckets(allowances.looks, clock)
        self._own_work = Buckets(allowances.own_work, clock)
        self._work = Buckets(allowances.work, clock)
        self._file_work = Buckets(allowances.work, clock)
        self._made_by = Buckets(GAMES, clock)
        self._made_from = Buckets(allowances.games, clock)
        self._sits = Buckets(allowances.sits, clock)
        self._guesses = Buckets(GUESSES if allowances.people else None, clock)
        self._refusals = Buckets(REFUSALS if allowances.people else None, clock)

    def refusal(self, asking: Asking) -> Refusal | None:
        """Count a request; return a refusal if it exceeds a limit."""
        if asking.is_file:
            return None
        at_table = asking.who, asking.game
        if wait := self._at_table(asking) if at_table in self._known else self._elsewhere(asking):
            return TOO_FAST, wait
        if asking.game and (wait := (self._deeds if asking.acts else self._looks).take(at_table)):
            return TOO_FAST, wait
        if asking.door and (wait := self._guesses.wait((asking.address, asking.door))):
            return TOO_MANY_GUESSES, wait
        if (asking.door or asking.named) and (wait := self._sits.take(asking.address)):
            return TOO_FAST, wait
        if asking.makes:
            by = self._made_by.take(asking.person) if asking.person else 0
            if wait := by or self._made_from.take(asking.address):
                return TOO_MANY_GAMES, wait
        return None

    def _at_table(self, asking: Asking) -> int:
        """Count a request at a table by a person who was let in; return the seconds to wait, else 0."""
        self._shares.note_present(asking.address, asking.who)
        self._people.note_place(asking.person, asking.address)
        return self._shares.take(asking.address, asking.who) if asking.acts else 0

    def _elsewhere(self, asking: Asking) -> int:
        """Count a request from anywhere else; return the seconds to wait, else 0."""
        if not self._people.is_known(asking.person):
            return self._requests.take(asking.address)
        self._people.note_place(asking.person, asking.address)
        self._shares.note_present(asking.address, asking.who)
        wait = self._own_requests.take(asking.person)
        return wait or (self._acts.take(asking.address) if asking.acts else 0)

    def goes_on_asking(self, asking: Asking) -> bool:
        """Count a refusal; return whether the address was refused so often that answers are to be delayed."""
        return bool(self._refusals.take(asking.address))

    def rest(self, asking: Asking) -> float:
        """Return the seconds for which a page view waits for earlier processor use; 0.0 for an action."""
        if asking.acts:
            return 0.0
        if asking.is_file:
            return self._file_work.rest(asking.address)
        return max(self._own_work.rest(asking.who), self._work.rest(asking.address))

    def worked(self, asking: Asking, seconds: float) -> None:
        """Record the processor time of a page view."""
        if asking.is_file:
            self._file_work.use(asking.address, 1000 * seconds)
        elif not asking.acts:
            self._own_work.use(asking.who, 1000 * seconds)
            self._work.use(asking.address, 1000 * seconds)

    def answered(self, asking: Asking, status: int) -> None:
        """Record the status of an answer: a person let in at a table is known there; a failed link is a guess."""
        if asking.door and status in _NOT_LET_IN:
            self._guesses.take((asking.address, asking.door))
        at_table = asking.who, asking.game
        if status in _NOT_LET_IN:
            self._known.pop(at_table, None)
        elif asking.game and status < 400:
            self._known.pop(at_table, None)
            self._known[at_table] = None  # sorted by last use, the latest last
            if len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
