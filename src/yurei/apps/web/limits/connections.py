"""Connections with bounds: who sends slowly, reads nothing, or sends frame after frame is cut off.

uvicorn waits for ever for the rest of a head or a body, and for who does not read. What it leaves open is closed here,
on the connection itself: nothing that goes on behind has to think of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.frames import Frame

from yurei.apps.web.limits.websocket_handshake import Handshake

HEAD = 10.0
"""Seconds in which a head is to be here whole."""
BODY = 20.0
"""Seconds in which the rest of a request is."""
UNREAD = 30.0
"""Seconds in which something of what was sent is to be read."""
WAITING = 4
"""So many messages of a socket may wait to be taken in before no more of it is read."""
FRAMES, PER = 100, 10.0
"""So many frames in so many seconds: more than are done at a table, see ``Allowances.tries``, and those that keep alive."""
TRY_AGAIN, NO_TEXT = 1013, 1007

_ENDS = b"Connection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n"
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\n" + _ENDS
SLOW = b"HTTP/1.1 408 Request Timeout\r\n" + _ENDS

_quiet = logging.getLogger("yurei.web.frames")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False  # that something cannot be read which comes from outside is no failure of ours


class Door:
    """Counts the connections that are open, all together and by address.

    Args:
        most: So many may be open.
        per_address: So many of them from one address; 0 for any number, as behind a proxy, from where all come.
    """

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._open = 0
        self._by_address: Counter[str] = Counter()

    def enters(self, address: str) -> bool:
        """Count a connection; whether there is room for it."""
        self._open += 1
        self._by_address[address] += 1
        enough = self._per_address and self._by_address[address] > self._per_address
        return not enough and self._open <= self._most

    def leaves(self, address: str) -> None:
        """Count it no more."""
        self._open -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


class _Read(asyncio.Protocol):
    """Cuts off who reads nothing: not a byte of what waits for him has gone for a while."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    door: Door
    _watch: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """Where the connection comes from."""
        return self.client[0] if self.client else ""

    def pause_writing(self) -> None:
        super().pause_writing()
        self.watch()

    def resume_writing(self) -> None:
        self.unwatch()
        super().resume_writing()

    def watch(self) -> None:
        """Begin: whatever waits, waits too long some time."""
        self._watch_on(self.transport.get_write_buffer_size())

    def _watch_on(self, waiting: int) -> None:
        self.unwatch()
        self._watch = self.loop.call_later(UNREAD, self._look, waiting)

    def _look(self, before: int) -> None:
        waiting = self.transport.get_write_buffer_size()
        if waiting >= before:
            self.transport.abort()
        else:
            self._watch_on(waiting)

    def unwatch(self) -> None:
        """Everything has gone."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


class BoundedHTTP(_Read, H11Protocol):
    """A connection on which requests come."""

    _full = _ended = _handed_on = False
    _missing: float | None = None
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # to be told of every byte that is not taken
        self._full = not self.door.enters(self.address)
        self._mind()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._handed_on:
            self.door.leaves(self.address)
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._ended:
            return
        if self._full:
            self.transport.write(FULL)
            self._end_soon()
            return
        super().data_received(data)
        self._mind()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._mind()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._handed_on = True
        self._stop()
        super().handle_websocket_upgrade(event)

    def _mind(self) -> None:
        """Wait for the rest of a request, but not for ever."""
        if self._ended or self._handed_on:
            return
        missing = None
        if self.conn.their_state is h11.SEND_BODY:
            missing = BODY
        elif self.conn.their_state is h11.IDLE and (self.cycle is None or self.conn.trailing_data[0]):
            missing = HEAD
        if missing == self._missing:
            return
        if self._late is not None:
            self._late.cancel()
        self._missing = missing
        self._late = None if missing is None else self.loop.call_later(missing, self._cut)

    def _cut(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if self.conn.their_state is h11.IDLE or (answering and not self.cycle.response_started):
            self.transport.write(SLOW)
        if answering:  # whoever waits for the rest is told that nobody is there any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self._end_soon()

    def _end_soon(self) -> None:
        """Close; what still comes is thrown away for a second, for who is cut off in the middle might miss the answer."""
        self._stop()
        self._ended = True
        self.transport.write_eof()
        self._late = self.loop.call_later(1, self.transport.abort)

    def _stop(self) -> None:
        self.unwatch()
        if self._late is not None:
            self._late.cancel()


class BoundedWebSocket(_Read, Handshake):
    """A connection on which frames come."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.conn.logger = _quiet
        self._free_at = 0.0
        self._cut_off = self._heard_of = False

    def data_received(self, data: bytes) -> None:
        self._heard_of = True
        if not self._cut_off:
            super().data_received(data)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=0)

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leaves(self.address)
        self.unwatch()
        super().connection_lost(exc)

    def start_keepalive(self) -> None:
        super().start_keepalive()
        # What the socket was opened with is not asked for again, and weighs 4 KiB as long as it is held.
        for opening in (self.request, self.response):
            opening.headers.clear()

    def handle_pong(self, event: Frame) -> None:
        self._heard_of = False  # that is no more than an answer: he is asked again next time
        super().handle_pong(event)

    def send_keepalive_ping(self) -> None:
        """Ask whether he is still there, who has not been heard of since the last time."""
        if self._heard_of:
            self._heard_of = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def handle_ping(self) -> None:
        if self._counted():
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if self._counted():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._fail(NO_TEXT)
        elif self._counted():
            # To stop reading and begin again asks the system twice; a message that is taken in at once is not worth it.
            spared = not self.read_paused and self.queue.qsize() < WAITING
            self.read_paused = self.read_paused or spared
            super().send_receive_event_to_app()
            self.read_paused = self.read_paused and not spared

    def _counted(self) -> bool:
        """Count a frame; whether it is none too many."""
        each, now = PER / FRAMES, self.loop.time()
        self._free_at = max(self._free_at, now) + each
        if self._free_at <= now + PER:
            return True
        self._fail(TRY_AGAIN)
        return False

    def _fail(self, code: int) -> None:
        """Close for a reason that lies with who sends."""
        if not self.close_sent:
            self.conn.fail(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = self._cut_off = True
            # What still comes is thrown away for a second: closed at once, the reason might never arrive.
            self.loop.call_later(1, self.transport.abort)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def bounded(door: Door) -> tuple[type[BoundedHTTP], type[BoundedWebSocket]]:
    """What uvicorn makes of a connection, first and after an upgrade; counted at this door."""
    http = type("CountedHTTP", (BoundedHTTP,), {"door": door})
    return http, type("CountedWebSocket", (BoundedWebSocket,), {"door": door})
