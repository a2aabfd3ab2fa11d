"""Minimal WebSocket: processor time of the load is taken from the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.typing import Origin
from websockets.uri import parse_uri

LONGEST = 30.0
"""Seconds to wait for an answer, or until a page is shown."""


class Wire(asyncio.Protocol):
    """A WebSocket on the protocol classes of websockets alone.

    Args:
        address: Address of the socket.
        origin: The page that opens it.
        headers: Headers of the opening request.
        on_frame: Called with each text frame; the first may come together with the answer to the opening.
        on_end: Called when the socket is closed.
    """

    def __init__(
        self,
        address: str,
        origin: str,
        headers: Mapping[str, str],
        on_frame: Callable[[str], None],
        on_end: Callable[[], None],
    ) -> None:
        self._socket = ClientProtocol(parse_uri(address), origin=Origin(origin), max_size=None)
        self._headers = headers
        self._transport: asyncio.Transport | None = None
        self._on_frame, self._on_end = on_frame, on_end
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def opens(self) -> None:
        """Wait until the socket is open.

        Raises:
            OSError, EOFError, InvalidHandshake: if it could not be opened.
        """
        try:
            await asyncio.wait_for(self._opened, 2 * LONGEST)
        except BaseException:
            self.close()
            raise

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the opening request."""
        self._transport = cast(asyncio.Transport, transport)
        request = self._socket.connect()
        request.headers.update(self._headers)
        self._socket.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Handle received bytes."""
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self._on_frame(bytes(event.data).decode())
            elif self._socket.handshake_exc is None:
                self._opened.set_result(None)
        if self._socket.handshake_exc is not None and not self._opened.done():
            self._opened.set_exception(self._socket.handshake_exc)
        self._flush()

    def eof_received(self) -> None:
        """Handle the end of the stream."""
        self._socket.receive_eof()

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the loss of the connection."""
        if not self._opened.done():
            self._opened.set_exception(exc or EOFError("the socket was closed before it was open"))
        self._on_end()

    def send(self, text: str) -> None:
        """Send a text.

        Raises:
            BrokenPipeError: if the socket is closed.
        """
        if self._socket.state is not State.OPEN or self._transport is None or self._transport.is_closing():
            raise BrokenPipeError
        self._socket.send_text(text.encode())
        self._flush()

    def close(self) -> None:
        """Close the socket."""
        if self._socket.state is State.OPEN:
            self._socket.send_close(1001)
            self._flush()
        if self._transport is not None:
            self._transport.close()

    def _flush(self) -> None:
        data = b"".join(self._socket.data_to_send())
        if data and self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)
        if self._socket.close_expected() and self._transport is not None:
            self._transport.close()
