"""The lobby: who looks for an opponent. Same wish meets same wish, and both sit down at once.

Challenges live as long as who made them stays; nothing of them is written down, and no game is ever listed here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from yurei.club.club import Club
from yurei.club.model.chat import TooMuch
from yurei.club.model.game_plan import Plan
from yurei.club.model.secrets import Secrets, digest
from yurei.club.people.presence import Presence
from yurei.club.seats.seats import Forbidden
from yurei.errors import BadValue, Unknown
from yurei.languages import N_

MOST_PER_PERSON = 3
MOST_IN_LOBBY = 200
MOST_HERE = 500
"""So many guests without a key are noticed at once; nobody can fill the memory with them."""
PAUSE = 1.0
"""Seconds between two times that everybody is told of changes, at least."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Somebody's wish for a game.

    Attributes:
        id: Its public name.
        person: The digest of the key of who waits.
        plan: The game that he wants; the colour is his own, or left to chance.
    """

    id: str
    person: str
    plan: Plan

    def meets(self, plan: Plan) -> bool:
        """Whether another wish is the same, and the colours go together."""
        same = self.plan.settings == plan.settings and self.plan.terms == plan.terms
        return same and ("random" in (self.plan.colour, plan.colour) or self.plan.colour != plan.colour)

    def colour(self, other: str, chance: Random) -> str:
        """The colour of who waits, where the other wants his own."""
        if self.plan.colour != "random":
            return self.plan.colour
        return {"black": "white", "white": "black"}.get(other) or chance.choice(["black", "white"])


class Met(NamedTuple):
    """A game that has begun, for whoever came second.

    Attributes:
        game: Its name.
        chair: Where they sit.
        host: The secret of whoever has made the game, by which they can invite a referee and spectators.
    """

    game: str
    chair: str
    host: str


class Lobby:
    """Everybody who looks for an opponent.

    Args:
        club: Where the games are played.
        secrets: Makes names for challenges.
        chance: Gives the colours.

    Attributes:
        challenges: The open ones by their names, the oldest first.
        begun: For who was waiting, by the digest of his key: the game that has begun, and his chair there.
        presence: Who has the lobby open.
        changes: How often something has changed here.
    """

    def __init__(self, club: Club, secrets: Secrets, chance: Random) -> None:
        self._club = club
        self._secrets = secrets
        self._chance = chance
        self._bells: set[asyncio.Event] = set()
        self._resting = False
        self._missed = False
        self._meeting: dict[str, Challenge] = {}  # whose games are being made
        self.changes = 0
        self.challenges: dict[str, Challenge] = {}
        self.begun: dict[str, tuple[str, str]] = {}
        self.presence = Presence[str](self._came_or_went)

    async def wish(self, key: str, plan: Plan) -> Met | None:
        """Look for an opponent: meet the first who waits with the same wish, or wait.

        Returns:
            The game; None where one waits.

        Raises:
            TooMuch: where one waits for too many games already, or too many people wait.
        """
        person = digest(key)
        self.presence.seen(person)
        for challenge in self.challenges.values():
            if challenge.person != person and challenge.meets(plan):
                return await self._meet(challenge, person, plan.colour)
        own = [challenge for challenge in self.challenges.values() if challenge.person == person]
        if any(challenge.plan == plan for challenge in own):
            return None
        if len(own) >= MOST_PER_PERSON:
            raise TooMuch(N_("you have {count} open challenges already; withdraw one of them"), count=len(own))
        if len(self.challenges) >= MOST_IN_LOBBY:
            self._make_room(person)
        name = self._secrets()[:12]
        self.challenges[name] = Challenge(name, person, plan)
        self._ring()
        return None

    def _make_room(self, person: str) -> None:
        """Drop the oldest challenge from where most of them come, for somebody who comes from elsewhere.

        Raises:
            TooMuch: where nobody has clearly more challenges than they have.
        """
        places = {name: self._club.people.place(each.person) or each.person for name, each in self.challenges.items()}
        (most, count), *_ = Counter(places.values()).most_common(1)
        own = self._club.people.place(person) or person
        if count <= list(places.values()).count(own) + 1:
            raise TooMuch(N_("the lobby is full; accept one of the challenges there"))
        del self.challenges[next(name for name, place in places.items() if place == most)]

    async def accept(self, name: str, key: str) -> Met:
        """Accept a challenge: both sit down.

        Returns:
            The game.

        Raises:
            Unknown: where the challenge is gone.
            BadValue: where it is one's own.
            NotKept: where the game could not be written down; the challenge is there still.
        """
        challenge = self.challenge(name)
        if challenge.person == digest(key):
            raise BadValue(N_("this is your own challenge; wait until somebody accepts it"))
        return await self._meet(challenge, digest(key), "random")

    def withdraw(self, name: str, key: str | None) -> None:
        """Take one's own challenge back.

        Raises:
            Unknown: where it is gone.
            Forbidden: where it is somebody else's.
        """
        challenge = self.challenge(name)
        if key is None or challenge.person != digest(key):
            raise Forbidden(N_("you can only withdraw your own challenges"))
        del self.challenges[name]
        self._ring()

    def leave(self, person: str) -> None:
        """Take back all that somebody looks for, by the digest of his key."""
        self.challenges = _without(self.challenges, person)
        self._meeting = _without(self._meeting, person)
        self.begun.pop(person, None)
        self._ring()

    def challenge(self, name: str) -> Challenge:
        """An open challenge.

        Raises:
            Unknown: where it is gone.
        """
        if name not in self.challenges:
            raise Unknown(N_("this challenge is gone; choose another one, or make your own"))
        return self.challenges[name]

    def guest(self, visit: str) -> str | None:
        """The name by which somebody without a key of his own is counted; None where too many are here."""
        name = f"guest {digest(visit)}"
        return name if name in self.presence or len(self.presence) < MOST_HERE else None

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever something has changed here."""
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)

    async def _meet(self, challenge: Challenge, other: str, colour: str) -> Met:
        """Seat who waits and who has come; neither waits for anything else then."""
        others = _without(self.challenges, challenge.person, other)
        meeting = {name: each for name, each in self.challenges.items() if name not in others}
        self.challenges = others
        self._meeting |= meeting
        first = challenge.colour(colour, self._chance)
        second = {"black": "white", "white": "black"}[first]
        seated = {first: challenge.person, second: other}
        try:
            game, host = await self._club.make(challenge.plan.settings, {}, challenge.plan.terms, seated)
        except BaseException:
            # Both look for it still, if they have not gone meanwhile.
            self.challenges = {name: each for name, each in meeting.items() if name in self._meeting} | self.challenges
            self._ring()
            raise
        finally:
            for name in meeting:
                self._meeting.pop(name, None)
        self.begun.pop(other, None)
        self.begun[challenge.person] = (game, first)
        self._ring()
        return Met(game, second, host)

    def _came_or_went(self, person: str) -> None:
        """Who has gone waits no longer."""
        if person not in self.presence:
            self.leave(person)
            return
        self._ring()

    def _ring(self) -> None:
        """Something has changed: wake everybody who listens, at once after a quiet while, else when it has passed."""
        self.changes += 1
        self._wake()

    def _wake(self) -> None:
        if self._resting:
            self._missed = True
            return
        for bell in self._bells:
            bell.set()
        self._resting, self._missed = True, False
        asyncio.get_running_loop().call_later(PAUSE, self._rested)

    def _rested(self) -> None:
        self._resting = False
        if self._missed:
            self._wake()


def _without(challenges: dict[str, Challenge], *people: str) -> dict[str, Challenge]:
    """Those challenges that are none of these people's, by the digests of their keys."""
    return {name: each for name, each in challenges.items() if each.person not in people}
