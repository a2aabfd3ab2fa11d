"""Every page has its pictures, they are light, and the album shows them all."""

import re
from pathlib import Path
from unittest.mock import MagicMock

from starlette.routing import Route

from scripts.scenes import Scene, scenes
from tests.web.wire import House

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
NO_PAGES = {
    *("/you/turns", "/you/records.zip"),
    *(
        "/api/analysis",
        *("/api/problems", "/api/problems/today", "/api/problems/{problem}"),
        *("/health", "/metrics"),
        "/openapi.json",
        "/api/games/{game}/{chair}",
        "/api/games/{game}/{chair}/record",
        "/api/games/{game}/{chair}/review",
        *("/api/bot", "/api/lobby", "/api/stream"),
    ),
    *("/sw.js", "/manifest.webmanifest", "/verify.py"),
    *("/g/{game}/{chair}/record", "/g/{game}/{chair}/playout", "/g/{game}/{chair}/transcript"),
    *("/g/{game}/{chair}/sgf", "/g/{game}/{chair}/knew"),
    "/problems/collection.jsonl",
    *("/evening/{evening}/mine", "/evening/{evening}/host/{host}"),
}
"""What is asked for and shows no page."""


def pictured() -> list[Scene]:
    """The list of what is pictured, without a browser: whatever would be asked of one is answered somehow."""
    browser = MagicMock()
    answer = browser.new_context.return_value.request.post.return_value
    answer.url = "http://localhost/g/GAME/black"
    answer.text.return_value = "/g/GAME/along/white/SECRET /you/along/SECRET"
    links = [f"http://localhost/g/GAME/join/{chair}/SECRET" for chair in CHAIRS]
    page = browser.new_context.return_value.new_page.return_value
    page.locator.return_value.evaluate_all.return_value = links
    return list(scenes(browser, "http://localhost"))


CHAIRS = ("white", "referee", "audience", "white-1", "black-2", "white-2")


def test_every_page_is_pictured(house: House) -> None:
    routes = [route for route in house.app.routes if isinstance(route, Route)]
    asked = {route.path for route in routes if "GET" in (route.methods or ())}
    assert asked - NO_PAGES - {scene.route for scene in pictured()} == set(), "scripts/scenes.py does not show these"
    assert asked >= NO_PAGES


def test_every_picture_is_there_and_light() -> None:
    wanted = {
        f"{scene.name}-{size}-{colours}.webp"
        for scene in pictured()
        for size in ("desktop", "phone")
        for colours in ("light", "dark")
    }
    there = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert set(there) == wanted, "run scripts/screenshots"
    assert max(there.values()) <= 200_000
    assert sum(there.values()) <= 46_000 * len(wanted), "a clone waits for them"
    album = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(pictures/([^)]+)\)", album)) == wanted
