"""Ctrl-C in a game at a real terminal: what stays on the screen and in the record."""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.programs import running
from yurei.apps.terminal.screen import CLEAR, FIRST_PAGE

pty = pytest.importorskip("pty", reason="needs a terminal of Unix")
TERMINAL = os.environ | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}


def test_ctrl_c_empties_the_terminal_and_keeps_the_record(tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    written = ""

    def read_until(text: str) -> None:
        """Wait until the terminal shows a text, and forget what came before."""
        nonlocal written
        deadline = time.monotonic() + 60
        while text not in written:
            assert time.monotonic() < deadline, f"{text!r} has not come: {written[-2000:]!r}"
            time.sleep(0.02)
            with suppress(OSError):  # nothing has come
                written += os.read(ours, 65536).decode(errors="replace")
        written = written.partition(text)[2]

    play = [sys.executable, "-m", "yurei", "play", "--size", "5", "--save", str(kept)]
    with running(play, stdin=theirs, stdout=theirs, stderr=theirs, env=TERMINAL) as program:
        for shown, typed in (("Hand over to Black", "\n"), ("Black>", "c3\n")):
            read_until(shown)
            os.write(ours, typed.encode())
        read_until("Hand over to White")
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130
        read_until(CLEAR + FIRST_PAGE)
    assert written == ""
    assert '"point":"C3"' in kept.read_text()
    for end in (ours, theirs):
        os.close(end)
