"""Start the server, and open the browser."""

import asyncio
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

import uvicorn

if sys.platform != "win32":
    import resource

from yurei.apps.web.app import make_app
from yurei.apps.web.frame.address import network_address
from yurei.apps.web.frame.connections import CONNECTIONS_EACH, ConnectionCounter, make_bounded_protocols
from yurei.apps.web.frame.limits import Admission
from yurei.apps.web.frame.logbook import configure_logging
from yurei.apps.web.settings import WebSettings, outside_settings
from yurei.club.programs.proposals import Playouts
from yurei.club.programs.reviews import make_process_reviewer
from yurei.club.programs.solved import make_process_solver as solve_in_a_process
from yurei.club.programs.workers import Workers
from yurei.club.solver import Solver, solving_process
from yurei.club.store import why_closed
from yurei.errors import BadValue
from yurei.players import WITHOUT_FAST, is_ready

UNSENT = 64 * 1024
ACCEPTED_AT_ONCE = 16
"""Number of new connections that are accepted in a turn of the event loop."""
USUAL_ROOM, MOST_FILES = 12_000, 65_536
OTHER_FILES = 256
"""Files other than connections: the database, its pool, program processes."""


class AnnouncingServer(uvicorn.Server):
    """Server that prints its address once it is reachable."""

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        for_others: str | None,
        *,
        browser: bool,
        stop_waiting: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._stop_waiting = stop_waiting
        self._address, self._for_others = address, for_others
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server, and print its address."""
        await super().startup(sockets)
        if self.started:
            for_others = f", for others at {self._for_others}/" if self._for_others else ""
            print(f"yurei is at {self._address}{for_others}  (stop it with Ctrl-C)", flush=True)
            if not is_ready():
                print(WITHOUT_FAST, file=sys.stderr, flush=True)
            if self._browser:
                threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer waiting requests, then stop."""
        self._stop_waiting()
        await super().shutdown(sockets)


def open_listening_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket whose connections send short data without delay; raise OSError if the port is taken.

    Without TCP_NODELAY the body of an answer waits until its header is acknowledged: 44 ms on a persistent connection.
    """
    listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    # Every connection inherits these options.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):  # limits the unsent bytes in the kernel for a client that does not read
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)
    return listening


def find_connection_limit(wanted: int) -> int:
    """Return the maximum number of open connections: ``wanted``, 12,000 for 0, but no more than open files allow.

    Raises the soft limit of open files of this process to the hard limit, 65,536 at most.
    """
    if sys.platform == "win32":
        return wanted or USUAL_ROOM
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, min(wanted or USUAL_ROOM, most - OTHER_FILES))


def serve(chosen: WebSettings, browser: bool) -> None:
    """Serve until stopped; ``browser`` says whether to open the home page in a browser.

    Raises OSError if the port is not available, and BadValue if the database cannot be opened or the public address is
    invalid.
    """
    public, outside = chosen.public, outside_settings(chosen.public)
    # Errors of the database are reported before any request is accepted.
    if why := asyncio.run(why_closed(chosen.database_url)):
        raise BadValue(f"the database cannot be opened: {why}; give --database a file, or the URL of a server")
    # A full garbage collection visits all games in memory. With Python's thresholds it paused 300 games for half a
    # second: 99 of 100 tries took up to 340 and 447 ms, compared to 70 and 118 ms with these thresholds.
    gc.set_threshold(20_000, 20, 50)
    listening = open_listening_socket(chosen.host, chosen.port)
    local = _format_address(chosen.host, listening)
    configure_logging(requests=chosen.log)
    room, allowances = find_connection_limit(chosen.connections), chosen.allowances
    app = make_app(
        chosen.database_url,
        public=public,
        propose=Playouts(),
        outside=outside,
        abandoned_after=chosen.absence,
        thinkers=Workers(chosen.limits),
        look=make_process_reviewer(),
        solver=Solver(solving_process, ahead=True),
        solve=solve_in_a_process(),
        allowances=replace(allowances, open=room - room // 20),
        admission=Admission(chosen.busy_at / 1000),
    )
    # Behind a proxy all connections have the same address.
    door = ConnectionCounter(room, 0 if public else CONNECTIONS_EACH * allowances.people)
    http, sockets = make_bounded_protocols(door)
    config = uvicorn.Config(
        app,
        http=http,
        ws=sockets,
        ws_max_size=8 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    with listening, ExitStack() as exit_stack:
        network = app.state.network = network_address(chosen.host, listening.getsockname()[1])
        for_others = str(public) if public else network and f"http://{network}"
        stop_waiting: Callable[[], None] = app.state.stop_waiting
        server = AnnouncingServer(config, local, for_others, browser=browser, stop_waiting=stop_waiting)
        # uvloop accepts only one waiting connection per socket and loop iteration.
        server.run([exit_stack.enter_context(listening.dup()) for _ in range(ACCEPTED_AT_ONCE)])


def _format_address(host: str, listening: socket.socket) -> str:
    """Return the server's address for a browser."""
    name = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}/"
