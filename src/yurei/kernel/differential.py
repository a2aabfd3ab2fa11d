"""Comparison of the kernel with the rules: random tries in compiled code, each judged again by ``yurei.rules``.

Compared are legality, captured and lost pieces, new ataris, the end of the game and its winner, the final board
and the count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from yurei.kernel import core, entries
from yurei.kernel.rulesets import Compiled, compiled, played
from yurei.rules.board import board_text
from yurei.rules.judge import Verdict, judge
from yurei.rules.scoring import points
from yurei.rules.state import PASS, EndedBy, State, Try, ghost, start, stone

LONGEST = 2000
"""Number of moves after which a game of the comparison ends as it stands."""

OLDER: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("go", {}),
    ("new-zealand", {}),
    ("tromp-taylor", {}),
    ("japanese", {}),
    ("alter-igo", {}),
    ("no-seki-go", {}),
    ("go", {"suicide": "allowed"}),
    ("go", {"repetition": "positional-superko"}),
    ("go", {"repetition": "situational-superko"}),
    ("go", {"repetition": "draw-on-third"}),
    ("go", {"repetition": "draw-on-third", "draw_counts": "situations", "suicide": "allowed"}),
    ("alter-igo", {"draw_counts": "situations", "white_passes": 6}),
    ("alter-igo", {"suicide": "allowed", "repetition": "simple-ko", "passing": "free", "scoring": "area"}),
    ("alter-igo", {"repetition": "positional-superko"}),
    ("no-seki-go", {"repetition": "simple-ko"}),
    ("no-seki-go", {"repetition": "positional-superko"}),
    ("no-seki-go", {"repetition": "draw-on-third"}),
)
RULESETS = (*OLDER, *((each.slug, {}) for each in played() if each.slug not in dict(OLDER)))
"""Every game that the kernel plays, and some with options."""
SIZES = (1, 2, 3, 4, 5, 6, 7, 9, 9, 9, 13, 19, (1, 5), (2, 3), (3, 7), (9, 4), (19, 2), (5, 13))


@dataclass
class Comparison:
    """Result of a comparison: numbers of tries and of moves, and a sentence for each difference."""

    tries: int = 0
    plies: int = 0
    differences: list[str] = field(default_factory=list)

    def plus(self, other: Comparison) -> None:
        """Add another comparison's findings."""
        self.tries += other.tries
        self.plies += other.plies
        self.differences += other.differences


def compare(seed: int, plies: int) -> Comparison:
    """Compare games of all rulesets, options and sizes at random until this many moves have been made.

    Args:
        seed: Random seed.
        plies: Number of moves, 1 or more.
    """
    found = Comparison()
    chance = np.random.default_rng(seed)
    while found.plies < plies:
        ruleset, options = RULESETS[chance.integers(len(RULESETS))]
        size = SIZES[chance.integers(len(SIZES))]
        game = compiled(ruleset, size, most=LONGEST, **options)
        found.plus(compare_game(game, int(chance.integers(1, 2**62)), plies - found.plies))
    return found


def compare_game(game: Compiled, chance: int, plies: int) -> Comparison:
    """Compare one game, or its first moves.

    Args:
        game: The game.
        chance: Random seed of the game.
        plies: Greatest number of moves.
    """
    found = Comparison()
    state, table = game.new_state(), game.new_table()
    entries.set_up(state, table, np.zeros(game.size.points, np.int8), game.flags)
    log, gone = np.zeros((4 * LONGEST, core.TRACED), np.int32), np.zeros(64 * LONGEST, np.int32)
    play = entries.TRACE[game.flags]
    tries, cells = play(state, table, np.uint64(chance | 1), log, gone, game.flags)
    truth = start(game.ruleset, game.size)
    for told in _told(game, log[: int(tries)].tolist(), gone[: int(cells)].tolist()):
        verdict = judge(truth, told.attempt)
        found.tries += 1
        found.plies += verdict.accepted
        if told != _expected(verdict, told):
            found.differences.append(_sentence(game, chance, found.tries, truth, told))
            return found
        truth = verdict.after
        if found.plies >= plies:
            return found
    if board_text(_board(game, state), game.size) != board_text(truth.cells, game.size):
        found.differences.append(_sentence(game, chance, found.tries, truth, "another board"))
    if game.scoring and entries.count_points(state, game.scoring == 2) != points(truth):
        found.differences.append(_sentence(game, chance, found.tries, truth, "another count"))
    return found


@dataclass(frozen=True)
class Traced:
    """A try as the kernel judged it."""

    attempt: Try
    accepted: bool
    captured: tuple[int, ...]
    lost: tuple[int, ...]
    atari: int
    ended: int
    winner: int


def _told(game: Compiled, log: list[list[int]], gone: list[int]) -> Iterator[Traced]:
    width = game.size.width + 1
    point = {cell: (cell // width - 1) * (width - 1) + cell % width - 1 for cell in range(game.cells)}
    at = 0
    for move, accepted, taken, given, atari, ended, winner in log:
        captured = tuple(sorted(point[cell] for cell in gone[at : at + taken]))
        lost = tuple(sorted(point[cell] for cell in gone[at + taken : at + taken + given]))
        at += taken + given
        attempt = PASS if move == core.PASS else stone(point[move]) if move > 0 else ghost(point[-move])
        yield Traced(attempt, bool(accepted), captured, lost, atari, ended, winner)


_ENDED = {
    EndedBy.SCORE: core.BY_PASSES,
    EndedBy.AGREEMENT: core.BY_PASSES,
    EndedBy.LONE_SUICIDE: core.BY_LONE_SUICIDE,
    EndedBy.REPETITION: core.BY_REPETITION,
    EndedBy.NO_MOVE: core.BY_NO_MOVE,
}


def _expected(verdict: Verdict, told: Traced) -> Traced:
    """Return what the kernel should have said. A game may have ended by its length, which the rules do not know."""
    result = verdict.after.result
    ended = core.BY_LENGTH if told.ended == core.BY_LENGTH else core.GOING_ON
    settled = result is not None and result.by in (EndedBy.LONE_SUICIDE, EndedBy.NO_MOVE)
    return Traced(
        verdict.attempt,
        verdict.accepted,
        tuple(sorted(verdict.captured)),
        tuple(sorted(verdict.own_losses)),
        sum(verdict.atari),
        ended if result is None else _ENDED[result.by],
        int(result.winner) if result is not None and settled and result.winner else 0,
    )


def _board(game: Compiled, state: np.ndarray[Any, Any]) -> bytes:
    return bytes(int(state[core.HEADER + game.point(point)]) for point in range(game.size.points))


def _sentence(game: Compiled, chance: int, number: int, truth: State, told: object) -> str:
    board = board_text(truth.cells, game.size)
    return f"{game.ruleset.slug} {game.size} chance {chance} try {number} on {board}: the kernel says {told}"
