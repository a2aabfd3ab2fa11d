"""Commands that can be typed: a try, or one of a few words."""

from __future__ import annotations

from collections.abc import Mapping

from yurei.apps.terminal.screen import Left
from yurei.languages import ENGLISH, N_, translation
from yurei.rules.ruleset import Ruleset

TRIES = {
    "E5": N_("try a stone there; any point of the board"),
    "pass": N_("pass the turn"),
    "resign": N_("resign the game"),
}
GHOST = {"ghost E5": N_("try a ghost there")}
DRAW = {"draw": N_("offer a draw, or agree to one")}
OTHERS = {"board": N_("show the board again"), "help": N_("show this help"), "quit": N_("leave the game")}
UNDO = {"undo": N_("undo the last try")}


def help_text(ruleset: Ruleset, more: Mapping[str, str] = OTHERS, language: str = ENGLISH) -> str:
    """Return the help on commands of a game, a line each."""
    ghost = GHOST if ruleset.ghosts else {}
    draw = DRAW if ruleset.draw_by_agreement else {}
    words = {**TRIES, **ghost, **draw, **more}
    say = translation(language).gettext
    return "\n".join(f"  {word:9} {say(meaning)}" for word, meaning in words.items())


def quit() -> None:
    """Leave the game.

    Raises:
        Left: always.
    """
    raise Left("the game was left before its end", quit=True)
