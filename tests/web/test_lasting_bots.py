"""The examples for bots play on a real server, and go on where they, or the server, were killed. The client is tried with them."""

import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.doors.programs import running
from tests.web.people import Server
from tests.web.test_bot import as_curl_would
from tests.web.wire import House, run_apart, until
from yurei.client import AsyncBot, Bot, Refused
from yurei.client.calls import Call, Reading

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = shutil.which("node")


@pytest.fixture
def bots(own_server: Server, tmp_path: Path) -> tuple[Server, Path]:
    """A server of one's own, and a folder for what bots keep."""
    return own_server, tmp_path


def words_for(language: str, server: Server, name: str, kept: Path) -> list[str]:
    """The command by which a bot is started."""
    if language == "python":
        options = ["--name", name, "--kept", str(kept), "--size", "4"]
        return [sys.executable, str(EXAMPLES / "lasting_bot.py"), server.address, *options]
    if NODE is None:
        pytest.skip("the bot in JavaScript needs Node 18 or newer, and there is none on this machine")
    return [NODE, str(EXAMPLES / "bot.mjs"), server.address, name, str(kept), "4"]


def heard(bot: Bot) -> int:
    """How much a bot has heard in its game."""
    games = bot.stands()["games"]
    return len(bot.look(games[0]["address"])["heard"]) if games else 0


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize("language", ["javascript", "python"])
@pytest.mark.parametrize("words", [[], ["localhost"]])
def test_a_bot_reports_a_missing_server_address(language: str, words: list[str]) -> None:
    if language == "python":
        command = [sys.executable, str(EXAMPLES / "lasting_bot.py")]
    elif NODE is None:
        pytest.skip("the bot in JavaScript needs Node 18 or newer, and there is none on this machine")
    else:
        command = [NODE, str(EXAMPLES / "bot.mjs")]
    done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode in (1, 2)
    assert re.search("server|http://", done.stderr)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["javascript", "python"])
def test_a_bot_goes_on_where_it_and_the_server_were_killed(bots: tuple[Server, Path], language: str) -> None:
    server, folder = bots
    kept = [folder / "black", folder / "white"]
    words = [words_for(language, server, "Sei", kept[0]), words_for("python", server, "Murasaki", kept[1])]
    with running(words[1], stderr=None, text=True) as other:
        with running(words[0], stderr=None, text=True) as first:
            until(lambda: kept[0].exists() and bool(kept[0].read_text()))
            with Bot(server.address, kept[0].read_text()) as watched:
                until(lambda: heard(watched) > 5)
            first.kill()
        server.kill()
        server.start()
        with running(words[0], stderr=None, text=True) as again:
            said = again.communicate(timeout=100)[0]
        others = other.communicate(timeout=100)[0]
    winner = re.search(r"(black|white|nobody) has won\n", said)
    assert winner is not None
    assert winner[0] in others, "both have heard the same end"


# The client by itself.


def test_a_plain_bot_and_an_asynchronous_one_play_each_other(server: Server) -> None:
    async def other(link: str) -> list[str]:
        async with await AsyncBot.come(server.address, "Yugao") as bot:
            await bot.sit(link)
            return [await moves(bot, news) async for news in until_over(bot)]

    async def moves(bot: AsyncBot, news: Any) -> str:
        if news["seen"]["your_turn"]:
            await bot.do(news["address"], "resign")
        return str(news["seen"]["heard"][-1]["said"]) if news["seen"]["heard"] else ""

    with Bot.come(server.address, "Genji") as sei:
        events = sei.events()
        assert next(events) == ("ready", {"name": "Genji [bot]", "games": [], "challenges": []})
        links = sei.make(settings={"width": 5, "height": 5})["links"]
        address = sei.sit(links["black"])["address"]
        assert sei.do(address, "stone", "C3")["heard"][0]["verdict"] == "moved"
        said = run_apart(other(links["white"]))
        told = (data for kind, data in events if sei.fresh(kind, data))
        ended = next(data["seen"]["ended"] for data in told if data["seen"]["ended"])
        assert ended["winner"] == "black"
        assert said[-1].startswith("White")
        with pytest.raises(Refused, match="the game is over") as refused:
            sei.do(address, "stone", "D4")
        assert refused.value.status == 409
    with Bot(server.address, sei.token) as again:
        kind, data = next(again.events())
        assert (kind, data["games"]) == ("ready", [])


async def until_over(bot: AsyncBot) -> Any:
    async for news in bot.news():
        yield news
        if news["seen"]["ended"]:
            return


