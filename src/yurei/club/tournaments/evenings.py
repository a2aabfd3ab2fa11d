"""The club evenings of this server: a cache and locks for changes, and the actions of hosts and players."""

import asyncio
import hmac
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from weakref import WeakValueDictionary

from yurei.club.club import Club
from yurei.club.game.effects import apply_events
from yurei.club.game.game import Game
from yurei.club.games import Games, Listeners, retried_if_overtaken
from yurei.club.model.chairs import WINDOW, Plan
from yurei.club.model.limits import ADDRESS, PERSON, FairQueue, LimitExceeded, keep_newest
from yurei.club.model.sanitize import clean_title as cleaned
from yurei.club.model.secrets import Secrets, derived_secret, digest, link_digest, link_secret
from yurei.club.model.stored import Event, EventKind, NotStored
from yurei.club.model.tasks import Tasks
from yurei.club.seats import Forbidden
from yurei.club.store import Store
from yurei.club.tournaments.evening import BYE, MOST_ROUNDS, SYSTEMS, Evening, Player, Table, read_names
from yurei.club.tournaments.pairing import Pair
from yurei.errors import BadValue, Unknown, unknown
from yurei.languages import N_
from yurei.referee.settings import read_settings

OVER, TAKEN_BACK, NOT_PAIRED = "over", "taken-back", "not-paired"
LATELY = timedelta(days=3)  # greatest age of an evening that pages link to as recent
MOST_HELD = 256  # number of evenings cached in memory, by last use; others are read from the store
DAY = timedelta(days=1)
MOST_PER_PERSON = 10  # most evenings that one browser may create in a day


