"""Stores and clubs without HTTP, asynchronous tests, and options of commands."""

import argparse
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from functools import wraps
from secrets import token_urlsafe
from typing import Any, ParamSpec

from tests.web.wire import make_people_known, run_in_thread
from yurei.club.club import Club
from yurei.club.model.stored import Chair, Event
from yurei.club.server_time import SteadyClock
from yurei.club.store import Store
from yurei.referee.settings import read_settings

Given = ParamSpec("Given")
SEATS = ("black", "white")


def run_on_loop(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Turn an asynchronous test into an ordinary one."""

    @wraps(test)
    def run(*args: Given.args, **named: Given.kwargs) -> None:
        run_in_thread(test(*args, **named))

    return run


def options(description: str, **defaults: Any) -> argparse.Namespace:
    """Parse the options of a command, each with its default; False stands for a switch."""
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    for name, default in defaults.items():
        if default is False:
            parser.add_argument(f"--{name}", action="store_true")
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default)
    return parser.parse_args()


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """Open a store, and close it at the end of the block."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def new_club(store: Store) -> Club:
    """Return a club with the system clock and random secrets."""
    return Club(store, SteadyClock(), lambda: token_urlsafe(24))


@asynccontextmanager
async def opened_club(url: str) -> AsyncIterator[Club]:
    """Open a store with a club, and close both at the end of the block."""
    async with opened(url) as store:
        club = new_club(store)
        yield club
        await club.games.close()


async def new_game(
    club: Club, settings: Mapping[str, Any], terms: Mapping[str, Any] | None = None, people: str = ""
) -> str:
    """Begin a game of two known people; the key of each is ``people`` followed by the name of the seat."""
    seated = await make_people_known(club, {seat: f"{people}{seat}" for seat in SEATS})
    name, _ = await club.create_game(read_settings(dict(settings)), {}, terms or {}, seated)
    return name


async def kept_events(store: Store, game: str) -> list[Event]:
    """Return the events of a game as they are stored."""
    return (await store.games.load_changes(game, 0))[1]


async def kept_chairs(store: Store, game: str) -> list[Chair]:
    """Return the chairs of a game as they are stored."""
    return (await store.games.load_changes(game, 0))[0]
