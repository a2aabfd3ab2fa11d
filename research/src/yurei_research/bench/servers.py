"""Benchmarks of a server with one real browser, and of its restart after a kill during many games.

The server is a separate program on this machine, with a database on the disk.
"""

import asyncio
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx

from yurei.club.club import Club
from yurei.club.game.actions import Action
from yurei.club.model.secrets import digest
from yurei.club.server_time import SteadyClock
from yurei.club.store import Store
from yurei.referee.settings import read_settings
from yurei.rules.points import size_of
from yurei_research.bench import load
from yurei_research.bench.load import Browser
from yurei_research.bench.measuring import Figure, Report, Watch, report

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import Page, Response, StorageState

CHROMES = ("google-chrome", "google-chrome-stable", "chrome")
BROWSERS = ("chromium", "chromium-browser", *CHROMES, "microsoft-edge", "msedge")
PROGRAM = "yurei:level=5"  # the program that thinks in other games: it uses all its time
SEATS = ("black", "white")
LINES = 9
MOST = LINES * (LINES - 1)
"""Stones that can be placed side by side, each colour on its own half, without a capture or a refusal."""

# Times of the next click, and at which an element is shown; both by the clock of the machine.
OBSERVE = """selector => {
  window.clicked = new Promise(resolve => document.addEventListener(
    "click", event => resolve(performance.timeOrigin + event.timeStamp), { capture: true, once: true }));
  window.seen = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}"""
OWN_STONE, OWN_TURN = "#play button[value={}][aria-label*=stone]", "#turn.yours"


def web(clicks: int, watch: Watch) -> Report:
    from playwright.sync_api import sync_playwright  # a restart is measured without it

    options = ("--host", "127.0.0.1", "--people-per-address", "0", "--tries-per-second", "0")
    with load.serving("", *options) as (address, _), sync_playwright() as playwright:
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if root else [])]
        browser = playwright.chromium.launch(executable_path=_browser(), args=arguments)
        loaded, asked = _loaded(browser, address)
        own, other = _taken(browser, address, clicks, watch)
        phone, _ = _taken(browser, address, 12, watch, slower=6)
        for _ in range(4):
            _game(address, black=PROGRAM, white=PROGRAM)
        beside, _ = _taken(browser, address, clicks, watch)
        version = browser.version
        browser.close()
    figures = [
        Figure("click to own stone, median", median(own), "ms", target=25.0),
        Figure("click to own stone, 95 of 100", _most(own), "ms", target=50.0),
        Figure("click to the opponent's page, median", median(other), "ms", target=30.0),
        Figure("click to the opponent's page, 95 of 100", _most(other), "ms", target=60.0),
        Figure("click to own stone while programs think in 4 games, median", median(beside), "ms", target=40.0),
        Figure("the same, by the median without them", median(beside) / median(own), "times", target=1.2),
        Figure("click to own stone, processor slowed 6 times, median", median(phone), "ms", target=250.0),
        Figure("the page of a game with all that it loads", sum(loaded.values()) / 1000, "kB", target=80.0),
        *(Figure(f"of it {name}", size / 1000, "kB") for name, size in sorted(loaded.items())),
        Figure("requests to other addresses", float(asked), "requests", target=0),
    ]
    notes = (f"Chromium {version}; {LINES}x{LINES}, on the same machine, SQLite on the disk",)
    return report("web", clicks, 1, figures, notes, ("fastapi", "uvicorn", "playwright"))


def _browser() -> str | None:
    """Return the browser of YUREI_BROWSER, or one of the machine's; None for Playwright's own."""
    if asked := os.environ.get("YUREI_BROWSER"):
        return shutil.which(asked)
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def _game(address: str, **programs: str) -> dict[str, str]:
    wish = {"settings": {"width": LINES, "height": LINES}, "programs": programs}
    return dict(httpx.post(f"{address}/api/games", json=wish).json()["links"])


def _page(browser: "Chromium", keys: "StorageState | None" = None) -> "Page":
    return browser.new_context(locale="en-GB", service_workers="block", storage_state=keys).new_page()


def _opened(browser: "Chromium", link: str) -> "Page":
    page = _page(browser)
    page.goto(link)
    page.locator("main .primary").click()
    page.wait_for_selector("#table")
    return page


def _loaded(browser: "Chromium", address: str) -> tuple[dict[str, int], int]:
    """Return the bytes of each resource of a new game's page as they are sent, and the number of foreign requests."""
    seated = _opened(browser, _game(address)["black"])
    keys, place = seated.context.storage_state(), seated.url
    seated.context.close()
    page, answers, hosts = _page(browser, keys), list["Response"](), list[str]()
    page.on("response", lambda answer: answers.append(answer))
    page.on("request", lambda request: hosts.append(urlsplit(request.url).netloc))
    with page.expect_websocket():
        page.goto(place)
    page.wait_for_load_state("networkidle")
    sizes: dict[str, int] = {}
    for answer in answers:
        if answer.ok:
            name = "the page" if answer.request.is_navigation_request() else urlsplit(answer.url).path
            sizes[name] = answer.request.sizes()["responseBodySize"]
    page.context.close()
    return sizes, sum(host != urlsplit(address).netloc for host in hosts)


