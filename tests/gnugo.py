"""GNU Go, if it is installed."""

from __future__ import annotations

import shutil

import pytest


def gnugo_command() -> str:
    """Return the command of GNU Go, quick and weak; skip the test if it is not installed."""
    found = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")  # where Debian puts games
    if found is None:
        pytest.skip("needs GNU Go, which is not installed: apt-get install gnugo")
    return f"{found} --mode gtp --chinese-rules --level 1"
