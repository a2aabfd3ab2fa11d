"""What a program is asked, who is asked to think it over, and what goes wrong with programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from yurei.club.game.introduction import Introduced
from yurei.referee.view import View

PART_OF_CLOCK = 0.1
"""A turn takes no more than this part of what is left on the clock."""
Answer = str | bool
"""The text of a try; whether a draw is accepted, or stones are given up."""


class Asks(StrEnum):
    """What a program can be asked."""

    TRY = "try"
    OUT = "out"
    """A try where disputed stones are played out."""
    DRAW = "draw"
    GIVE_UP = "give-up"


@dataclass(frozen=True, slots=True)
class Moment:
    """What a program is awaited for. As long as that is so an answer is good; later it is dropped.

    Attributes:
        asks, seat: What is asked, and the seat of who is.
        number: How much has happened that matters to it.
        stones: The stones that are to be given up.
    """

    asks: Asks
    seat: str
    number: int
    stones: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """What a program is asked. It has the view of the program's seat, and nothing else of the game.

    Attributes:
        game: The game's public name.
        player: Who is asked, by the name that ``yurei.players.get`` takes.
        moment: What is asked.
        view: What his seat knows.
        clock: The seconds that are left on his clock; None where there is none.
        board: For stones to be given up what stands, as everybody sees it by then.
        seed: Where the chance of the answer begins; None for nowhere that anybody knows.
    """

    game: str
    player: str
    moment: Moment
    view: View
    clock: float | None = None
    board: bytes = b""
    seed: str | None = None


class Faulty(Exception):
    """A program has gone wrong. It says in half a sentence how, and nothing of any board."""


class Thinkers(Protocol):
    """Those who let programs think.

    Attributes:
        at_once: So many programs can think at the same time.
        more_quick: So many more, where what they are asked is answered at once.
        breath: Seconds between two answers of programs that play each other, so that people's tries are written down first.
        slot: Where people play, an answer is told so many seconds after it was asked for, or twice, four times, … as many.
    """

    at_once: int
    more_quick: int
    breath: float
    slot: float

    @property
    def compiling(self) -> bool:
        """Whether something that programs need is still being compiled: until then each level of ours may play as the lowest."""

    def begin(self) -> None:
        """Get ready, while nobody waits yet."""

    async def ask(self, question: Question) -> Answer:
        """What a program answers.

        Raises:
            Faulty: where it has gone wrong.
        """

    async def introduce(self, name: str) -> Introduced:
        """A program as it says who it is.

        Raises:
            YureiError: where there is none of this name, or it cannot be set so.
        """

    async def close(self) -> None:
        """Stop thinking at once."""
