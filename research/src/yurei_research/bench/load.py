"""Benchmark of a server under load: response times of tries, and the cost of a try, a game and a socket.

Server and load are separate programs. Latency is measured from the planned time of a try, which is set before the run
begins, so that a stalled server does not hide the tries that it delays.
"""

import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from random import Random, randint, random
from secrets import token_hex
from time import perf_counter, process_time
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from yurei.errors import BadValue
from yurei.rules.points import Size, size_of
from yurei_research.bench.measuring import Figure, Report, report


def start_server(database: str, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server on a free port, and wait until it is ready; return its process and its address."""
    command = [sys.executable, "-m", "yurei", "serve", "--port", "0", "--no-browser", "--database", database]
    server = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    addresses = [word for word in server.stdout.readline().split() if word.startswith("http")]
    if not addresses:
        end_server(server)
        raise BadValue("the server that was to be measured has not started; what it said stands above")
    return server, addresses[0].rstrip("/")


def end_server(server: subprocess.Popen[str]) -> None:
    """Terminate a server, and wait until its process has ended."""
    server.terminate()
    server.wait()
    assert server.stdout is not None
    server.stdout.close()


@contextmanager
def serving(database: str = "", *options: str) -> Iterator[tuple[str, int]]:
    """Run a server, on a new database if none is given; yield its address and process id."""
    with tempfile.TemporaryDirectory() as folder:
        server, address = start_server(database or f"{folder}/games.db", *options)
        try:
            yield address, server.pid
        finally:
            end_server(server)


def cpu_time(pid: int) -> float:
    """Return the processor time in seconds that a process has used; 0 where ``/proc`` is missing."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the memory in KiB that a process uses; 0 where ``/proc`` is missing."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return float(found[1]) if found else 0.0


def more_files() -> None:
    """Raise the limit of open files and sockets of this process and its children to the system's limit."""
    try:
        import resource
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


LONGEST = 30.0  # seconds to wait for an answer, or until a page is shown
EVERY = 120.0  # seconds between requests for the number of one's turns, as in the script of a page
HEAD = 600  # length of the beginning of a page that says whether its game has ended
COOKIES = {"yurei-zone": "UTC"}
_NUMBER = re.compile(r'\{"number":(\d+)')
_ENDED = re.compile(r'class=\\?"ended')


def local_address() -> str | None:
    """Return a random local address to connect from, since the server limits each address; None if not Linux."""
    return f"127.{randint(1, 254)}.{randint(0, 255)}.{randint(1, 254)}" if sys.platform == "linux" else None


class Browser(httpx.AsyncClient):
    """HTTP client of one person, which connects from an address of its own."""

    def __init__(self, address: str) -> None:
        headers = {"accept-encoding": "identity", "accept-language": "en", "origin": address}
        transport = httpx.AsyncHTTPTransport(verify=False, local_address=local_address())
        super().__init__(base_url=address, headers=headers, cookies=COOKIES, transport=transport, timeout=LONGEST)

    async def load_page(self, path: str) -> httpx.Response:
        return await self.get(path, headers={"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"})

    async def submit(self, path: str, form: Mapping[str, str]) -> httpx.Response:
        return await self.post(path, data=form, headers={"x-requested-with": "yurei"})


class Page:
    """An open page of a game: its socket, and its requests for the number of games in which it is one's turn."""

    def __init__(self) -> None:
        self.number, self.closed, self.asked, self.failed = -1, False, 0, 0
        self.heard: Callable[[float], None] = lambda _: None
        self._came = asyncio.Event()
        self._answers: dict[str, asyncio.Future[int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection

    async def open(self, address: str, path: str, cookies: Mapping[str, str] = COOKIES, *, asks: bool = True) -> Self:
        """Open the socket, and return the page. Unless ``asks``, it never requests the number of one's turns."""
        headers = {"accept-language": "en", "cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        place = local_address()
        self._socket = await connect(
            f"{address.replace('http', 'ws', 1)}{path}", origin=Origin(address), additional_headers=headers,
            user_agent_header=None, compression=None, max_size=None, ping_interval=None, proxy=None,
            open_timeout=2 * LONGEST, close_timeout=1.0, local_addr=place and (place, 0),
        )  # fmt: skip
        self._tasks.add(asyncio.create_task(self._receive()))
        if asks:
            self._tasks.add(asyncio.create_task(self._ask_regularly()))
        return self

    async def _receive(self) -> None:
        with suppress(ConnectionClosed):
            async for frame in self._socket:
                self.receive(str(frame))
        self.closed = True
        self._came.set()

    def receive(self, frame: str) -> None:
        """Handle a frame of the socket: a state of the game, or the answer to an action."""
        found = _NUMBER.match(frame)
        if found is None:
            said = json.loads(frame)
            if (answer := self._answers.pop(said["id"], None)) is not None and not answer.done():
                answer.set_result(said["status"])
            return
        self._came.set()
        if int(found[1]) > self.number:
            self.number = int(found[1])
            self.heard(perf_counter())
        if _ENDED.search(frame[:HEAD]):
            self.ask_turns()

    async def send_action(self, do: str, at: str, request: str) -> int:
        """Send an action on the socket; return the status of its answer."""
        answer = self._answers[request] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps({"do": do, "at": at, "id": request}))
        except ConnectionClosed:
            raise BrokenPipeError from None
        return await asyncio.wait_for(answer, LONGEST)

    def ask_turns(self) -> None:
        """Request the number of one's turns, as a page does when it is opened and when its game has ended."""
        task = asyncio.create_task(self._ask_turns())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask_turns(self) -> None:
        self.asked += 1
        status = 0
        with suppress(OSError):
            status = await self.send_action("turns", "", token_hex(8))
        self.failed += status != 200

    async def _ask_regularly(self) -> None:
        await asyncio.sleep(EVERY * random())  # spread: here all people come at the same moment
        while True:
            await self._ask_turns()
            await asyncio.sleep(EVERY)

    async def welcome(self) -> bool:
        """Wait for the first state of the game; return False if the socket was closed instead."""
        await asyncio.wait_for(self._came.wait(), 2 * LONGEST)
        return self.number >= 0

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._socket.close(1001)


REFUSED = 0.5
"""Most tries on a point of the opponent, as a share. Of the tries in ``strength/`` 52 to 91 of 100 are refused."""
FEWEST = 40
"""Fewest moves of a game; the first at a table is joined in progress. Those in ``strength/`` have about 90 on 9x9."""


class Refused(Exception):
    """Error when the server accepts no new game or person at the moment."""


class LoadFigures:
    """Measurements of a run; waits are in milliseconds from the planned time of a try."""

    def __init__(self) -> None:
        self.answered, self.shown, self.errors = list[float](), list[float](), Counter[str]()
        self.refused = self.turns = 0

    def count_turns(self, page: Page) -> None:
        self.turns += page.asked
        self.errors["the number of one's turns was not answered"] += page.failed


class Table:
    """Plays games one after the other, each on the pages of two people."""

    def __init__(self, address: str, size: Size, chance: Random, found: LoadFigures) -> None:
        self.address, self._size, self._chance, self._found = address, size, chance, found
        self.name, self.pages, self._first = "", list[Page](), True
        self._tries: Iterator[tuple[int, str, str]] | None = None
        self._again: tuple[int, str, str, str] | None = None

    @property
    def playing(self) -> bool:
        return self._tries is not None

    async def sit_down(self) -> None:
        """Create a game and seat two people; count a refusal or an error of the server."""
        self._tries = self._again = None
        pages: list[Page] = []
        try:
            game = await self._made(pages)
        except Refused:
            self._found.refused += 1
        except (OSError, httpx.HTTPError, InvalidHandshake) as error:
            self._found.errors[f"a game could not be made: {type(error).__name__}"] += 1
        else:
            await self.leave()
            self.name, self.pages, self._tries = game, pages, self._game()
            return
        await self._leave(pages)

    async def leave(self) -> None:
        await self._leave(self.pages)

    async def _leave(self, pages: list[Page]) -> None:
        while pages:
            page = pages.pop(0)
            self._found.count_turns(page)
            await page.close()

    async def _made(self, pages: list[Page]) -> str:
        """Create a game, seat two people, and add their open pages to ``pages``; return the game's name."""
        size = {"width": self._size.width, "height": self._size.height}
        async with Browser(self.address) as browser:
            wish = {"settings": size, "agreed": {"watching": "everybody"}}
            made = _accepted(await browser.post("/api/games", json=wish)).json()
        for seat in ("black", "white"):
            path = f"/g/{made['game']}/{seat}"
            async with Browser(self.address) as browser:
                link = "/" + made["links"][seat].split("/", 3)[3]
                _accepted(await browser.load_page(link))
                _accepted(await browser.submit(link, {"nickname": ""}))
                _accepted(await browser.load_page(path))
            page = await Page().open(self.address, f"{path}/live", browser.cookies)
            pages.append(page)
            page.ask_turns()
            if not await page.welcome():
                raise Refused
        return str(made["game"])

    def _game(self) -> Iterator[tuple[int, str, str]]:
        """Yield the tries of a game as (player, action, point): stones, many of them refused, then a resignation."""
        size = self._size
        own = (size.width - 1) // 2  # a line is left free between the halves, so that nobody is captured
        halves = [
            [size.name(row * size.width + column) for row in range(size.height) for column in columns]
            for columns in (range(own), range(size.width - own, size.width))
        ]
        for half in halves:
            self._chance.shuffle(half)
        most = 2 * len(halves[0])
        moves = self._chance.randint(min(FEWEST, most), most)
        if self._first:  # tables begin at all stages of a game
            self._first, moves = False, self._chance.randint(1, moves)
        hidden: tuple[list[str], list[str]] = [], []
        for mover in (number % 2 for number in range(moves)):
            while hidden[mover] and self._chance.random() < REFUSED:
                yield mover, "stone", hidden[mover].pop(self._chance.randrange(len(hidden[mover])))
            point = halves[mover].pop()
            hidden[1 - mover].append(point)
            yield mover, "stone", point
        yield moves % 2, "resign", ""

    async def try_at(self, meant: float) -> None:
        """Make the next try, planned for the time ``meant``, and measure its waits; without a game, create one."""
        if self._tries is None:
            await self.sit_down()
            return
        found = self._found
        self._again = self._again or (*next(self._tries), token_hex(16))  # one that was not answered is sent again
        mover, do, at, request = self._again
        own, other = self.pages[mover], self.pages[1 - mover]
        shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        other.heard = lambda now: None if shown.done() else shown.set_result(now)
        try:
            status = await own.send_action(do, at, request)
        except OSError as error:
            found.errors[f"a try was not answered: {type(error).__name__}"] += 1
            return
        found.answered.append(1000 * (perf_counter() - meant))
        if status != 200:
            found.errors[f"a try was answered {status}"] += 1
            return
        self._again = None
        try:
            found.shown.append(1000 * (await asyncio.wait_for(shown, LONGEST) - meant))
        except TimeoutError:
            found.errors[f"the opponent was not shown a try within {LONGEST:g} s"] += 1
        found.errors["a socket was closed"] += own.closed
        if do == "resign":
            await self.sit_down()


def _accepted(answer: httpx.Response) -> httpx.Response:
    if answer.status_code in (429, 503) and "retry-after" in answer.headers:
        raise Refused
    if answer.status_code >= 400:
        raise ConnectionError(f"answered {answer.status_code}")
    return answer


AT_ONCE = 4  # people that connect at a time
REST = 2.0  # most seconds between two steps, in which the server becomes idle


@dataclass(frozen=True)
class Load:
    """Load on a server, from the options of the command ``server``."""

    games: int
    every: float
    watchers: int
    seconds: float
    idle: int
    size: int
    seed: int
    processes: int
    database: str


async def crowd(addresses: Sequence[str], pids: Sequence[int], load: Load) -> dict[str, Any]:
    """Connect all players and spectators, play, and disconnect them; return the measurements."""
    places, chance, found = cycle(addresses), Random(load.seed), LoadFigures()
    weights = [sum(map(memory, pids))]

    async def rest() -> None:
        await asyncio.sleep(min(REST, load.seconds / 4))
        weights.append(sum(map(memory, pids)))

    tables = [Table(next(places), size_of(load.size), Random(chance.random()), found) for _ in range(load.games)]
    await _few_at_once(table.sit_down() for table in tables)
    await rest()
    quiet = Table(next(places), size_of(load.size), Random(0), found)  # of the pages in background tabs
    if load.idle:
        await quiet.sit_down()
    idle = await _watching([quiet] * load.idle if quiet.playing else [], asks=False)
    await rest()
    watched = cycle([table for table in tables if table.playing])
    watchers = await _watching(islice(watched, load.watchers))
    await rest()
    # A garbage collection over all objects of 2,000 games takes 0.3 s, which would count as the server's delay.
    gc.collect()
    gc.disable()
    # Requests before the measurement do not count.
    found.turns = -sum(page.asked for page in (*watchers, *(page for table in tables for page in table.pages)))
    began, processor, servers = perf_counter(), process_time(), sum(map(cpu_time, pids))
    ends = began + load.seconds
    starts = [began + load.every * chance.random() for _ in tables]
    playing = (play_until(table, start, load.every, ends) for table, start in zip(tables, starts, strict=True))
    await asyncio.gather(*playing)
    found.errors["a watcher's socket was closed"] += sum(page.closed for page in (*watchers, *idle))
    seconds, processor, servers = perf_counter() - began, process_time() - processor, sum(map(cpu_time, pids)) - servers
    for table in tables:
        await table.leave()
    for page in watchers:
        found.count_turns(page)
    return {"seconds": seconds, "processor": processor, "servers": servers, **vars(found), "weights": weights}


async def _watching(tables: Iterable[Table], *, asks: bool = True) -> list[Page]:
    pages = list[Page]()

    async def open_page(table: Table) -> None:
        pages.append(await Page().open(table.address, f"/g/{table.name}/audience/live", asks=asks))

    await _few_at_once(map(open_page, tables))
    return pages


async def _few_at_once(connecting: Iterable[Awaitable[None]]) -> None:
    waiting = iter(connecting)

    async def connect_in_turn() -> None:
        for each in waiting:
            await each

    await asyncio.gather(*(connect_in_turn() for _ in range(AT_ONCE)))


async def play_until(table: Table, planned: float, every: float, ends: float) -> None:
    """Make tries at a table at regular planned times until ``ends``, even if the server is late."""
    while planned < ends:
        await asyncio.sleep(max(0.0, planned - perf_counter()))
        await table.try_at(planned)
        planned += every


TARGETS = {"answered": ("until a try is answered", 50.0), "shown": ("until the opponent is shown it", 100.0)}
"""By kind of wait, its name, and its target: milliseconds for 99 of 100 tries."""
SOCKET = 40.0  # target: KiB of an idle socket


def server(load: Load) -> Report:
    more_files()
    with ExitStack() as running:
        # The server accepts every game (--busy-at 0), to be measured beyond its capacity.
        servers = [running.enter_context(serving(load.database, "--busy-at", "0")) for _ in range(load.processes)]
        addresses, pids = zip(*servers, strict=True)
        command = [sys.executable, "-m", "yurei_research.bench.load", json.dumps([addresses, pids, asdict(load)])]
        found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    errors = {what: times for what, times in found["errors"].items() if times}
    # Of the database's address nothing is shown: it may hold a password.
    kept = "PostgreSQL" if load.database else "SQLite on the disk"
    kept += "" if load.processes == 1 else f", {load.processes} processes"
    notes = (
        f"{load.games} games on {load.size}x{load.size}, a try every {load.every:g} s in each; "
        f"{load.watchers} watchers; {load.seconds:g} s; {kept}, all on this machine",
        *(f"{times} x {what}" for what, times in sorted(errors.items())),
    )
    packages = ("fastapi", "uvicorn", "websockets", "uvloop", "httptools")
    figures = _figures(load, found, sum(errors.values()))
    return report("server", len(found["answered"]), load.seed, figures, notes, packages)


def _figures(load: Load, found: dict[str, Any], errors: int) -> Iterator[Figure]:
    for kind, (what, target) in TARGETS.items():
        for part, name in ((0.5, "half"), (0.95, "95 of 100"), (0.99, "99 of 100"), (1.0, "all")):
            yield Figure(f"{what}, {name}", quantile(found[kind], part), "ms", target=target if part == 0.99 else None)
    yield Figure("tries that went wrong", errors, "errors", target=0)
    yield Figure("games that were refused for now", found["refused"], "games")
    empty, with_games, with_idle, _ = found["weights"]
    seconds, servers, tries = found["seconds"], found["servers"], len(found["answered"])
    yield Figure("tries", tries / seconds, "tries/s")
    yield Figure("the number of somebody's turns asked for", found["turns"] / seconds, "times/s")
    yield Figure("processor of the server, a try", 1000 * servers / max(1, tries), "ms")
    yield Figure("processor of the server, of one core", 100 * servers / seconds, "%")
    yield Figure("processor of the load, of one core", 100 * found["processor"] / seconds, "%")
    yield Figure("memory of a game with two players and their sockets", (with_games - empty) / load.games, "KiB")
    if load.idle:
        yield Figure("memory of an idle socket", (with_idle - with_games) / load.idle, "KiB", target=SOCKET)


def quantile(values: Sequence[float], part: float) -> float:
    """Return a quantile of some values, 0 if there are none; ``part`` is from 0 to 1."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


if __name__ == "__main__":
    # With uvloop if that is installed: processor time of the load is taken from the server.
    loops = import_module("uvloop" if find_spec("uvloop") else "asyncio")
    addresses, pids, load = json.loads(sys.argv[1])
    print(json.dumps(loops.run(crowd(addresses, pids, Load(**load))), default=vars))
