"""Faulty players for tests of the server, which any process can load; parameters control their faults."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, ClassVar

from yurei.players import Budget
from yurei.players.simple import Simple
from yurei.referee.view import View
from yurei.rules.state import Try


class Slow(Simple):
    """Takes a fixed number of seconds for each try, whatever its budget is."""

    slug = "slow"
    PARAMETERS: ClassVar[dict[str, Any]] = {"seconds": 2.0}

    def decide(self, budget: Budget) -> Try:
        until = time.monotonic() + float(str(self.parameters["seconds"]))
        while time.monotonic() < until:
            pass
        return super().decide(budget)


class Waiting(Simple):
    """Does not answer until a file exists."""

    slug = "waiting"
    PARAMETERS: ClassVar[dict[str, Any]] = {"file": ""}

    def decide(self, budget: Budget) -> Try:
        while not Path(str(self.parameters["file"])).exists():
            time.sleep(0.01)
        return super().decide(budget)


class Hanging(Simple):
    """Never answers, and starts a child process that never ends."""

    slug = "hanging"
    PARAMETERS: ClassVar[dict[str, Any]] = {"pids": ""}

    def decide(self, budget: Budget) -> Try:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(str(self.parameters["pids"])).write_text(f"{os.getpid()} {child.pid}\n")
        while True:
            time.sleep(60)


class Once(Simple):
    """Does not answer the first time that any process asks it, and writes down its process id."""

    slug = "once"
    PARAMETERS: ClassVar[dict[str, Any]] = {"pids": ""}

    def decide(self, budget: Budget) -> Try:
        noted = Path(str(self.parameters["pids"]))
        if not noted.exists():
            noted.write_text(f"{os.getpid()}\n")
            time.sleep(600)
        return super().decide(budget)


class Unborn(Simple):
    """Raises an error when the game begins."""

    slug = "unborn"

    def begin(self, opening: View) -> None:
        raise LookupError("C3 is hidden")


class Dying(Simple):
    """Ends its own process."""

    slug = "dying"

    def decide(self, budget: Budget) -> Try:
        os._exit(3)


class Greedy(Simple):
    """Allocates memory without end."""

    slug = "greedy"

    def decide(self, budget: Budget) -> Try:
        taken = []
        while True:
            taken.append(bytearray(2**24))


class Talking(Simple):
    """Prints to standard output, and reads standard input, neither of which are its own."""

    slug = "talking"

    def decide(self, budget: Budget) -> Try:
        print("C3 is hidden", flush=True)
        print("C3 is hidden", file=sys.stderr, flush=True)
        os.write(1, b"{}\n")
        assert sys.stdin.read() == ""
        return super().decide(budget)


ALL = [Slow, Waiting, Hanging, Once, Unborn, Dying, Greedy, Talking]
