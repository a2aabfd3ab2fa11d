"""Clocks in real browsers: they count down by themselves, run out, and stand still while the server is down."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import BrowserContext, Locator, expect

from tests.doors.web.people import Club, Person, Server


def clock(person: Person, colour: str) -> Locator:
    """A side's clock on somebody's page."""
    return person.page.locator(f"#clock-{colour}")


def begun(club: Club, time: str) -> tuple[Person, Person]:
    """A game in which both have moved, and Black's clock runs."""
    black, white = club.duel(width="5", clock=time)
    expect(clock(black, "black")).not_to_have_class(re.compile("running"))
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.tries("D4")
    black.hears("White has moved, Black to play.")
    return black, white


@pytest.mark.nightly  # by day tests/journeys/test_game_with_a_clock.py
def test_a_clock_runs_out_and_both_pages_say_so_by_themselves(club: Club) -> None:
    black, white = begun(club, "6s")
    for person in (black, white):
        expect(clock(person, "black")).to_have_class(re.compile("running low"))
        expect(clock(person, "black").get_by_role("timer")).to_have_text(re.compile(r"^[45]\.\d$"))
        expect(clock(person, "white").get_by_role("timer")).to_have_text("6.0")
    assert Axe().run(black.page, context="#people").response["violations"] == []
    for person in (black, white):
        expect(clock(person, "black").get_by_role("timer")).to_have_text(re.compile(r"^[01]\.\d$"))
    for person in (black, white):
        expect(person.said).to_have_text("White wins on time.")
        expect(clock(person, "black").get_by_role("timer")).to_have_text("0.0")
        assert person.lines[0] == "Black has lost on time."


@pytest.mark.nightly
def test_an_hour_without_a_server_costs_nobody_anything(
    own_server: Server, new_context: Callable[..., BrowserContext]
) -> None:
    club = Club(lambda **traits: new_context(base_url=own_server.address, service_workers="block", **traits))
    person = club.person()
    club.makes(person, opponent="solo", width="3", clock="5")
    for point in ("A1", "C3"):
        person.tries(point)
    expect(clock(person, "black")).to_have_class(re.compile("running"))
    own_server.kill()
    all_that_is_kept_lies_an_hour_back(own_server)
    own_server.start()
    person.page.reload()
    expect(clock(person, "black").get_by_role("timer")).to_have_text(re.compile("^(5:00|4:5.)$"))
    person.tries("B2")
    expect(clock(person, "white")).to_have_class(re.compile("running"))


def all_that_is_kept_lies_an_hour_back(server: Server) -> None:
    """As if the server had been down for an hour."""

    def earlier(time: str) -> str:
        return (datetime.fromisoformat(time) - timedelta(hours=1)).isoformat()

    with closing(sqlite3.connect(server.database)) as database, database:
        database.create_function("earlier", 1, earlier)
        for table, column in (("games", "made"), ("events", "at"), ("uptimes", "began"), ("uptimes", "last")):
            database.execute(f"UPDATE {table} SET {column} = earlier({column})")
