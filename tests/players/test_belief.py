"""Belief at a table: whole games under every referee, the same answer for the same words, and two boards that agree."""

from random import Random

import numpy as np
import pytest

from tests.players.test_worlds import Game
from yurei import players, referee, rules
from yurei.kernel.search import root
from yurei.players import Budget
from yurei.players.belief.worlds import Prior, Thinking
from yurei.referee.table import Table
from yurei.rules.state import PASS, RESIGN, Kind, Try, stone

PAIRS = [(game.slug, speaker.slug) for game in rules.ALL for speaker in referee.ALL]


@pytest.mark.by_day
@pytest.mark.parametrize(("game", "speaker"), PAIRS)
def test_a_whole_game_without_a_try_that_was_refused_in_this_turn(game: str, speaker: str) -> None:
    table, ruleset = Table(game, referee=speaker, size=4), rules.get(game)
    sitting = {"black": players.get("yurei:level=3", 1), "white": players.get("simple", 2)}
    refused: set[Try] = set()
    for _ in range(300):
        if table.result is not None:
            return
        seat = str(table.to_move)
        attempt = sitting[seat].choose(table.view(seat), Budget(playouts=30))
        assert attempt not in refused
        assert attempt != RESIGN or ruleset.ghosts or not ruleset.passing.ends_games
        answer = table.attempt(seat, attempt)
        refused = set() if answer.accepted else refused | {attempt}
    assert not ruleset.passing.ends_games, "two who pass end every other game"


@pytest.mark.parametrize("level", players.LEVELS)
def test_every_level_gives_the_same_try_for_the_same_words(level: int) -> None:
    tries = []
    for hidden in ("C3", "D4"):
        table = Table("go", referee="olympiad", size=7)
        for seat, where in (("black", "E5"), ("white", hidden), ("black", "C5")):
            table.attempt(seat, where)
        table.attempt("white", "G7")
        player = players.get(f"yurei:level={level}", seed=3)
        tries.append(player.choose(table.view("black"), Budget(playouts=200)))
    assert tries[0] == tries[1]


def test_the_playout_board_and_the_full_board_give_the_same_values() -> None:
    game = Game("olympiad", 9, 11)
    moment = next(ledger for ledger in game.moments() if ledger.moves == 30)
    odds = Prior().odds(moment, game.view)
    tries = [stone(point) for point in range(81) if game.view.board[point] == 0] + [PASS]
    found = []
    for light in (True, False):
        thinking = Thinking(game.table.settings, Random(4))
        if not light:
            thinking._board = None
        thinking.begin(moment, odds, tries)
        thinking.think(Budget(playouts=20_000), np.array([300.0, 1.0, 0.7, 40.0]), 4)
        places = [thinking.place_of(attempt) for attempt in tries]
        visits = thinking.statistics[root.VISITS, places]
        found.append((visits, thinking.statistics[root.VALUE, places] / np.maximum(visits, 1)))
    looked_at = (found[0][0] > 200) & (found[1][0] > 200)
    assert looked_at.sum() > 10
    assert np.abs(found[0][1] - found[1][1])[looked_at].max() < 0.1
    assert abs(np.average(found[0][1] - found[1][1], weights=looked_at)) < 0.01


def test_a_player_who_sits_down_in_the_middle_of_a_turn_goes_on() -> None:
    table = Table("go", referee="olympiad", size=5)
    for seat, where in (("black", "A1"), ("white", "C3"), ("black", "C3")):
        table.attempt(seat, where)
    attempt = players.get("belief", seed=1).choose(table.view("black"), Budget(playouts=100))
    assert attempt not in (stone(12), stone(0), RESIGN)


def test_ghosts_are_among_the_candidates() -> None:
    table = Table("no-seki-go", referee="olympiad", size=5)
    table.attempt("black", "C3")
    table.attempt("white", "A1")
    player = players.get("belief", seed=1)
    player.choose(table.view("black"), Budget(playouts=100))
    kinds = {candidate.attempt.kind for candidate in player.explain().candidates}
    assert kinds == {Kind.STONE, Kind.GHOST, Kind.PASS}


@pytest.mark.parametrize(("playouts", "gives_up"), [(600, True), (60, False)], ids=["who looked", "who looked little"])
def test_a_player_who_cannot_win_any_more_resigns_after_some_turns(playouts: int, gives_up: bool) -> None:
    table = Table("go", referee="olympiad", size=5, komi=50)
    sitting = {"black": players.get("belief", 1), "white": players.get("belief", 2)}
    made = 0
    while table.result is None and made < 30:
        seat = str(table.to_move)
        attempt = sitting[seat].choose(table.view(seat), Budget(playouts=playouts))
        if attempt == RESIGN:
            assert gives_up
            assert seat == "black"
            assert made >= 6
            return
        made += table.attempt(seat, attempt).accepted
    assert not gives_up
