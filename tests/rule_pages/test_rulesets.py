"""Section 3: the rulesets with their options, and the combinations that are refused, each with a sentence why."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from tests.playing import Game
from yurei import rules
from yurei.errors import BadSettings, BadValue, Unknown
from yurei.referee.settings import KEYS, read_settings
from yurei.rules import Ruleset
from yurei.rules.judge import perft
from yurei.rules.ruleset import (
    FREE,
    NO_PASSING,
    Capture,
    Passing,
    Repetition,
    Scoring,
    Suicide,
    passing_of,
    white_passes,
)
from yurei.rules.state import start


def test_the_page_s_games_come_first_in_its_order_and_others_after_them() -> None:
    page = ["go", "new-zealand", "japanese", "tromp-taylor", "alter-igo", "no-seki-go"]
    assert [ruleset.slug for ruleset in rules.ALL][: len(page)] == page


def test_an_unknown_ruleset_is_told_the_nearest() -> None:
    with pytest.raises(Unknown) as caught:
        rules.get("alterigo")
    assert str(caught.value) == (
        "there is no ruleset 'alterigo'; did you mean 'alter-igo'? "
        f"Known: {', '.join(ruleset.slug for ruleset in rules.ALL)}"
    )
    with pytest.raises(Unknown, match=r"^there is no ruleset 'chess'\. Known: go, "):
        rules.get("chess")


SIMULTANEOUS = {"capture": Capture.SIMULTANEOUS}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("go", SIMULTANEOUS, "where strings of both colours go at once, suicide cannot be forbidden; capture "),
    ("go", {**SIMULTANEOUS, "suicide": Suicide.ALLOWED, "ghosts": True}, "ghosts need captures in turn; capture "),
    ("go", {"suicide": Suicide.LONE_LOSES}, "only where everything goes at once can a stone go alone; suicide "),
    ("no-seki-go", {"suicide": Suicide.ALLOWED}, "ghosts are defined for a game without suicide; with ghosts, "),
    ("no-seki-go", {"scoring": Scoring.TERRITORY}, "a ghost on the board is a point of area; with ghosts, "),
    ("no-seki-go", {"scoring": Scoring.NONE, "passing": NO_PASSING}, "a ghost on the board is a point of area; "),
    ("go", {"scoring": Scoring.NONE}, "two passes would end the game and nothing would be scored; scoring 'none' "),
]


@pytest.mark.parametrize(("slug", "changes", "why"), REFUSED)
def test_choices_that_do_not_go_together_are_told_why(slug: str, changes: dict[str, Any], why: str) -> None:
    with pytest.raises(BadSettings) as caught:
        replace(rules.get(slug), **changes)
    assert str(caught.value).startswith(f"{slug}: {why}")


def all_combinations() -> list[dict[str, Any]]:
    options: dict[str, Iterable[Any]] = {
        "capture": Capture,
        "suicide": Suicide,
        "repetition": Repetition,
        "ghosts": (False, True),
        "scoring": Scoring,
        "passing": (FREE, NO_PASSING, white_passes(6)),
    }
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


def makes_sense(choice: dict[str, Any]) -> bool:
    """The paragraph "combinations that make sense" once more."""
    simultaneous, lone_loses = choice["capture"] == "simultaneous", choice["suicide"] == "lone-loses"
    if simultaneous and (choice["suicide"] == "forbidden" or choice["ghosts"]):
        return False
    if lone_loses and not simultaneous:
        return False
    if choice["ghosts"] and (choice["suicide"] != "forbidden" or choice["scoring"] != "area"):
        return False
    return not (choice["scoring"] == "none" and choice["passing"] is FREE and not lone_loses)


def test_exactly_the_combinations_of_the_rules_exist() -> None:
    for choice in all_combinations():
        if makes_sense(choice):
            Ruleset("mine", "Mine", "https://example.org", **choice)
        else:
            with pytest.raises(BadSettings, match=r"^mine: "):
                Ruleset("mine", "Mine", "https://example.org", **choice)
    assert sum(makes_sense(choice) for choice in all_combinations()) == 36 * len(Repetition), (
        "the draw on third goes with everything"
    )


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("capture", "both", "capture is one of 'opponent-first', 'simultaneous', not 'both'"),
        ("suicide", "yes", "suicide is one of 'forbidden', 'allowed', 'lone-loses', not 'yes'"),
        (
            *("repetition", "ko"),
            "repetition is one of 'simple-ko', 'positional-superko', 'situational-superko', 'draw-on-third', not 'ko'",
        ),
        ("draw_counts", "moves", "draw_counts is one of 'positions', 'situations', not 'moves'"),
        ("scoring", 1, "scoring is one of 'area', 'territory', 'none', not 1"),
        ("failed_try", "pay", "failed_try is one of 'retry', 'lose-turn', not 'pay'"),
        ("first", "red", "first is one of 'black', 'white', not 'red'"),
        *(
            (key, value, f"{key} is true or false, not {value!r}")
            for key, value in (
                ("ghosts", "yes"),
                ("draw_by_agreement", 1),
                ("tie_break", "no"),
                ("two_game_match", "on"),
                ("lone_self_atari", 0),
            )
        ),
        *(
            ("passing", value, f"passing is 'free', 'none' or a number of passes for White, not {value!r}")
            for value in ("some", True, 1.5)
        ),
        *(
            (key, value, f"White’s passes are a whole number from 0 to 10000, not {value!r}; the page suggests 6")
            for key, value in (("passing", -1), *(("white_passes", value) for value in ("6", True, 10001, 1.0)))
        ),
    ],
)
def test_a_value_that_an_option_does_not_know_is_told_which_it_knows(key: str, value: object, sentence: str) -> None:
    with pytest.raises(BadSettings) as caught:
        read_settings({key: value})
    assert str(caught.value) == sentence


def test_an_unknown_setting_is_refused_with_the_known_settings() -> None:
    with pytest.raises(BadSettings) as caught:
        Game(None, "", colour="red")
    assert str(caught.value) == f"there is no setting 'colour'. Known: {', '.join(KEYS)}"
    assert {"width", "height", "ruleset", "referee", "seating", "komi", "handicap", "white_passes"} < set(KEYS)
    assert Game(None, "", colour=None).table.to_move == "black"  # what is None is left out


@pytest.mark.parametrize("key", ["ruleset", "referee", "seating"])
def test_an_unknown_name_is_told_the_known_ones(key: str) -> None:
    with pytest.raises(Unknown, match=rf"^there is no {key} 'nobody'"):
        read_settings({key: "nobody"})


def test_passes_are_free_none_or_a_number_of_white_s() -> None:
    assert passing_of("free") is FREE
    assert passing_of("none") is NO_PASSING
    assert passing_of(6) == white_passes(6) == Passing(6, black=0, white=6)
    assert [passing.ends_games for passing in (FREE, NO_PASSING, white_passes(6))] == [True, False, False]
    assert Passing("one each", black=1, white=1).ends_games
    assert (white_passes(0).white, white_passes(10_000).white) == (0, 10_000)


@pytest.mark.parametrize(
    ("moves", "shown"),
    [(-1, "-1"), (101, "101"), (True, "True"), (1.0, "1.0"), ("2", "'2'"), (None, "None")],
)
def test_perft_counts_sequences_of_0_to_100_moves(moves: object, shown: str) -> None:
    dot = start(rules.get("go"), rules.Size(1, 1))
    assert [perft(dot, count) for count in (0, 1, 100)] == [1, 1, 0]
    with pytest.raises(BadValue) as caught:
        perft(dot, moves)
    assert str(caught.value) == f"perft counts sequences of 0 to 100 moves, not of {shown}"
