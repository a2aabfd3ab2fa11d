"""The lobby, in which people look for an opponent. Two people who want the same game are paired immediately.

Challenges live as long as their makers stay, those for correspondence games for days, in memory, or in the database if
several servers may share it.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from random import Random
from typing import Any, NamedTuple, TypeVar

from yurei.clocks.controls import Correspondence
from yurei.club.club import Club
from yurei.club.games import Listeners
from yurei.club.model.chairs import Plan
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.secrets import Secrets, digest
from yurei.club.model.tasks import Tasks
from yurei.club.presence import Presence
from yurei.club.seats import Forbidden
from yurei.club.store import Store
from yurei.club.store.backend import LOBBY
from yurei.errors import BadValue, Unknown, YureiError
from yurei.languages import N_
from yurei.referee.settings import read_settings

Done = TypeVar("Done")
EVERY = 10.0  # seconds between two times that a server confirms which challengers are here
LASTS, LEAVING = 4 * EVERY, 2 * EVERY  # seconds that a challenge lasts unconfirmed; and after its maker left
STAYS = 3 * 24 * 3600.0  # seconds that a challenge to a correspondence game lasts, whether its maker is here or not
MOST_PER_PERSON = 3
MOST_IN_LOBBY = 200
MOST_HERE = 500  # most guests without a key who are counted at once, to bound the memory
CLOSED = 5.0  # seconds that a person stays listed after closing the page, as it may be a reload
PAUSE = 1.0  # least seconds between two notifications of changes


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer of a person to play a game with certain settings."""

    id: str
    person: str  # the digest of the challenger's key
    plan: Plan  # the wanted game; its colour is the challenger's, or random
    game: str | None = None  # name of the game; None while the challenge is open, empty while it is created
    chair: str = ""  # the challenger's chair in that game
    until: float = inf  # when the challenge lapses, in seconds

    @property
    def is_lasting(self) -> bool:
        """Whether the challenge stays open while its maker is away, because it is for a correspondence game."""
        return self.game is None and is_by_correspondence(self.plan)

    def is_matched_by(self, plan: Plan) -> bool:
        """Return whether another person's plan is for the same game, with a colour that fits this challenge."""
        same = self.plan.settings == plan.settings and self.plan.terms == plan.terms
        return same and ("random" in (self.plan.colour, plan.colour) or self.plan.colour != plan.colour)

    def colour(self, other: str, chance: Random) -> str:
        """Return the colour of the challenger, given the colour that the opponent wants."""
        if self.plan.colour != "random":
            return self.plan.colour
        return {"black": "white", "white": "black"}.get(other) or chance.choice(["black", "white"])


def is_by_correspondence(plan: Plan) -> bool:
    """Return whether a planned game has a correspondence clock."""
    return (plan.terms.get("clock") or {}).get("kind") == Correspondence.kind


Book = dict[str, Challenge]  # challenges by their ids, the oldest first


class MatchedChallenge(NamedTuple):
    """A challenge that has found an opponent, with the ids of the challenges that both players had."""

    challenge: Challenge
    names: list[str]


class Challenges:
    """The challenges of one process."""

    shared = False

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.all: Book = {}  # with those of games that have begun
        self._clock = clock

    async def change(self, change: Callable[[Book], Done]) -> Done:
        """Apply ``change`` to the challenges, all or nothing. ``change`` may be called a second time."""
        now = self._clock()
        book = {name: each for name, each in self.all.items() if each.until > now}
        done = change(book)
        self.all = with_lapse_times(book, now, inf)
        return done

    async def note_gone(self, person: str) -> None:
        """Drop the challenges of a person who has left the lobby, except those for correspondence games."""
        await self.change(lambda book: drop_challenges(book, person, keep_lasting=True))

    async def note_here(self, is_here: Callable[[str], bool]) -> None:
        """Prolong the challenges of the people for whom ``is_here`` returns True."""


class SharedChallenges(Challenges):
    """The challenges of all servers on one database. Challenges that no server has prolonged in time are dropped."""

    shared = True

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        super().__init__(clock)
        self._store = store
        self._changing = asyncio.Lock()

    async def change(self, change: Callable[[Book], Done]) -> Done:
        def changed(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], tuple[Done, Book]]:
            now = self._clock()
            book = {row["id"]: _read(row) for row in rows if row["until"] > now}
            done = change(book)
            book = with_lapse_times(book, now, LASTS)
            return [_make_row(each) for each in book.values()], (done, book)

        async with self._changing:
            done, self.all = await self._store.club.change_challenges(changed)
        return done

    async def note_gone(self, person: str) -> None:
        await self._prolong(lambda who: who == person, LEAVING)

    async def note_here(self, is_here: Callable[[str], bool]) -> None:
        await self._prolong(is_here, LASTS)

    async def _prolong(self, chosen: Callable[[str], bool], seconds: float) -> None:
        until = self._clock() + seconds

        def last(book: Book) -> None:
            book |= {
                name: replace(each, until=until)
                for name, each in book.items()
                if chosen(each.person) and not each.is_lasting
            }

        if self.all:
            await self.change(last)


