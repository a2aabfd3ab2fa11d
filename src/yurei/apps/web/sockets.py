"""A socket that only speaks: what comes in on it is not listened to."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from fastapi import WebSocket, WebSocketDisconnect


async def while_open(socket: WebSocket, sending: Coroutine[None, None, None]) -> None:
    """Keep something going until the socket closes."""
    task = asyncio.create_task(sending)
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass
    finally:
        task.cancel()
