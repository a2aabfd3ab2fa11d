"""The example for programs plays real games on a real server; what the docs say about curl and back-ups is done."""

import json
import re
import shlex
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from string import Template
from typing import Any

import pytest

from examples import bot
from examples.bot import Seat
from tests.doors.test_cli import yurei as command
from tests.web.looking import look
from tests.web.people import Server
from tests.web.programs import JSON
from tests.web.wire import House, Visitor

ROOT = Path(__file__).parents[2]


def links(server: Server, **settings: Any) -> dict[str, str]:
    """The links to the chairs of a new game on 5x5."""
    body = json.dumps({"settings": {"width": 5, "height": 5, **settings}}).encode()
    request = urllib.request.Request(f"{server.address}/api/games", body, {"Content-Type": JSON})
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer)["links"])


GAMES = [("alter-igo", "hamburg"), ("no-seki-go", "kriegspiel"), ("go", "open")]


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize(("ruleset", "referee"), GAMES)
def test_the_example_plays_every_game(server: Server, ruleset: str, referee: str) -> None:
    made = links(server, ruleset=ruleset, referee=referee, width=4, height=4)
    with ThreadPoolExecutor() as pool:
        played = pool.map(lambda seat: bot.play(Seat(made[seat]), Random(1))["ended"], ("black", "white"))
    black, white = played
    assert (black["winner"], black["by"], black["counting"]) == (white["winner"], white["by"], False)


def passed_out(server: Server) -> tuple[Seat, Future[Any]]:
    """A game that two passes have ended, with a stone of each colour: its other seat, and the example that plays Black."""
    made = links(server, referee="open")
    white = Seat(made["white"])
    black = Seat(made["black"])
    for seat, point in ((black, "C3"), (white, "D4"), (black, ""), (white, "")):
        seat.do("stone" if point else "pass", point)
    return white, ThreadPoolExecutor(1).submit(bot.play, black, Random(1))


def test_the_example_agrees_anew_where_the_marks_change(server: Server) -> None:
    white, played = passed_out(server)
    seen = white.look()
    while "black" not in seen["ended"]["agreed"]:
        seen = white.look(seen["number"], 5)
    white.do("dead", "D4")
    white.do("settle", dead=["D4"])
    ended = played.result(30)["ended"]
    assert (ended["counting"], ended["dead"], ended["winner"]) == (False, ["D4"], "black")


def test_the_example_gives_in_where_stones_are_disputed(server: Server) -> None:
    white, played = passed_out(server)
    white.do("dead", "D4")
    assert white.do("dispute")["ended"]["counting"]
    ended = played.result(30)["ended"]
    assert (ended["by"], ended["counting"], ended["playing_out"]) == ("score", False, False)


def test_the_example_bot_prints_the_error_of_the_server(server: Server) -> None:
    link = links(server)["black"]
    Seat(link)
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "bot.py", link], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert (
        done.stderr
        == "bot: somebody sits here already: this link was used in another browser, where the menu More moves the seat to this one\n"
    )


# What the docs say.


def curls() -> list[str]:
    """The commands of the page for programs, up to the bots."""
    page = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8").partition("\n## Bots\n")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def as_curl_would(house: House, line: str, known: dict[str, str]) -> Any:
    """Do what a command says; what is no JSON object is given back as text."""
    words = [Template(word).substitute(known) for word in shlex.split(line)]
    assert words[0] == "curl"
    headers = [tuple(words[at + 1].split(": ", 1)) for at, word in enumerate(words) if word == "-H"]
    body = next((words[at + 1].encode() for at, word in enumerate(words) if word == "-d"), None)
    kinds = [value for name, value in headers if name == "Content-Type"]
    rest = [(name.lower(), value) for name, value in headers if name != "Content-Type"]
    path = words[1].removeprefix("http://localhost:8000")
    method = "GET" if body is None and "-X" not in words else "POST"
    answer = Visitor(house).ask(method, path, rest, body, kind=(kinds or [JSON])[0])
    assert answer.status in (200, 201, 202), f"{line}: {answer.text}"
    return json.loads(answer.text) if answer.all("content-type") == [JSON] else answer.text


@pytest.fixture
def reviewing() -> Iterator[House]:
    """A house in which games are looked at again."""
    with House(look=look) as house:
        yield house


def test_a_game_by_curl_goes_as_its_page_says(reviewing: House) -> None:
    house, lines, known = reviewing, curls(), dict[str, str]()
    made = as_curl_would(house, lines[0], known)
    known |= {"LINK": made["links"]["black"], "GAME": made["game"]}
    known["TOKEN"] = as_curl_would(house, lines[1], known)["token"]
    looked, tried, waited, ended, record, asked, _ = (as_curl_would(house, line, known) for line in lines[2:])
    assert (looked["your_turn"], tried["heard"][0]["verdict"], waited["your_turn"]) == (True, "moved", True)
    assert ended["ended"]["winner"] == "white"
    assert record.count("\n") > 3
    assert asked["state"] == "made"
    while (told := as_curl_would(house, lines[-1], known))["state"] == "made":
        time.sleep(0.02)
    assert [each["seat"] for each in told["tries"]][:2] == ["black", "white"]


def test_the_unit_and_the_container_use_only_existing_settings() -> None:
    from yurei.apps.web.settings import WebSettings

    known = {f"YUREI_{name.upper()}" for name in WebSettings.model_fields}
    for name in ("yurei.service", "Containerfile"):
        text = (ROOT / "docs" / "running" / name).read_text(encoding="utf-8")
        assert set(re.findall(r"YUREI_[A-Z_]+", text)) <= known
        for option in re.findall(r"--[a-z-]+(?=[\"\n ])", text.partition("serve")[2].partition("\n")[0]):
            assert option in command("serve", "--help").output
    assert "FROM docker.io/library/python:3.13-slim\n" in text
