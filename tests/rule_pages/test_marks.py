"""What a seat knows of its own board: lasting marks, certain stones, what is looked for, and updates turn by turn."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import Game, random_game
from yurei import referee as referees
from yurei import rules
from yurei.apps.web.parts.game_parts import count_by_colour
from yurei.apps.web.table.sections import LATEST, _latest_turns, group_by_turn
from yurei.errors import BadSettings, GameOver
from yurei.referee import Referee
from yurei.referee import seating as seatings
from yurei.referee import view as views
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules import Ruleset
from yurei.rules.board import EMPTY, colour_of
from yurei.rules.state import EndedBy, Kind, ghost, stone


def marks(game: Game, seat: str) -> dict[str, str]:
    """The marks of a seat, such as ``refused 3``, by the name of their point."""
    size = game.table.settings.size
    return {
        size.name(point): f"{kind} {turn}"
        for point, (kind, turn) in sorted(views.lasting_marks(game.table.view(seat)).items())
    }


def certain(game: Game, seat: str) -> str:
    """The points of the pieces that stand for certain, as a seat was told."""
    size = game.table.settings.size
    return " ".join(size.names(sorted(views.certain_pieces(game.table.view(seat)))))


def played(seed: int, ruleset: Ruleset, size: tuple[int, int], **options: object) -> Game:
    """A random game with so much refused that it has something to mark."""
    return random_game(random.Random(seed), 50, Game(None, "", ruleset, size, **options))


random_games = st.builds(
    played,
    st.integers(0, 10_000),
    st.sampled_from(rules.ALL),
    st.tuples(st.integers(2, 5), st.integers(2, 4)),
    referee=st.sampled_from(referees.ALL),
    seating=st.sampled_from([each.slug for each in seatings.ALL]),
    failed_try=st.sampled_from(["retry", "lose-turn"]),
)


TAKEN = "A1 A1 B1 C3 A2"  # Black takes the stone on which his try was refused
MARKS: list[tuple[str | None, str, dict[str, Any], str, dict[str, str]]] = [
    (None, "E5 E5 C3 D4 F6", {}, "white", {"E5": "refused 2"}),
    *((None, "E5 E5 C3 D4 F6", {}, seat, {}) for seat in ("black", "audience")),
    (None, "E5 E5 C3 D4 E5", {}, "white", {"E5": "refused 4"}),
    # A ghost is refused that is beside no own stone, whatever is there; beside one the refusal says something.
    (None, "ghost-E5", {"ruleset": "no-seki-go"}, "black", {}),
    (None, "C3 D3 ghost-D3", {"ruleset": "no-seki-go"}, "black", {"D3": "refused 3"}),
    # White's suicide is refused: a player who is told that the point is free has no mark there.
    *(
        (".../B../.B.", "A1", {"first": "white", "referee": referee}, "white", marked)
        for referee, marked in (("common", {"A1": "refused 1"}), ("hamburg", {}), ("open", {}))
    ),
    *(
        (None, TAKEN, {"size": 3, "first": "white", "referee": referee}, seat, {"A1": mark})
        for referee, seat, mark in (
            *(("common", "black", "taken 4"), ("common", "white", "lost 4"), ("hamburg", "black", "refused 2")),
            *(("kriegspiel", "white", "lost 4"), ("kriegspiel", "black", "refused 2")),
        )
    ),
    # No more once one's own stone lies there, or once it comes into sight.
    (".../B../.B.", "A1 A3 C3 B2 C2", {"first": "white"}, "white", {"A1": "refused 1"}),
    (".../B../.B.", "A1 A3 C3 B2 C2 A1", {"first": "white"}, "white", {"A2": "taken 5"}),
    (None, "C3 C3 A1", {"size": 5, "referee": "fog"}, "white", {"C3": "refused 2"}),
    (None, "C3 C3 A1 E5 C2", {"size": 5, "referee": "fog"}, "white", {}),
]


@pytest.mark.parametrize(("board", "tries", "options", "seat", "marked"), MARKS)
def test_a_seat_has_marks_where_it_was_refused_and_where_pieces_went(
    board: str | None, tries: str, options: dict[str, Any], seat: str, marked: dict[str, str]
) -> None:
    assert marks(Game(board, tries, **options), seat) == marked


@given(random_games)
def test_marks_and_certain_stones_are_right_in_random_games(game: Game) -> None:
    check_marks(game)
    check_standing(game)


@pytest.mark.by_day
@pytest.mark.parametrize("referee", referees.ALL, ids=lambda each: each.slug)
@pytest.mark.parametrize("ruleset", [each for each in rules.ALL if each.slug in ("go", "alter-igo", "no-seki-go")])
def test_marks_and_certain_stones_are_right_in_fixed_games(ruleset: Ruleset, referee: Referee) -> None:
    """Every branch of it occurs in these, whatever is drawn by chance above."""
    for seed in range(5):
        game = played(seed, ruleset, (4, 3), referee=referee)
        check_marks(game)
        check_standing(game)


def check_marks(game: Game) -> None:
    """The marks of everybody equal those that are found point by point."""
    for seat in (*(each.name for each in game.table.settings.seating.seats), "audience"):
        view = game.table.view(seat)
        assert views.lasting_marks(View.of(view.opening, view.heard)) == views.lasting_marks(view)
        found = views.lasting_marks(view)
        assert {point: mark for point in range(view.settings.size.points) if (mark := slow_mark(view, point))} == found


def is_ghost_without_liberty(before: View, told: Told) -> bool:
    """Whether a try without a reason was refused in any case: a ghost beside no stone of a player without a partner."""
    tried, colour = told.attempt, before.seat.colour
    if tried is None or tried.point is None or tried.kind is not Kind.GHOST or told.reason is not None:
        return False
    partners = [each for each in before.settings.seating.seats if each.colour == colour]
    beside = [before.board[each] for each in before.settings.size.neighbours[tried.point]]
    return len(partners) == 1 and colour not in beside


def slow_mark(view: View, point: int) -> views.Mark | None:
    """The mark of one point, from the whole history of that point."""
    mark: views.Mark | None = None
    known, turn = view.opening, 1
    for told in view.heard:
        before, known = known, View.of(known, [told])
        refused = told.outcome is Outcome.ILLEGAL
        own = told.seat == view.seat.name and told.attempt is not None and told.attempt.point == point
        seen = bool(known.in_sight >> point & 1)
        if refused and own and not is_ghost_without_liberty(before, told):
            mark = None if told.reason in views.FREE and (mark is None or mark.kind == "refused") else mark
            mark = mark if told.reason in views.FREE else views.Mark("refused", turn)
        gone_by = {
            told.mover.opponent: point in (told.captured_points or ()),
            told.mover: point in (told.lost_points or ()),
        }
        owners = [colour for colour, gone in gone_by.items() if gone]
        if point in (told.vanished or ()) or (told.seen and point in told.seen.gone and seen):
            owners.append(colour_of(before.board[point]) or told.mover)
        if owners:
            mark = views.Mark("lost" if owners[-1] is view.seat.colour else "taken", turn)
        if known.board[point] != EMPTY or (mark and mark.kind == "refused" and seen):
            mark = None
        turn += not refused or told.to_move != told.seat
    return mark


@pytest.mark.parametrize(
    ("referee", "size", "tries", "stand"),
    [
        # Where captured stones vanish, all that lies on one's board stands.
        ("common", 9, "E5 D4 C3", {"black": "C3 E5", "white": "D4"}),
        ("open", 9, "E5 D4 C3", {"black": "C3 D4 E5"}),
        # Under hamburg stones stand until one of their colour is captured somewhere,
        ("hamburg", 4, "B1 A1 C3", {"white": "A1"}),
        ("hamburg", 4, "B1 A1 C3 D4 A2", {"white": "", "black": "A2 B1 C3"}),
        ("hamburg", 4, "B1 A1 C3 D4 A2 A4", {"white": "A4"}),
        # and so does the stone that a refusal names.
        ("hamburg", 4, "B1 A1 C3 C3", {"white": "A1 C3"}),
        ("hamburg", 4, "B1 A1 C3 C3 D4 A2 D1", {"white": "C3 D1"}),
    ],
)
def test_pieces_stand_for_certain_as_a_seat_was_told(
    referee: str, size: int, tries: str, stand: dict[str, str]
) -> None:
    game = Game(tries=tries, size=size, referee=referee)
    assert {seat: certain(game, seat) for seat in stand} == stand


def check_standing(game: Game) -> None:
    """What everybody holds for certain stands on the true board."""
    truth = game.verdicts[-1].after.cells if game.verdicts else bytes(game.table.settings.size.points)
    for seat in (*(each.name for each in game.table.settings.seating.seats), "audience"):
        view = game.table.view(seat)
        for point, cell in views.certain_pieces(view).items():
            assert colour_of(truth[point]) is colour_of(cell)
            if cell in (1, 2):
                assert truth[point] == cell
        if view.settings.referee.vanishes:
            assert views.certain_pieces(view) == {point: cell for point, cell in enumerate(view.board) if cell}


@given(random_games)
def test_a_pointless_try_is_always_illegal(game: Game) -> None:
    if game.table.to_move is None:
        return
    view = game.table.view(game.table.to_move)
    for make in (stone, ghost) if view.settings.ruleset.ghosts else (stone,):
        for point in range(view.settings.size.points):
            attempt = make(point)
            if views.is_pointless(view, attempt):
                assert not game.table.copy().attempt(view.seat.name, attempt).accepted


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_a_try_on_an_own_stone_is_pointless_before_any_capture(referee: str) -> None:
    game = Game(tries="E5 D4", referee=referee)
    size = game.table.settings.size
    assert views.is_pointless(game.table.view("black"), stone(size.point("E5")))
    assert views.is_pointless(game.table.view("black"), stone(size.point("D4"))) == (referee == "open")
    assert not views.is_pointless(game.table.view("black"), stone(size.point("C3")))


def test_a_draw_by_repetition_is_claimed_under_simple_ko_while_the_game_goes_on() -> None:
    game = Game(tries="E5 D4")
    assert game.table.draw_by_repetition().by is EndedBy.REPETITION
    with pytest.raises(GameOver):
        game.table.draw_by_repetition()
    with pytest.raises(BadSettings):
        Game(game="alter-igo", tries="E5").table.draw_by_repetition()


def test_own_stones_may_be_gone_only_once_a_loss_was_announced() -> None:
    """White has stones on A1 and E5; Black captures the one on A1, and Hamburg says how many, not which."""
    for speaker, gone in (("hamburg", ("A1", "E5")), ("common", ())):
        table = Table("go", referee=speaker, size=5)
        for point in ("B1", "A1", "D1", "E5"):
            table.attempt(str(table.to_move), point)
            assert views.doubtful_points(table.view("white")) == ()
        assert table.attempt("black", "A2").accepted
        size = table.settings.size
        assert size.names(views.doubtful_points(table.view("white"))) == gone
        assert views.doubtful_points(table.view("black")) == ()
        table.attempt("white", "E1")
        assert size.names(views.doubtful_points(table.view("white"))) == gone, "what was placed since then stands"


CAPTURE = "B1 A1 A2"
"""On 3×3 Black takes the stone on A1."""


def points(game: Game, seat: str) -> list[str]:
    """The points from which something was just taken, as a seat was told, by name."""
    return [game.table.settings.size.name(point) for point in sorted(views.points_just_taken(game.table.view(seat)))]


@pytest.mark.parametrize(
    ("tries", "referee", "black", "white", "audience"),
    [
        ("", "common", [], [], []),
        *((CAPTURE, referee, ["A1"], ["A1"], ["A1"]) for referee in ("common", "olympiad", "open")),
        (CAPTURE, "kriegspiel", [], ["A1"], []),
        (CAPTURE, "fog", ["A1"], ["A1"], []),
        (f"{CAPTURE} B1", "common", ["A1"], ["A1"], ["A1"]),  # a refusal takes nothing away and hides nothing
        (f"{CAPTURE} C3", "common", [], [], []),
    ],
)
def test_a_seat_finds_the_stones_that_were_just_taken_as_it_was_told(
    tries: str, referee: str, black: list[str], white: list[str], audience: list[str]
) -> None:
    game = Game(size=3, tries=tries, referee=referee)
    assert [points(game, seat) for seat in ("black", "white", "audience")] == [black, white, audience]


def test_ones_last_try_is_ones_own_and_may_have_been_refused() -> None:
    game = Game(size=3, tries="B2 B2", referee="kriegspiel")
    assert views.last_known_try(Game(size=3).table.view("black")) is None
    assert views.last_known_try(game.table.view("black")) == (4, False)
    assert views.last_known_try(game.table.view("white")) == (4, True)
    assert views.last_known_try(game.table.view("audience")) is None
    assert views.last_known_try(game.play("pass").table.view("white")) is None, "a pass has no point"


def test_where_everything_is_seen_the_opponents_last_move_is_known_too() -> None:
    game = Game(size=3, tries="A1 B2", referee="open")
    assert {views.last_known_try(game.table.view(seat)) for seat in ("black", "white", "audience")} == {(4, False)}
    game.play("pass")
    assert views.last_known_try(game.table.view("white")) == (4, False), "the opponent's pass has no point"


@pytest.mark.parametrize(
    ("speaker", "black", "white"),
    [("common", 7, 7), ("hamburg", 7, 7), ("open", 7, 7), ("kriegspiel", 6, 7), ("fog", 6, 7)],
)
def test_a_seat_counts_the_empty_points_by_what_it_was_told(speaker: str, black: int, white: int) -> None:
    game = Game(size=3, tries=f"{CAPTURE} A2", referee=speaker)
    assert [views.empty_points(game.table.view(seat)) for seat in ("black", "white")] == [black, white]
    game.play("pass")
    assert views.empty_points(game.table.view("black")) == black, "neither a refusal nor a pass fills a point"


def test_handicap_stones_count_and_those_set_up_as_far_as_they_are_seen() -> None:
    assert views.empty_points(Game(size=9, handicap=4).table.view("white")) == 77
    assert views.empty_points(Game("B.B/.../W.W").table.view("black")) == 7
    assert views.empty_points(Game("B.B/.../W.W", referee="open").table.view("black")) == 5


@pytest.mark.parametrize(
    ("tries", "failed_try", "seat", "passed"),
    [
        ("", "retry", "black", False),
        ("B2 pass", "retry", "black", True),
        ("B2 pass", "retry", "white", False),
        ("B2 pass A1", "retry", "white", False),
        ("B2 pass B2", "retry", "black", True),
        ("B2 pass B2", "lose-turn", "black", False),
    ],
)
def test_a_pass_is_known_until_the_next_turn(tries: str, failed_try: str, seat: str, passed: bool) -> None:
    assert views.opponent_passed(Game(size=3, tries=tries, failed_try=failed_try).table.view(seat)) is passed


TRIES = st.lists(st.sampled_from(["A1", "B1", "A2", "B2", "C1", "C2", "C3", "A3", "B3", "pass"]), max_size=40)
FOLDS: list[views.Fold[Any]] = [views._marked, views._certain, views._pieces, views._latest, _latest_turns]


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
@given(tries=TRIES, order=st.randoms(use_true_random=False))
def test_a_view_gives_the_same_in_any_order_of_views(referee: str, tries: list[str], order: object) -> None:
    table = Table("go", referee=referee, size=3)
    views = [table.view(seat) for seat in ("black", "white", "audience")]
    for tried in tries:
        if table.to_move is None:
            break
        table.attempt(table.to_move, tried)
        views += [table.view(seat) for seat in ("black", "white", "audience")]
    order.shuffle(views)  # type: ignore[attr-defined]  # hypothesis gives a Random
    for view in views:
        for fold in FOLDS:
            assert fold(view) == anew(fold, view)
        assert set(count_by_colour(view)) == {1, 2}


def anew(fold: views.Fold[Any], view: View) -> object:
    return views.Fold(fold._begin, fold._step)(view)


def test_games_that_begin_alike_are_told_apart() -> None:
    one, other = (Table("go", referee="common", size=3) for _ in range(2))
    for table, points in ((one, "A1 C3 B1"), (other, "A1 C3 C1")):
        for point in points.split():
            table.attempt(str(table.to_move), point)
    views = [one.view("black"), other.view("black")]
    mixed = View.of(one.view("black").opening, (*views[0].heard[:2], views[1].heard[2]))
    for view in (*views, mixed, *views):
        for fold in FOLDS:
            assert fold(view) == anew(fold, view)


@given(tries=TRIES)
def test_the_latest_turns_are_the_last_of_all_turns(tries: list[str]) -> None:
    table = Table("go", referee="common", size=3)
    for tried in tries:
        if table.to_move is not None:
            table.attempt(table.to_move, tried)
    view = table.view("black")
    assert list(_latest_turns(view)[1]) == group_by_turn(view.heard)[::-1][:LATEST]
