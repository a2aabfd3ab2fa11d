"""Actions of the host of an evening: create it, pair rounds, enter results, end it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from yurei.club.club import Club
from yurei.club.games import retried_if_overtaken
from yurei.club.model.chat import TooMuch
from yurei.club.model.fair_queue import FairQueue
from yurei.club.model.game_plan import Plan
from yurei.club.model.rates import ADDRESS, PERSON
from yurei.club.model.sanitize import title as cleaned
from yurei.club.model.secrets import Secrets, digest, link_digest
from yurei.club.model.stored import EventKind
from yurei.club.store import Store
from yurei.club.tournaments.book import EveningBook, check_host, player_link, table_secret
from yurei.club.tournaments.evening import BYE, MOST_ROUNDS, SYSTEMS, Evening, Player, Table, read_names
from yurei.club.tournaments.pairing import Pair
from yurei.errors import BadValue, unknown
from yurei.languages import N_
from yurei.referee.settings import read_settings

DAY = timedelta(days=1)
MOST_PER_PERSON = 10
"""Most evenings that one browser may create in a day. A limit for all together could be used up by one address."""


@dataclass(frozen=True)
class EveningPlan:
    """The form for a new evening: a plan of its games, and the players' names, one on each line."""

    title: str
    names: str
    rounds: int
    system: str
    plan: Plan


class Hosting:
    """The actions of hosts."""

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
        self._pairings = FairQueue(1, 20)  # one round at a time: the games of many at once would keep players waiting

    async def make(self, wanted: EveningPlan, maker: str) -> tuple[str, str]:
        """Create an evening.

        Args:
            wanted: The filled-in form.
            maker: The key of the browser that creates it.

        Returns:
            Its public name, and the secret of its host, from which every link follows.

        Raises:
            BadValue, Unknown: if a value in the form is not valid.
            TooMuch: if this browser has created too many today, or too many were made from this address.
        """
        if wanted.system not in SYSTEMS:
            raise unknown("system of pairing", wanted.system, SYSTEMS)
        if not 1 <= wanted.rounds <= MOST_ROUNDS:
            raise BadValue(N_("an evening has 1 to {most} rounds, not {count}"), most=MOST_ROUNDS, count=wanted.rounds)
        names = read_names(wanted.names.splitlines())
        await self._check_enough(digest(maker))
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
        await self._book.keep(evening)
        return name, host

    async def _check_enough(self, maker: str) -> None:
        makers = await self._store.evenings_since(self._clock() - DAY)
        if makers.count(maker) >= MOST_PER_PERSON:
            raise TooMuch(N_("too many evenings were created today; use one of them, or try again tomorrow"))

    @retried_if_overtaken
    async def pair(self, name: str, host: str | None, *, further: bool = False) -> None:
        """Pair the next round, and create its games; a further one after the planned rounds if ``further``.

        Raises:
            Forbidden: if the caller is not the host.
            BadValue, NotOver: if there is no next round, or not yet.
            TooMuch: if too many rounds of this person wait already.
        """
        async with self._pairings.turn(ADDRESS.get(), PERSON.get()), self._changing(name, host) as evening:
            if further and len(evening.played) == evening.rounds < MOST_ROUNDS:
                evening = replace(evening, rounds=evening.rounds + 1)
            pairs = await asyncio.to_thread(evening.pairs, self._chance)
            number = len(evening.played) + 1
            secrets = [table_secret(str(host), number, at) for at, _ in enumerate(pairs, 1)]
            tables = [await self._table(evening, pair, secret) for pair, secret in zip(pairs, secrets, strict=True)]
            await self._book.keep(replace(evening, played=(*evening.played, tuple(tables))))
        await self._book.tell_tables(evening.tables, EventKind.ROUND)

    @retried_if_overtaken
    async def take_back(self, name: str, host: str | None) -> None:
        """Take back the pairing of the newest round, if none of its games has a result: they are abandoned.

        Its games count as made at the host's address: who pairs and takes back again and again is stopped.
        """
        async with self._changing(name, host) as evening:
            evening.check_open()
            if not evening.tables or any(table.game and table.result for table in evening.tables):
                raise BadValue(N_("only a round without results can be taken back; enter the results of its tables"))
            self._club.made.count("game", sum(bool(table.game) for table in evening.tables))
            await self._book.keep(replace(evening, played=evening.played[:-1]))
        await self._book.tell_tables(evening.tables, EventKind.ABANDONED)

    async def _table(self, evening: Evening, pair: Pair, host: str) -> Table:
        black, white = pair
        if white is None:
            return Table(black, None, result=BYE)
        settings = read_settings(evening.settings)
        expected = {"black": evening.player(black).name, "white": evening.player(white).name}
        game, _ = await self._club.make(settings, {}, {**evening.terms, "expected": expected}, host=host)
        return Table(black, white, game)

    @retried_if_overtaken
    async def decide(self, name: str, host: str | None, at: tuple[int, int], result: str) -> None:
        """Enter the result of a table by hand, for instance if a player did not come, or they played on a real board.

        Args:
            at: The round and the table, each from 1.

        Raises:
            Forbidden: if the caller is not the host.
            BadValue, Unknown: if there is no such table, or no such result.
        """
        async with self._changing(name, host) as evening:
            evening = evening.decided(*at, result, by_hand=True)
            await self._book.keep(evening)
        await self._book.tell_tables([evening.played[at[0] - 1][at[1] - 1]], EventKind.ABANDONED, result)

    @retried_if_overtaken
    async def add(self, name: str, host: str | None, player: str) -> None:
        """Add a player who has come late, from the next round on.

        Raises:
            Forbidden: if the caller is not the host.
            BadValue: if the name is not valid, or there is no room.
        """
        async with self._changing(name, host) as evening:
            link = player_link(str(host), len(evening.players) + 1)
            await self._book.keep(evening.added(player, link_digest(link)))

    @retried_if_overtaken
    async def note_gone(self, name: str, host: str | None, number: int, *, gone: bool) -> None:
        """Note that a player has gone home, or is back."""
        async with self._changing(name, host) as evening:
            evening.check_open()
            await self._book.keep(evening.with_player(number, replace(evening.known(number), gone=gone)))

    @retried_if_overtaken
    async def free_link(self, name: str, host: str | None, number: int) -> None:
        """Allow a player's link to be used again, in another browser; the earlier one loses access."""
        async with self._changing(name, host) as evening:
            evening.check_open()
            await self._book.keep(evening.with_player(number, replace(evening.known(number), key=None)))

    @retried_if_overtaken
    async def end(self, name: str, host: str | None) -> None:
        """End an evening: nothing about it changes any more, and its games are abandoned."""
        async with self._changing(name, host) as evening:
            await self._book.keep(replace(evening, ended=True))
        await self._book.tell_tables(evening.waiting, EventKind.ABANDONED)

    @asynccontextmanager
    async def _changing(self, name: str, host: str | None) -> AsyncIterator[Evening]:
        """Lock an evening and yield it for a change by its host."""
        async with self._book.changing(name) as evening:
            check_host(evening, host)
            yield evening
