"""The commands at a real terminal: how they are left, and what they leave behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from yurei.apps.terminal.screen import CLEAR, FIRST_PAGE

pty = pytest.importorskip("pty", reason="needs a terminal of Unix")


class Terminal:
    """A terminal with a command at it."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        settings = {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}
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
        os.write(self._ours, keys.encode())

    def interrupt(self) -> None:
        self._command.send_signal(signal.SIGINT)

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
        if self._command.poll() is None:
            self._command.kill()
            self._command.wait()
        os.close(self._ours)


def test_ctrl_c_empties_the_terminal_and_keeps_the_record(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    with closing(Terminal("play", "--size", "5", "--save", str(kept))) as at:
        at.until("Hand over to Black")
        at.type("\n")
        at.until("Black>")
        at.type("c3\n")
        at.until("Hand over to White")
        at.interrupt()
        assert at.end() == 130
    assert at.written.endswith(CLEAR + FIRST_PAGE)
    assert "Traceback" not in at.written
    assert '"point":"C3"' in kept.read_text()


@pytest.mark.nightly
def test_a_whole_game_at_a_real_terminal(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    with closing(Terminal("play", "--size", "5", "--against", "simple", "--seed", "1", "--save", str(kept))) as at:
        at.until("Black>")
        at.type("c3\n")
        at.until("White has moved")
        at.type("resign\n")
        at.until("White wins by resignation.")
        assert at.end() == 0
    with closing(Terminal("replay", str(kept), "--seat", "black")) as at:
        at.until(" 3 . .(●). .  3")
        at.until("White wins by resignation.")
        assert at.end() == 0
