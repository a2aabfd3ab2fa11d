"""Time controls: how much time each side has, and how turns change it; their short texts.

A time control is a value with methods, so callers need not know its kind. Its times are whole seconds, as people
choose them; the remaining time on a clock is exact.

People write time controls as short texts: minutes, then ``+``, then seconds.

    10              absolute: ten minutes for the whole game
    5+3             Fischer: five minutes, and three seconds more for every turn
    5+3 max 10      the same, but never more than ten minutes on the clock
    5+3x30(b)       byo-yomi: five minutes, then three periods of 30 seconds
    10+15/300       Canadian: ten minutes, then 15 turns in every 300 seconds
    30/move         simple: 30 seconds for every turn
    3d+1d max 7d    correspondence: three days, one day more for every turn, at most seven

Other units can be written: ``45s``, ``5m``, ``1h``, and minutes with seconds: ``1:30``.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import timedelta
from typing import Any, ClassVar

from yurei.errors import BadSettings, unknown
from yurei.languages import N_, Words
from yurei.rules.points import shorten

MINUTE, HOUR, DAY = 60, 3600, 86_400
WRITTEN = r"(?:\d{1,5}:[0-5]\d|\d{1,7}(?:\.\d{1,3})?[smh]?)"
"""Regular expression of a duration as people type it: ``90s``, ``1.5``, or ``1:30`` for minutes and seconds."""
LOW = timedelta(seconds=10)
"""Below this time a clock shows tenths of a second, and is highlighted."""


def parse_seconds(text: str, unit: int) -> int:
    """Parse a duration that matches ``WRITTEN``; return seconds. ``unit``, in seconds, is for texts without a unit.

    >>> parse_seconds("5", MINUTE), parse_seconds("90s", MINUTE), parse_seconds("0.5", MINUTE)
    (300, 90, 30)
    >>> parse_seconds("1:30", 1)
    90
    """
    minutes, colon, rest = text.partition(":")
    if colon:
        return MINUTE * int(minutes) + int(rest)
    return round(float(text.rstrip("smhd")) * {"s": 1, "m": MINUTE, "h": HOUR, "d": DAY}.get(text[-1], unit))


def format_duration(length: int) -> str:
    """Return a duration in seconds as a short text; without a unit it is in minutes.

    >>> format_duration(300), format_duration(30), format_duration(45)
    ('5', '0.5', '45s')
    """
    return f"{length}s" if length % 30 else f"{length // MINUTE}{'.5' if length % MINUTE else ''}"


def duration_text(length: int) -> Words:
    """Return a duration in seconds as people write it: ``30 s``, ``5 min``, ``1 min 30 s``, ``3 days``."""
    if length == DAY:
        return Words(N_("1 day"))
    for unit, words in ((DAY, N_("{count} days")), (HOUR, N_("{count} h")), (MINUTE, N_("{count} min"))):
        if length and length % unit == 0:
            return Words(words, count=length // unit)
    if length < MINUTE:
        return Words(N_("{count} s"), count=length)
    return Words(N_("{minutes} min {seconds} s"), minutes=length // MINUTE, seconds=length % MINUTE)


def in_milliseconds(time: timedelta) -> int:
    """Return a duration in whole milliseconds, rounded down."""
    return time // timedelta(milliseconds=1)


ONE_DAY, MORE_DAYS = N_("1 day, {hours}:{minutes}"), N_("{days} days, {hours}:{minutes}")
"""Displays of a clock with a day or more."""


def clock_text(time: timedelta, *, tenths: bool = True) -> Words:
    """Return the display of a clock: ``2 days, 3:05``, ``1:02:03``, ``4:59``, and ``9.8`` below ten seconds."""
    left = in_milliseconds(time)
    if tenths and time < LOW:
        return Words(f"{left // 1000}.{left // 100 % 10}")
    whole = left // 1000
    days, rest = divmod(whole, DAY)
    hours, minutes = rest // HOUR, rest // MINUTE % 60
    if days:
        return Words(MORE_DAYS if days > 1 else ONE_DAY, days=days, hours=hours, minutes=f"{minutes:02}")
    if hours:
        return Words(f"{hours}:{minutes:02}:{whole % 60:02}")
    return Words(f"{minutes}:{whole % 60:02}")


ZERO = timedelta(0)
LONGEST, MOST = 366 * DAY, 99
"""The longest time in seconds, and the largest number of periods or turns."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Remaining time on the clock of one side.

    Attributes:
        period: Remaining time of the present period of overtime, or of the first one; zero without overtime.
        periods: Number of periods left, including the present one.
        turns: Number of turns to be made in the present period; 0 if turns are not counted.
    """

    main: timedelta
    period: timedelta = ZERO
    periods: int = 0
    turns: int = 0

    @property
    def has_run_out(self) -> bool:
        """Whether no time is left."""
        return not self.main and not self.period

    @property
    def in_overtime(self) -> bool:
        """Whether the main time is used up, and a period runs."""
        return not self.main and bool(self.period)

    @property
    def running(self) -> timedelta:
        """Remaining time of the present stage: the main time, then the present period."""
        return self.main or self.period

    def less(self, spent: timedelta, step: timedelta = ZERO) -> "TimeLeft":
        """Return the remaining time after ``spent`` was used in one turn; ``step`` is the length of a period."""
        if spent < self.main:
            return replace(self, main=self.main - spent)
        over = spent - self.main
        if over < self.period:
            return replace(self, main=ZERO, period=self.period - over)
        over -= self.period
        used_up = 1 + over // step if step else self.periods
        if self.periods <= used_up:
            return TimeLeft(ZERO)
        return replace(self, main=ZERO, period=step - over % step, periods=self.periods - used_up)


LIMITS = {
    "main": (0, LONGEST, N_("the main time is {least} to {most} seconds, not {given}")),
    "step": (1, LONGEST, N_("the time for a move or a period is {least} to {most} seconds, not {given}")),
    "cap": (0, LONGEST, N_("the most time on a clock is {least} to {most} seconds, not {given}")),
    "periods": (1, MOST, N_("there are {least} to {most} periods, not {given}")),
    "turns": (1, MOST, N_("there are {least} to {most} moves in a period, not {given}")),
}
"""By value of a control: the least, the most, and the error message for any other."""


@dataclass(frozen=True)
class Control(ABC):
    """Abstract base class of time controls.

    Attributes:
        kind, title: Its name for programs, and its name for people.
        form: Its short text, as a regular expression with a group for every value.
        units: The unit of each value without a written unit, in seconds; 1 for plain numbers.
        overtime: Overtime in the notation of SGF files, with a field for every value; empty without overtime.
        first_turn_free: Whether the first turn of each side costs no time, since players may still be absent.
    """

    kind: ClassVar[str]
    title: ClassVar[str]
    form: ClassVar[str]
    units: ClassVar[Mapping[str, int]] = {"main": MINUTE, "step": 1, "cap": MINUTE, "periods": 1, "turns": 1}
    overtime: ClassVar[str] = ""
    first_turn_free: ClassVar[bool] = True

    @abstractmethod
    def time_at_start(self) -> TimeLeft:
        """Return the time on each side's clock before the game."""

    def after_thinking(self, left: TimeLeft, time: timedelta) -> TimeLeft:
        """Return the remaining time during a turn, after ``time`` of the turn has passed."""
        return left.less(time)

    def stages(self, left: TimeLeft) -> list[TimeLeft]:
        """Return the remaining time now and at the start of each later stage of this turn.

        A stage is the main time or a period of overtime: ``running`` of each is the length of the stage.
        """
        stages = [left]
        while not (following := self.after_thinking(stages[-1], stages[-1].running)).has_run_out:
            stages.append(following)
        return stages

    @abstractmethod
    def after_turn(self, left: TimeLeft) -> TimeLeft:
        """Return the remaining time after a turn has ended: by a move, a pass, or a refused try that costs the turn."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the short text, such as ``5+3``."""

    @property
    @abstractmethod
    def words(self) -> Words:
        """Description of the control for people."""

    def describe_overtime(self, left: TimeLeft) -> Words | None:
        """Return the text about overtime beside a clock, such as the periods left; None if there is none."""
        return None

    @property
    def answer_time(self) -> timedelta:
        """Time for each answer while dead stones are agreed on: the initial time, but one to five minutes."""
        full = self.time_at_start()
        return min(max(full.main + full.period, timedelta(minutes=1)), timedelta(minutes=5))

    def plain(self) -> dict[str, Any]:
        """Return the control as plain values for storage; ``read_plain`` reads them."""
        return {"kind": self.kind, **asdict(self)}

    @property
    def in_sgf(self) -> tuple[int, str]:
        """The control as SGF files write it: the main time in seconds, and the overtime."""
        values = asdict(self)
        return values.get("main", 0), self.overtime.format(**values)

    def check(self) -> None:
        """Raise ``BadSettings`` if a value of the control is out of range."""
        for each in fields(self):
            value, (least, most, refusal) = getattr(self, each.name), LIMITS[each.name]
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise BadSettings(refusal, least=least, most=most, given=shorten(value))


