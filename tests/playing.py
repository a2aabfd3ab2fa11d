"""Games for tests in short notation: a board and tries as text, and what tests check afterwards.

Boards are texts, rows from the top joined by ``/``. Tries are words such as
``E1``, ``ghost-C1``, ``pass``, ``resign``, each by the seat to move.
"""

from __future__ import annotations

import random
from typing import Any

from yurei import rules
from yurei.referee.announce import Attempt
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules import BLACK, Colour, Ruleset, State, Verdict, judge
from yurei.rules.board import board_text, read_board
from yurei.rules.points import Size
from yurei.rules.state import PASS, RESIGN, Try, ghost, read_try, start, stone


def words(tries: str) -> list[str]:
    """Split a text into tries in the form that the table reads."""
    return [word.replace("ghost-", "ghost ") for word in tries.split()]


class Game:
    """A game at a table, with its verdicts and announcements for checks."""

    def __init__(
        self, board: str | None = None, tries: str = "", game: str | Ruleset = "go", size: object = 9, **options: Any
    ) -> None:
        self.verdicts: list[Verdict] = []
        self.answers: list[Attempt] = []
        size = size if board is None else read_board(board)[1]
        self.table = Table(game, size=size, setup=board, witness=self.verdicts.append, **options)
        self.play(tries)

    def play(self, tries: str) -> Game:
        """Make all these tries, each for the seat to move."""
        for word in words(tries):
            assert self.table.to_move is not None, f"the game has ended before {word}"
            self.answers.append(self.table.attempt(self.table.to_move, word))
        return self

    def said(self, language: str = "en") -> list[str]:
        """Return the announcement of each try."""
        return [answer.said(language) for answer in self.answers]

    @property
    def last(self) -> str:
        """Last announcement, in English."""
        return self.answers[-1].said()

    @property
    def board(self) -> str:
        """True board."""
        return board_text(self.verdicts[-1].after.cells, self.table.settings.size)

    @property
    def reasons(self) -> list[str | None]:
        """Reason why each try was illegal; None for a move."""
        return [verdict.reason for verdict in self.verdicts]

    def told(self, seat: str) -> Told:
        """Return what a seat was told last."""
        return self.answers[-1].told[seat]

    def names(self, points: tuple[int, ...] | None) -> str | None:
        """Return the names of points as text; None for None."""
        return None if points is None else " ".join(self.table.settings.size.names(points))

    def shows(self, seat: str) -> str:
        """Return a seat's own board."""
        return self.table.view(seat).board_text


def state(board: str, game: str | Ruleset = "go", first: Colour = BLACK, **options: Any) -> State:
    """Return the state before the first move on a drawn board."""
    ruleset = rules.get(game) if isinstance(game, str) else game
    return start(ruleset, read_board(board)[1], first=first, setup=board, **options)


def play(before: State, tries: str) -> list[Verdict]:
    """Return the verdicts on consecutive tries."""
    verdicts = []
    for word in words(tries):
        verdicts.append(judge(before, read_try(word, before.size)))
        before = verdicts[-1].after
    return verdicts


def drawn(after: State) -> str:
    """Return the board of a state, as text."""
    return board_text(after.cells, after.size)


def any_try(chance: random.Random, ruleset: Ruleset, size: Size) -> Try:
    """Return a random try: mostly stones, ghosts if there are any, now and then a pass, rarely a resignation."""
    dice = chance.random()
    if dice < 0.002:
        return RESIGN
    if dice < 0.06:
        return PASS
    point = chance.randrange(size.points)
    return ghost(point) if ruleset.ghosts and dice < 0.4 else stone(point)


def random_game(chance: random.Random, tries: int, played: Game) -> Game:
    """Return a game after a number of random tries, or fewer if it ends before."""
    settings = played.table.settings
    for _ in range(tries):
        if played.table.to_move is None:
            break
        tried = any_try(chance, settings.ruleset, settings.size)
        played.answers.append(played.table.attempt(played.table.to_move, tried))
    return played
