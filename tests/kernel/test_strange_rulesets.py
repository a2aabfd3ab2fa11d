"""A ruleset that says something the kernel has not been told of is refused; it is never played as if nothing were said."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

import pytest

from yurei import rules
from yurei.errors import BadSettings
from yurei.kernel import RefereedBatch, ownership, perft, random_games
from yurei.kernel.rulesets import BITS, Compiled, compiled
from yurei.rules.compilable import NO_PART_IN_PLAY, PLAYED, VALUES, is_compilable
from yurei.rules.points import Size
from yurei.rules.ruleset import FREE, Capture, DrawCounts, Passing, Repetition, Ruleset, Scoring, Suicide

GO = rules.get("go")


@dataclass(frozen=True)
class WindyRuleset(Ruleset):
    """A game of an inventor who has thought of something new."""

    wind: str = "none"


@dataclass(frozen=True)
class DearPassing(Passing):
    """Passes that cost something."""

    costs: int = 0


class Invented(StrEnum):
    """A value of an option that nobody had before."""

    NEW = "as-nobody-had-it"


COMPILED: dict[str, Callable[[Ruleset], object]] = {
    "random games": lambda ruleset: random_games(ruleset, 5, 1, 1),
    "batch": lambda ruleset: RefereedBatch(ruleset, 5, 1),
    "perft": lambda ruleset: perft(ruleset, 5, 1),
    "ownership": lambda ruleset: ownership(ruleset, 3, "BBB/.B./BBB", 2, 1),
    "options": lambda ruleset: compiled(ruleset, 5, passing="free"),
    "by hand": lambda ruleset: Compiled(ruleset, Size(5, 5), 0.0, 0, 75),
}


@pytest.mark.parametrize("make", COMPILED.values(), ids=COMPILED)
def test_a_field_that_the_kernel_has_not_been_told_of_is_refused(make: Callable[[Ruleset], object]) -> None:
    windy = WindyRuleset(slug="windy-go", title="Windy Go", source="https://example.org/windy-go", wind="north")
    with pytest.raises(BadSettings, match=r"^the kernel has not been told what 'wind' of ruleset 'windy-go' means: "):
        make(windy)


def test_an_unknown_cost_of_a_pass_is_refused_too() -> None:
    dear = replace(GO, passing=DearPassing(FREE.word, FREE.black, FREE.white, costs=1))
    with pytest.raises(BadSettings, match=r"^the kernel has not been told what 'passing\.costs' of ruleset 'go' means"):
        compiled(dear, 5)


@pytest.mark.parametrize("key", ["capture", "suicide", "repetition", "draw_counts", "scoring", "ghosts"])
@pytest.mark.parametrize("make", COMPILED.values(), ids=COMPILED)
def test_a_value_that_the_kernel_has_not_been_told_of_is_refused(make: Callable[[Ruleset], object], key: str) -> None:
    given: dict[str, Any] = {key: Invented.NEW}
    with pytest.raises(
        BadSettings, match=f"^the kernel has not been told of {key} .*as-nobody-had-it.* Known: "
    ) as raised:
        make(replace(GO, **given))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("make", COMPILED.values(), ids=COMPILED)
def test_a_field_that_is_as_by_default_leaves_a_game_compiled(make: Callable[[Ruleset], object]) -> None:
    calm = WindyRuleset(**{each.name: getattr(GO, each.name) for each in fields(GO)})
    make(calm)
    assert is_compilable(replace(calm, passing=DearPassing(FREE.word, FREE.black, FREE.white)))
    assert compiled(calm, 5).flags == compiled(GO, 5).flags


def test_known_fields_are_played_or_have_no_part_in_play() -> None:
    assert {each.name for each in fields(Ruleset)} >= PLAYED | NO_PART_IN_PLAY
    assert not PLAYED & NO_PART_IN_PLAY


@pytest.mark.parametrize("field", BITS)
def test_the_kernel_has_bits_for_the_values_that_count_as_compilable(field: str) -> None:
    assert set(BITS[field]) == set(VALUES[field])


def test_every_value_is_played_in_a_way_of_its_own() -> None:
    together = replace(GO, capture=Capture.SIMULTANEOUS, suicide=Suicide.ALLOWED)
    third = replace(GO, repetition=Repetition.DRAW_ON_THIRD)
    ways = [
        *[replace(GO, repetition=each) for each in Repetition],
        *[replace(together, suicide=each) for each in (Suicide.ALLOWED, Suicide.LONE_LOSES)],
        replace(third, draw_counts=DrawCounts.SITUATIONS),
        replace(GO, suicide=Suicide.ALLOWED),
        replace(GO, ghosts=True),
    ]
    flags = [compiled(each, 5).flags for each in ways]
    assert len(set(flags)) == len(flags)
    assert {compiled(replace(GO, scoring=each, passing=Passing("none", 0, 0)), 5).scoring for each in Scoring} == {
        0,
        1,
        2,
    }
