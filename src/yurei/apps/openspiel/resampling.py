"""Histories that a player cannot tell from the real one, found by drawing anew what the player was not told.

The opponent's secret tries are guessed one by one; if the player would have heard something else than they did,
the last guess is taken back. What the player hears later guides the guesses: where they will be refused, a stone
stands by then; where they will place one, none. Nothing is looked up in the true game.
"""

from collections.abc import Callable, Iterator, Sequence
from math import log

from yurei.apps.openspiel.table_game import SEATS, Form, TableGame
from yurei.errors import BadValue
from yurei.referee.told import Outcome, Told
from yurei.rules.state import Kind

ATTEMPTS = 40
"""Guesses for every try of the history, after which the search begins anew."""
BEGINNINGS = 25

Chance = Callable[[], float]
"""Returns numbers from 0 to below 1."""


def resampled(form: Form, told: Sequence[Told], player: int, chance: Chance) -> list[int]:
    """Return actions that lead to a game in which the player is told the same.

    Args:
        form: The game.
        told: All that the player was told.
        player: 0 Black, 1 White.
        chance: Source of chance. Every possible history can result, though not all are equally likely.

    Raises:
        BadValue: if none was found.
    """
    expected = expectations(form, told, player)
    for _ in range(BEGINNINGS):
        found = _search(form, told, player, chance, expected)
        if found is not None:
            return found
    raise BadValue(f"no history was found in which {SEATS[player]} is told the same; a shorter one may be easier")


def expectations(form: Form, told: Sequence[Told], player: int) -> list[dict[int, tuple[bool, int]]]:
    """Return, for every try, what the player will find on each point: whether an opponent's stone, and at which try."""
    after: list[dict[int, tuple[bool, int]]] = [{} for _ in told]
    known: dict[int, tuple[bool, int]] = {}
    for number in range(len(told) - 1, -1, -1):
        after[number] = dict(known)
        each = told[number]
        mine = each.seat == SEATS[player]
        if mine and each.attempt is not None and each.attempt.point is not None:
            known[each.attempt.point] = (each.outcome is Outcome.ILLEGAL, number)
        for point in (each.captured_points if mine else each.lost_points) or ():
            known[point] = (True, number)
    return after


def _search(
    form: Form, told: Sequence[Told], player: int, chance: Chance, expected: list[dict[int, tuple[bool, int]]]
) -> list[int] | None:
    """Search once, depth first; None if that takes too long."""
    moments, actions, left = [TableGame(form)], list[int](), ATTEMPTS * (len(told) + 10)
    guesses: list[Iterator[int]] = []
    while len(actions) < len(told):
        number = len(actions)
        if len(guesses) == number:
            guesses.append(_guesses(moments[-1], told[number], player, chance, expected[number], number))
        for action in guesses[-1]:
            left -= 1
            moment = moments[-1].copy()
            moment.attempt(action)
            if moment.told(player)[-1] == told[number]:
                moments.append(moment)
                actions.append(action)
                break
            if left <= 0:
                return None
        else:
            guesses.pop()
            if not actions:
                return None
            moments.pop()
            actions.pop()
    return actions


def _guesses(
    moment: TableGame, told: Told, player: int, chance: Chance, expected: dict[int, tuple[bool, int]], number: int
) -> Iterator[int]:
    """Yield actions that may have been tried, the likelier ones mostly sooner."""
    form = moment.form
    if told.attempt is not None:
        return iter([form.action(told.attempt)])
    points, moved = form.settings.size.points, told.outcome is Outcome.MOVED
    order = []
    for action in moment.legal(1 - player):
        tried = form.tried(action)
        if tried.kind is Kind.RESIGN or (tried.kind is Kind.PASS and moved):
            continue
        weight = _weight(expected.get(action % points), moved, number) if tried.point is not None else 0.01
        order.append((-log(1 - chance()) / weight, action))
    return iter([action for _, action in sorted(order)])


def _weight(expectation: tuple[bool, int] | None, moved: bool, number: int) -> float:
    """Return how likely the opponent has tried a point: if a stone is found there later, likely; if none, hardly."""
    if expectation is None or not moved:
        return 1.0
    stands, when = expectation
    return 1.0 + 60.0 / (when - number) if stands else 0.02
