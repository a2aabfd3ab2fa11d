"""The site as it was built: it asks nobody else for anything, fits a phone and a desk, and can be read by everybody.

``./test docs`` and ``./test nightly`` build it first.
"""

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it brings no types
from playwright.sync_api import Browser, Page, ViewportSize

from scripts.environment import ROOT
from scripts.site.contents import addresses

HTML = ROOT / "build" / "site" / "html"
FETCHED = re.compile(r"<(?:link|script|img|iframe|source)\b[^>]*?\b(?:href|src)=\"?(https?:)?//", re.IGNORECASE)
"""What a browser fetches by itself, as far as it is elsewhere. Links are followed by people."""
PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=900)
LOOKED_AT = ("index", "start", "reference/games", "reference/referees", "reference/commands", "comparison")

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.browser,
    pytest.mark.skipif(not (HTML / "index.html").exists(), reason="the site is not built; ./test docs builds it"),
]


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(HTML)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_every_page_of_the_list_is_built() -> None:
    assert [place for place in addresses() if not (HTML / place).with_suffix(".html").is_file()] == []


def test_the_pages_fetch_nothing_from_other_sites() -> None:
    for file in HTML.rglob("*.html"):
        assert not FETCHED.search(file.read_text(encoding="utf-8")), file
    for style in HTML.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", style.read_text(encoding="utf-8")), style


@pytest.mark.parametrize("room", [PHONE, DESK], ids=["phone", "desk"])
def test_pages_fit_and_ask_nobody_else(browser: Browser, served: str, room: ViewportSize) -> None:
    asked, errors, wide = list[str](), list[str](), list[str]()
    with browser.new_page(viewport=room) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.on("response", lambda response: errors.append(response.url) if response.status >= 400 else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        for place in addresses() if room is PHONE else [f"{name}.md" for name in LOOKED_AT]:
            page.goto(served + place.removesuffix(".md") + ".html")
            if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
                wide.append(place)
    elsewhere = [url for url in asked if not url.startswith((served, "data:", "blob:"))]
    assert (elsewhere, errors, wide) == ([], [], [])


def test_the_search_finds_a_page(page: Page, served: str) -> None:
    page.goto(f"{served}index.html")
    page.get_by_role("button", name="Search").first.click()
    page.keyboard.type("hamburg")
    page.locator("a", has_text="All hear how many stones").first.wait_for(timeout=20_000)


@pytest.mark.parametrize("name", ["index", "start", "reference/games", "reference/referees"])
def test_pages_have_no_serious_accessibility_faults(page: Page, served: str, name: str) -> None:
    page.goto(f"{served}{name}.html")
    found = Axe().run(page, context=".md-content").response["violations"]
    assert [(each["id"], len(each["nodes"])) for each in found if each["impact"] in {"serious", "critical"}] == []
