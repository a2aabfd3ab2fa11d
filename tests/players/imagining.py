"""Slow and plain enumeration of the worlds (true boards) that fit what a seat was told."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import prod

from yurei.players.ledger import Ledger
from yurei.rules.board import EMPTY, WHITE, board_text, put, strings
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import start, stone


def contradictions(world: bytes, ledger: Ledger, size: Size, rules: Ruleset) -> list[str]:
    """Return what in a world contradicts what the seat was told; empty if the world fits."""
    enemy = ledger.colour.opponent
    lies = [point for point, cell in enumerate(world) if cell == enemy]
    wrong = []
    if any(not liberties for _, liberties in strings(world, size)):
        return ["a string without a liberty"]
    if ledger.losses_told and len(lies) != ledger.hidden + len(ledger.seen_points):
        wrong.append("the number of enemy stones")
    if not ledger.own_losses and any(cell != world[point] for point, cell in enumerate(ledger.board) if cell != EMPTY):
        wrong.append("a stone that is known")
    if any(world[point] != enemy for point in ledger.proven):
        wrong.append("an enemy stone that is proven")
    came = [ledger.placements - ledger.empty_at[point] for point in lies]
    wrong += [
        f"more than {age} stones on points that were empty {age} turns ago"
        for age in range(ledger.placements + 1)
        if sum(since <= age for since in came) > age
    ]
    wrong += [
        f"a try on {size.name(point)} would be accepted"
        for point in ledger.refused_points()
        if not is_refused(world, ledger, size, rules, point)
    ]
    if ledger.atari and not any(
        len(liberties) == 1 and world[stones[0]] == ledger.colour for stones, liberties in strings(world, size)
    ):
        wrong.append("no own string is in atari")
    return wrong


def is_refused(world: bytes, ledger: Ledger, size: Size, rules: Ruleset, point: int) -> bool:
    """Return whether a stone on a point would be refused in a world."""
    if point == ledger.ko:
        return True
    return not judge(start(rules, size, 0.0, ledger.colour, board_text(world, size)), stone(point)).accepted


def all_worlds(ledger: Ledger, size: Size, rules: Ruleset, odds: Sequence[float]) -> Iterator[tuple[bytes, float]]:
    """Yield every world that fits, with its weight, which is not normalised."""
    free = [point for point, cell in enumerate(ledger.board) if cell == EMPTY and odds[point] > 0]
    enemy = ledger.colour.opponent
    known = put(ledger.board, ledger.proven, enemy)
    free = [point for point in free if point not in ledger.proven]
    for hidden in combinations(free, ledger.hidden - len(ledger.proven)):
        world = put(known, hidden, enemy)
        if not contradictions(world, ledger, size, rules):
            yield world, prod(odds[point] for point in hidden)


def shares(worlds: Iterable[tuple[bytes, float]], points: int, enemy: int = WHITE) -> list[float]:
    """Return the probability of an enemy stone on each point, over all worlds."""
    total, found = 0.0, [0.0] * points
    for world, share in worlds:
        total += share
        for point in range(points):
            found[point] += share * (world[point] == enemy)
    return [each / total for each in found]
