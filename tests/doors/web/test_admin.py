"""A port of its own for who runs the server: nothing of the game is served there, and nothing of it where one plays."""

from __future__ import annotations

import re
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.routing import Route

from tests.doors.programs import running
from tests.doors.test_cli import yurei
from tests.doors.web.people import START
from tests.doors.web.wire import HOST, House, Visitor, apart, run_apart
from tests.secrecy.test_keys import RULES, SOCKETS
from yurei.apps.web.admin.page import admin_page
from yurei.apps.web.admin.readings import Readings, reader
from yurei.apps.web.admin.server import admin_app, is_own
from yurei.apps.web.limits.admission import Admission
from yurei.club.model.durations import BOUNDS

OWN = {"/", "/metrics", "/static/{name}"}
"""All that is served there, for who runs the server."""
NOTHING = [0] * (len(BOUNDS) + 1)
IDLE = Readings({}, 0, 0, 0, 0, 0, {}, {}, {}, False, 0.0, 0.0, 0.05, NOTHING, 0, 0.0, 0.0, 0)


def statuses(*wanted: tuple[str, str, str]) -> list[int]:
    """What is answered there, by the method, the path, and the name under which it is asked."""

    async def ask() -> Iterable[int]:
        served = httpx.ASGITransport(admin_app(lambda: IDLE, "127.0.0.1"))
        async with httpx.AsyncClient(transport=served, base_url="http://localhost:9") as client:
            return [(await client.request(how, path, headers={"host": host})).status_code for how, path, host in wanted]

    return list(run_apart(ask()))


def test_nothing_else_is_served_there() -> None:
    app = admin_app(lambda: IDLE, "127.0.0.1")
    assert {route.path for route in app.routes if isinstance(route, Route)} == OWN
    assert len(app.routes) == len(OWN)

    served = {(how, re.sub(r"\{\w+\}", "x", path)) for how, path in (*RULES, *(("GET", path) for path in SOCKETS))}
    assert set(statuses(*((how, path, "localhost") for how, path in served if path not in OWN))) == {404}


def test_nothing_of_it_is_served_where_one_plays() -> None:
    with House() as house:
        for path in ("/metrics", "/admin", "/metrics/"):
            assert Visitor(house).get(path).status == 404
        assert "How the server does" not in Visitor(house).get("/").text


@pytest.mark.parametrize("path", ["/", "/metrics", "/static/admin.css"])
def test_a_page_whose_name_leads_here_from_elsewhere_learns_nothing(path: str) -> None:
    assert statuses(*(("GET", path, host) for host in ("localhost:9", "[::1]:9", HOST))) == [200, 200, 400]


def test_files_are_those_of_the_page_alone() -> None:
    names = ("style.css", "yurei.js", "..%2Fapp.py")
    assert statuses(*(("GET", f"/static/{name}", "localhost") for name in names)) == [200, 404, 404]


@pytest.mark.parametrize(
    ("host", "own"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("club", False)]
)
def test_a_host_that_others_can_reach_is_recognised(host: str, own: bool) -> None:
    assert is_own(host) is own


def test_the_page_says_whether_there_is_room_and_comes_anew_unless_it_is_to_stand_still() -> None:
    admission = Admission(0.05)
    with House(admission=admission) as house:
        club = house.club
        read = reader(club, club.games._store.writer, house.measures, admission)
        assert "New games are welcome." in admin_page(read(), {}, still=False)
        for _ in range(100):
            admission.sample(0.3, 0.2)
        page = admin_page(read(), {}, still=False)
    assert "no new game is begun" in page
    assert "200 ms" in page
    assert 'http-equiv="refresh"' in page
    assert "http-equiv" not in admin_page(IDLE, {}, still=True)
    assert "<script" not in page


def test_the_slowest_route_stands_first() -> None:
    def took(within: int) -> list[int]:
        return [0] * within + [50] * (len(NOTHING) - within)

    routes = {("GET", "/learn"): took(2), ("POST", "/games"): took(8), ("GET", "/"): took(0)}
    page = admin_page(replace(IDLE, took=routes), {}, still=True)
    assert re.findall("<code>(.*?)</code>", page) == ["POST /games", "GET /learn", "GET /"]


# As it is started.


def asked(address: str) -> tuple[int, str]:
    """What is answered there."""
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def test_a_server_has_both_ports_and_ends_both(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--admin-port", "0", "--database", str(tmp_path / "games.db"), "--no-browser"]
    with running([sys.executable, "-c", START, *words], text=True) as program:
        assert program.stdout is not None
        public, admin = (re.findall(r"http://\S+:\d+", program.stdout.readline())[0] for _ in range(2))
        assert asked(f"{public}/metrics")[0] == 404
        assert asked(f"{admin}/new")[0] == 404
        assert asked(f"{public}/learn")[0] == 200
        status, text = asked(f"{admin}/metrics")
        families = {family.name: family for family in text_string_to_metric_families(text)}
        assert status == 200
        assert {sample.value for sample in families["yurei_requests"].samples} == {1.0}
        assert "New games are welcome." in asked(f"{admin}/")[1]
        port = int(admin.rpartition(":")[2])
        with socket.socket() as elsewhere:
            assert elsewhere.connect_ex(("127.0.0.2", port)), "it listens on 127.0.0.1 alone"
        program.terminate()
        assert program.wait(20) is not None
        with socket.socket() as afterwards:
            assert afterwards.connect_ex(("127.0.0.1", port)) != 0


def test_a_server_without_the_extra_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("prometheus_client", "yurei.apps.web.admin.server"))]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("readings", "server"):
        monkeypatch.delitem(sys.modules, f"yurei.apps.web.admin.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    place = str(tmp_path / "games.db")
    shown = apart(lambda: yurei("serve", "--port", "0", "--admin-port", "0", "--database", place, "--no-browser"))
    assert shown.exit_code == 2
    assert "pip install '.[admin]'" in shown.stderr
