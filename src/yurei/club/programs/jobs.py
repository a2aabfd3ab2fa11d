"""Jobs that run in a separate process: find dead stones by playouts, review a record, solve a board.

The first argument names the job. A job writes each part of its result to stdout as a line, and ends with the server.
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
from yurei.players.review import ReviewedTry, Reviewer
from yurei.players.tablebase import load_or_solve
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, read_board, strings
from yurei.rules.points import size_of

MEMORY = 2048  # most megabytes that a review or the solving of a board may use
GAMES = 1000
SURE = 0.3  # least average ownership by the opponent of a string that is proposed as dead
PLAYOUTS = 1000  # playouts per try of a review on boards up to 13x13; fewer on larger ones
USUAL_POINTS = 169


def propose(settings: Settings, board: bytes, owned: Callable[[int], float]) -> list[int]:
    """Return the stones of all strings on points that the opponent mostly owns (``owned``: 1 Black, -1 White)."""
    dead: list[int] = []
    for stones, _ in strings(board, settings.size):
        side = 1 if board[stones[0]] == BLACK else -1
        if sum(side * owned(point) for point in stones) < -SURE * len(stones):
            dead += stones
    return sorted(dead)


def dead_stones(question: dict[str, Any]) -> list[int]:
    """Return the stones of a position that are dead according to random playouts of the kernel."""
    from yurei.kernel import ownership  # compiled code: only in this process
    from yurei.kernel.rulesets import OPTIONS

    settings = read_settings(question["settings"])
    board, size = read_board(question["board"])
    rules = {key: value for key, value in settings.plain().items() if key in OPTIONS}
    lines = (size.width, size.height)
    owners = ownership(settings.ruleset.slug, lines, question["board"], GAMES, seed=1, **rules).ravel()
    return propose(settings, board, lambda point: float(owners[point]))


def review_record(record: records.Record, playouts: int, seed: int = 1) -> Iterator[ReviewedTry]:
    """Yield a review of each try of a record: what its seat could know, and the try that yurei prefers."""
    table = Table.of(record.settings, record.setup)
    openings = {seat.name: table.view(seat.name) for seat in record.settings.seating.seats}
    reviewer = Reviewer(openings, Budget(playouts=playouts), seed)
    for entry, answer in records.replay(record, table):
        if isinstance(entry, records.Entry) and answer is not None:
            yield reviewer.step(entry.seat, entry.attempt, answer.told)


def review_lines(given: bytes) -> Iterator[str]:
    """Yield the review of each try of a record as a line of JSON."""
    bound_memory(MEMORY)
    record = records.read(given)
    playouts = max(100, PLAYOUTS * USUAL_POINTS // max(USUAL_POINTS, record.settings.size.points))
    for each in review_record(record, playouts):
        yield json.dumps(each.plain(record.settings.size), separators=(",", ":"))


def solve(board: str) -> None:
    """Solve a board and store the table of its values. The progress is written to stdout, in percent."""
    bound_memory(MEMORY)
    from yurei.kernel.solving import FIND, SOLVE

    shares = {FIND: (0, 20), SOLVE: (20, 90)}  # first and last percent of each stage; the rest is for writing the table
    said = 0

    def watch(stage: str, done: int, most: int) -> None:
        nonlocal said
        first, last = shares.get(stage, (90, 100))
        percent = first + (last - first) * done // max(1, most)
        if percent > said:
            said = percent
            print(percent, flush=True)

    load_or_solve(size_of(board), watch)


def main(job: str, *options: str) -> None:
    """Run a job; errors go to stderr."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # give way to players' requests
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
        os._exit(1)  # the server has ended
    except YureiError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
