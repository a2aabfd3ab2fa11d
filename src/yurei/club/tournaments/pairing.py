"""Pairings of a round, Swiss (by minimum-cost matching) or round-robin, and standings by points, SOS and SOSOS."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

BASE = 10**6  # weight of each part of a cost over the next; larger than the sum of any part over a round
LOTS = 1000
NOBODY = 0  # the opponent's number of a player with a bye
Pair = tuple[int, int | None]  # numbers of Black and White; White is None if Black has a bye


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, with the results so far that the pairing of the next round depends on."""

    number: int
    points: int = 0  # half points so far
    met: Mapping[int, int] = field(default_factory=dict)  # number of games, by the opponent's number
    colours: int = 0  # number of games as Black minus games as White
    byes: int = 0


def game_cost(one: Entrant, other: Entrant) -> tuple[int, ...]:
    """Return the cost of pairing two players as a tuple, in which the most important part comes first.

    The parts are: earlier games between the two; whether a player's colours become unequal by three; the difference in
    points; whether a player's colours become unequal by two.
    """
    low, high = sorted((one.colours, other.colours))
    far = max(abs(low + 1), abs(high - 1))
    return one.met.get(other.number, 0), 0, int(far > 2), (one.points - other.points) ** 2, int(far > 1)


def bye_cost(one: Entrant, lowest: int) -> tuple[int, ...]:
    """Return the cost of a bye for a player: number of earlier byes, then the lead in points over the lowest player."""
    return one.byes, one.points - lowest, 0, 0, 0


def swiss(entrants: Sequence[Entrant], chance: Random, scheduled: Iterable[Pair] = ()) -> list[Pair]:
    """Pair a round by the Swiss system at the least cost, preferring ``scheduled`` pairs if they have met as often."""
    # Imported here, so that it is loaded only when a round is paired.
    from networkx import Graph, max_weight_matching  # type: ignore[import-untyped]  # it has no types

    by_number = {entrant.number: entrant for entrant in entrants}
    lowest = min(entrant.points for entrant in entrants)
    coloured = {frozenset((black, white or NOBODY)): (black, white) for black, white in scheduled}
    graph = Graph()

    def add(one: int, other: int, cost: tuple[int, ...]) -> None:
        met, *rest = cost
        unscheduled = frozenset((one, other)) not in coloured
        graph.add_edge(one, other, weight=_compute_weight((met, unscheduled, *rest), chance))

    for one, other in combinations(entrants, 2):
        add(one.number, other.number, game_cost(one, other))
    if len(entrants) % 2:
        for entrant in entrants:
            add(entrant.number, NOBODY, bye_cost(entrant, lowest))
    pairs: list[Pair] = []
    for pair in max_weight_matching(graph, maxcardinality=True):
        first, second = max(pair), min(pair)
        if (known := coloured.get(frozenset(pair))) is not None:
            pairs.append(known)
        elif second == NOBODY:
            pairs.append((first, None))
        else:
            pairs.append(_assign_colours(by_number[second], by_number[first], chance))
    return in_table_order(pairs, {entrant.number: entrant.points for entrant in entrants})


def _compute_weight(cost: Iterable[int], chance: Random) -> int:
    total = 0
    for part in cost:
        total = total * BASE + part
    return -(total * BASE + chance.randrange(LOTS))


def _assign_colours(one: Entrant, other: Entrant, chance: Random) -> Pair:
    """Return the two players as (Black, White). Black is the one who has had Black less often."""
    first, second = sorted((one, other), key=lambda each: (each.colours, chance.random()))
    return first.number, second.number


def in_table_order(pairs: Iterable[Pair], points: Mapping[int, int]) -> list[Pair]:
    """Return the pairs of a round in the order of the tables: by descending points, and a bye last."""

    def key(pair: Pair) -> tuple[bool, list[int], int]:
        both = [number for number in pair if number is not None]
        return pair[1] is None, sorted(-points[number] for number in both), min(both)

    return sorted(pairs, key=key)


def round_robin(count: int, number: int) -> list[Pair]:
    """Return round ``number`` of a round-robin tournament of ``count`` players, by Berger's tables.

    >>> round_robin(4, 1)
    [(1, 4), (2, 3)]
    """
    even = count + count % 2
    last, turn = even - 1, number % (even - 1)
    pairs: list[Pair] = []
    for one in range(1, even):
        other = (turn - one + 1) % last or last
        if one == other:  # the last player's turn
            pair = (one, even) if one <= even // 2 else (even, one)
            pairs.append(pair if even == count else (one, None))
        elif one < other:
            pairs.append((one, other) if (one + other) % 2 else (other, one))
    return sorted(pairs, key=lambda pair: (pair[1] is None, min(each for each in pair if each)))


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings; points, SOS and SOSOS are in half points."""

    place: int  # from 1; shared by players who are equal in points, SOS and SOSOS
    number: int
    points: int  # 2 for a win or a bye, 1 for a draw
    sos: int  # the points of all opponents; a bye adds nothing
    sosos: int  # the SOS of all opponents


def standings(entrants: Sequence[Entrant]) -> list[StandingsRow]:
    """Return the rows of the standings, sorted by place. Players with equal scores keep the order of ``entrants``."""
    points = {each.number: each.points for each in entrants}
    sos = {each.number: sum(points[other] * times for other, times in each.met.items()) for each in entrants}
    sosos = {each.number: sum(sos[other] * times for other, times in each.met.items()) for each in entrants}
    results = {number: (points[number], sos[number], sosos[number]) for number in points}
    better = {number: sum(other > own for other in results.values()) for number, own in results.items()}
    ordered = sorted(results, key=lambda number: (better[number], number))
    return [StandingsRow(better[number] + 1, number, *results[number]) for number in ordered]
