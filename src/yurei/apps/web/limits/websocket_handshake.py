"""Sockets whose opening cannot be read, or whose end."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState


class Handshake(WebSocketsSansIOProtocol):
    """A socket whose opening cannot be read, for too many headers or too long ones, is refused and closed.

    What it is made of leaves such a connection open for as long as the client likes, and says nothing.
    """

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        try:
            super().data_received(data)
        except (
            InvalidState
        ):  # bytes that are no text, and the client's farewell behind them: nobody is left to complain to
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
