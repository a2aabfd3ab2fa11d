"""Solved boards in play: what tables say holds with the history of a game, and level 5 keeps it."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from tests.day_and_night import first_by_day
from tests.solved.boards import SMALL, TO_SIX, positions, values_of
from yurei import players
from yurei.players import Budget, Player
from yurei.players.tablebase import Analysis, Values, analyse, value_of, values_for
from yurei.referee.table import Table
from yurei.rules import BLACK, Colour, Size, State, judge, start
from yurei.rules.alter_igo import RULESET
from yurei.rules.board import WHITE, board_text, strings
from yurei.rules.ruleset import DrawCounts, Ruleset
from yurei.rules.state import RESIGN, EndedBy, Try, stone

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


def result_for(colour: Colour, winner: Colour | None) -> int:
    return 0 if winner is None else 1 if winner is colour else -1


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


FEW, MANY = 12, 400


def known(size: Size) -> Values:
    """What the positions of a board are worth."""
    values = values_for(Table("alter-igo", referee="open", size=size).settings)
    assert values is not None
    return values


def a_position(size: Size, chance: Random) -> bytes:
    """A position by chance in which every string has a liberty."""
    while True:
        cells = bytes(chance.choice((0, 0, 1, 2)) for _ in range(size.points))
        if 0 in cells and all(liberties for _, liberties in strings(cells, size)):
            return cells


def stubborn(values: Values, table: Table, chance: Random, *, wild: bool) -> Try:
    """The opponent: holds out as long as can be, or plays anything."""
    view = table.view(str(table.to_move))
    colour = view.seat.colour
    assert colour is not None
    found = analyse(values, view.board, view.settings.size, colour)
    points = list(found.moves) if wild else list(found.best)
    return stone(chance.choice(points)) if points else RESIGN


def finish(table: Table, player: Player, playouts: int, chance: Random, *, wild: bool) -> int:
    """Play a game to its end, an opponent against a player who has begun; return the number of plies."""
    seat, values, plies = player.view.seat.name, known(table.settings.size), 0
    while table.result is None:
        plies += 1
        if table.to_move == seat:
            attempt = player.answer(Budget(playouts=playouts))
        else:
            attempt = stubborn(values, table, chance, wild=wild)
        player.hear(table.attempt(str(table.to_move), attempt).told[seat])
    return plies


@pytest.mark.parametrize("wild", [True, False], ids=["against anything", "against who holds out"])
@pytest.mark.parametrize(("lines", "games"), first_by_day([((2, 4), FEW), ((3, 4), FEW), ((3, 4), MANY)]))
def test_won_positions_are_won_within_the_distance_of_the_table(lines: tuple[int, int], games: int, wild: bool) -> None:
    size, chance = Size(*lines), Random(f"{lines} {wild}")
    values, won = known(size), 0
    while won < games:
        first = chance.choice((BLACK, WHITE))
        cells = a_position(size, chance)
        outcome = analyse(values, cells, size, first).outcome
        if outcome.winner is not first:
            continue
        won += 1
        table = Table("alter-igo", referee="open", size=size, setup=board_text(cells, size), first=first.word)
        player = players.get("yurei:level=5", seed=won)
        player.begin(table.view(first.word))
        plies = finish(table, player, 10, chance, wild=wild)
        assert table.result is not None
        assert table.result.winner is first
        assert outcome.distance is not None
        assert plies <= outcome.distance
        assert wild or plies == outcome.distance


@pytest.mark.parametrize("playouts", [30, 0], ids=["with a look ahead", "without time for one"])
def test_drawn_positions_are_not_lost(playouts: int) -> None:
    for seed in range(4):
        table = Table("alter-igo", referee="open", size=Size(2, 3))
        player = players.get("yurei:level=5", seed=seed)
        player.begin(table.view("black"))
        finish(table, player, playouts, Random(seed), wild=False)
        assert table.result is not None
        assert table.result.winner is not WHITE


def test_other_levels_rules_and_larger_boards_use_no_table() -> None:
    assert values_for(Table("alter-igo", referee="open", size=(4, 5)).settings) is None
    assert values_for(Table("go", referee="open", size=3).settings) is None
    assert players.get("mcts").parameters["tables"] == 0
