"""Stored values of the club: games, chairs, events, challenges, contacts, results in problems.

They do not depend on a database.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

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


class NotKept(YureiError):
    """Raised when something could not be stored, and therefore has not happened; its cause is the database's error."""


class Overtaken(NotKept):
    """Raised when something has not happened because another server has stored a change there first."""


class DatabaseAway(YureiError):
    """Raised when the database could not be asked, as while it restarts; its cause is the database's error."""


class StoredChallenge(NamedTuple):
    """A challenge of the lobby, see ``yurei.club.lobby.Challenge``; its plan is JSON."""

    id: str
    person: str
    plan: str
    game: str | None
    chair: str
    until: float


class EventKind(StrEnum):
    """Kind of an event in a game; after it, the details that it has."""

    SIT = "sit"
    LEAVE = "leave"
    TRY = "try"
    """The try, as text."""
    PENCIL = "pencil"
    """The point and the mark."""
    CHAT = "chat"
    """The name of the person, a line break, and the message."""
    REPEATS = "repeats"
    DRAW = "draw"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    TAKEBACK = "takeback"
    TAKEBACK_ACCEPT = "takeback-accept"
    """The number of tries that remain."""
    TAKEBACK_DECLINE = "takeback-decline"
    DEAD = "dead"
    """The point of a marked string."""
    SETTLE = "settle"
    """``LATE`` if the time to answer has run out."""
    DISPUTE = "dispute"
    OUT = "out"
    """The try with which the position is played out, as text."""
    GIVE_IN = "give-in"
    """``LATE`` if the time to answer has run out."""
    OPEN = "open"
    ADMIT = "admit"
    REMATCH = "rematch"
    TIME = "time"
    CLAIM = "claim"
    """In a count the dead stones; else the absent seat."""
    ABANDONED = "abandoned"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Event:
    """An event in a game.

    Attributes:
        chair: The seat or other chair that it came from.
        kind: The kind of event; what it does is in ``yurei.club.game.effects``.
        what: The details, see ``EventKind``.
        at: The time.
        request: The request id; empty if none was given.
    """

    chair: str
    kind: EventKind
    what: str
    at: datetime
    request: str = ""


@dataclass(frozen=True, slots=True)
class BotNews:
    """A notice for a bot that one of its games has new events, or that it has lost its chair there.

    Attributes:
        person: The digest of the bot's key.
        game: The game.
        chair: The bot's chair.
        since: The number of events that the chair could know of before.
    """

    person: str
    game: str
    chair: str
    since: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored.

    Attributes:
        id: Its public name.
        settings: ``Settings.plain()``.
        versions: The versions of the ruleset and of the referee when it began.
        players: The programs that sit in seats, by the seat's name.
        host: The digest of its maker's secret.
        made: When it was created.
        follows: The first game of the match, if this is the second; None for every other game.
        terms: The terms agreed on beside the rules, such as the clock, by their names.
        sealing: The secret of the referee's seals, see ``yurei.club.game.record``; empty without seals.
    """

    id: str
    settings: dict[str, Any]
    versions: tuple[int, int]
    players: dict[str, str]
    host: str
    made: datetime
    follows: str | None = None
    terms: dict[str, Any] = field(default_factory=dict)
    sealing: str = field(default="", repr=False)


@dataclass(slots=True)
class Chair:
    """A chair: the digests of its link, of its person's key, and of the token that the person gave to a program.

    ``seen`` is when that person was last there, as far as it is stored.
    """

    name: str
    link: str
    key: str | None = None
    token: str | None = None
    seen: datetime | None = None


@dataclass(frozen=True, slots=True)
class ChairSummary:
    """The summary of a chair.

    Attributes:
        name: The name of the chair.
        to_move: Whether others wait for its player: to move, or to agree to the count.
        result: ``won``, ``lost``, ``drawn`` or ``none``; empty while the game goes on.
    """

    name: str
    to_move: bool = False
    result: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a game.

    Attributes:
        phase: The phase of the game.
        chairs: The summaries of its chairs.
        ended: When it ended.
        ended_by: What ended it.
        winner: ``black``, ``white``, or empty.
        margin: The margin of points, if it was counted.
        board: The final board, see ``board_text``.
    """

    phase: str
    chairs: tuple[ChairSummary, ...]
    ended: datetime | None = None
    ended_by: str = ""
    winner: str = ""
    margin: float | None = None
    board: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter for the list of ended games; empty fields match everything.

    Attributes:
        ruleset, referee: The names of the rules and of the referee.
        result: The result for the person, see ``Summary``.
        opponent: A part of the name of another person at the table.
    """

    ruleset: str = ""
    referee: str = ""
    result: str = ""
    opponent: str = ""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that has ended, as listed for a person who sat there.

    Attributes:
        id: Its public name.
        chair: The person's chair.
        settings: ``Settings.plain()``.
        players: The programs that sit in seats, by the seat's name.
        keys: The digests of the keys of the people on its chairs, by the chair.
        ended, ended_by, winner, margin, board: See ``Summary``.
        result: The result for the person.
    """

    id: str
    chair: str
    settings: dict[str, Any]
    players: dict[str, str]
    keys: dict[str, str]
    ended: datetime
    ended_by: str
    winner: str
    margin: float | None
    board: str
    result: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Number of a person's games by ruleset, referee and result; an empty result means that they go on."""

    ruleset: str
    referee: str
    result: str
    count: int


@dataclass(frozen=True, slots=True)
class StoredEvening:
    """A club evening as it is stored.

    Attributes:
        id: Its public name.
        host: The digest of its host's secret.
        maker: The digest of the key of the browser that made it.
        made: When it was created.
        plain: All other data, as plain values.
        version: The number of times that it was stored, this time included; from 1.
    """

    id: str
    host: str
    maker: str
    made: datetime
    plain: dict[str, Any]
    version: int


@dataclass(frozen=True, slots=True)
class Contact:
    """An address at which a person wants to be notified that it is their turn.

    Attributes:
        id: Its id: the digest of a push address, or a random one.
        person: The digest of the person's key.
        kind: ``push`` or ``mail``.
        address: The push or mail address.
        keys: The keys that encrypt push messages; empty for mail.
        language: The language of the notifications.
        confirmed: Whether anything may be sent there.
        made: When it was created.
    """

    id: str
    person: str
    kind: str
    address: str
    keys: str
    language: str
    confirmed: bool
    made: datetime


class Ending(StrEnum):
    """End of an attempt at a problem."""

    SOLVED = "solved"
    HINTED = "hinted"
    """Solved after a hint."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Practised:
    """A person's result in a problem.

    Attributes:
        problem: The id of the problem.
        first: The day of the first attempt.
        first_attempt: How the first attempt ended.
        attempts: Number of attempts.
        last: The day of the latest attempt.
        solved: Whether the latest attempt solved it.
        interval: Index of the interval after which it comes back, see ``yurei.club.practice``.
        due: The day on which it comes back; None if it does not.
    """

    problem: str
    first: date
    first_attempt: Ending
    attempts: int = 0
    last: date = date.min
    solved: bool = False
    interval: int = 0
    due: date | None = None
