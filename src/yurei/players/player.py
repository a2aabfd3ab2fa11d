"""What a player is: told step by step, asked for a try within a budget, and able to say why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from random import Random
from time import thread_time
from typing import Any, ClassVar

from yurei.errors import BadSettings, BadValue
from yurei.languages import N_, Words
from yurei.players.explanation import NOTHING_TO_SAY, Explanation
from yurei.players.search.dead_stones import look_dead
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View, advanced
from yurei.rules.state import Try


def never() -> bool:
    """Nobody asks for the answer before its time."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """What a player may spend on a turn, all its tries together. None is no limit.

    Attributes:
        seconds: Processor time of the thread that thinks.
        playouts: Games played out, or looks into a tree: the same answer on every machine.
        clock: Seconds left on the seat's clock, where there is one. Who heeds it spends less than ``seconds``.
        interrupted: Whether the answer is wanted now, asked from time to time by the thread that thinks.
    """

    seconds: float | None = None
    playouts: int | None = None
    clock: float | None = None
    interrupted: Callable[[], bool] = field(default=never, compare=False, repr=False)

    def over(self, seconds: float) -> bool:
        """Whether one is to answer who has thought for so long."""
        return (self.seconds is not None and seconds >= self.seconds) or self.interrupted()

    def less(self, seconds: float, playouts: int) -> Budget:
        """What is left once so much is spent; never below nothing."""
        return replace(
            self,
            seconds=None if self.seconds is None else max(0.0, self.seconds - seconds),
            playouts=None if self.playouts is None else max(0, self.playouts - playouts),
        )


A_SECOND = Budget(seconds=1.0)
"""What a player may spend where nobody says anything else."""


KINDS = {
    int: N_("{parameter} of {player} is a whole number, not {value}"),
    float: N_("{parameter} of {player} is a number, not {value}"),
}
"""What is said of a parameter that is none of its kind."""
OUT_OF_BOUNDS = N_("{parameter} of {player} is from {least} to {most}")
"""What is said of a number that is too small or too large."""


def _flag(key: str, value: object) -> bool:
    try:
        return {"true": True, "false": False}[str(value).lower()]
    except KeyError:
        raise BadValue(N_("{key} is true or false, not {value}"), key=key, value=repr(str(value)[:20])) from None


class Player(ABC):
    """Who proposes tries. All that he knows of a game is its opening and what he was told since.

    A game goes so: ``begin`` once, ``hear`` for everything that the seat is told, ``answer`` whenever it is to try.
    Who holds a view may call ``choose`` alone, which does all three.

    Args:
        seed: Where his chance begins; None for one that nobody knows.
        parameters: Some of ``PARAMETERS``; what is left out is as it says there.

    Attributes:
        slug, summary: His name, and a sentence about him.
        version: Goes up whenever he plays differently; records say which one played.
        level: How strong he is beside the others, from 1 upwards; people know him by this.
        budget: What he may spend on a turn where nobody says anything else.
        must_see: Whether he plays only where everything is seen.
        PARAMETERS: The names of what can be set, and what it is where nobody sets it: whole numbers, numbers, flags, texts.
        BOUNDS: The least and the most that a number may be, by its name; any finite number where nothing stands here.
            Whoever asks a server for a game names the player: nothing of it may take longer than a turn.
        parameters: What is set for this one.
        chance: Where all his chance comes from.
        view: What his seat knows now.
        spent: Seconds and playouts that his answers have taken since the last move.

    Raises:
        BadValue: where a parameter is unknown, none of its kind, or out of bounds.
    """

    slug: ClassVar[str]
    summary: ClassVar[str]
    version: ClassVar[int] = 1
    level: ClassVar[int] = 1
    must_see: ClassVar[bool] = False
    budget: Budget = A_SECOND
    PARAMETERS: ClassVar[Mapping[str, Any]] = {}
    BOUNDS: ClassVar[Mapping[str, tuple[float, float]]] = {}

    view: View

    def __init__(self, seed: int | None = None, **parameters: object) -> None:
        self.chance = Random(seed)
        self.parameters = {**self.PARAMETERS, **{key: self._parameter(key, value) for key, value in parameters.items()}}
        self.spent = Budget(seconds=0.0, playouts=0)
        self._begun = False

    def _parameter(self, key: str, value: object) -> object:
        if key not in self.PARAMETERS:
            raise BadValue(
                N_("{player} has no parameter {parameter}. Known: {known}"),
                player=self.slug,
                parameter=repr(key[:20]),
                known=", ".join(self.PARAMETERS) or "-",
            )
        kind = type(self.PARAMETERS[key])
        if kind is bool:
            return _flag(f"{key} of {self.slug}", value)
        if kind not in KINDS:
            return str(value)
        try:
            number = kind(value)
            if not isfinite(number):
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            raise BadValue(KINDS[kind], parameter=key, player=self.slug, value=repr(str(value)[:20])) from None
        least, most = self.BOUNDS.get(key, (number, number))
        if not least <= number <= most:
            raise BadValue(OUT_OF_BOUNDS, parameter=key, player=self.slug, least=f"{least:g}", most=f"{most:g}")
        return number

    @property
    def name(self) -> str:
        """The slug, and what is set otherwise than usual: ``yurei:level=3``. ``players.get`` takes it."""
        own = [f"{key}={value}" for key, value in self.parameters.items() if value != self.PARAMETERS[key]]
        return f"{self.slug}:{','.join(own)}" if own else self.slug

    @property
    def begun(self) -> bool:
        """Whether he has sat down to a game."""
        return self._begun

    def check(self, settings: Settings) -> None:
        """Make sure that this player can play a game, before it begins. A player that refuses games extends this.

        Raises:
            BadSettings: where it does not play this game, or not under this referee.
            YureiError: where something that it needs is missing.
        """
        if self.must_see and settings.referee.hides:
            raise BadSettings(
                N_(
                    "{player} plays only where everything is seen, and the referee {referee} hides the board; try belief"
                ),
                player=self.slug,
                referee=settings.referee.slug,
            )

    def weakness(self, settings: Settings) -> Words | None:
        """Return a sentence where this player plays a game worse than its name says; None where it does not."""
        return None

    def begin(self, opening: View) -> None:
        """Sit down: a game begins. Who keeps more than the view extends this.

        Args:
            opening: What the seat knows before the first try, see ``View.opening``.

        Raises:
            BadSettings, YureiError: as ``check``.
        """
        self.check(opening.settings)
        self.view = opening
        self.spent = Budget(seconds=0.0, playouts=0)
        self._begun = True

    def hear(self, told: Told) -> None:
        """Be told what became of a try, one's own or somebody else's. Who keeps more than the view extends this."""
        self.view = advanced(self.view, told)
        if told.outcome is not Outcome.ILLEGAL or told.to_move != told.seat:
            self.spent = Budget(seconds=0.0, playouts=0)

    def answer(self, budget: Budget = A_SECOND) -> Try:
        """A try for the seat whose turn it is, within what is left of the budget of this turn.

        A player asked again after a refused try has heard the refusal. He never
        proposes a try twice in a turn, and has one for every turn: where nothing
        else is left he resigns.
        """
        started = thread_time()
        try:
            return self.decide(budget.less(self.spent.seconds or 0.0, self.spent.playouts or 0))
        finally:
            self.spend(seconds=thread_time() - started)

    def choose(self, view: View, budget: Budget = A_SECOND) -> Try:
        """A try for the seat whose view this is; what he has not heard yet, he hears first."""
        self.catch_up(view)
        return self.answer(budget)

    def catch_up(self, view: View) -> None:
        """Hear what a view knows beyond his own; another game's, or an earlier one, begins anew."""
        known = self.view if self._begun else None
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
        """Note what an answer has taken."""
        before = self.spent
        self.spent = Budget((before.seconds or 0.0) + seconds, (before.playouts or 0) + playouts)

    @abstractmethod
    def decide(self, budget: Budget) -> Try:
        """A try within what is left of a turn's budget; see ``answer``, which calls this."""

    def accepts_draw(self) -> bool:
        """Whether he agrees to a draw that the opponent has offered."""
        return False

    def gives_up(self, board: bytes, stones: Collection[int]) -> bool:
        """Whether he agrees that his own stones are dead, once two passes have ended the game.

        Args:
            board: What stands, as everybody sees it by then.
            stones: The stones of his that are marked dead.
        """
        return look_dead(self.view.settings, board, stones, self.chance)

    def explain(self) -> Explanation:
        """What stood behind the last answer, as far as he can tell."""
        return NOTHING_TO_SAY
