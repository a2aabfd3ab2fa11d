"""The command line, with one command for each task. A command imports the packages that it needs when it runs.

Exit status: 0 success; 1 the game or the record breaks its rules, or the input ended; 2 bad usage; 130 interrupted.
"""

import sys

from yurei.apps.cli.common import exit_on_errors

PROTOCOL = ["referee", "--json-lines"]
"""Arguments that other programs use. To answer them soon, the rest of the command line is not loaded."""


def main() -> None:
    """Run the command that the program was called with, and exit."""
    with exit_on_errors():
        if sys.argv[1:] == PROTOCOL:
            from yurei.apps.jsonlines import Session

            Session().serve(sys.stdin.buffer, sys.stdout.buffer)
            return
        from yurei.apps.cli.app import app

        app(prog_name="yurei")


__all__ = ["main"]
