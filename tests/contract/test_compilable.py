"""Which games the compiled kernel plays: what it has not been told of is refused in a sentence, and never played as if it were not there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from yurei import rules
from yurei.errors import BadSettings
from yurei.rules.compilable import LARGEST, check_compilable, is_compilable
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset

GO = rules.get("go")


@dataclass(frozen=True)
class WindyRuleset(Ruleset):
    """A game with a field that the kernel does not know."""

    wind: str = "none"
    gusts: tuple[int, ...] = field(default_factory=tuple)


def windy(**fields: Any) -> WindyRuleset:
    """A ruleset of it."""
    return WindyRuleset(slug="windy-go", title="Windy Go", source="https://example.org/windy-go", **fields)


def test_the_games_of_the_rule_pages_are_compiled_up_to_the_largest_board() -> None:
    for slug in ("go", "alter-igo", "no-seki-go"):
        assert is_compilable(rules.get(slug), Size(LARGEST, LARGEST))
        assert not is_compilable(rules.get(slug), Size(LARGEST + 1, 5))


def test_a_new_field_is_refused_where_it_is_not_as_by_default() -> None:
    assert is_compilable(windy())
    for new in (windy(wind="north"), windy(gusts=(3,))):
        assert not is_compilable(new)
        with pytest.raises(
            BadSettings, match=r"the kernel has not been told what '(wind|gusts)' of ruleset 'windy-go' means"
        ):
            check_compilable(new)


@pytest.mark.parametrize(("slug", "named"), [("atari-go", "first_capture_wins"), ("toroidal-go", "board")])
def test_a_value_that_the_kernel_does_not_know_is_named(slug: str, named: str) -> None:
    with pytest.raises(BadSettings, match=named):
        check_compilable(rules.get(slug))
