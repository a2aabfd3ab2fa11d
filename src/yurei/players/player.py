"""Base class of players, which are told what a seat is told, and answer with a try within a budget."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from math import isfinite
from random import Random
from time import thread_time
from typing import Any, ClassVar

from yurei.errors import BadSettings, BadValue, YureiError
from yurei.languages import N_, Words
from yurei.players.passing import are_dead
from yurei.referee.compilable import check_settings_compilable
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View, view_after
from yurei.rules.state import Try


@dataclass(frozen=True, slots=True)
class Candidate:
    """One try that a player has weighed.

    Attributes:
        attempt: The try.
        value: The chance to win once it is accepted, 0 to 1.
        refused: The chance that the referee refuses it, 0 to 1.
        weight: Its share of the visits of all candidates, 0 to 1.
    """

    attempt: Try
    value: float
    refused: float
    weight: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of an answer: chances, and the tries that were weighed. Unknown values are None or empty.

    Attributes:
        candidates: The tries that were weighed, the best one first.
        win: The chance to win, 0 to 1; a draw counts half.
        opponent: For every point the chance that an opponent's piece stands there, 0 to 1.
        worlds, playouts: Numbers of imagined boards and of playouts.
    """

    candidates: tuple[Candidate, ...] = ()
    win: float | None = None
    opponent: tuple[float, ...] | None = None
    worlds: int = 0
    playouts: int = 0


NOTHING_TO_SAY = Explanation()

PATIENCE_TIMES, PATIENCE_SECONDS, LONGEST = 20.0, 10.0, 600.0
"""Seconds to wait for a program: a multiple of its budget, plus a constant; and if it has no budget."""

WEIGHTS = {
    "amaf": (0.0, 1e6),
    "explore": (0.0, 100.0),
    "win": (0.0, 1.0),
    "scale": (0.01, 100.0),
    "margin": (0.0, 10.0),
}
"""Bounds of a search's weights, within which no value makes a turn exceed its budget."""


def is_ready() -> bool:
    """Return whether the extra ``fast``, which the compiled searches need, is installed."""
    return find_spec("numba") is not None


def check_searchable(settings: Settings) -> None:
    """Raise an error unless the extra ``fast`` is installed and the kernel supports a game; no compiler is loaded."""
    if not is_ready():
        raise YureiError(N_("the kernel needs numba and numpy: pip install '.[fast]'"))
    check_settings_compilable(settings)


def never() -> bool:
    """Return False; the default value of ``Budget.interrupted``."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits on what a player may spend on a turn, for all its tries together. None means no limit.

    Attributes:
        seconds: Processor time of the thread that thinks.
        playouts: Playouts, or simulations in a tree: the same answer on every machine.
        clock: Seconds left on the seat's clock, if it has one. A player that uses the value spends less than
            ``seconds``.
        interrupted: Whether to answer at once; polled by the thread that thinks.
    """

    seconds: float | None = None
    playouts: int | None = None
    clock: float | None = None
    interrupted: Callable[[], bool] = field(default=never, compare=False, repr=False)

    @property
    def patience(self) -> float:
        """Longest wall time in seconds to wait for an answer from a program in another process."""
        return LONGEST if self.seconds is None else PATIENCE_TIMES * self.seconds + PATIENCE_SECONDS

    def over(self, seconds: float) -> bool:
        """Return whether the budget is spent after this thinking time in seconds, or is interrupted."""
        return (self.seconds is not None and seconds >= self.seconds) or self.interrupted()

    def chunks(self, size: int) -> Iterator[int]:
        """Yield numbers of playouts, at most ``size``, until the budget is spent; only one if there is no limit."""
        started, left = thread_time(), self.playouts
        while left is None or left > 0:
            chunk = size if left is None else min(size, left)
            yield chunk
            left = None if left is None else left - chunk
            if self.over(thread_time() - started) or (left is None and self.seconds is None):
                return

    def less(self, seconds: float, playouts: int) -> "Budget":
        """Return the budget that is left after spending these amounts; no limit falls below zero."""
        return replace(
            self,
            seconds=None if self.seconds is None else max(0.0, self.seconds - seconds),
            playouts=None if self.playouts is None else max(0, self.playouts - playouts),
        )


