"""Slow work beside the screen, in a daemon thread that does not delay the exit."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

Value = TypeVar("Value")


async def aside(work: Callable[[], Value]) -> Value:
    """Run work in a thread. If the caller is cancelled its result is dropped, and the program can exit meanwhile.

    Raises:
        Exception: any error of the work.
    """
    done: Future[Value] = Future()
    done.set_running_or_notify_cancel()  # from now on it is not cancelled, so that the thread can always set it

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(done)
