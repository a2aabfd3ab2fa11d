"""A series of games between the same people, with colours swapped after each game, and its score."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from yurei.club.game.game import Game
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.scoring import PlayedGame, match_winner
from yurei.rules.state import EndedBy

ROOT = 12  # length of the name of the first game of a series; later games append their number


@dataclass(frozen=True, slots=True)
class Series:
    """A game's place in its series: its number, and the score before it (1 for a win, a half for a draw)."""

    number: int = 1
    black: float = 0  # points of the player who has this colour in this game
    white: float = 0

    @classmethod
    def of(cls, name: str, terms: Mapping[str, Any]) -> Self:
        """Return the number and score of a game, from its name and its terms."""
        won = terms.get("series", {})
        return cls(int(name[ROOT:] or 1), won.get("black", 0), won.get("white", 0))

    def with_game(self, winner: Colour | None) -> "Series":
        """Return the score after this game."""
        black, white = (0.5 if winner is None else float(winner is colour) for colour in (BLACK, WHITE))
        return Series(self.number, self.black + black, self.white + white)

    def next_terms(self) -> dict[str, Any]:
        """Return the score so far, under the key ``series``, for the terms of the next game; colours are swapped."""
        return {"series": {"black": self.white, "white": self.black}}

    def next_name(self, name: str) -> str:
        """Return the name of the next game."""
        return name_of(name, self.number + 1)


def name_of(name: str, number: int) -> str:
    """Return the name of game ``number`` of a series, given the name of any of its games. The first has no number."""
    return name[:ROOT] + (f"{number}" if number > 1 else "")


def format_points(won: float) -> str:
    """Return points as text, such as 1½."""
    whole = "" if won == 0.5 else f"{int(won)}"
    return whole if won == int(won) else f"{whole}½"


def has_second(game: Game) -> bool:
    """Return whether the players can play a second game with colours swapped after this one."""
    return game.first_game is None and game.settings.ruleset.two_game_match and game.result_is_final


def has_next_game(game: Game) -> bool:
    """Return whether the next game is agreed on, by both sides; the second game of a match needs one side only."""
    return game.again == {BLACK, WHITE} or (has_second(game) and bool(game.again))


def next_game(game: Game, chair: str) -> tuple[str, str] | None:
    """Return the next game, and the chair there that the same key opens; None if no next game is agreed on."""
    return (series_of(game).next_name(game.stored.id), opposite_chair(chair)) if has_next_game(game) else None


def opposite_chair(chair: str) -> str:
    """Return the chair of the other colour (``white-1`` for ``black-1``); a chair without a colour is unchanged."""
    colours = {"black": "white", "white": "black"}
    colour, dash, rest = chair.partition("-")
    return f"{colours.get(colour, colour)}{dash}{rest}"


def series_of(game: Game) -> Series:
    """Return the place in the series and its score, including this game if its result is final."""
    before = Series.of(game.stored.id, game.stored.terms)
    if not game.result_is_final or game.result is None or game.result.by is EndedBy.ABANDONED:
        return before
    return before.with_game(game.result.winner)


def match_won(game: Game) -> str | None:
    """Return the winner of the match that this game ends: ``black``, ``white`` or ``nobody``; else None."""
    if game.first_game is None or not game.result_is_final:
        return None
    first, second = _summarise_game(game.first_game), _summarise_game(game)
    if EndedBy.ABANDONED in (first.result.by, second.result.by):
        return None
    winner = match_winner(first, second, game.settings.ruleset.tie_break)
    return "nobody" if winner is None else ("white", "black")[winner]


def _summarise_game(game: Game) -> PlayedGame:
    assert game.result is not None
    verdicts = [each.verdict for each in game.judged]
    moves = [each for each in verdicts if each.accepted and each.mover is BLACK and each.attempt.point is not None]
    return PlayedGame(game.result, len(moves))
