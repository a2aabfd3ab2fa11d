"""Workers: monitored processes that play games. A player that hangs loses; after a crash the game is played again.

A game is played in one thread of one process. On other machines Ray starts the processes: every core of the cluster is
an actor with its own worker. yurei must be installed on every machine. The games of a lost machine are played again.
"""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from math import inf
from queue import Empty, Queue
from typing import IO, Any, Protocol

from yurei import records
from yurei.apps.arena.playing import FinishedGame, PlayerFault, game_of_killed_player, utc_now
from yurei.apps.arena.schedule import Job
from yurei.errors import BadValue, YureiError
from yurei.records.lines import read_time
from yurei.referee.settings import read_settings
from yurei.rules.state import read_try

STARTING = 120.0  # seconds in which a worker begins to play
KILLED_TOO_OFTEN = 3  # after this many killed workers of one game, the player that was called last loses it
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class NoWorker(YureiError):
    """Raised when no game can be played, because a worker process cannot be started or ends at once."""


class Worker:
    """A process that plays one game at a time. If it has ended, it is started again for the next game.

    Its standard error goes to the file ``log``; ``longest`` bounds the seconds of waiting for any player.
    """

    def __init__(self, log: str | None = None, longest: float | None = None) -> None:
        self._log, self._longest = log, longest
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: Queue[bytes] = Queue()
        self._over, self._starting = False, threading.Lock()

    def play(self, job: Job) -> FinishedGame:
        """Play a game; raise NoWorker if the process cannot be started, or ends before it has called a player."""
        for chance in range(KILLED_TOO_OFTEN):
            watched = _WatchedGame(job, self._longest)
            played = self._play(job, watched, last=chance == KILLED_TOO_OFTEN - 1)
            if played is not None:
                return played
        raise AssertionError("the last chance gives a game")

    def close(self) -> int:
        """Kill the process and all processes that it has started; return the exit status of the process."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
        status = process.wait()
        with suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        return status

    def shut_down(self) -> None:
        """End the process for good: it is not started again, even for a game in progress."""
        with self._starting:
            self._over = True
        self.close()

    def _play(self, job: Job, watched: "_WatchedGame", last: bool) -> FinishedGame | None:
        """Play a game; return None if the worker was killed from outside, so that the game must be played again."""
        process = self._running()
        with suppress(OSError):
            assert process.stdin is not None
            process.stdin.write(json.dumps(job.plain(), separators=(",", ":")).encode() + b"\n")
            process.stdin.flush()
        while True:
            try:
                line = self._lines.get(timeout=watched.patience)
            except Empty:
                self.close()
                return watched.lost(f"has not answered within {watched.patience:g} s", late=True)
            if not line.endswith(b"\n"):
                with suppress(subprocess.TimeoutExpired):
                    process.wait(5)
                status = self.close()
                if status in (-signal.SIGTERM, getattr(signal, "SIGKILL", -1) * -1) and not last:
                    return None
                return watched.lost(f"has ended its process with status {status}")
            if played := watched.receive(json.loads(line)):
                return played

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            with self._starting, open(self._log or os.devnull, "ab") as errors:
                if self._over:
                    raise NoWorker("the arena is over")
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "yurei.apps.arena.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    env={**os.environ, **dict.fromkeys(THREADS, "1")},
                    start_new_session=True,
                )
            self._lines = Queue()
            threading.Thread(target=_queue_output_lines, args=(self._process.stdout, self._lines), daemon=True).start()
        return self._process


class _WatchedGame:
    """The state of the game that a worker plays, as its messages have described it so far."""

    def __init__(self, job: Job, longest: float | None) -> None:
        self._longest = inf if longest is None else longest
        self._settings = read_settings(job.settings)
        self._record = records.begin(self._settings, job.setup, utc_now())
        self._called: str | None = None
        self._tried: list[tuple[records.Entry, float]] = []
        self.patience = STARTING

    def receive(self, said: dict[str, Any]) -> FinishedGame | None:
        """Handle a message of the worker; return the game if the message says that it is over."""
        if "played" in said:
            return FinishedGame.read(said["played"])
        if "call" in said:
            self._called, self.patience = said["call"], min(said["patience"], self._longest)
        else:
            attempt = read_try(said["tried"], self._settings.size)
            entry = records.Entry(said["seat"], attempt, said["accepted"], read_time(said["at"]))
            self._tried.append((entry, said["seconds"]))
        return None

    def lost(self, reason: str, late: bool = False) -> FinishedGame:
        """Return the game as a loss of the player that was called last."""
        if self._called is None:
            raise NoWorker(f"a worker {reason} before it played; `python -m yurei.apps.arena.worker` may say why")
        return game_of_killed_player(self._record, self._tried, PlayerFault(self._called, reason, late), utc_now())


def _queue_output_lines(output: IO[bytes], lines: Queue[bytes]) -> None:
    with output:
        for line in output:
            lines.put(line)
    lines.put(b"")


Outcome = tuple[Job, FinishedGame]


class Crew(Protocol):
    """Interface of the workers that play the games of an arena, on this machine or on a cluster."""

    def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[Outcome]: ...


class LocalCrew:
    """Workers on this machine, each of which plays one game at a time."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[Outcome]:
        """Play the games of the jobs, and yield each once it is over. Closing the generator ends the games.

        The jobs are taken one by one; other output of the workers goes to the file ``log``.
        """
        workers, left = [Worker(log) for _ in range(self.workers)], iter(jobs)
        running: dict[Future[FinishedGame], tuple[Job, Worker]] = {}
        threads = ThreadPoolExecutor(self.workers)

        def begin(worker: Worker) -> None:
            if (job := next(left, None)) is not None:
                running[threads.submit(worker.play, job)] = job, worker

        try:
            for worker in workers:
                begin(worker)
            while running:
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    job, worker = running.pop(done)
                    played = done.result()
                    begin(worker)
                    yield job, played
        finally:
            for worker in workers:
                worker.shut_down()
            threads.shutdown()


