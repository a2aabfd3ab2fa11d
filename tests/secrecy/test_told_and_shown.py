"""What a referee tells of a try is blind to what must stay unknown, and a view follows from what was told, and from nothing else."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import Game, play, random_game, state
from yurei import referee as referees
from yurei import rules
from yurei.referee import EVERYTHING, Referee
from yurei.referee import seating as seatings
from yurei.referee.seating import Seating
from yurei.referee.seating import get as seating
from yurei.referee.told import Told, tell
from yurei.referee.view import View
from yurei.rules import BLACK, WHITE, Reason, Ruleset, Size, Verdict, judge, start
from yurei.rules.board import colour_of, empty_board
from yurei.rules.points import Shape
from yurei.rules.state import stone

HIDING = [referee for referee in referees.ALL if referee.hides]
SILENT = [referee for referee in referees.ALL if not referee.reasons]
DUEL = seating("duel")
SEATS = ("black", "white", "audience")
BLACK_SEAT, WHITE_SEAT, AUDIENCE = (DUEL.seat(name) for name in ("black", "white", "audience"))
by_slug: Callable[[object], str] = lambda value: getattr(value, "slug", str(value))  # noqa: E731


def told_to(referee: Referee, verdict: Verdict, seat: str = "white") -> Told:
    """What a seat is told of a try of Black's, with nothing on its own board."""
    board = empty_board(verdict.after.size)
    return tell(referee, verdict, BLACK_SEAT, DUEL.seat(seat), board, "white")


@pytest.mark.parametrize("seat", ["white", "audience"])
@pytest.mark.parametrize("ruleset", rules.ALL, ids=by_slug)
@pytest.mark.parametrize("referee", HIDING, ids=by_slug)
def test_the_opponent_never_learns_where(referee: Referee, ruleset: Ruleset, seat: str) -> None:
    empty = start(ruleset, Size(9, 9))
    verdicts = [judge(empty, stone(point)) for point in range(81)]
    assert len({told_to(referee, verdict, seat) for verdict in verdicts}) == 1


@pytest.mark.parametrize("seat", ["white", "audience"])
@pytest.mark.parametrize("referee", referees.ALL, ids=by_slug)
def test_the_point_of_an_illegal_try_is_told_to_its_maker_alone(referee: Referee, seat: str) -> None:
    here = state("B.B/.../B.B")
    verdicts = [play(here, point)[0] for point in ("A1", "C1", "A3", "C3")]
    assert {verdict.reason for verdict in verdicts} == {Reason.OWN_STONE}
    assert len({told_to(referee, verdict, seat) for verdict in verdicts}) == 1
    assert told_to(referee, verdicts[0], "black").attempt == verdicts[0].attempt


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("referee", SILENT, ids=by_slug)
def test_why_a_try_is_illegal_is_not_told(referee: Referee, seat: str) -> None:
    # The same point with an opponent's stone, an own stone, a ko or no room on it: one and the same answer.
    here = state(".W./W.W/.W.")
    verdicts = [replace(play(here, "B2")[0], reason=reason) for reason in Reason]
    assert len({told_to(referee, verdict, seat) for verdict in verdicts}) == 1


@pytest.mark.parametrize("referee", ["common", "hamburg", "open"])
def test_neither_which_stones_are_in_atari_nor_how_many_is_told(referee: str) -> None:
    one = Game("..../..../..../W...", "A2", referee=referee)
    two = Game("..../..../B.../WW..", "C1", referee=referee)
    strings = Game("..../..../.BB./W.W.", "B1", referee=referee)
    assert [game.last for game in (one, two)] == ["Black puts White into atari."] * 2
    for game in (one, two, strings):
        told = game.told("audience")
        assert (told.atari_on_opponent, told.atari_on_mover) == (True, False)
        assert type(told.atari_on_opponent) is bool


@pytest.mark.parametrize("referee", ["common", "hamburg", "open"])
def test_neither_a_remaining_nor_a_relieved_atari_is_announced(referee: str) -> None:
    still = Game(".../B../W..", "C3", referee=referee)
    saved = Game(".../W../B..", "B1", referee=referee)
    plain = Game(".../.../...", "C3", referee=referee)
    assert still.last == saved.last == plain.last


