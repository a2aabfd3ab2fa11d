"""Rows of the lists of games, referees and seatings; settings; a new game that is one file and one line; public names."""

import dataclasses
import importlib
import importlib.util
import itertools
import json
import pkgutil
import random
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import yurei
import yurei.referee
import yurei.rules
from tests.inputs import check_sentence
from tests.newcomer import NEWCOMER
from tests.playing import Game, random_game
from yurei import errors, rules
from yurei import referee as referees
from yurei.apps.cli.common import EXTRAS, USAGE, exit_on_errors
from yurei.apps.jsonlines import Session
from yurei.errors import BadSettings, Unknown, YureiError
from yurei.referee import Captures, Referee
from yurei.referee import seating as seatings
from yurei.referee.seating import AUDIENCE, Seating
from yurei.referee.settings import KEYS, Settings, read_settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules import BLACK, WHITE, Ruleset, Size
from yurei.rules.ruleset import OF_THE_GAME, Capture, DrawCounts, Repetition, Scoring, Suicide

SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
GAMES = [*rules.ALL, NEWCOMER]


def by_slug(row: object) -> str:
    return str(getattr(row, "slug", row))


def is_one_sentence(text: str) -> bool:
    return text == text.strip() and text[:1].isupper() and text.endswith(".") and "\n" not in text and len(text) <= 160


@pytest.mark.parametrize("rows", [GAMES, referees.ALL, seatings.ALL], ids=["games", "referees", "seatings"])
def test_every_row_has_names_of_its_own_and_a_sentence(rows: list[Ruleset | Referee | Seating]) -> None:
    find = {Ruleset: rules.get, Referee: referees.get, Seating: seatings.get}[type(rows[0])]
    assert [find(row.slug) for row in rows if row is not NEWCOMER] == [row for row in rows if row is not NEWCOMER]
    for row in rows:
        assert SLUG.fullmatch(row.slug), row.slug
        assert row.title == row.title.strip() != ""
        assert is_one_sentence(row.summary), row.summary
    assert len({row.slug for row in rows}) == len({row.title for row in rows}) == len(rows)
    assert len({row.summary for row in rows}) == len(rows)


OPTIONS = [
    *("capture", "suicide", "repetition", "draw_counts", "passing", "ghosts", "scoring", "komi"),
    *(*OF_THE_GAME, "no_move_loses", "draw_by_agreement", "two_game_match", "tie_break"),
]


@pytest.mark.parametrize("ruleset", GAMES, ids=by_slug)
def test_every_choice_that_is_not_the_usual_one_has_its_sentence(ruleset: Ruleset) -> None:
    usual = {field.name: field.default for field in dataclasses.fields(Ruleset)}
    for option in OPTIONS:
        if getattr(ruleset, option) != usual[option]:
            assert is_one_sentence(ruleset.sentences[option].replace("one's", "One's")), option
    assert ruleset.sentences.keys() <= set(OPTIONS)


@pytest.mark.parametrize("ruleset", GAMES, ids=by_slug)
def test_a_game_names_its_page_and_claims_something(ruleset: Ruleset) -> None:
    assert ruleset.source.startswith("https://")
    assert ruleset.version >= 1
    assert ruleset.examples
    claims = [example.claim for example in ruleset.examples]
    assert [claim for claim in claims if not is_one_sentence(claim) or claims.count(claim) > 1] == []


@pytest.mark.parametrize("ruleset", GAMES, ids=by_slug)
def test_a_game_ends(ruleset: Ruleset) -> None:
    """A random game on a small board comes to an end; whoever has tried everything in vain resigns."""
    chance, table, refused = random.Random(ruleset.slug), Table(ruleset, size=3), set[str]()
    everything = [*Size(3, 3).names(range(9)), "pass"]
    for _ in range(4000):
        if table.to_move is None:
            break
        left = [attempt for attempt in everything if attempt not in refused]
        attempt = chance.choice(left) if left else "resign"
        accepted = table.attempt(table.to_move, attempt).accepted
        refused = set() if accepted else refused | {attempt}
    assert table.result is not None


DEGREES = [Captures.NOTHING, Captures.COUNT, Captures.POINTS]


@pytest.mark.parametrize("referee", referees.ALL, ids=by_slug)
def test_a_referee_row_does_not_contradict_itself(referee: Referee) -> None:
    assert DEGREES.index(referee.owner_hears) >= DEGREES.index(referee.captures)
    assert referee.vanishes or referee.owner_hears is not Captures.POINTS  # points would say what the board hides
    assert referee.hides or (referee.vanishes and referee.captures is Captures.POINTS)
    assert not referee.lone_self_atari
    assert referee.failed_try == "retry"
    assert referee.version >= 1