LOCAL = "local"
LOST_TOO_OFTEN = 3  # after this many lost machines a game is given up
CONNECTING = 10.0  # seconds in which a cluster must accept a connection at its address


class _RayWorker:
    """A Ray actor: a worker on a machine of the cluster."""

    def __init__(self) -> None:
        self._worker = Worker()

    def play(self, job: dict[str, Any]) -> dict[str, Any]:
        """Play a game. The job and the result are plain values, so that Ray can transmit them."""
        return self._worker.play(Job.read(job)).plain()


class Cluster:
    """Workers on the machines of a Ray cluster, by default one for each core."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        import ray  # loads slowly

        if address != LOCAL:
            _check_reachable(address)
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        here: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address, **quiet, **here)
        except Exception as error:  # Ray may raise anything, even Exception itself
            ray.shutdown()
            raise BadValue(f"there is no Ray cluster at {address}: {error_text(error)}") from None
        self._ray: Any = ray
        found = ray.cluster_resources()  # type: ignore[no-untyped-call]
        self.workers = workers or int(found.get("CPU", 0))
        if not self.workers:
            raise BadValue(f"the Ray cluster at {address} has no core; start machines with `ray start`")

        self._kind = ray.remote(num_cpus=1, max_restarts=0)(_RayWorker)
        self._actors: list[Any] = []
        self._open: dict[Any, tuple[Job, Any]] = {}
        self._lost: Counter[int] = Counter()

    def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[Outcome]:
        """Play games as ``Local.play`` does. Other output of the workers stays on their machines."""
        jobs = iter(jobs)
        try:
            for _, job in zip(range(self.workers), jobs, strict=False):
                self._begin(job, self._start_worker())
            while self._open:
                (done, *_), _ = self._ray.wait(list(self._open), num_returns=1)
                job, actor = self._open.pop(done)
                played = self._get_finished_game(done, job)
                if played is None:
                    self._begin(job, self._start_worker())
                    continue
                if (following := next(jobs, None)) is not None:
                    self._begin(following, actor)
                yield job, played
        finally:
            for actor in self._actors:  # a worker ends when its input is closed
                self._ray.kill(actor)
            self._actors, self._open = [], {}

    def _get_finished_game(self, done: Any, job: Job) -> FinishedGame | None:
        """Return the finished game of a job; None if the machine that played it was lost."""
        try:
            return FinishedGame.read(self._ray.get(done))
        except self._ray.exceptions.ActorDiedError as error:
            self._lost[job.number] += 1
            if self._lost[job.number] >= LOST_TOO_OFTEN:
                raise NoWorker(f"game {job.number} was begun on {LOST_TOO_OFTEN} workers of Ray's that died") from error
            return None
        except self._ray.exceptions.RayError as error:
            raise NoWorker(
                f"a worker of Ray's cannot play: {error_text(getattr(error, 'cause', None) or error)}"
            ) from None

    def _start_worker(self) -> Any:
        actor = self._kind.remote()
        self._actors.append(actor)
        return actor

    def _begin(self, job: Job, actor: Any) -> None:
        self._open[actor.play.remote(job.plain())] = (job, actor)

    def close(self) -> None:
        """Disconnect from the cluster."""
        self._ray.shutdown()


def _check_reachable(address: str) -> None:
    """Check that a server listens at an address, because Ray itself takes many minutes to notice that none does."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdecimal():
        return  # a keyword of Ray, such as auto
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()
    except OSError as error:
        raise BadValue(f"there is no Ray cluster at {address}: {error_text(error)}; try --ray local") from None


def error_text(error: object) -> str:
    return " ".join(str(error).split())[:300]
