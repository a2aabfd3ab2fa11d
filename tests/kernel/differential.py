"""Comparison of the kernel with ``yurei.rules``, and of the compiled referee with the table, try by try.

The kernel: random tries in compiled code, each judged again by the rules. The compiled referee: tries of all kinds, judged
and told by both; now and then its game is made anew from its own world, and must go on as the table does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

import numpy as np

from tests.kernel.tracing import TRACE, TRACED
from yurei import referee as referees
from yurei.errors import YureiError
from yurei.kernel import core, games
from yurei.kernel.refereed import LISTENERS, Refereed
from yurei.kernel.rulesets import Compiled, compiled, supported_rulesets
from yurei.referee import EVERYTHING, Captures, FailedTry, Referee
from yurei.referee.compilable import unknown_choices
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import board_text, is_legal, stranded_ghosts
from yurei.rules.judge import Verdict, is_move, judge, lose_turn
from yurei.rules.points import Size, size_of
from yurei.rules.ruleset import Ruleset
from yurei.rules.scoring import points
from yurei.rules.state import PASS, RESIGN, EndedBy, State, Try, ghost, start, stone

LONGEST = 2000  # number of moves after which a game of the comparison ends as it stands

OLDER: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *((slug, {}) for slug in ("go", "new-zealand", "tromp-taylor", "japanese", "alter-igo", "no-seki-go")),
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
RULESETS = (*OLDER, *((each.slug, {}) for each in supported_rulesets() if each.slug not in dict(OLDER)))
"""Every game that the kernel plays, and some with options."""
SIZES = (1, 2, 3, 4, 5, 6, 7, 9, 9, 9, 13, 19, (1, 5), (2, 3), (3, 7), (9, 4), (19, 2), (5, 13))


@dataclass
class Comparison:
    """Result of a comparison: numbers of tries and of moves, and a sentence for each difference."""

    tries: int = 0
    plies: int = 0
    differences: list[str] = field(default_factory=list)

    def plus(self, other: "Comparison") -> None:
        self.tries += other.tries
        self.plies += other.plies
        self.differences += other.differences


def compare(seed: int, plies: int) -> Comparison:
    """Compare games of all rulesets, options and sizes at random until this many moves have been made."""
    found, chance = Comparison(), np.random.default_rng(seed)
    while found.plies < plies:
        ruleset, options = RULESETS[chance.integers(len(RULESETS))]
        game = compiled(ruleset, SIZES[chance.integers(len(SIZES))], most=LONGEST, **options)
        found.plus(compare_game(game, int(chance.integers(1, 2**62)), plies - found.plies))
    return found


def compare_game(game: Compiled, chance: int, plies: int) -> Comparison:
    """Compare one game, or its first moves; ``chance`` is its random seed."""
    found, truth = Comparison(), start(game.ruleset, game.size)
    state, table = game.new_state(), game.new_table()
    games.set_up(state, table, np.zeros(game.size.points, np.int8), game.flags)
    log, gone = np.zeros((4 * LONGEST, TRACED), np.int32), np.zeros(64 * LONGEST, np.int32)
    tries, cells = TRACE[game.flags](state, table, np.uint64(chance | 1), log, gone, game.flags)
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
    if _board(game, state) != truth.cells:
        found.differences.append(_sentence(game, chance, found.tries, truth, "another board"))
    if game.scoring and games.count_points(state, game.scoring == 2) != points(truth):
        found.differences.append(_sentence(game, chance, found.tries, truth, "another count"))
    return found


class Traced(NamedTuple):
    """A try as the kernel judged it."""

    attempt: Try
    accepted: bool
    captured: tuple[int, ...]
    lost: tuple[int, ...]
    atari: int
    ended: int
    winner: int


def _told(game: Compiled, log: list[list[int]], gone: list[int]) -> Iterator[Traced]:
    point, at = {cell: point for point, cell in enumerate(game.points_of.tolist())}, 0
    for move, accepted, taken, given, atari, ended, winner in log:
        points = [point[cell] for cell in gone[at : at + taken + given]]
        captured, lost, at = tuple(sorted(points[:taken])), tuple(sorted(points[taken:])), at + taken + given
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
    captured, lost = tuple(sorted(verdict.captured)), tuple(sorted(verdict.own_losses))
    ended, winner = ended if result is None else _ENDED[result.by], result.winner if result and settled else None
    return Traced(verdict.attempt, verdict.accepted, captured, lost, sum(verdict.atari), ended, int(winner or 0))


def _board(game: Compiled, state: np.ndarray[Any, Any]) -> bytes:
    return bytes(state[core.HEADER + game.points_of].tolist())


def _sentence(game: Compiled, chance: int, number: int, truth: State, told: object) -> str:
    board = board_text(truth.cells, game.size)
    return f"{game.ruleset.slug} {game.size} chance {chance} try {number} on {board}: the kernel says {told}"


MOST_TRIES = 1500  # most tries of a game of the comparison
KOMI = (None, None, 0, 0.5, -3, 6, 7.5, 100)


def compare_with_table(seed: int, tries: int) -> Comparison:
    """Compare games of all rulesets, options, referees and sizes until this many tries have been made."""
    found, chance = Comparison(), Random(seed)
    while found.tries < tries:
        ruleset, options = chance.choice(RULESETS)
        size = size_of(chance.choice(SIZES))
        referee, game_seed = any_referee(chance), chance.getrandbits(60)
        found.plus(compare_game_with_table(ruleset, options, size, referee, game_seed, tries - found.tries))
    return found


def any_referee(chance: Random) -> Referee:
    """Return one of the referees with options, or one whose every choice is random."""
    referee = chance.choice([each for each in referees.ALL if not unknown_choices(each)])
    options: dict[str, Any] = {"lone_self_atari": chance.random() < 0.3}
    if chance.random() < 0.3:
        options["failed_try"] = FailedTry.LOSE_TURN
    if chance.random() < 0.4:
        for key in ("vanishes", "atari", "reasons"):
            options[key] = chance.random() < 0.5
        options["captures"], options["owner_hears"] = chance.choice(list(Captures)), chance.choice(list(Captures))
        options["sight"] = chance.choice([0, 0, 1, 2, 3, 48, EVERYTHING]) if options["vanishes"] else 0
    elif referee.takes_sight and chance.random() < 0.4:
        options["sight"] = chance.choice([1, 2, 3, 5])
    return replace(referee, **options)


def any_setup(settings: Settings, chance: Random) -> str | None:
    """Return a random position in which each string has a liberty and each ghost a string; None for the empty board."""
    size = settings.size
    kinds = (0, 1, 2, 3, 4) if settings.ruleset.ghosts else (0, 1, 2)
    weights = (chance.choice([1, 3, 9]), *[1] * (len(kinds) - 1))
    for _ in range(10):
        cells = bytes(chance.choices(kinds, weights, k=size.points))
        lonely = any(stranded_ghosts(cells, size.neighbours, colour) for colour in (1, 2))
        if not lonely and is_legal(cells, size):
            return board_text(cells, size)
    return None


def compare_game_with_table(
    ruleset: str | Ruleset, options: Mapping[str, Any], size: Size, referee: Referee, seed: int, tries: int = MOST_TRIES
) -> Comparison:
    chance, found = Random(seed), Comparison()
    verdicts: list[Verdict] = []
    table, setup = _table(ruleset, options, chance, referee=referee, size=size, witness=verdicts.append)
    settings = table.settings
    game = Refereed.of(settings, setup, most=MOST_TRIES + 1)
    longest = min(tries, MOST_TRIES, 5 * size.points + 30)
    refused: set[Try] = set()
    for number in range(longest):
        mover = table.to_move
        if mover is None:
            break
        if chance.random() < 0.02:
            world, game = game.world(), Refereed.of(game.plan)
            game.set_world(world)
            refused = set()
        tried = _any_try(settings, chance, verdicts, ends=number > longest - 10)
        answer = table.attempt(mover, tried)
        accepted = game.attempt(tried)
        found.tries += 1
        found.plies += answer.accepted
        over = answer.accepted or referee.failed_try is FailedTry.LOSE_TURN
        refused = set() if over else refused | {tried}
        wrong = _difference(game, table, verdicts[-1], answer.told, accepted, refused)
        if wrong is None and chance.random() < 0.02:
            after = verdicts[-1].after
            wrong = _unlike_moves(game, after if answer.accepted or not over else lose_turn(after))
        if wrong is not None:
            what = f"{settings.ruleset.slug} {dict(options)} {size} {referee} seed {seed} try {number} {tried}"
            found.differences.append(f"{what} on {board_text(verdicts[-1].after.cells, size)}: {wrong}")
            return found
    return found


def _table(
    ruleset: str | Ruleset, options: Mapping[str, Any], chance: Random, **fixed: Any
) -> tuple[Table, str | None]:
    """Return a table with a random komi, first mover and position; and that position."""
    given: dict[str, Any] = {**options, "first": chance.choice([None, None, "white"]), "komi": chance.choice(KOMI)}
    if chance.random() < 0.1:
        given |= {"handicap": chance.choice([2, 5, 9])}
    try:
        table = Table(ruleset, **fixed, **given)
    except YureiError:  # komi where nothing is scored, a handicap on a small board
        table = Table(ruleset, **fixed, **options)
    if table.settings.handicap or chance.random() < 0.5:
        return table, None
    setup = any_setup(table.settings, chance)
    return Table.of(table.settings, setup, fixed["witness"]), setup


def _any_try(settings: Settings, chance: Random, verdicts: list[Verdict], ends: bool) -> Try:
    """Return any try, legal or not: mostly random points, some where a stone just went, some passes, resignations."""
    dice, points = chance.random(), settings.size.points
    if ends or dice < 0.05:
        return PASS
    if dice < 0.051:
        return RESIGN
    point = chance.randrange(points)
    if verdicts and dice < 0.3:
        last = verdicts[-1]
        gone = (*last.captured, *last.own_losses)
        if gone:
            point = chance.choice(gone)
        elif last.attempt.point is not None:
            point = chance.choice([last.attempt.point, *settings.size.neighbours[last.attempt.point]])
    return ghost(point) if settings.ruleset.ghosts and chance.random() < 0.35 else stone(point)


def _difference(
    game: Refereed, table: Table, verdict: Verdict, told: Mapping[str, Any], accepted: bool, refused: set[Try]
) -> str | None:
    """Return a difference between the compiled referee and the table; None if there is none."""
    pairs: list[tuple[str, object, object]] = [
        ("accepted", accepted, verdict.accepted),
        ("reason", game.reason, verdict.reason),
        ("what stands", game.reference, verdict.after.cells),
        ("to move", game.to_move, table.to_move),
        ("result", game.result, table.result),
        ("passed", game.passed, verdict.after.passed),
        ("refused", {game.plan.tries(action) for action in game.refused().nonzero()[0].tolist()}, refused),
    ]
    for listener in LISTENERS:
        pairs.append((f"told {listener}", game.told(listener), told[listener]))
        pairs.append((f"the board of {listener}", game.board(listener), table.view(listener).board))
    for seat, own in zip(LISTENERS, (1, 2), strict=False):
        others = verdict.after.cells.count(3 - own) + verdict.after.cells.count(5 - own)
        if (counted := game.opponent_pieces(seat)) is not None:
            pairs.append((f"pieces known to {seat}", counted, others))
    return next((f"{what}: {ours}, the table says {theirs}" for what, ours, theirs in pairs if ours != theirs), None)


def _unlike_moves(game: Refereed, state: State) -> str | None:
    """Return an action that is a move for only one of the two; None if there is none."""
    for action, legal in enumerate(game.legal().tolist()):
        tried = game.plan.tries(action)
        if (state.result is None and is_move(state, tried)) != bool(legal):
            return f"{tried} is {'a' if legal else 'no'} move"
    return None
