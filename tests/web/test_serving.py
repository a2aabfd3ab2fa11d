"""Running a server: sockets, settings, log, health, metrics, backups, restarts, and nginx."""

import asyncio
import gzip
import json
import logging
import os
import re
import shutil
import sqlite3
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from playwright.sync_api import BrowserContext, expect
from websockets.sync.client import connect
from websockets.typing import Origin

import yurei
from scripts.environment import ROOT
from tests.cli.test_cli import PROGRAM
from tests.cli.test_cli import yurei as command
from tests.day_and_night import first_by_day
from tests.programs import running
from tests.web.conftest import club_at
from tests.web.people import START, Server
from tests.web.programs import Program
from tests.web.wire import SCRIPTED, Made, Visitor, WebApp, make, run_in_thread, until
from yurei.apps.cli.servers import OPTIONS
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.frame.http import FOR_ALL_ADDRESSES, PERSON
from yurei.apps.web.frame.limits import Admission
from yurei.apps.web.frame.logbook import LOGGER, JsonLines
from yurei.apps.web.settings import WebSettings, settings
from yurei.errors import BadValue


def asked(address: str, body: dict[str, Any] | None = None, token: str = "") -> tuple[int, dict[str, Any], str]:
    """What the server answers a program, and in how many seconds it is to ask again."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer), answer.headers.get("Retry-After", "")
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), error.headers.get("Retry-After", "")


@pytest.mark.nightly  # by day test_limits.py asks the application without a server
def test_a_server_limits_requests_by_default(tmp_path: Path) -> None:
    with Server(tmp_path / "games.db", limited=True) as server:
        _, made, _ = asked(f"{server.address}/api/games", {})
        _, sat, _ = asked(f"{server.address}/api/sit", {"link": made["links"]["white"]})
        answers = list[tuple[int, dict[str, Any], str]]()
        while len(answers) < 350 and (not answers or answers[-1][0] != 429):
            answers.append(asked(server.address + sat["address"], {"do": "settle"}, sat["token"]))
    assert [status for status, _, _ in answers[:50]] == [409] * 50
    assert answers[-1] == (429, {"error": "too many requests; please wait a moment"}, "1")


def test_a_server_without_the_extra_names_it_and_runs(tmp_path: Path) -> None:
    without = f"import sys; sys.modules['numba'] = None; {START}"
    options = ["serve", "--port", "0", "--database", str(tmp_path / "games.db"), "--no-browser"]
    with running([sys.executable, "-c", without, *options], text=True) as program:
        assert program.stderr is not None
        assert "pip install '.[fast]'" in program.stderr.readline()


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def asks(server: Server, path: str, token: str) -> Ends:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nAuthorization: Bearer {token}\r\n\r\n"
    writer.write(head.encode())
    await writer.drain()
    return reader, writer


async def everybody_waits(
    server: Server, tokens: list[tuple[str, str]], bots: list[str]
) -> tuple[list[str], list[str]]:
    """Let programs wait for news and bots listen, and stop the server: what each is answered, and what came on each stream."""
    streams = [await asks(server, "/api/stream", token) for token in bots]
    for reader, _ in streams:
        await reader.readuntil(b"event: ready")
    waiting = [await asks(server, f"{address}?since=99&wait=30", token) for address, token in tokens]
    await asyncio.to_thread(asked, f"{server.address}/health")  # which comes after all of them
    await asyncio.to_thread(server.stop)
    return await all_of(waiting), await all_of(streams)


async def all_of(opened: list[Ends]) -> list[str]:
    came = [(await reader.read()).decode() for reader, _ in opened]
    for _, writer in opened:
        writer.close()
    return came


@pytest.mark.parametrize(("programs", "bots"), first_by_day([(60, 10), (1000, 100)]))
def test_however_many_wait_while_the_server_stops_each_is_told_to_come_back(
    tmp_path: Path, programs: int, bots: int
) -> None:
    server = Server(tmp_path / "games.db", tmp_path / "log")
    server.start()
    links = [asked(f"{server.address}/api/games", {})[1]["links"] for _ in range(4)]
    sat = [asked(f"{server.address}/api/sit", {"link": each[seat]})[1] for each in links for seat in ("black", "white")]
    tokens = [(sat[number % len(sat)]["address"], sat[number % len(sat)]["token"]) for number in range(programs)]
    known = [asked(f"{server.address}/api/bots", {"name": f"Bot {number}"})[1]["token"] for number in range(bots)]
    answers, streams = run_in_thread(everybody_waits(server, tokens, known))
    assert Counter(answer.split()[1] for answer in answers) == {"503": programs}
    assert all("retry-after: 5\r\n" in answer.lower() for answer in answers)
    assert all(came.endswith("\r\n0\r\n\r\n") for came in streams), "each stream has ended as it should"
    log = (tmp_path / "log").read_text().splitlines()
    assert [line for line in log if json.loads(line)["level"] != "info"] == []


GO = PublicUrl("https", "go.example")


@pytest.fixture
def behind_proxy() -> Iterator[WebApp]:
    with WebApp(public=GO) as webapp:
        yield webapp


LIES = (("host", "127.0.0.1:8000"), ("x-forwarded-host", "evil.example"), ("x-forwarded-proto", "http"))


def test_links_lead_to_the_public_address(behind_proxy: WebApp) -> None:
    maker = Visitor(behind_proxy)
    address = maker.post("/games", {"colour": "referee"}, *LIES).location
    assert 'value="https://go.example/g/' in maker.get(address, *LIES).text
    for link in Program(behind_proxy).says("/api/games", {})["links"].values():
        assert link.startswith("https://go.example/g/")


def names_of(cookies: list[str]) -> list[str]:
    return [cookie.partition("=")[0] for cookie in cookies]


def test_over_tls_only_this_host_can_give_cookies_and_they_are_taken_back(behind_proxy: WebApp, webapp: WebApp) -> None:
    for where, person, host in ((behind_proxy, "__Host-yurei-person", "__Secure-yurei"), (webapp, PERSON, "yurei")):
        maker = Visitor(where)
        answer = maker.post("/games", {"colour": "black"}, *LIES)
        name, cookies = answer.location.split("/")[2], answer.all("set-cookie")
        assert sorted(names_of(cookies)) == sorted([person, f"{host}-{name}-host"])
        for cookie in cookies:
            assert ("secure" in cookie.lower().split("; ")) is (where is behind_proxy)
        assert maker.get(f"/g/{name}/black").status == 200
        assert maker.get(f"/g/{name}/links").status == 200
        assert "max-age=" in "".join(maker.get("/").all("strict-transport-security")) or where is webapp


def test_over_tls_a_host_prefixed_cookie_is_secure_and_has_path_root(behind_proxy: WebApp) -> None:
    visitor = Visitor(behind_proxy)
    answers = [visitor.post(path, form) for path, form in (("/games", {}), ("/language", {"to": "de"}), ("/likes", {}))]
    answers.append(visitor.get("/learn/first/go"))
    given = [cookie for answer in answers for cookie in answer.all("set-cookie")]
    for cookie in given:
        attributes = [part.strip().lower() for part in cookie.split(";")[1:]]
        assert {"secure", "httponly"} <= set(attributes)
        assert not any(each.startswith("domain") for each in attributes)
        assert cookie.startswith("__Host-") == ("path=/" in attributes)
    for_all = {name.removeprefix("__Host-") for name in names_of(given) if name.startswith("__Host-")}
    assert for_all <= FOR_ALL_ADDRESSES, "every cookie for all addresses is known as one"
    assert visitor.get("/").text.startswith('<!doctype html><html lang="de"')


def test_no_cookie_that_another_host_of_the_domain_can_set_is_taken_for_the_key(behind_proxy: WebApp) -> None:
    made = make(behind_proxy)
    own = made.seats["black"].cookies["__Host-yurei-person"]
    for name in (PERSON, f"__Secure-{PERSON}"):
        for cookies in ({name: "tossed", f"__Host-{PERSON}": own}, {f"__Host-{PERSON}": own, name: "tossed"}):
            assert Visitor(behind_proxy, cookies).get(made.at("black")).status == 200
        alone = Visitor(behind_proxy, {name: own})
        answer = alone.get(made.at("black"))
        assert (answer.status, answer.all("set-cookie")) == (403, [])
    for name in ("language", "__Secure-language"):
        assert '<html lang="en"' in Visitor(behind_proxy, {name: "de"}).get("/").text


def test_requests_to_the_public_address_are_let_in_and_no_others(behind_proxy: WebApp) -> None:
    visitor = Visitor(behind_proxy)
    for origin, status in (
        ("https://go.example", 303),
        ("http://go.example", 403),
        ("http://127.0.0.1:8000", 403),
        ("https://evil.example", 403),
        ("null", 403),
    ):
        assert visitor.post("/games", {}, *LIES, ("origin", origin)).status == status
    made = make(behind_proxy)
    white = made.seats["white"]
    assert white.listen(f"{made.at('white')}/live", *LIES, ("origin", "https://go.example")).accepted
    for path in (f"{made.at('white')}/live", "/lobby/live", "/watch/live"):
        for origin in ("http://127.0.0.1:8000", "http://go.example", "https://evil.example", "null"):
            assert not white.listen(path, *LIES, ("origin", origin)).accepted, f"{origin} at {path}"


def test_without_a_public_address_forwarded_headers_are_ignored(webapp: WebApp) -> None:
    lies = [("x-forwarded-proto", "https"), ("x-forwarded-host", "evil.example")]
    answer = Visitor(webapp).ask("POST", "/api/games", lies, b"{}", kind="application/json")
    assert all(link.startswith("http://yurei.example/g/") for link in json.loads(answer.text)["links"].values())


def test_a_public_address_is_written_as_browsers_write_it() -> None:
    for text, host in (
        ("https://go.example", "go.example"),
        ("https://GO.example:443/", "go.example"),
        ("http://go.example:8080", "go.example:8080"),
        (" http://192.0.2.1:80 ", "192.0.2.1"),
        ("http://[::1]:8000", "[::1]:8000"),
    ):
        assert PublicUrl.read(text).host == host


@pytest.mark.parametrize("text", ["go.example", "https://go.example/yurei", "ftp://x", "https://", "https://a b", "\0"])
def test_a_bad_public_address_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match="is no public address"):
        PublicUrl.read(text)


def test_the_health_page_reports_a_healthy_server_and_no_counts(webapp: WebApp) -> None:
    before = Visitor(webapp).get("/health")
    assert json.loads(before.text) == {"status": "well", "database": "writes", "version": yurei.__version__}
    make(webapp)
    assert Visitor(webapp).get("/health") == before


def test_the_health_page_reports_a_failing_database(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webapp.store, "is_available", AsyncMock(return_value=False))
    answer = Visitor(webapp).get("/health")
    assert (answer.status, json.loads(answer.text)["database"]) == (503, "does not write")


def here(webapp: WebApp) -> Visitor:
    visitor = Visitor(webapp)
    visitor.address = "127.0.0.1"
    return visitor


LOCAL = ("host", "localhost:8000")


def test_metrics_are_for_the_machine_of_the_server_alone(webapp: WebApp, behind_proxy: WebApp) -> None:
    make(webapp)
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        answer = here(webapp).get("/metrics", ("host", host))
        assert answer.status == 200
        assert 'yurei_games{phase="playing"} 1\n' in answer.text
    assert here(behind_proxy).get("/metrics", LOCAL).status == 200
    for visitor, *headers in (
        (Visitor(webapp), LOCAL),
        (Visitor(webapp), LOCAL, ("x-forwarded-for", "127.0.0.1")),
        (here(webapp), ("host", "evil.example")),
        (here(webapp), LOCAL, ("x-forwarded-for", "192.0.2.7")),
        (here(behind_proxy), ("x-forwarded-for", "192.0.2.7")),
    ):
        answer = visitor.get("/metrics", *headers)
        assert (answer.status, "yurei_games" in answer.text) == (404, False)


def test_the_documentation_lists_every_metric(webapp: WebApp) -> None:
    text = here(webapp).get("/metrics", LOCAL).text
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8").split("## Metrics")[1].split("\n## ")[0]
    assert set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE)) == set(re.findall(r"`((?:yurei|process)_\w+)", page))


def test_metrics_tell_a_full_server() -> None:
    admission = Admission(0.05)
    with WebApp(admission=admission) as webapp:
        assert "yurei_full 0\n" in here(webapp).get("/metrics", LOCAL).text
        for _ in range(100):
            admission.sample_load(0.3, 0.2)
        text = here(webapp).get("/metrics", LOCAL).text
    assert "yurei_full 1\n" in text
    assert "yurei_loop_late_seconds 0.2\n" in text


class Log:
    """The lines of the log, as they would be written."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog

    @property
    def lines(self) -> list[str]:
        return [JsonLines().format(record) for record in self._caplog.records]

    @property
    def answered(self) -> list[tuple[str, str | None, int]]:
        lines = [json.loads(line) for line in self.lines]
        return [(line["method"], line["route"], line["status"]) for line in lines if line["event"] == "answered"]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[Log]:
    with caplog.at_level(logging.INFO, LOGGER.name):
        yield Log(caplog)


