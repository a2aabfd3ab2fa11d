"""The kernel says what the rules say, try by try: judgements, counts, games without legal moves, unknown rulesets."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

import pytest

from tests.counts.test_counts import LEGAL, OURS, complete_games, without_passes
from tests.day_and_night import by_day_and_night
from tests.kernel import differential
from tests.kernel.differential import LONGEST, compare, compare_game, compare_game_with_table
from tests.kernel.test_interface import examples, python
from tests.newcomer import NO_PASS
from yurei import kernel, rules
from yurei.errors import BadSettings
from yurei.kernel import RefereedBatch, core, ownership, perft, random_games
from yurei.kernel.refereed import Refereed
from yurei.kernel.rulesets import BITS, Compiled, compiled, supported_rulesets
from yurei.referee import get as get_referee
from yurei.referee.referee import FailedTry
from yurei.referee.table import Table
from yurei.rules.board import BLACK
from yurei.rules.compilable import KNOWN, VALUES, is_compilable
from yurei.rules.judge import Reason, Verdict, judge
from yurei.rules.points import Size, size_of
from yurei.rules.ruleset import FREE, Capture, Passing, Repetition, Ruleset, Scoring, Suicide, white_passes
from yurei.rules.scoring import points
from yurei.rules.state import EndedBy, Result, start

SEEDS = by_day_and_night(
    [(seed, 25_000) for seed in range(1, 5)], [(seed, 1_000_000) for seed in range(101, 111)], seconds=3600
)
"""Where chance begins, and how many moves it has: by day the first alone, by night ten million in all."""


@pytest.mark.by_day
@pytest.mark.parametrize(("seed", "moves"), SEEDS)
def test_moves_of_all_games_are_judged_as_the_rules_judge_them(seed: int, moves: int) -> None:
    found = compare(seed, moves)
    assert found.differences == []
    assert found.tries >= found.plies >= moves


def test_every_ruleset_and_every_repetition_rule_is_compared() -> None:
    compared = [compiled(slug, 5, **options).ruleset for slug, options in differential.RULESETS]
    assert {each.slug for each in compared} == {each.slug for each in supported_rulesets()}
    for option, values in {
        "capture": Capture,
        "suicide": Suicide,
        "repetition": Repetition,
        "scoring": Scoring,
    }.items():
        assert {getattr(each, option) for each in compared} == set(values)


UNCOMPILED = """
from yurei.kernel import RefereedBatch, perft, random_games
from tests.kernel.differential import compare_game, compare_with_table
from yurei.kernel.rulesets import compiled, supported_rulesets

for number, ruleset in enumerate(supported_rulesets()):
    found = compare_game(compiled(ruleset.slug, 4, most=40), 3 + number, 40)
    assert found.tries and not found.differences, found.differences
assert not compare_with_table(5, 150).differences
"""
BOTH = """
from yurei.kernel import RefereedBatch, perft, random_games

print(random_games("go", 4, 3, 1).plies.tolist())
print(perft("no-seki-go", 3, 2))
batch = RefereedBatch("no-seki-go", 3, 2, 1)
batch.step(batch.random_actions())
print(batch.legal.sum())
for told in (False, True):
    print(random_games("go", 5, 4, 1, "no-eyes", told=told).plies)
