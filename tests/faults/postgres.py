"""A PostgreSQL server for the tests, with its data and its socket in a temporary folder."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

ROLE = "yurei"
FAST = "-c fsync=off -c full_page_writes=off -c max_connections=60 -c shared_buffers=16MB"
"""Options for speed; the server need not survive a loss of power."""


def programs() -> Path | None:
    """Return the folder of PostgreSQL's newest programs; None if it is not installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


class Postgres:
    """A running PostgreSQL server."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="yurei-pg-"))
        # It refuses to run as root, as which tests run in many containers.
        self._user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._user:
            shutil.chown(self.folder, "postgres")
        self._made = 0
        self._run("initdb", "--auth=trust", f"--username={ROLE}", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.start()

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses= {FAST}"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    @contextmanager
    def away(self) -> Iterator[None]:
        self._run("pg_ctl", "-w", "-m", "fast", "stop")
        try:
            yield
        finally:
            self.start()

    def new(self) -> str:
        """Create a database, and return its URL for SQLAlchemy."""
        self._made += 1
        name = f"test{self._made}"
        self.ask(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://{ROLE}@/{name}?host={self.folder}"

    def ask(self, statement: str, database: str = "postgres") -> int:
        """Execute a statement as the superuser; return the number of rows affected."""
        with psycopg.connect(host=str(self.folder), user=ROLE, dbname=database, autocommit=True) as master:
            return master.execute(statement).rowcount

    def _run(self, program: str, *options: str) -> None:
        command = [*self._user, str(self._programs / program), "-D", str(self.folder / "data"), *options]
        with (self.folder / "said").open("w") as said:
            subprocess.run(command, cwd="/", stdout=said, stderr=said, check=True, timeout=60)
