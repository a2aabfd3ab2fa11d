"""Twin games, exhaustively on the smallest boards: a proof for these boards, and for every referee at once."""

from typing import Any

import pytest

from tests.day_and_night import by_day_and_night, first_by_day
from tests.oracle.settings import CHOICES
from tests.secrecy.entitled import Referee
from tests.secrecy.twins import Walk, setups

nightly = pytest.mark.nightly
ONE_BY_THREE, ONE_BY_FOUR, TWO_BY_TWO = (3, 1), (4, 1), (2, 2)
BOARDS = [ONE_BY_THREE, ONE_BY_FOUR, TWO_BY_TWO]
GAMES = ["go", "alter-igo", "no-seki-go"]
NEWER = ["atari-go", "toroidal-go"]


@pytest.mark.parametrize(
    ("game", "board", "depth"),
    by_day_and_night(
        [
            ("go", ONE_BY_FOUR, 3),
            ("alter-igo", TWO_BY_TWO, 3),
            ("no-seki-go", TWO_BY_TWO, 3),
            ("alter-igo", ONE_BY_THREE, 4),
        ],
        [
            *((game, board, 5) for game in CHOICES["ruleset"] for board in BOARDS),
            *((game, ONE_BY_THREE, 6) for game in ("alter-igo", "go")),
        ],
    ),
    ids=str,
)
def test_twin_games_look_alike_from_the_empty_board(game: str, board: tuple[int, int], depth: int) -> None:
    if game == "no-seki-go" and (depth > 3 or board != ONE_BY_THREE):
        depth -= 1
    tree = Walk(game, board)
    tree.from_empty_board(depth)
    assert tree.games > 90


@pytest.mark.parametrize(
    ("game", "board", "depth"),
    by_day_and_night(
        [(game, ONE_BY_THREE, 1) for game in (*GAMES, *NEWER) if game != "no-seki-go"],  # it has the most positions
        [
            *((game, board, 2) for game in CHOICES["ruleset"] for board in BOARDS),
            *((game, TWO_BY_TWO, 1) for game in GAMES),
        ],
    ),
    ids=str,
)
def test_twin_games_look_alike_from_every_position(game: str, board: tuple[int, int], depth: int) -> None:
    # A seat sees its own set-up stones, so positions that differ in the others' are twins before the first try.
    ghosts = game == "no-seki-go" and (depth > 1 or board == ONE_BY_THREE)
    tree = Walk(game, board)
    for setup in setups(*board, ".BWbw" if ghosts else ".BW"):
        tree.from_board(setup, depth if not ghosts or board == ONE_BY_THREE else 1)
    assert tree.games > 80


OPTIONS: list[dict[str, Any]] = [
    {"failed_try": "lose-turn"},
    {"first": "white"},
    {"repetition": "positional-superko"},
    {"repetition": "draw-on-third"},
]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(game, option, id=f"{game} {option}", marks=[] if game == GAMES[number % 3] else nightly)
        for number, option in enumerate(OPTIONS)
        for game in GAMES
    ],
)
def test_twin_games_look_alike_under_all_options(game: str, options: dict[str, Any]) -> None:
    tree = Walk(game, ONE_BY_THREE, **options)
    for setup in ("...", ".W.", "B.W", "WW."):
        tree.from_board(setup, 2)
    assert tree.games > 60


@pytest.mark.parametrize(
    ("game", "seating", "depth"),
    by_day_and_night(
        [("go", "rengo-shared", 3), ("alter-igo", "rengo", 3)],
        [(game, seating, 5) for game in GAMES for seating in ("rengo", "rengo-shared")],
    ),
)
def test_twin_games_look_alike_to_all_seats_of_rengo(game: str, seating: str, depth: int) -> None:
    tree = Walk(game, ONE_BY_THREE, seating)
    for setup in ("...", ".W."):
        tree.from_board(setup, depth if game != "no-seki-go" else depth - 1)
    assert tree.games > 90


@pytest.mark.parametrize("seating", first_by_day(["duel", "rengo-shared"]))
@pytest.mark.parametrize("depth", by_day_and_night([2], [3]))
@pytest.mark.parametrize("game", GAMES)
def test_the_views_of_twin_games_have_the_same_bytes(game: str, depth: int, seating: str) -> None:
    tree = Walk(game, ONE_BY_THREE, seating, (Referee("common"), Referee("hamburg"), Referee("fog")), in_bytes=True)
    for setup in ("...", ".W."):
        tree.from_board(setup, depth)
    assert tree.games > 30
