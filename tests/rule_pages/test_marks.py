"""What a seat knows of its own board: lasting marks, certain stones, what is looked for, and updates turn by turn."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import Game, random_game
from yurei import referee, rules
from yurei import referee as referees
from yurei.apps.web.parts.game_parts import shown
from yurei.apps.web.table.transcript import LATEST, _latest_turns, turns
from yurei.errors import BadSettings, GameOver
from yurei.referee import Referee
from yurei.referee import seating as seatings
from yurei.referee import view as views
from yurei.referee.referee import FailedTry
from yurei.referee.seating import Seating
from yurei.referee.table import Table
from yurei.referee.told import Outcome
from yurei.referee.view import (
    FREE,
    Fold,
    Mark,
    View,
    doubtful,
    empty_points,
    is_pointless,
    just_taken,
    last_known_try,
    lasting_marks,
    opponent_passed,
    standing,
)
from yurei.rules import Ruleset
from yurei.rules.board import EMPTY, colour_of
from yurei.rules.state import EndedBy, ghost, stone

RANDOM = (
    st.sampled_from(rules.ALL),
    st.sampled_from(referees.ALL),
    st.sampled_from(seatings.ALL),
    st.sampled_from(["retry", "lose-turn"]),
    st.tuples(st.integers(2, 5), st.integers(2, 4)),
    st.integers(0, 10_000),
)


def marks(game: Game, seat: str) -> dict[str, str]:
    """The marks of a seat, such as ``refused 3``, by the name of their point."""
    size = game.table.settings.size
    return {
        size.name(point): f"{kind} {turn}"
        for point, (kind, turn) in sorted(lasting_marks(game.table.view(seat)).items())
    }


def certain(game: Game, seat: str) -> str:
    """The points of the pieces that stand for certain, as a seat was told."""
    size = game.table.settings.size
    return " ".join(size.names(sorted(standing(game.table.view(seat)))))


def played(seed: int, *kind: object, **options: object) -> Game:
    """A random game with so much refused that it has something to mark."""
    ruleset, size = kind
    return random_game(random.Random(seed), 50, Game(None, "", ruleset, size, **options))  # type: ignore[arg-type]


# Refused points stay marked.
def test_a_refused_point_stays_marked_with_its_turn_and_for_its_seat_alone() -> None:
    game = Game(tries="E5 E5 C3 D4 F6")
    assert marks(game, "white") == {"E5": "refused 2"}
    assert marks(game, "black") == {}
    assert marks(game, "audience") == {}


def test_a_second_refusal_there_gives_the_newer_turn() -> None:
    assert marks(Game(tries="E5 E5 C3 D4 E5"), "white") == {"E5": "refused 4"}


def test_a_point_is_marked_no_more_once_ones_own_stone_lies_there() -> None:
    game = Game(".../B../.B.", "A1 A3 C3 B2 C2", first="white")
    assert game.reasons[0] == "suicide"
    assert marks(game, "white") == {"A1": "refused 1"}
    game.play("A1")
    assert marks(game, "white") == {"A2": "taken 5"}


def test_a_player_who_is_told_that_it_is_free_has_no_mark_there() -> None:
    for speaker, marked in (("common", {"A1": "refused 1"}), ("hamburg", {}), ("open", {})):
        game = Game(".../B../.B.", "A1", first="white", referee=speaker)
        assert marks(game, "white") == marked, speaker


def test_where_a_captured_stone_is_named_its_point_is_refused_no_more() -> None:
    tries = "A1 A1 B1 C3 A2"
    assert marks(Game(tries=tries, size=3, first="white"), "black") == {"A1": "taken 4"}
    assert marks(Game(tries=tries, size=3, first="white"), "white") == {"A1": "lost 4"}
    assert marks(Game(tries=tries, size=3, first="white", referee="hamburg"), "black") == {"A1": "refused 2"}
    assert marks(Game(tries=tries, size=3, first="white", referee="kriegspiel"), "white") == {"A1": "lost 4"}
    assert marks(Game(tries=tries, size=3, first="white", referee="kriegspiel"), "black") == {"A1": "refused 2"}


def test_in_fog_a_refused_point_that_comes_into_sight_is_marked_no_more() -> None:
    game = Game(tries="C3 C3 A1", size=5, referee="fog")
    assert marks(game, "white") == {"C3": "refused 2"}
    game.play("E5 C2")
    assert marks(game, "white") == {}


@given(*RANDOM)
def test_marks_show_the_last_announcement_about_each_point(
    ruleset: Ruleset, referee: Referee, seating: Seating, failed_try: str, size: tuple[int, int], seed: int
) -> None:
    check_marks(played(seed, ruleset, size, referee=referee, seating=seating.slug, failed_try=failed_try))


@pytest.mark.by_day
@pytest.mark.parametrize("referee", referees.ALL, ids=lambda each: each.slug)
@pytest.mark.parametrize("ruleset", [each for each in rules.ALL if each.slug in ("go", "alter-igo", "no-seki-go")])
def test_marks_and_certain_stones_are_right_in_fixed_games(ruleset: Ruleset, referee: Referee) -> None:
    """Every branch of it occurs in these, whatever is drawn by chance above."""
    for seed in range(5):
        game = played(seed, ruleset, (4, 3), referee=referee)
        check_marks(game)
        check_standing(game, referee)


def check_marks(game: Game) -> None:
    """The marks of everybody equal those that are found point by point."""
    for seat in (*(each.name for each in game.table.settings.seating.seats), "audience"):
        view = game.table.view(seat)
        assert lasting_marks(View.of(view.opening, view.heard)) == lasting_marks(view)
        found = lasting_marks(view)
        assert {point: mark for point in range(view.settings.size.points) if (mark := slow_mark(view, point))} == found


def slow_mark(view: View, point: int) -> Mark | None:
    """The mark of one point, from the whole history of that point."""
    mark: Mark | None = None
    known, turn = view.opening, 1
    for told in view.heard:
        before, known = known, View.of(known, [told])
        refused = told.outcome is Outcome.ILLEGAL
        own = told.seat == view.seat.name and told.attempt is not None and told.attempt.point == point
        seen = bool(known.in_sight >> point & 1)
        if refused and own:
            mark = None if told.reason in FREE and (mark is None or mark.kind == "refused") else mark
            mark = mark if told.reason in FREE else Mark("refused", turn)
        gone_by = {
            told.mover.opponent: point in (told.captured_points or ()),
            told.mover: point in (told.lost_points or ()),
        }
        owners = [colour for colour, gone in gone_by.items() if gone]
        if point in (told.vanished or ()) or (told.seen and point in told.seen.gone and seen):
            owners.append(colour_of(before.board[point]) or told.mover)
        if owners:
            mark = Mark("lost" if owners[-1] is view.seat.colour else "taken", turn)
        if known.board[point] != EMPTY or (mark and mark.kind == "refused" and seen):
            mark = None
        turn += not refused or told.to_move != told.seat
    return mark


# What stands for certain.
def test_where_captured_stones_vanish_all_that_lies_on_ones_board_stands() -> None:
    game = Game(tries="E5 D4 C3")
    assert certain(game, "black") == "C3 E5"
    assert certain(game, "white") == "D4"
    assert certain(Game(tries="E5 D4 C3", referee="open"), "black") == "C3 D4 E5"


def test_under_hamburg_stones_stand_until_one_of_their_colour_is_captured_somewhere() -> None:
    game = Game(tries="B1 A1 C3", size=4, referee="hamburg")
    assert certain(game, "white") == "A1"
    game.play("D4 A2")
    assert certain(game, "white") == ""
    assert certain(game, "black") == "A2 B1 C3"
    game.play("A4")
    assert certain(game, "white") == "A4"


def test_under_hamburg_a_refusal_that_names_a_stone_holds_until_a_capture() -> None:
    game = Game(tries="B1 A1 C3 C3", size=4, referee="hamburg")
    assert game.reasons[-1] == "opponent-stone"
    assert certain(game, "white") == "A1 C3"
    game.play("D4 A2 D1")
    assert certain(game, "white") == "C3 D1", "its own may be gone, the opponent's is not"


@given(*RANDOM)
def test_certain_stones_are_on_the_true_board(
    ruleset: Ruleset, referee: Referee, seating: Seating, failed_try: str, size: tuple[int, int], seed: int
) -> None:
    check_standing(played(seed, ruleset, size, referee=referee, seating=seating.slug, failed_try=failed_try), referee)


def check_standing(game: Game, referee: Referee) -> None:
    """What everybody holds for certain stands on the true board."""
    truth = game.verdicts[-1].after.cells if game.verdicts else bytes(game.table.settings.size.points)
    for seat in (*(each.name for each in game.table.settings.seating.seats), "audience"):
        view = game.table.view(seat)
        for point, cell in standing(view).items():
            assert colour_of(truth[point]) is colour_of(cell)
            if cell in (1, 2):
                assert truth[point] == cell
        if referee.vanishes:
            assert standing(view) == {point: cell for point, cell in enumerate(view.board) if cell}


@given(*RANDOM)
def test_a_try_without_a_point_to_it_is_always_illegal(
    ruleset: Ruleset, referee: Referee, seating: Seating, failed_try: str, size: tuple[int, int], seed: int
) -> None:
    game = played(seed, ruleset, size, referee=referee, seating=seating.slug, failed_try=failed_try)
    if game.table.to_move is None:
        return
    view = game.table.view(game.table.to_move)
    kinds: list[Callable[[int], object]] = [stone, *([ghost] if ruleset.ghosts else [])]
    for make in kinds:
        for point in range(view.settings.size.points):
            attempt = make(point)
            if is_pointless(view, attempt):  # type: ignore[arg-type]
                assert not game.table.copy().attempt(view.seat.name, attempt).accepted  # type: ignore[arg-type]


@pytest.mark.parametrize("referee", [each.slug for each in referees.ALL])
def test_ones_own_stone_is_never_a_try_where_nothing_was_captured(referee: str) -> None:
    game = Game(tries="E5 D4", referee=referee)
    size = game.table.settings.size
    assert is_pointless(game.table.view("black"), stone(size.point("E5")))
    assert is_pointless(game.table.view("black"), stone(size.point("D4"))) == (referee == "open")
    assert not is_pointless(game.table.view("black"), stone(size.point("C3")))


def test_a_refusal_that_says_that_a_point_is_free_takes_its_mark_away() -> None:
    """Black hears that A1 would be suicide, so nothing stands there any more."""
    game = Game(tries="C3 A2 C2 B1 A1", referee="hamburg")
    view = game.table.view("black")
    told = view.heard[-1]
    assert told.outcome.value == "illegal"
    point = view.settings.size.point("A1")
    marks = {point: views.Mark("refused", 1)}
    views._mark_refusal(marks, view, told, 5)
    assert marks == {}
    assert point not in lasting_marks(view)


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
            assert doubtful(table.view("white")) == ()
        assert table.attempt("black", "A2").accepted
        size = table.settings.size
        assert size.names(doubtful(table.view("white"))) == gone
        assert doubtful(table.view("black")) == ()
        table.attempt("white", "E1")
        assert size.names(doubtful(table.view("white"))) == gone, "what was placed since then stands"


CAPTURE = "B1 A1 A2"
"""On 3×3 Black takes the stone on A1."""


def points(game: Game, seat: str) -> list[str]:
    """The points from which something was just taken, as a seat was told, by name."""
    return [game.table.settings.size.name(point) for point in sorted(just_taken(game.table.view(seat)))]


def test_before_the_first_move_there_is_nothing_to_look_for() -> None:
    game = Game(size=3)
    assert points(game, "black") == []
    assert last_known_try(game.table.view("black")) is None


@pytest.mark.parametrize("referee", ["common", "olympiad", "open"])
def test_a_player_who_is_told_the_points_finds_the_captured_stones(referee: str) -> None:
    game = Game(size=3, tries=CAPTURE, referee=referee)
    assert [points(game, seat) for seat in ("black", "white", "audience")] == [["A1"]] * 3


def test_only_the_owner_finds_vanished_stones() -> None:
    game = Game(size=3, tries=CAPTURE, referee="kriegspiel")
    assert [points(game, seat) for seat in ("black", "white", "audience")] == [[], ["A1"], []]


def test_in_fog_a_stone_that_vanishes_in_sight_was_captured() -> None:
    game = Game(size=3, tries=CAPTURE, referee="fog")
    assert points(game, "black") == ["A1"]


def test_a_refusal_takes_nothing_away_and_hides_nothing() -> None:
    game = Game(size=3, tries=f"{CAPTURE} B1", referee="common")
    assert points(game, "black") == ["A1"]
    assert points(Game(size=3, tries=f"{CAPTURE} C3", referee="common"), "black") == []


def test_ones_last_try_is_ones_own_and_may_have_been_refused() -> None:
    game = Game(size=3, tries="B2 B2", referee="kriegspiel")
    assert last_known_try(game.table.view("black")) == (4, False)
    assert last_known_try(game.table.view("white")) == (4, True)
    assert last_known_try(game.table.view("audience")) is None
    assert last_known_try(game.play("pass").table.view("white")) is None, "a pass has no point"


def test_where_everything_is_seen_the_opponents_last_move_is_known_too() -> None:
    game = Game(size=3, tries="A1 B2", referee="open")
    assert {last_known_try(game.table.view(seat)) for seat in ("black", "white", "audience")} == {(4, False)}
    game.play("pass")
    assert last_known_try(game.table.view("white")) == (4, False), "the opponent's pass has no point"


@pytest.mark.parametrize(
    ("speaker", "black", "white"),
    [("common", 7, 7), ("hamburg", 7, 7), ("open", 7, 7), ("kriegspiel", 6, 7), ("fog", 6, 7)],
)
def test_a_seat_counts_the_empty_points_by_what_it_was_told(speaker: str, black: int, white: int) -> None:
    game = Game(size=3, tries=f"{CAPTURE} A2", referee=speaker)
    assert [empty_points(game.table.view(seat)) for seat in ("black", "white")] == [black, white]
    game.play("pass")
    assert empty_points(game.table.view("black")) == black, "neither a refusal nor a pass fills a point"


def test_handicap_stones_count_and_those_set_up_as_far_as_they_are_seen() -> None:
    assert empty_points(Game(size=9, handicap=4).table.view("white")) == 77
    assert empty_points(Game("B.B/.../W.W").table.view("black")) == 7
    assert empty_points(Game("B.B/.../W.W", referee="open").table.view("black")) == 5


def test_a_pass_is_known_until_the_next_turn() -> None:
    game = Game(size=3, tries="B2 pass")
    assert opponent_passed(game.table.view("black"))
    assert not opponent_passed(game.table.view("white"))
    assert not opponent_passed(game.play("A1").table.view("white"))
    assert not opponent_passed(Game(size=3).table.view("black"))


def test_a_pass_is_no_longer_the_last_turn_after_a_lost_turn() -> None:
    loses = replace(referee.get("common"), failed_try=FailedTry.LOSE_TURN)
    assert not opponent_passed(Game(size=3, tries="B2 pass B2", referee=loses).table.view("black"))
    assert opponent_passed(Game(size=3, tries="B2 pass B2").table.view("black"))


TRIES = st.lists(st.sampled_from(["A1", "B1", "A2", "B2", "C1", "C2", "C3", "A3", "B3", "pass"]), max_size=40)
FOLDS: list[Fold[Any]] = [views._marked, views._certain, views._pieces, views._latest, _latest_turns]


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
        assert set(shown(view)) == {1, 2}


def anew(fold: Fold[Any], view: View) -> object:
    return Fold(fold._begin, fold._step)(view)


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
    assert list(_latest_turns(view)[1]) == turns(view.heard)[::-1][:LATEST]
