"""``yurei bench``."""

import json as lines
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from yurei import compiled_code
from yurei.apps.cli.doors import door
from yurei.apps.cli.endings import BROKEN, INTERRUPTED
from yurei.apps.cli.options import Size, number_option
from yurei.apps.cli.progress import Watch, progress_bar
from yurei.rules.points import size_of

WIDTH = 120
"""Width of a table in a file."""
MOST_CLICKS = 72
"""Clicks on a board of 9x9 without a capture or a refusal, see ``yurei.apps.bench.web``."""

Rounds = Annotated[int, number_option("--rounds", "Number of rounds; the median is reported.", 1)]
BenchSeed = Annotated[int, number_option("--seed", "Random seed.", 0, 2**63 - 1)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]


def bench_table(
    rounds: Rounds = 5,
    tries: Annotated[int, number_option("--tries", "Number of tries per round.", 1)] = 2000,
    size: Size = "9",
    json: Json = False,
) -> None:
    """Measure how many tries a second the table answers.

    Under each referee, in games of chance."""
    measure(lambda watch: door("bench.table").table(size_of(size), rounds, tries, watch=watch), json)


def bench_kernel(
    rounds: Rounds = 5,
    size: Size = "9",
    json: Json = False,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Compare random games with another checkout of the repository."),
    ] = None,
) -> None:
    """Measure the compiled kernel.

    Random games of every ruleset, batches, counts, the same playouts in C++, and how long one waits for the compiler.
    """
    if against is None:
        measure(lambda watch: door("bench.kernel").kernel(size_of(size), rounds, watch=watch), json)
    else:
        comparing = door("bench.comparisons.against")
        measure(lambda watch: comparing.against(size_of(size), rounds, against, watch=watch), json)


def bench_peers(rounds: Rounds = 5, json: Json = False) -> None:
    """Measure others' programs beside ours.

    Those of open_spiel, pgx, pettingzoo and sgfmill that are installed, on one core, in turn.
    """
    measure(lambda watch: door("bench.comparisons.peers").peers(rounds, watch=watch), json)


def bench_environments(rounds: Rounds = 5, json: Json = False) -> None:
    """Measure the environments for programs that learn.

    The PettingZoo loop under hiding referees beside PettingZoo's go_v5, and refereed batches beside open ones, on one core,
    in turn.
    """
    measure(lambda watch: door("bench.environments").environments(rounds, watch=watch), json)


def bench_known(rounds: Rounds = 5, size: Size = "5", json: Json = False) -> None:
    """Measure the exact set of boards that fit what a seat was told.

    How many successor states it makes a second in random games, on one core.
    """
    measure(lambda watch: door("bench.players.knowing").knowing(size_of(size), rounds, watch=watch), json)


def bench_plans(rounds: Rounds = 3, size: Size = "4", json: Json = False) -> None:
    """Measure the search for plans, which reach a goal whatever the referee says.

    How many sets of boards it looks at a second in random positions, beside plain Python, on one core.
    """
    measure(lambda watch: door("bench.planning").planning(size_of(size), rounds, watch=watch), json)


def bench_web(
    clicks: Annotated[
        int, number_option("--clicks", "Number of tries; the medians are reported.", 1, MOST_CLICKS)
    ] = 60,
    json: Json = False,
) -> None:
    """Measure the pages in a real browser.

    From a click to one's own stone and to the opponent's page, what the page of a game weighs, and whom it asks.
    """
    measure(lambda watch: door("bench.web").web(clicks, watch=watch), json, "clicking")


