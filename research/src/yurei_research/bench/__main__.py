"""The command line of the benchmarks: ``python -m yurei_research.bench``.

Numba and the programs of others are imported by the command that needs them, so that help and errors come at once.
"""

import json as lines
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from yurei import players
from yurei.apps.cli.app import STATUS, Commands, epilog
from yurei.apps.cli.collection import GradeOption, KindOption, RulesetOption, chosen_problems
from yurei.apps.cli.common import BadUsage, ProgressCallback, progress_bar
from yurei.apps.cli.options import Command, Size, number_option
from yurei.rules.points import size_of
from yurei_research.bench.measuring import Report

if TYPE_CHECKING:
    from rich.table import Table

    from yurei_research.bench.problems import Score, Scores

PROGRAM = "python -m yurei_research.bench"
WIDTH = 120  # width of a table in a file
LONGEST = 86_400  # seconds: a day

Rounds = Annotated[int, number_option("--rounds", "Number of rounds; the median is reported.", 1)]
Seed = Annotated[int, number_option("--seed", "Random seed.", 0, 2**63 - 1)]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]

app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"`{PROGRAM} COMMAND --help` says more.\n\n{STATUS}",
)


@app.callback(invoke_without_command=True)
def everything(context: typer.Context) -> None:
    """Measure how fast yurei is. Without a command, run table, kernel, peers and web."""
    if context.invoked_subcommand is None:
        table()
        kernel()
        peers()
        web()


def command(*examples: str) -> Callable[[Command], Command]:
    return app.command(epilog=epilog("\n".join(f"{PROGRAM} {example}" for example in examples)))


@command("table --json")
def table(
    rounds: Rounds = 5,
    tries: Annotated[int, number_option("--tries", "Number of tries per round.", 1)] = 2000,
    size: Size = "9",
    json: Json = False,
) -> None:
    """Measure how many tries a second the table answers.

    Under each referee, in games of chance."""
    from yurei_research.bench import kernel

    measure(lambda watch: kernel.table(size_of(size), rounds, tries, watch), json)


@command("kernel                      a minute or two", "kernel --size 19 --json")
def kernel(rounds: Rounds = 5, size: Size = "9", json: Json = False) -> None:
    """Measure the compiled kernel.

    Random games of every ruleset, batches, counts, the same playouts in C++, and how long one waits for the compiler.
    """
    from yurei_research.bench import kernel

    measure(lambda watch: kernel.kernel(size_of(size), rounds, watch), json)


@command("peers --rounds 9")
def peers(rounds: Rounds = 5, json: Json = False) -> None:
    """Compare the speed of yurei with that of other programs.

    They are open_spiel and sgfmill if installed, on one core, in turn.
    """
    from yurei_research.bench.peers import peers

    measure(lambda watch: peers(rounds, watch), json)


@command("environments                needs pip install './research[peers]'")
def environments(rounds: Rounds = 5, json: Json = False) -> None:
    """Measure the environments for programs that learn.

    The PettingZoo loop under hiding referees beside PettingZoo's go_v5, and refereed batches beside open ones, on one core,
    in turn.
    """
    from yurei_research.bench.peers import environments

    measure(lambda watch: environments(rounds, watch), json)


@command("web                         needs playwright and a Chromium")
def web(
    clicks: Annotated[int, number_option("--clicks", "Number of tries; the medians are reported.", 1, 72)] = 60,
    json: Json = False,
) -> None:
    """Measure the pages in a real browser.

    From a click to one's own stone and to the opponent's page, what the page of a game weighs, and whom it asks.
    """
    from yurei_research.bench.web import web

    measure(lambda watch: web(clicks, watch=watch), json, "clicking")


@command(
    "server                      a minute and a half",
    "server --games 2000 --watchers 1000 --seconds 600",
    "server --games 1 --watchers 0 --seconds 5 --idle 10000",
)
def server(
    games: Annotated[int, number_option("--games", "Number of games at a time.", 1, 20_000)] = 100,
    every: Annotated[
        float, typer.Option(metavar="SECONDS", help="Time from one try to the next in the same game.")
    ] = 5.0,
    watchers: Annotated[int, number_option("--watchers", "Number of spectators.", 0)] = 50,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="Duration.")] = 60.0,
    idle: Annotated[int, number_option("--idle", "Number of additional idle connections.", 0)] = 0,
    database: Annotated[
        str, typer.Option(metavar="PLACE", help="Address of an empty PostgreSQL database; an SQLite file by default.")
    ] = "",
    processes: Annotated[int, number_option("--processes", "Number of server processes on that database.", 1, 64)] = 1,
    size: Annotated[int, number_option("--size", "Lines of the boards.", 3, 25, metavar="LINES")] = 9,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Measure a server under load.

    Many games at a time, as people in browsers play them: how long it takes until a try is answered and until the opponent
    is shown it, and what a try, a game and a socket cost.
    """
    from yurei_research.bench import load

    for name, length in (("--every", every), ("--seconds", seconds)):
        if not 0 < length <= LONGEST:
            raise BadUsage(f"{name} is a number of seconds above 0, and at most {LONGEST}, not {length:g}")
    if database and not database.startswith("postgresql"):
        usual = "without it a file of SQLite's is made, and taken away"
        raise BadUsage(f"--database is postgresql://USER@HOST/NAME; {usual}")
    if processes > 1 and not database:
        raise BadUsage("several processes share a PostgreSQL: name it with --database")
    given = load.Load(games, every, watchers, seconds, idle, size, seed, processes, database)
    measure(lambda watch: load.server(given), json, "playing")


@command("belief                      two minutes", "belief bs-mcts --games 100 --referee common")
def belief(
    opponents: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAYER", help="Opponents of belief; golois, simple and uniform by default."),
    ] = None,
    games: Annotated[int, number_option("--games", "Number of games against each.", 1)] = 20,
    ruleset: Annotated[str, typer.Option(metavar="RULESET", help="The game.")] = "go",
    referee: Annotated[str, typer.Option(metavar="REFEREE", help="The referee.")] = "olympiad",
    size: Size = "9",
    playouts: Annotated[int, number_option("--playouts", "Playouts of a turn.", 1)] = 200,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Measure how well belief knows the board.

    Log-loss of where it thinks that the opponent stands, turn by turn, beside who only counts; turns at which it holds the
    truth to be impossible; worlds a second.
    """
    from yurei.referee import table
    from yurei_research.bench.knowledge import believing

    against = opponents or ["golois", "simple", "uniform"]
    for name in against:
        players.get(name)
    settings = table.Table(ruleset, referee=referee, size=size).settings
    measure(lambda watch: believing(settings, against, games, playouts, seed, watch), json, "playing")


