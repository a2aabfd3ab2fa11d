"""Repetition rules: ko, positional and situational superko, and the draw by repetition.

Every rule has its own memory, which is immutable and as small as possible. A memory is made from the starting position
and updated by ``after_placement``, ``after_pass`` and ``after_lost_turn``; only the rule reads its contents.
"""

from typing import Any

from yurei.rules.board import BLACK, Colour
from yurei.rules.ruleset import DrawCounts, Repetition, Ruleset

Memory = Any
"""Memory of a repetition rule; hashable. Only the rule that made it reads it."""


class NoRepetition:
    """Base class of the repetition rules; its own methods remember nothing and forbid nothing."""

    def start(self, position: bytes, to_move: Colour) -> Memory:
        """Return the memory of the starting position."""
        return None

    def forbids(self, memory: Memory, after: bytes, mover: Colour) -> bool:
        """Return whether the rule forbids the mover to make the position ``after``."""
        return False

    def after_placement(self, memory: Memory, before: bytes, after: bytes, mover: Colour) -> Memory:
        """Return the memory after the mover's placement has turned ``before`` into ``after``."""
        return memory

    def after_pass(self, memory: Memory, position: bytes, mover: Colour) -> Memory:
        """Return the memory after the mover has passed."""
        return memory

    def after_lost_turn(self, memory: Memory, position: bytes, mover: Colour) -> Memory:
        """Return the memory after a refused try has cost the mover's turn."""
        return memory

    def ends_in_draw(self, memory: Memory, after: bytes, mover: Colour) -> bool:
        """Return whether the mover's placement, which made the position ``after``, ends the game in a draw."""
        return False


class SimpleKo(NoRepetition):
    """Simple ko: a placement may not recreate "the position ... just before the opponent's last placement".

    Remembers for each colour the position that it may not make, or None.
    """

    def start(self, position: bytes, to_move: Colour) -> Memory:
        return (None, None)

    def forbids(self, memory: Memory, after: bytes, mover: Colour) -> bool:
        return bool(memory[mover - 1] == after)

    def after_placement(self, memory: Memory, before: bytes, after: bytes, mover: Colour) -> Memory:
        return self._banned(memory, mover, before)

    def after_pass(self, memory: Memory, position: bytes, mover: Colour) -> Memory:
        # "A pass by the opponent lifts the ban."
        return self._banned(memory, mover, None)

    @staticmethod
    def _banned(memory: Memory, mover: Colour, position: bytes | None) -> Memory:
        return (memory[0], position) if mover is BLACK else (position, memory[1])


class PositionalSuperko(NoRepetition):
    """Positional superko: "a placement may not recreate any earlier position of the game"."""

    def start(self, position: bytes, to_move: Colour) -> Memory:
        return frozenset([position])

    def forbids(self, memory: Memory, after: bytes, mover: Colour) -> bool:
        return after in memory

    def after_placement(self, memory: Memory, before: bytes, after: bytes, mover: Colour) -> Memory:
        return memory | {after}


class SituationalSuperko(NoRepetition):
    """Situational superko: "a placement may not recreate any earlier situation"; a pass makes one too."""

    def start(self, position: bytes, to_move: Colour) -> Memory:
        return frozenset([(position, to_move)])

    def forbids(self, memory: Memory, after: bytes, mover: Colour) -> bool:
        return (after, mover.opponent) in memory

    def after_placement(self, memory: Memory, before: bytes, after: bytes, mover: Colour) -> Memory:
        return memory | {(after, mover.opponent)}

    def after_pass(self, memory: Memory, position: bytes, mover: Colour) -> Memory:
        return memory | {(position, mover.opponent)}

    def after_lost_turn(self, memory: Memory, position: bytes, mover: Colour) -> Memory:
        # "The colour to move changes, so it makes a situation."
        return self.after_pass(memory, position, mover)


class DrawOnThird(NoRepetition):
    """Draw by repetition: the game is drawn when "the same position stands on the board for the third time".

    Remembers the positions that occurred once and those that occurred twice.
    """

    def __init__(self, counts: DrawCounts) -> None:
        self._situations = counts is DrawCounts.SITUATIONS

    def _occurrence(self, position: bytes, to_move: Colour) -> Memory:
        return (position, to_move) if self._situations else position

    def start(self, position: bytes, to_move: Colour) -> Memory:
        return frozenset([self._occurrence(position, to_move)]), frozenset()

    def after_placement(self, memory: Memory, before: bytes, after: bytes, mover: Colour) -> Memory:
        once, twice = memory
        occurrence = self._occurrence(after, mover.opponent)
        return (once, twice | {occurrence}) if occurrence in once else (once | {occurrence}, twice)

    def ends_in_draw(self, memory: Memory, after: bytes, mover: Colour) -> bool:
        return self._occurrence(after, mover.opponent) in memory[1]


_RULES: dict[tuple[Repetition, DrawCounts], NoRepetition] = {
    (repetition, counts): rule
    for counts in DrawCounts
    for repetition, rule in (
        (Repetition.SIMPLE_KO, SimpleKo()),
        (Repetition.POSITIONAL_SUPERKO, PositionalSuperko()),
        (Repetition.SITUATIONAL_SUPERKO, SituationalSuperko()),
        (Repetition.DRAW_ON_THIRD, DrawOnThird(counts)),
    )
}


def repetition_rule(ruleset: Ruleset) -> NoRepetition:
    """Return the repetition rule of a ruleset."""
    return _RULES[ruleset.repetition, ruleset.draw_counts]
