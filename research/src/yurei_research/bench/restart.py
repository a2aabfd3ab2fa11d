"""Benchmark of a restart: time until a server that was killed during many games answers again.

The server is a separate program, on a database on the disk, and time runs from the start of that
program: Python, every import and the database's own recovery are in it. Requests come over HTTP.
"""

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

from yurei.club.club import Club
from yurei.club.model.action import Action
from yurei.club.model.secrets import digest
from yurei.club.server_time import SteadyClock
from yurei.club.store import Store
from yurei.referee.settings import read_settings
from yurei.rules.points import size_of
from yurei_research.bench.load.browser import Answer, Browser, Line
from yurei_research.bench.measuring import Figure, Report, Watch, report, unwatched
from yurei_research.bench.serving import end_server, memory, more_files, spent, start_server

READY = 2.0
"""Target: seconds until health, a page and a try are answered."""
LINES = 9
SEATS = ("black", "white")
AT_ONCE = 20
"""Games filled at a time, and games that move when the server is killed."""
MOVING = 2.0
"""Seconds of moves before the kill."""
MOST_TRIES = 2 * LINES * ((LINES - 1) // 2)
"""Stones that can be placed, each colour on its own half, without a capture or a refusal."""
PERSON = "yurei-person"


@dataclass
class Live:
    """A game in progress.

    Attributes:
        name: Its public name.
        number: Its number, from 0; the keys of its players follow from that.
        tried: Number of stones.
    """

    name: str
    number: int
    tried: int = 0

    @property
    def seat(self) -> str:
        """Seat to move."""
        return SEATS[self.tried % 2]

    @property
    def point(self) -> str:
        """Next point of the seat to move, on its own half."""
        row, column = divmod(self.tried // 2, (LINES - 1) // 2)
        return size_of(LINES).name(row * LINES + (column if self.seat == "black" else LINES - 1 - column))

    def key(self, seat: str) -> str:
        """Return the key of a seat's player."""
        return f"{seat} {self.number}"


@dataclass
class RestartFigures:
    """Measurements of the benchmark.

    Attributes:
        waits: By kind of wait: seconds from the start of the program, and its processor seconds until then.
        each: KiB of each game.
        logs: MB of write-ahead log of a killed server.
    """

    waits: defaultdict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    each: list[float] = field(default_factory=list)
    logs: list[float] = field(default_factory=list)


def restart(games: int, tries: int, rounds: int, watch: Watch = unwatched) -> Report:
    """Measure how soon a server is ready again.

    Args:
        games: Number of games in its database.
        tries: Stones of each, at most ``MOST_TRIES`` less ``rounds``.
        rounds: Number of kills.
        watch: Callback for progress.
    """
    more_files()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        live = asyncio.run(_filled(database, games, tries, watch))
        found, empty = RestartFigures(), RestartFigures()
        for number in range(rounds):
            watch(games + number, games + rounds)
            asyncio.run(_killed_and_started(database, live, live[-1 - number], found))
            asyncio.run(_started(Path(folder) / f"empty-{number}.db", empty))
        notes = (
            f"{games} games on {LINES}x{LINES} with {tries} stones each, killed with signal 9 while {AT_ONCE} of them move;",
            f"all on this machine, SQLite on the disk, {database.stat().st_size / 1e6:.1f} MB"
            f" and {median(found.logs):.1f} MB of a log that was to be read first",
        )
    return report("restart", rounds, 1, _figures(found, empty), notes, ("fastapi", "sqlalchemy"))


def _figures(found: RestartFigures, empty: RestartFigures) -> Iterator[Figure]:
    for what, waits in found.waits.items():
        waited, processor = zip(*waits, strict=True)
        target = None if what.startswith("all") else READY
        yield Figure(f"until {what}, median", median(waited), "s", target=target)
        yield Figure(f"until {what}, longest", max(waited), "s", target=target)
        yield Figure("processor of the server until then, median", median(processor), "s")
    yield Figure("memory of a game of which both pages were asked for", median(found.each), "KiB")
    for what, waits in empty.waits.items():
        waited, processor = zip(*waits, strict=True)
        yield Figure(f"a new server without games, until {what}, median", median(waited), "s")
        yield Figure("its processor until then, median", median(processor), "s")


async def _filled(database: Path, games: int, tries: int, watch: Watch) -> list[Live]:
    """Make a database with games in progress."""
    store, secrets = Store(f"sqlite+aiosqlite:///{database}"), count()
    await store.open()
    clock = SteadyClock()
    club = Club(store, clock, lambda: f"{next(secrets):012}")
    filled: list[Live] = []

    async def fill(numbers: Iterator[int]) -> None:
        for number in numbers:
            game = Live("", number)
            seated = {seat: digest(game.key(seat)) for seat in SEATS}
            for seat in SEATS:
                await store.keep_person(digest(game.key(seat)), "", clock())
            game.name, _ = await club.make(read_settings({"width": LINES, "height": LINES}), {}, {}, seated)
            while game.tried < tries:
                await club.perform(game.name, game.seat, game.key(game.seat), Action("stone", game.point))
                game.tried += 1
            filled.append(game)
            watch(len(filled), games)

    numbers = iter(range(games))
    await asyncio.gather(*(fill(numbers) for _ in range(AT_ONCE)))
    await club.games.close()
    await store.close()
    return sorted(filled, key=lambda game: game.number)


class _Server:
    """A server that was just started, on a database."""

    def __init__(self, database: Path, found: RestartFigures) -> None:
        self._found, self._began = found, perf_counter()
        unlimited = ("--tries-per-second", "0", "--people-per-address", "0")
        self.process, address = start_server(str(database), *unlimited)
        self.line = Line(address)

    def answered(self, what: str) -> None:
        """Note the time of an answer."""
        self._found.waits[what].append((perf_counter() - self._began, spent(self.process.pid)))

    def kill(self) -> None:
        """Kill it with signal 9."""
        self.line.close()
        end_server(self.process, kill=True)

    async def health(self) -> None:
        """Request the health page."""
        _check(await self.line.ask("GET", "/health", {}), "the health page")
        self.answered("health is answered")

    async def page(self, game: Live, seat: str) -> None:
        """Request the page of a game."""
        browser = Browser(self.line, {PERSON: game.key(seat)})
        _check(await browser.get(f"/g/{game.name}/{seat}"), "a page")

    async def act(self, game: Live, seat: str, do: str, point: str) -> None:
        """Send an action of a seat."""
        browser = Browser(self.line, {PERSON: game.key(seat)})
        _check(await browser.send(f"/g/{game.name}/{seat}", {"do": do, "at": point}), f"{do} at {point}")


def _check(answer: Answer, what: str) -> None:
    """Raise a RuntimeError if a request was not answered with status 200."""
    if answer.status != 200:
        raise RuntimeError(f"{what} was answered {answer.status}")


async def _started(database: Path, found: RestartFigures) -> None:
    """Start a server on a new database, for comparison."""
    server = _Server(database, found)
    try:
        await server.health()
    finally:
        server.kill()


async def _killed_and_started(database: Path, live: Sequence[Live], fresh: Live, found: RestartFigures) -> None:
    """Kill a server while the first games move, start it again, and request everything; ``fresh`` has not moved."""
    await _killed(database, live[:AT_ONCE])
    found.logs.append(Path(f"{database}-wal").stat().st_size / 1e6)
    server = _Server(database, found)
    pages = iter([(game, seat) for game in live for seat in SEATS])

    async def request_pages() -> None:
        for game, seat in pages:
            await server.page(game, seat)

    try:
        await server.health()
        await server.page(fresh, fresh.seat)
        server.answered("the page of a game is answered")
        await server.act(fresh, fresh.seat, "stone", fresh.point)
        fresh.tried += 1
        server.answered("a try is answered")
        before = memory(server.process.pid)
        await asyncio.gather(*(request_pages() for _ in range(4)))
        server.answered("all have looked at all games")
        found.each.append((memory(server.process.pid) - before) / len(live))
    finally:
        server.kill()


async def _killed(database: Path, moving: Sequence[Live]) -> None:
    """Start a server and kill it during moves. Requests in flight may have happened or not: avoid their games."""
    server = _Server(database, RestartFigures())
    playing = [asyncio.create_task(_marks(server, game)) for game in moving]
    await asyncio.sleep(MOVING)
    server.kill()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    for error in ended:
        if not isinstance(error, (OSError, EOFError)):
            raise RuntimeError(f"a game stood still before the server was killed: {error!r}")


async def _marks(server: _Server, game: Live) -> None:
    """Make pencil marks for ever, one after the other: the seat to move need not be known for them."""
    for number in count():
        await server.act(game, "black", "pencil-cross", size_of(LINES).name(number % LINES**2))
