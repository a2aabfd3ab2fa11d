"""For who runs the server: its address behind a proxy, its health, its log, its settings, and copies of its games."""

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import yurei
from scripts.environment import ROOT
from tests.doors.test_cli import yurei as command
from tests.web.programs import Program
from tests.web.wire import SCRIPTED, House, Made, Visitor, make
from yurei.apps.cli.servers import OPTIONS
from yurei.apps.web.address import PublicUrl
from yurei.apps.web.limits.admission import Admission
from yurei.apps.web.logbook import LOGGER, JsonLines
from yurei.apps.web.settings import WebSettings, settings
from yurei.apps.web.shell.cookies import FOR_ALL_ADDRESSES, PERSON
from yurei.errors import BadValue

GO = PublicUrl("https", "go.example")


# Behind a proxy.


@pytest.fixture
def behind_proxy() -> Iterator[House]:
    """The application, told that people find it at https://go.example."""
    with House(public=GO) as house:
        yield house


LIES = (("host", "127.0.0.1:8000"), ("x-forwarded-host", "evil.example"), ("x-forwarded-proto", "http"))


def test_links_lead_to_the_public_address(behind_proxy: House) -> None:
    maker = Visitor(behind_proxy)
    address = maker.post("/games", {"colour": "referee"}, *LIES).location
    assert 'value="https://go.example/g/' in maker.get(address, *LIES).text
    for link in Program(behind_proxy).says("/api/games", {})["links"].values():
        assert link.startswith("https://go.example/g/")


def test_cookies_go_only_where_nobody_listens(behind_proxy: House, house: House) -> None:
    for where, secure in ((behind_proxy, True), (house, False)):
        answer = Visitor(where).post("/games", {}, *LIES)
        cookies = answer.all("set-cookie")
        assert cookies
        assert [("secure" in cookie.lower().split("; ")) for cookie in cookies] == [secure] * len(cookies)


def names_of(cookies: list[str]) -> list[str]:
    return [cookie.partition("=")[0] for cookie in cookies]


def test_over_tls_only_this_host_can_give_cookies_and_they_are_taken_back(behind_proxy: House, house: House) -> None:
    for where, person, host in ((behind_proxy, "__Host-yurei-person", "__Secure-yurei"), (house, PERSON, "yurei")):
        maker = Visitor(where)
        answer = maker.post("/games", {"colour": "black"}, *LIES)
        name = answer.location.split("/")[2]
        assert sorted(names_of(answer.all("set-cookie"))) == sorted([person, f"{host}-{name}-host"])
        assert maker.get(f"/g/{name}/black").status == 200
        assert maker.get(f"/g/{name}/links").status == 200
        assert "max-age=" in "".join(maker.get("/").all("strict-transport-security")) or where is house


def test_over_tls_a_host_prefixed_cookie_is_secure_and_has_path_root(behind_proxy: House) -> None:
    visitor = Visitor(behind_proxy)
    given = visitor.post("/games", {}).all("set-cookie") + visitor.post("/language", {"to": "de"}).all("set-cookie")
    given += visitor.post("/likes", {}).all("set-cookie")
    for cookie in given:
        attributes = [part.strip().lower() for part in cookie.split(";")[1:]]
        assert "secure" in attributes
        assert "httponly" in attributes
        assert not any(each.startswith("domain") for each in attributes)
        assert cookie.startswith("__Host-") == ("path=/" in attributes)
    assert visitor.get("/").text.startswith('<!doctype html><html lang="de"')


def test_no_cookie_that_another_host_of_the_domain_can_set_is_taken_for_the_key(behind_proxy: House) -> None:
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


def test_every_cookie_for_all_addresses_is_known_as_one(behind_proxy: House) -> None:
    visitor = Visitor(behind_proxy)
    given = [
        *visitor.post("/games", {}).all("set-cookie"),
        *visitor.post("/language", {"to": "de"}).all("set-cookie"),
        *visitor.post("/likes", {}).all("set-cookie"),
        *visitor.get("/learn/first/go").all("set-cookie"),
    ]
    names = {name.removeprefix("__Host-") for name in names_of(given) if name.startswith("__Host-")}
    assert names <= FOR_ALL_ADDRESSES


def test_requests_to_the_public_address_are_let_in_and_no_others(behind_proxy: House) -> None:
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


