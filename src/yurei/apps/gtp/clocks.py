"""Time settings in the three dialects of GTP, and how much of its time an engine spends on a move."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from yurei.apps.gtp.lines import SYNTAX_ERROR, Refused, number, whole
from yurei.clocks.controls import ZERO, Absolute, ByoYomi, Canadian, Control, Fischer, Left
from yurei.players import Budget
from yurei.rules.board import BLACK, WHITE, Colour

KINDS = "none absolute byoyomi canadian fischer fischer-capped"
"""Kinds that ``kata-time_settings`` knows."""
MILLISECONDS = 1000
"""Controls have whole units of time. Here a unit is a millisecond, because controllers speak of half seconds too."""
LONGEST = 366 * 24 * 60 * 60 * MILLISECONDS
"""A longer time is as good as this one, and never overflows."""
PART, SURE = 0.04, 0.8
"""Largest share of the main time that a move takes, and of its share in a period."""
LEAST = 0.02
"""Seconds that a move may take even if none are left."""


def standard(words: Sequence[str]) -> Control | None:
    """Return the control of ``time_settings main byo-yomi stones``; None for no limit.

    Raises:
        Refused: if the words are no time settings.
    """
    if len(words) != 3:
        raise Refused(SYNTAX_ERROR)
    main, step, stones = _time(number(words[0])), _time(number(words[1])), whole(words[2])
    if not step:
        return Absolute(main)
    return Canadian(main, step, stones) if stones else None


def dialect(words: Sequence[str]) -> Control | None:
    """Return the control of ``kgs-time_settings`` and ``kata-time_settings``: a kind, and its numbers; None for no
    limit.

    Raises:
        Refused: if the words are no time settings.
    """
    kind, numbers = (words[0], [number(word) for word in words[1:]]) if words else ("", [])
    match kind, numbers:
        case "none", []:
            return None
        case "absolute", [main]:
            return Absolute(_time(main))
        case "byoyomi", [main, step, periods] if step and int(periods) > 0:
            return ByoYomi(_time(main), _time(step), int(periods))
        case "canadian", [main, step, stones] if step and int(stones) > 0:
            return Canadian(_time(main), _time(step), int(stones))
        case "fischer", [main, step]:
            return Fischer(_time(main), _time(step), LONGEST)
        case "fischer-capped", [main, step, cap, _]:
            return Fischer(_time(main), _time(step), LONGEST if cap < 0 else _time(cap))
    raise Refused(SYNTAX_ERROR)


def _time(seconds: float) -> int:
    """Return a time in milliseconds; one that is not zero is at least one millisecond."""
    if seconds < 0:
        raise Refused(SYNTAX_ERROR)
    return min(math.ceil(seconds * MILLISECONDS), LONGEST)


class Clocks:
    """Clocks of both sides, from what the controller states and from the engine's own moves since."""

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

    def told(self, colour: Colour, seconds: float, stones: int) -> None:
        """Take over the time that a controller states.

        Args:
            colour: Side whose clock it is.
            seconds: Main time, or with ``stones`` the time of the present period.
            stones: Moves to make in this time, or with byo-yomi the number of periods; 0 in the main time.
        """
        time = _time(max(0.0, seconds))
        if self._control is None:
            self._control = Canadian(0, time, stones) if stones else Absolute(time)
        full, left = self._control.full(), timedelta(seconds=time)
        if not stones:
            self._left[colour] = replace(full, main=left)
        elif full.periods and not full.turns:
            self._left[colour] = replace(full, main=ZERO, period=left, periods=stones)
        else:
            self._left[colour] = replace(full, main=ZERO, period=left, turns=stones)

    def spent(self, colour: Colour, seconds: float) -> None:
        """Note the time of a move."""
        if self._control is not None and colour in self._left:
            left = self._control.spent(self._left[colour], timedelta(seconds=seconds * MILLISECONDS))
            self._left[colour] = self._control.turn_over(left)

    def budget(self, colour: Colour) -> Budget:
        """Return the budget of a side's move; no limit without a clock."""
        left = self._left.get(colour)
        if left is None:
            return Budget()
        running = left.running.total_seconds() / MILLISECONDS
        part = SURE / max(1, left.turns) if left.in_overtime else PART
        if left.main and left.period:
            period = left.period.total_seconds() / MILLISECONDS
            # The first period adds what the main time does not give.
            seconds = max(part * running, min(running, SURE * period / max(1, left.turns)))
        else:
            seconds = part * running
        return Budget(seconds=max(LEAST, seconds), clock=running)
