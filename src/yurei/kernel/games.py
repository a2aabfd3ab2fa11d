"""Random games, numbers of move sequences, and ownership of points; and the compiled entries for them.

There is an entry per use and ruleset, each with its rules as a literal. One factory per use makes them as closures over
the rules and the functions that these need. The entry for ``ANY`` rules reads them from its argument ``flags``: 20 %
slower, for every combination without its own entry.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadSettings, BadValue, unknown
from yurei.kernel import core, playouts
from yurei.kernel.compiling import entry
from yurei.kernel.rulesets import Compiled, compiled
from yurei.rules.board import BLACK, WHITE
from yurei.rules.points import shorten
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import checked_setup

Entry = Callable[..., Any]
Rules = int | None
ANY: Rules = None  # key of the entry whose rules are not a literal


class ByRules(dict[Rules, Entry]):
    """Compiled variants of one entry by the flags of their rules; other flags get the variant for ``ANY`` rules."""

    def __missing__(self, flags: Rules) -> Entry:
        return self[ANY]


def by_rules(name: str, make: Callable[[Rules], Entry], rulesets: Mapping[str, int]) -> ByRules:
    """Compile a function of the kernel that ``make`` returns for given rules: once for each ruleset, and once for ``ANY``."""
    named = {**rulesets, "any": ANY}
    return ByRules({rules: entry(make(rules), f"{name}_{ruleset}") for ruleset, rules in named.items()})


def get_move_chooser(rules: Rules) -> Entry:
    """Return the function that draws random moves under these rules."""
    return core.random_move_with_ghosts if rules is None or rules & core.GHOSTS else core.random_move


GO = 0
RULESETS: Mapping[str, int] = {
    "go": GO,
    "new_zealand": core.ALLOWED | core.SITUATIONAL,
    "tromp_taylor": core.ALLOWED | core.POSITIONAL,
    "alter_igo": core.SIMULTANEOUS | core.LONE_LOSES | core.THIRD,
    "no_seki_go": core.GHOSTS | core.SITUATIONAL,
}


def _make_random_games(rules: Rules) -> Entry:
    """Return the function that plays many random games; for Go without filling eyes it uses boards of ``playouts``."""
    choose = get_move_chooser(rules)

    def games(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
        return core.many_games(
            template, s, t, seeds, plies, scores, winners, komi, scoring, flags if rules is None else rules, choose
        )

    def games_on_playout_board(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
        return playouts.many_games(template, s, seeds, plies, scores, winners, komi, scoring)

    return games_on_playout_board if rules == GO | core.NO_EYES else games


def _make_perft(rules: Rules) -> Entry:

    def perft(states, tables, tried, flags, complete):
        return core.count_sequences(states, tables, tried, flags if rules is None else rules, complete)

    return perft


_POLICY_FLAGS = {"": 0, "_no_eyes": core.NO_EYES, "_told": core.INFORMED}
GAMES = by_rules(
    "games",
    _make_random_games,
    {name + more: rules | bits for name, rules in RULESETS.items() for more, bits in _POLICY_FLAGS.items()},
)
PERFT = by_rules("perft", _make_perft, RULESETS)


@entry
def owners_any(template, before, s, t, seeds, balance, flags) -> None:
    core.sum_owners(template, before, s, t, seeds, balance, flags)


@entry
def owners_go(template, before, s, t, seeds, balance, flags) -> None:
    playouts.sum_owners(template, s, seeds, balance)


OWNERS = ByRules({GO | core.NO_EYES: owners_go, ANY: owners_any})


@entry
def set_up(s, t, cells, flags) -> None:
    core.set_up(s, t, cells, flags)


@entry
def count_points(s, territory) -> tuple[np.int64, np.int64]:
    """Return the points of Black and White on a board."""
    return core.points(s, core.U(s[core.N]), core.U(s[core.W]), territory)


POLICIES = {"uniform": 0, "no-eyes": core.NO_EYES}


@dataclass(frozen=True)
class Games:
    """Results of random games, one entry per game.

    Attributes:
        plies: int32. Number of moves, passes included.
        score: float64. Black less White, without komi; NaN if the game is not scored.
        winner: int8. 1 for Black, -1 for White, 0 for a draw.
    """

    plies: NDArray[np.int32]
    score: NDArray[np.float64]
    winner: NDArray[np.int8]


def random_games(
    ruleset: str | Ruleset,
    size: object,
    games: int,
    seed: int,
    policy: str = "uniform",
    *,
    most: int | None = None,
    told: bool = False,
    **options: object,
) -> Games:
    """Play random games to their end.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        games: Number of games, 0 or more.
        seed: Random seed; the same seed plays the same games.
        policy: ``uniform`` chooses among all legal moves, the pass among them;
            ``no-eyes`` fills no own eye and passes only if no other move is left.
        most: Number of moves after which a game ends as it stands; None for three times the points.
        told: Whether to compute what a referee tells, too. With ``no-eyes`` the games are then different ones, and
            slower.
        options: Settings by the names of the line protocol, such as ``komi`` or ``repetition``.

    Raises:
        BadValue, Unknown: if one of them is not known, or out of its range.

    >>> played = random_games("go", 9, games=2, seed=1)
    >>> played.plies.shape, played.score.dtype.name
    ((2,), 'float64')
    """
    if not isinstance(policy, str) or policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)
    game = compiled(ruleset, size, most, **options)
    count, first = check_whole(games, "games", 0, 10**9), check_whole(seed, "seed", 0, 2**63 - 1)
    flags = game.flags | POLICIES[policy] | (core.INFORMED if told else 0)
    played = Games(np.empty(count, np.int32), np.empty(count, np.float64), np.empty(count, np.int8))
    with np.errstate(over="ignore"):  # where it is not compiled; 64-bit random states are meant to overflow
        GAMES[flags](
            game.new_state(), _work_space(game), game.new_table(), seeds_from(first, count), played.plies, played.score,
            played.winner, game.komi, game.scoring, flags,
        )  # fmt: skip
    return played


def _work_space(game: Compiled) -> NDArray[np.int32]:
    """Return memory that has room for a state, and for two playout boards with all moves of a game."""
    return np.zeros(max(game.new_state().size, 2 * playouts.ROOM + game.most), np.int32)


def seeds_from(seed: int, count: int) -> NDArray[np.uint64]:
    """Return a seed for each game, uint64[count]; neighbouring values of ``seed`` give unrelated seeds."""
    first = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    seeds: NDArray[np.uint64] = first + np.arange(count, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return seeds


def perft(ruleset: str | Ruleset, size: object, depth: int, **options: object) -> int:
    """Count the sequences of ``depth`` moves from the empty board; passes count as moves, resignations do not.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        depth: Length of the sequences, 0 to 100.
        options: Settings by the names of the line protocol.

    Raises:
        BadValue, Unknown: if one of them is not known, or out of its range.

    >>> perft("go", 5, 3, passing="none")
    13800
    """
    moves = check_whole(depth, "depth", 0, 100)
    game = compiled(ruleset, size, most=1_000_000, **options)
    return _count(game, moves, 4 * moves + 4) if moves else 1


def ownership(
    ruleset: str | Ruleset,
    size: object,
    board: str,
    games: int,
    seed: int,
    *,
    most: int | None = None,
    **options: object,
) -> NDArray[np.float64]:
    """Return the ownership of every point, averaged over random playouts that fill no own eyes.

    Half of the games begin with Black to move, half with White.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        board: The position, see ``yurei.rules.board``; every string of it has a liberty.
        games: Number of games, 2 or more; of an odd number, Black begins one more than White.
        seed: Random seed; the same seed gives the same answer.
        most: Number of moves after which a game ends as it stands; None for three times the points.
        options: Settings by the names of the line protocol, such as ``repetition``.

    Returns:
        float64[height, width], the lowest row first: 1 if Black always owns the point, -1 if White does.

    Raises:
        BadValue, Unknown: if one of them is not known, out of its range, or no position of the game.

    >>> ownership("go", 3, ".B./BBB/...", games=20, seed=1).min()
    np.float64(1.0)
    """
    game = compiled(ruleset, size, most, **options)
    count, first = check_whole(games, "games", 2, 10**7), check_whole(seed, "seed", 0, 2**63 - 1)
    cells = np.frombuffer(checked_setup(game.ruleset, game.size, board), np.int8)
    balance = np.zeros(game.size.points, np.int32)
    seeds, flags = seeds_from(first, count), game.flags | core.NO_EYES
    with np.errstate(over="ignore"):  # where it is not compiled; 64-bit random states are meant to overflow
        for colour, part in ((BLACK, seeds[::2]), (WHITE, seeds[1::2])):
            template, stood = game.new_state(colour), game.new_table()
            set_up(template, stood, cells, game.flags)
            OWNERS[flags](template, stood, _work_space(game), stood.copy(), np.ascontiguousarray(part), balance, flags)
    return balance.reshape(game.size.height, game.size.width) / count


def complete_games(ruleset: str | Ruleset, size: object, **options: object) -> int:
    """Count the games from the empty board to two passes in a row. The rules must have superko, so that games end.

    Args:
        ruleset, size: The game and its board size, at most 4 points; 2x2 takes too long.
        options: Settings by the names of the line protocol.

    Raises:
        BadValue, Unknown: if one of them is not known, or games need not end.

    >>> complete_games("tromp-taylor", "3x1")
    907
    """
    game = compiled(ruleset, size, most=1_000_000, **options)
    if not game.flags & core.SUPERKO:
        raise BadSettings("games are sure to end under 'positional-superko' and 'situational-superko' alone")
    if game.size.points > 4:
        raise BadSettings(f"complete games are counted on at most 4 points, not on {game.size}")
    colourings = 3**game.size.points
    return _count(game, 4 * colourings + 2, 2 * colourings, complete=True)


def _count(game: Compiled, moves: int, positions: int, complete: bool = False) -> int:
    """Allocate memory, and count sequences of moves by ``core.count_sequences``."""
    state = game.new_state()
    tables = np.zeros((moves, 1 << positions.bit_length() if game.flags & core.HISTORY else 1), np.uint64)
    set_up(state, tables[0], np.zeros(game.size.points, np.int8), game.flags)
    states = np.empty((moves, state.size), np.int32)
    states[0] = state
    return int(PERFT[game.flags](states, tables, np.ones(moves, np.uint64), game.flags, complete))


def check_whole(value: object, what: str, least: int, most: int) -> int:
    """Return a value as an ``int``; raise ``BadValue`` unless it is a whole number from ``least`` to ``most``."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not least <= value <= most:
        raise BadValue(f"{what} is a whole number from {least} to {most}, not {shorten(value)}")
    return int(value)
