"""Workers that solve the parts of a board: this process, several processes, or a Ray cluster.

They differ only in where a part is stored and how its messages reach the others.
"""

import multiprocessing
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.errors import YureiError
from yurei.kernel.solving.part import Part


class Crew(ABC):
    """The parts of a board.

    Attributes:
        width, height: Lines of the board.
        parts: Number of parts.
    """

    def __init__(self, width: int, height: int, parts: int) -> None:
        self.width = width
        self.height = height
        self.parts = parts

    @abstractmethod
    def every(self, method: str, *arguments: Any) -> list[Any]:
        """Call a method of all parts, and return the results part by part."""

    def exchange(self, plies: int) -> int:
        """Exchange messages between all parts once; return how many numbers are left that may have more to send."""
        said = self.every("spread", plies)
        for to, _ in enumerate(said):
            self.one(to, "take", plies, *(heard[to] for _, heard in said if heard[to].size))
        return sum(left for left, _ in said)

    @abstractmethod
    def one(self, part: int, method: str, *arguments: Any) -> Any:
        """Call a method of one part, and return its result."""

    def tables(self, symmetries: Sequence[Sequence[int]]) -> Iterator[NDArray[np.uint8]]:
        """Yield the reduced tables of all parts, one after the other, in pieces."""
        for part in range(self.parts):
            start = 0
            while (piece := self.one(part, "reduce", symmetries, start)).size:
                yield piece
                start += piece.size

    @abstractmethod
    def close(self) -> None:
        """Stop all workers."""


class Here(Crew):
    """Crew of one process, which works on one part after the other."""

    def __init__(self, width: int, height: int, parts: int = 1) -> None:
        super().__init__(width, height, parts)
        self._parts = [Part(width, height, index, parts) for index in range(parts)]

    def every(self, method: str, *arguments: Any) -> list[Any]:
        return [getattr(part, method)(*arguments) for part in self._parts]

    def one(self, part: int, method: str, *arguments: Any) -> Any:
        return getattr(self._parts[part], method)(*arguments)

    def close(self) -> None:
        self._parts.clear()


class Processes(Crew):
    """Each part in a process of its own on this machine."""

    def __init__(self, width: int, height: int, parts: int) -> None:
        super().__init__(width, height, parts)
        context = multiprocessing.get_context("spawn")
        self._lines: list[Connection] = []
        self._workers = []
        for index in range(parts):
            mine, others = context.Pipe()
            worker = context.Process(target=_work, args=(others, width, height, index, parts), daemon=True)
            worker.start()
            others.close()
            self._lines.append(mine)
            self._workers.append(worker)

    def every(self, method: str, *arguments: Any) -> list[Any]:
        for line in self._lines:
            _ask(line, method, arguments)
        return [_answer(line) for line in self._lines]

    def one(self, part: int, method: str, *arguments: Any) -> Any:
        _ask(self._lines[part], method, arguments)
        return _answer(self._lines[part])

    def close(self) -> None:
        for line, worker in zip(self._lines, self._workers, strict=True):
            line.close()
            worker.terminate()  # it has nothing that is still needed
            worker.join()


def _work(line: Connection, width: int, height: int, index: int, parts: int) -> None:
    """Answer the requests on the connection for one part, until it is closed."""
    with suppress(EOFError, OSError, KeyboardInterrupt):
        part = Part(width, height, index, parts)
        while True:
            method, arguments = line.recv()
            try:
                answer = True, getattr(part, method)(*arguments)
            except Exception as error:  # any error is sent back, so that the caller does not wait forever
                answer = False, error
            line.send(answer)


def _ask(line: Connection, method: str, arguments: tuple[Any, ...]) -> None:
    with _told():
        line.send((method, arguments))


def _answer(line: Connection) -> Any:
    with _told():
        well, answer = line.recv()
    if not well:
        raise answer
    return answer


@contextmanager
def _told() -> Iterator[None]:
    """Turn the end of a process into an error with a message."""
    try:
        yield
    except (EOFError, OSError):
        raise YureiError("a process that solves a part has ended; there may not be memory enough") from None


class OnRay(Crew):
    """Each part in a Ray actor, on any machine of the cluster; parts exchange messages directly.

    Args:
        address: Address of the cluster: ``auto`` for the one of this machine, ``local`` for a new one on this machine
            alone, or an address.
        parts: Number of parts; None for one per processor of the cluster.

    Raises:
        YureiError: if Ray is not installed or the cluster cannot be reached.
    """

    def __init__(self, width: int, height: int, address: str, parts: int | None = None) -> None:
        try:
            self._ray = ray = import_module("ray")
        except ImportError:
            raise YureiError(
                "solving on a cluster needs ray, which is not installed: pip install '.[research]'"
            ) from None
        try:
            ray.init(
                address,
                log_to_driver=False,
                logging_level="ERROR",
                include_dashboard=False if address == "local" else None,
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise YureiError(f"no cluster of Ray's is reached at {address!r}: {str(error).splitlines()[0]}") from None
        count = parts or max(1, int(ray.cluster_resources().get("CPU", 1)))
        super().__init__(width, height, count)
        remote = ray.remote(num_cpus=1)(_OnRay)
        self._parts = [remote.remote(width, height, index, count) for index in range(count)]

    def every(self, method: str, *arguments: Any) -> list[Any]:
        answers: list[Any] = self._ray.get([part.do.remote(method, *arguments) for part in self._parts])
        return answers

    def one(self, part: int, method: str, *arguments: Any) -> Any:
        return self._ray.get(self._parts[part].do.remote(method, *arguments))

    def exchange(self, plies: int) -> int:
        count = self.parts
        said = [part.spread.options(num_returns=count + 1).remote(plies) for part in self._parts]
        self._ray.get(
            [part.take.remote(plies, *(each[to + 1] for each in said)) for to, part in enumerate(self._parts)]
        )
        return sum(self._ray.get([each[0] for each in said]))

    def close(self) -> None:
        self._ray.shutdown()


class _OnRay:
    """Actor that holds a part."""

    def __init__(self, width: int, height: int, index: int, parts: int) -> None:
        self._part = Part(width, height, index, parts)

    def do(self, method: str, *arguments: Any) -> Any:
        return getattr(self._part, method)(*arguments)

    def spread(self, plies: int) -> tuple[Any, ...]:
        left, heard = self._part.spread(plies)
        return (left, *heard)

    def take(self, plies: int, *heard: NDArray[np.uint64]) -> None:
        self._part.take(plies, *heard)


__all__ = ["Crew", "Here", "OnRay", "Processes"]