def bench_differential(
    plies: Annotated[int, number_option("--plies", "Number of moves to compare.", 1, 10**12)] = 1_000_000,
    seed: BenchSeed = 1,
    processes: Annotated[int, number_option("--processes", "Number of processes.", 1, 256)] = 1,
    referee: Annotated[
        bool, typer.Option("--referee", help="Compare the compiled referee with the table; --plies then counts tries.")
    ] = False,
) -> None:
    """Hold the compiled kernel against the rules.

    Random tries of all rulesets and sizes are judged by both, and with --referee told by both, under every referee. A
    difference is printed, and makes the exit status 1.
    """
    way = "differential_of_referee" if referee else "differential"
    comparing, found, status, began = (
        getattr(door("bench.differential"), way)(plies, seed, processes),
        None,
        0,
        perf_counter(),
    )
    try:
        with progress_bar("comparing") as watch:
            for found in comparing:
                watch(found.tries if referee else found.plies, plies)
    except KeyboardInterrupt:
        status = INTERRUPTED
    made, tries, differences = (found.plies, found.tries, found.differences) if found else (0, 0, [])
    for difference in differences:
        typer.echo(difference)
    typer.echo(
        f"{made:,} plies, {tries:,} tries, {len(differences)} differences; "
        f"{(tries if referee else made) / max(perf_counter() - began, 1e-9):,.0f} {'tries' if referee else 'plies'}/s, seed {seed}"
        + ("; interrupted" if status else "")
    )
    raise typer.Exit(BROKEN if differences else status)


def bench_belief(
    opponents: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="Opponents of belief; golois, simple and uniform by default."),
    ] = None,
    games: Annotated[int, number_option("--games", "Number of games against each.", 1)] = 20,
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="The game.")] = "go",
    referee: Annotated[str, typer.Option(metavar="REFEREE", help="The referee.")] = "olympiad",
    size: Size = "9",
    playouts: Annotated[int, number_option("--playouts", "Playouts of a turn.", 1)] = 200,
    seed: BenchSeed = 1,
    json: Json = False,
) -> None:
    """Measure how well belief knows the board.

    Log-loss of where it thinks that the opponent stands, turn by turn, beside who only counts; turns at which it holds the
    truth to be impossible; worlds a second.
    """
    believing = door("bench.players.believing")
    from yurei import players

    against = opponents or ["golois", "simple", "uniform"]
    for name in against:
        players.get(name)
    game = ruleset, referee, size_of(size)
    measure(
        lambda watch: believing.believing(*game, against, games, playouts=playouts, seed=seed, watch=watch),
        json,
        "playing",
    )


def warmup() -> None:
    """Compile the kernel beforehand, on all cores.

    Later commands then start at once. Prints where the compiled code is kept.
    """
    warming, began = door("bench.warmup"), perf_counter()
    with progress_bar("compiling") as watch:
        warming.compile_all(watch)
    typer.echo(f"compiled in {perf_counter() - began:.1f} s, kept in {compiled_code.folder()}")


def measure(work: Callable[[Watch], Any], json: bool, doing: str = "measuring") -> None:
    """Show a progress bar while a benchmark runs, and print its report as a table, or as one JSON object."""
    with progress_bar(doing) as watch:
        report = work(watch)
    if json:
        typer.echo(lines.dumps(report.plain(), ensure_ascii=False))
        return
    from rich.table import Table

    table = Table("what", pad_edge=False)
    for heading in ("ours", "other", "unit", "ratio", "target", "reached"):
        table.add_column(heading, justify="left" if heading in ("unit", "reached") else "right", no_wrap=True)
    for figure in report.figures:
        table.add_row(figure.what, *_cells(figure))
    print_table(table, report)
    versions = ", ".join(f"{name} {number}" for name, number in report.versions.items())
    typer.echo(f"{versions}; median of {report.rounds} rounds, seed {report.seed}")
    for note in report.notes:
        typer.echo(note)


def print_table(table: Any, report: Any) -> None:
    """Print a table of results, and the date and machine of the report."""
    from rich import box
    from rich.console import Console

    table.box = box.SIMPLE_HEAD
    width = None if sys.stdout.isatty() else WIDTH
    Console(file=sys.stdout, highlight=False, width=width).print(table)
    machine = report.machine
    typer.echo(f"{report.date}, {machine['processor']}, {machine['cores']} cores, {machine['system']}")


def _cells(figure: Any) -> list[str]:
    """Return a figure as a row of the table, without its name."""
    limit = "" if figure.target is None else f"{'<=' if figure.ratio is None else '>='} {figure.target:g}"
    reached = {None: "", True: "yes", False: "NO"}[figure.reached]
    return [_number(figure.value), _number(figure.other), figure.unit, _number(figure.ratio), limit, reached]


def _number(value: float | None) -> str:
    """Format a number for reading at a glance."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
