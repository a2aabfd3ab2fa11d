"""What is compiled is compiled once, kept, and compiled anew where a source changes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.day_and_night import first_by_day
from yurei import compiled_code
from yurei.kernel import games, hearing, judging, random_games, retrograde
from yurei.kernel.search import root, worlds

PROGRAM = """
import numpy as np
from yurei.kernel import games, perft
from yurei.kernel.rulesets import compiled

game = compiled("go", 2)
state = game.new_state()
games.set_up(state, game.new_table(), np.array([1, 0, 0, 0], np.int8), game.flags)
print(games.count_points(state, False), perft("go", 2, 1))
"""
TWICE_AND_THRICE = """
from yurei.kernel.compiling import entry

@entry
def twice(number):
    return 2 * number

@entry
def thrice(number):
    return 3 * number

print(twice(2), thrice(2))
"""
LINE = "yurei: compiling the kernel for this machine, some seconds, once …"


def run(tmp_path: Path, home: Path, *program: str | Path) -> tuple[str, list[str]]:
    """Run compiled code in a process of its own; returns what it printed, and its lines on stderr."""
    (tmp_path / "tmp").mkdir(exist_ok=True)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(home), "TMPDIR": str(tmp_path / "tmp"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", *(program or ("-c", PROGRAM))],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.strip(), done.stderr.splitlines()


@pytest.mark.nightly
@pytest.mark.parametrize("can_be_kept", [True, False], ids=["at home", "elsewhere"])
def test_two_processes_compile_once_and_print_one_line(tmp_path: Path, can_be_kept: bool) -> None:
    home = tmp_path / "home"
    if not can_be_kept:
        home.write_text("a file, in which nobody can make a folder")
    assert run(tmp_path, home) == ("(4, 0) 5", [LINE])
    assert run(tmp_path, home) == ("(4, 0) 5", [])
    assert not can_be_kept or [each.name for each in (home / "yurei").iterdir()] == [compiled_code.get_source_digest()]


def compiled_file(home: Path, name: str) -> Path:
    """Return a file of compiled code: ``FUNCTION*.nbi`` lists the signatures, ``FUNCTION*.nbc`` holds the code."""
    (found,) = (home / "yurei" / compiled_code.get_source_digest()).rglob(f"*.{name}")
    return found


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "zeros in the middle": lambda data: data[: len(data) // 3] + bytes(len(data) // 3) + data[2 * (len(data) // 3) :],
    "cut": lambda data: data[: len(data) // 2],
    "zeros": lambda data: bytes(len(data)),
    "empty": lambda data: b"",
    "another kind": lambda data: b"<html>404 Not Found</html>",
}


@pytest.mark.parametrize("damage", first_by_day(DAMAGES))
def test_damaged_compiled_code_is_compiled_anew_and_kept(tmp_path: Path, damage: str) -> None:
    program, home = tmp_path / "program.py", tmp_path / "home"
    program.write_text(TWICE_AND_THRICE)
    assert run(tmp_path, home, program) == ("4 6", [LINE])
    for file in (compiled_file(home, "twice*.nbc"), compiled_file(home, "thrice*.nbi")):
        file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert run(tmp_path, home, program) == ("4 6", [LINE])
    assert run(tmp_path, home, program) == ("4 6", [])


MINGLED = """
import numba, numpy
from yurei.kernel import random_games

@numba.njit
def middle(plies):
    return numpy.sort(plies)[len(plies) // 2]

for games in (3, 5):
    print(middle(random_games("go", 3, games, 1).plies))
"""


@pytest.mark.nightly
def test_cached_code_runs_beside_a_users_own_compiled_code() -> None:
    random_games("go", 3, 1, 1)  # now it is kept
    done = subprocess.run([sys.executable, "-c", MINGLED], capture_output=True, encoding="utf-8", check=True)
    middles = [sorted(random_games("go", 3, games, 1).plies)[games // 2] for games in (3, 5)]
    assert [int(line) for line in done.stdout.split()] == middles
    assert done.stderr == ""


@pytest.mark.parametrize("module", [games, judging, hearing, root, worlds, retrograde], ids=lambda each: each.__name__)
def test_every_entry_has_a_name_of_its_own_by_which_its_code_is_found(module: ModuleType) -> None:
    found = [each for each in vars(module).values() if hasattr(each, "py_func") and each.__module__ == module.__name__]
    made = [each for table in vars(module).values() if isinstance(table, games.ByRules) for each in table.values()]
    every = set(found + made)
    assert len({each.__qualname__ for each in every}) == len(every) >= 2


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources, whose digest is taken."""
    copy = tmp_path / "kernel"
    shutil.copytree(compiled_code.KERNEL, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled_code, "KERNEL", copy)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "home"))
    return copy


def change(source: Path) -> None:
    source.write_text(source.read_text() + "# a word\n")


@pytest.mark.parametrize("name", ["core.py", "games.py", "search/root.py"])
def test_changed_sources_have_a_different_cache_folder(sources: Path, name: str) -> None:
    before = compiled_code.folder()
    assert compiled_code.folder() == before
    change(sources / name)
    after = compiled_code.folder()
    assert after != before
    assert after.parent == before.parent
    assert after.is_dir()


def test_only_the_newest_cache_folders_are_kept(sources: Path) -> None:
    made = []
    for number in range(2 * compiled_code.KEPT_FOLDERS):
        change(sources / "core.py")
        made.append(compiled_code.folder())
        (made[-1] / "kernel").mkdir(exist_ok=True)
        (made[-1] / "kernel" / "code.nbi").write_text("compiled")
        os.utime(made[-1], (number, number))
    left = sorted(made[-1].parent.iterdir(), key=made.index)
    assert left == made[-1 - compiled_code.KEPT_FOLDERS :]


def test_a_cache_folder_removed_by_another_process_is_no_error(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled_code.folder()
    for number in range(compiled_code.KEPT_FOLDERS + 1):
        (first.parent / f"old{number}").mkdir()

    def gone(path: Path) -> None:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "rmdir", gone)
    assert compiled_code.folder() == first


def test_xdg_names_the_home_where_numba_names_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compiled_code.folder() == tmp_path / "yurei" / compiled_code.get_source_digest()


def test_code_compiled_from_other_sources_does_not_count(sources: Path) -> None:
    assert not compiled_code.is_compiled("players")
    with compiled_code.compile_lock():
        compiled_code.note_compiled("players")
    assert compiled_code.is_compiled("players")
    change(sources / "core.py")
    assert not compiled_code.is_compiled("players")
