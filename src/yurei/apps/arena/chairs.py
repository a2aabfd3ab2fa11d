"""A chair of the arena: calls a player, measures their time, and notes their errors."""

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
"""Callback before each call of a player: the seat, and the most seconds of wall time that the call may take."""

FAULTS = (Exception, SystemExit)


class Late(YureiError):
    """A player has not answered in time."""


class Chair:
    """A seat and its player.

    Args:
        seat: The seat.
        player: The player on the seat.
        budget: What the player may spend on a turn.
        watch: Called before each call of the player.

    Attributes:
        trouble: What the player has done wrong; they are not called after that.
        spent: Time that the player has taken.
    """

    def __init__(self, seat: Seat, player: Player, budget: Budget, watch: Watch = lambda seat, patience: None) -> None:
        self.seat, self.player, self.budget = seat, player, budget
        self.trouble: Trouble | None = None
        self._clock: Callable[[], float] = getattr(player, "clock", thread_time)
        self._watch, self._patience = watch, budget.patience + getattr(player, "more_patience", 0.0)
        self._refused: set[Try] = set()
        self.spent = Spent(budget.seconds)

    def begin(self, opening: View, truth: State) -> None:
        """Begin the game for the player; a witness sees the true board."""

        def sit_down() -> None:
            self.player.begin(opening)
            if isinstance(self.player, Witnessed):
                self.player.show(truth)

        self._call(sit_down)

    def hear(self, verdict: Verdict | None, told: Told) -> None:
        """Tell the player what happened; a witness sees the truth first."""

        def listen() -> None:
            if verdict is not None and isinstance(self.player, Witnessed):
                self.player.witness(verdict)
            self.player.hear(told)

        self.spent.add(self._call(listen))
        if told.seat == self.seat.name and told.to_move == self.seat.name:
            if told.attempt is not None:
                self._refused.add(told.attempt)
        elif told.seat == self.seat.name:
            self._refused.clear()
            self.spent.end_turn()

    def answer(self) -> tuple[Try | None, float]:
        """Ask for a try; return it and the seconds that it took. No try if the player is in trouble."""
        found: list[Try] = []
        seconds = self._call(lambda: found.append(self.player.answer(self.budget)))
        self.spent.add(seconds)
        if self.trouble is None:
            self._check(found[0])
        return (None if self.trouble else found[0]), seconds

    def leave(self, result: Result) -> None:
        """Tell the player that the game is over, if they have a ``leave`` method; an error now changes nothing."""
        leave: Callable[[Result], None] | None = getattr(self.player, "leave", None)
        if leave is not None:
            self._call(lambda: leave(result))

    def _check(self, attempt: object) -> None:
        size = self.player.view.settings.size
        if not isinstance(attempt, Try):
            self._go_wrong("has answered what is no try")
        elif attempt.point is not None and not 0 <= attempt.point < size.points:
            self._go_wrong("has tried a point off the board")
        elif attempt in self._refused:
            self._go_wrong(f"has tried {attempt.text(size)} once more, which was refused in this turn")
        else:
            try:
                same = read_try(attempt.text(size), size) == attempt
            except FAULTS:
                same = False
            if not same:
                self._go_wrong("has answered what is no try")

    def _call(self, what: Callable[[], object]) -> float:
        """Call the player, unless they are in trouble, and return the seconds that it took."""
        if self.trouble is not None:
            return 0.0
        self._watch(self.seat.name, self._patience)
        began = self._clock()
        try:
            what()
        except Late as error:
            self._go_wrong(str(error), late=True)
        except YureiError as error:
            self._go_wrong(str(error))
        except FAULTS as error:
            self._go_wrong(f"has raised {type(error).__name__}: {error}")
        return max(0.0, self._clock() - began)

    def _go_wrong(self, reason: str, late: bool = False) -> None:
        """Note what the player has done wrong; they are not called after that."""
        self.trouble = Trouble(self.seat.name, " ".join(reason.split())[:300], late)