class EveningBook:
    """The evenings of this server: loads and caches them, and changes each under a lock."""

    def __init__(self, games: Games, store: Store) -> None:
        self._games, self._store = games, store
        self._evenings: OrderedDict[str, Evening] = OrderedDict()
        self._stale: set[str] = set()  # names of evenings that a different server has changed
        # Locks are kept while a task holds them or waits for them.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.listeners = Listeners()
        self._tasks = Tasks()
        games.subscribers.append(self._note_game_change)
        store.backend.subscribers.append(self._mark_stale)

    async def get(self, name: str) -> Evening:
        """Return an evening, with the results of its games that have ended."""
        if name not in self._stale and (known := self._evenings.get(name)) is not None:
            return known
        async with self._lock(name) as evening:
            pass
        for table in evening.waiting:
            await self._note_result(name, table.game)
        return self._evenings.get(name, evening)

    def is_attended_by(self, name: str, keys: Collection[str]) -> bool:
        """Return whether one of these keys (digests) belongs to a host or player of a cached evening."""
        evening = self._evenings.get(name)
        if evening is None:
            return False
        return not {evening.host, evening.maker, *(player.key for player in evening.players)}.isdisjoint(keys)

    @asynccontextmanager
    async def lock_for_change(self, name: str) -> AsyncIterator[Evening]:
        """Lock an evening and yield it, so that the caller can change it."""
        await self.get(name)
        async with self._lock(name) as evening:
            yield evening

    async def recent(self, person: str, now: datetime) -> list[Evening]:
        """Return the recent evenings of a host or player (digest of the key); the evenings in progress come first."""
        names = await self._store.club.evenings_with(person, now - LATELY)
        evenings = [await self.get(name) for name in names]
        return sorted((each for each in evenings if each.played or not each.over), key=lambda each: each.over)

    async def store(self, evening: Evening) -> None:
        """Store a changed evening, and wake the listeners of its pages."""
        now = replace(evening, version=evening.version + 1)
        try:
            await self._store.club.keep_evening(now.to_stored())
        except BaseException:
            self._stale.add(evening.id)
            raise
        before = self._evenings.get(evening.id)
        keep_newest(self._evenings, now.id, now, MOST_HELD)
        self.listeners.wake(evening.id)
        told = None if before is None else (before.over, before.ended, before.winners)
        if now.over and told not in (None, (True, now.ended, now.winners)):
            self._tasks.start(self.tell_tables(now.tables, EventKind.ROUND, OVER))

    async def forget(self, key: str) -> None:
        """Remove a person from all evenings: their players count as gone home, and lose their names."""
        for name in await self._store.club.evenings_with(digest(key)):
            await self.change(name, lambda evening: evening.without_person(digest(key)))

    async def take_over(self, old: str, new: str) -> None:
        """Replace the key ``old`` of a browser by ``new`` in all evenings."""
        for name in await self._store.club.evenings_with(digest(old)):
            await self.change(name, lambda evening: evening.with_key(digest(old), digest(new)))

    @retried_if_overtaken
    async def change(self, name: str, change: Callable[[Evening], Evening]) -> Evening:
        """Apply ``change`` to an evening, store the result and return it. A retry may call ``change`` again."""
        async with self.lock_for_change(name) as evening:
            changed = change(evening)
            await self.store(changed)
        return changed

    @asynccontextmanager
    async def _lock(self, name: str) -> AsyncIterator[Evening]:
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            if name in self._stale:
                self._stale.discard(name)
                self._evenings.pop(name, None)
            if name not in self._evenings:
                found = await self._store.club.evening(name[:32])
                if found is None:
                    raise Unknown(N_("evening not found; ask for the link again"))
                keep_newest(self._evenings, found.id, Evening.read(found), MOST_HELD)
            yield self._evenings[name]

    def _mark_stale(self, name: str | None) -> None:
        here = {*self._evenings, *self._locks}  # locked evenings may be loading an old state
        self._stale |= here if name is None else here & {name}
        if name is None:
            self.listeners.wake_all()
        else:
            self.listeners.wake(name)

    def _note_game_change(self, game: Game, _: Sequence[Event]) -> None:
        name = game.stored.terms.get("evening")
        if name is None or not game.result_is_final:
            return
        known = self._evenings.get(name)
        game.evening_winners, game.evening_ended = ((), True) if known is None else (known.winners, known.ended)
        if known is None or any(table.game == game.stored.id for table in known.waiting):
            self._tasks.start(self._note_result(name, game.stored.id))

    async def tell_tables(self, tables: Iterable[Table], kind: EventKind, what: str = "") -> None:
        """Add an event, such as a new round, to the games at these tables. Games that cannot be stored are skipped."""
        for table in tables:
            if table.game:
                with suppress(NotStored):
                    async with self._games.game(table.game) as game:
                        if kind is EventKind.ROUND or not game.result_is_final or game.abandoned:
                            event = game.event(WINDOW, kind, what)
                            await self._games.run_action(game, partial(apply_events, game, [event]))

    async def _note_result(self, name: str, game: str) -> None:
        async with self._games.game(game) as held:
            if not held.result_is_final or held.result is None:
                return
            winner = held.result.winner
        try:
            await self._enter_result(name, game, "draw" if winner is None else winner.word)
        except NotStored:  # the result is entered at the next event in that game
            logging.getLogger(__name__).warning("a result of an evening could not be written down")

    @retried_if_overtaken
    async def _enter_result(self, name: str, game: str, result: str) -> None:
        async with self._lock(name) as evening:
            at = [number for number, table in enumerate(evening.tables, 1) if table.game == game and not table.result]
            if at and not evening.ended:
                await self.store(evening.with_result(len(evening.played), at[0], result, by_hand=False))


def player_link(host: str, number: int) -> str:
    """Return the secret in a player's link, which is derived from the secret of the evening's host."""
    return link_secret(host, f"player {number}")


def table_secret(host: str, round_number: int, table_number: int) -> str:
    """Return the maker's secret of the game at a table of an evening; both numbers count from 1."""
    return derived_secret(host, f"{round_number}.{table_number}")


def check_host(evening: Evening, host: str | None) -> str:
    """Return the host's secret of an evening if ``host`` is that secret; raise ``Forbidden`` otherwise."""
    if host is None or not hmac.compare_digest(evening.host, digest(host)):
        raise Forbidden(N_("only the browser that made this evening can do this"))
    return host


@dataclass(frozen=True)
class EveningPlan:
    """The input for a new evening: title, system, settings of the games, and the names of the players."""

    title: str
    names: str
    rounds: int
    system: str
    plan: Plan


