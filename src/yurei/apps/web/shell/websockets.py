"""WebSocket helpers: send until the socket closes, and receive messages meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

from yurei.club.seats import Forbidden

Heard = Callable[[str], Awaitable[None]]
"""Handler of a text received on a socket."""


async def while_open(socket: WebSocket, sending: Coroutine[None, None, None], heard: Heard | None = None) -> None:
    """Run a coroutine until it is done or the socket closes.

    A close in the middle of sending is no error; other errors of the sender are raised. A handler that has started is
    completed, even if the socket has closed.

    Args:
        socket: The open socket.
        sending: The coroutine that sends on it.
        heard: Handler of received texts, called one at a time. Without it they are ignored.
    """
    busy = asyncio.Lock()
    tasks = [asyncio.create_task(sending), asyncio.create_task(_until_closed(socket, heard, busy))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        async with busy:
            for task in tasks:
                task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
            raise error


async def send_frame(socket: WebSocket, text: str) -> None:
    """Send a text frame.

    Raises:
        WebSocketDisconnect: If the socket is closed, also if the server closed it because of a malformed frame.
    """
    try:
        await socket.send_text(text)
    except RuntimeError as error:  # uvicorn's way to report a closed connection
        raise WebSocketDisconnect(code=1006) from error


async def send_changes(
    socket: WebSocket, changed: asyncio.Event, draw: Callable[[], Awaitable[str]], pause: float = 0.0
) -> None:
    """Send a drawing, and again after every change that makes it differ, until the reader loses access.

    Args:
        pause: Least number of seconds between two drawings.
    """
    sent = None
    while True:
        changed.clear()
        try:
            drawn = await draw()
        except Forbidden:  # such as by a link that was reactivated for another browser
            await hang_up(socket)
            return
        if drawn != sent:
            await send_frame(socket, drawn)
            sent = drawn
        await asyncio.sleep(pause)
        await changed.wait()


async def hang_up(socket: WebSocket) -> None:
    """Close an open socket whose browser has lost access."""
    with suppress(RuntimeError):  # the server has closed it before
        await socket.close(1008)


async def _until_closed(socket: WebSocket, heard: Heard | None, busy: asyncio.Lock) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if heard is not None and message.get("text"):
            async with busy:
                await heard(message["text"])
