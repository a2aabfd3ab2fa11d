"""What a referee tells of a try is blind to what must stay unknown, and a view follows from what was told, and from nothing else."""

import random
from collections.abc import Callable

import pytest

from tests.playing import Game, random_game
from yurei import referee as referees
from yurei import rules
from yurei.referee import EVERYTHING, Referee
from yurei.referee import seating as seatings
from yurei.referee.seating import Seating
from yurei.referee.told import tell
from yurei.referee.view import View
from yurei.rules import Ruleset, Size, judge, start
from yurei.rules.board import colour_of, empty_board
from yurei.rules.points import Shape
from yurei.rules.state import stone

HIDING = [referee for referee in referees.ALL if referee.hides]
SEATS = ("black", "white", "audience")
by_slug: Callable[[object], str] = lambda value: getattr(value, "slug", str(value))  # noqa: E731


@pytest.mark.parametrize("seat", ["white", "audience"])
@pytest.mark.parametrize("ruleset", rules.ALL, ids=by_slug)
@pytest.mark.parametrize("referee", HIDING, ids=by_slug)
def test_the_opponent_never_learns_where(referee: Referee, ruleset: Ruleset, seat: str) -> None:
    empty, size, duel = start(ruleset, Size(9, 9)), Size(9, 9), seatings.get("duel")
    tries = [judge(empty, stone(point)) for point in range(81)]
    listener = duel.seat(seat)
    assert len({tell(referee, tried, duel.seat("black"), listener, empty_board(size), "white") for tried in tries}) == 1


# A game, a board, a try, whose piece goes by it, and where it was.
GOES = {
    "a stone is captured": ("go", ".../B../W..", "B1", "white", "A1"),
    "the mover loses a stone": ("new-zealand", ".W./W.W/.W.", "B2", "black", "B2"),
    "an enemy ghost is replaced": ("no-seki-go", "Ww../..../....", "B3", "white", "B3"),
}
ALL, OWNER, NOBODY = "all", "its owner", "nobody"
# By referee: who hears where it was, who hears how many went, and who sees it vanish.
ROWS = {
    "common": (ALL, ALL, OWNER),
    "hamburg": (NOBODY, ALL, NOBODY),
    "kriegspiel": (NOBODY, NOBODY, OWNER),
    "olympiad": (ALL, ALL, OWNER),
    "counted": (OWNER, ALL, OWNER),
    "open": (ALL, ALL, OWNER),
}


@pytest.mark.parametrize("referee", ROWS)
@pytest.mark.parametrize("event", GOES)
def test_each_referee_tells_of_a_piece_that_goes_as_its_row_says(event: str, referee: str) -> None:
    ruleset, board, tried, owner, point = GOES[event]
    where, how_many, vanishes = ROWS[referee]
    game = Game(board, tried, ruleset, referee=referee)
    for seat in SEATS:
        told, knows = game.told(seat), (ALL, OWNER) if seat == owner else (ALL,)
        captured, lost = (told.captured_points, told.captured_count), (told.lost_points, told.lost_count)
        points, count = captured if owner == "white" else lost
        assert game.names(points) == (point if where in knows else None)
        assert count == (1 if how_many in knows else None)
        assert game.names(told.vanished) == (None if vanishes == NOBODY else point if vanishes in knows else "")


# At shared boards player 1 has a stone at A1 and a ghost at A2, which the opponent beside them sees.
@pytest.mark.parametrize(
    "tries",
    ["E5 A1 E4 E3 D5 ghost-A2 A2", "A1 E5 E4 D5 ghost-A2 E3 A2", "A1 E5 E4 D5 ghost-A2 E3 pass A2"],
    ids=["White’s, by Black at the other board", "Black’s, by a partner", "Black’s, by White at the other board"],
)
@pytest.mark.parametrize("referee", ["kriegspiel", "counted"])
def test_a_ghost_that_is_replaced_vanishes_from_the_board_on_which_it_lay_alone(referee: str, tries: str) -> None:
    game = Game(None, tries, "no-seki-go", 5, referee=referee, seating="rengo-shared")
    assert set(game.reasons) == {None}
    vanished = {seat: game.told(seat).vanished for seat in ("black-1", "white-1", "black-2", "white-2")}
    assert vanished == {"black-1": (5,), "white-1": (5,), "black-2": (), "white-2": ()}
    assert game.shows("black-1").split("/")[-2] == game.shows("white-1").split("/")[-2] == "....."


BOARDS = {"go": "..B../.W.../B...W/..B../.W...", "no-seki-go": "..Bb./.W.../Bb..W/..B../.Ww.."}


@pytest.mark.parametrize("seating", seatings.ALL, ids=by_slug)
@pytest.mark.parametrize("referee", referees.ALL, ids=by_slug)
@pytest.mark.parametrize("ruleset", rules.ALL, ids=by_slug)
def test_a_view_follows_from_what_was_heard(ruleset: Ruleset, referee: Referee, seating: Seating) -> None:
    chance = random.Random(ruleset.slug + referee.slug + seating.slug)
    for board in (None, BOARDS["no-seki-go" if ruleset.ghosts else "go"]):
        options = {"seating": seating.slug, "failed_try": chance.choice(["retry", "lose-turn"])}
        game = Game(board, "", ruleset, (chance.randint(1, 5), chance.randint(1, 5)), referee=referee, **options)
        seats = [*(seat.name for seat in seating.seats), "audience"]
        openings = {seat: game.table.view(seat) for seat in seats}
        random_game(chance, 30, game)
        for seat, opening in openings.items():
            view = game.table.view(seat)
            assert View.of(opening, view.heard) == view
            assert View.of(opening, ()) == opening


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
