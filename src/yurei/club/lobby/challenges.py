"""Challenges of the lobby, in the memory of one process, or in a database that several servers share."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import NamedTuple, TypeVar

from yurei.club.model.chat import TooMuch
from yurei.club.model.game_plan import Plan
from yurei.club.model.stored import StoredChallenge
from yurei.club.store import Store
from yurei.errors import Unknown
from yurei.languages import N_
from yurei.referee.settings import read_settings

Done = TypeVar("Done")
EVERY = 10.0
"""Seconds between two times that a server confirms which challengers are here."""
LASTS, LEAVING = 4 * EVERY, 2 * EVERY
"""Seconds that a challenge lasts without confirmation; and after its maker left one server, for another to confirm."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer to play a game.

    Attributes:
        id: Its public name.
        person: The digest of the challenger's key.
        plan: The game that they want; the colour is the challenger's, or random.
        game, chair: The game that has begun, and the challenger's chair; None while open, empty while it is created.
        until: When the challenge lapses, in seconds.
    """

    id: str
    person: str
    plan: Plan
    game: str | None = None
    chair: str = ""
    until: float = inf

    def meets(self, plan: Plan) -> bool:
        """Return whether another plan is the same, and the colours go together."""
        same = self.plan.settings == plan.settings and self.plan.terms == plan.terms
        return same and ("random" in (self.plan.colour, plan.colour) or self.plan.colour != plan.colour)

    def colour(self, other: str, chance: Random) -> str:
        """Return the challenger's colour, given the colour that the opponent wants."""
        if self.plan.colour != "random":
            return self.plan.colour
        return {"black": "white", "white": "black"}.get(other) or chance.choice(["black", "white"])


Book = dict[str, Challenge]
"""Challenges by their ids, the oldest first."""


class Meeting(NamedTuple):
    """A challenge that has found an opponent, and the ids of all challenges of both players."""

    challenge: Challenge
    names: list[str]


class Challenges:
    """The challenges of one process.

    Attributes:
        all: The challenges by their ids, the oldest first, with those of games that have begun.
        shared: Whether other servers share them.
    """

    shared = False

    def __init__(self) -> None:
        self.all: Book = {}

    async def change(self, change: Callable[[Book], Done]) -> Done:
        """Change the challenges, all or nothing.

        Args:
            change: Changes the dict that it is given. It may be called twice.

        Raises:
            NotKept: if the change could not be stored.
        """
        book = dict(self.all)
        done = change(book)
        self.all = book
        return done

    async def note_gone(self, person: str) -> None:
        """Drop the challenges of a person who has left, by the digest of their key."""
        await self.change(lambda book: drop(book, person))

    async def note_here(self, is_here: Callable[[str], bool]) -> None:
        """Confirm the challenges of the people who are here."""


class SharedChallenges(Challenges):
    """The challenges of all servers on a database; each server drops those that no server confirms any more.

    Args:
        clock: Returns seconds, the same on all servers.
    """

    shared = True

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._store, self._clock = store, clock
        self._changing = asyncio.Lock()

    async def change(self, change: Callable[[Book], Done]) -> Done:
        """See ``Challenges``."""

        def changed(rows: list[StoredChallenge]) -> tuple[list[StoredChallenge], tuple[Done, Book]]:
            now = self._clock()
            book = {row.id: _read(row) for row in rows if row.until > now}
            done = change(book)
            book = {name: replace(each, until=min(each.until, now + LASTS)) for name, each in book.items()}
            return [_plain(each) for each in book.values()], (done, book)

        async with self._changing:
            done, self.all = await self._store.change_challenges(changed)
        return done

    async def note_gone(self, person: str) -> None:
        """See ``Challenges``. The person may still be at another server."""
        await self._last(lambda who: who == person, LEAVING)

    async def note_here(self, is_here: Callable[[str], bool]) -> None:
        """See ``Challenges``."""
        await self._last(is_here, LASTS)

    async def _last(self, chosen: Callable[[str], bool], seconds: float) -> None:
        """Set how many seconds from now the challenges of some people last."""
        until = self._clock() + seconds

        def last(book: Book) -> None:
            book |= {name: replace(each, until=until) for name, each in book.items() if chosen(each.person)}

        if self.all:
            await self.change(last)


def drop(book: Book, *people: str, but: str = "") -> None:
    """Drop all challenges of these people, by the digests of their keys, but one."""
    for name in [each.id for each in book.values() if each.person in people and each.id != but]:
        del book[name]


def open_only(book: Book) -> Book:
    """Return the open challenges."""
    return {name: each for name, each in book.items() if each.game is None}


def find_open(book: Book, name: str) -> Challenge:
    """Return an open challenge by its id.

    Raises:
        Unknown: if it is gone.
    """
    if name not in open_only(book):
        raise Unknown(N_("this challenge is gone; choose another one, or make your own"))
    return book[name]


def mark(book: Book, names: Iterable[str], game: str | None) -> None:
    """Note that a game is being created for these challenges (empty), or is not after all (None)."""
    book |= {name: replace(book[name], game=game) for name in names if name in book}


def take(book: Book, challenge: Challenge, other: str) -> Meeting:
    """Close the challenges of the challenger and the opponent, and return their meeting."""
    names = [each.id for each in open_only(book).values() if each.person in (challenge.person, other)]
    mark(book, names, "")
    return Meeting(challenge, names)


def oldest_of_most(waiting: Book, person: str, place: Callable[[str], str]) -> str:
    """Return the oldest challenge from the place with most of them, to make room for a person from elsewhere.

    Raises:
        TooMuch: if no place has clearly more challenges than that person's.
    """
    places = {name: place(each.person) or each.person for name, each in waiting.items()}
    (most, count), *_ = Counter(places.values()).most_common(1)
    if count <= list(places.values()).count(place(person) or person) + 1:
        raise TooMuch(N_("the lobby is full; accept one of the challenges there"))
    return next(name for name, where in places.items() if where == most)


def _read(row: StoredChallenge) -> Challenge:
    plan = json.loads(row.plan)
    wanted = Plan(read_settings(plan.pop("settings")), **plan)
    return Challenge(row.id, row.person, wanted, row.game, row.chair, row.until)


def _plain(challenge: Challenge) -> StoredChallenge:
    plan = challenge.plan
    plain = {"settings": plan.settings.plain(), "opponent": plan.opponent, "colour": plan.colour}
    text = json.dumps(plain | {"program": plan.program, "terms": plan.terms}, sort_keys=True)
    return StoredChallenge(challenge.id, challenge.person, text, challenge.game, challenge.chair, challenge.until)
