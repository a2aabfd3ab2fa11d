"""A socket that speaks until it closes, and may listen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect

Heard = Callable[[str], Awaitable[None]]
"""Takes what has come in on a socket."""


async def while_open(socket: WebSocket, sending: Coroutine[None, None, None], heard: Heard | None = None) -> None:
    """Keep something going until it is done, or the socket closes.

    A socket closes in the middle of whatever is sent on it, and nobody is to hear of that. What else goes wrong with
    the sending goes wrong with the socket too. What has come in is done to its end, also where the socket has closed.

    Args:
        socket: It is open.
        sending: What is sent on it.
        heard: Takes what comes in, one text after the other. Without it nothing is listened to.
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
    """Send a text.

    Raises:
        WebSocketDisconnect: where nobody is there, also where the server has hung up by itself on what was no frame of text.
    """
    try:
        await socket.send_text(text)
    except RuntimeError as error:  # so uvicorn says that it has hung up
        raise WebSocketDisconnect(code=1006) from error


async def hang_up(socket: WebSocket) -> None:
    """Close an open socket that its browser may not have any more."""
    with suppress(RuntimeError):  # the server has hung up before
        await socket.close(1008)


async def _until_closed(socket: WebSocket, heard: Heard | None, busy: asyncio.Lock) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if heard is not None and message.get("text"):
            async with busy:
                await heard(message["text"])
