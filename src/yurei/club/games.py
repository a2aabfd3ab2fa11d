"""The hall: all games of this server, who may sit where, and who is told when something has happened."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from yurei.club.alarms import Alarms
from yurei.club.dead_stones import Proposer, nobody
from yurei.club.game import WINDOW, Around, Game, chairs_of
from yurei.club.people import People, Secrets, digest
from yurei.club.presence import Presence
from yurei.club.server_time import Uptime
from yurei.club.store import Store
from yurei.club.stored import Chair, Event, StoredGame, StoreFailed
from yurei.errors import NotOver, Unknown, YureiError
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings


class Forbidden(YureiError):
    """A seat, a link or a page that belongs to somebody else."""


class NotKept(YureiError):
    """Something that could not be written down, and therefore has not happened."""


_CROWDS = (AUDIENCE.name, WINDOW)
"""Where many look from, of whom nobody keeps count."""


class Hall:
    """All games of this server.

    Args:
        store: Keeps them.
        clock: Tells the time.
        secrets: Makes secrets.
        propose: Proposes dead stones where a count begins.

    Attributes:
        people: Everybody who has sat down here.
        presence: Who is connected, by game and chair.
    """

    def __init__(
        self, store: Store, clock: Callable[[], datetime], secrets: Secrets, propose: Proposer = nobody
    ) -> None:
        self._store = store
        self._uptime = Uptime(store, clock)
        self._clock = self._uptime.now
        self._alarms = Alarms(self._look_at_clock)
        self._secrets = secrets
        self._games: dict[str, Game] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.people = People(store, self._clock, secrets)
        self.presence = Presence[tuple[str, str]](lambda who: self._tell(who[0]))
        self._propose = propose
        self._proposing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take up the games where the last server has left them; the time between is charged to nobody."""
        await self._uptime.begin()

    async def make(
        self,
        settings: Settings,
        programs: Mapping[str, str],
        terms: Mapping[str, Any] | None = None,
        seated: Mapping[str, str] | None = None,
    ) -> tuple[str, str]:
        """Make a game.

        Args:
            settings: What is played.
            programs: Which program sits in which seat.
            terms: What was agreed on beside the rules.
            seated: Who sits down at once, by the chair: digests of keys.

        Returns:
            The game's public name, and the secret of its maker, from which every link follows.
        """
        name, host = self._secrets()[:12], self._secrets()
        stored = StoredGame(
            id=name,
            settings=settings.plain(),
            versions=(settings.ruleset.version, settings.referee.version),
            players=dict(programs),
            host=digest(host),
            made=self._clock(),
            terms=dict(terms or {}),
        )
        names = chairs_of(settings.seating, programs, terms)
        keys = seated or {}
        places = [Chair(chair, digest(link_secret(host, chair)), keys.get(chair)) for chair in names]
        await self._store.add(stored, places)
        await self._sit_down(name, keys)
        return name, host

    async def _sit_down(self, name: str, chairs: Iterable[str]) -> None:
        """Note in a new game that people have taken chairs."""
        for chair in chairs:
            async with self.game(name) as game:
                before = len(game.events)
                await self._keep(name, before, await self._let(game, partial(game.sit, chair)))

    @asynccontextmanager
    async def game(self, name: str) -> AsyncIterator[Game]:
        """A game, held while it is looked at, so that nobody sees what is not written down yet.

        Raises:
            Unknown: where there is no such game.
        """
        if name not in self._games and await self._store.load(name[:32]) is None:
            raise Unknown(N_("there is no such game here; ask for the link again, or make a new game"))
        async with self._locks[name]:
            if name not in self._games:
                self._games[name] = await self._load(name)
                self._think_about(self._games[name])
            await self._note_loss_on_time(name)
            try:
                yield self._games[name]
            finally:
                # A game that was forgotten keeps its alarm, which makes it again.
                if name in self._games:
                    self._alarms.set(name, self._games[name].clocks.next_change())

    async def _note_loss_on_time(self, name: str) -> None:
        """Whoever looks at a game finds it lost where time has run out; those who look at it already are told."""
        game = self._games[name]
        before = len(game.events)
        if happened := game.look_at_clock():
            await self._keep(name, before, happened)
            self._tell(name)

    async def _look_at_clock(self, name: str) -> None:
        async with self.game(name):
            pass
        self._tell(name)  # a new period has begun, if not more

    async def _load(self, name: str) -> Game:
        loaded = await self._store.load(name)
        assert loaded is not None
        follows = loaded[0].follows
        # The first game of a match is over: it stays as it is.
        first = None if follows is None else await self._load(follows)
        await self.people.know(chair.key for chair in loaded[1])
        game = Game(*loaded, clock=self._clock, first_game=first, pauses=self._uptime.pauses)
        game.around = Around(self.people.names, lambda chair: (name, chair) in self.presence)
        return game

    async def another(self, name: str, chair: str, key: str | None) -> tuple[str, str] | None:
        """Ask for the next game of a series, and make it once it is agreed on.

        Who sat on a chair sits on the opponent's, with the same key.

        Returns:
            The next game, and the chair to sit on there; None where the opponent has yet to agree.

        Raises:
            Forbidden: where the key does not fit the chair.
            NotOver: where this game may still go on.
        """
        async with self.game(name) as game:
            self.check(game, chair, key)
            _check_inside(chair)
            if not game.final:
                raise NotOver(N_("another game follows once this one has ended and its count is agreed on"))
            if game.seats_of(chair) and not game.colours_of(chair) <= game.again:
                before = len(game.events)
                happened = await self._let(game, partial(game.perform, chair, "rematch"))
                await self._keep(name, before, happened)
            found = (await self._next(game), swapped(chair)) if game.agreed_again else None
        self._tell(name)
        return found

    async def _next(self, game: Game) -> str:
        """The next game of a series, made where nobody has gone there yet."""
        name = game.series_now.next_name(game.stored.id)
        if name in self._games or await self._store.load(name) is not None:
            return name
        programs = {swapped(seat): slug for seat, slug in game.stored.players.items()}
        stored = replace(
            game.stored,
            id=name,
            versions=(game.settings.ruleset.version, game.settings.referee.version),
            players=programs,
            made=self._clock(),
            follows=game.stored.id if game.has_second else None,
            terms=game.stored.terms | game.series_now.next_terms(),
        )
        places = []
        for new in chairs_of(game.settings.seating, programs, stored.terms):
            old = game.chairs[swapped(new)]
            places.append(Chair(new, game.chairs.get(new, old).link, old.key))
        await self._store.add(stored, places)
        await self._sit_down(name, [place.name for place in places if game.seats_of(swapped(place.name))])
        return name

    async def perform(self, name: str, chair: str, key: str | None, do: str, at: str) -> None:
        """Do what somebody on a chair asks for; it is written down when this returns.

        Raises:
            Forbidden: where the key does not fit the chair.
            NotKept: where it could not be written down; then it has not happened.
            YureiError: where the game does not allow it.
        """
        async with self.game(name) as game:
            self.check(game, chair, key)
            before = len(game.events)
            counting = game.counting
            happened = await self._let(game, partial(game.perform, chair, do, at))
            await self._keep(name, before, happened)
            if not counting:
                self._think_about(game)
        self._tell(name)

    async def say(self, name: str, chair: str, key: str | None, person: str | None, text: str) -> None:
        """Say something to the others at a table; it is written down when this returns.

        Args:
            person: The key by which the browser is recognised, from which the name follows.

        Raises:
            Forbidden: where the key does not fit the chair.
            NotKept: where it could not be written down; then it was not said.
            YureiError: where it cannot be said.
        """
        known = await self.people.recognised(person)
        async with self.game(name) as game:
            self.check(game, chair, key)
            _check_inside(chair)
            before = len(game.events)
            called = self.people.names[digest(known)] if known else ""
            await self._keep(name, before, await self._let(game, partial(game.say, chair, called, text)))
        self._tell(name)

    def _think_about(self, game: Game) -> None:
        """Let dead stones be proposed where a game is counted; its players need not wait for it."""
        if game.counting and self._propose is not nobody:
            task = asyncio.create_task(self._think(game, game.reference))
            self._proposing.add(task)
            task.add_done_callback(self._proposing.discard)

    async def _think(self, game: Game, board: bytes) -> None:
        proposed = await self._propose(game.settings, board)
        game.count.proposed = proposed
        if proposed:
            self._tell(game.stored.id)

    async def listed(self, most: int) -> list[str]:
        """The names of the newest games that everybody may watch."""
        return await self._store.listed(most)

    async def close(self) -> None:
        """Stop thinking, and looking at clocks."""
        self._alarms.silence()
        for task in self._proposing:
            task.cancel()
        await asyncio.gather(*self._proposing, return_exceptions=True)
        await self._uptime.end()

    async def lift(self, name: str, chair: str, key: str | None, seat: str) -> None:
        """Lift the curtain of a shared screen."""
        async with self.game(name) as game:
            self.check(game, chair, key)
            game.lift(chair, seat)
        self._tell(name)

    async def claim(self, name: str, chair: str, link: str, key: str | None) -> str:
        """Take a chair by its link.

        Args:
            link: The secret of the link.
            key: The key of this browser, if it has been here before.

        Returns:
            The key to the chair: the browser's own, or the first that it gets.

        Raises:
            Forbidden: where the link is wrong, or somebody else sits there.
        """
        async with self.game(name) as game:
            place = check_link(game, chair, link)
            if chair == AUDIENCE.name:
                return link
            if place.key is not None:
                if key is None or not hmac.compare_digest(place.key, digest(key)):
                    raise Forbidden(N_("somebody sits here already; this link has been used in another browser"))
                return key
            key = await self.people.welcome(key)
            before = len(game.events)
            happened = await self._let(game, partial(game.sit, chair))
            place.key = digest(key)
            await self._keep(name, before, happened, place)
        self._tell(name)
        return key

    async def rename(self, key: str | None, nickname: str) -> str:
        """Call somebody by a nickname, at every table at which he sits.

        Returns:
            His key: a new one where his own was not recognised.

        Raises:
            BadValue: where the nickname is none.
        """
        key = await self.people.welcome(key, nickname)
        for name, game in list(self._games.items()):
            if any(chair.key == digest(key) for chair in game.chairs.values()):
                self._tell(name)
        return key

    async def give_token(self, name: str, chair: str, key: str | None) -> str:
        """Make a token that opens one chair, for a program that is to play from it. There is one at a time.

        Raises:
            Forbidden: where the key does not fit the chair, or no program can sit there.
        """
        async with self.game(name) as game:
            self.check(game, chair, key)
            check_gives(game, chair)
            token = self._secrets()
            game.chairs[chair].token = digest(token)
            await self._keep(name, len(game.events), [], game.chairs[chair])
        return token

    async def take_along(self, name: str, chair: str, key: str | None) -> str:
        """Move a seat to another browser; the key that opened it so far, and every token, opens it no more.

        Args:
            key: The key of the browser that takes it, if it has been here before.

        Returns:
            The key to the chair: that browser's own, or the first that it gets.
        """
        async with self.game(name) as game:
            place = game.chairs[chair]
            known = await self.people.recognised(key)
            # A device that is new here takes the name along with the seat.
            key = known or await self.people.welcome(None, game.nickname(chair))
            place.key, place.token = digest(key), None
            await self._keep(name, len(game.events), [], place)
        self._tell(name)
        return key

    async def check_owner(self, name: str, chair: str, key: str | None) -> None:
        """Make sure that a key is that of who sits on a chair himself, and no token that he gave away.

        Raises:
            Forbidden: where it is not.
        """
        async with self.game(name) as game:
            self.check(game, chair, key)
            place = game.chairs.get(chair)
            if chair == AUDIENCE.name or place is None or place.key != digest(key or ""):
                raise Forbidden(N_("only who sits on a chair himself can take it along"))

    def check(self, game: Game, chair: str, key: str | None) -> None:
        """Make sure that a key fits a chair, or a token that was made for it.

        Raises:
            Forbidden: where it does not.
            NotOver: where it is the window, and the game goes on.
        """
        if _needs_no_key(game, chair):
            return
        place = game.chairs.get(chair)
        opening = () if place is None else (place.link,) if chair == AUDIENCE.name else (place.key, place.token)
        if key is None or not any(fits and hmac.compare_digest(fits, digest(key)) for fits in opening):
            raise Forbidden(N_("this browser has no key to this chair; open the link that you were sent"))

    def check_host(self, game: Game, host: str | None) -> None:
        """Make sure that this is the secret of who made the game.

        Raises:
            Forbidden: where it is not.
        """
        if host is None or not hmac.compare_digest(game.stored.host, digest(host)):
            raise Forbidden(N_("only the browser that made this game can see its links"))

    @contextmanager
    def listening(self, name: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something has happened in a game."""
        bell = asyncio.Event()
        self._listeners[name].add(bell)
        try:
            yield bell
        finally:
            self._listeners[name].discard(bell)

    def seen(self, game: Game, chair: str) -> None:
        """Note that who sits on a chair has loaded its page."""
        if chair not in _CROWDS:
            self.presence.seen((game.stored.id, chair))

    def connected(self, name: str, chair: str) -> AbstractContextManager[None]:
        """While this lasts, who sits on a chair has its page open. Of the audience nobody keeps count."""
        return nullcontext() if chair in _CROWDS else self.presence.connected((name, chair))

    def _tell(self, name: str) -> None:
        for bell in self._listeners[name]:
            bell.set()

    async def _let(self, game: Game, act: Callable[[], list[Event]]) -> list[Event]:
        """Let something happen at a table.

        Programs may think for long, so they do it beside the other tables. A game in which something went wrong
        half-way is forgotten: it is made again from what is kept.
        """
        before = len(game.events)
        try:
            return await asyncio.to_thread(act) if game.stored.players else act()
        except BaseException as error:
            if not isinstance(error, YureiError) or len(game.events) != before:
                self._games.pop(game.stored.id, None)
            raise

    async def _keep(self, name: str, first: int, happened: list[Event], taken: Chair | None = None) -> None:
        try:
            await self._store.append(name, first, happened, taken)
        except StoreFailed as error:
            self._games.pop(name, None)
            raise NotKept(N_("this could not be written down, so it has not happened; try again")) from error
        except BaseException:
            self._games.pop(name, None)
            raise


def check_link(game: Game, chair: str, link: str) -> Chair:
    """The chair that a link opens.

    Raises:
        Forbidden: where it opens none.
    """
    place = game.chairs.get(chair)
    if place is None or not hmac.compare_digest(place.link, digest(link)):
        raise Forbidden(N_("this link opens no chair at this table; ask for a new one"))
    return place


def seat_for_programs(game: Game, chair: str) -> str:
    """The seat whose view a program on a chair has.

    Raises:
        Forbidden: where the chair is one for people.
    """
    own = game.seats_of(chair)
    if chair == AUDIENCE.name:
        return chair
    if not own or game.settings.seating.hands == "shared":
        raise Forbidden(N_("this chair is for people; a program sits on a player's or the audience's"))
    return game.to_move if game.to_move in own else own[0]


def check_gives(game: Game, chair: str) -> None:
    """Make sure that a chair can be given to a program.

    Raises:
        Forbidden: where it is not a player's own.
    """
    if not game.seats_of(chair) or game.settings.seating.hands == "shared":
        raise Forbidden(N_("only a player's own chair can be given to a program"))


def _check_inside(chair: str) -> None:
    """Make sure that somebody is at the table, and does not only look through the window.

    Raises:
        Forbidden: where he does.
    """
    if chair == WINDOW:
        raise Forbidden(N_("through the window one only looks; who sits at the table talks and plays"))


def _needs_no_key(game: Game, chair: str) -> bool:
    """Whether everybody may look from here: from the window after the end, and where all may watch as audience."""
    if chair == WINDOW and not game.over:
        raise NotOver(N_("this game goes on; what was hidden is shown here once it has ended"))
    return chair == WINDOW or (chair == AUDIENCE.name and game.audience.who == "everybody")


def swapped(chair: str) -> str:
    """The opponent's seat; other chairs stay what they are."""
    colours = {"black": "white", "white": "black"}
    colour, dash, rest = chair.partition("-")
    return f"{colours.get(colour, colour)}{dash}{rest}"


def link_secret(host: str, chair: str) -> str:
    """The secret of the link to a chair, as it follows from the secret of who made the game."""
    made = hmac.new(host.encode(), chair.encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(made[:18]).decode()
