"""A long run on one target, guided by coverage, until a number of executions or seconds is reached."""

from __future__ import annotations

import inspect
import os
import sys
import time

import atheris

from scripts.environment import ROOT
from tests.fuzz.guard import Tally, watching
from tests.fuzz.targets import CORPUS, Check, Target

KEPT = ROOT / ".fuzz"
"""Folder of the findings of a run; git ignores it."""


class Campaign:
    """A run of a number of executions, or of seconds, whichever is reached first."""

    def __init__(self, target: Target, check: Check, executions: int, seconds: float) -> None:
        self.tally = Tally(KEPT / target.name / "wrong")
        self._check, self._most, self._seconds = check, executions, seconds
        self._began = self._shown = time.monotonic()
        self._spent = time.process_time()

    def __call__(self, data: bytes) -> None:
        """Check one input. Ends the program when all is done, as nothing else ends this search."""
        self.tally.put(self._check, data)
        if self.tally.executions % 64 and self.tally.executions < self._most:
            return
        now = time.monotonic()
        if self.tally.executions >= self._most or now >= self._began + self._seconds:
            self._end(now)
        if now >= self._shown + (1 if sys.stderr.isatty() else 30):
            self._show(now)

    def _show(self, now: float) -> None:
        self._shown = now
        done = max(self.tally.executions / self._most, (now - self._began) / self._seconds)
        start, end = ("\r", "") if sys.stderr.isatty() else ("", "\n")
        print(f"{start}{done:4.0%}  {self._said(now)}", end=end, file=sys.stderr, flush=True)

    def _said(self, now: float) -> str:
        passed = now - self._began
        rate = self.tally.executions / (time.process_time() - self._spent)
        return f"{self.tally}; {passed:.0f} s, {rate:.0f} a second of the processor"

    def _end(self, now: float) -> None:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        for what, times in self.tally.faults.most_common():
            print(f"{times} × {what}, see {self.tally.folder}")
        print(self._said(now), flush=True)
        os._exit(1 if self.tally.faults or self.tally.hangs else 0)


def run(target: Target, leading: list[str], executions: int, seconds: float, seed: int) -> None:
    """Fuzz a target, and end the program: with status 1 if any input failed. ``leading`` names the measured modules."""
    found = KEPT / target.name / "corpus"
    found.mkdir(parents=True, exist_ok=True)
    words = KEPT / target.name / "words"
    words.write_text("# what inputs are made of\n" + "".join(f'"{_escaped(word)}"\n' for word in target.words))
    options = [f"-seed={seed}", f"-max_len={target.longest}", f"-dict={words}", "-verbosity=0", "-timeout=60"]
    opened = target.opened()
    _measure(leading)
    with opened as check, watching():
        campaign = Campaign(target, check, executions, seconds)
        atheris.Setup([sys.argv[0], *options, str(found), str(CORPUS / target.name)], campaign)
        atheris.Fuzz()


def _measure(leading: list[str]) -> None:
    """Instrument the branches of these modules, and of those below them."""
    for name, module in list(sys.modules.items()):
        if name.startswith(tuple(leading)):
            for found in list(vars(module).values()):
                for each in (found, *(vars(found).values() if inspect.isclass(found) else ())):
                    if inspect.isfunction(each) and each.__module__ == name:
                        atheris.instrument_func(each)


def _escaped(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())
