"""Who meets whom in a round: by the Swiss system as the best of all pairings, or everybody against everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

BASE = 10**6
"""More than any one part of a cost can come to in all games of a round: a part never outweighs the one before it."""
LOTS = 1000
NOBODY = 0
"""The number of nobody: who is paired with it has a bye."""
Pair = tuple[int, int | None]
"""Black and White by their numbers; None for the opponent of who has a bye."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as a pairing knows him.

    Attributes:
        number: By which he is known.
        points: Won so far, in halves.
        met: How often he has met whom, by number.
        colours: His games as Black less those as White.
        byes: How many he has had.
    """

    number: int
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    colours: int = 0
    byes: int = 0


def game_cost(one: Entrant, other: Entrant) -> tuple[int, ...]:
    """What speaks against a game, the weightiest first.

    That they have met; that a colour would be had three times more than the other; the difference in points; that a
    colour would be had twice more than the other.
    """
    low, high = sorted((one.colours, other.colours))
    far = max(abs(low + 1), abs(high - 1))
    return one.met.get(other.number, 0), 0, int(far > 2), (one.points - other.points) ** 2, int(far > 1)


def bye_cost(one: Entrant, lowest: int) -> tuple[int, ...]:
    """What speaks against a bye, by the same parts: that he has had one, and how far he stands above the lowest."""
    return one.byes, one.points - lowest, 0, 0, 0


def swiss(entrants: Sequence[Entrant], chance: Random) -> list[Pair]:
    """Pair a round by the Swiss system: of all pairings the one against which the least speaks; among equals by lot.

    Args:
        entrants: Who plays; two at least.
        chance: Draws the lots, and the colour of who has had both alike.
    """
    # Imported here: a server waits for it only once somebody pairs.
    from networkx import Graph, max_weight_matching  # type: ignore[import-untyped]  # it has no types

    by_number = {entrant.number: entrant for entrant in entrants}
    lowest = min(entrant.points for entrant in entrants)
    graph = Graph()
    for one, other in combinations(entrants, 2):
        graph.add_edge(one.number, other.number, weight=_weight(game_cost(one, other), chance))
    if len(entrants) % 2:
        for entrant in entrants:
            graph.add_edge(entrant.number, NOBODY, weight=_weight(bye_cost(entrant, lowest), chance))
    pairs: list[Pair] = []
    for one, other in max_weight_matching(graph, maxcardinality=True):
        if NOBODY in (one, other):
            pairs.append((max(one, other), None))
        else:
            pairs.append(_coloured(by_number[one], by_number[other], chance))
    return in_order(pairs, {entrant.number: entrant.points for entrant in entrants})


def _weight(cost: Iterable[int], chance: Random) -> int:
    total = 0
    for part in cost:
        total = total * BASE + part
    return -(total * BASE + chance.randrange(LOTS))


def _coloured(one: Entrant, other: Entrant, chance: Random) -> Pair:
    """Black goes to who has had it less."""
    first, second = sorted((one, other), key=lambda each: (each.colours, chance.random()))
    return first.number, second.number


def in_order(pairs: Iterable[Pair], points: Mapping[int, int]) -> list[Pair]:
    """The tables of a round: the first is the one with the most points, the last a bye."""

    def key(pair: Pair) -> tuple[bool, list[int], int]:
        both = [number for number in pair if number is not None]
        return pair[1] is None, sorted(-points[number] for number in both), min(both)

    return sorted(pairs, key=key)


def round_robin(count: int, number: int) -> list[Pair]:
    """A round of everybody against everybody, by Berger's tables.

    Args:
        count: How many play; they are numbered from 1.
        number: Which round, from 1 to ``count - 1``; to ``count`` where that is odd, and in each round somebody has a bye.

    >>> round_robin(4, 1)
    [(1, 4), (2, 3)]
    """
    even = count + count % 2
    last, turn = even - 1, number % (even - 1)
    pairs: list[Pair] = []
    for one in range(1, even):
        other = (turn - one + 1) % last or last
        if one == other:
            pairs.append(_against_the_last(one, even) if even == count else (one, None))
        elif one < other:
            pairs.append((one, other) if (one + other) % 2 else (other, one))
    return sorted(pairs, key=lambda pair: (pair[1] is None, min(each for each in pair if each)))


def _against_the_last(one: int, last: int) -> Pair:
    return (one, last) if one <= last // 2 else (last, one)