def test_the_log_names_the_route_and_not_its_values(webapp: WebApp, log: Log) -> None:
    made, stranger = make(webapp, width="5"), Visitor(webapp)
    for _ in range(2):
        made.act("black", "stone", "C3")
    for path in ("/nothing/at/all?a=b", "/static/style.css"):
        stranger.get(path)
    stranger.ask("C3\n", "/")
    made.seats["white"].listen(f"{made.at('white')}/live").close()
    made.seats["white"].listen(f"{made.at('white')}/live", ("origin", "http://evil.example"))
    assert log.answered[0] == ("POST", "/games", 303)
    assert ("POST", "/g/{game}/join/{chair}/{link}", 303) in log.answered
    assert log.answered[-7:] == [
        ("POST", "/g/{game}/{chair}", 200),
        ("POST", "/g/{game}/{chair}", 409),
        ("GET", None, 404),
        ("GET", "/static", 200),
        ("other", "/", 405),
        ("WebSocket", "/g/{game}/{chair}/live", 101),
        ("WebSocket", None, 403),
    ]
    assert all(json.loads(line)["ms"] >= 0 for line in log.lines)


def test_files_travel_compressed_and_pages_never_do(webapp: WebApp) -> None:
    made, asked = make(webapp, width="5"), ("accept-encoding", "gzip")
    for name in ("style.css", "table.js"):
        packed = Visitor(webapp).get(f"/static/{name}", asked)
        assert packed.all("content-encoding") == ["gzip"]
        assert gzip.decompress(packed.body) == Visitor(webapp).get(f"/static/{name}").body
        assert len(packed.body) < len(gzip.decompress(packed.body)) / 2
    for path in ("/", "/you", made.at("black")):
        assert made.seats["black"].get(path, asked).all("content-encoding") == [], (
            "its length would tell of its secrets"
        )


