"""yurei's commands, run as a person runs them, and an engine that is spoken to in GTP."""

from __future__ import annotations

import subprocess
import sys
from types import TracebackType

from tests.web.people import START


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", START, *arguments]


def run(*arguments: str, given: str = "") -> str:
    """Run a command to its end; what it prints. It must succeed."""
    done = subprocess.run(
        command(*arguments), input=given, capture_output=True, text=True, encoding="utf-8", timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Engine:
    """An engine that runs, and is asked one command after the other."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            command("gtp", *arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is not None:
            self._process.kill()
        self._process.communicate(timeout=20)

    def asks(self, words: str) -> str:
        """Send a command; the whole answer, with its ``=`` or ``?``."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin
        assert stdout
        stdin.write(f"{words}\n")
        stdin.flush()
        lines: list[str] = []
        while (line := stdout.readline().rstrip()) or not lines:
            lines.append(line)
        return "\n".join(lines)

    def answers(self, words: str) -> str:
        """Send a command that must succeed; what the answer says."""
        answer = self.asks(words)
        assert answer.startswith("="), (words, answer)
        return answer[1:].strip()
