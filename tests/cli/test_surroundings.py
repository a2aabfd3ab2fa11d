"""Commands in unusual surroundings: a user without a home folder, and Python without docstrings."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT_HOME = """
import os, pwd, sys

def unknown(user):
    raise KeyError(f"uid not found: {user}")

pwd.getpwuid = unknown
from yurei.apps.cli import main
main()
"""
"""Runs yurei as a user whom the system does not know, as in a container with a user's number of its own."""


def without_home(tmp_path: Path, *words: str, typed: str = "") -> tuple[int, str, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HOME", "XDG", "YUREI"))}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_HOME, *words],
        cwd=tmp_path,
        env={**environment, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("serve --no-browser --port 0", "cannot be made: Not a directory; give --database another file"),
        ("backup copy.db", "give --database the file that the server uses"),
        ("check", "give --database the file that the server uses"),
        ("solve alter-igo 2x5", "cannot be written: not a directory; give --tables a folder"),
    ],
)
def test_a_user_without_a_home_is_told_what_to_name(tmp_path: Path, words: str, sentence: str) -> None:
    status, _, said = without_home(tmp_path, *words.split())
    assert status == 2, said
    (line,) = [each for each in said.splitlines() if "compiling" not in each]
    assert line.startswith("yurei: ")
    assert line.endswith(sentence)


def test_a_user_without_a_home_solves_and_plays(tmp_path: Path) -> None:
    status, said, _ = without_home(tmp_path, "analyse", ".../.../...")
    assert (status, "Best: " in said) == (0, True)
    status, said, _ = without_home(tmp_path, "gtp", "--player", "simple", typed="genmove b\nquit\n")
    assert (status, said[:2]) == (0, "= ")


API = """
from tests.web.wire import House, Visitor

with House() as house:
    print([Visitor(house).get(path).status for path in ("/openapi.json", "/", "/learn")])
"""


def without_docstrings(*words: str) -> str:
    done = subprocess.run([sys.executable, "-OO", *words], capture_output=True, encoding="utf-8", check=True)
    return done.stdout


def test_python_without_docstrings_is_named_as_the_reason_for_missing_descriptions() -> None:
    reason = "the descriptions are missing because of -OO; run python without it"
    assert reason in " ".join(without_docstrings("-m", "yurei", "--help").split())
    assert reason in " ".join(without_docstrings("-m", "yurei", "play", "--help").split())


def test_without_docstrings_the_api_is_described_by_its_routes_alone() -> None:
    assert without_docstrings("-c", API).strip() == "[200, 200, 200]"