def test_without_a_public_address_forwarded_headers_are_ignored(house: House) -> None:
    links = json.loads(
        Visitor(house)
        .ask(
            "POST",
            "/api/games",
            [("x-forwarded-proto", "https"), ("x-forwarded-host", "evil.example")],
            b"{}",
            kind="application/json",
        )
        .text
    )["links"]
    assert all(link.startswith("http://yurei.example/g/") for link in links.values())


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("https://go.example", "go.example"),
        ("https://GO.example:443/", "go.example"),
        ("http://go.example:8080", "go.example:8080"),
        (" http://192.0.2.1:80 ", "192.0.2.1"),
        ("http://[::1]:8000", "[::1]:8000"),
    ],
)
def test_a_public_address_is_written_as_browsers_write_it(text: str, host: str) -> None:
    assert PublicUrl.read(text).host == host


@pytest.mark.parametrize("text", ["go.example", "https://go.example/yurei", "ftp://x", "https://", "https://a b", "\0"])
def test_a_bad_public_address_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match="is no public address"):
        PublicUrl.read(text)


# Health.


def test_the_health_page_reports_a_healthy_server_and_no_counts(house: House) -> None:
    before = Visitor(house).get("/health")
    assert json.loads(before.text) == {"status": "well", "database": "writes", "version": yurei.__version__}
    make(house)
    assert Visitor(house).get("/health") == before


def test_the_health_page_reports_a_failing_database(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answers() -> bool:
        return False

    monkeypatch.setattr(house.store, "answers", answers)
    answer = Visitor(house).get("/health")
    assert answer.status == 503
    assert json.loads(answer.text)["database"] == "does not write"


# Metrics.


def here(house: House) -> Visitor:
    """A program on the machine of the server."""
    visitor = Visitor(house)
    visitor.address = "127.0.0.1"
    return visitor


LOCAL = ("host", "localhost:8000")


def test_metrics_are_for_the_machine_of_the_server_alone(house: House) -> None:
    make(house)
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        answer = here(house).get("/metrics", ("host", host))
        assert answer.status == 200
        assert 'yurei_games{phase="playing"} 1\n' in answer.text
    for visitor, *headers in (
        (Visitor(house), LOCAL),
        (Visitor(house), LOCAL, ("x-forwarded-for", "127.0.0.1")),
        (here(house), ("host", "evil.example")),
        (here(house), LOCAL, ("x-forwarded-for", "192.0.2.7")),
    ):
        answer = visitor.get("/metrics", *headers)
        assert answer.status == 404
        assert "yurei_games" not in answer.text


def test_a_proxy_passes_no_metrics_on(behind_proxy: House) -> None:
    assert here(behind_proxy).get("/metrics", LOCAL).status == 200
    assert here(behind_proxy).get("/metrics", ("x-forwarded-for", "192.0.2.7")).status == 404


def test_the_documentation_lists_every_metric(house: House) -> None:
    text = here(house).get("/metrics", LOCAL).text
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8").split("## Metrics")[1].split("\n## ")[0]
    assert set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE)) == set(re.findall(r"`((?:yurei|process)_\w+)", page))


def test_metrics_tell_a_full_server() -> None:
    admission = Admission(0.05)
    with House(admission=admission) as house:
        assert "yurei_full 0\n" in here(house).get("/metrics", LOCAL).text
        for _ in range(100):
            admission.sample(0.3, 0.2)
        text = here(house).get("/metrics", LOCAL).text
    assert "yurei_full 1\n" in text
    assert "yurei_loop_late_seconds 0.2\n" in text


# The log.


