"""Time settings in the three dialects of GTP, and how much of its time an engine spends on a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from yurei.apps.gtp.lines import SYNTAX_ERROR, Refused, number, whole
from yurei.clocks.controls import ZERO, Absolute, Control, Fischer, Left
from yurei.clocks.overtime import ByoYomi, Canadian
from yurei.players import Budget
from yurei.rules.board import BLACK, WHITE, Colour

KINDS = "none absolute byoyomi canadian fischer fischer-capped"
"""What ``kata-time_settings`` knows."""
PART, SURE = 0.04, 0.8
"""A move takes no more than this part of the main time, and of its share in a period."""
LEAST = 0.02
"""Seconds that a move may take although none are left."""


def standard(words: Sequence[str]) -> Control | None:
    """``time_settings main byo-yomi stones``; None for no limit.

    Raises:
        Refused: where these are no time settings.
    """
    if len(words) != 3:
        raise Refused(SYNTAX_ERROR)
    main, step, stones = (whole(word) for word in words)
    if not step:
        return Absolute(main)
    return Canadian(main, step, stones) if stones else None


def dialect(words: Sequence[str]) -> Control | None:
    """``kgs-time_settings`` and ``kata-time_settings``: a kind, and its numbers; None for no limit.

    Raises:
        Refused: where these are no time settings.
    """
    kind, numbers = (words[0], [number(word) for word in words[1:]]) if words else ("", [])
    if any(value < 0 for value in numbers[:3]):
        raise Refused(SYNTAX_ERROR)
    seconds = [int(value) for value in numbers]
    match kind, seconds:
        case "none", []:
            return None
        case "absolute", [main]:
            return Absolute(main)
        case "byoyomi", [main, step, periods] if step and periods:
            return ByoYomi(main, step, periods)
        case "canadian", [main, step, stones] if step and stones:
            return Canadian(main, step, stones)
        case "fischer", [main, step]:
            return Fischer(main, step)
        case "fischer-capped", [main, step, cap, _]:
            return Fischer(main, step, cap)
    raise Refused(SYNTAX_ERROR)


class Clocks:
    """The clocks of both sides, as far as an engine knows them: by what it was told, and by its own moves since."""

    def __init__(self) -> None:
        self._control: Control | None = None
        self._left: dict[Colour, Left] = {}

    def set(self, control: Control | None) -> None:
        """Begin anew with a time control."""
        self._control = control
        self.reset()

    def reset(self) -> None:
        """Begin a new game with the same time control."""
        control = self._control
        self._left = {} if control is None else dict.fromkeys((BLACK, WHITE), control.full())

    def told(self, colour: Colour, seconds: int, stones: int) -> None:
        """Take over what a controller says: the main time, or with ``stones`` the time for these, or for these periods."""
        if self._control is None:
            self._control = Absolute(seconds)
        full, left = self._control.full(), timedelta(seconds=seconds)
        if not stones:
            self._left[colour] = replace(full, main=left)
        elif full.turns:
            self._left[colour] = replace(full, main=ZERO, period=left, turns=stones)
        else:
            self._left[colour] = replace(full, main=ZERO, period=left, periods=stones)

    def spent(self, colour: Colour, seconds: float) -> None:
        """Note what a move has taken."""
        if self._control is not None and colour in self._left:
            left = self._control.spent(self._left[colour], timedelta(seconds=seconds))
            self._left[colour] = self._control.turn_over(left)

    def budget(self, colour: Colour) -> Budget:
        """What a side may spend on its move; no limit where it has no clock."""
        left = self._left.get(colour)
        if left is None:
            return Budget()
        running = left.running.total_seconds()
        part = SURE / max(1, left.turns) if left.in_overtime else PART
        if left.main and left.period:
            # What the main time does not give, the first period will.
            seconds = max(part * running, min(running, SURE * left.period.total_seconds() / max(1, left.turns)))
        else:
            seconds = part * running
        return Budget(seconds=max(LEAST, seconds), clock=running)
