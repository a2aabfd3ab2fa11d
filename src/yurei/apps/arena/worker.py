"""A worker process: plays the games that it receives as lines of JSON on stdin, and reports their progress.

It is started by ``crew.Worker`` as ``python -m yurei.apps.arena.worker``, and exits when its input is closed. Its
output:

    {"call": "white", "patience": 15.0}      a player is called now; the most seconds to wait
    {"tried": "E5", "seat": "white", …}      what was tried
    {"played": {…}}                          the game is over
"""

import json
import os
import signal
import sys
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from queue import Queue
from typing import Any, TextIO

from yurei.apps.arena.contestants import PROGRAM, Contestant, Process, Program, get_player_or_witness
from yurei.apps.arena.playing import Chair, FinishedGame, play, seed_of
from yurei.apps.arena.schedule import Job
from yurei.players import Budget, Player
from yurei.records import Entry, Kept
from yurei.records.lines import time_text
from yurei.referee.settings import Settings, read_settings
from yurei.rules.board import BLACK
from yurei.rules.points import Size

COMPILING = 300.0  # additional seconds to wait for a player that warms up, since its code may be compiled then
LITTLE = Budget(seconds=0.02, playouts=16)
SMALL_LINES, FEW_TURNS = 5, 4


class WorkerState:
    """The programs and warmed-up players that a worker keeps from one game to the next."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._programs: dict[tuple[str, int], Process] = {}
        self._warm: set[tuple[str, str]] = set()
        self._more = 0.0

    def send_line(self, **line: Any) -> None:
        self._out.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._out.flush()

    def play(self, job: Job) -> FinishedGame:
        """Play the game of a job. If a contestant is new to this worker, warm it up by other games first."""
        settings = read_settings(job.settings)
        known = json.dumps(job.settings, sort_keys=True)
        new = {one.name for one in (job.black, job.white) if (one.name, known) not in self._warm}
        if new:
            self._more = COMPILING
            lines = Size(min(settings.size.width, SMALL_LINES), min(settings.size.height, SMALL_LINES))
            self._play(job, replace(settings, size=lines, handicap=0), quiet=True)  # a small game to its end
            self._play(job, settings, quiet=True, most=FEW_TURNS)  # the beginning of a real one
            self._more = 0.0
            self._warm |= {(name, known) for name in new}
        return self._play(job, settings, most=job.most)

    def _play(self, job: Job, settings: Settings, quiet: bool = False, most: int | None = None) -> FinishedGame:
        def watch(seat: str, patience: float) -> None:
            self.send_line(call=seat, patience=patience + self._more)

        def tell(entry: Kept, seconds: float) -> None:
            if isinstance(entry, Entry):
                tried, at = entry.attempt.text(settings.size), time_text(entry.at)
                self.send_line(tried=tried, seat=entry.seat, accepted=entry.accepted, at=at, seconds=seconds)

        chairs, taken = {}, Counter[str]()
        for seat in settings.seating.seats:
            assert seat.colour is not None
            who = job.black if seat.colour is BLACK else job.white
            player = self._seat_player(who, seed_of(job.seed, seat.name), taken[who.name])
            chairs[seat.name] = Chair(seat, player, LITTLE if quiet else who.budget, watch)
            taken[who.name] += 1
        if quiet:
            return play(settings, chairs, most=most)
        return play(settings, chairs, setup=job.setup, tell=tell, most=most)

    def _seat_player(self, who: Contestant, seed: int | None, place: int) -> Player:
        """Return a player for a seat. A program that is running already is used again."""
        if not who.is_program:
            return get_player_or_witness(who.who, seed)
        return Program(self._programs.setdefault((who.name, place), Process(who.who.removeprefix(PROGRAM))), seed)


def queue_jobs(lines: Queue[bytes]) -> None:
    """Put each received job into a queue. At the end of input, kill this process and all programs that it started."""
    for line in sys.stdin.buffer:
        lines.put(line)
    with suppress(AttributeError, OSError):
        if os.getpgid(0) == os.getpid():
            os.killpg(0, signal.SIGKILL)
    os._exit(0)


def main() -> None:
    """Play all jobs that arrive, until the end of input."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and ends us
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a player prints goes to standard error
    state, jobs = WorkerState(out), Queue[bytes]()
    threading.Thread(target=queue_jobs, args=(jobs,), daemon=True).start()
    while True:
        state.send_line(played=state.play(Job.read(json.loads(jobs.get()))).plain())


if __name__ == "__main__":
    main()
