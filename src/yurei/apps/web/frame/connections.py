"""Connections with limits: slow senders, clients that do not read, and floods of frames are cut off.

uvicorn waits for ever for the rest of a request header or body, and for clients that do not read. Such connections are
closed here, at the protocol level, so that the application need not handle them.
"""

import asyncio
import logging
from functools import partial
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

HEAD = 10.0  # seconds within which a request header must be complete
BODY = 20.0  # seconds within which the rest of a request must arrive
UNREAD = 30.0  # seconds within which a client must read some of the sent data
CONNECTIONS_EACH = 10  # most connections of one person's browser: six for requests, and its sockets
WAITING = 4  # number of received messages of a socket that may be queued before reading pauses
FRAMES, PER = 100, 10.0
"""Limit of frames, and its period in seconds: more than tries (see ``Allowances.tries``) and keep-alive need."""
TRY_AGAIN, NO_TEXT = 1013, 1007
GONE = "yurei.gone"  # scope key of a request: a function that says whether its client has disconnected
_ENDS = b"Connection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n"
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\n" + _ENDS
SLOW = b"HTTP/1.1 408 Request Timeout\r\n" + _ENDS
_quiet = logging.getLogger("yurei.web.frames")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False  # invalid input from outside is no error of the server


class ConnectionCounter:
    """The open connections, in total and by address. Beyond a limit the oldest idle connection is closed.

    ``per_address`` does not include sockets; 0 means no limit, as behind a proxy, where all clients share an address.
    """

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._open = 0
        self._by_address: dict[str, dict[asyncio.Transport, None]] = {}
        self._sockets = set[asyncio.Transport]()

    def add(self, address: str, transport: asyncio.Transport) -> bool:
        """Count a new connection; return False if it exceeds a limit and no idle connection could be closed."""
        own = self._by_address.setdefault(address, {})
        own[transport] = None
        self._open += 1
        if self._per_address and len(own) > self._per_address:
            return self._close_idle(address, transport)
        if self._open > self._most:
            return self._close_idle(max(self._by_address, key=lambda each: len(self._by_address[each])), transport)
        return True

    def remove(self, address: str, transport: asyncio.Transport) -> None:
        if transport in self._sockets:
            self._sockets.remove(transport)
            self._open -= 1
        own = self._by_address.get(address, {})
        if transport in own:
            del own[transport]
            self._open -= 1
            if not own:
                del self._by_address[address]

    def mark_as_socket(self, address: str, transport: asyncio.Transport) -> None:
        """Count a connection as a WebSocket. ``OpenSockets`` limits these by address, not this class."""
        self.remove(address, transport)
        self._sockets.add(transport)
        self._open += 1

    def _close_idle(self, address: str, new: asyncio.Transport) -> bool:
        """Close the oldest idle connection of an address, except ``new``; return False if there is none."""
        for transport in self._by_address[address]:
            protocol = transport.get_protocol()
            if transport is not new and isinstance(protocol, BoundedHTTP) and protocol.is_idle:
                transport.abort()
                self.remove(address, transport)
                return True
        return False


