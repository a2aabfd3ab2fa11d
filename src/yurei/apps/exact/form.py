"""Finite form of a game: its tries, its end, and its payoff."""

from dataclasses import dataclass
from enum import StrEnum

from yurei.errors import BadSettings
from yurei.referee.referee import FailedTry
from yurei.referee.settings import Settings
from yurei.rules.ruleset import FREE, Repetition, Scoring

LARGEST = 12
"""Most points of a board: far beyond what can be solved."""
MOST_MOVES = 60


class Payoff(StrEnum):
    """Aim of the players."""

    POINTS = "points"
    """Black's points less White's less komi."""
    WIN = "win"
    """1 for Black's win, -1 for White's, 0 for a draw."""


@dataclass(frozen=True)
class Form:
    """A game with a finite form.

    The tries of a turn are all points but those where the seat sees a piece, none twice, and the pass. The board is
    counted after two passes, or once this many moves, passes among them, were accepted.

    Attributes:
        settings: The game and its referee.
        moves: Most moves; None for no limit, which only a superko rule makes finite.
        bluffs: Whether tries include points that the seat knows to be refused: the opponent hears them.

    Raises:
        BadSettings: if the game has no finite form here.
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
    """Return the payoff of a final score for Black; ``margin`` is without komi."""
    left = margin - komi
    return left if payoff is Payoff.POINTS else float((left > 0) - (left < 0))
