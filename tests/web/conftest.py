"""Fixtures: a real server, an application without a network, and people at tables."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.web.people import Club, Server
from tests.web.wire import Made, WebApp, make

# On a busy machine a page takes its time, and no test is about that.
expect.set_options(timeout=30_000)


@pytest.fixture
def webapp() -> Iterator[WebApp]:
    with WebApp() as webapp:
        yield webapp


@pytest.fixture
def made(webapp: WebApp) -> Made:
    """A game with hidden stones on 5x5 with a visitor on each chair; Black is to move."""
    return make(webapp, width="5")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[WebApp]:
    """The application without a network, with a database in a file."""
    with WebApp(place=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}") as webapp:
        yield webapp


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server that many tests share."""
    server = Server(tmp_path_factory.mktemp("server") / "games.db")
    server.start()
    yield server
    compiles = server.compiles
    server.stop()
    assert not compiles, "code is compiled in processes of its own"


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server for one test, which may kill it."""
    server = Server(tmp_path_factory.mktemp("server") / "games.db")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def club(server: Server, new_context: Callable[..., BrowserContext]) -> Club:
    return club_at(server, new_context)


def club_at(server: Server, new_context: Callable[..., BrowserContext]) -> Club:
    def arrive(**traits: Any) -> BrowserContext:
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": server.address}
        # A worker asks for pages by itself, so that no test could answer in the place of the server.
        return new_context(**(usual | {"service_workers": "block"} | traits))

    return Club(arrive)
