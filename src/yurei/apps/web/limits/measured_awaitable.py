"""Measurement of the processor time of an awaitable, step by step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, Generic, TypeVar

from yurei.apps.web.limits.buckets import Seconds

Done = TypeVar("Done")


class MeasuredAwaitable(Generic[Done]):
    """Awaitable that measures each of its steps; time in which other tasks run is not counted.

    Args:
        work: The awaitable.
        worked: Called after each step with its processor seconds.
        processor: Returns the processor time of the thread.
    """

    def __init__(self, work: Awaitable[Done], worked: Callable[[float], None], processor: Seconds) -> None:
        self._work, self._worked, self._processor = work, worked, processor

    def __await__(self) -> Generator[Any, Any, Done]:
        work = self._work.__await__()
        step = partial(next, work)
        while True:
            began = self._processor()
            try:
                awaited = step()
            except StopIteration as ended:
                done: Done = ended.value
                return done
            finally:
                self._worked(self._processor() - began)
            try:
                step = partial(work.send, (yield awaited))
            except GeneratorExit:
                work.close()
                raise
            except BaseException as thrown:  # whatever is thrown in here is meant for the work
                step = partial(work.throw, thrown)
