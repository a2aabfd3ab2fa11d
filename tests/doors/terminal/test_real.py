"""The commands at a real terminal: when they fill it, how they are left, and what they leave behind."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TextIO

import pytest

from yurei.apps.cli.games.fullscreen import can_be_filled, fills, fullscreen

pty = pytest.importorskip("pty", reason="needs a terminal of Unix")
termios = pytest.importorskip("termios")

NIGHTLY = pytest.mark.nightly
FILLED, EMPTIED = "\x1b[?1049h", "\x1b[?1049l"


class Terminal:
    """A terminal with a command at it.

    Args:
        arguments: The command.
        columns, rows: How large the terminal is.
        environment: What is set besides.
    """

    def __init__(
        self, *arguments: str, columns: int = 80, rows: int = 24, environment: Mapping[str, str] | None = None
    ) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(self._ours, (rows, columns))
        settings = {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8", **(environment or {})}
        self._command = subprocess.Popen(
            [sys.executable, "-m", "yurei", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | settings,
            start_new_session=True,
        )
        os.close(theirs)
        os.set_blocking(self._ours, False)
        self.written = ""

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode())

    def until(self, text: str) -> None:
        """Wait until something was written, and forget what came before."""
        deadline = time.monotonic() + 60
        while text not in self.written:
            assert time.monotonic() < deadline, f"{text!r} has not come: {self.written[-2000:]!r}"
            self._read()
        self.written = self.written.partition(text)[2]

    def end(self) -> int:
        """Wait for the end, and give the exit status; what was written until then is kept."""
        deadline = time.monotonic() + 60
        while self._command.poll() is None:
            assert time.monotonic() < deadline
            self._read()
        self._read()
        return self._command.returncode

    def _read(self) -> None:
        time.sleep(0.02)
        with suppress(OSError):  # nothing has come, or nothing will
            while piece := os.read(self._ours, 65536):
                self.written += piece.decode(errors="replace")

    def close(self) -> None:
        """Take it away."""
        if self._command.poll() is None:
            self._command.kill()
            self._command.wait()
        os.close(self._ours)


def test_ctrl_c_empties_the_terminal_and_keeps_the_record(tmp_path: Path) -> None:
    kept, log = tmp_path / "game.jsonl", tmp_path / "log"
    with closing(Terminal("play", "--size", "5", "--save", str(kept), environment={"TEXTUAL_LOG": str(log)})) as at:
        at.until("Hand over to Black")
        time.sleep(0.6)  # a curtain stays down for a moment
        at.type("\r")
        at.until("Black>")
        at.type("c3\r")
        at.until("Hand over to White")
        at.type("\x03")
        assert at.end() == 130
    assert EMPTIED in at.written
    assert "Traceback" not in at.written
    assert '"point":"C3"' in kept.read_text()
    assert not log.exists()


@NIGHTLY
def test_a_whole_game_at_a_real_terminal(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    with closing(Terminal("play", "--size", "5", "--against", "simple", "--seed", "1", "--save", str(kept))) as at:
        at.until("Black>")
        at.type("c3\r")
        at.until("White has moved")
        at.type("resign\r")
        at.until("White wins by resignation.")
        at.type("q")
        assert at.end() == 0
    assert at.written.rstrip().endswith("White wins by resignation.")
    with closing(Terminal("replay", str(kept), "--seat", "black")) as at:
        at.until("Board of Black")
        at.type("q")
        assert at.end() == 0


def test_a_broken_record_is_one_sentence_and_fills_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "game.jsonl"
    broken.write_text('{"yurei":"record"}')
    with closing(Terminal("replay", str(broken))) as at:
        assert at.end() == 1
    assert at.written.count("\n") == 1
    assert at.written.startswith("yurei: ")
    assert FILLED not in at.written


@pytest.mark.parametrize(
    ("options", "columns", "environment"),
    [
        (["--plain"], 80, {}),
        pytest.param([], 79, {}, marks=NIGHTLY),
        pytest.param([], 80, {"TERM": "dumb"}, marks=NIGHTLY),
        pytest.param([], 80, {"PYTHONIOENCODING": "ascii"}, marks=NIGHTLY),
    ],
)
def test_where_it_cannot_be_filled_it_goes_line_by_line(
    options: list[str], columns: int, environment: dict[str, str]
) -> None:
    with closing(Terminal("play", "--seating", "solo", *options, columns=columns, environment=environment)) as at:
        at.until("Type a point such as E5; help lists all commands.")
        at.type("quit\n")
        assert at.end() == 0


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TextIO, TextIO]]:
    ours, theirs = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    with open(theirs, "r+b", buffering=0) as both, io.TextIOWrapper(both, "utf-8", write_through=True) as text:
        termios.tcsetwinsize(ours, (24, 80))
        yield text, text
    os.close(ours)


def test_a_terminal_can_be_filled_and_a_file_cannot(
    streams: tuple[TextIO, TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = streams
    assert can_be_filled(source, target)
    assert not can_be_filled(source, io.StringIO())
    assert not can_be_filled(io.StringIO(), target)
    for term in ("dumb", "unknown"):
        monkeypatch.setenv("TERM", term)
        assert not can_be_filled(source, target)
    monkeypatch.setenv("TERM", "xterm")
    termios.tcsetwinsize(target.fileno(), (23, 80))
    assert not can_be_filled(source, target)


def test_where_errors_go_to_a_file_nothing_is_filled(
    streams: tuple[TextIO, TextIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual draws on standard error, so that a file would get the whole screen."""
    monkeypatch.setattr(sys, "stdin", streams[0])
    monkeypatch.setattr(sys, "stdout", streams[1])
    monkeypatch.setattr(sys, "stderr", streams[1])
    assert fills(plain=False)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert not fills(plain=False)


def test_no_log_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_LOG", "log")
    monkeypatch.setenv("TEXTUAL", "devtools")
    assert fullscreen().__name__ == "yurei.apps.terminal.fullscreen"
    assert {"TEXTUAL", "TEXTUAL_LOG"}.isdisjoint(os.environ)
