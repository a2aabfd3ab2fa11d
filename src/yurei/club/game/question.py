"""Questions to programs (yurei's own players), and the interface of the processes that answer them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from yurei import players
from yurei.errors import BadValue, YureiError
from yurei.languages import N_
from yurei.referee.settings import Settings
from yurei.referee.view import View

PART_OF_CLOCK = 0.1  # largest share of the time left on the clock that one turn may take
LONGEST_NAME = 100  # most characters in the name of a program, options included
Answer = str | bool  # the text of a try; or whether a draw is accepted, or stones are given up


@dataclass(frozen=True, slots=True)
class ProgramInfo:
    """The name and version of a program, for a game that it plays."""

    name: str  # its name with all options that differ from the default, as it is stored
    version: int
    weakness: str = ""  # a sentence if the program plays this game worse than usual; else empty


def describe_program(name: str, settings: Settings | None = None) -> ProgramInfo:
    """Return the name and version of a program, and its weakness in a game with ``settings``."""
    if len(name) > LONGEST_NAME:
        raise BadValue(N_("the name of a program has {most} letters at most"), most=LONGEST_NAME)
    try:
        player = players.get(name, find=players.own_kind_of)
    except YureiError:
        raise
    except Exception as error:  # such as an option that is not a parameter
        raise BadValue(
            N_("the program {name} cannot be set so: {error}"), name=name, error=type(error).__name__
        ) from error
    if settings is None:
        return ProgramInfo(player.name, player.version)
    player.check(settings)
    return ProgramInfo(player.name, player.version, str(player.weakness(settings) or ""))


class Topic(StrEnum):
    """Topics of questions to a program: a try, a try in a play-out, a draw offer, stones to give up."""

    TRY = "try"
    OUT = "out"  # a try in a play-out of disputed stones
    DRAW = "draw"
    GIVE_UP = "give-up"


@dataclass(frozen=True, slots=True)
class AwaitedAnswer:
    """An answer awaited of a program. It is applied only while it is still awaited."""

    asks: Topic
    seat: str
    number: int  # number of events that matter to the question: a further one makes the answer obsolete
    stones: frozenset[int] = frozenset()  # the stones that are to be given up


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a program. It holds the view of the program's seat, and nothing else of the game."""

    game: str
    player: str  # the program, by the name that ``yurei.players.get`` takes
    moment: AwaitedAnswer
    view: View
    clock: float | None = None  # the seconds left on the program's clock; None without a clock
    board: bytes = b""  # for a question whether to give up stones: the board, which everybody sees by then
    seed: str | None = None  # the seed of the answer's randomness; None for a random one


class BadProgram(Exception):
    """Raised when a program fails. The text is a clause that reveals nothing about any board."""


class ProgramRunner(Protocol):
    """Interface of an object that runs programs, in worker processes or in this process."""

    at_once: int  # number of questions that can be answered at the same time
    more_quick: int  # number of additional questions to programs that answer quickly
    # Seconds between two answers of programs that play each other; people's tries are stored meanwhile.
    breath: float
    slot: float  # against people, answers are released after 1, 2, 4, ... times this many seconds

    @property
    def compiling(self) -> bool:
        """Whether code for programs is being compiled. Meanwhile all levels of yurei may play like the lowest one."""

    def begin(self) -> None:
        """Prepare for questions, for example by compiling code."""

    async def ask(self, question: Question) -> Answer:
        """Return the answer of a program; raise ``BadProgram`` if the program is faulty."""

    def describe_program(self, name: str, settings: Settings) -> ProgramInfo:
        """Return the name, version and weakness of a program, see ``describe_program``."""

    async def close(self) -> None:
        """Stop all programs at once."""
