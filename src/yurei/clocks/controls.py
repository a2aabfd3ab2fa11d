"""Time controls: the time on each side's clock, what a turn costs, and what it adds.

This module knows time only: no board, no events, no pages. A time control is a value with its own methods, so
callers need not know its kind. Its times are whole seconds, as people agree on them; the remaining time on a clock
is exact.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import timedelta
from typing import Any, ClassVar

from yurei.clocks.durations import DAY, MINUTE, said, written
from yurei.errors import BadSettings
from yurei.languages import N_, Words
from yurei.rules.points import shortened

ZERO = timedelta(0)
SHORTEST_COUNT, LONGEST_COUNT = timedelta(minutes=1), timedelta(minutes=5)
LONGEST, MOST = 366 * DAY, 99
"""The longest time in seconds, and the largest number of periods or turns."""


@dataclass(frozen=True, slots=True)
class Left:
    """Remaining time on the clock of one side.

    Attributes:
        main: Remaining main time.
        period: Remaining time of the present period of overtime, or of the first one; zero without overtime.
        periods: Number of periods left, including the present one.
        turns: Number of turns to be made in the present period; 0 if turns are not counted.
    """

    main: timedelta
    period: timedelta = ZERO
    periods: int = 0
    turns: int = 0

    @property
    def fallen(self) -> bool:
        """Whether no time is left."""
        return not self.main and not self.period

    @property
    def in_overtime(self) -> bool:
        """Whether the main time is used up, and a period runs."""
        return not self.main and bool(self.period)

    @property
    def running(self) -> timedelta:
        """Remaining time that runs now: the main time, then the present period."""
        return self.main or self.period

    def less(self, spent: timedelta, step: timedelta = ZERO) -> Left:
        """Return the remaining time after time was spent on one turn.

        Args:
            spent: The time spent; zero or more.
            step: The length of a period; zero if no further periods follow.
        """
        if spent < self.main:
            return replace(self, main=self.main - spent)
        over = spent - self.main
        if over < self.period:
            return replace(self, main=ZERO, period=self.period - over)
        over -= self.period
        used_up = 1 + over // step if step else self.periods
        if self.periods <= used_up:
            return Left(ZERO)
        return replace(self, main=ZERO, period=step - over % step, periods=self.periods - used_up)


LIMITS = {
    "main": (0, LONGEST, N_("the main time is {least} to {most} seconds, not {given}")),
    "step": (1, LONGEST, N_("the time for a move or a period is {least} to {most} seconds, not {given}")),
    "cap": (0, LONGEST, N_("the most time on a clock is {least} to {most} seconds, not {given}")),
    "periods": (1, MOST, N_("there are {least} to {most} periods, not {given}")),
    "turns": (1, MOST, N_("there are {least} to {most} moves in a period, not {given}")),
}
"""By value of a control: the least, the most, and the sentence that refuses another."""


@dataclass(frozen=True)
class Control(ABC):
    """Abstract base class of time controls.

    Attributes:
        kind: Its name for programs.
        title: Its name for people.
        form: Its short text, as a regular expression with a group for every value.
        units: The unit of each value without a written unit, in seconds; 1 for plain numbers.
        overtime: Overtime as SGF files write it, with a field for every value; empty without overtime.
        first_turn_free: Whether the first turn of each side costs no time, since players may still be absent.
    """

    kind: ClassVar[str]
    title: ClassVar[str]
    form: ClassVar[str]
    units: ClassVar[Mapping[str, int]] = {"main": MINUTE, "step": 1, "cap": MINUTE, "periods": 1, "turns": 1}
    overtime: ClassVar[str] = ""
    first_turn_free: ClassVar[bool] = True

    @abstractmethod
    def full(self) -> Left:
        """Return the time of each side before the game."""

    def spent(self, left: Left, time: timedelta) -> Left:
        """Return the remaining time during a turn, after this much time of it has passed."""
        return left.less(time)

    def stages(self, left: Left) -> list[Left]:
        """Return the remaining time now, and at the start of each stage of the clock that follows in the same turn.

        A stage is the main time or a period of overtime: ``running`` of each is the length of the stage.
        """
        stages = [left]
        while not (following := self.spent(stages[-1], stages[-1].running)).fallen:
            stages.append(following)
        return stages

    @abstractmethod
    def turn_over(self, left: Left) -> Left:
        """Return the remaining time after a turn has ended: by a move, a pass, or a refused try that costs the turn."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the short text."""

    @property
    @abstractmethod
    def words(self) -> Words:
        """Description of the control for people."""

    def rest(self, left: Left) -> Words | None:
        """Return the overtime that a clock shows beside its time; None if there is none to show."""
        return None

    @property
    def count_time(self) -> timedelta:
        """Time for each answer in the count after two passes: a side's initial time, but one to five minutes."""
        full = self.full()
        return min(max(full.main + full.period, SHORTEST_COUNT), LONGEST_COUNT)

    def plain(self) -> dict[str, Any]:
        """Return the control as plain values; ``read_plain`` reads them back."""
        return {"kind": self.kind, **asdict(self)}

    @property
    def in_sgf(self) -> tuple[int, str]:
        """The control as SGF files write it: the main time in seconds, and the overtime."""
        values = asdict(self)
        return values.get("main", 0), self.overtime.format(**values)

    def check(self) -> None:
        """Check that these values can be played with.

        Raises:
            BadSettings: if they cannot.
        """
        for each in fields(self):
            value, (least, most, refusal) = getattr(self, each.name), LIMITS[each.name]
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise BadSettings(refusal, least=least, most=most, given=shortened(value))