def drop_challenges(book: Book, *people: str, kept_id: str = "", keep_lasting: bool = False) -> None:
    """Drop the challenges of people (digests of keys), except ``kept_id`` and, if ``keep_lasting``, lasting ones."""
    for each in list(book.values()):
        if each.person in people and each.id != kept_id and not (keep_lasting and each.is_lasting):
            del book[each.id]


def with_lapse_times(book: Book, now: float, seconds: float) -> Book:
    """Return the challenges, each to lapse after ``seconds`` at the latest, or after days if by correspondence."""
    until = {name: now + (STAYS if each.is_lasting else seconds) for name, each in book.items()}
    return {name: replace(each, until=min(each.until, until[name])) for name, each in book.items()}


def list_open(book: Book) -> Book:
    """Return the open challenges."""
    return {name: each for name, each in book.items() if each.game is None}


def find_open_challenge(book: Book, name: str) -> Challenge:
    """Return an open challenge by its id."""
    if name not in list_open(book):
        raise Unknown(N_("this challenge is gone; choose another one, or make your own"))
    return book[name]


def set_game(book: Book, names: Iterable[str], game: str | None) -> None:
    """Set the game of these challenges: an empty name while it is being created, None if that has failed."""
    book |= {name: replace(book[name], game=game) for name in names if name in book}


def match_challenge(book: Book, challenge: Challenge, other: str) -> MatchedChallenge:
    """Close the challenges of a challenger and their opponent, and return the meeting of the two."""
    people = challenge.person, other
    names = [each.id for each in list_open(book).values() if each.person in people and not each.is_lasting]
    names += [] if challenge.id in names else [challenge.id]
    set_game(book, names, "")
    return MatchedChallenge(challenge, names)


def find_challenge_to_drop(waiting: Book, person: str, place: Callable[[str], str]) -> str:
    """Return the id of the challenge to drop for a new one: the oldest of the address with the most challenges."""
    places = {name: place(each.person) or each.person for name, each in waiting.items()}
    (most, count), *_ = Counter(places.values()).most_common(1)
    if count <= list(places.values()).count(place(person) or person) + 1:
        raise LimitExceeded(N_("the lobby is full; accept one of the challenges there"))
    return next(name for name, where in places.items() if where == most)


def _read(row: dict[str, Any]) -> Challenge:
    plan = json.loads(row["plan"])
    return Challenge(**row | {"plan": Plan(**plan | {"settings": read_settings(plan["settings"])})})


def _make_row(challenge: Challenge) -> dict[str, Any]:
    plan = json.dumps(vars(challenge.plan) | {"settings": challenge.plan.settings.plain()}, sort_keys=True)
    return {name: getattr(challenge, name) for name in challenge.__slots__} | {"plan": plan}


class StartedGame(NamedTuple):
    """The game that a player has started by accepting a challenge, with their chair and the maker's secret."""

    game: str
    chair: str
    host: str  # the maker's secret, which allows the player to invite a referee and spectators


