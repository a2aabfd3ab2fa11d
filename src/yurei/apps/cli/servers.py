"""The commands that run servers and engines, and care for them: serve, backup, check, gtp, seat, warmup."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from yurei import compiled_code
from yurei.apps.cli.common import BROKEN, BadUsage, ProgressCallback, private_files, progress_bar
from yurei.apps.cli.options import GAME_KEYS, number_option, settings_of, whole_number, with_options, with_settings
from yurei.apps.cli.play import print_weaknesses
from yurei.rules.points import shorten


def _typed_option(kind: type, metavar: str, help: str) -> Any:
    """Return the annotated type of an option that may be left out."""
    return Annotated[
        kind | None, typer.Option(metavar=metavar, parser=whole_number if kind is int else None, help=help)
    ]


OPTIONS: dict[str, Any] = {
    "host": _typed_option(str, "ADDRESS", "Address to listen on; 0.0.0.0 for all interfaces. Default: 127.0.0.1."),
    "port": _typed_option(int, "NUMBER", "Port; 0 picks a free one. Default: 8000."),
    "database": _typed_option(str, "PATH-OR-URL", "An SQLite file, or the address of a PostgreSQL database."),
    "public_url": _typed_option(str, "ADDRESS", "Public address behind a proxy: https://go.example"),
    "log": Annotated[
        bool | None, typer.Option("--log/--no-log", help="Log one JSON line per request to standard error.")
    ],
    "abandoned_after": _typed_option(
        int, "DAYS", "Days without any player after which a game ends; 0 for never. Default: 30."
    ),
    "thinkers": _typed_option(
        int, "NUMBER", "Number of processes for programs. Default: one less than there are cores, up to 4."
    ),
    "think_seconds": _typed_option(float, "SECONDS", "Processor time of a program per turn, in seconds. Default: 5."),
    "think_memory": _typed_option(
        int, "MEGABYTES", "Memory of a process for programs, in megabytes; 0 for no limit. Default: 2048."
    ),
    "think_slot": _typed_option(
        float,
        "SECONDS",
        "Time grid for answers of programs, in seconds: an answer is sent after this time, or twice, four times, … as long. Default: 0.3.",
    ),
    "people_per_address": _typed_option(
        int, "NUMBER", "Number of people who may share an address, as in a club; 0 for no limit. Default: 50."
    ),
    "tries_per_second": _typed_option(
        float, "NUMBER", "Requests of one player in one game per second; 0 for no limit. Default: 5."
    ),
    "connections": _typed_option(
        int, "NUMBER", "Largest number of open connections. Default: as many as the open-file limit allows."
    ),
    "busy_at": _typed_option(
        float,
        "MILLISECONDS",
        "Delay of the server, in milliseconds, above which no new game is started; 0 for no limit. Default: 25.",
    ),
}
"""Options of the server, by the names of its settings."""


@with_options(OPTIONS)
def serve(
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True, **options: Any
) -> None:
    """Run the web server: games by link, clubs, spectators.

    Options that are left out are read from the environment: YUREI_HOST, YUREI_PORT, YUREI_DATABASE, YUREI_PUBLIC_URL,
    YUREI_LOG, YUREI_ABANDONED_AFTER, YUREI_THINKERS, YUREI_THINK_SECONDS, YUREI_THINK_MEMORY,
    YUREI_THINK_SLOT, YUREI_PEOPLE_PER_ADDRESS, YUREI_TRIES_PER_SECOND, YUREI_CONNECTIONS, YUREI_BUSY_AT."""
    from yurei.apps import web

    chosen = web.settings(**options)
    _check_free(chosen.host, chosen.port)
    _check_database(chosen.database)
    with private_files():
        web.serve(chosen, browser)


def backup(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="File of the copy; it must not exist yet.")],
    database: Annotated[str | None, typer.Option(metavar="PATH", help="The SQLite file of the server.")] = None,
) -> None:
    """Copy the database of a server into a new file, while the server runs.

    The copy is complete, and a server can use it."""
    from yurei.apps import web

    with private_files():
        web.backup(web.settings(database=database).place, to)


def _check_free(host: str, port: int) -> None:
    if not 0 <= port <= 65535:
        raise BadUsage(f"port {port} is none: ports are 1 to 65535, and 0 is any free one; try --port 8000")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except (OSError, UnicodeError) as error:
        why = (getattr(error, "strerror", None) or "it is no address").lower()
        is_wrong = not port or isinstance(error, (socket.gaierror, UnicodeError))
        other = "another " if is_wrong else f"--port {port + 1 if port < 65535 else 8000}, or another "
        raise BadUsage(f"cannot listen on {host} port {port}: {why}; try {other}--host") from None


def _check_database(database: str) -> None:
    kind, is_address, _ = database.partition("://")
    is_file = database.startswith("sqlite:///") and database != "sqlite:///"
    if is_address and not is_file and kind.partition("+")[0] != "postgresql":
        raise BadUsage(f"{shorten(database)} is no database of yurei's; give a file, or postgresql://USER@HOST/NAME")


def check(
    database: Annotated[
        str | None, typer.Option(metavar="PATH-OR-URL", help="An SQLite file, or the address of a PostgreSQL database.")
    ] = None,
) -> None:
    """Rebuild each game in a database from its events, and compare it with its stored summary.

    Each difference is printed. Nothing is written, and a server may run meanwhile."""
    from yurei.apps import web

    chosen = web.settings(database=database)
    if "://" not in chosen.place and not Path(chosen.place).expanduser().is_file():
        raise BadUsage(f"there is no database at {chosen.place}; give --database the file that the server uses")
    with progress_bar("games") as watch:
        games, wrong = asyncio.run(_print_faults(web.check_database(chosen.database_url), watch))
    print(f"{games} games, {wrong or 'nothing'} wrong")
    if wrong:
        raise typer.Exit(BROKEN)


async def _print_faults(steps: AsyncIterator[tuple[int, list[str]]], watch: ProgressCallback) -> tuple[int, int]:
    """Print the faults that each step of a check yields; return the numbers of games and of faults."""
    games, lines = await anext(steps)
    found = done = 0
    while True:
        for line in lines:
            print(line)
        found += len(lines)
        watch(done, games)
        if (step := await anext(steps, None)) is None:
            return games, found
        lines, done = step[1], done + 1


@with_settings(GAME_KEYS)
def gtp(
    player: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The player: simple, belief:win=0.8; yurei by default.")
    ] = None,
    level: Annotated[int | None, number_option("--level", "Level of yurei, 1 to 5.", metavar="LEVEL")] = None,
    seed: Annotated[int | None, number_option("--seed", "Random seed of the player.")] = None,
    size: Annotated[
        str, typer.Option(metavar="SIZE", help="Lines of the board until a GTP command changes them.")
    ] = "19",
    **settings: Any,
) -> None:
    """Run a GTP engine, for Sabaki, GoGui and other programs that use the Go Text Protocol.

    Without --referee the engine sees the whole board. Under a referee that hides the board, the engine plays one seat, and is told
    what that seat hears, by a documented extension.
    """
    from yurei import players
    from yurei.apps.gtp import engine, serve

    if level is not None and player is not None:
        raise BadUsage("--level goes with yurei, which plays where --player is left out; leave one of the two out")
    given = {**settings, "referee": settings.get("referee") or "open"}
    name = player or f"{players.Yurei.slug}:level={max(players.LEVELS) if level is None else level}"
    played = settings_of(given, size)
    print_weaknesses(played, players.get(name, 0))
    serve(engine(played, name, seed), sys.stdin.buffer, sys.stdout.buffer)


def seat(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The player of this seat: simple, yurei:level=3.")],
) -> None:
    """Play a seat with one of yurei's players, in a game that another program referees.

    The seat mode of the line protocol is spoken on standard input and output, one JSON object a line.
    """
    from yurei.apps.jsonlines import SeatSession

    SeatSession(player).serve(sys.stdin.buffer, sys.stdout.buffer)


def warmup() -> None:
    """Compile the kernel in advance, on all cores.

    Later commands then start at once. Prints where the compiled code is kept.
    """
    from yurei.apps.warmup import compile_all

    began = perf_counter()
    with progress_bar("compiling") as watch:
        compile_all(watch)
    typer.echo(f"compiled in {perf_counter() - began:.1f} s, kept in {compiled_code.folder()}")
