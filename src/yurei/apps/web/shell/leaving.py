"""Work for a client that may leave before it is done."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request
from starlette.requests import ClientDisconnect

Done = TypeVar("Done")


async def unless_gone(request: Request, work: Coroutine[Any, Any, Done]) -> Done:
    """Return what ``work`` returns; cancel it if the client leaves. The body of the request has to be read before.

    Raises:
        ClientDisconnect: if the client has left.
    """
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return await working
    finally:
        working.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