def secrets_of(made: Made) -> set[str]:
    """Everything that only some may know: names of games, keys, links, tokens."""
    chairs = made.webapp.chairs(made.name).values()
    digests = {
        made.webapp.games()[made.name].host,
        *(chair.link for chair in chairs),
        *(chair.key or "" for chair in chairs),
    }
    keys = {value for visitor in (made.host, *made.seats.values()) for value in visitor.cookies.values()}
    return ({made.name} | digests | keys) - {"", *SCRIPTED.values()}


def test_log_of_a_whole_game_contains_no_secret_and_no_point(
    webapp: WebApp, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(webapp, width="5")
    program = Program(webapp).sits_down(Program(webapp).says("/api/games", {})["links"]["black"])
    for number, point in enumerate(("C3", "D4", "C3", "B2", "E5")):
        made.act(("black", "white")[number % 2], "stone", point)
        made.act("black", "pencil-dead", point)
    program.does("stone", "A1")
    made.seats["black"].ask("POST", made.at("black"), [], b"do=stone&at=Z99")
    for nonsense in ("E4", "/api/games/E4/E4?since=E4", f"/g/{made.name}/black/replay?at=E4"):
        made.seats["black"].get(f"/{nonsense.lstrip('/')}", ("accept-language", "E4"), ("user-agent", "E4"))
    fails(webapp, made, monkeypatch)
    for seat in ("white", "black"):
        made.act(seat, "pass")
    made.seats["white"].get(f"{made.at('white')}/record")
    written = "\n".join(log.lines)
    assert len(log.answered) > 20
    for secret in secrets_of(made) | {program.token, program.address}:
        assert secret not in written
    assert re.findall(r"\b[A-HJ-T](1?[0-9]|2[0-5])\b", written) == []


def fails(webapp: WebApp, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something go wrong that nobody foresaw, with words that nobody should read."""

    def stumble(*_: object) -> None:
        raise RuntimeError(f"at E4 in {made.name}")

    with monkeypatch.context() as patch:
        patch.setattr(type(webapp.club.seats), "check", stumble)
        assert made.seats["black"].get(made.at("black")).status == 500
        logging.getLogger("uvicorn.error").error("wrong in %s\nE4", made.name, exc_info=RuntimeError("E4"))


def test_log_of_a_failure_names_kind_and_route(webapp: WebApp, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(webapp)
    fails(webapp, made, monkeypatch)
    line = json.loads(log.lines[-1])
    assert (line["level"], line["event"], line["error"]) == ("error", "wrong in %s", "RuntimeError")
    assert log.answered[-1] == ("GET", "/g/{game}/{chair}", 500)


def test_internal_error_has_all_security_headers(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(webapp)
    names = {name for name, _ in made.seats["black"].get(made.at("black")).headers}
    monkeypatch.setattr(type(webapp.club.seats), "check", lambda *_: 1 // 0)
    answer = made.seats["black"].get(made.at("black"))
    assert (answer.status, {name for name, _ in answer.headers}) == (500, names)


def test_environment_variables_apply_where_no_option_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUREI_PORT", "9000")
    monkeypatch.setenv("YUREI_PUBLIC_URL", "https://go.example")
    monkeypatch.setenv("YUREI_LOG", "1")
    chosen = settings(host="::1", port=None)
    assert (chosen.host, chosen.port, chosen.public, chosen.log) == ("::1", 9000, GO, True)
    assert settings(port=9001).port == 9001


@pytest.mark.parametrize(("name", "value"), [("PORT", "many"), ("LOG", "perhaps")])
def test_a_bad_environment_variable_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"YUREI_{name}", value)
    with pytest.raises(BadValue, match=f"YUREI_{name} is '{value}': input should be"):
        settings()


def test_every_setting_is_an_option_with_a_description() -> None:
    helped = " ".join(command("serve", "--help").output.split())
    for name, field in WebSettings.model_fields.items():
        assert f"--{name.replace('_', '-')}" in helped
        assert f"YUREI_{name.upper()}" in helped
        assert field.description


def test_the_unit_and_the_container_use_only_existing_settings() -> None:
    known = {f"YUREI_{name.upper()}" for name in WebSettings.model_fields}
    for name in ("yurei.service", "Containerfile"):
        text = (ROOT / "docs" / "running" / name).read_text(encoding="utf-8")
        assert set(re.findall(r"YUREI_[A-Z_]+", text)) <= known
        for option in re.findall(r"--[a-z-]+(?=[\"\n ])", text.partition("serve")[2].partition("\n")[0]):
            assert option in command("serve", "--help").output
    assert "FROM docker.io/library/python:3.13-slim\n" in text


def test_a_default_in_the_help_is_the_default_of_the_setting() -> None:
    said = {
        name: float(found[1])
        for name, option in OPTIONS.items()
        if (found := re.search(r"Default: (\d+(?:\.\d+)?)\.$", option.__metadata__[0].help or ""))
    }
    assert len(said) > 6
    assert said == {name: WebSettings.model_fields[name].default for name in said}


def test_a_backup_contains_all_committed_rows(tmp_path: Path) -> None:
    database, copy = tmp_path / "it's 100% mine?.db", tmp_path / "copy.db"
    with closing(sqlite3.connect(database)) as writing:
        writing.execute("PRAGMA journal_mode=WAL")
        writing.execute("CREATE TABLE games (id TEXT)")
        writing.execute("INSERT INTO games VALUES ('kept')")
        writing.commit()
        writing.execute("INSERT INTO games VALUES ('not yet kept')")
        done = command("backup", str(copy), "--database", str(database))
        assert done.exit_code == 0, done.output
    with closing(sqlite3.connect(copy)) as reading:
        assert reading.execute("SELECT id FROM games").fetchall() == [("kept",)]
        assert reading.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("database", "copy", "hint"),
    [
        ("missing.db", "copy.db", "there is no database at"),
        ("games.db", "games.db", "is there already"),
        ("games.db", "no/such/folder/copy.db", "the copy cannot be made"),
        ("text.db", "copy.db", "the copy cannot be made"),
        ("postgresql://here/games", "copy.db", "pg_dump"),
    ],
)
def test_a_copy_that_cannot_be_made_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str, copy: str, hint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.db").write_text("this is no database " * 100)
    sqlite3.connect("games.db").close()
    before = sorted(tmp_path.iterdir())
    done = command("backup", copy, "--database", database)
    assert done.exit_code == 2
    assert hint in done.stderr
    assert "Traceback" not in done.output
    assert sorted(tmp_path.iterdir()) == before


ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="other systems have no modes of files")


@pytest.fixture
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@ON_POSIX
@pytest.mark.usefixtures("usual_umask")
def test_a_database_its_copy_and_a_saved_record_are_private(tmp_path: Path) -> None:
    with Server(tmp_path / "games.db"):
        for words in (
            ["backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "games.db")],
            ["play", "--size", "3", "--save", str(tmp_path / "game.jsonl")],
        ):
            subprocess.run(
                [*PROGRAM, *words], input="resign\n", text=True, check=False, capture_output=True, timeout=60
            )
        modes = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir() if file.is_file()}
    assert {"games.db", "copy.db", "game.jsonl"} <= modes.keys()
    assert set(modes.values()) == {"0o600"}, modes


@pytest.mark.nightly  # by day test_live_pages.py sends again, and tests/faults/test_killed.py kills
def test_open_pages_reconnect_after_a_crash(own_server: Server, new_context: Callable[..., BrowserContext]) -> None:
    club = club_at(own_server, new_context)
    black, white = club.duel(width="5", referee="hamburg")
    black.tries("C3")
    white.hears("Black has moved, White to move.")
    white.tries("C3")
    black.hears("There is already an opponent’s stone.")
    heard, seen = white.lines, white.page.locator("#play").inner_html()
    shared = club.person()
    club.makes(shared, opponent="one-device", width="3")
    shared.lifts_the_curtain()
    shared.tries("B2")
    shared.lifts_the_curtain()

    own_server.kill()
    for person in (black, white):
        expect(person.page.locator("#connection")).to_have_text("Connection lost; reconnecting …")
    white.tries("D4")
    expect(white.page.locator("#sending")).to_have_text("No answer yet; sending again …")
    white.sees("")
    expect(white.point("D4")).to_have_class("asked")
    assert white.lines == heard
    assert white.page.locator("#play").inner_html().replace(' class="asked"', "") == seen
    own_server.start()
    for person in (black, white):
        expect(person.page.locator("#connection")).to_be_empty()
    black.hears("White has moved, Black to move.")
    white.sees("D4 white")
    assert white.lines[-len(heard) :] == heard
    expect(white.page.locator("#sending")).to_be_empty()
    expect(white.notice).to_be_empty()
    black.tries("D4")
    white.hears("There is already an opponent’s stone.")
    black.sees("C3 black")
    expect(shared.page.locator(".curtain button")).to_be_visible()
    shared.lifts_the_curtain()
    shared.tries("B2")
    shared.hears("Illegal move.")


NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NEEDS_NGINX = pytest.mark.skipif(
    NGINX is None or shutil.which("openssl") is None, reason="nginx or openssl is not installed here"
)
SECRETS = ("/g/a/join/black/", "/mail/a/stop/", "/you/along/", "/evening/a/p/1/", "/challenge/")


@dataclass
class Proxy:
    """An nginx that is running: its port, the file that it logs to, and what its certificate is checked with."""

    port: int
    log: Path
    trust: ssl.SSLContext

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str, str]:
        with closing(HTTPSConnection("localhost", self.port, context=self.trust, timeout=10)) as connection:
            connection.request(method, path, body, headers)
            with connection.getresponse() as answer:
                return answer.status, str(answer.headers), answer.read().decode()


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """The block of the documentation with other ports, files and names, between the rest of what nginx needs."""
    folder, (port, other) = tmp_path_factory.mktemp("nginx"), (Server(Path()).port for _ in range(2))
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "1"]
    words += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(words, check=True, capture_output=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YUREI_PUBLIC_URL", f"https://localhost:{port}")
        server = Server(folder / "games.db")
        server.start()
    block = (ROOT / "docs/running/nginx.conf").read_text(encoding="utf-8")
    for old, new in {
        "listen [::]:443 ssl;": "",
        "listen [::]:80;": "",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "listen 80": f"listen 127.0.0.1:{other}",
        "go.example;": "localhost;",
        "/etc/letsencrypt/live/go.example/fullchain.pem": str(certificate),
        "/etc/letsencrypt/live/go.example/privkey.pem": str(key),
        "/var/log/nginx": str(folder),
        "127.0.0.1:8000": f"127.0.0.1:{server.port}",
    }.items():
        assert old in block, f"the block has no {old}"
        block = block.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/start.log;\nevents {{}}\nhttp {{\n{paths}{block}\n}}\n"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    trust = ssl.create_default_context(cafile=str(certificate))
    with running([str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL):
        try:
            found = Proxy(port, folder / "yurei.log", trust)
            for _ in range(100):
                try:
                    found.ask("GET", "/health")
                    break
                except OSError:
                    time.sleep(0.1)
            yield found
        finally:
            server.stop()


@NEEDS_NGINX
def test_pages_are_answered_and_browsers_told_to_come_by_tls(proxy: Proxy) -> None:
    status, head, body = proxy.ask("GET", "/")
    assert (status, "strict-transport-security" in head.lower(), "<title>" in body) == (200, True, True)


@NEEDS_NGINX
def test_a_socket_opens_and_brings_the_page(proxy: Proxy) -> None:
    address = f"localhost:{proxy.port}"
    with connect(f"wss://{address}/watch/live", ssl=proxy.trust, origin=Origin(f"https://{address}")) as opened:
        assert "<" in str(opened.recv(timeout=10))


@NEEDS_NGINX
def test_a_stream_of_a_bot_comes_at_once_and_frame_by_frame(proxy: Proxy) -> None:
    kind = {"Content-Type": "application/json"}
    token = json.loads(proxy.ask("POST", "/api/bots", '{"name": "Sei"}', **kind)[2])["token"]
    with closing(HTTPSConnection("localhost", proxy.port, context=proxy.trust, timeout=5)) as connection:
        connection.request("GET", "/api/stream", headers={"Authorization": f"Bearer {token}"})
        with connection.getresponse() as answer:
            assert answer.status == 200
            assert answer.read1(100), "without more than was sent"


@NEEDS_NGINX
def test_nginx_log_contains_no_secret_of_a_link(proxy: Proxy) -> None:
    for path in SECRETS:
        proxy.ask("GET", f"{path}secret")
        proxy.ask("GET", "/static/style.css", Referer=f"https://localhost{path}secret")
    proxy.ask("GET", "/learn/go?at=secret")
    until(lambda: "/learn/go" in proxy.log.read_text(encoding="utf-8"), 10)
    assert "secret" not in proxy.log.read_text(encoding="utf-8")
