"""Where a record is wrong: every error that a line brings becomes one sentence that names the line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from yurei.errors import BadRecord, YureiError


@contextmanager
def line(number: int) -> Iterator[None]:
    """Name the line, counted from 1, in whatever is wrong with it.

    Raises:
        BadRecord: in place of any other error of ours.
    """
    try:
        yield
    except YureiError as error:
        raise BadRecord(f"line {number}: {error}") from None
