"""The command line: one command for each task. Other doors are imported by name, and only when they are needed.

Exit status: 0 well; 1 the game or the record breaks its rules, or the input
ended; 2 bad usage; 130 interrupted.
"""

import sys

from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import told_plainly

PROTOCOL = ["referee", "--json-lines"]
"""Arguments of programs. They wait for the first answer, so it does without the rest of the command line."""


def main() -> None:
    """Run the command that the program was called with, and exit."""
    with told_plainly():
        if sys.argv[1:] == PROTOCOL:
            door("jsonlines").Session().serve(sys.stdin.buffer, sys.stdout.buffer)
            return
        from yurei.apps.cli.app import app

        app(prog_name="yurei")


__all__ = ["main"]
