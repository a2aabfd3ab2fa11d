"""``yurei bench server`` and ``yurei bench restart``."""

from typing import Annotated

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.options import check_range, number_option
from yurei.apps.cli.research.bench import Json, Rounds, measure

MOST_GAMES = 20_000
LONGEST = 86_400
"""Seconds: a day."""


def bench_server(
    games: Annotated[int, number_option("--games", "Number of games at a time.", 1, MOST_GAMES)] = 100,
    every: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time from one try to the next in the same game.")
    ] = 5.0,
    watchers: Annotated[int, number_option("--watchers", "Number of spectators.", 0)] = 50,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="Duration.")] = 60.0,
    idle: Annotated[int, number_option("--idle", "Number of additional idle connections.", 0)] = 0,
    overload: Annotated[
        float,
        typer.Option(metavar="GAMES", help="Number of additional new games per second in the second half."),
    ] = 0.0,
    database: Annotated[
        str, typer.Option(metavar="PLACE", help="Address of an empty PostgreSQL database; an SQLite file by default.")
    ] = "",
    processes: Annotated[int, number_option("--processes", "Number of server processes on that database.", 1, 64)] = 1,
    size: Annotated[int, number_option("--size", "Lines of the boards.", 3, 25, metavar="LINES")] = 9,
    seed: Annotated[int, number_option("--seed", "Random seed.", 0, 2**63 - 1)] = 1,
    json: Json = False,
) -> None:
    """Measure a server under load.

    Many games at a time, as people in browsers play them: how long it takes until a try is answered and until the opponent
    is shown it, and what a try, a game and a socket cost.
    """
    _check_pace(every, seconds, overload)
    _check_database(database, processes)
    load = door("bench.load")
    given = load.Load(games, every, watchers, seconds, idle, size, seed, overload, processes, database)
    measure(lambda watch: load.server(given), json, "playing")


def _check_pace(every: float, seconds: float, overload: float) -> None:
    for name, length in (("--every", every), ("--seconds", seconds)):
        if not 0 < length <= LONGEST:
            raise Unusable(f"{name} is a number of seconds above 0, and at most {LONGEST}, not {length:g}")
    if not 0 <= overload <= MOST_GAMES:
        raise Unusable(f"--overload is a number of games a second from 0 to {MOST_GAMES}, not {overload:g}")


def _check_database(database: str, processes: int) -> None:
    if database and not database.startswith("postgresql"):
        raise Unusable(
            "--database is postgresql://USER@HOST/NAME; without it a file of SQLite's is made, and taken away"
        )
    if processes > 1 and not database:
        raise Unusable("several processes share a PostgreSQL: name it with --database")


def bench_restart(
    games: Annotated[int, number_option("--games", "Number of games in progress in its database.")] = 1000,
    tries: Annotated[int, number_option("--tries", "Number of stones on each board.")] = 30,
    rounds: Rounds = 5,
    json: Json = False,
) -> None:
    """Measure how soon a server is there again.

    It is killed while games move, and started again on its database: how long it takes, from the start of the program, until
    health, the page of a game and a try are answered, and until all have looked at all games.
    """
    restarting = door("bench.restart")
    check_range("--games", games, rounds, MOST_GAMES)
    check_range("--tries", tries, 0, restarting.MOST_TRIES - rounds)
    measure(lambda watch: restarting.restart(games, tries, rounds, watch=watch), json, "starting")
