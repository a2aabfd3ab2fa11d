"""The class of referees: a referee is a set of choices of who is told what, independent of the ruleset."""

from dataclasses import dataclass
from enum import StrEnum

from yurei.errors import BadSettings
from yurei.languages import N_
from yurei.referee.sight import EVERYTHING, Sight
from yurei.rules.points import FARTHEST, shorten
from yurei.rules.ruleset import Example


class Captures(StrEnum):
    """How much is announced about removed stones: their points, their number, or nothing."""

    POINTS = "points"
    COUNT = "count"
    NOTHING = "nothing"


class FailedTry(StrEnum):
    """Consequence of an illegal try."""

    RETRY = "retry"
    LOSE_TURN = "lose-turn"


MOVED_PLAY = N_("{mover} has moved, {opponent} to play.")
MOVED_MOVE = N_("{mover} has moved, {opponent} to move.")


@dataclass(frozen=True)
class Referee:
    """A referee: choices of who is told what. By default the players are told as little as possible.

    Attributes:
        slug, title, summary: Its name for programs, its name for people, and one plain sentence on who is told what.
        moved: Announcement of a move without any other announcement.
        captures, owner_hears: What everybody, and what the owner, hears of removed stones.
        vanishes: Whether removed stones leave their owner's board.
        atari, reasons: Whether all hear of new ataris, and why a try is illegal.
        sight: How far a seat's own stones see, in points along the grid; ``EVERYTHING`` if everybody sees the
            reference board and every move.
        lone_self_atari: Option: whether a move that puts only the mover into atari is said to do so.
        failed_try: Option: whether an illegal try ends the turn.
        version: Raised when the same tries are answered differently than before.
        examples: The referee's announcements, shown on boards of the first game.
    """

    slug: str
    title: str
    summary: str
    moved: str = MOVED_PLAY
    captures: Captures = Captures.NOTHING
    owner_hears: Captures = Captures.NOTHING
    vanishes: bool = True
    atari: bool = False
    reasons: bool = False
    sight: Sight = 0
    lone_self_atari: bool = False
    failed_try: FailedTry = FailedTry.RETRY
    version: int = 1
    examples: tuple[Example, ...] = ()

    def __post_init__(self) -> None:
        """Raise ``BadSettings`` if the sight is invalid, or this referee cannot have it."""
        if self.hides:
            checked_sight("sight", self.sight)
        if self.sight and not self.vanishes:
            self.check_takes_sight()

    @property
    def hides(self) -> bool:
        """Whether anything on the board is hidden from any seat."""
        return self.sight != EVERYTHING

    @property
    def takes_sight(self) -> bool:
        """Whether the option ``sight`` can be used with this referee."""
        return self.hides and self.vanishes

    def check_takes_sight(self) -> None:
        """Raise ``BadSettings`` if the option ``sight`` cannot be used with this referee."""
        if not self.vanishes:
            raise BadSettings(
                N_("{referee}: nobody is told which stones went, and sight would show it; leave sight out"),
                referee=self.slug,
            )
        if not self.hides:
            raise BadSettings(N_("{referee}: everybody sees the whole board; leave sight out"), referee=self.slug)


def checked_sight(key: str, value: object) -> int:
    """Check the value of the option ``sight``, a distance in points; raise ``BadSettings`` if it is invalid."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= FARTHEST:
        raise BadSettings(
            N_("{key} is a whole number of points from 0 to {most}, not {value}; try 1"),
            key=key,
            most=FARTHEST,
            value=shorten(value),
        )
    return value
