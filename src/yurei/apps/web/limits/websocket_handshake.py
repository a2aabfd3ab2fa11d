"""WebSocket protocol that closes connections with an unreadable handshake or farewell."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState


class HandshakeProtocol(WebSocketsSansIOProtocol):
    """WebSocket that refuses and closes a connection whose handshake has too many or too long headers.

    The base class leaves such a connection open for as long as the client likes, and sends nothing.
    """

    def data_received(self, data: bytes) -> None:
        """Handle received data."""
        try:
            super().data_received(data)
        except InvalidState:  # bytes that are no text after the client's close frame: there is no one left to tell
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
