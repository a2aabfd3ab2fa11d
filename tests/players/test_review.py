"""The review: what a seat could have known of each try, and what the referee's sentences were worth."""

import json
from dataclasses import replace
from random import Random

import pytest

import yurei
from yurei.club.programs.reviews import explain_try
from yurei.players import Budget
from yurei.players.certain import Following
from yurei.players.review import ReviewedTry, Reviewer, information_gain, turning_points
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE
from yurei.rules.points import Size
from yurei.rules.state import read_try, stone


def reviewed(table: Table, *tries: str, views: list[View] | None = None, playouts: int = 100) -> list[ReviewedTry]:
    """A game on this table, reviewed; ``views`` receives what each seat was told before its try."""
    reviewer = Reviewer({seat: table.view(seat) for seat in ("black", "white")}, Budget(playouts=playouts))
    found = []
    for text in tries:
        seat, attempt = str(table.to_move), read_try(text, table.settings.size)
        if views is not None:
            views.append(table.view(seat))
        found.append(reviewer.step(seat, attempt, table.attempt(seat, attempt).told))
    return found


def test_a_refusal_is_certain_where_no_board_that_fits_allows_the_try() -> None:
    table = Table("go", referee="olympiad", size=5)
    tries = reviewed(table, "C3", "A1", "A1", "B2", "E5", "A1")
    # One white stone cannot make A1 suicide: a seat that was refused there once knows that it is a stone.
    assert [each.could_know for each in tries] == [False, False, False, False, False, True]
    before, certain = tries[2].certain, tries[5].certain
    assert before is not None
    assert certain is not None
    assert (before.boards, before.opponent, before.refusal) == (24, (), False)
    assert (certain.boards, certain.opponent, certain.refusal) == (22, (0,), True)
    assert tries[5].opponent[0] == 1.0
    assert not any(each.certain and each.certain.refusal for each in tries[:5])


def test_a_last_move_that_gives_the_game_away_is_a_turning_point() -> None:
    table = Table("go", referee="open", size=3, komi=0.5)
    first, *_ = reviewed(table, "B2", "pass", "pass")

    def moved(seat: str, win: float, value: float) -> ReviewedTry:
        return replace(first, seat=seat, win=win, value=value)

    tries = [moved("black", 0.7, 0.7), moved("white", 0.3, 0.2), moved("black", 0.77, 0.0), moved("white", 0.9, 1.0)]
    assert turning_points(tries, 5) == [(3, 0.77)]


def test_certain_points_of_a_review_hold_on_all_boards_that_fit() -> None:
    table, chance, views = Table("go", referee="common", size=4), Random(5), list[View]()
    tries = (table.settings.size.name(chance.randrange(16)) for _ in range(30))
    for each, view in zip(reviewed(table, *tries, views=views, playouts=20), views, strict=True):
        if each.certain is not None:
            known = yurei.known(view)
            assert each.certain.boards == len(known)
            enemy = BLACK if each.seat == "white" else WHITE
            assert each.certain.opponent == known.points(enemy)
            never = {point for point, count in enumerate(known.count(enemy)) if not count}
            assert {point for point, chance in enumerate(each.opponent) if chance == 0.0} >= never


def test_too_many_boards_leave_nothing_certain() -> None:
    table = Table("go", referee="kriegspiel", size=4)
    following = Following(table.view("black"), most=14)
    told = [table.attempt(*each).told["black"] for each in (("black", "A1"), ("white", "B2"), ("black", "C3"))]
    following.hear(told[0])
    assert following.certainties() is not None
    following.hear(told[1])  # 15 boards fit
    assert following.certainties() is None
    following.hear(told[2])
    assert (following.certainties(), following.must_refuse(told[2])) == (None, False)


def test_hamburgs_reason_for_a_refusal_is_worth_more_than_a_bit() -> None:
    bits = {
        speaker: reviewed(Table("go", referee=speaker, size=5), "C3", "A1", "A1")[2].bits["black"]
        for speaker in ("hamburg", "olympiad")
    }
    assert bits["hamburg"] > 1.5
    assert bits["hamburg"] >= bits["olympiad"] * 0.9


def test_a_refused_try_tells_its_own_seat_more_than_the_other() -> None:
    refused = reviewed(Table("go", referee="olympiad", size=5), "C3", "A1", "A1")[2]
    assert not refused.accepted
    assert refused.bits["black"] > 5 * refused.bits["white"]


