"""Where a record is wrong: every error that a line brings becomes one sentence that names the line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from yurei.errors import BadRecord, YureiError
from yurei.languages import N_, Words


@contextmanager
def line(number: int) -> Iterator[None]:
    """Name the line, counted from 1, in whatever is wrong with it.

    Raises:
        BadRecord: in place of any other error of ours.
    """
    try:
        yield
    except YureiError as error:
        raise on_line(number, error.words) from None


def on_line(number: int, trouble: Words) -> BadRecord:
    """The error that names the line, counted from 1."""
    return BadRecord(N_("line {number}: {trouble}"), number=number, trouble=trouble)
