"""PostgreSQL goes away before a commit or behind it, when nobody knows which: who asks again with his id is answered once."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Any

import pytest

from tests.day_and_night import by_day_and_night
from tests.faults.postgres import Postgres
from tests.web.wire import known_people, run_apart
from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.model.stored import NotKept
from yurei.club.server_time import SteadyClock
from yurei.club.store import Store
from yurei.club.store.backend import Append
from yurei.club.store.postgres import Postgres as PostgresBackend
from yurei.referee.settings import read_settings

GAMES = 5
SETTINGS = {"ruleset": "go", "width": 19, "height": 19}


class Cuts:
    """Cuts a connection that writes, at every few commits, before it or behind it.

    What is written with every try is a statement of its own, and all else is a transaction with a commit. What was cut in
    the first way is written once more in the second, which may be cut too.

    Args:
        most: So often at most.
    """

    def __init__(self, store: Store, postgres: Postgres, seed: int, most: int) -> None:
        self._postgres, self._chance, self._most = postgres, random.Random(seed), most
        self._commit = store.backend.writing.dialect.do_commit
        self.before = self.behind = 0
        store.backend.writing.dialect.do_commit = self.commit  # type: ignore[method-assign, assignment]
        assert isinstance(store.backend, PostgresBackend)
        self._writing = store.backend
        self._append = self._writing._append
        self._writing._append = self.append  # type: ignore[method-assign]

    def commit(self, connection: Any) -> None:
        """Commit, or not, and cut."""
        when = self._when()
        if when != "before":
            self._commit(connection)
        if when == "never":
            return
        self._cut(connection, when)
        if when == "behind":
            connection.cursor().execute("SELECT 1")  # the answer never comes
        self._commit(connection)

    async def append(self, appends: Sequence[Append]) -> bool:
        """Write in one statement, and cut, or cut before."""
        when = self._when() if self._writing._held is not None else "never"
        if when == "never":
            return await self._append(appends)
        if when == "behind":
            assert await self._append(appends)
        assert self._writing._held is not None
        self._cut(await self._writing._held.get_raw_connection(), when)
        if when == "before":
            return await self._append(appends)
        await self._writing._release(broken=True)
        return False  # the answer never comes

    def _when(self) -> str:
        if self.before + self.behind >= self._most:
            return "never"
        return self._chance.choice(("never", "before", "behind"))

    def _cut(self, connection: Any, when: str) -> None:
        pid = connection.driver_connection.info.backend_pid
        self._postgres.ask(f"SELECT pg_terminate_backend({pid}, 5000)")
        self.before, self.behind = self.before + (when == "before"), self.behind + (when == "behind")


async def play(url: str, postgres: Postgres, cuts: int) -> tuple[Cuts, dict[str, list[str]]]:
    """Play until the connection was cut so often; what was answered, by the game."""
    store = Store(url)
    await store.open()
    club = Club(store, SteadyClock(), lambda: token_urlsafe(24))
    names = []
    for number in range(GAMES):
        seated = await known_people(club, {seat: f"{number} {seat}" for seat in ("black", "white")})
        names.append((await club.make(read_settings(SETTINGS), {}, {}, seated))[0])
    cutting = Cuts(store, postgres, 1, cuts)
    answered: dict[str, list[str]] = {name: [] for name in names}

    async def one(number: int, name: str) -> None:
        chance, turn = random.Random(number), 0
        while cutting.before + cutting.behind < cuts or turn < 3:
            seat, request = chance.choice(("black", "white")), f"id-{turn}"
            point = f"{chance.choice('ABCDEFGHJKLMNOPQRST')}{chance.randint(1, 19)}"
            while True:
                try:
                    await club.perform(name, seat, f"{number} {seat}", Action("pencil-cross", point, request))
                    break
                except NotKept:
                    pass
            answered[name].append(request)
            turn += 1

    await asyncio.gather(*(one(number, name) for number, name in enumerate(names)))
    await store.close()
    return cutting, answered


async def kept(url: str, names: list[str]) -> dict[str, list[str]]:
    """What a new server finds: the ids, by the game."""
    store = Store(url)
    await store.open()
    found = {}
    for name in names:
        loaded = await store.games.load(name)
        assert loaded is not None
        found[name] = [event.request for event in loaded[2] if event.request]
    await store.close()
    return found


@pytest.mark.parametrize("cuts", by_day_and_night([8], [1000]))
def test_nothing_is_lost_and_nothing_doubled(postgres: Postgres, cuts: int) -> None:
    url = postgres.new()
    cutting, answered = run_apart(play(url, postgres, cuts))
    assert cutting.before + cutting.behind == cuts
    assert min(cutting.before, cutting.behind) > 0
    found = run_apart(kept(url, list(answered)))
    assert found == answered, "each is kept once, in the order in which it was answered"
    assert all(max(Counter(ids).values()) == 1 for ids in found.values())