def test_an_open_game_has_nothing_to_learn_about_and_a_chance_to_win() -> None:
    tries = reviewed(Table("go", referee="open", size=5), "C3", "C2", "D2")
    assert tries[1].opponent[12] == 1.0
    assert all(0.0 <= (each.win or 0.0) <= 1.0 for each in tries)


def test_the_pass_that_ends_a_game_is_worth_what_the_count_says() -> None:
    points = [f"{column}{row}" for column, rows in (("A", "12345"), ("B", "234"), ("C", "12345")) for row in rows]
    tries = [each for point in points for each in ("pass", point)]
    last = reviewed(Table("go", referee="common", size=5), *tries, "pass", "pass")[-1]
    assert (last.seat, last.win, last.value) == ("white", 1.0, 1.0), "13 stones and komi of 25 points"


@pytest.mark.parametrize(
    ("table", "tries"),
    [
        (Table("alter-igo", referee="olympiad", size=3), ["B2", "pass"]),
        (Table("go", referee="open", size=3, setup=".W./W.W/.W."), ["B2"]),
        (Table("go", referee="open", width=4, height=3, setup=".BW./BW.W/.BW."), ["C2", "B2"]),
        (Table("no-seki-go", referee="common", size=5), ["A1", "E5", "ghost C3"]),
        (Table("no-seki-go", referee="common", size=5), ["A1", "E5", "ghost A2", "E4", "ghost A2"]),
    ],
    ids=["no passes", "suicide that all see", "a ko that all see", "a ghost far from one's own", "one's own ghost"],
)
def test_a_refusal_that_follows_from_the_rules_could_have_been_known(table: Table, tries: list[str]) -> None:
    last = reviewed(table, *tries)[-1]
    assert (last.accepted, last.refused, last.could_know) == (False, 1.0, True)


def test_suicide_on_a_point_that_is_known_to_be_empty_was_to_be_expected() -> None:
    """Black was refused on all points around D5: whatever else stands there, a stone on it has no liberty."""
    moves = ["J1", "C5", "J2", "E5", "J3", "D4", "J4", "D6", "C5", "E5", "D4", "D6", "D5"]
    last = reviewed(Table("go", referee="common", size=9), *moves)[-1]
    assert (last.accepted, last.refused > 0.9) == (False, True), last.refused


@pytest.mark.parametrize("last", ["J9", "pass", "resign"])
def test_a_seat_that_is_told_nothing_has_learned_nothing(last: str) -> None:
    """After A1, A2 Black knows by the atari that A2 or B1 is White's; that belief forgets it again tells nobody anything."""
    *_, atari, after = reviewed(Table("go", referee="common", size=9), "A1", "A2", last)
    assert atari.bits["black"] > 1
    assert after.bits["black"] < 0.3
    assert after.bits["white"] < 0.3


def test_the_same_belief_twice_tells_nothing() -> None:
    assert information_gain([0.2, 1.0, 0.0], [0.2, 1.0, 0.0]) == 0
    assert information_gain([0.5], [1.0]) == pytest.approx(1.0, abs=0.03)


@pytest.mark.parametrize(
    ("value", "said"), [(0.5, "yurei would have tried this: B2."), (0.8, "yurei found nothing better.")]
)
def test_a_try_is_recommended_only_where_it_wins_more_often(value: float, said: str) -> None:
    size = Size(3, 3)
    each = ReviewedTry("black", stone(0), True, 0.5, stone(4), 0.72, value, 0.0, False, (0.0,) * 9, {})
    told = list(explain_try(each, size, "en"))[1]
    assert told.startswith(said)
    assert ("Win rate: 72% with that move, 50% with the move played." in told) == (value < 0.72)


def test_a_review_is_unchanged_by_json() -> None:
    table = Table("go", referee="fog", size=5)
    for each in reviewed(table, "C3", "C2", "pass"):
        plain = json.loads(json.dumps(each.plain(table.settings.size)))
        again = ReviewedTry.read(plain, table.settings.size)
        assert again.plain(table.settings.size) == plain
        assert again.certain == each.certain is not None
        del plain["certain"]  # reviews of earlier versions
        assert ReviewedTry.read(plain, table.settings.size).certain is None
