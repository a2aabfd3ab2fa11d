"""Review of a record, try by try: what each seat could have known, and what the program would have tried."""

from __future__ import annotations

from collections.abc import Iterator

from yurei.players import Budget
from yurei.players.belief.review import Reviewer
from yurei.players.belief.reviewed import Reviewed
from yurei.records import Entry, Record, replay
from yurei.referee.table import Table


def look_again(record: Record, playouts: int, seed: int = 1) -> Iterator[Reviewed]:
    """Yield the review of every try of a record.

    Args:
        record: The record of the game.
        playouts: Number of playouts for each try.
        seed: The random seed; the same gives the same review.
    """
    table = Table.of(record.settings, record.setup)
    openings = {seat.name: table.view(seat.name) for seat in record.settings.seating.seats}
    reviewer = Reviewer(openings, Budget(playouts=playouts), seed)
    for entry, answer in replay(record, table):
        if isinstance(entry, Entry) and answer is not None:
            yield reviewer.step(entry.seat, entry.attempt, answer.told)
