"""Benchmark of the table: tries a second in random games, one after the other, refused tries among them."""

from functools import partial
from random import Random
from statistics import median
from time import process_time

from yurei import referee as referees
from yurei.referee.table import Table
from yurei.rules.points import Size
from yurei.rules.state import PASS, stone
from yurei_research.bench.measuring import Clock, Figure, Report, Watch, compared, race, report, timed, unwatched

LONGEST = 3
"""Tries a point after which a random game ends."""


def table(
    size: Size, rounds: int, tries: int, seed: int = 1, clock: Clock = process_time, watch: Watch = unwatched
) -> Report:
    """Measure the tries a second under each referee.

    Args:
        size: Of the board.
        rounds: Number of rounds of the medians.
        tries: Tries a round.
        seed: Seed of the games.
        clock: Returns the seconds.
        watch: Callback for progress.
    """
    slugs = [referee.slug for referee in referees.ALL]
    speeds = race({slug: timed(partial(play, slug, size, tries, seed)) for slug in slugs}, rounds, clock, watch)
    figures = [Figure(slug, median(speeds[slug]), "tries/s") for slug in slugs]
    # The same referee with sight and without: the difference is the cost of sight.
    figures.append(compared("fog : kriegspiel, which is fog without sight", "tries/s", speeds, "fog", "kriegspiel"))
    return report("table", rounds, seed, figures, [f"on {size}, {tries} tries a round"])


def play(referee: str, size: Size, tries: int, seed: int) -> int:
    """Make this many tries, on a new table whenever a game has become long; return their number."""
    longest, chance = LONGEST * size.points, Random(seed)
    for number in range(tries):
        if number % longest == 0:
            table = Table("go", referee=referee, size=size)
        attempt = PASS if number % longest == longest - 1 else stone(chance.randrange(size.points))
        table.attempt(table.to_move or "black", attempt)
    return tries
