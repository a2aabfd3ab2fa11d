"""Entries into compiled code: one per use and ruleset, each with its rules as a literal.

A factory per use makes them, closed over the rules and the functions that these need. The entry for ``ANY`` rules
reads them from its argument ``flags``: 20 % slower, for every combination without an entry of its own.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba import njit

from yurei.kernel import cache, compiling, core, playouts

_compiled = njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, pipeline_class=compiling.Entry)  # type: ignore[call-overload]

Entry = Callable[..., Any]
Rules = int | None
ANY: Rules = None
"""Key of the entry whose rules are not a literal."""


def entry(function: Callable[..., Any], name: str | None = None) -> Any:
    """Compile a function when it is first called, and cache the result.

    Args:
        function: The function. One made by a factory needs a name of its own, since the cache finds it by that.
        name: The name.
    """
    if name is not None:
        function.__name__ = function.__qualname__ = name
    made = _compiled(function)
    if made is not function:  # it is ``function`` itself if numba is told not to compile
        with cache.kept():
            made._cache = cache.Kept(function)
    return made


class ByRules(dict[Rules, Entry]):
    """Entries of one use by the flags of their rules. Other flags find the entry for ``ANY`` rules."""

    def __missing__(self, flags: Rules) -> Entry:
        return self[ANY]


def by_rules(name: str, make: Callable[[Rules], Entry], rulesets: Mapping[str, int]) -> ByRules:
    """Return the entries of one use: one for each of these rules, and one for ``ANY`` rules.

    Args:
        name: The use.
        make: Makes the function for some rules.
        rulesets: Flags of rules, by name.
    """
    named = {**rulesets, "any": ANY}
    return ByRules({rules: entry(make(rules), f"{name}_{ruleset}") for ruleset, rules in named.items()})


def chooser(rules: Rules) -> Entry:
    """Return the function that chooses a move at random: with ghosts or without."""
    return core.random_move_with_ghosts if rules is None or rules & core.GHOSTS else core.random_move


GO = 0
NEW_ZEALAND = core.ALLOWED | core.SITUATIONAL
TROMP_TAYLOR = core.ALLOWED | core.POSITIONAL
ALTER_IGO = core.SIMULTANEOUS | core.LONE_LOSES | core.THIRD
NO_SEKI_GO = core.GHOSTS | core.SITUATIONAL
RULESETS: Mapping[str, int] = {
    "go": GO,
    "new_zealand": NEW_ZEALAND,
    "tromp_taylor": TROMP_TAYLOR,
    "alter_igo": ALTER_IGO,
    "no_seki_go": NO_SEKI_GO,
}


_OPTIONS = {"": 0, "_no_eyes": core.NO_EYES, "_told": core.INFORMED}


def _games(rules: Rules) -> Entry:
    """Make random games; those of go that fill no own eyes are played on a board of their own."""
    choose = chooser(rules)

    def games(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
        return core.many_games(
            template, s, t, seeds, plies, scores, winners, komi, scoring, flags if rules is None else rules, choose
        )

    def games_on_playout_board(template, s, t, seeds, plies, scores, winners, komi, scoring, flags):
        return playouts.many_games(template, s, seeds, plies, scores, winners, komi, scoring)

    return games_on_playout_board if rules == GO | core.NO_EYES else games


def _perft(rules: Rules) -> Entry:
    """Make a count of sequences of moves."""

    def perft(states, tables, tried, flags, complete):
        return core.count_sequences(states, tables, tried, flags if rules is None else rules, complete)

    return perft


def _trace(rules: Rules) -> Entry:
    """Make a trace of random tries."""

    def trace(s, t, x, log, gone, flags):
        return core.trace(s, t, x, log, gone, (flags if rules is None else rules) | core.INFORMED)

    return trace


GAMES = by_rules(
    "games", _games, {name + more: rules | bits for name, rules in RULESETS.items() for more, bits in _OPTIONS.items()}
)
PERFT = by_rules("perft", _perft, RULESETS)
TRACE = by_rules("trace", _trace, RULESETS)


# Ownership of the points of a position, by playouts.


@entry
def owners_any(template, before, s, t, seeds, balance, flags) -> None:
    """Compiled ``core.sum_owners`` for any rules."""
    core.sum_owners(template, before, s, t, seeds, balance, flags)


@entry
def owners_go(template, before, s, t, seeds, balance, flags) -> None:
    """Compiled ``playouts.sum_owners`` for Go."""
    playouts.sum_owners(template, s, seeds, balance)


OWNERS = ByRules({GO | core.NO_EYES: owners_go, ANY: owners_any})


# Set-up positions; the same for all rules, and not worth an entry each.


@entry
def set_up(s, t, cells, flags) -> None:
    """Compiled ``core.set_up``."""
    core.set_up(s, t, cells, flags)


@entry
def count_points(s, territory) -> tuple[np.int64, np.int64]:
    """Return the points of Black and White on a board."""
    return core.points(s, core.U(s[core.N]), core.U(s[core.W]), territory)
