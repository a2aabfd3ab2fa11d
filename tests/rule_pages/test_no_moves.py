"""Who has no legal move where passing is forbidden: the referee finds it, and the game is over."""

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.newcomer import NO_PASS
from tests.playing import Game, play, random_game, state
from yurei import referee as referees
from yurei import rules
from yurei.records import Entry, begin, read, replay, write
from yurei.referee import Referee
from yurei.referee.table import Table
from yurei.rules import BLACK, WHITE, Ruleset
from yurei.rules.judge import is_move
from yurei.rules.ruleset import (
    FREE,
    Capture,
    Passing,
    Repetition,
    Scoring,
    Suicide,
    white_passes,
)
from yurei.rules.state import EndedBy, Result, stone

TWO_EYES, ONE_MOVE_BEFORE = ".B.B/BBBB", ".B.B/BBB."


def lost(winner: Any) -> Result:
    return Result(winner, EndedBy.NO_MOVE)


def test_a_player_who_has_only_suicide_left_loses_by_the_opponents_move() -> None:
    game = Game(ONE_MOVE_BEFORE, "D1", NO_PASS)
    assert (game.table.result, game.table.to_move) == (lost(BLACK), None)


def test_a_player_who_has_only_a_ko_to_take_back_loses() -> None:
    """Black fills one point of two, White captures, and Black may not take the ko back."""
    assert [each.after.result for each in play(state("..", NO_PASS), "A1 B1")] == [None, lost(WHITE)]


def test_a_game_goes_on_while_one_move_is_left() -> None:
    assert Game(".B.B/.BB.", "D1", NO_PASS).table.result is None


def test_the_example_of_such_a_game_is_played() -> None:
    [example] = NO_PASS.examples
    assert play(state(example.board, NO_PASS), "D1")[-1].after.result == lost(BLACK)


def test_a_player_without_a_first_move_has_lost() -> None:
    assert Table(NO_PASS, setup=TWO_EYES, size=(4, 2), first="white").result == lost(BLACK)
    assert Table(NO_PASS, size=1).result == lost(WHITE)


def test_a_player_who_has_passed_for_the_last_time_loses() -> None:
    game = Game(ONE_MOVE_BEFORE, "pass", replace(NO_PASS, passing=white_passes(1)), first="white")
    assert game.table.result is None
    assert game.play("D1").table.result == lost(BLACK)


def test_a_pass_can_leave_the_opponent_without_a_move() -> None:
    game = replace(NO_PASS, passing=Passing(1, black=1, white=0), suicide=Suicide.FORBIDDEN, scoring=Scoring.AREA)
    assert Game(ONE_MOVE_BEFORE, "pass", game).table.result == lost(BLACK)


def test_a_lost_turn_can_leave_the_opponent_without_a_move() -> None:
    game = Game(ONE_MOVE_BEFORE, "A1", NO_PASS, failed_try="lose-turn")
    assert (game.reasons, game.table.result) == (["own-stone"], lost(BLACK))


@pytest.mark.parametrize("referee", referees.ALL, ids=lambda referee: referee.slug)
def test_every_referee_announces_the_winner_and_no_point(referee: Referee) -> None:
    game = Game(ONE_MOVE_BEFORE, "D1", NO_PASS, referee=referee.slug)
    for seat in ("black", "white", "audience"):
        assert (game.table.view(seat).result, game.told(seat).result) == (lost(BLACK), lost(BLACK))
        assert game.told(seat).to_move is None
    if referee.hides:
        assert game.told("white").attempt is None


@pytest.mark.parametrize(
    "game",
    [
        NO_PASS,
        replace(NO_PASS, capture=Capture.SIMULTANEOUS, suicide=Suicide.LONE_LOSES),
        replace(NO_PASS, ghosts=True, scoring=Scoring.AREA),
    ],
    ids=["in turn", "at once", "ghosts"],
)
@pytest.mark.parametrize("repetition", Repetition)
def test_a_game_goes_on_exactly_as_long_as_there_is_a_move(game: Ruleset, repetition: Repetition) -> None:
    chance, ruleset = random.Random(repetition), replace(game, repetition=repetition)
    for number in range(20):
        verdicts = random_game(chance, 150, Game(None, "", ruleset, (2, 2 + number % 2))).verdicts
        for after in (each.after for each in verdicts):
            moves = any(is_move(replace(after, result=None), each) for each in after.tries())
            if after.result is None:
                assert moves
            elif after.result.by is EndedBy.NO_MOVE:
                assert not moves
                assert after.result.winner is after.to_move.opponent


def test_where_a_move_is_always_left_nothing_is_looked_for() -> None:
    for ruleset in rules.ALL:
        assert not (ruleset.passing == FREE and ruleset.can_end_without_moves)
    assert not rules.get("alter-igo").can_end_without_moves
    assert not replace(rules.get("alter-igo"), passing=white_passes(3)).can_end_without_moves
    assert replace(rules.get("alter-igo"), repetition=Repetition.POSITIONAL_SUPERKO).can_end_without_moves
    assert not replace(NO_PASS, no_move_loses=False).can_end_without_moves
    assert not replace(NO_PASS, passing=FREE, scoring=Scoring.AREA).can_end_without_moves


@pytest.mark.parametrize(
    ("game", "settings"),
    [("go", {"passing": "none"}), ("go", {"white_passes": 1}), ("alter-igo", {"repetition": "positional-superko"})],
)
def test_a_setting_brings_no_new_end(game: str, settings: dict[str, Any]) -> None:
    """Rules document, section 3: without passes and scoring such a game ends by "resignation only"; old records stay what they are."""
    ruleset = Table(game, size=3, **settings).settings.ruleset
    assert (ruleset.can_end_without_moves, ruleset.no_move_loses) == (False, False)
    assert Game(ONE_MOVE_BEFORE, "D1 resign", passing="none").table.result == Result(BLACK, EndedBy.RESIGNATION)


def test_a_custom_game_keeps_its_end_under_other_settings() -> None:
    assert Table(NO_PASS, size=3, suicide="allowed").settings.ruleset.no_move_loses
    assert Table(NO_PASS, size=3, passing="none").settings.ruleset == NO_PASS


def test_a_record_is_played_again_to_the_same_end() -> None:
    table = Table(NO_PASS, size=(4, 2), setup=ONE_MOVE_BEFORE)
    record = begin(table.settings, ONE_MOVE_BEFORE).plus(Entry("black", stone(3), True))
    again = Table.of(record.settings, record.setup)
    assert read(write(record), ruleset=NO_PASS) == record
    assert len(list(replay(record, again))) == 1
    assert again.result == lost(BLACK)
