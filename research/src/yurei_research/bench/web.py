"""Benchmark of a server with one real browser on the same machine, and with a database on the disk."""

import os
import shutil
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx

from yurei_research.bench import load
from yurei_research.bench.measuring import Figure, Report, Watch, report

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import Page, Response, StorageState

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
PROGRAM = "yurei:level=5"  # the program that thinks in other games: it uses all its time
LINES = 9

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
    from playwright.sync_api import sync_playwright

    options = ("--host", "127.0.0.1", "--people-per-address", "0", "--tries-per-second", "0")
    with load.serving("", *options) as (address, _), sync_playwright() as playwright:
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if root else [])]
        found = map(shutil.which, (os.environ.get("YUREI_BROWSER", ""), *BROWSERS))
        browser = playwright.chromium.launch(executable_path=next(filter(None, found), None), args=arguments)
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
        Figure("click to own stone, 95 of 100", load.quantile(own, 0.95), "ms", target=50.0),
        Figure("click to the opponent's page, median", median(other), "ms", target=30.0),
        Figure("click to the opponent's page, 95 of 100", load.quantile(other, 0.95), "ms", target=60.0),
        Figure("click to own stone while programs think in 4 games, median", median(beside), "ms", target=40.0),
        Figure("the same, by the median without them", median(beside) / median(own), "times", target=1.2),
        Figure("click to own stone, processor slowed 6 times, median", median(phone), "ms", target=250.0),
        Figure("the page of a game with all that it loads", sum(loaded.values()) / 1000, "kB", target=80.0),
        *(Figure(f"of it {name}", size / 1000, "kB") for name, size in sorted(loaded.items())),
        Figure("requests to other addresses", float(asked), "requests", target=0),
    ]
    notes = (f"Chromium {version}; {LINES}x{LINES}, on the same machine, SQLite on the disk",)
    return report("web", clicks, 1, figures, notes, ("fastapi", "uvicorn", "playwright"))


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
    """Return the bytes sent for each resource of a game's page, and the number of requests to other hosts."""
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
    """Return for each click the milliseconds until the own stone is shown, and until the opponent's page shows it."""
    links = _game(address)
    black, white = (_opened(browser, links[seat]) for seat in ("black", "white"))
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
