"""What a server or a game in the terminal writes can be read by its owner alone."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doors.test_cli import PROGRAM
from tests.web.people import Server

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have no modes of files")


@pytest.fixture(autouse=True)
def everybody_may_read_new_files() -> Iterator[None]:
    """The usual setting of a system."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """The permissions of every file, by its name."""
    return {file.name: oct(file.stat().st_mode & 0o777) for file in folder.iterdir() if file.is_file()}


def test_a_database_and_its_copy_are_private(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    server.start()
    try:
        copied = subprocess.run(
            [*PROGRAM, "backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "games.db")], check=False
        )
        assert copied.returncode == 0
        found = modes(tmp_path)
        assert {"games.db", "copy.db"} <= found.keys()
        assert set(found.values()) == {"0o600"}, found
    finally:
        server.stop()


def test_a_saved_record_is_private(tmp_path: Path) -> None:
    words = ["play", "--size", "3", "--save", str(tmp_path / "game.jsonl")]
    subprocess.run([*PROGRAM, *words], input="resign\n", text=True, check=False, capture_output=True, timeout=60)
    assert modes(tmp_path) == {"game.jsonl": "0o600"}
