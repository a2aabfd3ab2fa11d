"""The command line of the benchmarks, called in this process or as a program."""

import sys
from functools import cache
from unittest.mock import patch

from typer.main import get_command
from typer.testing import CliRunner, Result

from yurei_research.bench import __main__ as benchmarks

PROGRAM = [sys.executable, "-m", "yurei_research.bench"]

command = cache(get_command)
"""Builds the command once a process, not once a call as Typer's runner does."""


def bench(*words: str) -> Result:
    """Run a command in this process."""
    plain = {"LC_ALL": None, "LC_MESSAGES": None, "LANG": "C.UTF-8", "COLUMNS": "80"}
    with patch("typer.testing._get_command", command):
        return CliRunner(env=plain).invoke(benchmarks.app, list(words), prog_name=benchmarks.PROGRAM)
