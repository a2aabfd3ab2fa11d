"""Entries into the compiled functions of ``retrograde``."""

from yurei.kernel.entries import entry
from yurei.kernel.solving import retrograde


@entry
def before(position, board, threes, masks, kept, found):
    return retrograde.numbered_before(position, board, threes, masks, kept, found)


@entry
def begin(start, stop, first, table, board, masks, counts):
    retrograde.begin(start, stop, first, table, board, masks, counts)


@entry
def spread(start, stop, plies, first, size, words, table, board, threes, masks, kept, found, out, sent, counts):
    return retrograde.spread(
        start, stop, plies, first, size, words, table, board, threes, masks, kept, found, out, sent, counts
    )


@entry
def take(heard, plies, first, table, counts):
    retrograde.take(heard, plies, first, table, counts)


@entry
def tally(table, counts):
    retrograde.tally(table, counts)


@entry
def reduce(start, first, table, threes, masks, turns, values):
    retrograde.reduce(start, first, table, threes, masks, turns, values)
