"""A worker: a process that plays the games that it is sent, a JSON object a line, and says how far it is.

It is started by ``workers.Worker`` as ``python -m yurei.apps.arena.crews.worker``. What it says:

    {"call": "white", "patience": 15.0}      somebody is called now, and this long one waits
    {"tried": "E5", "seat": "white", …}      what was tried
    {"played": {…}}                          the game is over
    {"unplayed": "http://… refuses"}         there was no game, for that reason

It ends when its input does: who asks for games has ended then, however that happened.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from queue import Queue
from typing import Any, TextIO

from yurei.apps.arena.contestants import PROGRAM, Contestant, player_of
from yurei.apps.arena.played import NoGame, Played
from yurei.apps.arena.playing import play_seated, seed_of
from yurei.apps.arena.programs import Process, Program
from yurei.apps.arena.schedule import Job
from yurei.players import Budget, Player
from yurei.records import Entry, Kept
from yurei.records.times import time_text
from yurei.referee.settings import Settings, read_settings
from yurei.rules.points import Size

COMPILING = 300.0
"""Seconds more that one waits for whoever is called while he warms up: his code may be compiled then."""
LITTLE = Budget(seconds=0.02, playouts=16)
SMALL_LINES, FEW_TURNS = 5, 4


class Stage:
    """What a worker keeps from game to game: programs that run, and who has warmed up."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._programs: dict[tuple[str, int], Process] = {}
        self._warm: set[tuple[str, str]] = set()
        self._more = 0.0

    def say(self, **line: Any) -> None:
        """Say a line at once."""
        self._out.write(json.dumps(line, separators=(",", ":")) + "\n")
        self._out.flush()

    def play(self, job: Job) -> Played:
        """Play a game, and before it, once, what makes its contestants warm."""
        settings = read_settings(job.settings)
        known = json.dumps(job.settings, sort_keys=True)
        new = {one.name for one in (job.black, job.white) if (one.name, known) not in self._warm}
        if new and not (job.black.is_server or job.white.is_server):
            self._more = COMPILING
            for little, most in _warming(settings):
                self._play(job, little, quiet=True, most=most)
            self._more = 0.0
            self._warm |= {(name, known) for name in new}
        if job.black.is_server or job.white.is_server:
            return self._play_elsewhere(job, settings)
        return self._play(job, settings, most=job.most)

    def _play(self, job: Job, settings: Settings, quiet: bool = False, most: int | None = None) -> Played:
        sides, taken = (job.black, job.white), {"black": 0, "white": 0}
        sitting, budgets = {}, {}
        for seat in settings.seating.seats:
            assert seat.colour is not None
            who = sides[seat.colour - 1]
            sitting[seat.name] = self._sit(who, seed_of(job.seed, seat.name), taken[seat.colour.word])
            budgets[seat.name] = LITTLE if quiet else who.budget
            taken[seat.colour.word] += 1
        tell = self._nothing if quiet else self._tell(settings.size)
        setup = None if quiet else job.setup
        return play_seated(settings, sitting, budgets, setup=setup, watch=self._watch, tell=tell, most=most)

    def _play_elsewhere(self, job: Job, settings: Settings) -> Played:
        """Play at a server's table, which referees."""
        from yurei.apps.arena.servers import play_on_server

        server, guest = (job.black, job.white) if job.black.is_server else (job.white, job.black)
        seat = "white" if server is job.black else "black"
        player = self._sit(guest, seed_of(job.seed, seat))
        return play_on_server(server.who, settings, seat, player, guest.budget, self._watch)

    def _sit(self, who: Contestant, seed: int | None, place: int = 0) -> Player:
        """Somebody to sit on a seat; a program that runs already goes on."""
        if not who.is_program:
            return player_of(who.who, seed)
        process = self._programs.setdefault((who.name, place), Process(who.who.removeprefix(PROGRAM)))
        return Program(process, seed)

    def _watch(self, seat: str, patience: float) -> None:
        self.say(call=seat, patience=patience + self._more)

    def _nothing(self, entry: Kept, seconds: float) -> None:
        """Nobody wants to know what is tried while somebody warms up."""

    def _tell(self, size: Size) -> Any:
        def tell(entry: Kept, seconds: float) -> None:
            if isinstance(entry, Entry):
                tried, at = entry.attempt.text(size), time_text(entry.at)
                self.say(tried=tried, seat=entry.seat, accepted=entry.accepted, at=at, seconds=seconds)

        return tell


def _warming(settings: Settings) -> list[tuple[Settings, int | None]]:
    """What is played to get warm, and for how many turns: a little game to its end, then the beginning of a real one."""
    size = settings.size
    lines = Size(min(size.width, SMALL_LINES), min(size.height, SMALL_LINES))
    return [(replace(settings, size=lines, handicap=0), None), (settings, FEW_TURNS)]


def deafen() -> TextIO:
    """Keep what a player prints out of what we say: give our output, and let his be the standard error's."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return out


def listen(lines: Queue[bytes]) -> None:
    """Take every job that is sent; end at once, with every program that was started, when there will be no more."""
    for line in sys.stdin.buffer:
        lines.put(line)
    with suppress(AttributeError, OSError):
        if os.getpgid(0) == os.getpid():
            os.killpg(0, signal.SIGKILL)
    os._exit(0)


def main() -> None:
    """Play what is sent, until there will be no more."""
    with suppress(AttributeError, OSError):
        os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is heard by who asks; he ends us
    stage, jobs = Stage(deafen()), Queue[bytes]()
    threading.Thread(target=listen, args=(jobs,), daemon=True).start()
    while True:
        try:
            played = stage.play(Job.read(json.loads(jobs.get())))
        except NoGame as error:
            stage.say(unplayed=str(error))
        else:
            stage.say(played=played.plain())


if __name__ == "__main__":
    main()