@dataclass(frozen=True)
class Absolute(Control):
    """Absolute time: one time for the whole game."""

    main: int = 20 * MINUTE

    kind: ClassVar[str] = "absolute"
    title: ClassVar[str] = N_("Absolute")
    form: ClassVar[str] = r"(?P<main>{time})"

    def time_at_start(self) -> TimeLeft:
        return TimeLeft(timedelta(seconds=self.main))

    def after_turn(self, left: TimeLeft) -> TimeLeft:
        return left

    def __str__(self) -> str:
        return format_duration(self.main)

    @property
    def words(self) -> Words:
        return Words(N_("{main} for the whole game"), main=duration_text(self.main))

    def check(self) -> None:
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

    def after_turn(self, left: TimeLeft) -> TimeLeft:
        main = left.main + timedelta(seconds=self.step)
        return replace(left, main=min(main, timedelta(seconds=self.cap)) if self.cap else main)

    def __str__(self) -> str:
        return f"{format_duration(self.main)}+{self.step}" + (f" max {format_duration(self.cap)}" if self.cap else "")

    @property
    def words(self) -> Words:
        template = N_("{main} + {step} per move, at most {cap}") if self.cap else N_("{main} + {step} per move")
        return Words(
            template, main=duration_text(self.main), step=duration_text(self.step), cap=duration_text(self.cap)
        )

    def check(self) -> None:
        super().check()
        if self.cap and self.cap < max(self.main, self.step):
            raise BadSettings(N_("the maximum time is at least the main time and the time added per move"))


