"""A new ruleset and a new referee that no other code knows; every app must accept them.

A test that needs it imports the fixture into its conftest: ``from tests.newcomer import new_ruleset``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

import pytest

from yurei import referee, rules
from yurei.referee import Referee
from yurei.referee.compilable import unknown_choices
from yurei.rules import Ruleset
from yurei.rules.ruleset import NO_PASSING, Capture, Example, Repetition, Scoring, Suicide, same_komi

NEWCOMER = Ruleset(
    slug="both-ways-go",
    title="Both Ways Go",
    source="https://example.org/both-ways-go",
    summary="Everything without liberties goes at once, and the board is counted after two passes.",
    capture=Capture.SIMULTANEOUS,
    suicide=Suicide.ALLOWED,
    repetition=Repetition.SITUATIONAL_SUPERKO,
    komi=same_komi(0.5),
    sentences={
        "capture": "Everything without liberties goes at once.",
        "suicide": "Who has no liberty goes, whoever has played.",
        "repetition": "No situation comes twice.",
        "komi": "Half a point.",
    },
    examples=(
        Example("Both colours leave together.", "BW/B.", "W:B1", "../.."),
        Example("A lone stone goes and nobody loses.", ".W./W.W/.W.", "B:B2", ".W./W.W/.W."),
    ),
)

NO_PASS = Ruleset(
    slug="stalemate-go",
    title="Stalemate Go",
    source="https://example.org/stalemate-go",
    passing=NO_PASSING,
    scoring=Scoring.NONE,
    examples=(Example("Who has no legal move loses.", ".B.B/BBB.", "B:D1", ".B.B/BBBB", winner="B"),),
)
"""A game with one choice that no listed game has made: there are no passes, and a player without a legal move loses."""

COMPILED_REFEREES = [each for each in referee.ALL if not unknown_choices(each)]
"""The listed referees that the kernel knows."""


@dataclass(frozen=True)
class NewReferee(Referee):
    """A referee with a field that no other code knows."""

    new_to_the_kernel: bool = False


def new_referee(slug: str, *, used: bool = True) -> NewReferee:
    """Return a copy of a listed referee with the new field, which is set if ``used``."""
    known = referee.get(slug)
    return NewReferee(**{each.name: getattr(known, each.name) for each in fields(known)}, new_to_the_kernel=used)


@pytest.fixture
def new_ruleset() -> Iterator[Ruleset]:
    """Add the new ruleset to the list of all games while a test runs."""
    rules.ALL.append(NEWCOMER)
    yield NEWCOMER
    rules.ALL.remove(NEWCOMER)