def test_the_client_reads_events_line_by_line() -> None:
    reading = Reading()
    sent = [
        "retry: 250",
        "",
        "event: ready",
        'data: {"games":[]}',
        "",
        ": still here",
        "",
        "event: game",
        "data: {}",
        "",
    ]
    assert [event for line in sent if (event := reading.line(line)) is not None] == [
        ("ready", {"games": []}),
        ("game", {}),
    ]
    assert reading.pause == 0.25
    reading.line("event: game")
    reading.begin()
    assert reading.line("") is None, "what broke off is no event"


def test_the_client_tells_what_ended_or_was_lost_while_its_stream_was_broken(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Bot.come(server.address, "Ukon") as other, Bot.come(server.address, "Sakon") as sei:
        addresses = []
        for _ in range(3):
            links = sei.make(settings={"width": 5, "height": 5})["links"]
            addresses.append(sei.sit(links["black"])["address"])
            other.sit(links["white"])
        over, lost, goes_on = addresses
        first = list(islice(sei.events(), 4))
        assert [kind for kind, _ in first] == ["game"] * 3 + ["ready"]
        sei.do(over, "stone", "C3")
        for address in (over, lost):
            other.do(address.replace("/black", "/white"), "resign")
        look = sei.look

        def refused(address: str, since: int = 0) -> Any:
            if address == lost:
                raise Refused(403, "somebody else sits there")
            return look(address, since)

        monkeypatch.setattr(sei, "look", refused)
        again = {data.get("address"): (kind, data) for kind, data in islice(sei.events(), 4)}
        assert again.keys() == {over, lost, goes_on, None}
        kind, data = again[over]
        assert (kind, data["since"], data["seen"]["ended"]["winner"]) == ("game", 2, "black")
        assert [heard["verdict"] for heard in data["seen"]["heard"]] == ["moved", "resigned"], "also what was answered"
        assert (again[lost][0], again[goes_on][0], again[None][0]) == ("gone", "game", "ready")
        assert [kind for kind, _ in islice(sei.events(), 2)] == ["game", "ready"], "and that once"


def test_a_possibly_executed_request_is_retried_only_with_an_id() -> None:
    broken, unreached = httpx.ReadError("broken"), httpx.ConnectError("nobody there")
    once = Call("POST", "/api/games", {}, again=False)
    assert once.after(unreached, 60) < once.after(unreached, 60), "it asks less and less often"
    with pytest.raises(httpx.ReadError):
        once.after(broken, 60)
    assert Call("POST", "/api/games/g/black", {}).after(broken, 60) > 0
    with pytest.raises(httpx.ConnectError):
        once.after(unreached, -1)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [(503, "", None), (429, "", None), (403, '{"error": "no"}', "no"), (500, "<p>", "status 500")],
)
def test_the_client_retries_after_the_delay_given_by_the_server(status: int, body: str, said: str | None) -> None:
    answer = httpx.Response(status, text=body, headers={"Retry-After": "7"})
    if said is None:
        assert Call("GET", "/api/bot").refused(answer, 60) == 7
    else:
        with pytest.raises(Refused, match=said):
            Call("GET", "/api/bot").refused(answer, 60)


# What the page says.