class Hosting:
    """The actions of the host of an evening."""

    def __init__(
        self,
        club: Club,
        store: Store,
        book: EveningBook,
        clock: Callable[[], datetime],
        secrets: Secrets,
        chance: Random,
    ) -> None:
        self._club, self._store, self._book = club, store, book
        self._clock, self._secrets, self._chance = clock, secrets, chance
        self._pairings = FairQueue(1, 20)  # one round at a time: creating many games at once would delay players

    async def make(self, wanted: EveningPlan, maker: str) -> tuple[str, str]:
        """Create an evening; return its public name and the secret of its host, from which all links are derived."""
        if wanted.system not in SYSTEMS:
            raise unknown("system of pairing", wanted.system, SYSTEMS)
        if not 1 <= wanted.rounds <= MOST_ROUNDS:
            raise BadValue(N_("an evening has 1 to {most} rounds, not {count}"), most=MOST_ROUNDS, count=wanted.rounds)
        names = read_names(wanted.names.splitlines())
        makers = await self._store.club.evenings_since(self._clock() - DAY)
        if makers.count(digest(maker)) >= MOST_PER_PERSON:
            raise LimitExceeded(N_("too many evenings were created today; use one of them, or try again tomorrow"))
        self._club.made.count("evening")
        name, host = self._secrets()[:12], self._secrets()
        players = tuple(Player(each, link_digest(player_link(host, at))) for at, each in enumerate(names, 1))
        evening = Evening(
            id=name,
            host=digest(host),
            maker=digest(maker),
            made=self._clock(),
            title=cleaned(wanted.title),
            system=wanted.system,
            rounds=wanted.rounds,
            settings=wanted.plan.settings.plain(),
            terms={**wanted.plan.terms, "evening": name},
            players=players,
        )
        await self._book.store(evening)
        return name, host

    @retried_if_overtaken
    async def pair(self, name: str, host: str | None, *, further: bool = False) -> None:
        """Pair the next round and create its games. With ``further``, add one round to the planned number first."""
        async with self._pairings.wait_turn(ADDRESS.get(), PERSON.get()), self._book.lock_for_change(name) as evening:
            check_host(evening, host)
            if further and len(evening.played) == evening.rounds < MOST_ROUNDS:
                evening = replace(evening, rounds=evening.rounds + 1)
            pairs = await asyncio.to_thread(evening.pair_next_round, self._chance)
            number = len(evening.played) + 1
            secrets = [table_secret(str(host), number, at) for at, _ in enumerate(pairs, 1)]
            tables = [await self._table(evening, pair, secret) for pair, secret in zip(pairs, secrets, strict=True)]
            await self._book.store(replace(evening, played=(*evening.played, tuple(tables))))
        await self._book.tell_tables(evening.tables, EventKind.ROUND)

    @retried_if_overtaken
    async def take_back(self, name: str, host: str | None) -> None:
        """Remove the newest round if it has no results. The games of the round are abandoned."""
        async with self._book.lock_for_change(name) as evening:
            check_host(evening, host)
            evening.check_open()
            if not evening.tables or any(table.game and table.result for table in evening.tables):
                raise BadValue(N_("only a round without results can be taken back; enter the results of its tables"))
            self._club.made.count("game", sum(bool(table.game) for table in evening.tables))
            await self._book.store(replace(evening, played=evening.played[:-1]))
        await self._book.tell_tables(evening.tables, EventKind.ABANDONED)
        await self._book.tell_tables(evening.tables, EventKind.ROUND, TAKEN_BACK)
        await self._book.tell_tables(sum(evening.played[-2:-1], ()), EventKind.ROUND, NOT_PAIRED)

    async def _table(self, evening: Evening, pair: Pair, host: str) -> Table:
        black, white = pair
        if white is None:
            return Table(black, None, result=BYE)
        settings = read_settings(evening.settings)
        expected = {"black": evening.player(black).name, "white": evening.player(white).name}
        game, _ = await self._club.create_game(settings, {}, {**evening.terms, "expected": expected}, host=host)
        return Table(black, white, game)

    async def enter_result(self, name: str, host: str | None, at: tuple[int, int], result: str) -> None:
        """Enter the result of a table by hand, for example when a player did not come."""
        evening = await self._change(name, host, lambda evening: evening.with_result(*at, result, by_hand=True))
        await self._book.tell_tables([evening.played[at[0] - 1][at[1] - 1]], EventKind.ABANDONED, result)

    async def add(self, name: str, host: str | None, player: str) -> None:
        """Add a player, who is paired from the next round on."""

        def added(evening: Evening) -> Evening:
            return evening.with_new_player(player, link_digest(player_link(str(host), len(evening.players) + 1)))

        await self._change(name, host, added)

    async def note_gone(self, name: str, host: str | None, number: int, *, gone: bool) -> None:
        """Note that a player has gone home (``gone``), or has come back."""
        await self._change(name, host, lambda evening: evening.with_player(number, gone=gone))

    async def free_link(self, name: str, host: str | None, number: int) -> None:
        """Make a player's link usable in another browser. The browser that used it before loses the player."""
        await self._change(name, host, lambda evening: evening.with_player(number, key=None))

    async def end(self, name: str, host: str | None) -> None:
        """End an evening. After that it cannot be changed, and its games in progress are abandoned."""
        evening = await self._change(name, host, lambda evening: replace(evening, ended=True))
        await self._book.tell_tables(evening.waiting, EventKind.ABANDONED)

    async def _change(self, name: str, host: str | None, change: Callable[[Evening], Evening]) -> Evening:
        def by_host(evening: Evening) -> Evening:
            check_host(evening, host)
            return change(evening)

        return await self._book.change(name, by_host)


