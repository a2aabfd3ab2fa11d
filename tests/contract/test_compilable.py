"""What the compiled kernel plays: what it has not been told of is refused in a sentence, and never played as if it were not there."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import pytest

from tests.newcomer import COMPILED_REFEREES, new_referee
from yurei import referee, rules
from yurei.errors import BadSettings
from yurei.referee.compilable import check_settings_compilable, is_settings_compilable
from yurei.referee.settings import Settings, read_settings
from yurei.rules.compilable import LARGEST, check_compilable, is_compilable
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset


@dataclass(frozen=True)
class WindyRuleset(Ruleset):
    """A game with a field that the kernel does not know."""

    wind: str = "none"
    gusts: tuple[int, ...] = field(default_factory=tuple)


def windy(**fields: Any) -> WindyRuleset:
    return WindyRuleset(slug="windy-go", title="Windy Go", source="https://example.org/windy-go", **fields)


def test_the_games_of_the_rule_pages_are_compiled_up_to_the_largest_board() -> None:
    for slug in ("go", "alter-igo", "no-seki-go"):
        assert is_compilable(rules.get(slug), Size(LARGEST, LARGEST))
        assert not is_compilable(rules.get(slug), Size(LARGEST + 1, 5))


def test_a_new_field_is_refused_where_it_is_not_as_by_default() -> None:
    assert is_compilable(windy())
    for new in (windy(wind="north"), windy(gusts=(3,))):
        assert not is_compilable(new)
        with pytest.raises(BadSettings, match=r"has not been told what '(wind|gusts)' of ruleset 'windy-go' means"):
            check_compilable(new)


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"ruleset": "atari-go"}, "first_capture_wins"),
        ({"ruleset": "toroidal-go"}, "board"),
        ({"width": 20}, "the kernel knows boards to 19x19"),
    ],
)
def test_a_value_that_the_kernel_does_not_know_is_named(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(BadSettings, match=named):
        check_settings_compilable(read_settings(settings))


COMPILED = [each.slug for each in COMPILED_REFEREES]


def under(who: referee.Referee) -> Settings:
    return replace(read_settings({}), referee=who)


def test_the_referees_of_the_rule_pages_are_compiled() -> None:
    for each in referee.ALL:
        check_settings_compilable(read_settings({"referee": each.slug}))
    assert {"common", "hamburg", "kriegspiel", "olympiad", "counted", "fog", "open"} <= set(COMPILED)


@pytest.mark.parametrize("slug", COMPILED)
def test_a_new_field_of_a_referee_leaves_all_who_do_not_use_it_compiled(slug: str) -> None:
    assert is_settings_compilable(under(new_referee(slug, used=False)))
    with pytest.raises(BadSettings, match=f"told what 'new_to_the_kernel' of referee '{slug}' means: teach it in"):
        check_settings_compilable(under(new_referee(slug)))


class Invented(StrEnum):
    """A value of a choice that no referee had before."""

    NEW = "as-nobody-had-it"


@pytest.mark.parametrize("key", ["captures", "owner_hears", "failed_try"])
def test_a_new_value_of_a_referees_choice_is_refused(key: str) -> None:
    given: dict[str, Any] = {key: Invented.NEW}
    with pytest.raises(BadSettings, match=f"has not been told what '{key}' of referee 'common' means"):
        check_settings_compilable(under(replace(referee.get("common"), **given)))
