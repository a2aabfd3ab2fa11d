"""What is not told at all, guessed once for each world: which own pieces went, and how many of the opponent's did."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from yurei.players.belief.ledger import Ledger, Loss
from yurei.rules.points import Size

GONE_BY = 0.6
"""Where losses are not told: of n pieces that the opponent has placed on p points, so much times n/p squared are gone.
Measured under ``olympiad``, where they are told: 0.5 to 0.7 for n/p from 0.25 to 0.6 (31,000 positions of 120 games)."""
MOST_TOGETHER = 3
"""So many strings at most are thought to go at once."""
CROWDED = 2.0
"""A string with one neighbour fewer that may be empty is so much more likely to be the one that went."""


def counts(ledger: Ledger, size: Size, worlds: int, chance: Random) -> list[int]:
    """How many of the opponent's pieces are hidden, in each of so many worlds."""
    most = ledger.hidden
    if ledger.losses_told or most == 0:
        return [most] * worlds
    expected = GONE_BY * (ledger.placements / size.points) ** 2 * ledger.placements
    unknown = max(0.0, expected - ledger.losses)
    least = min(most, len(ledger.proven))
    return [max(least, most - round(chance.expovariate(1.0) * unknown)) for _ in range(worlds)]


def gone(ledger: Ledger, size: Size, chance: Random) -> set[int]:
    """Own points from which pieces went, one guess that fits what was told."""
    points = set(ledger.known_gone)
    for loss in ledger.own_losses:
        sets = _explanations(loss, ledger, points)
        if sets:
            weights = [_crowded(each, ledger, size) for each in sets]
            points |= set(chance.choices(sets, weights)[0])
    # What was placed anew since stands.
    return {point for point in points if ledger.stood_at[point] < _last_loss(ledger, point)}


def _last_loss(ledger: Ledger, point: int) -> int:
    """After how many placements the point may last have lost a piece."""
    if point in ledger.known_gone:
        return ledger.placements + 1
    at = [loss.at for loss in ledger.own_losses if any(point in string for string in loss.strings)]
    return max(at, default=-1)


def _explanations(loss: Loss, ledger: Ledger, gone_before: set[int]) -> list[tuple[int, ...]]:
    """The sets of own points that may have gone, each of the number that was told, strings as a whole."""
    able = [
        string
        for string in loss.strings
        if len(string) <= loss.count
        and not gone_before.issuperset(string)
        and all(ledger.stood_at[point] < loss.at for point in string)
    ]
    found: list[tuple[int, ...]] = []
    for together in range(1, MOST_TOGETHER + 1):
        for chosen in combinations(able, together) if len(able) <= 24 or together == 1 else ():
            if sum(map(len, chosen)) == loss.count:
                found += [tuple(point for string in chosen for point in string)]
        if found:
            break
    return found


def _crowded(points: Sequence[int], ledger: Ledger, size: Size) -> float:
    """How likely these are beside others: the fewer free neighbours, the more."""
    inside = set(points)
    beside = {each for point in points for each in size.neighbours[point]} - inside
    free = sum(ledger.board[each] == 0 and each not in ledger.proven for each in beside)
    return float(CROWDED**-free)