@command("known                       half a minute", "known --size 4x5 --json")
def known(rounds: Rounds = 5, size: Size = "5", json: Json = False) -> None:
    """Measure the exact set of boards that fit what a seat was told.

    How many successor states it makes a second in random games, on one core.
    """
    from yurei_research.bench.knowledge import knowing

    measure(lambda watch: knowing(size_of(size), rounds, watch), json)


@command("plans                       half a minute")
def plans(rounds: Rounds = 3, size: Size = "4", json: Json = False) -> None:
    """Measure the search for plans, which reach a goal whatever the referee says.

    How many sets of boards it looks at a second in random positions, beside plain Python, on one core.
    """
    from yurei_research.bench.knowledge import planning

    measure(lambda watch: planning(size_of(size), rounds, watch), json)


@command(
    "problems belief             some minutes", "problems yurei:level=1 yurei:level=3 simple --kind endgame --count 20"
)
def problems(
    names: Annotated[list[str], typer.Argument(metavar="PLAYER", help="The players.")],
    count: Annotated[int, number_option("--count", "Greatest number of problems of each kind and grade.", 1)] = 5,
    playouts: Annotated[
        int | None, number_option("--playouts", "Playouts of a turn; the player's own budget by default.", 1)
    ] = None,
    file: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file of problems; the collection by default.")
    ] = None,
    kind: KindOption = None,
    grade: GradeOption = None,
    ruleset: RulesetOption = None,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Measure how many problems players solve, by kind and grade.

    Tries are played until a problem is solved or failed; questions are answered by what a player is certain of. A dash
    stands for a player that cannot answer.
    """
    from yurei_research.bench.problems import solving

    chosen = chosen_problems(kind, grade, ruleset, file)
    for name in names:
        players.get(name)
    with progress_bar("solving") as watch:
        scores = solving(names, chosen, count, playouts, seed, watch)
    if json:
        typer.echo(lines.dumps({**scores.plain(), "count": count, "playouts": playouts}, ensure_ascii=False))
    else:
        print_scores(scores)


def measure(work: Callable[[ProgressCallback], Report], json: bool, doing: str = "measuring") -> None:
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
        limit = "" if figure.target is None else f"{'<=' if figure.ratio is None else '>='} {figure.target:g}"
        reached = {None: "", True: "yes", False: "NO"}[figure.reached]
        value, other, ratio = map(_number, (figure.value, figure.other, figure.ratio))
        table.add_row(figure.what, value, other, figure.unit, ratio, limit, reached)
    print_table(table, report)
    versions = ", ".join(f"{name} {number}" for name, number in report.versions.items())
    typer.echo(f"{versions}; median of {report.rounds} rounds, seed {report.seed}")
    for note in report.notes:
        typer.echo(note)


def print_scores(scores: "Scores") -> None:
    from rich.table import Table

    table = Table(pad_edge=False)
    table.add_column("kind", no_wrap=True)
    table.add_column("grade", no_wrap=True)
    for name in scores.players:
        table.add_column(name, justify="right", overflow="fold")
    for kind, grades in next(iter(scores.players.values()), {}).items():
        for grade in grades:
            table.add_row(kind, str(grade), *(_share([each[kind][grade]]) for each in scores.players.values()))
        table.add_row(kind, "all", *(_share(each[kind].values()) for each in scores.players.values()), end_section=True)
    print_table(table, scores.report)
    typer.echo(f"solved of asked, seed {scores.report.seed}")


def print_table(table: "Table", report: Report) -> None:
    """Print a table of results, and the date and machine of the report."""
    from rich import box
    from rich.console import Console

    table.box = box.SIMPLE_HEAD
    width = None if sys.stdout.isatty() else WIDTH
    Console(file=sys.stdout, highlight=False, width=width).print(table)
    machine = report.machine
    typer.echo(f"{report.date}, {machine['processor']}, {machine['cores']} cores, {machine['system']}")


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _share(scores: "Iterable[Score]") -> str:
    asked, answered, solved = map(sum, zip(*((each.asked, each.answered, each.solved) for each in scores), strict=True))
    return f"{solved}/{asked}" if answered else "-"


if __name__ == "__main__":
    app(prog_name=PROGRAM)
