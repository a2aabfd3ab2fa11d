"""What the levels of yurei consider: tries, passes, and own eyes."""

from collections.abc import Iterator, Mapping
from random import Random

import numpy as np
import pytest

from tests.playing import Game
from yurei import players, referee, rules
from yurei.kernel import core
from yurei.players import Budget
from yurei.players.belief import Belief
from yurei.players.knowledge import OPENING
from yurei.players.ledger import Ledger
from yurei.players.levels import IN_SIGHT, Level
from yurei.players.mcts import Mcts
from yurei.players.passing import is_ahead, is_worth_playing_on, lost_stones, may_be_accidental
from yurei.players.player import Player
from yurei.players.refusals import WAIT, Refusals
from yurei.players.worlds import fill_template
from yurei.referee.announce import Attempt
from yurei.referee.table import Table
from yurei.referee.told import Outcome
from yurei.referee.view import opponent_passed
from yurei.rules.board import BLACK, EMPTY, WHITE, read_board
from yurei.rules.state import PASS, RESIGN, Try, stone

COUNTED = [game.slug for game in rules.ALL if game.passing.ends_games]
EACH = [0, 1, 3, 5, 14]
"""Numbers of stones of each side on the open board."""
WALLS = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5"
"""On 5x5 Black has the columns A to C, White D and E; nothing is left to gain."""


def level(number: int, seed: int = 1) -> Player:
    """A level of yurei."""
    return players.get(f"yurei:level={number}", seed)


def open_board(game: str, speaker: str, each: int, *, passes: str) -> Table:
    """On 9x9, after both sides have placed so many stones here and there and one side has passed."""
    table, chance = Table(game, referee=speaker, size=9), Random(each)
    points = chance.sample(range(81), k=81)
    placed = 2 * each + (passes == "white")
    while placed and table.result is None:
        placed -= table.attempt(str(table.to_move), stone(points.pop())).accepted
    if table.result is None:
        table.attempt(passes, "pass")
    return table


@pytest.mark.by_day
@pytest.mark.parametrize("number", players.LEVELS)
@pytest.mark.parametrize("speaker", [speaker.slug for speaker in referee.ALL])
@pytest.mark.parametrize("game", COUNTED)
def test_every_level_plays_on_after_a_pass_on_an_open_board(game: str, speaker: str, number: int) -> None:
    for each in EACH:
        for passes in ("black", "white"):
            table = open_board(game, speaker, each, passes=passes)
            if table.result is not None:  # the first capture has ended a game of Atari Go
                continue
            attempt = level(number).choose(table.view(str(table.to_move)), Budget(playouts=400))
            assert attempt not in (PASS, RESIGN), f"{each} stones of each side, {passes} has passed"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_pass_that_would_win_at_once_is_no_answer_while_much_is_contested(seed: int) -> None:
    table = open_board("go", "fog", 31, passes="black")
    assert level(4, seed).choose(table.view("white"), Budget(playouts=1000)) != PASS


@pytest.mark.by_day
@pytest.mark.parametrize("number", players.LEVELS)
@pytest.mark.parametrize("speaker", [speaker.slug for speaker in referee.ALL])
def test_a_second_pass_in_a_row_is_answered_with_a_pass(speaker: str, number: int) -> None:
    table, player = Table("go", referee=speaker, size=9), level(number)
    answers = []
    while table.result is None:
        table.attempt("black", "pass")
        answers.append(player.choose(table.view("white"), Budget(playouts=100)))
        assert table.attempt("white", answers[-1]).accepted
    assert [answer is PASS for answer in answers] == [False, True]
    assert table.result.white == 81


@pytest.mark.parametrize("number", [2, 3, 4, 5])
@pytest.mark.parametrize("game", ["go", "japanese"])
def test_a_level_above_the_first_passes_where_it_sees_that_nothing_is_left_to_gain(game: str, number: int) -> None:
    table = Game(game=game, size=5, tries=f"{WALLS} pass", referee="open").table
    assert level(number).choose(table.view("white"), Budget(playouts=400)) == PASS