class Kept(logging.Handler):
    """The lines of the log, as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def answered(self) -> list[tuple[str, str | None, int]]:
        """Every request of the log."""
        lines = [json.loads(line) for line in self.lines]
        return [(line["method"], line["route"], line["status"]) for line in lines if line["event"] == "answered"]


@pytest.fixture
def log() -> Iterator[Kept]:
    """All that would be written."""
    kept, root = Kept(), logging.getLogger()
    level = LOGGER.level
    root.addHandler(kept)
    LOGGER.setLevel(logging.INFO)
    yield kept
    LOGGER.setLevel(level)
    root.removeHandler(kept)


def test_the_log_names_the_route_and_not_its_values(house: House, log: Kept) -> None:
    made = make(house, width="5")
    made.act("black", "stone", "C3")
    made.act("black", "stone", "C3")
    Visitor(house).get("/nothing/at/all?a=b")
    Visitor(house).get("/static/style.css")
    Visitor(house).ask("C3\n", "/")
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


def secrets_of(made: Made) -> set[str]:
    """Everything that only some may know: names of games, keys, links, tokens."""
    stored, chairs = made.house.games()[made.name], made.house.chairs(made.name)
    digests = {stored.host, *(chair.link for chair in chairs.values()), *(chair.key or "" for chair in chairs.values())}
    keys = {value for visitor in (made.host, *made.seats.values()) for value in visitor.cookies.values()} - {
        *SCRIPTED.values()
    }
    return ({made.name} | digests | keys) - {""}


def test_a_whole_game_leaves_no_secret_and_no_point_in_the_log(
    house: House, log: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(house, width="5")
    program = Program(house).sits_down(Program(house).says("/api/games", {})["links"]["black"])
    for number, point in enumerate(("C3", "D4", "C3", "B2", "E5")):
        made.act(("black", "white")[number % 2], "stone", point)
        made.act("black", "pencil-dead", point)
    program.does("stone", "A1")
    made.seats["black"].ask("POST", made.at("black"), [], b"do=stone&at=Z99")
    for nonsense in ("E4", "/api/games/E4/E4?since=E4", f"/g/{made.name}/black/replay?at=E4"):
        made.seats["black"].get(f"/{nonsense.lstrip('/')}", ("accept-language", "E4"), ("user-agent", "E4"))
    fails(house, made, monkeypatch)
    for seat in ("white", "black"):
        made.act(seat, "pass")
    made.seats["white"].get(f"{made.at('white')}/record")
    written = "\n".join(log.lines)
    assert len(log.answered) > 20
    for secret in secrets_of(made) | {program.token, program.address}:
        assert secret not in written
    assert re.findall(r"\b[A-HJ-T](1?[0-9]|2[0-5])\b", written) == []


def fails(house: House, made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something go wrong that nobody foresaw, with words that nobody should read."""

    def stumble(*_: object) -> None:
        raise RuntimeError(f"at E4 in {made.name}")

    with monkeypatch.context() as patch:
        patch.setattr(type(house.club.seats), "check", stumble)
        assert made.seats["black"].get(made.at("black")).status == 500
        logging.getLogger("uvicorn.error").error("wrong in %s\nE4", made.name, exc_info=RuntimeError("E4"))


def test_of_a_failure_the_log_tells_the_kind_and_the_place(
    house: House, log: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(house)
    fails(house, made, monkeypatch)
    line = json.loads(log.lines[-1])
    assert {key: line[key] for key in ("level", "event", "error")} == {
        "level": "error",
        "event": "wrong in %s",
        "error": "RuntimeError",
    }
    assert log.answered[-1] == ("GET", "/g/{game}/{chair}", 500)


def test_an_answer_that_nobody_foresaw_has_all_headers_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(house)
    names = {name for name, _ in made.seats["black"].get(made.at("black")).headers}
    monkeypatch.setattr(type(house.club.seats), "check", lambda *_: 1 // 0)
    answer = made.seats["black"].get(made.at("black"))
    assert (answer.status, {name for name, _ in answer.headers}) == (500, names)


# Settings.


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


def test_a_default_in_the_help_is_the_default_of_the_setting() -> None:
    said = {
        name: float(found[1])
        for name, option in OPTIONS.items()
        if (found := re.search(r"Default: (\d+(?:\.\d+)?)\.$", option.__metadata__[0].help or ""))
    }
    assert len(said) > 6
    assert said == {name: WebSettings.model_fields[name].default for name in said}


# Copies.


def test_a_backup_contains_all_committed_rows(tmp_path: Path) -> None:
    database, copy = tmp_path / "it's 100% mine?.db", tmp_path / "copy.db"
    with sqlite3.connect(database) as writing:
        writing.execute("PRAGMA journal_mode=WAL")
        writing.execute("CREATE TABLE games (id TEXT)")
        writing.execute("INSERT INTO games VALUES ('kept')")
        writing.commit()
        writing.execute("INSERT INTO games VALUES ('not yet kept')")
        done = command("backup", str(copy), "--database", str(database))
        assert done.exit_code == 0, done.output
        writing.rollback()
    writing.close()
    with sqlite3.connect(copy) as reading:
        assert reading.execute("SELECT id FROM games").fetchall() == [("kept",)]
        assert reading.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    reading.close()
    assert {path.name for path in tmp_path.iterdir()} >= {copy.name}
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
