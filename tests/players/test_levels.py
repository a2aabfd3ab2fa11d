"""What the levels of yurei consider: few tries at the lower ones, no bare edge in the opening, no refused point again."""

from collections.abc import Iterator, Mapping

import pytest

from tests.playing import Game
from yurei import players, referee, rules
from yurei.players import Budget
from yurei.players.knowledge import OPENING
from yurei.players.levels import IN_SIGHT, Level
from yurei.players.mcts import Mcts
from yurei.players.refusals import WAIT, Refusals
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.rules.board import EMPTY
from yurei.rules.state import PASS, Try, stone

SHORT = Budget(playouts=60)


def play(table: Table, level: int, moves: int) -> Iterator[tuple[str, Try, Told]]:
    """Let a level play against itself; yield each seat, its try, and what it was told of it."""
    seats = {seat: players.get(f"yurei:level={level}", seed) for seed, seat in enumerate(("black", "white"))}
    for seat, player in seats.items():
        player.begin(table.view(seat))
    while (mover := table.to_move) is not None and moves:
        attempt = seats[mover].answer(SHORT)
        answer = table.attempt(mover, attempt)
        yield mover, attempt, answer.told[mover]
        for seat, player in seats.items():
            player.hear(answer.told[seat])
        moves -= answer.accepted


@pytest.mark.by_day
@pytest.mark.timeout(300)
@pytest.mark.parametrize("level", players.LEVELS)
@pytest.mark.parametrize("speaker", [each.slug for each in referee.ALL])
@pytest.mark.parametrize("game", [each.slug for each in rules.ALL])
def test_no_level_opens_on_the_first_line_without_a_stone_beside(game: str, speaker: str, level: int) -> None:
    table = Table(game, referee=speaker, size=9)
    size = table.settings.size
    refused: dict[str, set[int | None]] = {"black": set(), "white": set()}
    for seat, attempt, told in play(table, level, 2 * OPENING):
        if attempt.point is None:
            continue
        if told.outcome is Outcome.ILLEGAL:
            refused[seat].add(attempt.point)
        elif size.from_edge(attempt.point) == 0:
            beside = size.neighbours[attempt.point]
            board = table.view(seat).board
            assert any(board[point] or point in refused[seat] for point in beside), size.name(attempt.point)


@pytest.mark.by_day
@pytest.mark.timeout(300)
@pytest.mark.parametrize("level", players.LEVELS)
@pytest.mark.parametrize("speaker", ["common", "kriegspiel", "olympiad", "fog"])
def test_no_level_soon_tries_a_point_again_where_the_same_stone_stands(speaker: str, level: int) -> None:
    table = Table("go", referee=speaker, size=9)
    refused: dict[str, dict[int, int]] = {"black": {}, "white": {}}
    moves = dict.fromkeys(refused, 0)
    for seat, attempt, told in play(table, level, 100):
        moves[seat] += told.outcome is not Outcome.ILLEGAL
        if told.outcome is Outcome.ILLEGAL and attempt.point is not None:
            assert moves[seat] - refused[seat].get(attempt.point, -WAIT) >= WAIT, attempt
            refused[seat][attempt.point] = moves[seat]
        cells = table._state.cells
        for points in refused.values():
            for point in [point for point in points if cells[point] == EMPTY]:
                del points[point]


def test_a_refused_point_is_not_tried_again_while_only_a_large_capture_could_have_freed_it() -> None:
    game = Game(size=9, tries="E5 E5 A9", referee="common")
    refusals = Refusals(game.table.view("white"))
    view = game.table.view("white")
    assert view.heard
    for told in view.heard:
        refusals.hear(told, view)
    refusals._own_moves += 10 * WAIT
    assert game.table.settings.size.point("E5") in refusals.unlikely()


@pytest.mark.parametrize("level", [2, 3])
def test_the_easy_levels_weigh_a_few_tries_only(level: int) -> None:
    player = players.get(f"yurei:level={level}", 1)
    player.begin(Table("go", referee="common", size=9).view("black"))
    player.answer(SHORT)
    weighed = player.explain().candidates
    assert len(weighed) == players.LEVELS[level].looks_at + 1 == len({each.attempt for each in weighed})
    assert PASS in {each.attempt for each in weighed}


def test_a_tree_search_weighs_only_the_tries_that_it_is_given() -> None:
    table = Table("go", referee="open", size=5)
    given = [stone(table.settings.size.point(name)) for name in ("A1", "E5")]
    player = Mcts(1)
    player.notice = lambda tries: [each for each in tries if each in given]
    player.begin(table.view("black"))
    assert player.answer(Budget(playouts=200)) in given
    assert {each.attempt for each in player.explain().candidates if each.weight} == set(given)


@pytest.mark.parametrize("level", [2, 4])
def test_in_a_play_out_a_level_that_is_ahead_still_captures_the_dead_stones(level: int) -> None:
    rows = [". . B . B W ."] * 6 + ["W . B . B W ."]
    table = Table("go", referee="open", size=7, komi=0.5, setup="/".join(row.replace(" ", "") for row in rows))
    player = players.get(players.for_points(f"yurei:level={level}"), 1)
    for _ in range(12):
        answer = table.attempt("black", player.choose(table.view("black")))
        assert answer.told["black"].outcome is not Outcome.PASSED, "the stone on A1 is not captured yet"
        if table.view("black").board[0] == EMPTY:
            return
        table.attempt("white", "pass")
    pytest.fail("the stone on A1 still stands")


def test_only_yurei_is_told_to_play_for_points() -> None:
    assert players.for_points("yurei") == "yurei:points=true"
    assert players.for_points("mcts:expand=3") == "mcts:expand=3"


@pytest.mark.parametrize(("speaker", "rows"), [("fog", IN_SIGHT), ("open", players.LEVELS), ("common", players.LEVELS)])
def test_a_level_has_figures_of_its_own_where_one_sees_near_stones_only(
    speaker: str, rows: Mapping[int, Level]
) -> None:
    for level in players.LEVELS:
        player = players.Yurei(1, level=level)
        player.begin(Table("go", referee=speaker, size=9).view("black"))
        assert player.row == rows[level]
