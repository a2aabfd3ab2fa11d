"""Entries into the compiled functions of ``retrograde``."""

from __future__ import annotations

import numpy as np

from yurei.kernel.entries import entry
from yurei.kernel.solving import retrograde


@entry
def before(position, board, threes, masks, kept, found) -> np.uint64:
    """Compiled ``retrograde.numbered_before``."""
    return retrograde.numbered_before(position, board, threes, masks, kept, found)


@entry
def begin(start, stop, first, table, board, masks, counts) -> None:
    """Compiled ``retrograde.begin``."""
    retrograde.begin(start, stop, first, table, board, masks, counts)


@entry
def spread(
    start, stop, plies, first, size, words, table, board, threes, masks, kept, found, out, sent, counts
) -> np.uint64:
    """Compiled ``retrograde.spread``."""
    return retrograde.spread(
        start, stop, plies, first, size, words, table, board, threes, masks, kept, found, out, sent, counts
    )


@entry
def take(heard, plies, first, table, counts) -> None:
    """Compiled ``retrograde.take``."""
    retrograde.take(heard, plies, first, table, counts)


@entry
def tally(table, counts) -> None:
    """Compiled ``retrograde.tally``."""
    retrograde.tally(table, counts)


@entry
def reduce(start, first, table, threes, masks, turns, values) -> None:
    """Compiled ``retrograde.reduce``."""
    retrograde.reduce(start, first, table, threes, masks, turns, values)
