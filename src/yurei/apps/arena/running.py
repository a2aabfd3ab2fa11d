"""Run of an arena: games are played, kept and counted; decided pairings are not played on."""

import platform
import subprocess
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yurei
from yurei.apps.arena.crews.workers import Crew
from yurei.apps.arena.figures.sequential import Sequential
from yurei.apps.arena.figures.standing import Standing
from yurei.apps.arena.kept import Folder, line
from yurei.apps.arena.playing import utc_now
from yurei.apps.arena.schedule import Schedule
from yurei.machine import describe_machine
from yurei.records.lines import time_text

Follow = Callable[[Standing], None]
"""Callback with the standing after every game."""


def run(
    schedule: Schedule,
    crew: Crew,
    test: Sequential | None = None,
    place: Path | None = None,
    follow: Follow = lambda standing: None,
    standing: Standing | None = None,
) -> Standing:
    """Play an arena.

    Args:
        schedule: All games.
        crew: Plays them.
        test: The sequential test; None to play all games.
        place: The folder in which the arena is kept, and goes on; None to keep nothing.
        follow: Called with the standing.
        standing: Standing to add the games to, for callers that need it after an interruption.

    Raises:
        Unusable: if the folder cannot be used.
        NoWorker: if no worker can play.
        KeyboardInterrupt: with what is kept so far in the folder.
    """
    with nullcontext() if place is None else closing(Folder(place, manifest(schedule, test))) as kept:
        games = kept.games if kept else []
        standing = Standing(schedule, test) if standing is None else standing
        for game in in_order(games):
            standing.add(game)
        follow(standing)
        if not standing.is_over():
            left = standing.left([game["game"] for game in games])
            with closing(crew.play(left, kept.log if kept else None)) as playing:
                for job, played in playing:
                    standing.add(kept.add(job, played) if kept else line(job, played))
                    follow(standing)
                    if standing.is_over():
                        break
    return standing


def in_order(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games in the order of the schedule."""
    return sorted(games, key=lambda game: int(game["game"]))


def manifest(schedule: Schedule, test: Sequential | None) -> dict[str, Any]:
    """Return the manifest: the parameters of the arena, the version and the machine."""
    return {
        "parameters": {
            "settings": schedule.settings.plain(),
            "setup": schedule.setup,
            "players": [one.plain() for one in schedule.contestants],
            "games": schedule.games,
            "gate": schedule.gate,
            "seed": schedule.seed,
            "most": schedule.most,
            "test": None if test is None else asdict(test),
        },
        "begun": time_text(utc_now().replace(microsecond=0)),
        "yurei": yurei.__version__,
        "commit": commit(),
        "machine": {**describe_machine(), "python": platform.python_version()},
    }


def commit() -> str | None:
    """Return the commit of this clone, with a + if it has changes; None if this is no clone."""
    root = Path(yurei.__file__).parents[2]
    if not (root / ".git").exists():
        return None
    words = ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--dirty=+", "--exclude=*"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