class _UnreadTimer(asyncio.Protocol):
    """Closes the connection if no byte of the pending data could be sent to the client for ``UNREAD`` seconds."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    counter: ConnectionCounter
    _watch: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start_timer(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self.stop_timer()
        super().resume_writing()

    def _start_timer(self, waiting: int) -> None:
        self.stop_timer()
        self._watch = self.loop.call_later(UNREAD, self._check_unread, waiting)

    def _check_unread(self, before: int) -> None:
        waiting = self.transport.get_write_buffer_size()
        if waiting >= before:
            self.transport.abort()
        else:
            self._start_timer(waiting)

    def stop_timer(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


class BoundedHTTP(_UnreadTimer, H11Protocol):
    """HTTP connection with time limits, counted in a ``ConnectionCounter``."""

    _full = _ended = _upgraded = False
    _missing: float | None = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that unsent data is noticed at once
        self._full = not self.counter.add(self.address, transport)
        self._watch_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the counter; ``BoundedWebSocket`` does this if it has become a WebSocket."""
        if not self._upgraded:
            self.counter.remove(self.address, self.transport)
        self._stop_timers()
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Whether the connection may be closed: no request is being answered, or the client reads no answer."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY) or self._watch is not None

    def data_received(self, data: bytes) -> None:
        if self._ended:
            return
        if self._full:
            self.transport.write(FULL)
            self._end_soon()
            return
        super().data_received(data)
        self._watch_request()
        self._add_gone_check()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_request()
        self._add_gone_check()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        self.counter.mark_as_socket(self.address, self.transport)
        self._stop_timers()
        super().handle_websocket_upgrade(event)

    def _add_gone_check(self) -> None:
        """Add to the scope of the current request a function that tells whether the client has disconnected."""
        if self.cycle is not None:
            scope = cast(dict[str, Any], self.cycle.scope)
            scope[GONE] = partial(getattr, self.cycle, "disconnected")

    def _watch_request(self) -> None:
        """Start a timer while a request is incomplete, and stop the timer once the request is complete."""
        if self._ended or self._upgraded:
            return
        missing = None
        if self.conn.their_state is h11.SEND_BODY:
            missing = BODY
        elif self.conn.their_state is h11.IDLE and (self.cycle is None or self.conn.trailing_data[0]):
            missing = HEAD
        if missing == self._missing:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._missing = missing
        self._timer = None if missing is None else self.loop.call_later(missing, self._time_out)

    def _time_out(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.conn.their_state is h11.IDLE or (answering and not self.cycle.response_started):
            self.transport.write(SLOW)
        if answering:  # the code that waits for the rest sees a disconnected client
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._end_soon()

    def _end_soon(self) -> None:
        """Stop sending, and close the connection a second later: an immediate reset might destroy the answer."""
        self._stop_timers()
        self._ended = True
        self.transport.write_eof()
        self._timer = self.loop.call_later(1, self.transport.abort)

    def _stop_timers(self) -> None:
        self.stop_timer()
        if self._timer is not None:
            self._timer.cancel()


class BoundedWebSocket(_UnreadTimer, WebSocketsSansIOProtocol):
    """WebSocket connection with a limit of frames, counted in a ``ConnectionCounter``."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.conn.logger = _quiet
        self._free_at = 0.0
        self._cut_off = self._is_heard = False

    def data_received(self, data: bytes) -> None:
        self._is_heard = True
        if self._cut_off:
            return
        try:
            super().data_received(data)
        except InvalidState:  # invalid text after the client's close frame: no answer is possible
            self._hang_up()
        # If the headers of the handshake are too many or too long, the base class sends nothing and stays open.
        if self.conn.handshake_exc is not None and not self.handshake_initiated and not self.transport.is_closing():
            self._hang_up()

    def _hang_up(self) -> None:
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=0)

    def connection_lost(self, exc: Exception | None) -> None:
        self.counter.remove(self.address, self.transport)
        self.stop_timer()
        super().connection_lost(exc)

    def start_keepalive(self) -> None:
        super().start_keepalive()
        # Free the headers of the handshake, 4 KiB, which are no longer needed.
        for opening in (self.request, self.response):
            opening.headers.clear()

    def handle_pong(self, event: Frame) -> None:
        self._is_heard = False  # as an answer to our ping it does not postpone the next ping
        super().handle_pong(event)

    def send_keepalive_ping(self) -> None:
        """Send a ping, unless the client has sent something since the last ping."""
        if self._is_heard:
            self._is_heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def handle_ping(self) -> None:
        if self._count_frame():
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if self._count_frame():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a received message to the application if it is valid UTF-8 and within the limit of frames."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self._close_with_error(NO_TEXT)
            return
        if self._count_frame():
            # Pausing and resuming cost two system calls, so it is not done for a message that is read at once.
            spared = not self.read_paused and self.queue.qsize() < WAITING
            self.read_paused = self.read_paused or spared
            super().send_receive_event_to_app()
            self.read_paused = self.read_paused and not spared

    def _count_frame(self) -> bool:
        """Count a frame; if the limit is exceeded, close the socket and return False."""
        each, now = PER / FRAMES, self.loop.time()
        self._free_at = max(self._free_at, now) + each
        if self._free_at <= now + PER:
            return True
        self._close_with_error(TRY_AGAIN)
        return False

    def _close_with_error(self, code: int) -> None:
        """Close the socket with a code for a client error."""
        if not self.close_sent:
            self.conn.fail(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = self._cut_off = True
            # Input is discarded for a second: after an immediate close the code might never arrive.
            self.loop.call_later(1, self.transport.abort)


def make_bounded_protocols(counter: ConnectionCounter) -> tuple[type[BoundedHTTP], type[BoundedWebSocket]]:
    """Return protocol classes of uvicorn for HTTP and WebSockets that count their connections in ``counter``."""
    http = type("CountedHTTP", (BoundedHTTP,), {"counter": counter})
    return http, type("CountedWebSocket", (BoundedWebSocket,), {"counter": counter})