class Evenings:
    """The actions of the players of evenings. ``book`` and ``hosting`` are the evenings and the actions of hosts."""

    def __init__(
        self, club: Club, store: Store, clock: Callable[[], datetime], secrets: Secrets, chance: Random
    ) -> None:
        self._club, self.book = club, EveningBook(club.games, store)
        self.hosting = Hosting(club, store, self.book, clock, secrets, chance)

    @retried_if_overtaken
    async def claim(self, name: str, number: int, link: str, key: str | None) -> str:
        """Join an evening by a player's link; return the browser's key, which is a new key if it had none."""
        async with self.book.lock_for_change(name) as evening:
            player = check_link(evening, number, link)
            known = await self._club.people.get_known_key(key)
            check_unused(player, known)
            own = digest(known) if known else None
            if evening.number_of(own) not in (None, number):
                raise Forbidden(
                    N_("this browser is used by another player of this evening; each player needs a separate browser")
                )
            if known is not None and player.key is not None:
                return known
            evening.check_open()
            if known is None or not self._club.people.names[digest(known)]:
                known = await self._club.set_nickname(known, player.name)
            await self.book.store(evening.with_player(number, key=digest(known), gone=False))
        return known

    async def sit_down(self, name: str, number: int, key: str | None) -> tuple[str, str]:
        """Seat a player at their game of the newest round; return the game and the player's chair there."""
        evening = await self.book.get(name)
        check_player(evening, number, key)
        table = evening.table_of(number)
        if table is None or table.white is None or key is None:
            raise BadValue(N_("you have no table in this round; wait for the next one"))
        chair = "black" if table.black == number else "white"
        await self._club.seats.seat(table.game, chair, key)
        return table.game, chair


def check_link(evening: Evening, number: int, link: str) -> Player:
    """Return a player of an evening after checking their link; raise ``Forbidden`` if the link is wrong."""
    player = evening.find_player(number)
    if not hmac.compare_digest(player.link, link_digest(link)):
        raise Forbidden(N_("this link belongs to no player of this evening; ask its host for yours"))
    return player


def check_unused(player: Player, key: str | None) -> None:
    """Check that no browser with another key has used a player's link; raise ``Forbidden`` otherwise."""
    if player.key is not None and (key is None or not hmac.compare_digest(player.key, digest(key))):
        raise Forbidden(
            N_("this link has been used in another browser; the host of the evening can let it be used once more")
        )


def check_player(evening: Evening, number: int, key: str | None) -> Player:
    """Return a player of an evening after checking their key; raise ``Forbidden`` if the key is wrong."""
    player = evening.find_player(number)
    if key is None or player.key is None or not hmac.compare_digest(player.key, digest(key)):
        raise Forbidden(N_("this is the page of a player of this evening; open the link that is yours"))
    return player
