"""A chair of the arena: who sits there is told, asked, timed, and found out where he goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from yurei.apps.arena.cheating import Witnessed
from yurei.apps.arena.played import Spent, Trouble
from yurei.errors import YureiError
from yurei.players import Budget, Player
from yurei.referee.seating import Seat
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.judge import Verdict
from yurei.rules.state import Result, State, Try, read_try

Watch = Callable[[str, float], None]
"""Is told which seat is asked or told something now, and for how many seconds of the wall one waits for it."""

PATIENCE_TIMES, PATIENCE_SECONDS = 20.0, 10.0
ENOUGH = 600.0
"""Seconds of the wall after which a call is given up where its budget counts none."""
FAULTS = (Exception, SystemExit)


class Late(YureiError):
    """Who is asked has not answered in time."""


def unwatched(seat: str, patience: float) -> None:
    """Nobody watches."""


def patience(budget: Budget) -> float:
    """How many seconds of the wall one waits for an answer: 20 times the budget and 10 s."""
    return ENOUGH if budget.seconds is None else PATIENCE_TIMES * budget.seconds + PATIENCE_SECONDS


class Chair:
    """A seat, and who sits there.

    Args:
        seat: The seat.
        player: Who sits there.
        budget: What he may spend on a turn.
        watch: Is told before he is called.

    Attributes:
        trouble: What he has done wrong; nobody calls him after that.
        turns: What each of his turns has taken; the last one is not over.
    """

    def __init__(self, seat: Seat, player: Player, budget: Budget, watch: Watch = unwatched) -> None:
        self.seat, self.player, self.budget = seat, player, budget
        self.trouble: Trouble | None = None
        self._clock: Callable[[], float] = getattr(player, "clock", thread_time)
        self._watch, self._patience = watch, patience(budget) + getattr(player, "more_patience", 0.0)
        self._refused: set[Try] = set()
        self._spent = Spent(budget.seconds)

    @property
    def spent(self) -> Spent:
        """What he has taken."""
        return self._spent

    def begin(self, opening: View, truth: State) -> None:
        """Let him sit down; a witness sees the true board."""

        def sit_down() -> None:
            self.player.begin(opening)
            if isinstance(self.player, Witnessed):
                self.player.show(truth)

        self._call(sit_down)

    def hear(self, verdict: Verdict | None, told: Told) -> None:
        """Let him hear; a witness sees the truth first."""

        def listen() -> None:
            if verdict is not None and isinstance(self.player, Witnessed):
                self.player.witness(verdict)
            self.player.hear(told)

        self._spent.heard(self._call(listen))
        if told.seat == self.seat.name and told.to_move == self.seat.name:
            if told.attempt is not None:
                self._refused.add(told.attempt)
        elif told.seat == self.seat.name:
            self._refused.clear()
            self._spent.end_turn()

    def answer(self) -> tuple[Try | None, float]:
        """A try that can be put to the table, and the seconds that it took; no try where he is in trouble."""
        found: list[Try] = []
        seconds = self._call(lambda: found.append(self.player.answer(self.budget)))
        self._spent.thought(seconds)
        if self.trouble is None:
            self._check(found[0])
        return (None if self.trouble else found[0]), seconds

    def leave(self, result: Result) -> None:
        """Let him know that the game is over, where he wants to know; what goes wrong now changes nothing."""
        leave: Callable[[Result], None] | None = getattr(self.player, "leave", None)
        if leave is not None:
            self._call(lambda: leave(result))

    def _check(self, attempt: object) -> None:
        size = self.player.view.settings.size
        if not isinstance(attempt, Try):
            self.go_wrong("has answered what is no try")
        elif attempt.point is not None and not 0 <= attempt.point < size.points:
            self.go_wrong("has tried a point off the board")
        elif attempt in self._refused:
            self.go_wrong(f"has tried {attempt.text(size)} once more, which was refused in this turn")
        else:
            try:
                same = read_try(attempt.text(size), size) == attempt
            except FAULTS:
                same = False
            if not same:
                self.go_wrong("has answered what is no try")

    def _call(self, what: Callable[[], object]) -> float:
        """Call him, unless he is in trouble, and say how many seconds that took."""
        if self.trouble is not None:
            return 0.0
        self._watch(self.seat.name, self._patience)
        began = self._clock()
        try:
            what()
        except Late as error:
            self.go_wrong(str(error), late=True)
        except YureiError as error:
            self.go_wrong(str(error))
        except FAULTS as error:
            self.go_wrong(f"has raised {type(error).__name__}: {error}")
        return max(0.0, self._clock() - began)

    def go_wrong(self, reason: str, late: bool = False) -> None:
        """Note what the player has done wrong; nobody calls them after that."""
        self.trouble = Trouble(self.seat.name, " ".join(reason.split())[:300], late)