@pytest.mark.parametrize("seating", seatings.ALL, ids=by_slug)
def test_colours_take_turns_and_black_sits_first(seating: Seating) -> None:
    assert [seat.colour for seat in seating.seats] == [BLACK, WHITE] * (len(seating.seats) // 2)
    names = [seat.name for seat in seating.seats]
    assert len(set(names)) == len(names)
    assert AUDIENCE.name not in names
    assert AUDIENCE.board not in {seat.board for seat in seating.seats}
    assert (seating.first(BLACK), seating.first(WHITE)) == (0, 1)
    assert [seating.seat(name) for name in names] == list(seating.seats)
    assert seating.seat("audience") is AUDIENCE


every_value: dict[str, st.SearchStrategy[Any]] = {
    "width": st.integers(1, 25),
    "height": st.integers(1, 25),
    "ruleset": st.sampled_from([ruleset.slug for ruleset in rules.ALL]),
    "capture": st.sampled_from([option.value for option in Capture]),
    "suicide": st.sampled_from([option.value for option in Suicide]),
    "repetition": st.sampled_from([option.value for option in Repetition]),
    "draw_counts": st.sampled_from([option.value for option in DrawCounts]),
    "passing": st.one_of(st.sampled_from(["free", "none"]), st.integers(0, 20)),
    "white_passes": st.integers(0, 20),
    "scoring": st.sampled_from([option.value for option in Scoring]),
    **dict.fromkeys(("ghosts", "draw_by_agreement", "two_game_match", "tie_break", "lone_self_atari"), st.booleans()),
    "komi": st.integers(-20, 20).map(lambda number: number / 2),
    "referee": st.sampled_from([referee.slug for referee in referees.ALL]),
    "failed_try": st.sampled_from(["retry", "lose-turn"]),
    "sight": st.integers(-1, 50),
    "first": st.sampled_from(["black", "white"]),
    "seating": st.sampled_from([seating.slug for seating in seatings.ALL]),
    "handicap": st.sampled_from([0, 2, 5, 9]),
}


@given(st.fixed_dictionaries({}, optional=every_value))
def test_settings_are_refused_with_a_sentence_or_written_and_read_again(given_: dict[str, Any]) -> None:
    try:
        settings = read_settings(given_)
    except BadSettings as error:
        check_sentence(str(error))
        return
    plain = settings.plain()
    assert set(plain) == set(KEYS) == set(every_value)
    assert read_settings(plain) == settings
    assert {key for key in given_ if plain[key] != given_[key]} <= {"passing", "white_passes"}
    assert all(isinstance(value, str | int | float | None) for value in plain.values())


@pytest.mark.parametrize("ruleset", rules.ALL, ids=by_slug)
def test_every_game_referee_and_seating_combine(ruleset: Ruleset) -> None:
    for referee, seating in itertools.product(referees.ALL, seatings.ALL):
        settings = Table(ruleset.slug, referee=referee.slug, seating=seating.slug).settings
        assert (settings.ruleset, settings.referee, settings.seating) == (ruleset, referee, seating)
        assert isinstance(settings, Settings)
        assert read_settings(settings.plain()) == settings


def test_all_errors_are_one_tree() -> None:
    raised = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(raised) >= 10
    assert all(issubclass(error, YureiError) and error.__doc__ for error in raised)


PACKAGES = [yurei.rules, yurei.referee]
MODULES = [info.name for each in PACKAGES for info in pkgutil.iter_modules(each.__path__, f"{each.__name__}.")]


@pytest.mark.parametrize("name", [*MODULES, "yurei.rules", "yurei.referee", "yurei.languages", "yurei"])
def test_public_names_of_a_module_exist_and_are_sorted(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    names = getattr(module, "__all__", [])
    assert list(names) == sorted(names, key=lambda word: (not word.isupper(), not word[0].isupper(), word))
    assert all(hasattr(module, word) for word in names)


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'yurei' has no attribute 'ghost'"):
        getattr(yurei, "ghost")  # noqa: B009 - a name that the type checker does not know


def test_a_new_game_is_found_once_it_is_listed(new_ruleset: Ruleset) -> None:
    settings = Table(new_ruleset.slug).settings
    assert rules.get(new_ruleset.slug) is new_ruleset == settings.ruleset
    assert read_settings(settings.plain()) == settings
    with pytest.raises(Unknown, match=rf"did you mean 'both-ways-go'\?.* {rules.ALL[-2].slug}, both-ways-go$"):
        rules.get("both-way-go")


@pytest.mark.parametrize("seating", seatings.ALL, ids=by_slug)
@pytest.mark.parametrize("referee", referees.ALL, ids=by_slug)
def test_a_new_game_is_played_under_every_referee_and_seating(
    new_ruleset: Ruleset, referee: Referee, seating: Seating
) -> None:
    game = Game(None, "", new_ruleset.slug, 4, referee=referee.slug, seating=seating.slug)
    openings = {seat.name: game.table.view(seat.name) for seat in (*seating.seats, AUDIENCE)}
    random_game(random.Random(1), 60, game)
    assert len(game.answers) > 40
    for name, opening in openings.items():
        view = game.table.view(name)
        assert View.of(opening, view.heard) == view
    assert all(answer.said(language) for answer in game.answers for language in ("en", "de"))


def test_the_line_protocol_plays_a_new_game(new_ruleset: Ruleset) -> None:
    session = Session()
    settings = {"ruleset": new_ruleset.slug, "width": 2}
    lines = [
        {"op": "new", "settings": {**settings, "height": 2, "first": "white"}, "setup": "BW/B."},
        {"op": "try", "kind": "stone", "point": "B1"},
        {"op": "perft", "settings": {**settings, "height": 1}, "n": 2},
    ]
    begun, tried, counted = (json.loads(session.answer(json.dumps(line)) or "null") for line in lines)
    assert begun["settings"]["komi"] == 0.5
    assert tried["boards"]["reference"] == "../.."
    assert tried["en"].endswith("captured the following stones: A1, A2. White has lost the following stones: B1, B2.")
    assert counted == {"n": 5}  # a second stone would bring the empty board back to Black


def test_importing_yurei_loads_no_compiler() -> None:
    program = "import sys, yurei; yurei.Table('go').attempt('black', 'E5'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(("missing", "extra"), EXTRAS.items())
def test_a_command_that_lacks_a_package_names_the_extra_that_brings_it(
    capsys: pytest.CaptureFixture[str], missing: str, extra: str
) -> None:
    with pytest.raises(SystemExit) as ended, exit_on_errors():
        raise ModuleNotFoundError(name=f"{missing}.inside")
    assert ended.value.code == USAGE
    assert capsys.readouterr().err == f"yurei: this needs {missing}, which is not installed: pip install '.[{extra}]'\n"
