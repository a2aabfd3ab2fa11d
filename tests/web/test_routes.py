"""Every route: nonsense in paths, queries, bodies and headers; security headers; pictures of every page."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock
from urllib.parse import urlencode

import pytest
from starlette.routing import Mount, Route, WebSocketRoute

import yurei
from scripts.environment import ROOT
from scripts.scenes import Scene, scenes
from tests.web.test_bad_input import sentence
from tests.web.wire import FORM, Answer, Made, Visitor, WebApp
from yurei.apps.web.frame.http import PERSON
from yurei.apps.web.frame.security import JSON, is_for_programs

MARKUP = "<script>alert(1)</script>\"'&<b onclick=x>"
ODD = ["\0", "\x1b[31m\x07\r\nX: y", MARKUP, "\u202e\u200b\ufeff", "A" * 60_000, "幽霊👻é̂̂", "-1", "1e999", "../..", ""]
PLACES = [
    "%00",
    "%ff%fe",
    "%0d%0aX:%20y",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "..%2F..",
    "A" * 100_000,
    "%F0%9F%91%BB",
]
METHODS = ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE", "GET", "POST")
WEB = Path(yurei.__file__).parent / "apps" / "web"


def routes() -> list[tuple[str, frozenset[str]]]:
    with WebApp() as webapp:
        taken: dict[str, set[str]] = {}
        for route in webapp.app.routes:
            assert isinstance(route, Route | Mount | WebSocketRoute), f"{route} hides routes from this test"
            if isinstance(route, Route):
                taken.setdefault(route.path, set()).update(set(route.methods or ()) - {"HEAD"})
        return [(path, frozenset(methods)) for path, methods in sorted(taken.items())]


ROUTES = routes()
POSTS = [path for path, methods in ROUTES if "POST" in methods]
GETS = [path for path, methods in ROUTES if "GET" in methods]


@cache
def fields() -> list[str]:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*.py"))
    found = set(re.findall(r'text\(\w+, "([a-z_-]+)"\)', sources)) | set(re.findall(r'\bname="([a-z_-]+)"', sources))
    assert {"do", "at", "to", "seat"} <= found
    return sorted(found | {"link", "settings", "programs", "point"})


def calm(answer: Answer, what: str) -> None:
    """An answer that is no fault, echoes no markup, and says a sentence where it refuses."""
    assert answer.status < 500, what
    if answer.all("content-type")[:1] != [JSON]:
        assert "<script>alert" not in answer.text, what
        assert "<b onclick" not in answer.text, what
    for name, value in answer.headers:
        assert b"\n" not in name + value, what
        assert b"\r" not in name + value, what
    if answer.status >= 400:
        said = json.loads(answer.text)["error"] if answer.all("content-type") == [JSON] else sentence(answer)
        assert 10 < len(said) < 600, what


def at(made: Made, path: str, **places: str) -> str:
    return re.sub(
        r"\{(\w+)(:\w+)?\}", lambda found: {"game": made.name, "chair": "black", **places}.get(found[1], "0"), path
    )


def said_to(made: Made, path: str, body: bytes, **how: Any) -> Answer:
    kind = JSON if is_for_programs(path) else FORM
    headers = [("authorization", f"Bearer {made.seats['black'].cookies[PERSON]}")] if kind == JSON else []
    return made.seats["black"].ask("POST", at(made, path), headers, body, **{"kind": kind, **how})


@pytest.mark.by_day
@pytest.mark.parametrize("path", GETS)
def test_head_is_answered_as_get_by_every_page_and_not_by_the_api(made: Made, path: str) -> None:
    black = made.seats["black"]
    expected = 405 if is_for_programs(path) else black.get(at(made, path)).status
    assert black.ask("HEAD", at(made, path)).status == expected


@pytest.mark.by_day
@pytest.mark.parametrize(("path", "methods"), ROUTES, ids=[path for path, _ in ROUTES])
def test_unknown_methods_are_refused_by_every_route(made: Made, path: str, methods: frozenset[str]) -> None:
    address = at(made, path)
    others = [route for route in made.webapp.app.routes if isinstance(route, Route)]
    taken = {method for other in others if other.path_regex.fullmatch(address) for method in other.methods or ()}
    assert methods <= taken
    for method in METHODS:
        if method not in taken:
            answer = made.seats["black"].ask(method, at(made, path))
            assert answer.status == 405, method
            if method != "HEAD":
                calm(answer, method)


@pytest.mark.by_day
@pytest.mark.parametrize(("path", "methods"), ROUTES, ids=[path for path, _ in ROUTES])
def test_bad_names_in_a_path_are_not_found_and_open_nothing(made: Made, path: str, methods: frozenset[str]) -> None:
    names = re.findall(r"\{(\w+)", path)
    for name in names:
        for place in PLACES:
            for method in methods:
                body = None if method == "GET" else b"{}" if is_for_programs(path) else b""
                kind = JSON if is_for_programs(path) else FORM
                answer = made.seats["black"].ask(method, at(made, path, **{name: place}), [], body, kind=kind)
                calm(answer, f"{method} {name}={place[:40]}")
                assert answer.status in (401, 403, 404, 405, 409, 422), f"{method} {name}={place[:40]}"


@pytest.mark.by_day
@pytest.mark.parametrize("path", GETS)
def test_a_query_that_makes_no_sense_is_a_wish_or_an_error(made: Made, path: str) -> None:
    names = (*fields(), "since", "wait")
    for place in (*PLACES[:5], "x" * 100):
        query = "&".join(f"{name}={place}" for name in names)
        calm(made.seats["black"].get(f"{at(made, path)}?{query}"), place[:40])


@pytest.mark.by_day
@pytest.mark.parametrize("path", POSTS)
def test_a_malformed_body_is_refused_and_changes_nothing(made: Made, path: str) -> None:
    broken = (b"", b"\0", b"\xff\xfe", b"do=%ff%00", b'{"a":', b"null", b"[]", b'"\\ud800"')
    before = made.webapp.happened(made.name)
    for body in (*broken, b"&" * 60_000, b"[" * 60_000):
        calm(said_to(made, path, body), repr(body[:20]))
    for kind in ("text/plain", "multipart/form-data; boundary=x", "application/xml", "\xff", ""):
        answer = said_to(made, path, b"do=pass", kind=kind)
        assert answer.status == 415
        calm(answer, kind)
    assert said_to(made, path, b"A" * 2**20).status == 413
    calm(said_to(made, path, b"A" * 2**20, pieces=64), "a megabyte that has not said so")
    assert made.webapp.happened(made.name) == before


@pytest.mark.by_day
@pytest.mark.parametrize("path", POSTS)
def test_odd_words_in_any_field_do_no_harm_and_are_never_markup(made: Made, path: str) -> None:
    for odd in ODD:
        for name in (*fields(), ""):
            if odd is not MARKUP and name:
                continue
            form = {name: odd} if name else dict.fromkeys(fields(), odd)
            for body in bodies(path, form, odd):
                calm(said_to(made, path, body), f"{name}={odd[:20]!r}")
    for chair in ("black", "audience"):  # who has said it, and who may only listen
        for page in pages(made, chair):
            calm(made.seats[chair].get(page), page)


def bodies(path: str, form: dict[str, str], odd: str) -> list[bytes]:
    if not is_for_programs(path):
        return [urlencode(form).encode()]
    values = (odd, [odd], {odd[:99]: odd}, 10**30, None)
    return [json.dumps(dict.fromkeys(form, value)).encode() for value in values]


def pages(made: Made, chair: str) -> Iterator[str]:
    """The address of every page at a chair, and of those that are at no game: once, for Black."""
    for path in GETS:
        if "{chair}" in path or chair == "black":
            yield at(made, path, chair=chair)


@pytest.mark.by_day
@pytest.mark.parametrize(
    "header", ["accept-language", "cookie", "referer", "origin", "x-requested-with", "content-length"]
)
def test_headers_that_make_no_sense_do_no_harm(made: Made, header: str) -> None:
    for path, methods in ROUTES:
        for odd in ("", "\xff\xfe", MARKUP, "9" * 40, "a=b; " * 2000, "http://["):
            calm(made.seats["black"].ask(min(methods), at(made, path), [(header, odd)]), f"{path} {odd[:20]!r}")


def test_socket_with_a_bad_path_is_refused(made: Made) -> None:
    sockets = [route.path for route in made.webapp.app.routes if isinstance(route, WebSocketRoute)]
    assert sockets
    for path in sockets:
        for name in re.findall(r"\{(\w+)", path):
            for place in PLACES:
                assert not made.seats["black"].listen(at(made, path, **{name: place})).accepted


def answers(made: Made) -> Iterator[Answer]:
    black, stranger = made.seats["black"], Visitor(made.webapp)
    for path in ("/", "/lobby", "/watch", "/you", "/health", "/openapi.json", "/static/yurei.js", "/sw.js", "/nothing"):
        yield stranger.get(path)
    yield black.get(made.at("black"))
    yield black.fragment(made.at("black"))
    yield stranger.get(made.at("black"))
    yield black.post(made.at("black"), {"do": "stone", "at": "C3"})
    yield black.post(made.at("black"), {}, ("origin", "https://evil.example"))
    yield stranger.ask("POST", "/api/games", [], b"{}", kind="application/json")
    yield stranger.ask("GET", f"/api/games/{made.name}/black")


def test_content_security_policy_allows_own_files_only(made: Made) -> None:
    for answer in answers(made):
        (policy,) = answer.all("content-security-policy")
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
        assert rules.pop("default-src") == "'none'"
        assert rules["base-uri"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == "'self'"
        assert set(rules.values()) == {"'self'", "'none'"}, "nothing inline, nothing from elsewhere"


def test_no_other_site_frames_a_page_or_learns_its_address(made: Made) -> None:
    for answer in answers(made):
        assert "frame-ancestors 'none'" in answer.all("content-security-policy")[0]
        assert answer.all("referrer-policy") == ["strict-origin"]
        assert answer.all("cross-origin-opener-policy") == ["same-origin"]
        assert answer.all("cross-origin-resource-policy") == ["same-origin"]
        assert answer.all("access-control-allow-origin") == []


def test_every_answer_has_the_right_content_type_and_nosniff(made: Made) -> None:
    for answer in answers(made):
        assert answer.all("x-content-type-options") == ["nosniff"]
        if not answer.body:
            continue
        (kind,) = answer.all("content-type")
        assert kind.startswith("text/") == ("charset=utf-8" in kind)
        if answer.body.startswith(b"<"):
            assert kind == "text/html; charset=utf-8"


PICTURES = ROOT / "docs" / "pictures"
NO_PAGES = {
    *("/you/turns", "/you/records.zip", "/health", "/metrics", "/openapi.json", "/problems/collection.jsonl"),
    *("/api/analysis", "/api/problems", "/api/problems/today", "/api/problems/{problem}"),
    *("/api/bot", "/api/lobby", "/api/stream", "/sw.js", "/manifest.webmanifest", "/verify.py"),
    *(f"/api/games/{{game}}/{{chair}}{what}" for what in ("", "/record", "/review")),
    *(f"/g/{{game}}/{{chair}}/{what}" for what in ("record", "playout", "transcript", "sgf", "knew")),
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


def test_every_page_is_pictured(webapp: WebApp) -> None:
    routes = [route for route in webapp.app.routes if isinstance(route, Route)]
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
    assert set(there) == {*wanted, "moving.webp"}, "run scripts/screenshots"
    assert max(there.values()) <= 200_000
    assert sum(there.values()) <= 46_000 * len(wanted), "a clone waits for them"
    album = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(pictures/([^)]+)\)", album)) == wanted
