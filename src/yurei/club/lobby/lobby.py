"""The lobby: who looks for an opponent. Same wish meets same wish, and both sit down at once.

Challenges live as long as who made them stays, and no game is ever listed here. One server keeps them in its memory; where
several may share a database, they lie there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

from yurei.club.club import Club
from yurei.club.lobby.challenges import (
    EVERY,
    Book,
    Challenge,
    Challenges,
    Meeting,
    drop,
    find_open,
    mark,
    oldest_of_most,
    open_only,
    take,
)
from yurei.club.model.chat import TooMuch
from yurei.club.model.game_plan import Plan
from yurei.club.model.secrets import Secrets, digest
from yurei.club.people.presence import Presence
from yurei.club.seats.seats import Forbidden
from yurei.club.store.elsewhere import LOBBY
from yurei.errors import BadValue, YureiError
from yurei.languages import N_

MOST_PER_PERSON = 3
MOST_IN_LOBBY = 200
MOST_HERE = 500
"""So many guests without a key are noticed at once; nobody can fill the memory with them."""
PAUSE = 1.0
"""Seconds between two times that everybody is told of changes, at least."""


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


class Bells:
    """Wakes everybody who listens to the lobby.

    Attributes:
        changes: How often something has changed here.
    """

    def __init__(self) -> None:
        self._bells: set[asyncio.Event] = set()
        self._resting = False
        self._missed = False
        self.changes = 0

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever something has changed here."""
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)

    def ring(self) -> None:
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


