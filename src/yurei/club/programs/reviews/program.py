"""Program that reviews a game: reads its record on stdin, writes a line of JSON for every try to stdout.

It runs as its own process because it takes a minute or more, and games must not wait for it. It ends with the server,
which closes its pipe.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress

from yurei import records
from yurei.club.programs.reviews.again import look_again
from yurei.club.programs.thinking.worker import bound_memory
from yurei.errors import YureiError

PLAYOUTS = 1000
"""Playouts for each try, on boards of up to 13x13; fewer on larger ones, where each takes longer."""
USUAL_POINTS = 169


def main() -> None:
    """Review the game on stdin."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # players' requests come first
    bound_memory(int(sys.argv[1]))
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
