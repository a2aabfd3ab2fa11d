"""What the tables say holds in the game itself, with its draw on the third repetition: docs/solved.md has the proof.

The rules judge every move here, and remember all that has stood.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.solved.boards import SMALL, TO_SIX, positions, values_of
from yurei.players.tablebase import Analysis, analyse, value_of
from yurei.rules import BLACK, Colour, Size, State, judge, start
from yurei.rules.alter_igo import RULESET
from yurei.rules.board import board_text
from yurei.rules.ruleset import DrawCounts, Ruleset
from yurei.rules.state import EndedBy, stone

SITUATIONS = replace(RULESET, draw_counts=DrawCounts.SITUATIONS)
BOTH = [RULESET, SITUATIONS]


def str_of(value: Size | Ruleset) -> str:
    return str(value) if isinstance(value, Size) else str(value.draw_counts)


def fresh(ruleset: Ruleset, size: Size, cells: bytes, to_move: Colour) -> State:
    """A game that begins with this position."""
    return start(ruleset, size, first=to_move, setup=board_text(cells, size))


def after(state: State) -> list[State]:
    """Every state that a move makes."""
    return [judge(state, attempt).after for attempt in state.tries()]


@cache
def analysed(size: Size, cells: bytes, to_move: Colour) -> Analysis:
    return analyse(values_of(size), cells, size, to_move)


# Small enough for every game there is.


def worth(state: State, known: dict[Any, int]) -> int:
    """1 where who is to move wins, 0 for a draw, -1 where he loses: by all games there are, nothing of the tables in it."""
    key = state.cells, state.to_move, state.memory
    if key not in known:
        best = -1
        for then in after(state):
            if then.result is None:
                best = max(best, -worth(then, known))
            else:
                best = max(best, result_for(state.to_move, then.result.winner))
            if best == 1:
                break
        known[key] = best
    return known[key]


def result_for(colour: Colour, winner: Colour | None) -> int:
    return 0 if winner is None else 1 if winner is colour else -1


@pytest.mark.parametrize(
    ("size", "ruleset"),
    [
        *((size, RULESET) for size in SMALL),
        *((size, SITUATIONS) for size in SMALL if size != Size(1, 4)),
        pytest.param(Size(1, 4), SITUATIONS, marks=pytest.mark.nightly),
    ],
    ids=str_of,
)
def test_all_games_from_the_empty_board_agree_with_the_table(size: Size, ruleset: Ruleset) -> None:
    empty = bytes(size.points)
    expected = result_for(BLACK, value_of(values_of(size), empty, size, BLACK).winner)
    assert worth(fresh(ruleset, size, empty, BLACK), {}) == expected


# One side plays by the table, the other tries everything.


def longest_game(state: State, winner: Colour) -> int:
    """How many plies a game can last where the winner plays the table's best move; every end is looked at."""
    if state.to_move is winner:
        point = analysed(state.size, state.cells, state.to_move).best[0]
        followers = [judge(state, stone(point)).after]
    else:
        followers = after(state)
    lengths = []
    for then in followers:
        if then.result is not None:
            assert (then.result.winner, then.result.by) == (winner, EndedBy.LONE_SUICIDE)
        lengths.append(1 if then.result is not None else 1 + longest_game(then, winner))
    return max(lengths)


@pytest.mark.parametrize("ruleset", BOTH, ids=str_of)
@pytest.mark.parametrize("size", TO_SIX, ids=str)
def test_a_table_win_is_won_against_every_defence_in_that_many_plies(size: Size, ruleset: Ruleset) -> None:
    for cells, to_move in positions(size):
        outcome = value_of(values_of(size), cells, size, to_move)
        if outcome.winner is not None:
            assert longest_game(fresh(ruleset, size, cells, to_move), outcome.winner) == outcome.distance


def never_loses(state: State, side: Colour, seen: list[bytes]) -> None:
    """A side plays best moves of the table, of several as ``chosen``; no game ends with its loss."""
    if state.to_move is side:
        best = analysed(state.size, state.cells, side).best
        by_table = {then.cells: then for then in (judge(state, stone(point)).after for point in best)}
        followers = [by_table[chosen(state.size, list(by_table), side, seen)]]
    else:
        followers = after(state)
    for then in followers:
        if then.result is not None:
            assert then.result.winner in (None, side)
        else:
            never_loses(then, side, [*seen, then.cells])


def chosen(size: Size, boards: list[bytes], side: Colour, seen: list[bytes]) -> bytes:
    """What has stood most often, and of that what leaves the other side least: so that games are soon over."""
    return max(boards, key=lambda cells: (seen.count(cells), -len(steps(size, cells, side.opponent))))


@cache
def steps(size: Size, cells: bytes, to_move: Colour) -> list[bytes]:
    """By the rules: the boards after every move that is no lone suicide."""
    return [then.cells for then in after(fresh(RULESET, size, cells, to_move)) if then.result is None]


@pytest.mark.by_day
@pytest.mark.parametrize("ruleset", BOTH, ids=str_of)
@pytest.mark.parametrize(
    "size", [Size(1, 5), Size(2, 2), Size(2, 3), pytest.param(Size(1, 6), marks=pytest.mark.nightly)], ids=str
)
def test_a_draw_by_the_table_is_held_by_both_sides_against_everything(size: Size, ruleset: Ruleset) -> None:
    empty = bytes(size.points)
    state = fresh(ruleset, size, empty, BLACK)
    never_loses(state, BLACK, [empty])
    never_loses(state, BLACK.opponent, [empty])


@pytest.mark.nightly
@pytest.mark.parametrize("size", [*SMALL, Size(1, 5), Size(2, 3)], ids=str)
def test_every_drawn_position_is_held_by_both_sides_against_everything(size: Size) -> None:
    """Three million positions on 2x3: moves are the rules', but how often something has stood is counted here."""
    for cells, to_move in positions(size):
        if value_of(values_of(size), cells, size, to_move).winner is None:
            for side in (to_move, to_move.opponent):
                holds(size, cells, to_move, side, [cells])


def holds(size: Size, cells: bytes, to_move: Colour, side: Colour, seen: list[bytes]) -> None:
    """As ``never_loses``; what stands for the third time ends a game with a draw, and a lone suicide of the other side."""
    followers = steps(size, cells, to_move)
    if to_move is side:
        best = {keeping for keeping in followers if value_of_cached(size, keeping, side.opponent) is not side.opponent}
        assert best, "nothing but a loss is left"
        followers = [chosen(size, sorted(best), side, seen)]
    for then in followers:
        if seen.count(then) < 2:
            seen.append(then)
            holds(size, then, to_move.opponent, side, seen)
            seen.pop()


@cache
def value_of_cached(size: Size, cells: bytes, to_move: Colour) -> Colour | None:
    return value_of(values_of(size), cells, size, to_move).winner