@dataclass(frozen=True)
class Absolute(Control):
    """Absolute time: one time for the whole game."""

    main: int = 20 * MINUTE

    kind: ClassVar[str] = "absolute"
    title: ClassVar[str] = N_("Absolute")
    form: ClassVar[str] = r"(?P<main>{time})"

    def full(self) -> Left:
        return Left(timedelta(seconds=self.main))

    def turn_over(self, left: Left) -> Left:
        """Return the time unchanged: a turn adds none."""
        return left

    def __str__(self) -> str:
        return written(self.main)

    @property
    def words(self) -> Words:
        return Words(N_("{main} for the whole game"), main=said(self.main))

    def check(self) -> None:
        """Check that there is any time."""
        super().check()
        if not self.main:
            raise BadSettings(N_("without overtime the main time is more than 0"))


@dataclass(frozen=True)
class Fischer(Absolute):
    """Fischer time: a main time that grows with every turn, up to a cap (0: no cap)."""

    main: int = 5 * MINUTE
    step: int = 5
    cap: int = 0

    kind: ClassVar[str] = "fischer"
    title: ClassVar[str] = N_("Fischer")
    overtime: ClassVar[str] = "{step} Fischer"
    form: ClassVar[str] = r"(?P<main>{time})[+ ](?P<step>{time})(?: ?max ?(?P<cap>{time}))?"

    def turn_over(self, left: Left) -> Left:
        """Return the time with the step added, but not above the cap."""
        main = left.main + timedelta(seconds=self.step)
        return replace(left, main=min(main, timedelta(seconds=self.cap)) if self.cap else main)

    def __str__(self) -> str:
        return f"{written(self.main)}+{self.step}" + (f" max {written(self.cap)}" if self.cap else "")

    @property
    def words(self) -> Words:
        template = N_("{main} + {step} per move, at most {cap}") if self.cap else N_("{main} + {step} per move")
        return Words(template, main=said(self.main), step=said(self.step), cap=said(self.cap))

    def check(self) -> None:
        """Check that the cap has room for the main time and for a turn's step."""
        super().check()
        if self.cap and self.cap < max(self.main, self.step):
            raise BadSettings(N_("the maximum time is at least the main time and the time added per move"))


@dataclass(frozen=True)
class Correspondence(Fischer):
    """Correspondence time: Fischer time in days. The first turn costs time too, since both players agreed to it."""

    main: int = 3 * DAY
    step: int = DAY
    cap: int = 7 * DAY

    kind: ClassVar[str] = "correspondence"
    title: ClassVar[str] = N_("Correspondence")
    units: ClassVar[Mapping[str, int]] = {"main": DAY, "step": DAY, "cap": DAY}
    first_turn_free: ClassVar[bool] = False
    form: ClassVar[str] = r"(?P<main>\d{1,3})d[+ ](?P<step>\d{1,3})d(?: ?max ?(?P<cap>\d{1,3})d)?"

    @property
    def count_time(self) -> timedelta:
        """Time for each answer in the count: the days that a side begins with."""
        return timedelta(seconds=self.main or self.step)

    def __str__(self) -> str:
        cap = f" max {self.cap // DAY}d" if self.cap else ""
        return f"{self.main // DAY}d+{self.step // DAY}d{cap}"

    def check(self) -> None:
        """Check that all times are whole days."""
        super().check()
        if any(time % DAY for time in (self.main, self.step, self.cap)):
            raise BadSettings(N_("correspondence games use whole days"))
