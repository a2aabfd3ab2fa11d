"""What is kept of a game: what was played, its chairs, and what happened, as values that know no database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from yurei.errors import YureiError
from yurei.languages import N_

NOT_KEPT = N_("this could not be saved, so nothing has changed; try again")


class StoreFailed(Exception):
    """Something could not be written down."""


class NumberTaken(StoreFailed):
    """Something else was written down at its place: another server was first."""


class NotKept(YureiError):
    """Something that could not be written down, and therefore has not happened."""


class Overtaken(NotKept):
    """It has not happened, for something else has happened first that this server did not know of."""


class StoredChallenge(NamedTuple):
    """A challenge of the lobby, see ``yurei.club.lobby.challenges.Challenge``; its plan is JSON."""

    id: str
    person: str
    plan: str
    game: str | None
    chair: str
    until: float


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game.

    Attributes:
        chair: Where it came from: a seat's name, or another chair's.
        kind: What sort of thing, see ``yurei.club.game.game``.
        what: The try, the point, the mark.
        at: When.
        request: The id with which it was asked for; empty where nobody gave one.
    """

    chair: str
    kind: str
    what: str
    at: datetime
    request: str = ""


@dataclass(frozen=True, slots=True)
class BotNews:
    """Something that a bot is to hear of: that more has happened in a game of its own than it knew.

    Attributes:
        person: The digest of the bot's key.
        game: The game.
        chair: Where it sits.
        since, until: How much had happened before and afterwards, as one on that chair may know of it.
        number: Its place among all that this bot is sent, from 1; 0 as long as it is not written down.
    """

    person: str
    game: str
    chair: str
    since: int
    until: int
    number: int = 0


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is kept.

    Attributes:
        id: Its public name.
        settings: ``Settings.plain()``.
        versions: Of the ruleset and of the referee when it began.
        players: The programs that sit in seats, by the seat's name.
        host: The digest of its maker's secret.
        made: When it was made.
        follows: The first game of the match of which this is the second; None for every other game.
        terms: What the people at the table have agreed on beside the rules, such as the clock; each by its name.
        sealing: The secret of the referee's seals, see ``yurei.club.game.seals``; empty where he gives none.
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
    """A place at a table: the digests of its link, of the key of who sits there, of the token he gave to a program.

    ``seen`` is when he was last there, as far as it is written down.
    """

    name: str
    link: str
    key: str | None = None
    token: str | None = None
    seen: datetime | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games somebody looks for among those that have ended; what is empty is of no matter.

    Attributes:
        ruleset, referee: By their names.
        result: For him, see ``yurei.club.archive.summary``.
        opponent: A part of what somebody else at the table is called.
    """

    ruleset: str = ""
    referee: str = ""
    result: str = ""
    opponent: str = ""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that has ended, as a list shows it to one who sat there.

    Attributes:
        id: Its public name.
        chair: Where he sat.
        settings: ``Settings.plain()``.
        players: The programs that sit in seats, by the seat's name.
        keys: The digests of the keys of who sits on its chairs, by the chair.
        ended, ended_by, winner, margin, board: See ``yurei.club.archive.summary``.
        result: For him.
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
    """So many games of one kind, under one referee, with one result for somebody; an empty one for those that go on."""

    ruleset: str
    referee: str
    result: str
    count: int


@dataclass(frozen=True, slots=True)
class StoredEvening:
    """A club's evening as it is kept.

    Attributes:
        id: Its public name.
        host: The digest of its host's secret.
        maker: The digest of the key of the browser that made it.
        made: When it was made.
        plain: All else, as plain values.
        version: How often it has been kept, this time included; from 1.
    """

    id: str
    host: str
    maker: str
    made: datetime
    plain: dict[str, Any]
    version: int


@dataclass(frozen=True, slots=True)
class Contact:
    """Where somebody wants to be told that it is his turn.

    Attributes:
        id: Its name: the digest of a push address, or one that was made up.
        person: The digest of the key of who wants it.
        kind: ``push`` or ``mail``.
        address: Where it goes.
        keys: What seals it on the way, where it is sealed.
        language: The language in which he reads.
        confirmed: Whether anything may be sent there.
        made: When.
    """

    id: str
    person: str
    kind: str
    address: str
    keys: str
    language: str
    confirmed: bool
    made: datetime
