"""Errors in a record: every error in a line becomes one sentence with the line's number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from yurei.errors import BadRecord, YureiError
from yurei.languages import N_, Words


@contextmanager
def line(number: int) -> Iterator[None]:
    """Turn any error of yurei in this block into one that names the line, counted from 1.

    Raises:
        BadRecord: in place of any other error of yurei.
    """
    try:
        yield
    except YureiError as error:
        raise on_line(number, error.words) from None


def on_line(number: int, trouble: Words) -> BadRecord:
    """Return an error that names the line, counted from 1."""
    return BadRecord(N_("line {number}: {trouble}"), number=number, trouble=trouble)