"""


def test_uncompiled_code_finds_the_same_differences() -> None:
    assert python(UNCOMPILED + BOTH, NUMBA_DISABLE_JIT="1") == python(BOTH)


def noticed(slug: str = "go") -> list[str]:
    """The first differences that are found in many short games on a small board."""
    game = compiled(slug, 3, most=LONGEST)
    return next((found for chance in range(1, 200) if (found := compare_game(game, chance, 100).differences)), [])


def without(verdict: Verdict, reason: Reason) -> Verdict:
    return replace(verdict, reason=None) if verdict.reason is reason else verdict


def other_winner(verdict: Verdict) -> Verdict:
    result = verdict.after.result
    if result is None or result.winner is None:
        return verdict
    return replace(verdict, after=replace(verdict.after, result=replace(result, winner=result.winner.opponent)))


def refuses_captures(verdict: Verdict) -> Verdict:
    return replace(verdict, reason=Reason.KO) if verdict.captured else verdict


def with_removed(verdict: Verdict, **stones: Any) -> Verdict:
    return replace(verdict, removed=replace(verdict.removed, **stones))


ERRORS: dict[str, tuple[str, Callable[[Verdict], Verdict]]] = {
    "no atari": ("go", lambda verdict: replace(verdict, atari=frozenset())),
    "atari of the other": (
        "go",
        lambda verdict: replace(verdict, atari=frozenset(each.opponent for each in verdict.atari)),
    ),
    "one stone less": ("go", lambda verdict: with_removed(verdict, black_stones=verdict.removed.black_stones[1:])),
    "stones of the other colour": (
        "go",
        lambda verdict: with_removed(
            verdict, black_stones=verdict.removed.white_stones, white_stones=verdict.removed.black_stones
        ),
    ),
    "no replaced ghost": ("no-seki-go", lambda verdict: with_removed(verdict, replaced=None)),
    "captures refused": ("go", refuses_captures),
    "suicide allowed": ("go", lambda verdict: without(verdict, Reason.SUICIDE)),
    "no ko": ("go", lambda verdict: without(verdict, Reason.KO)),
    "no superko": ("tromp-taylor", lambda verdict: without(verdict, Reason.REPETITION)),
    "no end": ("go", lambda verdict: replace(verdict, after=replace(verdict.after, result=None))),
    "another winner": ("alter-igo", other_winner),
}


@pytest.mark.parametrize(("slug", "error"), ERRORS.values(), ids=ERRORS)
def test_errors_of_a_faulty_judge_are_detected(
    slug: str, error: Callable[[Verdict], Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(differential, "judge", lambda state, attempt: error(judge(state, attempt)))
    assert noticed(slug)


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("points", lambda state: tuple(reversed(points(state)))),
        ("_board", lambda game, state: bytes(game.size.points)),
    ],
    ids=["count", "board"],
)
def test_a_wrong_final_board_or_count_is_found_out(part: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, part, wrong)
    assert noticed()


def test_a_difference_is_told_with_the_board_and_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "judge", lambda state, attempt: refuses_captures(judge(state, attempt)))
    assert re.search(r"chance \d+ .*on .*the kernel says", noticed()[0])


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


MEANS = r"^the kernel has not been told what '{}' of ruleset '{}' means"
VALUE = r"^the kernel has not been told of {} [^\n]*as-nobody-had-it[^\n]* Known: [^\n]*$"
UNKNOWN: dict[str, tuple[Ruleset, str]] = {
    "field": (
        WindyRuleset(slug="windy-go", title="Windy Go", source="https://example.org/windy-go", wind="north"),
        MEANS.format("wind", "windy-go"),
    ),
    "cost of a pass": (
        replace(GO, passing=DearPassing(FREE.word, FREE.black, FREE.white, costs=1)),
        MEANS.format("passing.costs", "go"),
    ),
    **{
        key: (replace(GO, **{key: Invented.NEW}), VALUE.format(key))  # type: ignore[arg-type]
        for key in ("capture", "suicide", "repetition", "draw_counts", "scoring", "ghosts")
    },
}


@pytest.mark.parametrize(("ruleset", "sentence"), UNKNOWN.values(), ids=UNKNOWN)
@pytest.mark.parametrize("make", COMPILED.values(), ids=COMPILED)
def test_a_ruleset_that_the_kernel_has_not_been_told_of_is_refused(
    make: Callable[[Ruleset], object], ruleset: Ruleset, sentence: str
) -> None:
    with pytest.raises(BadSettings, match=sentence):
        make(ruleset)


@pytest.mark.parametrize("make", COMPILED.values(), ids=COMPILED)
def test_a_field_that_is_as_by_default_leaves_a_game_compiled(make: Callable[[Ruleset], object]) -> None:
    calm = WindyRuleset(**{each.name: getattr(GO, each.name) for each in fields(GO)})
    make(calm)
    assert is_compilable(replace(calm, passing=DearPassing(FREE.word, FREE.black, FREE.white)))
    assert compiled(calm, 5).flags == compiled(GO, 5).flags


def test_known_fields_are_fields_of_a_ruleset() -> None:
    assert {each.name for each in fields(Ruleset)} >= KNOWN


@pytest.mark.parametrize("field", BITS)
def test_the_kernel_has_bits_for_the_values_that_count_as_compilable(field: str) -> None:
    assert set(BITS[field]) == set(VALUES[field])


GAMES: dict[str, Ruleset] = {
    "in turn": NO_PASS,
    "own stones go": replace(NO_PASS, suicide=Suicide.ALLOWED, repetition=Repetition.POSITIONAL_SUPERKO),
    "at once": replace(
        NO_PASS, capture=Capture.SIMULTANEOUS, suicide=Suicide.LONE_LOSES, repetition=Repetition.SITUATIONAL_SUPERKO
    ),
    "at once, ko": replace(NO_PASS, capture=Capture.SIMULTANEOUS, suicide=Suicide.ALLOWED),
    "draws": replace(NO_PASS, repetition=Repetition.DRAW_ON_THIRD),
    "ghosts": replace(NO_PASS, ghosts=True, scoring=Scoring.AREA, repetition=Repetition.SITUATIONAL_SUPERKO),
    "White passes twice": replace(NO_PASS, passing=white_passes(2), scoring=Scoring.AREA),
}
SIZES = [(1, 1), (1, 2), (2, 2), (1, 5), (2, 3), (3, 3), (4, 3)]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_end_as_under_the_rules(game: Ruleset) -> None:
    ended = 0
    for seed, size in enumerate(SIZES * 4):
        found = compare_game(compiled(game, size, most=LONGEST), 7919 * (seed + 1), 400)
        assert found.differences == []
        ended += found.tries
    assert ended > 100


@pytest.mark.by_day
@pytest.mark.parametrize("failed_try", FailedTry)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_compiled_referee_ends_games_without_moves(game: Ruleset, failed_try: FailedTry) -> None:
    referee = replace(get_referee("common"), failed_try=failed_try)
    for seed, (width, height) in enumerate(SIZES[1:] * 3):
        found = compare_game_with_table(game, {}, Size(width, height), referee, seed)
        assert found.differences == []


@pytest.mark.parametrize(("setup", "size"), [(None, 1), (".B.B/BBBB", (4, 2))])
def test_a_player_without_a_first_move_has_lost(setup: str | None, size: object) -> None:
    slow, fast = (make(NO_PASS, size=size, setup=setup, first="white").result for make in (Table, Refereed))
    assert slow == fast == Result(BLACK, EndedBy.NO_MOVE)


def test_the_length_of_a_game_does_not_hide_its_end() -> None:
    """White's capture in the ko is the second move, the last that fits."""
    games = random_games(NO_PASS, (2, 1), 4, 1, most=2)
    assert games.winner.tolist() == [-1] * 4
    batch = RefereedBatch(NO_PASS, (2, 1), 1, 1, referee="open", most=2)
    for _ in range(2):
        batch.step(batch.random_actions())
    assert batch.terminated.tolist() == [True]
    assert batch.rewards.tolist() == [[-1, 1]]


