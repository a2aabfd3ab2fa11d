"""A series of games between the same people, colours swapped after each, and its score."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from yurei.club.game.game import Game
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.scoring import PlayedGame, match_winner
from yurei.rules.state import EndedBy

ROOT = 12  # letters in the name of the first game of a series; later games append their number


@dataclass(frozen=True, slots=True)
class Series:
    """A game's place in its series, and the score before it: 1 for a win, a half for a draw."""

    number: int = 1
    black: float = 0  # points of the player with this colour in this game
    white: float = 0

    @classmethod
    def of(cls, name: str, terms: Mapping[str, Any]) -> Self:
        """Return the place of a game, from its name and its terms."""
        won = terms.get("series", {})
        return cls(int(name[ROOT:] or 1), won.get("black", 0), won.get("white", 0))

    def with_game(self, winner: Colour | None) -> "Series":
        """Return the score with this game counted."""
        black, white = (0.5 if winner is None else float(winner is colour) for colour in (BLACK, WHITE))
        return Series(self.number, self.black + black, self.white + white)

    def next_terms(self) -> dict[str, Any]:
        """Return the score as a term of the next game, with colours swapped."""
        return {"series": {"black": self.white, "white": self.black}}

    def next_name(self, name: str) -> str:
        """Return the name of the next game."""
        return name_of(name, self.number + 1)


def name_of(name: str, number: int) -> str:
    """Return the name of a game of a series, from the name of another one; the first has no number."""
    return name[:ROOT] + (f"{number}" if number > 1 else "")


def points(won: float) -> str:
    """Return points as people write them: 1½."""
    whole = "" if won == 0.5 else f"{int(won)}"
    return whole if won == int(won) else f"{whole}½"


def has_second(game: Game) -> bool:
    """Return whether a second game with colours swapped can be played after this one."""
    return game.first_game is None and game.settings.ruleset.two_game_match and game.final


def agreed_again(game: Game) -> bool:
    """Return whether a next game is agreed on: one side suffices for the second of a match, both for a rematch."""
    return game.again == {BLACK, WHITE} or (has_second(game) and bool(game.again))


def next_game(game: Game, chair: str) -> tuple[str, str] | None:
    """Return the next game and the chair there, if it is agreed on; the key to the chair stays the same."""
    return (series_now(game).next_name(game.stored.id), swapped(chair)) if agreed_again(game) else None


def swapped(chair: str) -> str:
    """Return the opponent's chair; chairs of no colour stay the same."""
    colours = {"black": "white", "white": "black"}
    colour, dash, rest = chair.partition("-")
    return f"{colours.get(colour, colour)}{dash}{rest}"


def series_now(game: Game) -> Series:
    """Return the score of the series, with this game once it is final."""
    before = Series.of(game.stored.id, game.stored.terms)
    if not game.final or game.result is None or game.result.by is EndedBy.ABANDONED:
        return before
    return before.with_game(game.result.winner)


def match_won(game: Game) -> str | None:
    """Return who wins the match that this game concludes: ``black``, ``white`` or ``nobody``; None for no match."""
    if game.first_game is None or not game.final:
        return None
    first, second = _played(game.first_game), _played(game)
    if EndedBy.ABANDONED in (first.result.by, second.result.by):
        return None
    winner = match_winner(first, second, game.settings.ruleset.tie_break)
    return "nobody" if winner is None else ("white", "black")[winner]


def _played(game: Game) -> PlayedGame:
    assert game.result is not None
    verdicts = [each.verdict for each in game.judged]
    moves = [each for each in verdicts if each.accepted and each.mover is BLACK and each.attempt.point is not None]
    return PlayedGame(game.result, len(moves))