def test_hamburg_tells_no_seat_which_stones_were_captured() -> None:
    games = [Game("B.B/.../W.W", tries, referee="hamburg") for tries in ("A2 B3 B1", "C2 B3 B1")]
    for seat in SEATS:
        told = [replace(game.told(seat), attempt=None) for game in games]
        assert told[0] == told[1]
        assert told[0].captured_count == 1
        assert (told[0].captured_points, told[0].lost_points, told[0].vanished) == (None, None, None)
    assert games[0].board != games[1].board
    assert [game.shows("white") for game in games] == [".W./.../W.W"] * 2


def test_under_hamburg_a_player_finds_out_by_trying() -> None:
    # White's stone at A1 is gone; his board still shows it, and a try there is a move.
    game = Game("B.B/.../W.W", "A2 B3 B1 A1", referee="hamburg")
    assert game.shows("white") == ".W./.../W.W"
    assert game.reasons[-1] == "suicide"  # two black stones stand around it
    assert Game("B.B/.../WWW", "", referee="hamburg").shows("white") == ".../.../WWW"


CAPTURE = (".../B../W..", "B1")
WHAT_IS_TOLD = {
    # referee: what Black, White and the audience hear of the points, of the number, and what White sees vanish
    "common": (("A1", "A1", "A1"), 1, "A1"),
    "hamburg": ((None, None, None), 1, None),
    "kriegspiel": ((None, None, None), None, "A1"),
    "olympiad": (("A1", "A1", "A1"), 1, "A1"),
    "counted": ((None, "A1", None), 1, "A1"),
    "open": (("A1", "A1", "A1"), 1, "A1"),
}


@pytest.mark.parametrize("referee", WHAT_IS_TOLD)
def test_each_referee_announces_captures_as_its_row_says(referee: str) -> None:
    points, count, vanished = WHAT_IS_TOLD[referee]
    game = Game(*CAPTURE, referee=referee)
    assert tuple(game.names(game.told(seat).captured_points) for seat in SEATS) == points
    assert {game.told(seat).captured_count for seat in SEATS} == {count}
    assert game.names(game.told("white").vanished) == vanished
    nothing = None if vanished is None else ()
    assert game.told("black").vanished == game.told("audience").vanished == nothing
    lost = None if referee in ("hamburg", "kriegspiel") else ()
    assert game.told("black").lost_points == lost
    assert game.told("black").lost_count == (None if referee == "kriegspiel" else 0)


@pytest.mark.parametrize("referee", WHAT_IS_TOLD)
def test_each_referee_announces_own_losses_as_its_row_says(referee: str) -> None:
    points, count, vanished = WHAT_IS_TOLD[referee]
    game = Game(".W./W.W/.W.", "B2", "new-zealand", referee=referee)
    for seat, point in zip(SEATS, (points[1], points[0], points[2]), strict=True):
        assert game.names(game.told(seat).lost_points) == ("B2" if point else None)
    assert {game.told(seat).lost_count for seat in SEATS} == {count}
    assert game.names(game.told("black").vanished) == ("B2" if vanished else None)
    boards = {"open": ".W./W.W/.W.", "hamburg": ".../.B./..."}
    assert game.shows("black") == boards.get(referee, ".../.../...")


@pytest.mark.parametrize("referee", WHAT_IS_TOLD)
def test_an_enemy_ghost_that_is_replaced_is_told_as_one_captured_piece(referee: str) -> None:
    points, count, vanished = WHAT_IS_TOLD[referee]
    game = Game("Ww../..../....", "B3", "no-seki-go", referee=referee)
    told = [game.names(game.told(seat).captured_points) for seat in SEATS]
    assert told == ["B3" if point else None for point in points]
    assert {game.told(seat).captured_count for seat in SEATS} == {count}
    assert game.names(game.told("white").vanished) == ("B3" if vanished else None)
    assert game.told("audience").vanished == (None if vanished is None else ())
    whole = {"open": "WB../..../....", "hamburg": "Ww../..../...."}
    assert game.shows("white") == whole.get(referee, "W.../..../....")
    assert game.shows("black") == whole["open"] if referee == "open" else ".B../..../...."


