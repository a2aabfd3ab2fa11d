"""Servers that are measured: separate programs, on this machine, and what they take of it if the system tells."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yurei.errors import BadValue


def start_server(database: str, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server on a free port; return the process and the address, once it answers.

    Args:
        database: File or address of the database.
        options: Further options of ``yurei serve``.

    Raises:
        BadValue: if the server does not start.
    """
    command = [sys.executable, "-m", "yurei", "serve", "--port", "0", "--no-browser", "--database", database]
    server = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
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
def serving(database: str = "", *options: str) -> Iterator[tuple[str, int]]:
    """Run a server, on a new database if none is given; yield its address and process id."""
    with tempfile.TemporaryDirectory() as folder:
        server, address = start_server(database or f"{folder}/games.db", *options)
        try:
            yield address, server.pid
        finally:
            end_server(server)


def spent(pid: int) -> float:
    """Return the seconds of user and system time that a process has taken; 0 if the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the KiB that a process has in memory; 0 if the system does not tell."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return float(found[1]) if found else 0.0


def more_files() -> None:
    """Raise the limit of open files of this process and its children to the system's: a socket is one."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