@pytest.mark.parametrize("number", [1, 4])
@pytest.mark.parametrize("speaker", ["common", "kriegspiel", "hamburg", "open"])
@pytest.mark.parametrize("passes", ["black", "white"])
def test_a_player_who_stops_after_some_moves_is_not_kept_until_the_board_is_full(
    speaker: str, passes: str, number: int
) -> None:
    table, player = open_board("go", speaker, 3, passes=passes), level(number)
    turns = 0
    while (seat := table.to_move) is not None:
        if seat == passes:
            table.attempt(seat, "pass")
        else:
            turns += table.attempt(seat, player.choose(table.view(seat), Budget(playouts=1000))).accepted
    assert turns <= 24
    assert table.result is not None
    assert table.result.winner is not None
    assert table.result.winner.word != passes


@pytest.mark.parametrize("game", ["go", "japanese", "no-seki-go", "toroidal-go"])
def test_the_lowest_level_fills_neither_its_own_territory_nor_that_of_the_other_side(game: str) -> None:
    board = ".BBW./.BBW./BBBWW/BBBW./..BW."
    edges = board if game != "toroidal-go" else "BBBBB/B..BB/BBBBB/WWWWW/W..WW/WWWWW"
    table = Game(edges, "pass", game, referee="open").table
    assert level(1).choose(table.view("white")) == PASS


def test_a_pass_may_be_accidental_once_and_on_a_nearly_empty_board_only() -> None:
    table = Game(size=3, tries="B2 pass").table
    assert may_be_accidental(table.view("black"))
    assert [opponent_passed(table.view(seat)) for seat in ("black", "white")] == [True, False]
    for tries in ("B2 pass A1 pass", "B2 A1 C2 pass"):  # White has passed twice; six points of nine are empty
        assert not may_be_accidental(Game(size=3, tries=tries).table.view("black"))


def test_a_pass_is_no_longer_the_last_turn_after_a_lost_turn() -> None:
    view = Game(size=3, tries="B2 pass B2", referee="common", failed_try="lose-turn").table.view("black")
    ledger, passed = Ledger(view.opening), []
    for told in view.heard:
        ledger.hear(told, view)
        passed.append(ledger.opponent_passed)
    assert passed == [False, True, False]
    assert not opponent_passed(view)


@pytest.mark.parametrize(
    ("game", "tries", "black"),
    [
        ("go", "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5", True),  # 15 to 10
        ("japanese", "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5", True),  # 10 to 5
        ("japanese", "E1 D1 E2 D2 E3 D3 E4 D4 C3 D5", False),  # a stone of each side is in the air, White leads by 15
    ],
)
def test_the_side_with_more_points_is_ahead(game: str, tries: str, *, black: bool) -> None:
    table = Game(game=game, tries=tries, size=5, komi=0.5, referee="open").table
    assert [is_ahead(table.view(seat), table.view(seat).board) for seat in ("black", "white")] == [black, not black]


def test_prisoners_count_where_territory_does() -> None:
    view = Game(game="japanese", tries="B1 A1 A2 pass", size=3, referee="open").table.view("black")
    assert [lost_stones(view, view.board, colour) for colour in (BLACK, WHITE)] == [0, 1]


LONE = "..B../.WB../..B../..B../..B.."
"""A white stone is as good as captured, but nine points are contested while it stands."""


@pytest.mark.parametrize(
    ("board", "passes", "komi", "enough"),
    [
        (LONE, 1, 0.5, True),  # a first pass, and much is contested
        (LONE, 2, 0.5, False),  # whose all points will be is clear, and Black is ahead
        (LONE, 2, 20.5, True),  # the count would lose, and the left side wins
        (LONE, 2, 30.5, False),  # nothing wins any more
        ("BBBWW/..BW./..BW./..BW./..BW.", 2, 0.5, True),  # White has no two eyes, and may be captured
    ],
)
def test_gain_left_by_a_pass(board: str, passes: int, komi: float, *, enough: bool) -> None:
    tries = {1: "A1 B1 A2 B2 A3 B3 A4 B4 A5 pass", 2: "A1 pass A2 pass"}[passes]
    view = Game(size=5, tries=tries, komi=komi).table.view("black")
    assert is_worth_playing_on(view, [read_board(board)[0]]) is enough


@pytest.mark.parametrize(("komi", "win"), [(-60.5, 0.0), (60.5, 0.7)], ids=["ahead", "behind"])
def test_a_player_who_plays_on_ignores_the_pass_and_wins_points_alone_if_ahead(komi: float, win: float) -> None:
    table = Game(tries="E5 C3 G7 pass", referee="common", komi=komi).table
    player = players.get("belief", 1)
    assert isinstance(player, Belief)
    assert player.choose(table.view("black"), Budget(playouts=50)) != PASS
    assert player._settings()[2] == win
    assert player._thinking._empty[core.PASSES] == 0