def vanished_at_four(game: Game) -> list[tuple[int, ...] | None]:
    return [game.told(seat).vanished for seat in ("black-1", "white-1", "black-2", "white-2")]


@pytest.mark.parametrize("referee", ["kriegspiel", "counted"])
def test_a_ghost_that_is_replaced_vanishes_from_the_board_on_which_it_lay_alone(referee: str) -> None:
    # White 1 has a stone at A1 and a ghost at A2. Black 2 puts a stone onto the ghost, at his board and White 2's.
    tries = "E5 A1 E4 E3 D5 ghost-A2 A2"
    game = Game("...../...../...../...../.....", tries, "no-seki-go", referee=referee, seating="rengo-shared")
    assert game.reasons == [None] * 7
    assert vanished_at_four(game) == [(5,), (5,), (), ()]


@pytest.mark.parametrize("last", ["A2", "pass A2"], ids=["by a partner", "by an opponent"])
def test_a_player_who_shares_a_board_sees_the_same_go_from_it(last: str) -> None:
    # Black 1 has a stone at A1 and a ghost at A2; White 1 beside him sees both. At the other board a stone is put onto the
    # ghost: by Black 2, to whom it is a plain move, or by White 2.
    tries = f"A1 E5 E4 D5 ghost-A2 E3 {last}"
    game = Game("...../...../...../...../.....", tries, "no-seki-go", referee="kriegspiel", seating="rengo-shared")
    assert set(game.reasons) == {None}
    assert vanished_at_four(game) == [(5,), (5,), (), ()]
    assert game.shows("black-1") == game.shows("white-1") == "....W/...../....W/...../B...."


@pytest.mark.parametrize("referee", WHAT_IS_TOLD)
def test_one_s_own_ghost_that_is_replaced_is_a_plain_move(referee: str) -> None:
    game = Game("Bb../..../....", "B3", "no-seki-go", referee=referee)
    for seat in SEATS:
        told = game.told(seat)
        assert not any((told.captured_points, told.captured_count, told.lost_points, told.lost_count, told.vanished))
    assert game.shows("black") == "BB../..../...."
    assert game.shows("white") == ("BB../..../...." if referee == "open" else "..../..../....")


def test_under_open_everybody_sees_a_move_and_its_maker_alone_an_illegal_try() -> None:
    game = Game("...", "A1 A1", referee="open")
    moved, refused = (answer.told for answer in game.answers)
    assert {told.attempt for told in moved.values()} == {stone(0)}
    assert {seat: told.attempt for seat, told in refused.items()} == {**dict.fromkeys(SEATS), "white": stone(0)}
    assert {told.reason for told in refused.values()} == {Reason.OPPONENT_STONE}
    assert [game.shows(seat) for seat in SEATS] == ["B.."] * 3


@pytest.mark.parametrize("referee", referees.ALL, ids=by_slug)
@pytest.mark.parametrize("tries", ["pass", "resign"])
def test_passes_and_resignations_are_told_to_all(referee: Referee, tries: str) -> None:
    game = Game("...", tries, referee=referee)
    told = {seat: game.told(seat) for seat in SEATS}
    assert {one.attempt for one in told.values()} == {game.verdicts[0].attempt}
    assert {one.outcome for one in told.values()} == {"passed" if tries == "pass" else "resigned"}


def test_a_seat_hears_which_seat_has_tried() -> None:
    game = Game("...", "A1 C1", seating="rengo")
    heard = [answer.told["black-2"] for answer in game.answers]
    assert [(told.seat, told.mover) for told in heard] == [("black-1", BLACK), ("white-1", WHITE)]


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
    assert_views_follow(Game(board, "", ruleset, size=5, referee=referee, seating=seating.slug), chance, 60)


def assert_views_follow(game: Game, chance: random.Random, tries: int) -> None:
    openings = {seat: game.table.view(seat) for seat in seats(game)}
    random_game(chance, tries, game)
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
    assert_views_follow(game, random.Random(seed), 30)


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
