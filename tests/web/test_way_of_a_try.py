"""The way of a try through the code is as ARCHITECTURE.md lists it: watched while a try is made at a socket."""

import re
import sys
from pathlib import Path
from types import FrameType

from scripts.architecture import ROOT, SOURCES
from tests.web.wire import House, make

MILESTONES = {"Games.game", "Seats.check", "judge", "tell", "Games._store_events", "Games.changed", "send_frame"}
"""Calls to which the way leads: each comes with all calls that it is made from."""
MOST_CALLS, MOST_FILES = 20, 12


def listed() -> list[tuple[str, str]]:
    """The numbered calls of the page, as file and function."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    return re.findall(r"^\d+\. `([\w/]+\.py)` `([\w.]+)`", page, flags=re.M)


def calls_of_a_try(house: House) -> list[tuple[str, str]]:
    """The calls of a try over a socket, from the socket to the answer, in the order in which they are first made."""
    made = make(house, width="5")
    black = made.seats["black"].listen(f"{made.at('black')}/live")
    calls: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or name_of(frame)[1] not in MILESTONES:
            return
        above: list[tuple[str, str]] = []
        caller: FrameType | None = frame
        while caller is not None:
            if Path(caller.f_code.co_filename).is_relative_to(SOURCES):
                above.insert(0, name_of(caller))
            caller = caller.f_back
        if any(function == "SocketActions.perform" for _, function in above):
            calls.update(dict.fromkeys(above))

    async def watch(*, on: bool) -> None:
        sys.setprofile(note if on else None)

    house.run(watch(on=True))
    assert black.does("stone", "C3")["status"] == 200
    house.run(watch(on=False))
    black.close()
    return list(calls)


def name_of(frame: FrameType) -> tuple[str, str]:
    """The file of a call below the sources, and its function, without where it is wrapped."""
    file = frame.f_code.co_filename
    return file.rpartition("/src/yurei/")[2], frame.f_code.co_qualname.replace(".<locals>", "")


def test_the_page_lists_every_call_on_the_way_of_a_try(house: House) -> None:
    assert listed() == calls_of_a_try(house)


def test_the_way_is_short() -> None:
    assert 10 < len(listed()) <= MOST_CALLS
    assert len({file for file, _ in listed()}) <= MOST_FILES