class Lobby:
    """The people who look for an opponent, and their challenges."""

    def __init__(self, club: Club, secrets: Secrets, chance: Random, challenges: Challenges | None = None) -> None:
        self._listeners, self._resting, self._missed = Listeners(), False, False
        self.changes = 0
        self._club, self._secrets, self._chance = club, secrets, chance
        self._book = challenges or Challenges()
        self._tasks = Tasks()
        self.presence = Presence[str](self._handle_presence_change)
        self.listed = Presence[str](lambda _: self.wake_listeners(), CLOSED)

    @property
    def challenges(self) -> dict[str, Challenge]:
        """The open challenges by their ids, the oldest first."""
        return list_open(self._book.all)

    def challenges_of(self, person: str) -> list[str]:
        """Return the ids of those challenges of a person (digest of the key) that have not become games."""
        return [each.id for each in self._book.all.values() if each.person == person and not each.game]

    @property
    def started_games(self) -> dict[str, tuple[str, str]]:
        """The games that began from challenges, with the challenger's chair, by the digest of the challenger's key."""
        return {each.person: (each.game, each.chair) for each in self._book.all.values() if each.game}

    async def open(self) -> None:
        """Start the background task that tells other servers which challengers are connected here."""
        if self._book.shared:
            self._tasks.start(self._prolong_challenges())

    async def close(self) -> None:
        """Stop the background tasks."""
        await self._tasks.close()

    def reload_after_change(self, name: str | None) -> None:
        """Reload challenges that a different server has changed."""
        if self._book.shared and name in (None, LOBBY):
            self._tasks.start(self._wake_after(self.reload_challenges))

    async def reload_challenges(self) -> None:
        """Drop the challenges that have lapsed, and reload those that other servers have changed."""
        await self._book.change(lambda _: None)
        if self._book.shared:
            await self._club.people.reload_nicknames(*(each.person for each in self._book.all.values()))

    async def seek_game(self, key: str, plan: Plan) -> StartedGame | None:
        """Start a game with the oldest challenge that fits a plan; if there is none, add the plan as a challenge."""
        person = digest(key)
        self.presence.note_page_load(person)
        self.listed.note_page_load(person)
        meeting = await self._book.change(lambda book: self._meet_or_wait(book, person, plan))
        if meeting is not None:
            return await self._start_game(meeting, person, plan.colour)
        self.wake_listeners()
        return None

    def _meet_or_wait(self, book: Book, person: str, plan: Plan) -> MatchedChallenge | None:
        waiting = list_open(book)
        for challenge in waiting.values():
            if challenge.person != person and challenge.is_matched_by(plan):
                return match_challenge(book, challenge, person)
        own = [challenge for challenge in waiting.values() if challenge.person == person]
        if any(challenge.plan == plan for challenge in own):
            return None
        if len(own) >= MOST_PER_PERSON:
            raise LimitExceeded(N_("you have {count} open challenges already; withdraw one of them"), count=len(own))
        if len(waiting) >= MOST_IN_LOBBY:
            del book[find_challenge_to_drop(waiting, person, self._club.people.place)]
        self._club.made.count("challenge")
        name = self._secrets()[:12]
        book[name] = Challenge(name, person, plan)
        return None

    async def accept(self, name: str, key: str) -> StartedGame:
        """Accept a challenge and seat both players."""
        person = digest(key)

        def take_up(book: Book) -> MatchedChallenge:
            challenge = find_open_challenge(book, name)
            if challenge.person == person:
                raise BadValue(N_("this is your own challenge; wait until somebody accepts it"))
            return match_challenge(book, challenge, person)

        return await self._start_game(await self._book.change(take_up), person, "random")

    async def withdraw(self, name: str, key: str | None) -> None:
        """Withdraw a player's own challenge."""

        def take_back(book: Book) -> None:
            challenge = find_open_challenge(book, name)
            if key is None or challenge.person != digest(key):
                raise Forbidden(N_("you can only withdraw your own challenges"))
            del book[name]

        await self._book.change(take_back)
        self.wake_listeners()

    async def withdraw_challenges(self, person: str) -> None:
        """Withdraw all challenges of a person, given by the digest of their key."""
        await self._book.change(lambda book: drop_challenges(book, person))
        self.wake_listeners()

    async def forget_begun(self, person: str) -> None:
        """Remove the challenges of a person, given by the digest of their key, that have become games."""
        begun = [each.id for each in self._book.all.values() if each.game and each.person == person]
        await self._book.change(lambda book: [book.pop(name, None) for name in begun])

    async def challenge(self, name: str) -> Challenge:
        """Return an open challenge by its id; raise Unknown if there is none."""
        if name not in self.challenges:
            await self.reload_challenges()
        return find_open_challenge(self._book.all, name)

    @contextmanager
    def connected(self, person: str) -> Iterator[None]:
        """Count an open page, or event stream, of a person in the lobby for the length of a context."""
        with self.presence.count_open_page(person), self.listed.count_open_page(person):
            yield

    def name_guest(self, visit: str) -> str | None:
        """Return a name for counting a visitor without a key as present; None if too many people are connected."""
        name = f"guest {digest(visit)}"
        return name if name in self.presence or len(self.presence) < MOST_HERE else None

    async def _start_game(self, meeting: MatchedChallenge, other: str, colour: str) -> StartedGame:
        challenge, names = meeting
        first = challenge.colour(colour, self._chance)
        second = {"black": "white", "white": "black"}[first]
        seated = {first: challenge.person, second: other}
        try:
            game, host = await self._club.create_game(challenge.plan.settings, {}, challenge.plan.terms, seated)
        except BaseException:
            # Reopen the challenges of both players, unless they have left meanwhile.
            await self._book.change(lambda book: set_game(book, names, None))
            self.wake_listeners()
            raise

        def begin(book: Book) -> None:
            drop_challenges(book, challenge.person, other, kept_id=challenge.id, keep_lasting=True)
            book[challenge.id] = replace(challenge, game=game, chair=first)

        await self._book.change(begin)
        self.wake_listeners()
        return StartedGame(game, second, host)

    def _handle_presence_change(self, person: str) -> None:
        if person not in self.presence:
            self._tasks.start(self._wake_after(partial(self._book.note_gone, person)))
        else:
            self.wake_listeners()

    async def _wake_after(self, work: Callable[[], Awaitable[None]]) -> None:
        await work()
        self.wake_listeners()

    async def _prolong_challenges(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with suppress(YureiError):
                await self._book.note_here(self.presence.__contains__)
                self.wake_listeners()  # unconfirmed challenges lapse without a change by anybody

    def listening(self) -> AbstractContextManager[asyncio.Event]:
        """Return a context with an asyncio event that is set after each change of the lobby."""
        return self._listeners.listening(LOBBY)

    def wake_listeners(self) -> None:
        """Wake the listeners of the lobby, at most once in ``PAUSE`` seconds."""
        self.changes += 1
        self._wake()

    def _wake(self) -> None:
        if self._resting:
            self._missed = True
            return
        self._listeners.wake(LOBBY)
        self._resting, self._missed = True, False
        asyncio.get_running_loop().call_later(PAUSE, self._end_pause)

    def _end_pause(self) -> None:
        self._resting = False
        if self._missed:
            self._wake()