def blocks(kind: str) -> list[str]:
    """The blocks of one kind about bots on the page for programs."""
    page = (EXAMPLES.parent / "docs" / "programs.md").read_text(encoding="utf-8").partition("\n## Bots\n")[2]
    return re.findall(rf"^```{kind}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_the_page_about_bots_goes_as_it_says_by_curl(house: House) -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("curl ")]
    told = dict[str, str]()
    told["TOKEN"] = as_curl_would(house, lines[0], told)["token"]
    told["CHALLENGE"] = as_curl_would(house, lines[1], told)["challenge"]
    open_, stands, withdrawn = (as_curl_would(house, line, told) for line in lines[2:5])
    assert [each["by"] for each in open_["challenges"]] == ["Sei [bot]"]
    assert (stands["challenges"], withdrawn["challenges"]) == ([told["CHALLENGE"]], [])
    assert lines[5].startswith("curl -N http://localhost:8000/api/stream -H "), "that one has no end"


def test_the_page_about_bots_goes_as_it_says_in_python(server: Server) -> None:
    program, _ = blocks("python")
    with Bot.come(server.address, "Murasaki") as other, ThreadPoolExecutor(1) as beside:
        assert next(other.events())[0] == "ready"
        done = beside.submit(exec, program.replace("http://localhost:8000", server.address), {})
        until(lambda: bool(other.lobby()["challenges"]))
        settings = {"width": 5, "height": 5, "referee": "hamburg"}
        address = other.seek(settings=settings)["address"]
        until(lambda: other.look(address)["your_turn"])
        other.do(address, "stone", "C3")
        other.do(address, "stone", "D4")
        until(lambda: other.look(address)["your_turn"])
        other.do(address, "pass")
        other.do(address, "settle", dead=[])
        done.result(timeout=30)
        ended = other.look(address)["ended"]
        assert (ended["by"], ended["counting"], set(ended["agreed"])) == ("score", False, {"black", "white"})


def test_a_bot_meets_a_program_of_the_server_as_the_page_says(server: Server) -> None:
    with Bot.come(server.address, "Tamakazura") as bot:
        _, program = blocks("python")
        names: dict[str, Any] = {"bot": bot}
        exec(program, names)  # our own page
        seen = bot.look(names["address"])
        assert (seen["seat"], seen["players"]) == ("black", {"black": "Tamakazura [bot]", "white": "yurei:level=3"})
        bot.do(names["address"], "resign")


def test_the_methods_of_the_client_are_those_of_the_page() -> None:
    page = (EXAMPLES.parent / "docs" / "programs.md").read_text(encoding="utf-8")
    table = page.partition("| method of `Bot` |")[2].partition("\n\n")[0]
    named = set(re.findall(r"(?:Bot\.|`)(\w+)\(", table)) - {"Bot"}
    assert named == {name for name in dir(Bot) if not name.startswith("_")}


PLAYER = """
from yurei.players.simple import Simple

class Centre(Simple):
    slug, summary = "centre", "Plays as the simple one does."
"""


@pytest.mark.parametrize("installs", [False, pytest.param(True, marks=[pytest.mark.nightly, pytest.mark.timeout(900)])])
def test_three_commands_of_the_page_bring_a_player_of_ones_own_opposite_people(
    own_server: Server, tmp_path: Path, installs: bool
) -> None:
    *installing, starting = blocks("sh")[0].splitlines()
    assert [line.split()[0] for line in installing] == ["python3", ".venv-bot/bin/pip"]
    (tmp_path / "centre.py").write_text(PLAYER)
    for name in ("src", "examples"):
        shutil.copytree(EXAMPLES.parent / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(EXAMPLES.parent / name, tmp_path / name)
    for line in installing if installs else []:
        subprocess.run(shlex.split(line), cwd=tmp_path, check=True, capture_output=True)
    python, *rest = shlex.split(starting.replace("http://localhost:8000", own_server.address))
    words = [python if installs else sys.executable, *rest, "--games", "1", "--size", "5"]
    words[words.index("simple")] = "centre.py:Centre"
    person = httpx.Client(base_url=own_server.address, follow_redirects=True)
    with person, running(words, cwd=tmp_path, stderr=None, text=True) as program:
        offered = re.compile(r'formaction="(/lobby/[^"]+)"')
        until(lambda: bool(offered.search(person.get("/lobby").text)))
        (accept,) = offered.findall(lobby := person.get("/lobby").text)
        assert "Sei [bot]" in lobby
        table = person.post(accept, headers={"Origin": own_server.address}).url.path
        until(lambda: "to move" in person.get(table).text or "Your turn" in person.get(table).text)
        person.post(table, data={"do": "resign"}, headers={"Origin": own_server.address})
        said = program.communicate(timeout=60)[0]
    assert re.search(r"(black|white) has won\n", said)


# The example, with a server that does what is seldom done.


class Talked:
    """What a bot of the client is, at a server where somebody talks after a game, and whose connection breaks now and then."""

    def __init__(self) -> None:
        self.sought = 0

    def events(self) -> Iterator[tuple[str, Any]]:
        yield "ready", {"games": [], "challenges": []}
        for game, number in (("first", 5), ("first", 6), ("second", 4)):
            ended = {"counting": False, "winner": "black"}
            seen = {"your_turn": False, "number": number, "ended": ended}
            yield "game", {"game": game, "address": game, "seen": seen}
        raise AssertionError("two games have been played")

    def fresh(self, kind: str, _: Any) -> bool:
        return kind == "game"

    def seek(self, **_: Any) -> None:
        self.sought += 1
        if self.sought == 1:
            raise httpx.ReadError("the server has ended")

    def stands(self) -> dict[str, list[str]]:
        return {"games": [], "challenges": ["waits"] if self.sought > 1 else []}


def test_the_example_counts_a_game_once_and_looks_for_an_opponent_until_it_waits_for_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    example = runpy.run_path(str(EXAMPLES / "lasting_bot.py"))
    bot = Talked()
    example["play"](bot, {}, 2, Random(1))
    assert capsys.readouterr().out.split() == ["first:", "black", "has", "won", "second:", "black", "has", "won"]
    assert bot.sought == 3, "in vain, once more, and after the first game"
