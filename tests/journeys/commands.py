"""Runs yurei's commands in processes, and talks to its GTP engine."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.programs import running
from tests.web.people import START


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", START, *arguments]


def run(*arguments: str, given: str = "") -> str:
    """Run a command, which must succeed; return its output."""
    done = subprocess.run(
        command(*arguments), input=given, capture_output=True, text=True, encoding="utf-8", timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass
class Engine:
    """A running GTP engine."""

    process: Any

    def asks(self, words: str) -> str:
        """Send a command; return the whole answer, with its ``=`` or ``?``."""
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()
        lines: list[str] = []
        while (line := self.process.stdout.readline().rstrip()) or not lines:
            lines.append(line)
        return "\n".join(lines)

    def answers(self, words: str) -> str:
        """Send a command, which must succeed; return the answer without its ``=``."""
        answer = self.asks(words)
        assert answer.startswith("="), (words, answer)
        return answer[1:].strip()


@contextmanager
def engine(*arguments: str) -> Iterator[Engine]:
    with running(command("gtp", *arguments), stderr=None, text=True, encoding="utf-8") as process:
        yield Engine(process)
