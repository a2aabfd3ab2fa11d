"""A server under a load of browsers, by the command that measures it."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.doors.test_cli import PROGRAM, yurei


def test_a_server_is_measured_by_people_who_play_and_watch() -> None:
    words = ["--games", "3", "--every", "0.4", "--watchers", "4", "--seconds", "2", "--idle", "5", "--json"]
    done = subprocess.run(
        [*PROGRAM, "bench", "server", *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    figures = {figure["what"]: figure["value"] for figure in found["figures"]}
    assert figures["tries that went wrong"] == 0, found["notes"]
    assert found["rounds"] == 15  # three games, five tries each
    for what in ("until a try is answered", "until the opponent is shown it"):
        assert 0 < figures[f"{what}, half"] <= figures[f"{what}, 99 of 100"] <= figures[f"{what}, all"] < 20_000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--games", "0"), "--games is a whole number from 1 to 20000, not 0"),
        (("--every", "0"), "--every is a number of seconds above 0"),
    ],
)
def test_a_load_has_its_bounds(words: tuple[str, str], why: str) -> None:
    shown = yurei("bench", "server", *words)
    assert shown.exit_code == 2
    assert why in shown.stderr
