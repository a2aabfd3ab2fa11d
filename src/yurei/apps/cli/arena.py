"""The command ``yurei arena``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei import records
from yurei.apps.cli.common import INTERRUPTED, BadUsage, how_to_install, progress
from yurei.apps.cli.options import GAME_KEYS, Seed, Setup, Size, number_option, settings_of, with_settings

if TYPE_CHECKING:
    from yurei.apps.arena import Sequential, Standing
    from yurei.apps.arena.crew import Crew

MOST_ELO = 1000
PAGE, PICTURE = "report.html", "ratings.png"


@with_settings(GAME_KEYS)
def arena(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER", help="The players, two or more: simple, yurei:level=3@0.5s, 'program:COMMAND'."
        ),
    ] = None,
    size: Size = "9",
    setup: Setup = None,
    games: Annotated[int, number_option("--games", "Number of games of each pairing, an even number.")] = 100,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Processor time per turn, all its tries together; a level's own by default, 0.25 for other players.",
        ),
    ] = None,
    playouts: Annotated[int | None, number_option("--playouts", "Playouts per turn, all its tries together.")] = None,
    seed: Seed = 1,
    gate: Annotated[bool, typer.Option("--gate", help="Only pair the first player with each of the others.")] = False,
    stop_when_sure: Annotated[
        bool,
        typer.Option(
            "--stop-when-sure",
            help="Stop as soon as it is clear which of two players is better, or as the next options say.",
        ),
    ] = False,
    at_least: Annotated[
        float | None,
        typer.Option(
            metavar="SCORE", help="Stop as soon as it is clear whether the first of two players scores above this."
        ),
    ] = None,
    margin: Annotated[
        float, typer.Option(metavar="SCORE", help="Smallest difference in score that --at-least must detect.")
    ] = 0.05,
    elo0: Annotated[
        float | None,
        typer.Option(
            metavar="ELO",
            help="Stop as soon as it is clear whether the first player is stronger by --elo1 rather than by this.",
        ),
    ] = None,
    elo1: Annotated[float | None, typer.Option(metavar="ELO", help="See --elo0.")] = None,
    sure: Annotated[float, typer.Option(metavar="SHARE", help="Confidence level.")] = 0.95,
    jobs: Annotated[
        int | None,
        number_option("--jobs", "Number of games at a time; as many as there are cores by default.", 1, 4096),
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one on this machine.")
    ] = None,
    most: Annotated[
        int | None, number_option("--most", "A game of more moves is a draw; six times the points by default.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for all results; a run that was interrupted continues from it."),
    ] = None,
    record: Annotated[int | None, number_option("--record", "Print the record of a game in --out and exit.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON lines; the last one has the scores.")] = False,
    **settings: Any,
) -> None:
    """Play matches between players, and report which player is stronger.

    Games come in pairs with the same seeds and colours swapped. With --out everything is kept: the same command goes on.
    """
    from yurei.apps.arena import Schedule, Standing, run, running
    from yurei.apps.arena.contestants import check_all, checked_budget, read_contestants
    from yurei.rules.state import start

    if record is not None:
        if out is None:
            raise BadUsage("--record goes with --out, the folder of the arena")
        typer.echo(records.write(running.read_record(out, record)), nl=False)
        return
    played = settings_of(settings, size)
    test = _sequential_test(stop_when_sure, at_least, margin, elo0, elo1, sure)
    budget = None if seconds is None and playouts is None else checked_budget(seconds, playouts)
    start(played.ruleset, played.size, played.komi, played.first, setup)  # refuses a bad set-up position
    contestants = read_contestants(players or [], budget)
    check_all(contestants, played)
    schedule = Schedule(played, setup, contestants, games, gate, seed, most)
    crew, standing, interrupted = _choose_crew(jobs, ray), Standing(schedule, test), False
    try:
        with _progress_bar(schedule.total) as follow:
            run(schedule, crew, test, out, follow, standing)
    except KeyboardInterrupt:
        interrupted = True
    _print_results(standing, out, json)
    if interrupted:
        print(f"yurei: interrupted{'; the same command goes on' if out else ''}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _sequential_test(
    stop_when_sure: bool, at_least: float | None, margin: float, elo0: float | None, elo1: float | None, sure: float
) -> Sequential | None:
    """Return the sequential test that the options choose; None if all games are to be played."""
    from yurei.apps.arena import Sequential

    if (elo0 is None) != (elo1 is None):
        raise BadUsage("--elo0 and --elo1 go together; try --elo0 0 --elo1 30")
    if any(not -MOST_ELO <= elo <= MOST_ELO for elo in (elo0, elo1) if elo is not None):
        raise BadUsage(f"--elo0 and --elo1 are numbers from -{MOST_ELO} to {MOST_ELO}")
    if at_least is not None and elo0 is not None:
        raise BadUsage("--at-least and --elo0 ask two questions; give one of them")
    if at_least is not None:
        return Sequential.for_at_least(at_least, margin, sure)
    if elo0 is not None and elo1 is not None:
        return Sequential.of_elo(elo0, elo1, sure)
    return Sequential.for_better(sure) if stop_when_sure else None


def _choose_crew(jobs: int | None, ray: str | None) -> Crew:
    from yurei.apps.arena.crew import Cluster, LocalCrew

    if ray is not None:
        return Cluster(ray, jobs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return LocalCrew(jobs or cores)


def _print_results(standing: Standing, out: Path | None, json: bool) -> None:
    from yurei.apps.arena import results

    if out is not None:
        (out / PAGE).write_text(results.make_html_report(standing), encoding="utf-8")
        try:
            results.save_rating_chart(standing, out / PICTURE)
        except ModuleNotFoundError as error:
            print(f"yurei: there is no {PICTURE}, only {PAGE}: {how_to_install(error)}", file=sys.stderr)
    typer.echo(results.as_json(standing) if json else results.as_text(standing))


@contextmanager
def _progress_bar(total: int) -> Iterator[Callable[[Standing], None]]:
    """Show a progress bar with the scores so far, if standard error is a terminal."""
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with progress(*columns) as bars:
        task = bars.add_task("warming up", total=total)

        def follow(standing: Standing) -> None:
            if bars.disable:
                return
            scores = {name: score.value for name, (games, score) in standing.scores().items() if games}
            said = ", ".join(f"{escape(name)} {score:.3f}" for name, score in scores.items())
            bars.update(task, completed=standing.games, description=said or "warming up")

        yield follow
