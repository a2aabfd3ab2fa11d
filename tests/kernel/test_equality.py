"""The kernel says what the rules say, try by try; and where it did not, it would be noticed."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.day_and_night import by_day_and_night
from yurei.kernel import core
from yurei.kernel.rulesets import compiled, played
from yurei.rules.judge import Reason, Removed, Verdict, judge
from yurei.rules.ruleset import Capture, Repetition, Scoring, Suicide
from yurei.rules.scoring import points
from yurei.rules.state import State, Try
from yurei_research import differential, tracing
from yurei_research.differential import compare

SEEDS = by_day_and_night(
    [(seed, 25_000) for seed in range(1, 5)], [(seed, 1_000_000) for seed in range(101, 111)], seconds=3600
)
"""Where chance begins, and how many moves it has: by day fifty thousand in all, by night ten million."""


def differences(seed: int, moves: int) -> list[str]:
    found = compare(seed, moves)
    assert found.plies >= moves or found.differences
    assert found.tries >= found.plies
    return found.differences


@pytest.mark.by_day
@pytest.mark.parametrize(("seed", "moves"), SEEDS)
def test_moves_of_all_games_are_judged_as_the_rules_judge_them(seed: int, moves: int) -> None:
    assert differences(seed, moves) == []


def test_every_ruleset_and_every_repetition_rule_is_compared() -> None:
    compared = [compiled(slug, 5, **options).ruleset for slug, options in differential.RULESETS]
    assert {each.slug for each in compared} == {each.slug for each in played()}
    for option, values in (
        ("capture", Capture),
        ("suicide", Suicide),
        ("repetition", Repetition),
        ("scoring", Scoring),
    ):
        assert {getattr(each, option) for each in compared} == set(values)


UNCOMPILED = """
from yurei.kernel import RefereedBatch, perft, random_games
from yurei_research.differential import compare_game
from yurei.kernel.rulesets import compiled, played

for number, ruleset in enumerate(played()):
    found = compare_game(compiled(ruleset.slug, 4, most=40), 3 + number, 40)
    assert found.tries and not found.differences, found.differences
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


def test_uncompiled_it_says_the_same() -> None:
    done = python(UNCOMPILED + BOTH, NUMBA_DISABLE_JIT="1")
    here = python(BOTH)
    assert done.stderr == ""
    assert done.stdout == here.stdout


def python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "PYTHONPATH": "research/src", **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def noticed() -> list[str]:
    """The first differences that are found in many short comparisons."""
    return next((found for seed in range(100) if (found := compare(seed, 300).differences)), [])


# The test is tested: a judge that errs in one thing is found out -----------------------------------------------------


def hears_no_atari(verdict: Verdict) -> Verdict:
    return replace(verdict, atari=frozenset())


def hears_atari_of_the_other(verdict: Verdict) -> Verdict:
    return replace(verdict, atari=frozenset(colour.opponent for colour in verdict.atari))


def takes_one_less(verdict: Verdict) -> Verdict:
    gone = verdict.removed
    return replace(verdict, removed=replace(gone, black_stones=gone.black_stones[1:]))


def mistakes_whose_stones_went(verdict: Verdict) -> Verdict:
    gone = verdict.removed
    return replace(verdict, removed=Removed(gone.white_stones, gone.black_stones, gone.white_ghosts, gone.black_ghosts))


def sees_no_replaced_ghost(verdict: Verdict) -> Verdict:
    return replace(verdict, removed=replace(verdict.removed, replaced=None))


def refuses_captures(verdict: Verdict) -> Verdict:
    return replace(verdict, reason=Reason.KO) if verdict.captured else verdict


def allows_suicide(verdict: Verdict) -> Verdict:
    return replace(verdict, reason=None) if verdict.reason is Reason.SUICIDE else verdict


def knows_no_ko(verdict: Verdict) -> Verdict:
    return replace(verdict, reason=None) if verdict.reason is Reason.KO else verdict


def knows_no_superko(verdict: Verdict) -> Verdict:
    return replace(verdict, reason=None) if verdict.reason is Reason.REPETITION else verdict


def never_ends(verdict: Verdict) -> Verdict:
    return replace(verdict, after=replace(verdict.after, result=None))


def crowns_the_other(verdict: Verdict) -> Verdict:
    result = verdict.after.result
    if result is None or result.winner is None:
        return verdict
    return replace(verdict, after=replace(verdict.after, result=replace(result, winner=result.winner.opponent)))


WRONG = [
    hears_no_atari,
    hears_atari_of_the_other,
    takes_one_less,
    mistakes_whose_stones_went,
    sees_no_replaced_ghost,
    refuses_captures,
    allows_suicide,
    knows_no_ko,
    knows_no_superko,
    never_ends,
    crowns_the_other,
]


@pytest.mark.parametrize("error", WRONG, ids=lambda error: error.__name__)
def test_errors_of_a_faulty_judge_are_detected(
    error: Callable[[Verdict], Verdict], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(state: State, attempt: Try) -> Verdict:
        return error(judge(state, attempt))

    monkeypatch.setattr(differential, "judge", wrong)
    assert noticed()


def test_a_wrong_count_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differential, "points", lambda state: tuple(reversed(points(state))))
    assert noticed()


# ... and so is a kernel that does ------------------------------------------------------------------------------------

Corrupt = Callable[[Any, Any, Any, int, int], None]


def column(number: int) -> Corrupt:
    def corrupt(state: Any, log: Any, gone: Any, tries: int, cells: int) -> None:
        log[tries // 2, number] ^= 1

    return corrupt


def winner(state: Any, log: Any, gone: Any, tries: int, cells: int) -> None:
    if log[tries - 1, tracing.WHO]:
        log[tries - 1, tracing.WHO] = 3 - log[tries - 1, tracing.WHO]


def removed(state: Any, log: Any, gone: Any, tries: int, cells: int) -> None:
    if cells > 1:
        gone[: cells - 1] = gone[1:cells]


def board(state: Any, log: Any, gone: Any, tries: int, cells: int) -> None:
    first = core.HEADER + 2 * int(state[core.W]) + 1 if state[core.HEIGHT] > 1 else core.HEADER + int(state[core.W]) + 1
    state[first] = (state[first] + 1) % 3


CORRUPT = {
    "is move": column(tracing.IS_MOVE),
    "captured": column(tracing.TAKEN),
    "lost": column(tracing.GIVEN),
    "atari": column(tracing.NEW_ATARI),
    "end": column(tracing.HOW),
    "winner": winner,
    "what was removed": removed,
    "board": board,
}


@pytest.mark.parametrize("corrupt", CORRUPT.values(), ids=CORRUPT)
def test_a_kernel_that_errs_is_found_out(corrupt: Corrupt, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(entry: Any) -> Any:
        def play(state: Any, table: Any, chance: Any, log: Any, gone: Any, flags: int) -> Any:
            tries, cells = entry(state, table, chance, log, gone, flags)
            corrupt(state, log, gone, int(tries), int(cells))
            return tries, cells

        return play

    for rules, entry in tracing.TRACE.items():
        monkeypatch.setitem(tracing.TRACE, rules, wrong(entry))
    assert noticed()


def test_a_difference_is_told_with_the_board_and_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(state: State, attempt: Try) -> Verdict:
        return refuses_captures(judge(state, attempt))

    monkeypatch.setattr(differential, "judge", wrong)
    sentence = noticed()[0]
    assert "chance" in sentence
    assert "on " in sentence
    assert "the kernel says" in sentence
