"""A socket that only speaks: what comes in on it is not listened to."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from fastapi import WebSocket, WebSocketDisconnect


async def while_open(socket: WebSocket, sending: Coroutine[None, None, None]) -> None:
    """Keep something going until it is done, or the socket closes.

    A socket closes in the middle of whatever is sent on it, and nobody is to hear of that. What else goes wrong with
    the sending goes wrong with the socket too.
    """
    tasks = [asyncio.create_task(sending), asyncio.create_task(_closed(socket))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
            raise error


async def _closed(socket: WebSocket) -> None:
    """Wait until the socket is closed, whatever else comes in."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
