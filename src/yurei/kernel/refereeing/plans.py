"""The plan of a compiled refereed game: its settings, its rules and referee as bits, and its memory layout."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadSettings
from yurei.kernel import core
from yurei.kernel.refereeing import judging
from yurei.kernel.rulesets import Compiled, compiled
from yurei.referee.compilable import check_settings_compilable
from yurei.referee.referee import Captures, FailedTry, Referee
from yurei.referee.settings import Settings
from yurei.referee.sight import EVERYTHING
from yurei.rules.ruleset import Repetition, Suicide
from yurei.rules.state import PASS, RESIGN, Try, ghost, stone

Numbers = NDArray[np.int32]

UNREMEMBERED = 1_000_000
"""Number of moves after which a game ends if past positions are not remembered."""


@dataclass(frozen=True)
class Plan:
    """Data shared by all games of one kind; made once, never changed.

    Attributes:
        settings: The settings of the games.
        game: The game compiled for the kernel; it lasts at most ``game.most`` moves.
        flags: The rules as bits, see ``core``.
        template: int32. The numbers of an empty board.
        words: Number of words of a game.
    """

    settings: Settings
    game: Compiled
    flags: int
    template: Numbers
    words: int

    @property
    def actions(self) -> int:
        """Number of actions, without the resignation."""
        return self.settings.size.points * (2 if self.settings.ruleset.ghosts else 1) + 1

    @cached_property
    def many(self) -> int:
        """Number of words of a set of points."""
        return (self.settings.size.points + 63) // 64

    @cached_property
    def facts(self) -> int:
        """Index at which the facts of a game begin among its numbers."""
        return core.HEADER + core.SECTIONS * self.game.cells

    def tries(self, action: int) -> Try:
        """Return an action as a try."""
        if action >= self.actions - 1:
            return PASS if action == self.actions - 1 else RESIGN
        points = self.settings.size.points
        return stone(action) if action < points else ghost(action - points)


def plan(settings: Settings, most: int | None = None) -> Plan:
    """Return the plan of games with these settings.

    Args:
        settings: Settings; the seating is ``duel``, the board has at most 19 lines each way.
        most: Number of moves after which a game ends as it stands; None for a million, or if past positions
            are remembered for four times the points plus a hundred.

    Raises:
        BadSettings: if the kernel does not know one of them.
    """
    if settings.seating.slug != "duel":
        raise BadSettings(f"the compiled referee knows two players, 'duel', and not {settings.seating.slug!r}")
    check_settings_compilable(settings)
    ruleset, size = settings.ruleset, settings.size
    remembers = ruleset.repetition is not Repetition.SIMPLE_KO
    usual = 4 * size.points + 100 if remembers else UNREMEMBERED
    game = compiled(ruleset, size, usual if most is None else most)
    flags = game.flags | core.INFORMED
    loses_turn = settings.referee.failed_try is FailedTry.LOSE_TURN
    if not remembers and (loses_turn or ruleset.suicide is not Suicide.FORBIDDEN):
        flags |= core.BANNED  # a ban beyond one turn, or after a stone that changes nothing, is no single point
    many = (size.points + 63) // 64
    places = 1 << (3 * game.most + 4).bit_length() if flags & core.HISTORY else 1
    state = game.new_state()
    template = np.zeros(state.size + judging.FACTS + judging.LISTENERS * judging.TOLD, np.int32)
    template[: state.size] = state
    made = Plan(settings, game, flags, template, judging.MASKS * many + places)
    facts = template[state.size :]
    facts[judging.FLAGS], facts[judging.RULING] = flags, ruling(settings.referee)
    facts[judging.FAR] = 0 if settings.referee.sight == EVERYTHING else settings.referee.sight
    facts[judging.SCORING], facts[judging.KOMI] = game.scoring, round(2 * (settings.komi or 0))
    facts[judging.ACTIONS] = made.actions
    facts[judging.BLACK_POINTS] = facts[judging.WHITE_POINTS] = -1
    return made


def ruling(referee: Referee) -> int:
    """Return a referee as bits, without the distance that stones see."""
    return sum(
        bit
        for bit, holds in (
            (judging.ALL_HEAR_POINTS, referee.captures is Captures.POINTS),
            (judging.ALL_HEAR_COUNT, referee.captures is Captures.COUNT),
            (judging.OWNER_HEARS_POINTS, referee.owner_hears is Captures.POINTS),
            (judging.VANISHES, referee.vanishes),
            (judging.SAYS_ATARI, referee.atari),
            (judging.SAYS_REASONS, referee.reasons),
            (judging.SAYS_LONE_SELF_ATARI, referee.lone_self_atari),
            (judging.LOSES_TURN, referee.failed_try is FailedTry.LOSE_TURN),
            (judging.SHOWS_ALL, referee.sight == EVERYTHING),
            (judging.OWNER_HEARS_COUNT, referee.owner_hears is Captures.COUNT),
        )
        if holds
    )


__all__ = ["Numbers", "Plan", "plan", "ruling"]
