"""Guesses about what is not told, one for each world: which own pieces were removed, and how many of the opponent's."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from yurei.players.belief.ledger import Ledger, Loss
from yurei.rules.board import EMPTY, put, strings
from yurei.rules.points import Size

GONE_BY = 0.6
"""Share of removed pieces if losses are not told: of n pieces that the opponent placed on p points, this times
(n/p) squared. Measured under ``olympiad``, where they are told: 0.5 to 0.7 for n/p from 0.25 to 0.6 (31,000
positions of 120 games).
"""
GUESSES = 200
"""Number of repeated guesses for all worlds together, after a guess that leaves a piece without a liberty."""
MOST_TOGETHER = 3
"""Greatest number of strings that are assumed to be removed at once."""
CROWDED = 2.0
"""Factor by which a string is likelier to be removed for each neighbour fewer that may be empty."""


def counts(ledger: Ledger, size: Size, worlds: int, chance: Random) -> list[int]:
    """Return a guess of the number of hidden opponent's pieces for each world."""
    most = ledger.hidden
    if ledger.losses_told or most == 0:
        return [most] * worlds
    expected = GONE_BY * (ledger.placements / size.points) ** 2 * ledger.placements
    unknown = max(0.0, expected - ledger.losses)
    least = min(most, len(ledger.proven))
    return [max(least, most - round(chance.expovariate(1.0) * unknown)) for _ in range(worlds)]


def gone(ledger: Ledger, size: Size, worlds: int, chance: Random, *, evenly: bool = False) -> list[set[int]]:
    """Return own points from which pieces were removed: one guess per world that fits what was told, if one is found.

    Args:
        ledger, size: What is known, and the board's size.
        worlds: Number of guesses.
        chance: Random generator.
        evenly: Whether all fitting guesses are equally likely.
    """
    guesses, spare = [], GUESSES
    for _ in range(worlds):
        points = _guess(ledger, size, chance, evenly=evenly)
        while spare and not _all_have_liberties(ledger, size, points):
            points, spare = _guess(ledger, size, chance, evenly=evenly), spare - 1
        guesses.append(points)
    return guesses


def _all_have_liberties(ledger: Ledger, size: Size, points: set[int]) -> bool:
    """Return whether every remaining string can have a liberty: a piece without one would have been removed too."""
    board = put(put(ledger.board, ledger.proven, ledger.colour.opponent), points, EMPTY)
    return all(liberties for _, liberties in strings(board, size))


def _guess(ledger: Ledger, size: Size, chance: Random, *, evenly: bool) -> set[int]:
    """Guess the own points from which pieces were removed and on which none was placed since."""
    gone_at = dict.fromkeys(ledger.known_gone, ledger.placements)
    for loss in ledger.own_losses:
        sets = _explanations(loss, ledger, gone_at)
        if sets:
            weights = None if evenly else [_likelihood(each, ledger, size) for each in sets]
            gone_at |= dict.fromkeys(chance.choices(sets, weights)[0], loss.at)
    return {point for point, at in gone_at.items() if point in ledger.known_gone or ledger.stood_at[point] < at}


def _explanations(loss: Loss, ledger: Ledger, gone_at: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Return the possible sets of removed own points, each of the number that was told, strings as a whole."""
    standing = [tuple(point for point in string if _may_stand(point, loss, ledger, gone_at)) for string in loss.strings]
    able = [
        string
        for string in standing
        if 0 < len(string) <= loss.count and not any(_is_known_to_stand(point, loss, ledger) for point in string)
    ]
    found: list[tuple[int, ...]] = []
    for together in range(1, MOST_TOGETHER + 1):
        for chosen in combinations(able, together) if len(able) <= 24 or together == 1 else ():
            if sum(map(len, chosen)) == loss.count:
                found += [tuple(point for string in chosen for point in string)]
        if found:
            break
    return found


def _may_stand(point: int, loss: Loss, ledger: Ledger, gone_at: Mapping[int, int]) -> bool:
    """Return whether a piece may have stood on a point at this loss: none was removed, or one was placed since."""
    return point not in gone_at or gone_at[point] <= ledger.placed_at[point] < loss.at


def _is_known_to_stand(point: int, loss: Loss, ledger: Ledger) -> bool:
    """Return whether the piece on a point was placed before this loss and was known to stand later."""
    return ledger.placed_at[point] < loss.at <= ledger.stood_at[point]


def _likelihood(points: Sequence[int], ledger: Ledger, size: Size) -> float:
    """Return how likely these points are compared with others: the fewer free neighbours, the more."""
    inside = set(points)
    beside = {each for point in points for each in size.neighbours[point]} - inside
    free = sum(ledger.board[each] == 0 and each not in ledger.proven for each in beside)
    return float(CROWDED**-free)
