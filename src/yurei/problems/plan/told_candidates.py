"""Plans from games: what a seat was told of the first tries of a game of programs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from yurei.errors import TooLarge
from yurei.players.certain import begin
from yurei.problems.deduce.games import play
from yurei.problems.plan.task import Goal
from yurei.problems.tries import write_tries
from yurei.referee.settings import Settings
from yurei.referee.view import View
from yurei.rules.board import board_text, empty_board

MOST_POINTS = 12
"""Bound on the points of a board: on larger ones too little is known after a few tries."""
TRIES, BOARDS = range(5, 13), range(2, 31)
"""Numbers of tries after which plans are looked for, and of boards that fit then."""
MOST_STATES = 5_000
MOST_MOVES = 3


def told_questions(settings: Settings, random: Random) -> Iterator[dict[str, Any]]:
    """Yield the keys of plans that begin in the course of one random game, without their answers."""
    seat = random.choice(settings.seating.seats)
    assert seat.colour is not None
    opening = View.begin(settings, seat, empty_board(settings.size))
    exact, heard = begin(opening, most=MOST_STATES), []
    for number, told in enumerate(play(settings, random, TRIES[-1]), 1):
        heard.append(told[seat.name])
        try:
            exact = exact.after(heard[-1])
        except TooLarge:
            return
        if number in TRIES and heard[-1].to_move == seat.name and len(exact.boards()) in BOARDS:
            yield {
                "board": board_text(View.of(opening, heard).board, settings.size),
                "seat": seat.name,
                "to_move": seat.colour.word,
                "tries": write_tries(heard, settings, seat),
                "goal": Goal.CAPTURE.value,
                "moves": MOST_MOVES,
            }


__all__ = ["MOST_POINTS", "told_questions"]