A_SECOND = Budget(seconds=1.0)
"""The default budget."""

KINDS = {
    int: N_("{parameter} of {player} is a whole number, not {value}"),
    float: N_("{parameter} of {player} is a number, not {value}"),
}
"""Error messages for a parameter of the wrong type."""


class Player(ABC):
    """Abstract base class of players. A player knows only the opening of its seat, and what the seat was told since.

    Call ``begin`` once, ``hear`` for everything that the seat is told, and ``answer`` whenever the seat must try. With
    a view at hand, ``choose`` alone does all three.

    Args:
        seed: Random seed; None for an unpredictable one.
        parameters: Some of ``PARAMETERS``; the others take their defaults.

    Attributes:
        slug, summary: Its name, and a sentence about it.
        version: Raised whenever it plays differently; records keep it.
        budget: The default budget of a turn.
        must_see: Whether it plays only if everything is seen.
        must_compile: Whether it plays only games that the compiled searches support, and needs the extra ``fast``.
        PARAMETERS: Names and default values of its parameters: whole numbers, numbers, flags, texts.
        BOUNDS: Least and greatest values of numbers, by name; any finite number if missing.
            Clients name players with parameters, so no value may make an answer exceed a turn's budget.
        parameters: Parameters of this player.
        chance: Its random generator.
        begun: Whether it has begun a game.
        notice: Function that selects the tries that a search considers, from all candidates; by default it selects all.
        view: The present view of its seat.
        spent: Seconds and playouts of its answers since the last move.

    Raises:
        BadValue: if a parameter is unknown, of the wrong type, or out of bounds.
    """

    slug: ClassVar[str]
    summary: ClassVar[str]
    version: ClassVar[int] = 1
    must_see: ClassVar[bool] = False
    must_compile: ClassVar[bool] = False
    budget: Budget = A_SECOND
    PARAMETERS: ClassVar[Mapping[str, Any]] = {}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {}

    view: View

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        self.chance = Random(seed)
        self.notice: Callable[[list[Try]], list[Try]] = list
        self.parameters = {**self.PARAMETERS, **{key: self._parameter(key, value) for key, value in parameters.items()}}
        self.spent = Budget(seconds=0.0, playouts=0)
        self.begun = False

    def _parameter(self, key: str, value: object) -> object:
        if key not in self.PARAMETERS:
            message, known = (
                N_("{player} has no parameter {parameter}. Known: {known}"),
                ", ".join(self.PARAMETERS) or "-",
            )
            raise BadValue(message, player=self.slug, parameter=repr(key[:20]), known=known)
        kind, shown = type(self.PARAMETERS[key]), repr(str(value)[:20])
        if kind is bool:
            if str(value).lower() not in ("true", "false"):
                raise BadValue(N_("{key} is true or false, not {value}"), key=f"{key} of {self.slug}", value=shown)
            return str(value).lower() == "true"
        if kind not in KINDS:
            return str(value)
        try:
            number = kind(value)
            if not isfinite(number):
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            raise BadValue(KINDS[kind], parameter=key, player=self.slug, value=shown) from None
        least, most = self.BOUNDS.get(key, (number, number))
        if not least <= number <= most:
            message = N_("{parameter} of {player} is from {least} to {most}")
            raise BadValue(message, parameter=key, player=self.slug, least=f"{least:g}", most=f"{most:g}")
        return number

    def value(self, parameter: str) -> Any:
        """Return the value of a parameter."""
        return self.parameters[parameter]

    @property
    def name(self) -> str:
        """The slug with the parameters that differ from their defaults, for ``players.get``: ``yurei:level=3``."""
        own = [f"{key}={value}" for key, value in self.parameters.items() if value != self.PARAMETERS[key]]
        return f"{self.slug}:{','.join(own)}" if own else self.slug

    def check(self, settings: Settings) -> None:
        """Raise an error if this player cannot play a game with these settings. Subclasses may extend it.

        Raises:
            BadSettings: if it does not play this game, or not under this referee.
            YureiError: if something that it needs is missing.
        """
        if self.must_see and settings.referee.hides:
            message = N_(
                "{player} plays only where everything is seen, and the referee {referee} hides the board; try belief"
            )
            raise BadSettings(message, player=self.slug, referee=settings.referee.slug)
        if self.must_compile:
            check_searchable(settings)

    def weakness(self, settings: Settings) -> Words | None:
        """Return a warning if this player plays this game worse than its name promises, else None."""
        return None

    def begin(self, opening: View) -> None:
        """Begin a game with the seat's opening, see ``View.opening``; raise the errors of ``check``.

        A player that keeps more than the view extends this.
        """
        self.check(opening.settings)
        self.view = opening
        self.spent = Budget(seconds=0.0, playouts=0)
        self.begun = True

    def hear(self, told: Told) -> None:
        """Receive what the seat is told of a try by any seat. Players that keep more than the view extend this."""
        self.view = view_after(self.view, told)
        if told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat:
            self.spent = Budget(seconds=0.0, playouts=0)

    def answer(self, budget: Budget = A_SECOND) -> Try:
        """Return a try for the player's seat, whose turn it is, within what is left of the turn's budget.

        Before it is asked again after a refused try, the player has heard the refusal. It never proposes a try twice in
        a turn,
        and always answers: if no try is left, it resigns.
        """
        started = self.now()
        try:
            return self.decide(budget.less(self.spent.seconds or 0.0, self.spent.playouts or 0))
        finally:
            self.spend(seconds=max(0.0, self.now() - started))

    def now(self) -> float:
        """Return the time by which answers are measured: processor time of this thread in seconds."""
        return thread_time()

    def choose(self, view: View, budget: Budget = A_SECOND) -> Try:
        """Return a try for the seat with this view, after a call of ``catch_up``."""
        self.catch_up(view)
        return self.answer(budget)

    def catch_up(self, view: View) -> None:
        """Call ``hear`` with all that is new in a view; begin again if it is from a different game or is older."""
        known = self.view if self.begun else None
        follows = (
            known is not None
            and (known.seat, known.settings, known.first_board) == (view.seat, view.settings, view.first_board)
            and view.heard[: len(known.heard)] == known.heard
        )
        if not follows:
            self.begin(view.opening)
        for told in view.heard[len(self.view.heard) :]:
            self.hear(told)

    def spend(self, seconds: float = 0.0, playouts: int = 0) -> None:
        """Add the cost of an answer to ``spent``."""
        before = self.spent
        self.spent = Budget((before.seconds or 0.0) + seconds, (before.playouts or 0) + playouts)

    @abstractmethod
    def decide(self, budget: Budget) -> Try:
        """Return a try within a budget. ``answer`` calls it with what is left of the turn's budget."""

    def accepts_draw(self) -> bool:
        """Return whether the player agrees to a draw that the opponent has offered."""
        return False

    def gives_up(self, board: bytes, stones: Collection[int]) -> bool:
        """Return whether the player agrees, after two passes, that its ``stones`` are dead on the true ``board``."""
        return are_dead(self.view.settings, board, stones, self.chance)

    def believed(self) -> tuple[float, ...] | None:
        """Return for every point the chance that an opponent's piece stands there; None if the player keeps no belief.

        May be called at any time after ``begin``, even when it is not the seat's turn.
        """
        return None

    def explain(self) -> Explanation:
        """Return the explanation of the last answer; values that the player does not know are None or empty."""
        return NOTHING_TO_SAY
