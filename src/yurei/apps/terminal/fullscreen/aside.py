"""Slow work beside the screen, in a daemon thread that does not delay the exit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

Value = TypeVar("Value")


async def aside(work: Callable[[], Value]) -> Value:
    """Run work in a thread. If the caller is cancelled its result is dropped, and the program can exit meanwhile.

    Raises:
        Exception: any error of the work.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Value] = loop.create_future()

    def answer(value: Value | None, error: Exception | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(value)  # type: ignore[arg-type]  # where there was no error there is a value
        else:
            done.set_exception(error)

    def run() -> None:
        try:
            value, error = work(), None
        except Exception as raised:
            value, error = None, raised
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(answer, value, error)

    Thread(target=run, daemon=True).start()
    return await done
