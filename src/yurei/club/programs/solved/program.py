"""Program that solves a board and stores its table; writes how much of that is done, in percent, to stdout.

It runs as its own process because it takes seconds, and games must not wait for it.
"""

import os
import sys
from contextlib import suppress

from yurei.club.programs.thinking.worker import bound_memory
from yurei.players.tablebase import work_out
from yurei.rules.points import size_of

MEMORY = 2048
"""Most megabytes that the program may use."""


def main() -> None:
    """Solve the board of the command line."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # players' requests come first
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

    try:
        work_out(size_of(sys.argv[1]), watch)
    except BrokenPipeError:
        os._exit(1)  # the server has gone


if __name__ == "__main__":
    main()
