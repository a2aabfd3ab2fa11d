"""``yurei serve``."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from yurei.apps.cli.doors import door, parts
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import private_files
from yurei.apps.cli.options import whole_number
from yurei.rules.points import shortened

Host = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for all interfaces. Default: 127.0.0.1."),
]
Port = Annotated[
    int | None,
    typer.Option(metavar="NUMBER", parser=whole_number, help="Port; 0 picks a free one. Default: 8000."),
]
Database = Annotated[
    str | None, typer.Option(metavar="PATH-OR-URL", help="An SQLite file, or the address of a PostgreSQL database.")
]
PublicUrl = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Public address behind a proxy: https://go.example")
]
Log = Annotated[bool | None, typer.Option("--log/--no-log", help="Log one JSON line per request to standard error.")]
AbandonedAfter = Annotated[
    int | None,
    typer.Option(
        metavar="DAYS",
        parser=whole_number,
        help="Days without any player after which a game ends; 0 for never. Default: 30.",
    ),
]
Thinkers = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=whole_number,
        help="Number of processes for programs. Default: one less than there are cores, up to 4.",
    ),
]
ThinkSeconds = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Processor time of a program per turn, in seconds. Default: 5."),
]
ThinkMemory = Annotated[
    int | None,
    typer.Option(
        metavar="MEGABYTES",
        parser=whole_number,
        help="Memory of a process for programs, in megabytes; 0 for no limit. Default: 2048.",
    ),
]
ThinkSlot = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Time grid for answers of programs, in seconds: an answer is sent after this time, or twice, four times, … as long. Default: 0.3.",
    ),
]
PeoplePerAddress = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=whole_number,
        help="Number of people who may share an address, as in a club; 0 for no limit. Default: 25.",
    ),
]
TriesPerSecond = Annotated[
    float | None,
    typer.Option(metavar="NUMBER", help="Requests of one player in one game per second; 0 for no limit. Default: 5."),
]
Connections = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=whole_number,
        help="Largest number of open connections. Default: as many as the open-file limit allows.",
    ),
]
BusyAt = Annotated[
    float | None,
    typer.Option(
        metavar="MILLISECONDS",
        help="Delay of the server, in milliseconds, above which no new game is started; 0 for no limit. Default: 25.",
    ),
]
AdminPort = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=whole_number,
        help="Port of the admin page and of Prometheus metrics; 0 picks a free one. Default: none.",
    ),
]
AdminHost = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Address to listen on for the admin page. Default: 127.0.0.1, this machine only."
    ),
]


def serve(
    host: Host = None,
    port: Port = None,
    database: Database = None,
    public_url: PublicUrl = None,
    log: Log = None,
    abandoned_after: AbandonedAfter = None,
    thinkers: Thinkers = None,
    think_seconds: ThinkSeconds = None,
    think_memory: ThinkMemory = None,
    think_slot: ThinkSlot = None,
    people_per_address: PeoplePerAddress = None,
    tries_per_second: TriesPerSecond = None,
    connections: Connections = None,
    busy_at: BusyAt = None,
    admin_port: AdminPort = None,
    admin_host: AdminHost = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
) -> None:
    """Serve the web pages: games by link, clubs, spectators.

    What is not chosen here can be chosen by the environment: YUREI_HOST, YUREI_PORT, YUREI_DATABASE, YUREI_PUBLIC_URL,
    YUREI_LOG, YUREI_ABANDONED_AFTER, YUREI_THINKERS, YUREI_THINK_SECONDS, YUREI_THINK_MEMORY,
    YUREI_THINK_SLOT, YUREI_PEOPLE_PER_ADDRESS, YUREI_TRIES_PER_SECOND, YUREI_CONNECTIONS, YUREI_BUSY_AT, YUREI_ADMIN_PORT,
    YUREI_ADMIN_HOST."""
    web = door("web")
    own = {"host": host, "port": port, "database": database, "public_url": public_url, "log": log}
    thinking = {
        "thinkers": thinkers,
        "think_seconds": think_seconds,
        "think_memory": think_memory,
        "think_slot": think_slot,
    }
    limits = {
        "people_per_address": people_per_address,
        "tries_per_second": tries_per_second,
        "connections": connections,
        "busy_at": busy_at,
    }
    admin = {"admin_port": admin_port, "admin_host": admin_host}
    chosen = web.settings(**own, **thinking, **limits, **admin, abandoned_after=abandoned_after)
    _check_free(chosen.host, chosen.port)
    if chosen.admin_port is not None:
        _check_free(chosen.admin_host, chosen.admin_port, "--admin-port", "--admin-host")
    _check_database(chosen.database)
    with parts(), private_files():
        web.serve(chosen, browser)


def backup(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="File of the copy; it must not exist yet.")],
    database: Annotated[str | None, typer.Option(metavar="PATH", help="The SQLite file of the server.")] = None,
) -> None:
    """Copy the games while the server runs.

    The copy is whole, and a server can go on with it."""
    web = door("web")
    with private_files():
        web.backup(web.settings(database=database).place, to)


def _check_free(host: str, port: int, port_option: str = "--port", host_option: str = "--host") -> None:
    """Check that an address is free to listen on.

    Raises:
        Unusable: with a working alternative.
    """
    if not 0 <= port <= 65535:
        raise Unusable(f"port {port} is none: ports are 1 to 65535, and 0 is any free one; try {port_option} 8000")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except (OSError, UnicodeError) as error:
        why = (getattr(error, "strerror", None) or "it is no address").lower()
        other = f"{port_option} {port + 1 if port < 65535 else 8000}, or another "
        if not port or isinstance(error, (socket.gaierror, UnicodeError)):
            other = "another "
        raise Unusable(f"cannot listen on {host} port {port}: {why}; try {other}{host_option}") from None


def _check_database(database: str) -> None:
    """Check that yurei can use a database address.

    Raises:
        Unusable: with a working alternative.
    """
    kind, is_address, _ = database.partition("://")
    is_file = database.startswith("sqlite:///") and database != "sqlite:///"
    if is_address and not is_file and kind.partition("+")[0] != "postgresql":
        raise Unusable(f"{shortened(database)} is no database of yurei's; give a file, or postgresql://USER@HOST/NAME")
