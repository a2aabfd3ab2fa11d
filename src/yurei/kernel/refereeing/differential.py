"""Comparison of the compiled referee with the table, the authority: tries of all kinds, judged and told by both.

Compared are the reason, all that Black, White and the audience are told, their boards, the true board, the side to
move, how the game ended, and the tries refused in this turn. Now and then the compiled game is
made anew from its own world: from there on it must go on as the table does.

The class ``yurei.referee.table.Table`` is passed in: the kernel does not import the true board.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from yurei import referee as referees
from yurei.errors import YureiError
from yurei.kernel.differential import RULESETS, SIZES, Comparison
from yurei.kernel.refereeing.refereed import LISTENERS, Refereed
from yurei.referee import EVERYTHING, Captures, FailedTry, Referee
from yurei.referee.compilable import unknown_choices
from yurei.referee.settings import Settings
from yurei.rules.board import board_text, is_legal
from yurei.rules.judge import Verdict, is_move, lose_turn
from yurei.rules.points import Size, size_of
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import PASS, RESIGN, State, Try, ghost, stone

LONGEST = 1500
"""Most tries of a game of the comparison."""
KOMI = (None, None, 0, 0.5, -3, 6, 7.5, 100)


def compare(seed: int, tries: int, table_class: type[Any]) -> Comparison:
    """Compare games of all rulesets, options, referees and sizes until this many tries have been made.

    Args:
        seed: Seed of the games.
        tries: Number of tries, 1 or more.
        table_class: ``Table``.
    """
    found, chance = Comparison(), Random(seed)
    while found.tries < tries:
        ruleset, options = chance.choice(RULESETS)
        size = size_of(chance.choice(SIZES))
        referee, game_seed = any_referee(chance), chance.getrandbits(60)
        found.plus(compare_game(ruleset, options, size, referee, game_seed, table_class, tries - found.tries))
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
        lonely = any(
            cell > 2 and all(cells[beside] != cell - 2 for beside in size.neighbours[point])
            for point, cell in enumerate(cells)
        )
        if not lonely and is_legal(cells, size):
            return board_text(cells, size)
    return None


def compare_game(
    ruleset: str | Ruleset,
    options: Mapping[str, Any],
    size: Size,
    referee: Referee,
    seed: int,
    table_class: type[Any],
    tries: int = LONGEST,
) -> Comparison:
    """Compare one game, or its first tries.

    Args:
        ruleset, options, size, referee: The game.
        seed: Seed of the game.
        table_class: ``Table``.
        tries: Most tries.
    """
    chance, found = Random(seed), Comparison()
    verdicts: list[Verdict] = []
    table, setup = _table(table_class, ruleset, options, size, referee, chance, verdicts)
    settings = table.settings
    game = Refereed.of(settings, setup, most=LONGEST + 1)
    longest = min(tries, LONGEST, 5 * size.points + 30)
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
            wrong = _unlike_moves(
                game, verdicts[-1].after if answer.accepted or not over else lose_turn(verdicts[-1].after)
            )
        if wrong is not None:
            what = f"{settings.ruleset.slug} {dict(options)} {size} {referee} seed {seed} try {number} {tried}"
            found.differences.append(f"{what} on {board_text(verdicts[-1].after.cells, size)}: {wrong}")
            return found
    return found


def _table(
    table_class: type[Any],
    ruleset: str | Ruleset,
    options: Mapping[str, Any],
    size: Size,
    referee: Referee,
    chance: Random,
    verdicts: list[Verdict],
) -> tuple[Any, str | None]:
    """Return a table with a random komi, first mover and position; and that position."""
    given: dict[str, Any] = {**options, "first": chance.choice([None, None, "white"]), "komi": chance.choice(KOMI)}
    if chance.random() < 0.1:
        given |= {"handicap": chance.choice([2, 5, 9])}
    try:
        table = table_class(ruleset, referee=referee, size=size, witness=verdicts.append, **given)
    except YureiError:  # komi where nothing is scored, a handicap on a small board
        table = table_class(ruleset, referee=referee, size=size, witness=verdicts.append, **options)
    if table.settings.handicap or chance.random() < 0.5:
        return table, None
    setup = any_setup(table.settings, chance)
    return table_class.of(table.settings, setup, verdicts.append), setup


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
    game: Refereed, table: Any, verdict: Verdict, told: Mapping[str, Any], accepted: bool, refused: set[Try]
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


__all__ = ["any_referee", "any_setup", "compare", "compare_game"]
