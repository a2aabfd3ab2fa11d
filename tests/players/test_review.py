"""The review: what a seat could have known of each try, and what the referee's sentences were worth."""

from __future__ import annotations

import json

import pytest

from yurei.players import Budget
from yurei.players.belief.review import Reviewer, learned
from yurei.players.belief.reviewed import Reviewed
from yurei.referee.table import Table
from yurei.rules.state import read_try


def reviewed(table: Table, *tries: str) -> list[Reviewed]:
    """A game on this table, looked at again."""
    reviewer = Reviewer({seat: table.view(seat) for seat in ("black", "white")}, Budget(playouts=100))
    found = []
    for text in tries:
        seat, attempt = str(table.to_move), read_try(text, table.settings.size)
        found.append(reviewer.step(seat, attempt, table.attempt(seat, attempt).told))
    return found


def test_a_refusal_that_was_proven_could_have_been_known() -> None:
    table = Table("go", referee="olympiad", size=5)
    tries = reviewed(table, "C3", "A1", "A1", "B2", "E5", "A1")
    # One white stone cannot make A1 suicide: who was refused there once knows that it is a stone.
    assert [each.could_know for each in tries] == [False, False, False, False, False, True]


def test_what_hamburg_says_of_a_stone_is_worth_more_than_that_something_was_refused() -> None:
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
def test_what_the_rules_refuse_could_have_been_known(table: Table, tries: list[str]) -> None:
    last = reviewed(table, *tries)[-1]
    assert (last.accepted, last.refused, last.could_know) == (False, 1.0, True)


@pytest.mark.parametrize("last", ["J9", "pass", "resign"])
def test_a_seat_that_is_told_nothing_has_learned_nothing(last: str) -> None:
    """After A1, A2 Black knows by the atari that A2 or B1 is White's; that belief forgets it again tells nobody anything."""
    *_, atari, after = reviewed(Table("go", referee="common", size=9), "A1", "A2", last)
    assert atari.bits["black"] > 1
    assert after.bits["black"] < 0.3
    assert after.bits["white"] < 0.3


def test_the_same_belief_twice_tells_nothing() -> None:
    assert learned([0.2, 1.0, 0.0], [0.2, 1.0, 0.0]) == 0
    assert learned([0.5], [1.0]) == pytest.approx(1.0, abs=0.03)


def test_a_review_goes_through_json() -> None:
    table = Table("go", referee="fog", size=5)
    for each in reviewed(table, "C3", "C2", "pass"):
        assert json.loads(json.dumps(each.plain(table.settings.size)))["seat"] in ("black", "white")
