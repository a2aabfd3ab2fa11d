"""A GTP engine of the host's plays at a table of the server: in the process in which programs think, and in no other."""

from __future__ import annotations

import json
import os
import subprocess
import time

import pytest

from tests.doors.web.wire import House, Visitor
from tests.gnugo import gnugo_command
from yurei.club.programs.thinking.limits import Limits
from yurei.club.programs.thinking.process import PROGRAM
from yurei.club.programs.thinking.workers import Workers
from yurei.players.engines import ENGINES


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that knows GNU Go by a name."""
    monkeypatch.setenv(ENGINES, json.dumps({"gnugo": gnugo_command()}))
    return House(thinkers=Workers(Limits(1, seconds=1.0, memory=500, grace=20)))


def test_gnu_go_answers_at_a_table_and_ends_with_the_server(house: House) -> None:
    with house:
        visitor = Visitor(house)
        wish = {"opponent": "yurei", "program": "engine:name=gnugo", "colour": "black", "width": "5", "referee": "open"}
        table = visitor.post("/games", wish).location
        visitor.post(table, {"do": "stone", "at": "C3"})
        path = f"/api{table.replace('/g/', '/games/')}"
        token = [("authorization", f"Bearer {visitor.cookies['yurei-person']}")]
        ends = time.monotonic() + 20
        while len((seen := json.loads(Visitor(house).ask("GET", path, token).body))["heard"]) < 2:
            assert time.monotonic() < ends, "GNU Go has not answered"
            time.sleep(0.02)
        assert seen["board"].count("B") == seen["board"].count("W") == 1
        started = _engines(_thinking())
        assert started
    ends = time.monotonic() + 20
    while left := _engines() & started:  # killed with the process that thinks; whoever inherits them buries them
        assert time.monotonic() < ends, left
        time.sleep(0.02)


def _thinking() -> set[str]:
    """The sessions of the processes in which this server's programs think."""
    return {sid for _, ppid, sid, words in _processes() if PROGRAM in words and ppid == str(os.getpid())}


def _engines(sessions: set[str] | None = None) -> set[str]:
    """The processes of GNU Go: all there are, or those of some sessions."""
    engines = [(pid, sid) for pid, _, sid, words in _processes() if "gnugo --mode gtp" in words]
    return {pid for pid, sid in engines if sessions is None or sid in sessions}


def _processes() -> list[list[str]]:
    asked = ["ps", "-e", "-ww", "-o", "pid,ppid,sid,args"]  # -ww: whole lines, whatever COLUMNS says
    listed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return [line.split(maxsplit=3) for line in listed.splitlines()]


@pytest.mark.parametrize("program", ["engine:command=ls", "engine:name=ls", "determinised:process=ls"])
def test_the_maker_of_a_game_cannot_choose_the_started_command(house: House, program: str) -> None:
    wish = {"opponent": "yurei", "program": program, "width": "5", "referee": "open"}
    asked = json.dumps({"settings": {"width": 5, "referee": "open"}, "programs": {"white": program}}).encode()
    with house:
        assert Visitor(house).post("/games", wish).status == 422
        answer = Visitor(house).ask("POST", "/api/games", [("content-type", "application/json")], asked)
        assert answer.status in (404, 422), answer
