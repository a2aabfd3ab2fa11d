"""Fixtures: databases in SQLite and in a PostgreSQL server that is started for the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.postgres import Postgres, programs
from tests.web.conftest import library, own_server, webapp

__all__ = ["library", "own_server", "webapp"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    where = programs()
    if where is None:
        pytest.skip("needs PostgreSQL, which is not installed: apt-get install postgresql")
    server = Postgres(where)
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a new database, in SQLite and in PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()
