"""Benchmark of the web page: delay of a stone in a real browser, weight of a game's page, and requests to other hosts.

The server is a separate program on this machine, with a database on the disk;
the browser is a real one, with a window for each player.
"""

import json
import os
import shutil
import urllib.request
from collections.abc import Mapping
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Response, sync_playwright

from yurei_research.bench.measuring import Figure, Report, Watch, report, unwatched
from yurei_research.bench.serving import serving

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
OWN, OTHER, WEIGHT = 25.0, 30.0, 90.0
"""Targets: milliseconds to one's own stone and to the opponent's page, medians; kilobytes of the page."""
MOST_WITHIN = 2
"""Factor on the target within which 95 of 100 must be."""
BESIDE, TIMES = 40.0, 1.2
"""Target for one's own stone while programs think in other games, and the factor by which it may be slower."""
THINKING, PROGRAM = 4, "yurei:level=5"
"""Games in which programs think, and the program: it uses all its time."""
SEATS = ("black", "white")
SLOWER, ON_A_PHONE, PHONE_CLICKS = 6, 250.0, 12
"""A cheap phone: factor by which its processor is slower, target, number of measured tries."""
LINES = 9
MOST = LINES * (LINES - 1)
"""Stones that can be placed side by side, each colour on its own half, without a capture or a refusal."""

# Time of the click, and time at which its stone was shown; both by the clock of the machine.
OWN_STONE = """name => {
  window.clicked = new Promise(resolve => document.addEventListener(
    "click", event => resolve(performance.timeOrigin + event.timeStamp), { capture: true, once: true }));
  window.seen = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      const point = document.querySelector(`#play button[value=${name}]`);
      if (!/stone/.test(point?.getAttribute("aria-label") ?? "")) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}"""
# Time at which the page of the waiting player says that it is their turn.
OWN_TURN = """() => {
  window.seen = new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("#turn.yours")) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}"""


def web(clicks: int, watch: Watch = unwatched) -> Report:
    """Measure the pages.

    Args:
        clicks: Number of tries of the medians, at most ``MOST``.
        watch: Callback for progress.
    """
    options = ("--host", "127.0.0.1", "--people-per-address", "0", "--tries-per-second", "0")
    with serving("", *options) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_browser(), args=_arguments())
        loaded, asked = _loaded(browser, address)
        own, other = _taken(browser, address, clicks, watch)
        phone, _ = _taken(browser, address, PHONE_CLICKS, slower=SLOWER)
        for _ in range(THINKING):
            _game(address, dict.fromkeys(SEATS, PROGRAM))
        beside, _ = _taken(browser, address, clicks, watch)
        version = browser.version
        browser.close()
    figures = [
        Figure("click to own stone, median", median(own), "ms", target=OWN),
        Figure("click to own stone, 95 of 100", _most(own), "ms", target=MOST_WITHIN * OWN),
        Figure("click to the opponent's page, median", median(other), "ms", target=OTHER),
        Figure("click to the opponent's page, 95 of 100", _most(other), "ms", target=MOST_WITHIN * OTHER),
        Figure(
            f"click to own stone while programs think in {THINKING} games, median", median(beside), "ms", target=BESIDE
        ),
        Figure("the same, by the median without them", median(beside) / median(own), "times", target=TIMES),
        Figure(f"click to own stone, processor slowed {SLOWER} times, median", median(phone), "ms", target=ON_A_PHONE),
        Figure("the page of a game with all that it loads", sum(loaded.values()) / 1000, "kB", target=WEIGHT),
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


def _arguments() -> list[str]:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--disable-dev-shm-usage", *(["--no-sandbox"] if root else [])]


def _game(address: str, programs: Mapping[str, str] | None = None) -> dict[str, str]:
    """Make a game; return its links."""
    body = json.dumps({"settings": {"width": LINES, "height": LINES}, "programs": dict(programs or {})}).encode()
    request = urllib.request.Request(f"{address}/api/games", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer)["links"])


def _opened(browser: Browser, link: str) -> Page:
    page = browser.new_context(locale="en-GB", service_workers="block").new_page()
    page.goto(link)
    page.locator("main .primary").click()
    page.wait_for_selector("#table")
    return page


def _loaded(browser: Browser, address: str) -> tuple[dict[str, int], int]:
    """Return the size of each resource of a new game's page before compression, and the number of foreign requests."""
    seated = _opened(browser, _game(address)["black"])
    keys, place = seated.context.storage_state(), seated.url
    seated.context.close()
    page = browser.new_context(locale="en-GB", service_workers="block", storage_state=keys).new_page()
    answers: list[Response] = []
    asked: list[str] = []
    page.on("response", lambda answer: answers.append(answer))
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_websocket():
        page.goto(place)
    page.wait_for_load_state("networkidle")
    sizes: dict[str, int] = {}
    for answer in answers:
        if answer.ok:
            path = urlsplit(answer.url).path
            page_itself = answer.request.is_navigation_request()
            sizes["the page" if page_itself else path] = len(answer.body())
    page.context.close()
    return sizes, sum(urlsplit(url).netloc != urlsplit(address).netloc for url in asked)


def _taken(
    browser: Browser, address: str, clicks: int, watch: Watch = unwatched, slower: int = 1
) -> tuple[list[float], list[float]]:
    """Return the milliseconds from each click to its stone, and to the opponent's page, in a new game.

    ``slower`` is the factor by which the processor of the pages is slowed down.
    """
    links = _game(address)
    black, white = (_opened(browser, links[seat]) for seat in SEATS)
    for page in (black, white):
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    own: list[float] = []
    other: list[float] = []
    halves = ([f"{column}{row + 1}" for row in range(LINES) for column in half] for half in ("ABCD", "FGHJ"))
    for number, point in enumerate([point for both in zip(*halves, strict=True) for point in both][:clicks]):
        watch(number, clicks)
        mover, waiting = (black, white) if number % 2 == 0 else (white, black)
        mover.evaluate(OWN_STONE, point)
        waiting.evaluate(OWN_TURN)
        mover.click(f"#play button[value={point}]")
        clicked, stone = _times(mover, "[window.clicked, window.seen]")
        (turned,) = _times(waiting, "[window.seen]")
        own.append(stone - clicked)
        other.append(turned - clicked)
    for page in (black, white):
        page.context.close()
    return own, other


def _times(page: Page, promises: str) -> list[Any]:
    return list(page.evaluate(f"() => Promise.all({promises})"))


def _most(taken: list[float]) -> float:
    """Return the 95th percentile."""
    return quantiles(taken, n=20)[-1] if len(taken) > 1 else taken[0]
