"""Jobs in a process of their own: dead stones from playouts, the review of a record, the table of a solved board.

The first argument names the job; it writes a line to stdout for each part of its result, and ends with the server.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from yurei import records
from yurei.club.programs.worker import bound_memory
from yurei.errors import YureiError
from yurei.players import Budget
from yurei.players.review import Reviewed, Reviewer
from yurei.players.tablebase import work_out
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, read_board, strings
from yurei.rules.points import size_of

MEMORY = 2048  # most megabytes that a review or the solving of a board may use
GAMES = 1000
SURE = 0.3  # least average ownership by the opponent at which a string is proposed as dead
PLAYOUTS = 1000  # playouts for each try of a review, up to 13x13; fewer on larger boards
USUAL_POINTS = 169


def propose(settings: Settings, board: bytes, owned: Callable[[int], float]) -> list[int]:
    """Return the stones of every string whose points mostly end up the opponent's; Black owns 1, White -1."""
    dead: list[int] = []
    for stones, _ in strings(board, settings.size):
        side = 1 if board[stones[0]] == BLACK else -1
        if sum(side * owned(point) for point in stones) < -SURE * len(stones):
            dead += stones
    return sorted(dead)


def dead_stones(question: dict[str, Any]) -> list[int]:
    """Return the dead stones of a position, from the kernel's playouts."""
    from yurei.kernel import ownership  # compiled code: only in this process
    from yurei.kernel.rulesets import OPTIONS

    settings = read_settings(question["settings"])
    board, size = read_board(question["board"])
    rules = {key: value for key, value in settings.plain().items() if key in OPTIONS}
    lines = (size.width, size.height)
    owners = ownership(settings.ruleset.slug, lines, question["board"], GAMES, seed=1, **rules).ravel()
    return propose(settings, board, lambda point: float(owners[point]))


def review_record(record: records.Record, playouts: int, seed: int = 1) -> Iterator[Reviewed]:
    """Yield the review of every try of a record: what each seat could have known, and what yurei would have tried."""
    table = Table.of(record.settings, record.setup)
    openings = {seat.name: table.view(seat.name) for seat in record.settings.seating.seats}
    reviewer = Reviewer(openings, Budget(playouts=playouts), seed)
    for entry, answer in records.replay(record, table):
        if isinstance(entry, records.Entry) and answer is not None:
            yield reviewer.step(entry.seat, entry.attempt, answer.told)


def review_lines(given: bytes) -> Iterator[str]:
    """Yield a line of JSON for every try of a record."""
    bound_memory(MEMORY)
    record = records.read(given)
    playouts = max(100, PLAYOUTS * USUAL_POINTS // max(USUAL_POINTS, record.settings.size.points))
    for each in review_record(record, playouts):
        yield json.dumps(each.plain(record.settings.size), separators=(",", ":"))


def solve(board: str) -> None:
    """Solve a board and store its table; write to stdout how much of that is done, in percent."""
    bound_memory(MEMORY)
    from yurei.kernel.solving import FIND, SOLVE

    shares = {FIND: (0, 20), SOLVE: (20, 90)}  # first and last percent of a stage; the rest is writing
    said = 0

    def watch(stage: str, done: int, most: int) -> None:
        nonlocal said
        first, last = shares.get(stage, (90, 100))
        percent = first + (last - first) * done // max(1, most)
        if percent > said:
            said = percent
            print(percent, flush=True)

    work_out(size_of(board), watch)


def main(job: str, *options: str) -> None:
    """Run a job; errors go to stderr."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # players' requests come first
    try:
        match job:
            case "dead-stones":
                print(json.dumps(dead_stones(json.load(sys.stdin))))
            case "review":
                for line in review_lines(sys.stdin.buffer.read()):
                    print(line, flush=True)
            case "solve":
                solve(*options)
    except BrokenPipeError:
        os._exit(1)  # the server has gone
    except YureiError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
