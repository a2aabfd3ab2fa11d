"""Workers on many machines, by Ray; the extra ``research`` installs it.

Every core of the cluster is an actor, and every actor has a worker of its own,
so that a hung player is ended there as here. yurei is installed on every
machine. If a machine is lost, its games are played again.
"""

import logging
import socket
from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

from yurei.apps.arena.crews.workers import NoWorker, Outcome, Worker
from yurei.apps.arena.played import Played
from yurei.apps.arena.schedule import Job
from yurei.errors import BadValue

LOCAL = "local"
LOST_TOO_OFTEN = 3
"""Number of lost machines after which a game is given up."""
CONNECTING = 10.0
"""Seconds in which a cluster must accept a connection at its address."""


class _Actor:
    """A worker on another machine."""

    def __init__(self) -> None:
        self._worker = Worker()

    def play(self, job: dict[str, Any]) -> dict[str, Any]:
        """Play a game; takes and returns plain values."""
        return self._worker.play(Job.read(job)).plain()

    def end(self) -> None:
        """End the worker."""
        self._worker.end()


class Cluster:
    """Workers on the machines of a Ray cluster.

    Args:
        address: Of the cluster, such as ``ray://head:10001`` or ``auto``; ``local`` begins one on this machine.
        workers: How many games are played at a time; None for all cores of the cluster.

    Raises:
        BadValue: if there is no cluster, or it has no core.
        ModuleNotFoundError: if Ray is not installed. It loads slowly, so that it is imported here.
    """

    def __init__(self, address: str, workers: int | None = None) -> None:
        import ray

        if address != LOCAL:
            _check_reachable(address)
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        here: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
        try:
            ray.init(address, **quiet, **here)
        except Exception as error:  # Ray raises whatever it likes, Exception itself among it
            ray.shutdown()
            raise BadValue(f"there is no Ray cluster at {address}: {_short(error)}") from None
        self._ray: Any = ray
        found = ray.cluster_resources()  # type: ignore[no-untyped-call]
        self.workers = workers or int(found.get("CPU", 0))
        if not self.workers:
            raise BadValue(f"the Ray cluster at {address} has no core; start machines with `ray start`")

        self._kind = ray.remote(num_cpus=1, max_restarts=0)(_Actor)
        self._actors: list[Any] = []
        self._open: dict[Any, tuple[Job, Any]] = {}
        self._lost: Counter[int] = Counter()

    def play(self, jobs: Iterable[Job], log: str | None = None) -> Generator[Outcome]:
        """Play games, see ``workers.Local``; other output of the workers stays on their machines."""
        jobs = iter(jobs)
        try:
            for _, job in zip(range(self.workers), jobs, strict=False):
                self._begin(job, self._new())
            while self._open:
                (done, *_), _ = self._ray.wait(list(self._open), num_returns=1)
                job, actor = self._open.pop(done)
                played = self._result(done, job)
                if played is None:
                    self._begin(job, self._new())
                    continue
                if (following := next(jobs, None)) is not None:
                    self._begin(following, actor)
                yield job, played
        finally:
            for actor in self._actors:  # a worker ends when its input is closed
                self._ray.kill(actor)
            self._actors, self._open = [], {}

    def _result(self, done: Any, job: Job) -> Played | None:
        """Return a finished game; None if its machine was lost."""
        try:
            return Played.read(self._ray.get(done))
        except self._ray.exceptions.ActorDiedError as error:
            self._lost[job.number] += 1
            if self._lost[job.number] >= LOST_TOO_OFTEN:
                raise NoWorker(f"game {job.number} was begun on {LOST_TOO_OFTEN} workers of Ray's that died") from error
            return None
        except self._ray.exceptions.RayError as error:
            raise NoWorker(f"a worker of Ray's cannot play: {_short(getattr(error, 'cause', None) or error)}") from None

    def _new(self) -> Any:
        actor = self._kind.remote()
        self._actors.append(actor)
        return actor

    def _begin(self, job: Job, actor: Any) -> None:
        self._open[actor.play.remote(job.plain())] = (job, actor)

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()


def _check_reachable(address: str) -> None:
    """Check that a server listens at an address; Ray itself needs many minutes to find that out.

    Raises:
        BadValue: if no server does.
    """
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdecimal():
        return  # a word of Ray's, such as auto
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECTING).close()
    except OSError as error:
        raise BadValue(f"there is no Ray cluster at {address}: {_short(error)}; try --ray local") from None


def _short(error: object) -> str:
    return " ".join(str(error).split())[:300]
