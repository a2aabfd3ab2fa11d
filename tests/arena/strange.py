"""Faulty players, each with a different fault, and a package of them for child processes."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from yurei.players import Budget
from yurei.players.simple import Uniform
from yurei.referee.told import Told
from yurei.rules.state import Try


class Raising(Uniform):
    slug = "raising"

    def decide(self, budget: Budget) -> Try:
        if sum(told.seat == self.view.seat.name for told in self.view.heard) >= 2:
            raise ValueError("nothing comes to mind")
        return super().decide(budget)


class Deaf(Uniform):
    slug = "deaf"

    def hear(self, told: Told) -> None:
        if told.seat != self.view.seat.name:
            raise RuntimeError("what was that")
        super().hear(told)


class Always(Uniform):
    slug = "always"
    answers: object = None

    def decide(self, budget: Budget) -> Try:
        if isinstance(self.answers, Exception):
            raise self.answers
        return self.answers  # type: ignore[return-value]


def always(answer: object) -> Always:
    player = Always(1)
    player.answers = answer
    return player


class Slow(Uniform):
    """Takes 0.05 s for each try, whatever its budget is."""

    slug = "slow"

    def decide(self, budget: Budget) -> Try:
        until = time.thread_time() + 0.05
        while time.thread_time() < until:
            pass
        return super().decide(budget)


class Compiling(Uniform):
    """Takes 0.3 s for its first try on a board size, like code that is compiled then."""

    slug = "compiling"
    compiled: ClassVar[list[int]] = []

    def decide(self, budget: Budget) -> Try:
        until = time.thread_time() + (0.0 if self.view.settings.size.points in self.compiled else 0.3)
        while time.thread_time() < until:
            pass
        self.compiled.append(self.view.settings.size.points)
        return super().decide(budget)


class Large(Uniform):
    """Fails on boards larger than 5x5 only, so not during the warm-up."""

    go_wrong: Callable[[], object]

    def decide(self, budget: Budget) -> Try:
        if self.view.settings.size.points > 25 and len(self.view.heard) > 12:
            self.go_wrong()
        return super().decide(budget)


class Hanging(Large):
    slug = "hanging"
    go_wrong = staticmethod(lambda: time.sleep(1000))


class Exiting(Large):
    slug = "exiting"
    go_wrong = staticmethod(lambda: os._exit(7))


class Crashing(Large):
    """Ends its process as a fault in compiled code would."""

    slug = "crashing"
    go_wrong = staticmethod(lambda: os.kill(os.getpid(), signal.SIGSEGV))


class Dozing(Large):
    slug = "dozing"
    go_wrong = staticmethod(lambda: time.sleep(0.01))


class Talking(Uniform):
    slug = "talking"

    def decide(self, budget: Budget) -> Try:
        print("hm")
        os.write(1, b"hm, hm\n")
        return super().decide(budget)


ALL = (Compiling, Crashing, Dozing, Exiting, Hanging, Talking)


def install(folder: Path) -> str:
    """Install the players as a separate package in a folder; return the PYTHONPATH that finds it."""
    (folder / "strange_players.py").write_text(Path(__file__).read_text(encoding="utf-8"), encoding="utf-8")
    nothing = "raise ModuleNotFoundError('no pictures here', name='matplotlib')"
    (folder / "matplotlib.py").write_text(nothing)  # which takes its time to be loaded
    made = folder / "strange_players-1.0.dist-info"
    made.mkdir()
    (made / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-players\nVersion: 1.0\n")
    entries = "".join(f"{one.slug} = strange_players:{one.__name__}\n" for one in ALL)
    (made / "entry_points.txt").write_text(f"[yurei.players]\n{entries}")
    return os.pathsep.join([str(folder), *(path for path in sys.path if path)])
