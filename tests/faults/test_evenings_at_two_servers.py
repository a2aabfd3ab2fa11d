"""An evening at two servers on one PostgreSQL: its host is at one of them and players at the other, and nothing of either is undone."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from secrets import token_urlsafe

from tests.faults.postgres import Postgres
from tests.faults.test_cut import Cuts
from tests.faults.test_two_servers import SETTINGS
from tests.web.wire import run_apart
from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.model.chairs import Plan
from yurei.club.server_time import SteadyClock
from yurei.club.store import Store
from yurei.club.tournaments.evening import SWISS, Evening
from yurei.club.tournaments.evenings import EveningPlan, Evenings, player_link
from yurei.referee.settings import read_settings


class Server(Evenings):
    """A server with evenings.

    Attributes:
        club, store: Its own.
    """

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.club = Club(self.store, SteadyClock(), lambda: token_urlsafe(24))
        super().__init__(self.club, self.store, SteadyClock(), lambda: token_urlsafe(24), Random(1))

    async def names(self, evening: str) -> list[str]:
        """Who is on the list."""
        return [player.name for player in (await self.book.get(evening)).players]


def two_servers(postgres: Postgres, work: Callable[[Server, Server, str, str], Awaitable[None]]) -> None:
    """Let something happen at two servers, to both of which an evening of two is known."""
    url = postgres.new()

    async def do() -> None:
        here, there = Server(url), Server(url)
        for server in (here, there):
            await server.store.open()
        plan = Plan(read_settings(SETTINGS), "friend", "random", "", {})
        name, host = await here.hosting.make(EveningPlan("Club", "Aki\nBo", 3, SWISS, plan), "maker")
        await there.book.get(name)
        await work(here, there, name, host)
        for server in (here, there):
            await server.club.close()
            await server.store.close()

    run_apart(do())


async def shown(server: Server, name: str, act: Awaitable[object], seen: Callable[[Evening], bool]) -> None:
    """Somebody looks at an evening at a server while something happens to it: he is rung, and then sees it.

    He may be rung before for what happened earlier, and looks again then.
    """
    with server.book.listeners.listening(name) as bell:
        await act
        async with asyncio.timeout(60):
            await bell.wait()
            while not seen(await server.book.get(name)):
                bell.clear()
                await bell.wait()


def is_over(evening: Evening) -> bool:
    """Whether every game of its last round has a result."""
    return not evening.waiting


def test_changes_at_one_server_are_seen_at_the_other(postgres: Postgres) -> None:
    async def evening(here: Server, there: Server, name: str, host: str) -> None:
        await shown(there, name, here.hosting.add(name, host, "Chiyo"), lambda evening: len(evening.players) == 3)
        await shown(here, name, there.hosting.add(name, host, "Dan"), lambda evening: len(evening.players) == 4)
        for server in (here, there):
            assert await server.names(name) == ["Aki", "Bo", "Chiyo", "Dan"]

    two_servers(postgres, evening)


def test_a_page_of_an_evening_that_left_memory_shows_changes_of_the_other_server(postgres: Postgres) -> None:
    async def evening(here: Server, there: Server, name: str, host: str) -> None:
        del there.book._evenings[name]
        await shown(there, name, here.hosting.add(name, host, "Chiyo"), lambda evening: len(evening.players) == 3)

    two_servers(postgres, evening)


def test_of_two_changes_at_the_same_moment_both_are_kept(postgres: Postgres) -> None:
    async def evening(here: Server, there: Server, name: str, host: str) -> None:
        for number in range(10):
            await asyncio.gather(
                here.hosting.add(name, host, f"here {number}"),
                there.hosting.add(name, host, f"there {number}"),
            )
        for server in (here, there):
            server.book._changed_elsewhere(None)
            assert len(await server.names(name)) == 2 + 2 * 10

    two_servers(postgres, evening)


def test_a_round_paired_at_one_server_survives_an_arrival_at_the_other(postgres: Postgres) -> None:
    async def evening(here: Server, there: Server, name: str, host: str) -> None:
        there.store.backend.subscribers.clear()  # it does not hear of it
        await here.hosting.pair(name, host)
        await there.claim(name, 1, player_link(host, 1), None)
        found = await there.book.get(name)
        assert len(found.played) == 1, "the round is there"
        assert found.players[0].key is not None, "and so is who has come"

    two_servers(postgres, evening)


def test_the_end_of_a_game_at_one_server_is_noted_for_both(postgres: Postgres) -> None:
    async def evening(here: Server, there: Server, name: str, host: str) -> None:
        key = await there.claim(name, 1, player_link(host, 1), None)
        await shown(there, name, here.hosting.pair(name, host), lambda evening: len(evening.tables) == 1)
        game, chair = await there.sit_down(name, 1, key)
        del there.book._evenings[name]  # it has been let go
        resigned = there.club.perform(game, chair, key, Action("resign"))
        await shown(there, name, shown(here, name, resigned, is_over), is_over)
        for server in (here, there):
            (table,) = (await server.book.get(name)).tables
            assert table.result == ("white" if chair == "black" else "black")

    two_servers(postgres, evening)


def test_a_change_that_was_kept_when_the_database_went_away_is_not_made_twice(postgres: Postgres) -> None:
    async def evening(here: Server, there: Server, name: str, host: str) -> None:
        for _ in range(3):
            cuts = Cuts(here.store, postgres, seed=5, most=1)
            while not cuts.before + cuts.behind:
                await here.hosting.add(name, host, f"player {len(await here.names(name))}")
        names = await there.names(name)
        assert len(names) == len(set(names)) == (await there.book.get(name)).version + 1

    two_servers(postgres, evening)
