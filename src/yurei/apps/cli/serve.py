"""``yurei serve``."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from yurei.apps.cli.doors import door, parts
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.options import whole_number
from yurei.rules.points import shortened

DATABASES = ("sqlite", "postgresql")
Host = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 for everywhere. Else 127.0.0.1.")
]
Port = Annotated[
    int | None,
    typer.Option(metavar="NUMBER", parser=whole_number, help="On which port; 0 takes a free one. Else 8000."),
]
Database = Annotated[
    str | None, typer.Option(metavar="PATH-OR-URL", help="A file of SQLite's, or the address of a PostgreSQL.")
]
PublicUrl = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Where people find it behind a proxy: https://go.example")
]
Log = Annotated[
    bool | None, typer.Option("--log/--no-log", help="Write a line of JSON per request to the standard error.")
]
AbandonedAfter = Annotated[
    int | None,
    typer.Option(
        metavar="DAYS", parser=whole_number, help="After how many days without anybody a game ends; 0 never. Else 30."
    ),
]
Thinkers = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=whole_number,
        help="How many processes think for programs. Else a core less than there are, up to 4.",
    ),
]
ThinkSeconds = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="How long a program may think about a turn, in processor time. Else 5."),
]
ThinkMemory = Annotated[
    int | None,
    typer.Option(
        metavar="MEGABYTES",
        parser=whole_number,
        help="What a process may use that thinks for programs; 0 for any. Else 2048.",
    ),
]
ThinkSlot = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="When a program's answer is told: so long after it was asked for, or twice, four times, … as long. Else 0.3.",
    ),
]
PeoplePerAddress = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=whole_number,
        help="How many people may share an address, as in a club; 0 for any number. Else 25.",
    ),
]
TriesPerSecond = Annotated[
    float | None,
    typer.Option(metavar="NUMBER", help="What one player may send in one game in a second; 0 for any number. Else 5."),
]
Connections = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER", parser=whole_number, help="How many may be open. Else as many as the machine has files for."
    ),
]
BusyAt = Annotated[
    float | None,
    typer.Option(
        metavar="MILLISECONDS", help="How late the server may be before no new game is begun; 0 for any time. Else 25."
    ),
]
AdminPort = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        parser=whole_number,
        help="On which port you see how the server does, and Prometheus asks for it; 0 takes a free one. Else none.",
    ),
]
AdminHost = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Where to listen for that. Else 127.0.0.1: this machine alone.")
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
    with parts():
        web.serve(chosen, browser)


def backup(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; nothing may be there yet.")],
    database: Annotated[
        str | None, typer.Option(metavar="PATH", help="The file of SQLite's that the server uses.")
    ] = None,
) -> None:
    """Copy the games while the server runs.

    The copy is whole, and a server can go on with it."""
    web = door("web")
    web.backup(web.settings(database=database).place, to)


def _check_free(host: str, port: int, port_option: str = "--port", host_option: str = "--host") -> None:
    """Raise where nobody could listen there.

    Raises:
        Unusable: with what would work.
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
        other = port + 1 if port < 65535 else 8000
        raise Unusable(
            f"cannot listen on {host} port {port}: {why}; try {port_option} {other}, or another {host_option}"
        ) from None


def _check_database(database: str) -> None:
    """Raise where an address is that of a database which yurei does not know.

    Raises:
        Unusable: with what would work.
    """
    kind, is_address, _ = database.partition("://")
    if is_address and kind.partition("+")[0] not in DATABASES:
        raise Unusable(f"{shortened(database)} is no database of yurei's; give a file, or postgresql://USER@HOST/NAME")