@dataclass(frozen=True)
class Correspondence(Fischer):
    """Correspondence time: Fischer time in days. Unlike in other controls, the first turn costs time."""

    main: int = 3 * DAY
    step: int = DAY
    cap: int = 7 * DAY

    kind: ClassVar[str] = "correspondence"
    title: ClassVar[str] = N_("Correspondence")
    units: ClassVar[Mapping[str, int]] = {"main": DAY, "step": DAY, "cap": DAY}
    first_turn_free: ClassVar[bool] = False
    form: ClassVar[str] = r"(?P<main>\d{1,3})d[+ ](?P<step>\d{1,3})d(?: ?max ?(?P<cap>\d{1,3})d)?"

    @property
    def answer_time(self) -> timedelta:
        """Time for each answer while dead stones are agreed on: the initial time."""
        return timedelta(seconds=self.main or self.step)

    def __str__(self) -> str:
        cap = f" max {self.cap // DAY}d" if self.cap else ""
        return f"{self.main // DAY}d+{self.step // DAY}d{cap}"

    def check(self) -> None:
        super().check()
        if any(time % DAY for time in (self.main, self.step, self.cap)):
            raise BadSettings(N_("correspondence games use whole days"))


@dataclass(frozen=True)
class Simple(Control):
    """Simple time: the same time for every turn."""

    step: int = 30

    kind: ClassVar[str] = "simple"
    title: ClassVar[str] = N_("Simple")
    overtime: ClassVar[str] = "{step} simple"
    form: ClassVar[str] = r"(?P<step>{time}) ?/ ?move"

    def time_at_start(self) -> TimeLeft:
        return TimeLeft(timedelta(seconds=self.step))

    def after_turn(self, left: TimeLeft) -> TimeLeft:
        return self.time_at_start()

    def __str__(self) -> str:
        return f"{self.step}/move"

    @property
    def words(self) -> Words:
        return Words(N_("{step} per move"), step=duration_text(self.step))


@dataclass(frozen=True)
class ByoYomi(Control):
    """Byo-yomi: a main time, then periods. A turn shorter than a period costs nothing; a longer one uses it up."""

    main: int = 5 * MINUTE
    step: int = 30
    periods: int = 3

    kind: ClassVar[str] = "byo-yomi"
    title: ClassVar[str] = N_("Byo-yomi")
    overtime: ClassVar[str] = "{periods}x{step} byo-yomi"
    form: ClassVar[str] = r"(?P<main>{time})[+ ](?:(?P<periods>\d{1,2})[x×])?(?P<step>{time})\(b\)"

    def time_at_start(self) -> TimeLeft:
        return TimeLeft(timedelta(seconds=self.main), timedelta(seconds=self.step), self.periods)

    def after_thinking(self, left: TimeLeft, time: timedelta) -> TimeLeft:
        return left.less(time, timedelta(seconds=self.step))

    def after_turn(self, left: TimeLeft) -> TimeLeft:
        return replace(left, period=timedelta(seconds=self.step)) if left.in_overtime else left

    def describe_overtime(self, left: TimeLeft) -> Words | None:
        if left.main and left.periods:
            return Words(N_("then {count} × {step}"), count=left.periods, step=duration_text(self.step))
        if left.periods > 1:
            return Words(N_("{count} periods"), count=left.periods)
        return Words(N_("last period")) if left.periods else None

    def __str__(self) -> str:
        return f"{format_duration(self.main)}+{self.periods}x{self.step}(b)"

    @property
    def words(self) -> Words:
        template = N_("{main}, then {periods} × {step} byo-yomi")
        return Words(template, main=duration_text(self.main), periods=self.periods, step=duration_text(self.step))


