"""Benchmark of a server under load: response times of tries, and the cost of a try, a game and a socket.

The server is a separate program, on a database on the disk, and so is the
load: people in browsers, as far as a server can tell. Latency is measured from the
planned time of a try, which is set before the run begins, so that a stalled server
does not hide the tries that it delays.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Any

from yurei_research.bench.measuring import Figure, Report, report
from yurei_research.bench.serving import more_files, serving

ANSWERED, SHOWN, SOCKET, WORSE = 50.0, 100.0, 40.0, 2.0
"""Targets: milliseconds until 99 of 100 tries are answered, and shown to the opponent; KiB of an idle socket;
factor by which answers may slow down while more games are asked for than a server can take.
"""
TARGETS = {"answered": ("until a try is answered", ANSWERED), "shown": ("until the opponent is shown it", SHOWN)}
"""By kind of wait, its name and its target."""


@dataclass(frozen=True)
class Load:
    """Load on a server.

    Attributes:
        games: Games at a time, by two people each.
        every: Seconds between two tries in the same game.
        watchers: Spectators of these games, each on a socket of their own.
        seconds: Duration.
        idle: Additional open sockets, on a game in which nothing happens.
        size: Lines of the boards, each way.
        seed: Seed of the load.
        overload: Additional games asked for every second, in the second half.
        processes: Server processes that share one database, each game at one of them.
        database: Its address; empty for a new file. Several processes share a PostgreSQL.
    """

    games: int
    every: float
    watchers: int
    seconds: float
    idle: int = 0
    size: int = 9
    seed: int = 1
    overload: float = 0.0
    processes: int = 1
    database: str = ""


def server(load: Load) -> Report:
    """Measure a server under load."""
    more_files()
    with ExitStack() as running:
        # Without overload the server accepts every game (--busy-at 0), to measure it beyond its capacity.
        options = () if load.overload else ("--busy-at", "0")
        servers = [running.enter_context(serving(load.database, *options)) for _ in range(load.processes)]
        addresses, pids = zip(*servers, strict=True)
        given = json.dumps({"addresses": addresses, "pids": pids, "load": asdict(load)})
        crowd = [sys.executable, "-m", "yurei_research.bench.load.crowd", given]
        found = json.loads(subprocess.run(crowd, stdout=subprocess.PIPE, check=True).stdout)
    errors = Counter(found["found"]["errors"]) + Counter(found["more"]["errors"])
    notes = (
        f"{load.games} games on {load.size}x{load.size}, a try every {load.every:g} s in each; "
        f"{load.watchers} watchers; {load.seconds:g} s; {_kept(load)}, all on this machine",
        *([f"in the second half {load.overload:g} more games are asked for every second"] if load.overload else []),
        *(f"{times} x {what}" for what, times in sorted(errors.items())),
    )
    packages = ("fastapi", "uvicorn", "websockets", "uvloop", "httptools")
    tries = sum(len(found["found"][part]["answered"]) for part in ("before", "then"))
    overload = _overload(found) if load.overload else ()
    figures = [*_waits(found["found"], errors.total()), *overload, *_costs(load, found, tries)]
    return report("server", tries, load.seed, figures, notes, packages)


def _kept(load: Load) -> str:
    """Return the kind of the database; nothing more of its address, which may hold a password."""
    kept = "PostgreSQL" if load.database else "SQLite on the disk"
    return kept if load.processes == 1 else f"{kept}, {load.processes} processes"


def _waits(found: dict[str, Any], errors: int) -> Iterator[Figure]:
    """Yield the response times, as quantiles of all tries."""
    for kind, (what, target) in TARGETS.items():
        waits = found["before"][kind]
        for part, name in ((0.5, "half"), (0.95, "95 of 100"), (0.99, "99 of 100"), (1.0, "all")):
            yield Figure(f"{what}, {name}", quantile(waits, part), "ms", target=target if part == 0.99 else None)
    yield Figure("tries that went wrong", errors, "errors", target=0)
    yield Figure("games that were refused for now", found["refused"], "games")


def _overload(found: dict[str, Any]) -> Iterator[Figure]:
    """Yield the response times of the earlier games while more are asked for."""
    for kind, (what, _) in TARGETS.items():
        before, then = (quantile(found["found"][part][kind], 0.99) for part in ("before", "then"))
        yield Figure(f"{what} while more games are asked for, 99 of 100", then, "ms")
        yield Figure(f"{what}, 99 of 100, then to before", then / before if before else 0.0, "times", target=WORSE)
    more = found["more"]
    yield Figure("more games that were asked for", more["asked"], "games")
    yield Figure("of them refused for now", more["refused"], "games")
    yield Figure("tries in those that were not", len(more["before"]["answered"]), "tries")


def _costs(load: Load, found: dict[str, Any], tries: int) -> Iterator[Figure]:
    """Yield the costs of the load, in processor time and memory."""
    empty, with_games, with_idle, _ = found["weights"]
    seconds, servers, turns = found["seconds"], found["servers"], found["found"]["turns"] + found["more"]["turns"]
    yield Figure("tries", tries / seconds, "tries/s")
    yield Figure("the number of somebody's turns asked for", turns / seconds, "times/s")
    yield Figure("processor of the server, a try", 1000 * servers / max(1, tries), "ms")
    yield Figure("processor of the server, of one core", 100 * servers / seconds, "%")
    yield Figure("processor of the load, of one core", 100 * found["processor"] / seconds, "%")
    yield Figure("memory of a game with two players and their sockets", (with_games - empty) / load.games, "KiB")
    if load.idle:
        yield Figure("memory of an idle socket", (with_idle - with_games) / load.idle, "KiB", target=SOCKET)


def quantile(values: Sequence[float], part: float) -> float:
    """Return a quantile.

    >>> quantile([30.0, 10.0, 20.0], 0.5)
    20.0
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
