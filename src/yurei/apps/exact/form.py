"""The finite form of a game: what is tried, when it ends, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from yurei.errors import BadSettings
from yurei.referee.referee import FailedTry
from yurei.referee.settings import Settings
from yurei.rules.ruleset import FREE, Repetition, Scoring

LARGEST = 12
"""Points of a board, at most: far beyond what can be solved."""
MOST_MOVES = 60


class Payoff(StrEnum):
    """What the players play for."""

    POINTS = "points"
    """Black's points less White's less komi."""
    WIN = "win"
    """1 for Black's win, -1 for White's, 0 for a draw."""


@dataclass(frozen=True)
class Form:
    """A game that ends.

    A turn's tries are all points but those where the seat sees a piece, none twice, and the pass. The board counts as
    it stands after two passes, or once so many moves, passes among them, were accepted.

    Attributes:
        settings: What is played, and who referees.
        moves: The cap; None for none, which only a superko rule makes finite.
        bluffs: Whether points are tried too of which the seat knows that they are refused: the opponent hears it.

    Raises:
        BadSettings: if such a game has no finite form here.
    """

    settings: Settings
    moves: int | None = None
    bluffs: bool = False

    def __post_init__(self) -> None:
        for sentence, refused in self._refusals():
            if refused:
                raise BadSettings(sentence)

    def _refusals(self) -> tuple[tuple[str, bool], ...]:
        rules, settings = self.settings.ruleset, self.settings
        superko = rules.repetition in (Repetition.POSITIONAL_SUPERKO, Repetition.SITUATIONAL_SUPERKO)
        return (
            ("only games that count area can be solved; try go", rules.scoring is not Scoring.AREA),
            ("games with ghosts cannot be solved; try go", rules.ghosts),
            ("only games in which passing is free can be solved", rules.passing != FREE),
            ("two seats can be solved, no more; leave --seating out", settings.seating.slug != "duel"),
            ("only --failed-try retry can be solved", settings.referee.failed_try is not FailedTry.RETRY),
            (f"boards of {LARGEST} points at most; try 2x2", settings.size.points > LARGEST),
            (
                "without a superko rule a game needs a cap; try --moves 6, or tromp-taylor",
                self.moves is None and not superko,
            ),
            (
                f"--moves is a whole number from 1 to {MOST_MOVES}",
                self.moves is not None and not 1 <= self.moves <= MOST_MOVES,
            ),
        )


def worth(margin: float, payoff: Payoff, komi: float) -> float:
    """What a final score is worth to Black; ``margin`` is without komi."""
    left = margin - komi
    return left if payoff is Payoff.POINTS else float((left > 0) - (left < 0))