def test_playouts_know_how_many_passes_are_left() -> None:
    game = Game(size=5, tries="A1 pass C3", game="alter-igo", referee="olympiad", white_passes=3)
    view = game.table.view("white")
    ledger, state = Ledger(view.opening), np.zeros(core.HEADER, np.int32)
    for told in view.heard:
        ledger.hear(told, view)
    fill_template(state, view.settings.ruleset.passing, ledger)
    assert (state[core.BLACK_PASSES], state[core.WHITE_PASSES]) == (0, 2)


SHORT = Budget(playouts=60)


def play(table: Table, level: int, moves: int) -> Iterator[tuple[str, Try, Attempt]]:
    """Let a level play against itself; yield each seat, its try, and what was announced."""
    seats = {seat: players.get(f"yurei:level={level}", seed) for seed, seat in enumerate(("black", "white"))}
    for seat, player in seats.items():
        player.begin(table.view(seat))
    while (mover := table.to_move) is not None and moves:
        attempt = seats[mover].answer(SHORT)
        answer = table.attempt(mover, attempt)
        yield mover, attempt, answer
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
    for seat, attempt, answer in play(table, level, 2 * OPENING):
        if attempt.point is None:
            continue
        if not answer.accepted:
            refused[seat].add(attempt.point)
        elif size.distance_to_edge(attempt.point) == 0:
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
    for seat, attempt, answer in play(table, level, 100):
        moves[seat] += answer.accepted
        if not answer.accepted and attempt.point is not None:
            assert moves[seat] - refused[seat].get(attempt.point, -WAIT) >= WAIT, attempt
            refused[seat][attempt.point] = moves[seat]
        cells = table._state.cells
        for points in refused.values():
            for point in [point for point in points if cells[point] == EMPTY]:
                del points[point]


def test_a_refused_point_is_not_tried_again_while_only_a_large_capture_could_have_freed_it() -> None:
    view = Game(tries="E5 E5 A9", referee="common").table.view("white")
    refusals = Refusals(view)
    for told in view.heard:
        refusals.hear(told, view)
    refusals._own_moves += 10 * WAIT
    assert view.settings.size.point("E5") in refusals.list_probable_refusals()


@pytest.mark.parametrize("level", [2, 3])
def test_the_easy_levels_weigh_a_few_tries_only(level: int) -> None:
    player = players.get(f"yurei:level={level}", 1)
    player.choose(Table("go", referee="common", size=9).view("black"), SHORT)
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
        assert player.level_configuration == rows[level]


TWO_EACH = ".B.BW.W/BBBBWWW/BBBBWWW/BBBBWWW/BBBBWWW/BBBBWWW/B.BBW.W"
"""Nothing is left but eyes: Black has three, White has two. A stone in an eye of the opponent's is a lone suicide."""
EYES = {"A7", "C7", "B1"}


@pytest.mark.parametrize("slug", ["mcts", "belief"])
def test_in_alter_igo_an_eye_is_filled_rather_than_the_game_lost(slug: str) -> None:
    table = Table("alter-igo", referee="open", size=7, setup=TWO_EACH)
    attempt = players.get(slug, seed=3).choose(table.view("black"), Budget(playouts=300))
    assert attempt.point is not None
    assert table.settings.size.name(attempt.point) in EYES


@pytest.mark.parametrize("slug", ["belief"])
def test_a_player_left_with_own_eyes_only_fills_one_and_does_not_resign(slug: str) -> None:
    table = Table("alter-igo", referee="common", size=(5, 3), setup="BBBBB/B.B.B/BBBBB")
    attempt = players.get(slug, seed=3).choose(table.view("black"), Budget(playouts=300))
    assert attempt.point is not None
    assert table.settings.size.name(attempt.point) in {"B2", "D2"}


@pytest.mark.parametrize("slug", ["mcts", "belief"])
def test_in_go_the_player_fills_no_own_eyes_and_passes_in_the_end(slug: str) -> None:
    table = Table("go", referee="open", size=7, setup=TWO_EACH)
    player = players.get(slug, seed=3)
    player.begin(table.view("black"))
    while table.to_move == "black":  # a stone in White's eyes is refused, and then he answers again
        attempt = player.answer(Budget(playouts=300))
        player.hear(table.attempt("black", attempt).told["black"])
    assert attempt == PASS
