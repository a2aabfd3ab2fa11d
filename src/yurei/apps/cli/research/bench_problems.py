"""``yurei bench problems``."""

import json as lines
from typing import Annotated, Any

import typer

from yurei.apps.cli.doors import door
from yurei.apps.cli.options import number_option
from yurei.apps.cli.problems.collection import GradeOption, KindOption, RulesetOption, chosen_problems
from yurei.apps.cli.progress import progress_bar
from yurei.apps.cli.research.bench import BenchSeed, Json, print_table


def bench_problems(
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
    seed: BenchSeed = 1,
    json: Json = False,
) -> None:
    """Measure how many problems players solve, by kind and grade.

    Tries are played until a problem is solved or failed; questions are answered by what a player is certain of. A dash
    stands for a player that cannot answer.
    """
    from yurei import players

    benching, problems = door("bench.players.problems"), chosen_problems(kind, grade, ruleset, file)
    for name in names:
        players.get(name)
    with progress_bar("solving") as watch:
        scores = benching.solving(names, problems, count=count, playouts=playouts, seed=seed, watch=watch)
    if json:
        typer.echo(lines.dumps({**scores.plain(), "count": count, "playouts": playouts}, ensure_ascii=False))
    else:
        _show(scores)


def _show(scores: Any) -> None:
    """Print a row for each kind and grade, a column for each player, and sums."""
    from rich.table import Table

    table = Table(pad_edge=False)
    for heading in ("kind", "grade"):
        table.add_column(heading, no_wrap=True)
    for name in scores.players:
        table.add_column(name, justify="right", overflow="fold")
    kinds: Any = next(iter(scores.players.values()), {})
    for kind, grades in kinds.items():
        for grade in grades:
            table.add_row(kind, str(grade), *(_cell([each[kind][grade]]) for each in scores.players.values()))
        table.add_row(kind, "all", *(_cell(each[kind].values()) for each in scores.players.values()), end_section=True)
    print_table(table, scores.report)
    typer.echo(f"solved of asked, seed {scores.report.seed}")


def _cell(scores: Any) -> str:
    found = list(scores)
    solved, asked = sum(each.solved for each in found), sum(each.asked for each in found)
    return f"{solved}/{asked}" if any(each.answered for each in found) else "-"
