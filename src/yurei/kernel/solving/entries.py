"""Entries into the compiled functions of ``retrograde``."""

from yurei.kernel.entries import entry
from yurei.kernel.solving import retrograde


@entry
def before(position, board, threes, masks, kept, found):
    return retrograde.numbered_before(position, board, threes, masks, kept, found)


@entry
def begin(first, table, left, board, masks):
    retrograde.begin(first, table, left, board, masks)


@entry
def spread(start, plies, first, size, table, left, board, threes, masks, kept, found, out, counts):
    return retrograde.spread(start, plies, first, size, table, left, board, threes, masks, kept, found, out, counts)


@entry
def take(heard, plies, first, table, left):
    retrograde.take(heard, plies, first, table, left)


@entry
def tally(table, counts):
    retrograde.tally(table, counts)


@entry
def reduce(first, table, threes, masks, turns):
    retrograde.reduce(first, table, threes, masks, turns)
