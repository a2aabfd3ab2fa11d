"""Twin games, exhaustively on the smallest boards: a proof for these boards, and for every referee at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.secrecy.twins import Walk, by_day_and_night, setups

nightly = pytest.mark.nightly
ONE_BY_THREE, ONE_BY_FOUR, TWO_BY_TWO = (3, 1), (4, 1), (2, 2)
BOARDS = [ONE_BY_THREE, ONE_BY_FOUR, TWO_BY_TWO]
GAMES = ["go", "alter-igo", "no-seki-go"]


def walk(board: tuple[int, int], game: str, seating: str = "duel", **options: Any) -> Walk:
    return Walk({"width": board[0], "height": board[1], "ruleset": game, **options}, seating)


def empty(board: tuple[int, int]) -> str:
    return "/".join(["." * board[0]] * board[1])


@pytest.mark.parametrize("depth", by_day_and_night([3], [5]))
@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_twin_games_look_alike_from_the_empty_board(game: str, board: tuple[int, int], depth: int) -> None:
    if game == "no-seki-go" and (depth > 3 or board != ONE_BY_THREE):
        depth -= 1
    tree = walk(board, game)
    tree.from_board(empty(board), depth)
    assert tree.games > 90


@pytest.mark.parametrize("depth", by_day_and_night([1], [2]))
@pytest.mark.parametrize("board", [ONE_BY_THREE, TWO_BY_TWO, pytest.param(ONE_BY_FOUR, marks=nightly)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_twin_games_look_alike_from_every_position(game: str, board: tuple[int, int], depth: int) -> None:
    # A seat sees its own set-up stones, so positions that differ in the others' are twins before the first try.
    ghosts = game == "no-seki-go" and (depth > 1 or board == ONE_BY_THREE)
    tree = walk(board, game)
    for setup in setups(*board, ".BWbw" if ghosts else ".BW"):
        tree.from_board(setup, depth if not ghosts or board == ONE_BY_THREE else 1)
    assert tree.games > 80


@pytest.mark.parametrize("depth", by_day_and_night([4], [6]))
@pytest.mark.parametrize("game", ["go", "alter-igo"])
def test_twin_games_look_alike_deep_down_on_one_row(game: str, depth: int) -> None:
    tree = walk(ONE_BY_THREE, game)
    tree.from_board(empty(ONE_BY_THREE), depth)
    assert tree.games > 300


OPTIONS: list[dict[str, Any]] = [
    {"failed_try": "lose-turn"},
    {"first": "white"},
    {"repetition": "positional-superko"},
    {"repetition": "draw-on-third"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_twin_games_look_alike_whatever_the_options(game: str, options: dict[str, Any]) -> None:
    tree = walk(ONE_BY_THREE, game, **options)
    for setup in ("...", ".W.", "B.W", "WW."):
        tree.from_board(setup, 2)
    assert tree.games > 60


@pytest.mark.parametrize("depth", by_day_and_night([3], [5]))
@pytest.mark.parametrize("seating", ["rengo", "rengo-shared"])
@pytest.mark.parametrize("game", GAMES)
def test_twin_games_look_alike_to_all_seats_of_rengo(game: str, seating: str, depth: int) -> None:
    tree = walk(ONE_BY_THREE, game, seating)
    for setup in ("...", ".W."):
        tree.from_board(setup, depth if game != "no-seki-go" else depth - 1)
    assert tree.games > 90
