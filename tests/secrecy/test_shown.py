"""Shown: a view follows from what was heard, and from nothing else."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import Game, random_game
from yurei import referee as referees
from yurei import rules
from yurei.referee import EVERYTHING, Referee
from yurei.referee import seating as seatings
from yurei.referee.seating import Seating
from yurei.referee.view import View
from yurei.rules import Ruleset, Size
from yurei.rules.board import colour_of
from yurei.rules.points import Shape

CASES = [
    pytest.param(ruleset, referee, seating, id=f"{ruleset.slug}-{referee.slug}-{seating.slug}")
    for ruleset in rules.ALL
    for referee in referees.ALL
    for seating in seatings.ALL
]
BOARDS = {"go": "..B../.W.../B...W/..B../.W...", "no-seki-go": "..Bb./.W.../Bb..W/..B../.Ww.."}


def seats(game: Game) -> list[str]:
    return [*(seat.name for seat in game.table.settings.seating.seats), "audience"]


@pytest.mark.parametrize(("ruleset", "referee", "seating"), CASES)
def test_a_view_follows_from_what_was_heard(ruleset: Ruleset, referee: Referee, seating: Seating) -> None:
    chance = random.Random(ruleset.slug + referee.slug + seating.slug)
    board = chance.choice([None, BOARDS["no-seki-go" if ruleset.ghosts else "go"]])
    game = Game(board, "", ruleset, size=5, referee=referee, seating=seating.slug)
    openings = {seat: game.table.view(seat) for seat in seats(game)}
    random_game(chance, 60, game)
    for seat, opening in openings.items():
        view = game.table.view(seat)
        assert View.of(opening, view.heard) == view
        assert View.of(opening, ()) == opening


@given(
    st.sampled_from(rules.ALL),
    st.sampled_from(referees.ALL),
    st.sampled_from(seatings.ALL),
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.sampled_from(["retry", "lose-turn"]),
    st.integers(0, 10_000),
)
def test_a_view_follows_from_what_was_heard_in_random_games(
    ruleset: Ruleset, referee: Referee, seating: Seating, size: tuple[int, int], failed_try: str, seed: int
) -> None:
    game = Game(None, "", ruleset, size, referee=referee, seating=seating.slug, failed_try=failed_try)
    openings = {seat: game.table.view(seat) for seat in seats(game)}
    random_game(random.Random(seed), 30, game)
    for seat, opening in openings.items():
        view = game.table.view(seat)
        assert View.of(opening, view.heard) == view


@pytest.mark.parametrize("seating", ["duel", "rengo"])
@pytest.mark.parametrize("referee", [row for row in referees.ALL if not row.sight], ids=lambda row: row.slug)
def test_a_board_shows_pieces_of_its_owner_alone(referee: Referee, seating: str) -> None:
    for seed in range(6):
        ruleset = rules.get("no-seki-go" if seed % 2 else "go")
        game = random_game(random.Random(seed), 60, Game(None, "", ruleset, 5, referee=referee, seating=seating))
        for seat in seats(game):
            view = game.table.view(seat)
            assert {colour_of(cell) for cell in view.board} <= {None, view.seat.colour}


def sees(view: View, truth: bytes, point: int) -> bool:
    """Whether a duellist sees a point: counted from stone to stone."""
    sight, own = view.settings.referee.sight, [stone for stone, cell in enumerate(truth) if cell == view.seat.colour]
    apart = [steps(view.settings.size, point, stone) for stone in own]
    return sight == EVERYTHING or (sight > 0 and min(apart, default=99) <= sight)


def steps(size: Size, one: int, other: int) -> int:
    """How many steps two points lie apart; on a torus the shorter way round."""
    row, column = abs(one // size.width - other // size.width), abs(one % size.width - other % size.width)
    if size.shape is Shape.TORUS:
        return min(row, size.height - row) + min(column, size.width - column)
    return row + column


@pytest.mark.parametrize("referee", referees.ALL, ids=lambda row: row.slug)
@pytest.mark.parametrize("ruleset", rules.ALL, ids=lambda ruleset: ruleset.slug)
def test_boards_show_the_truth_or_under_hamburg_all_placed_stones(ruleset: Ruleset, referee: Referee) -> None:
    """Where captured stones vanish, a duellist's board is his part of the true one."""
    game = random_game(random.Random(ruleset.slug), 60, Game(None, "", ruleset, 5, referee=referee))
    truth = game.verdicts[-1].after.cells
    for seat in ("black", "white"):
        view = game.table.view(seat)
        mine = bytes(
            cell if colour_of(cell) is view.seat.colour or sees(view, truth, point) else 0
            for point, cell in enumerate(truth)
        )
        if referee.vanishes:
            assert view.board == mine
        else:
            placed = [verdict for verdict in game.verdicts if verdict.accepted and verdict.mover is view.seat.colour]
            points = {verdict.attempt.point for verdict in placed} - {None}
            assert {point for point, cell in enumerate(view.board) if cell} == points
