"""Time controls with periods, or with a time for every turn: simple, byo-yomi, Canadian."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import ClassVar

from yurei.clocks.controls import Control, Left
from yurei.clocks.durations import MINUTE, said, written
from yurei.languages import N_, Words


@dataclass(frozen=True)
class Simple(Control):
    """Simple time: the same time for every turn."""

    step: int = 30

    kind: ClassVar[str] = "simple"
    title: ClassVar[str] = N_("Simple")
    overtime: ClassVar[str] = "{step} simple"
    form: ClassVar[str] = r"(?P<step>{time}) ?/ ?move"

    def full(self) -> Left:
        return Left(timedelta(seconds=self.step))

    def turn_over(self, left: Left) -> Left:
        """Return the whole time for the next turn."""
        return self.full()

    def __str__(self) -> str:
        return f"{self.step}/move"

    @property
    def words(self) -> Words:
        return Words(N_("{step} per move"), step=said(self.step))


@dataclass(frozen=True)
class ByoYomi(Control):
    """Byo-yomi: a main time, then periods. A turn within its period costs nothing; a longer one costs the period."""

    main: int = 5 * MINUTE
    step: int = 30
    periods: int = 3

    kind: ClassVar[str] = "byo-yomi"
    title: ClassVar[str] = N_("Byo-yomi")
    overtime: ClassVar[str] = "{periods}x{step} byo-yomi"
    form: ClassVar[str] = r"(?P<main>{time})[+ ](?:(?P<periods>\d{1,2})[x×])?(?P<step>{time})\(b\)"

    def full(self) -> Left:
        return Left(timedelta(seconds=self.main), timedelta(seconds=self.step), self.periods)

    def spent(self, left: Left, time: timedelta) -> Left:
        return left.less(time, timedelta(seconds=self.step))

    def turn_over(self, left: Left) -> Left:
        """Return the time with the present period full again."""
        return replace(left, period=timedelta(seconds=self.step)) if left.in_overtime else left

    def rest(self, left: Left) -> Words | None:
        if left.main and left.periods:
            return Words(N_("then {count} × {step}"), count=left.periods, step=said(self.step))
        if left.periods > 1:
            return Words(N_("{count} periods"), count=left.periods)
        return Words(N_("last period")) if left.periods else None

    def __str__(self) -> str:
        return f"{written(self.main)}+{self.periods}x{self.step}(b)"

    @property
    def words(self) -> Words:
        template = N_("{main}, then {periods} × {step} byo-yomi")
        return Words(template, main=said(self.main), periods=self.periods, step=said(self.step))


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

    def full(self) -> Left:
        return Left(timedelta(seconds=self.main), timedelta(seconds=self.step), 1, self.turns)

    def spent(self, left: Left, time: timedelta) -> Left:
        return left.less(time, timedelta(seconds=self.step))

    def turn_over(self, left: Left) -> Left:
        """Return the time with one turn fewer to make in this period; after the last one a new period begins."""
        if not left.in_overtime:
            return left
        if left.turns > 1:
            return replace(left, turns=left.turns - 1)
        return replace(left, period=timedelta(seconds=self.step), turns=self.turns)

    def rest(self, left: Left) -> Words | None:
        if left.main and left.turns:
            if self.turns == 1:
                return Words(N_("then {step} per move"), step=said(self.step))
            return Words(N_("then {turns} moves in {step}"), turns=self.turns, step=said(self.step))
        if left.turns > 1:
            return Words(N_("for {count} moves"), count=left.turns)
        return Words(N_("for 1 move")) if left.turns else None

    def __str__(self) -> str:
        return f"{written(self.main)}+{self.turns}/{self.step}"

    @property
    def words(self) -> Words:
        template = (
            N_("{main}, then {step} per move") if self.turns == 1 else N_("{main}, then {turns} moves per {step}")
        )
        return Words(template, main=said(self.main), turns=self.turns, step=said(self.step))