def _taken(
    browser: "Chromium", address: str, clicks: int, watch: Watch, slower: int = 1
) -> tuple[list[float], list[float]]:
    """Return the milliseconds from each click to its stone, and to the opponent's page, on a processor slowed down."""
    links = _game(address)
    black, white = (_opened(browser, links[seat]) for seat in SEATS)
    for page in (black, white):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    own, other = list[float](), list[float]()
    halves = ([f"{column}{row + 1}" for row in range(LINES) for column in half] for half in ("ABCD", "FGHJ"))
    for number, point in enumerate([point for both in zip(*halves, strict=True) for point in both][:clicks]):
        watch(number, clicks)
        mover, waiting = (black, white) if number % 2 == 0 else (white, black)
        mover.evaluate(OBSERVE, OWN_STONE.format(point))
        waiting.evaluate(OBSERVE, OWN_TURN)
        mover.click(f"#play button[value={point}]")
        clicked, stone = mover.evaluate("() => Promise.all([window.clicked, window.seen])")
        turned = waiting.evaluate("() => window.seen")
        own.append(stone - clicked)
        other.append(turned - clicked)
    for page in (black, white):
        page.context.close()
    return own, other


def _most(taken: list[float]) -> float:
    return quantiles(taken, n=20)[-1] if len(taken) > 1 else taken[0]


AT_ONCE = 20  # games filled at a time, and games that move when the server is killed
MOVING = 2.0  # seconds of moves before the kill
PERSON = "yurei-person"


@dataclass
class Live:
    """A game in progress."""

    name: str
    number: int
    tried: int = 0

    @property
    def seat(self) -> str:
        return SEATS[self.tried % 2]

    @property
    def point(self) -> str:
        """Next point of the seat to move, on its own half."""
        row, column = divmod(self.tried // 2, (LINES - 1) // 2)
        return size_of(LINES).name(row * LINES + (column if self.seat == "black" else LINES - 1 - column))

    def key(self, seat: str) -> str:
        return f"{seat} {self.number}"


class RestartFigures:
    """Measurements: seconds and processor seconds until an answer; KiB of a game; MB of a log."""

    def __init__(self) -> None:
        self.waits: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        self.each, self.logs = list[float](), list[float]()


def restart(games: int, tries: int, rounds: int, watch: Watch) -> Report:
    load.more_files()
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
        target = None if what.startswith("all") else 2.0
        yield Figure(f"until {what}, median", median(waited), "s", target=target)
        yield Figure(f"until {what}, longest", max(waited), "s", target=target)
        yield Figure("processor of the server until then, median", median(processor), "s")
    yield Figure("memory of a game of which both pages were asked for", median(found.each), "KiB")
    for what, waits in empty.waits.items():
        waited, processor = zip(*waits, strict=True)
        yield Figure(f"a new server without games, until {what}, median", median(waited), "s")
        yield Figure("its processor until then, median", median(processor), "s")


async def _filled(database: Path, games: int, tries: int, watch: Watch) -> list[Live]:
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
                await store.people.keep_person(digest(game.key(seat)), "", clock())
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


class RestartedServer:
    """A server that was just started, on a database."""

    def __init__(self, database: Path, found: RestartFigures) -> None:
        self._found, self._began = found, perf_counter()
        unlimited = ("--tries-per-second", "0", "--people-per-address", "0")
        self.process, address = load.start_server(str(database), *unlimited)
        self._browser = Browser(address)

    def answered(self, what: str) -> None:
        self._found.waits[what].append((perf_counter() - self._began, load.spent(self.process.pid)))

    async def kill(self) -> None:
        load.end_server(self.process, kill=True)
        await self._browser.aclose()

    async def health(self) -> None:
        _check(await self._browser.get("/health"), "the health page")
        self.answered("health is answered")

    async def page(self, game: Live, seat: str) -> None:
        cookie = f"{PERSON}={game.key(seat)}"
        _check(await self._browser.load_page(f"/g/{game.name}/{seat}", cookie=cookie), "a page")

    async def act(self, game: Live, seat: str, do: str, point: str) -> None:
        path, form, cookie = f"/g/{game.name}/{seat}", {"do": do, "at": point}, f"{PERSON}={game.key(seat)}"
        _check(await self._browser.submit(path, form, cookie=cookie), f"{do} at {point}")


def _check(answer: httpx.Response, what: str) -> None:
    if answer.status_code != 200:
        raise RuntimeError(f"{what} was answered {answer.status_code}")


async def _started(database: Path, found: RestartFigures) -> None:
    server = RestartedServer(database, found)
    try:
        await server.health()
    finally:
        await server.kill()


async def _killed_and_started(database: Path, live: Sequence[Live], fresh: Live, found: RestartFigures) -> None:
    """Kill a server while the first games move, start it again, and request everything; ``fresh`` has not moved."""
    await _killed(database, live[:AT_ONCE])
    found.logs.append(Path(f"{database}-wal").stat().st_size / 1e6)
    server = RestartedServer(database, found)
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
        before = load.memory(server.process.pid)
        await asyncio.gather(*(request_pages() for _ in range(4)))
        server.answered("all have looked at all games")
        found.each.append((load.memory(server.process.pid) - before) / len(live))
    finally:
        await server.kill()


async def _killed(database: Path, moving: Sequence[Live]) -> None:
    """Start a server and kill it during moves. Requests in flight may have happened or not: avoid their games."""
    server = RestartedServer(database, RestartFigures())
    playing = [asyncio.create_task(_marks(server, game)) for game in moving]
    await asyncio.sleep(MOVING)
    load.end_server(server.process, kill=True)
    for error in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(error, httpx.TransportError):
            raise RuntimeError(f"a game stood still before the server was killed: {error!r}")


async def _marks(server: RestartedServer, game: Live) -> None:
    """Make pencil marks for ever, one after the other: the seat to move need not be known for them."""
    for number in count():
        await server.act(game, "black", "pencil-cross", size_of(LINES).name(number % LINES**2))
