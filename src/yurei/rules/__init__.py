"""Rules of all games in plain Python: whether a try is legal, what it captures, and how a game ends.

A ruleset is a value; ``ALL`` lists those that yurei plays. To add a game, write
one file like ``alter_igo.py`` and add its ruleset to that list.
"""

from yurei.errors import unknown
from yurei.rules import alter_igo, atari_go, go, no_seki_go, toroidal_go
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Reason, Verdict, judge, perft
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.scoring import score
from yurei.rules.state import Result, State, Try, start

ALL: list[Ruleset] = [
    go.RULESET,
    go.NEW_ZEALAND,
    go.JAPANESE,
    go.TROMP_TAYLOR,
    alter_igo.RULESET,
    no_seki_go.RULESET,
    atari_go.RULESET,
    toroidal_go.RULESET,
]


def get(slug: str) -> Ruleset:
    """Return the ruleset with this slug, or raise ``Unknown``."""
    for ruleset in ALL:
        if ruleset.slug == slug:
            return ruleset
    raise unknown("ruleset", slug, (ruleset.slug for ruleset in ALL))


__all__ = [
    "ALL",
    "BLACK",
    "WHITE",
    "Colour",
    "Reason",
    "Result",
    "Ruleset",
    "Size",
    "State",
    "Try",
    "Verdict",
    "get",
    "judge",
    "perft",
    "score",
    "start",
]
