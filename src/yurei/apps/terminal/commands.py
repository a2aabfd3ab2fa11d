"""What can be typed: a try, or one of a few words."""

from __future__ import annotations

from collections.abc import Mapping

from yurei.apps.terminal.screen import Left
from yurei.rules.ruleset import Ruleset

TRIES = {"E5": "try a stone there; any point of the board", "pass": "pass", "resign": "give the game up"}
GHOST = {"ghost E5": "try a ghost there"}
DRAW = {"draw": "offer a draw, or agree to one"}
OTHERS = {"board": "show the board again", "help": "show this", "quit": "leave the game"}
UNDO = {"undo": "strike out the last try"}


def help_text(ruleset: Ruleset, more: Mapping[str, str] = OTHERS) -> str:
    """What can be typed in a game, a line each."""
    ghost = GHOST if ruleset.ghosts else {}
    draw = DRAW if ruleset.draw_by_agreement else {}
    words = {**TRIES, **ghost, **draw, **more}
    return "\n".join(f"  {word:9} {meaning}" for word, meaning in words.items())


def quit() -> None:
    """Leave the game.

    Raises:
        Left: always.
    """
    raise Left("the game was left before its end", quit=True)
