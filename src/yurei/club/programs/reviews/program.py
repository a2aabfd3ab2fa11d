"""A program that reviews a game: its record on stdin, a line of JSON for every try on stdout.

It is a program of its own because it thinks for a minute or more, and somebody plays meanwhile. It ends with the server, which
closes its pipe.
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
"""Games that are played out for each try, on boards of up to 13x13; on larger ones fewer, for each takes longer."""
USUAL_POINTS = 169


def main() -> None:
    """Review the game on stdin."""
    with suppress(AttributeError, OSError):
        os.nice(10)  # people who play come first
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