class Lobby(Bells):
    """Everybody who looks for an opponent.

    Args:
        club: Where the games are played.
        secrets: Makes names for challenges.
        chance: Gives the colours.
        challenges: What is kept of challenges; without any they are this process's alone.

    Attributes:
        presence: Who has the lobby open.
    """

    def __init__(self, club: Club, secrets: Secrets, chance: Random, challenges: Challenges | None = None) -> None:
        super().__init__()
        self._club = club
        self._secrets = secrets
        self._chance = chance
        self._book = challenges or Challenges()
        self._tasks: set[asyncio.Task[None]] = set()
        self.presence = Presence[str](self._came_or_went)

    @property
    def challenges(self) -> dict[str, Challenge]:
        """The open challenges by their names, the oldest first."""
        return open_only(self._book.all)

    @property
    def begun(self) -> dict[str, tuple[str, str]]:
        """For who was waiting, by the digest of their key: the game that has begun, and their chair there."""
        return {each.person: (each.game, each.chair) for each in self._book.all.values() if each.game}

    async def open(self) -> None:
        """Let the other servers know from time to time who is here."""
        if self._book.shared:
            self._begin(self._stay_here())

    async def close(self) -> None:
        """Do so no longer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def hear(self, name: str | None) -> None:
        """Look again where challenges have changed through another server, see ``Elsewhere``."""
        if self._book.shared and name in (None, LOBBY):
            self._begin(self._look_and_ring())

    async def look(self) -> None:
        """Look whether challenges have changed through another server."""
        if self._book.shared:
            await self._book.change(lambda _: None)
            await self._club.people.renew(*(each.person for each in self._book.all.values()))

    async def wish(self, key: str, plan: Plan) -> Met | None:
        """Look for an opponent: meet the first who waits with the same wish, or wait.

        Returns:
            The game; None where one waits.

        Raises:
            TooMuch: where one waits for too many games already, or too many people wait.
            NotKept: where it could not be written down.
        """
        person = digest(key)
        self.presence.seen(person)
        meeting = await self._book.change(lambda book: self._meet_or_wait(book, person, plan))
        if meeting is not None:
            return await self._meet(meeting, person, plan.colour)
        self.ring()
        return None

    def _meet_or_wait(self, book: Book, person: str, plan: Plan) -> Meeting | None:
        waiting = open_only(book)
        for challenge in waiting.values():
            if challenge.person != person and challenge.meets(plan):
                return take(book, challenge, person)
        own = [challenge for challenge in waiting.values() if challenge.person == person]
        if any(challenge.plan == plan for challenge in own):
            return None
        if len(own) >= MOST_PER_PERSON:
            raise TooMuch(N_("you have {count} open challenges already; withdraw one of them"), count=len(own))
        if len(waiting) >= MOST_IN_LOBBY:
            del book[oldest_of_most(waiting, person, self._club.people.place)]
        name = self._secrets()[:12]
        book[name] = Challenge(name, person, plan)
        return None

    async def accept(self, name: str, key: str) -> Met:
        """Accept a challenge: both sit down.

        Returns:
            The game.

        Raises:
            Unknown: where the challenge is gone.
            BadValue: where it is one's own.
            NotKept: where the game could not be written down; the challenge is there still.
        """
        person = digest(key)

        def take_up(book: Book) -> Meeting:
            challenge = find_open(book, name)
            if challenge.person == person:
                raise BadValue(N_("this is your own challenge; wait until somebody accepts it"))
            return take(book, challenge, person)

        return await self._meet(await self._book.change(take_up), person, "random")

    async def withdraw(self, name: str, key: str | None) -> None:
        """Take one's own challenge back.

        Raises:
            Unknown: where it is gone.
            Forbidden: where it is somebody else's.
        """

        def take_back(book: Book) -> None:
            challenge = find_open(book, name)
            if key is None or challenge.person != digest(key):
                raise Forbidden(N_("you can only withdraw your own challenges"))
            del book[name]

        await self._book.change(take_back)
        self.ring()

    async def leave(self, person: str) -> None:
        """Take back all that somebody looks for, by the digest of his key."""
        await self._book.change(lambda book: drop(book, person))
        self.ring()

    async def forget_begun(self, person: str) -> None:
        """Forget the game that has begun for somebody who waited, by the digest of their key: it is over."""
        begun = [each.id for each in self._book.all.values() if each.game and each.person == person]
        await self._book.change(lambda book: [book.pop(name, None) for name in begun])

    async def challenge(self, name: str) -> Challenge:
        """An open challenge.

        Raises:
            Unknown: where it is gone.
        """
        if name not in self.challenges:
            await self.look()
        return find_open(self._book.all, name)

    def guest(self, visit: str) -> str | None:
        """The name by which somebody without a key of his own is counted; None where too many are here."""
        name = f"guest {digest(visit)}"
        return name if name in self.presence or len(self.presence) < MOST_HERE else None

    async def _meet(self, meeting: Meeting, other: str, colour: str) -> Met:
        """Seat who waits and who has come; neither waits for anything else then."""
        challenge, names = meeting
        first = challenge.colour(colour, self._chance)
        second = {"black": "white", "white": "black"}[first]
        seated = {first: challenge.person, second: other}
        try:
            game, host = await self._club.make(challenge.plan.settings, {}, challenge.plan.terms, seated)
        except BaseException:
            # Both look for it still, if they have not gone meanwhile.
            await self._book.change(lambda book: mark(book, names, None))
            self.ring()
            raise

        def begin(book: Book) -> None:
            drop(book, challenge.person, other, but=challenge.id)
            book[challenge.id] = replace(challenge, game=game, chair=first)

        await self._book.change(begin)
        self.ring()
        return Met(game, second, host)

    def _came_or_went(self, person: str) -> None:
        """Who has gone waits no longer."""
        if person not in self.presence:
            self._begin(self._note_gone(person))
            return
        self.ring()

    async def _note_gone(self, person: str) -> None:
        await self._book.note_gone(person)
        self.ring()

    async def _look_and_ring(self) -> None:
        await self.look()
        self.ring()

    async def _stay_here(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with suppress(YureiError):
                await self._book.note_here(self.presence.__contains__)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.add(task := asyncio.get_running_loop().create_task(work))
        task.add_done_callback(self._tasks.discard)
