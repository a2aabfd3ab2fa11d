"""Servers that are measured: separate programs, on this machine."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from yurei.errors import BadValue

PROGRAM = ("-m", "yurei")


def start_server(database: str, *options: str, program: Sequence[str] = PROGRAM) -> tuple[subprocess.Popen[str], str]:
    """Start a server on a free port; return the process and the address, once it answers.

    Args:
        database: File or address of the database.
        options: Further options of ``yurei serve``.
        program: Arguments of Python that run ``yurei``.

    Raises:
        BadValue: if the server does not start.
    """
    command = [sys.executable, *program, "serve", "--port", "0", "--no-browser", "--database", database, *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    addresses = [word for word in server.stdout.readline().split() if word.startswith("http")]
    if not addresses:
        end_server(server)
        raise BadValue("the server that was to be measured has not started; what it said stands above")
    return server, addresses[0].rstrip("/")


def end_server(server: subprocess.Popen[str], *, kill: bool = False) -> None:
    """Ask a server to end, or kill it with signal 9, and wait until it has ended."""
    server.kill() if kill else server.terminate()
    server.wait()
    assert server.stdout is not None
    server.stdout.close()


@contextmanager
def serving(database: str = "", *options: str, program: Sequence[str] = PROGRAM) -> Iterator[tuple[str, int]]:
    """Run a server, on a new database if none is given; yield its address and process id."""
    with tempfile.TemporaryDirectory() as folder:
        server, address = start_server(database or f"{folder}/games.db", *options, program=program)
        try:
            yield address, server.pid
        finally:
            end_server(server)