def test_only_games_that_can_end_without_moves_are_checked() -> None:
    for each in supported_rulesets():
        assert bool(compiled(each, 5).flags & core.MUST_MOVE) == each.can_end_without_moves
    assert not compiled("alter-igo", 5).flags & core.MUST_MOVE
    assert compiled(NO_PASS, 5).flags & core.MUST_MOVE


night = [pytest.mark.nightly, pytest.mark.timeout(3600)]


@pytest.mark.parametrize(("size", "moves", "count"), without_passes(40_000_000, 10**10, 3600))
def test_there_are_as_many_sequences_of_moves_as_is_published(size: Size, moves: int, count: int) -> None:
    assert perft("go", size, moves, passing="none") == count


@pytest.mark.parametrize("size", ["2x2", "3x3", "4x1"])
@pytest.mark.parametrize("slug", OURS)
def test_each_ruleset_has_the_count_that_the_rules_have(slug: str, size: str) -> None:
    counts = OURS[slug][size]
    assert tuple(perft(slug, size, moves) for moves in range(1, len(counts) + 1)) == counts


# Tromp and Farnebäck, "Combinatorics of Go", table 7.
@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907), pytest.param(4, 2_098_407_841, marks=night)])
def test_there_are_as_many_complete_games_as_is_published(width: int, count: int) -> None:
    assert kernel.complete_games("tromp-taylor", (width, 1)) == count


@pytest.mark.by_day
@pytest.mark.parametrize("slug", ["new-zealand", "no-seki-go"])
@pytest.mark.parametrize("size", ["1x1", "2x1", "1x3"])
def test_there_are_as_many_complete_games_as_the_rules_have(slug: str, size: str) -> None:
    assert kernel.complete_games(slug, size) == complete_games(start(rules.get(slug), size_of(size)))


@pytest.mark.nightly  # by day tests/counts count them by the rules
@pytest.mark.timeout(3600)
def test_as_many_boards_are_legal_as_is_published() -> None:
    legal_positions = examples()["legal_positions"]  # the page's example
    assert {size: legal_positions(size.width, size.height) for size in LEGAL} == LEGAL


@pytest.mark.parametrize(
    ("what", "counts"),
    [
        (["--processes", "2"], r"100 plies, [\d,]+ tries, 0 differences; .* plies/s"),
        (["--referee"], r"\d+ plies, 100 tries, 0 differences; .* tries/s"),
    ],
)
def test_the_script_reports_its_plies_tries_and_differences(what: list[str], counts: str) -> None:
    command = [sys.executable, "scripts/differential", *what, "--plies", "100", "--seed", "7"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(rf"{counts}, seed 7\n", said)