@dataclass(frozen=True)
class Canadian(Control):
    """Canadian time: a main time, then a number of turns in every period."""

    main: int = 10 * MINUTE
    step: int = 5 * MINUTE
    turns: int = 15

    kind: ClassVar[str] = "canadian"
    title: ClassVar[str] = N_("Canadian")
    overtime: ClassVar[str] = "{turns}/{step} Canadian"
    form: ClassVar[str] = r"(?P<main>{time})[+ ](?P<turns>\d{1,2})/(?P<step>{time})"

    def time_at_start(self) -> TimeLeft:
        return TimeLeft(timedelta(seconds=self.main), timedelta(seconds=self.step), 1, self.turns)

    def after_thinking(self, left: TimeLeft, time: timedelta) -> TimeLeft:
        return left.less(time, timedelta(seconds=self.step))

    def after_turn(self, left: TimeLeft) -> TimeLeft:
        if not left.in_overtime:
            return left
        if left.turns > 1:
            return replace(left, turns=left.turns - 1)
        return replace(left, period=timedelta(seconds=self.step), turns=self.turns)

    def describe_overtime(self, left: TimeLeft) -> Words | None:
        if left.main and left.turns:
            if self.turns == 1:
                return Words(N_("then {step} per move"), step=duration_text(self.step))
            return Words(N_("then {turns} moves in {step}"), turns=self.turns, step=duration_text(self.step))
        if left.turns > 1:
            return Words(N_("for {count} moves"), count=left.turns)
        return Words(N_("for 1 move")) if left.turns else None

    def __str__(self) -> str:
        return f"{format_duration(self.main)}+{self.turns}/{self.step}"

    @property
    def words(self) -> Words:
        template = (
            N_("{main}, then {step} per move") if self.turns == 1 else N_("{main}, then {turns} moves per {step}")
        )
        return Words(template, main=duration_text(self.main), turns=self.turns, step=duration_text(self.step))


KINDS: tuple[type[Control], ...] = (Fischer, ByoYomi, Canadian, Absolute, Simple, Correspondence)
BY_NAME = {kind.kind: kind for kind in KINDS}


def control_of(kind: str, values: Mapping[str, Any]) -> Control:
    """Return a time control of this kind with these values; missing values take their defaults."""
    if kind not in BY_NAME:
        raise unknown("clock", kind, BY_NAME)
    taken = fields(BY_NAME[kind])
    control = BY_NAME[kind](**{each.name: values[each.name] for each in taken if each.name in values})
    control.check()
    return control


def read_plain(plain: Mapping[str, Any]) -> Control:
    """Parse the output of ``Control.plain``."""
    return control_of(str(plain.get("kind")), plain)


def read_text(text: str) -> Control:
    """Parse the short text of a control; raise ``BadSettings`` if it is invalid. A space counts as a plus.

    >>> read_text("5+3 max 10")
    Fischer(main=300, step=3, cap=600)
    >>> str(read_text("2m+5×30(b)"))
    '2+5x30(b)'
    """
    for kind in KINDS:
        match = re.fullmatch(kind.form.replace("{time}", WRITTEN), text.strip().lower(), re.ASCII)
        if match is not None:
            found = {name: value for name, value in match.groupdict().items() if value is not None}
            return control_of(kind.kind, {"cap": 0, "periods": 1} | read_values(kind, found))
    raise BadSettings(
        N_("{text} is no clock; write 5+3 for five minutes and three seconds a turn, or 5+3x30(b) for byo-yomi"),
        text=shorten(text),
    )


def read_values(kind: type[Control], texts: Mapping[str, str]) -> dict[str, int]:
    """Parse the values of a control, each from a text of its own; numbers without a unit have the usual one."""
    values = {}
    for each in fields(kind):
        if text := texts.get(each.name):
            if not re.fullmatch(r"\d{1,9}" if each.name in ("periods", "turns") else WRITTEN, text, re.ASCII):
                raise BadSettings(N_("{text} is no number for a clock; write 5, or 90s, or 2h"), text=shorten(text))
            values[each.name] = parse_seconds(text, kind.units[each.name])
    return values
