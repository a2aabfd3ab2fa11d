"""A game in which somebody tries and marks without end: it has a bound, and nobody waits while it is loaded."""

import asyncio

import pytest

from tests.web.wire import House, make
from yurei.club import games as all_games
from yurei.club.game import actions
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.model.stored import Event, EventKind

REFUSED = 400


def test_the_actions_of_a_seat_are_limited_and_the_game_can_still_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(house, referee="olympiad", width="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    monkeypatch.setattr(actions, "MOST", 10)
    for number in range(10 - 2):  # to sit down is something too
        assert made.act("black", *(("stone", "D4"), ("pencil-cross", "A1"))[number % 2]).status == 200
    for do, at in (("stone", "A1"), ("stone", "D4"), ("ghost", "A1"), ("pencil-cross", "A1"), ("offer", "")):
        answer = made.act("black", do, at)
        assert answer.status == 429
        assert "you have reached the limit of 10 actions in this game; pass, resign or accept the score" in answer.text
    assert made.act("black", "pass").status == 200
    assert made.act("white", "stone", "A1").status == 200, "his opponent has a bound of his own"
    assert made.act("black", "resign").status == 200
    assert made.act("black", "rematch").status == 200


def test_while_a_long_game_is_loaded_others_have_their_turn(house: House) -> None:
    made = make(house, referee="olympiad", width="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    games = house.club.games

    async def refused() -> None:
        async with games.game(made.name) as game:
            await games.happen(game, lambda: _tries(game))

    async def load() -> tuple[int, int]:
        turns = 0

        async def another() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        beside = asyncio.create_task(another())
        game = await games._rebuild(made.name)
        beside.cancel()
        return turns, len(game.events)

    house.run(refused())
    turns, events = house.run(load())
    assert events >= REFUSED
    assert turns >= events // all_games.STEP


def _tries(game: Game) -> list[Event]:
    before = len(game.events)
    for _ in range(REFUSED):
        apply_event(game, game.event("black", EventKind.TRY, "D4"))
    return game.events[before:]
