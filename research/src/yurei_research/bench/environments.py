"""Benchmark of environments: our PettingZoo environment beside go_v5, and batches under hiding referees beside open ones."""

from importlib import import_module

from yurei.kernel import RefereedBatch
from yurei_research.bench.measuring import Match, Report, Watch, left_out, processor_seconds, report, unwatched
from yurei_research.bench.ours import Loop, Stepping, go_v5

HIDING = ("common", "olympiad", "hamburg", "fog")
PLIES = 4000
BATCHES = ((9, 64), (9, 1024), (19, 256))
STEPS = 256


def environments(rounds: int, seed: int = 1, watch: Watch = unwatched) -> Report:
    """Measure environments, in turn, on one core.

    Args:
        rounds: Number of rounds of the medians.
        seed: Seed of the games.
        watch: Callback for progress.
    """
    match, notes = Match(), ["plies/s on one core, seconds of processor time; a refused try is no ply"]
    try:
        theirs = "go_v5", Loop(go_v5(), max(1, PLIES // 4), seed)
        for referee in HIDING:
            ours = referee, Loop(import_module("yurei.apps.pettingzoo").env("go", referee, 9), PLIES, seed)
            match.pair(f"PettingZoo loop 9x9, {referee}, beside go_v5", "plies/s", ours, theirs, 5.0)
    except ModuleNotFoundError as error:
        notes.append(left_out("pettingzoo", error))
    for size, games in BATCHES:
        name = f"{games} games on {size}x{size}"
        shown = Stepping(RefereedBatch("go", size, games, seed, referee="open"), STEPS)
        notes.append(f"{name}, open: {shown.refused:.0%} of the tries are refused")
        for referee in HIDING:
            hiding = Stepping(RefereedBatch("go", size, games, seed, referee=referee), STEPS)
            what = f"batch of {name}, {referee}, beside open"
            match.pair(what, "plies/s", (f"{name} {referee}", hiding), (name, shown), 0.5)
            notes.append(f"{name}, {referee}: {hiding.refused:.0%} of the tries are refused")
    figures = match.figures(rounds, processor_seconds, watch)
    return report("environments", rounds, seed, figures, notes, ("pettingzoo",))


__all__ = ["environments"]
