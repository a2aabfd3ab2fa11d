"""A disk that can lose its power and fail, under the store's own connection, by apsw: SQLite's files are written through it.

It keeps every write in order. What was not synced when the power goes is on the
disk, or is not, or only some of its sectors are, in any order.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import apsw
import sqlalchemy as sql

SECTOR = 512
Operation = tuple[str, str, int, bytes]
"""What: ``write`` at a place, ``truncate`` to a length, ``sync``, ``delete``; in which file; where; which bytes."""


class Disk(apsw.VFS):
    """Files in a folder, each write of which is noted.

    Args:
        fails_at: With which call to the disk it begins to fail; None for never.
        once: Whether only that call fails, and those behind it do not.

    Attributes:
        calls: How often the disk was called.
        operations: What was done to it.
    """

    def __init__(self, name: str, fails_at: int | None = None, *, once: bool = True) -> None:
        self.calls, self.operations, self.fails_at, self._once = 0, list[Operation](), fails_at, once
        self.name = name
        super().__init__(name, "")

    def call(self) -> None:
        """Note a call.

        Raises:
            apsw.IOError: where the disk fails.
        """
        self.calls += 1
        if self.fails_at is not None and (self.calls == self.fails_at if self._once else self.calls >= self.fails_at):
            raise apsw.IOError("the disk has failed")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
        self.call()
        return _File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - as above
        self.call()
        super().xDelete(filename, syncdir)
        self.operations.append(("delete", Path(filename).name, 0, b""))


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._name = Path(name if isinstance(name, str) else name.filename()).name
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - as above
        self._disk.call()
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - as above
        self._disk.call()
        super().xWrite(data, offset)
        self._disk.operations.append(("write", self._name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - as above
        self._disk.call()
        super().xTruncate(newsize)
        self._disk.operations.append(("truncate", self._name, newsize, b""))

    def xSync(self, flags: int) -> None:  # noqa: N802 - as above
        self._disk.call()
        # That it is on a real disk is of no matter here: the note says what would be.
        self._disk.operations.append(("sync", self._name, 0, b""))


class Platters:
    """What is on the disk for certain, and what was written since and may be lost."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = {name: bytearray(content) for name, content in files.items()}
        self._pending: dict[str, list[Operation]] = {}

    def take(self, operation: Operation) -> None:
        """Take in what was done."""
        what, name, _, _ = operation
        if what == "sync":
            for each in self._pending.pop(name, []):
                _apply(self._files, each)
        elif what == "delete":
            self._pending.pop(name, None)
            self._files.pop(name, None)
        else:
            self._pending.setdefault(name, []).append(operation)

    def after_the_loss(self, chance: random.Random) -> dict[str, bytes]:
        """The files as the next server finds them."""
        files = {name: bytearray(content) for name, content in self._files.items()}
        likely = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for operations in self._pending.values():
            for operation in operations:
                for part in _sectors(operation):
                    if chance.random() < likely:
                        _apply(files, part)
        return {name: bytes(content) for name, content in files.items()}


def _sectors(operation: Operation) -> Iterable[Operation]:
    what, name, place, data = operation
    if what != "write":
        return [operation]
    starts = [0, *range(SECTOR - place % SECTOR, len(data), SECTOR)]
    return [
        (what, name, place + start, data[start:end])
        for start, end in zip(starts, [*starts[1:], len(data)], strict=True)
    ]


def _apply(files: dict[str, bytearray], operation: Operation) -> None:
    what, name, place, data = operation
    file = files.setdefault(name, bytearray())
    if what == "truncate":
        del file[place:]
    else:
        file.extend(b"\0" * (place - len(file)))
        file[place : place + len(data)] = data


# A connection of Python's module, as far as SQLAlchemy asks for one.


class _Cursor:
    arraysize = 1

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.description: Any = None
        self.rowcount, self.lastrowid = -1, None
        self._rows: list[Any] = []

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> _Cursor:
        cursor, self.description = self._connection.cursor(), None

        def trace(running: apsw.Cursor, *_: Any) -> bool:
            named = running.get_description()
            self.description = [(name, None, None, None, None, None, None) for name, _ in named] or None
            return True

        cursor.exec_trace = trace
        try:
            self._rows = list(cursor.execute(statement, tuple(parameters)))
        except apsw.ConstraintError as error:
            raise sqlite3.IntegrityError(str(error)) from error
        except apsw.Error as error:
            raise sqlite3.OperationalError(str(error)) from error
        self.rowcount = self._connection.changes()
        return self

    def executemany(self, statement: str, many: Iterable[Sequence[Any]]) -> None:
        changed = 0
        for parameters in many:
            self.execute(statement, parameters)
            changed += self.rowcount
        self.rowcount = changed

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        self._rows = []


class _Connection:
    isolation_level = None

    def __init__(self, file: str, disk: Disk) -> None:
        try:
            self._connection = apsw.Connection(file, vfs=disk.name)
        except apsw.Error as error:
            raise sqlite3.OperationalError(str(error)) from error

    def cursor(self) -> _Cursor:
        return _Cursor(self._connection)

    def create_function(self, *_: Any, **__: Any) -> None:
        """SQLAlchemy would have one for regular expressions, which we do not use."""

    def commit(self) -> None:
        if self._connection.in_transaction:
            self.cursor().execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self.cursor().execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()


def put_on(engine: sql.Engine, file: Path, disk: Disk) -> None:
    """Let an engine's connections reach a file through a disk."""
    sql.event.listen(engine, "do_connect", lambda *_: _Connection(str(file), disk))
