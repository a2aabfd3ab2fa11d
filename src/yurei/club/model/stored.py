"""Stored values of the club: games, chairs, events, challenges, contacts, results in problems."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from yurei.errors import YureiError
from yurei.languages import N_
from yurei.referee.seating import ALL

NOT_KEPT = N_("this could not be saved, so nothing has changed; try again")
AWAY = N_("the database does not answer at the moment; try again")
WAITING, PLAYING, COUNTING, FINAL = "waiting", "playing", "counting", "final"
"""Phases of a game: a player's chair is free, the game goes on, dead stones are marked, the result is final."""
WON, LOST, DRAWN, NONE = "won", "lost", "drawn", "none"
"""Results of a game for a chair; ``none`` for one that plays for no side, or for both."""
PLAYERS = tuple(seat.name for seating in ALL if seating.hands == "each" for seat in seating.seats)
"""Names of the chairs that play for one side."""


class StoreFailed(Exception):
    """Raised when the database cannot be opened."""


class NotStored(YureiError):
    """Raised when a change could not be stored and has been undone; the cause is the database's error."""


class WriteConflict(NotStored):
    """Raised when a change was not stored because another server has changed the same data first."""


class DatabaseUnavailable(YureiError):
    """Raised when the database does not answer, for instance while it restarts; the cause is the database's error."""


class EventKind(StrEnum):
    """Kind of an event in a game. The comments describe ``Event.what``, where it is not empty."""

    SIT = "sit"
    LEAVE = "leave"
    TRY = "try"  # the try, as text
    PENCIL = "pencil"  # the point and the mark
    CHAT = "chat"  # the name of the sender, a line break, and the message
    REPEATS = "repeats"
    DRAW = "draw"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    TAKEBACK = "takeback"
    TAKEBACK_ACCEPT = "takeback-accept"  # the number of tries that remain
    TAKEBACK_DECLINE = "takeback-decline"
    DEAD = "dead"  # the point of a marked string
    SETTLE = "settle"  # ``LATE`` if the time to answer has run out
    DISPUTE = "dispute"
    OUT = "out"  # the try with which the position is played out, as text
    GIVE_IN = "give-in"  # ``LATE`` if the time to answer has run out
    OPEN = "open"
    ADMIT = "admit"
    REMATCH = "rematch"
    REMATCH_DECLINE = "rematch-decline"
    TIME = "time"
    CLAIM = "claim"  # the dead stones in a count; otherwise the absent seat
    ABANDONED = "abandoned"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Event:
    """An event in a game."""

    chair: str  # the seat or other chair that it came from
    kind: EventKind  # the kind of event; what it does is in ``yurei.club.game.effects``
    what: str  # the details, see ``EventKind``
    at: datetime
    request: str = ""  # the request id; empty if none was given


@dataclass(frozen=True, slots=True)
class BotNews:
    """A notice for a bot that one of its games has new events, or that it has lost its chair there."""

    person: str  # the digest of the bot's key
    game: str
    chair: str
    since: int  # number of events that the chair could know of before the new ones


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored."""

    id: str  # its public name
    settings: dict[str, Any]  # ``Settings.plain()``
    versions: tuple[int, int]  # the versions of the ruleset and of the referee when it began
    players: dict[str, str]  # the programs, by the name of the seat
    host: str  # the digest of its maker's secret
    made: datetime
    follows: str | None = None  # the first game of the match, if this is the second; None for every other game
    # Agreed terms that are not rules, such as the clock, by name.
    terms: dict[str, Any] = field(default_factory=dict)
    # The secret of the referee's seals, see ``yurei.club.game.record``; empty without seals.
    sealing: str = field(default="", repr=False)


@dataclass(slots=True)
class Chair:
    """A chair of a game, with the digests of the secrets that open it."""

    name: str
    link: str
    key: str | None = None  # of the person on the chair
    token: str | None = None  # that the person has given to a program
    seen: datetime | None = None  # when the person was last seen, as far as it is stored


@dataclass(frozen=True, slots=True)
class ChairSummary:
    """The part of a game's summary that is about one chair."""

    name: str
    to_move: bool = False  # whether the other players wait for the chair's player to move or to agree to the count
    result: str = ""  # ``won``, ``lost``, ``drawn`` or ``none``; empty while the game goes on


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a game, which is stored beside its events for lists and counts."""

    phase: str
    chairs: tuple[ChairSummary, ...]
    ended: datetime | None = None
    ended_by: str = ""  # the value of ``EndedBy``
    winner: str = ""  # ``black``, ``white``, or empty
    margin: float | None = None  # the margin in points; None if nothing was counted
    board: str = ""  # the final board, see ``board_text``


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter for the list of a person's ended games; an empty field matches everything."""

    ruleset: str = ""  # the name of the rules
    referee: str = ""
    result: str = ""  # the result for the person, see ``Summary``
    opponent: str = ""  # a part of the name of another person at the table


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that has ended, as listed for a person who sat there."""

    id: str  # its public name
    chair: str
    settings: dict[str, Any]  # ``Settings.plain()``
    players: dict[str, str]  # the programs that sit in seats, by the seat's name
    keys: dict[str, str]  # the digests of the keys of the people on its chairs, by the chair
    expected: dict[str, str]  # the names of an evening's players, by the seat: they may not have come
    ended: datetime  # ended, ended_by, winner, margin, board: see ``Summary``
    ended_by: str
    winner: str
    margin: float | None
    board: str
    result: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of a person's games with a ruleset, a referee and a result, which is empty for games in progress."""

    ruleset: str
    referee: str
    result: str
    count: int


@dataclass(frozen=True, slots=True)
class StoredEvening:
    """A club evening as it is stored."""

    id: str  # its public name
    host: str  # the digest of its host's secret
    maker: str  # the digest of the key of the browser that made it
    made: datetime
    plain: dict[str, Any]  # all other data, as plain values
    version: int  # number of times that it was stored, including this time


@dataclass(frozen=True, slots=True)
class Contact:
    """An address at which a person wants to be notified that it is their turn."""

    id: str  # its id: the digest of a push address, or a random one
    person: str  # the digest of the person's key
    kind: str  # ``push`` or ``mail``
    address: str
    keys: str  # the keys that encrypt push messages; empty for mail
    language: str
    confirmed: bool  # whether messages may be sent there
    made: datetime


class Ending(StrEnum):
    """Kinds of end of an attempt at a problem."""

    SOLVED = "solved"
    HINTED = "hinted"  # solved after a hint
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Attempts:
    """A person's attempts at one problem: the first and the latest one, and when the problem is due again."""

    problem: str
    first: date
    first_attempt: Ending
    attempts: int = 0
    last: date = date.min
    solved: bool = False  # whether the latest attempt solved it
    interval: int = 0  # index in ``yurei.club.practice.INTERVALS`` of the time until the problem comes back
    due: date | None = None  # the day on which the problem comes back; None if it does not
