"""Counts that others have published, counted by the kernel."""

from collections.abc import Callable

import pytest

from tests.counts.test_games import OURS, complete_games
from tests.kernel.page import examples
from yurei import kernel, rules
from yurei.kernel import perft
from yurei.rules import start
from yurei.rules.points import size_of

night = [pytest.mark.nightly, pytest.mark.timeout(3600)]

# No passes, simple ko, no suicide: computer-go mailing list, P. McKenzie.
WITHOUT_PASSES = [
    *((5, moves, count) for moves, count in enumerate((1, 25, 600, 13_800, 303_424, 6_368_416))),
    *((9, moves, count) for moves, count in enumerate((1, 81, 6_480, 511_920, 39_929_136))),
    pytest.param(5, 6, 127_124_176, marks=night),
    pytest.param(5, 7, 2_411_088_112, marks=night),
    pytest.param(9, 5, 3_074_496_080, marks=night),
]


@pytest.mark.parametrize(("lines", "moves", "count"), WITHOUT_PASSES)
def test_there_are_as_many_sequences_of_moves_as_is_published(lines: int, moves: int, count: int) -> None:
    assert perft("go", lines, moves, passing="none") == count


@pytest.mark.parametrize("size", ["2x2", "3x3", "4x1"])
@pytest.mark.parametrize("slug", OURS)
def test_each_ruleset_has_the_count_that_the_rules_have(slug: str, size: str) -> None:
    counts = OURS[slug][size]
    assert tuple(perft(slug, size, moves) for moves in range(1, len(counts) + 1)) == counts


# Positional superko, passes free, suicide allowed: Tromp and Farnebäck, "Combinatorics of Go", table 7.
@pytest.mark.parametrize(("width", "count"), [(1, 1), (2, 9), (3, 907), pytest.param(4, 2_098_407_841, marks=night)])
def test_there_are_as_many_complete_games_as_is_published(width: int, count: int) -> None:
    assert kernel.complete_games("tromp-taylor", (width, 1)) == count
    if width < 4:
        assert kernel.complete_games("tromp-taylor", (1, width)) == count


@pytest.mark.by_day
@pytest.mark.parametrize("slug", ["new-zealand", "no-seki-go"])
@pytest.mark.parametrize("size", ["1x1", "2x1", "3x1"])
def test_there_are_as_many_complete_games_as_the_rules_have(slug: str, size: str) -> None:
    assert kernel.complete_games(slug, size) == complete_games(start(rules.get(slug), size_of(size)))


# OEIS A102620 (1xn), A266278 (2xn), A094777 (nxn); Tromp and Farnebäck (2016). The function is the page's example.
LEGAL = [
    *((1, n, count) for n, count in enumerate((1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413, 50991, 141209), 1)),
    *((2, n, count) for n, count in enumerate((5, 57, 489, 4125, 35117, 299681), 1)),
    *((3, n, count) for n, count in enumerate((15, 489, 12675, 321689), 1)),
    *((4, n, count) for n, count in enumerate((41, 4125, 321689), 1)),
    pytest.param(4, 4, 24_318_165, marks=night),
]


@pytest.fixture(scope="module")
def legal_positions() -> Callable[[int, int], int]:
    return examples()["legal_positions"]  # type: ignore[no-any-return]


@pytest.mark.nightly  # by day tests/counts count them by the rules
@pytest.mark.parametrize(("width", "height", "count"), LEGAL)
def test_as_many_boards_are_legal_as_is_published(
    legal_positions: Callable[[int, int], int], width: int, height: int, count: int
) -> None:
    assert legal_positions(width, height) == count
