"""Review of a record, try by try: what each seat could have known, and what yurei would have tried.

As a program it reads a record on stdin, and writes a line of JSON for every try to stdout. It runs as its own process because it takes a minute or more, and games must not wait for it. It ends with the server,
which closes its pipe.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress

from yurei import records
from yurei.club.programs.thinking.worker import bound_memory
from yurei.errors import YureiError
from yurei.players import Budget
from yurei.players.belief.review import Reviewed, Reviewer
from yurei.records import Entry, Record, replay
from yurei.referee.table import Table

MEMORY = 2048
"""Most megabytes that the program may use."""
PLAYOUTS = 1000
"""Playouts for each try, on boards of up to 13x13; fewer on larger ones, where each takes longer."""
USUAL_POINTS = 169


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


def main() -> None:
    """Review the game on stdin."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # players' requests come first
    bound_memory(MEMORY)
    try:
        record = records.read(sys.stdin.buffer.read())
        playouts = max(100, PLAYOUTS * USUAL_POINTS // max(USUAL_POINTS, record.settings.size.points))
        for each in look_again(record, playouts):
            print(json.dumps(each.plain(record.settings.size), separators=(",", ":")), flush=True)
    except BrokenPipeError:
        os._exit(1)  # the server has gone
    except YureiError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
