"""A club evening as a value: a small tournament with its players, settings, tables and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from itertools import chain
from random import Random
from typing import Any

from yurei.club.model.sanitize import clean_nickname
from yurei.club.model.stored import StoredEvening
from yurei.club.tournaments.pairing import Entrant, Pair, round_robin, standings, swiss
from yurei.errors import BadValue, NotOver, Unknown, unknown
from yurei.languages import N_

FEWEST, MOST = 2, 64  # least and most players of an evening
MOST_ROUNDS = 15
SWISS, ROUND_ROBIN = "swiss", "round-robin"
SYSTEMS = (SWISS, ROUND_ROBIN)
BYE = "bye"
HALVES = {"black": (2, 0), "white": (0, 2), "draw": (1, 1), "nobody": (0, 0), BYE: (2, 0)}
"""Results of a table, and the half points of Black and White for each."""
RESULTS = tuple(result for result in HALVES if result != BYE)


@dataclass(frozen=True, slots=True)
class Player:
    """A player of an evening: name, digests of the link and (after its use) of the key; whether they have gone home."""

    name: str
    link: str
    key: str | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one round: two players, their game and its result; or one player with a bye."""

    black: int  # the player's number, from 1
    white: int | None  # None if Black has a bye
    game: str = ""  # empty for a bye
    result: str | None = None  # one of ``HALVES``; None while it is open
    by_hand: bool = False  # whether the host has entered the result


@dataclass(frozen=True, slots=True)
class Evening:
    """A club evening: a tournament with its players, rounds and results. Every change returns a new value."""

    id: str
    host: str  # the digest of its host's secret
    maker: str  # the digest of the key of the browser that made it
    made: datetime
    title: str
    system: str  # one of ``SYSTEMS``
    rounds: int  # planned number of rounds
    settings: dict[str, Any]  # of every game, in their stored form
    terms: dict[str, Any]
    players: tuple[Player, ...]  # in order of their numbers, from 1
    played: tuple[tuple[Table, ...], ...] = ()  # the tables of each round so far
    ended: bool = False  # whether its host has ended it
    version: int = 0  # number of times that it was stored; 0 for a new evening

    @classmethod
    def read(cls, stored: StoredEvening) -> Evening:
        """Return an evening from its stored form."""
        plain = dict(stored.plain)
        plain["players"] = tuple(Player(**each) for each in plain["players"])
        plain["played"] = tuple(tuple(Table(**each) for each in tables) for tables in plain["played"])
        return cls(stored.id, stored.host, stored.maker, stored.made, **plain, version=stored.version)

    def to_stored(self) -> StoredEvening:
        """Return the stored form of the evening."""
        plain = {each.name: getattr(self, each.name) for each in fields(self)[4:-1]}
        plain["players"] = [asdict(each) for each in self.players]
        plain["played"] = [[asdict(each) for each in tables] for tables in self.played]
        return StoredEvening(self.id, self.host, self.maker, self.made, plain, self.version)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the newest round; none before the first."""
        return self.played[-1] if self.played else ()

    @property
    def waiting(self) -> list[Table]:
        """The tables of the newest round that have no result yet."""
        return [table for table in self.tables if table.result is None]

    @property
    def over(self) -> bool:
        """Whether no further games will be played: the evening was ended, or all rounds have their results."""
        return self.ended or (self.last_round and not self.waiting)

    @property
    def last_round(self) -> bool:
        """Whether all planned rounds have been paired."""
        return len(self.played) >= self.rounds

    @property
    def winners(self) -> list[str]:
        """The names of all players in first place; no names before the end of the evening, or if nobody has a point."""
        rows = standings(self.entrants()) if self.over else []
        return [self.player(row.number).name for row in rows if row.place == 1 and row.points]

    def table_of(self, number: int) -> Table | None:
        """Return the table of a player, given by their number, in the newest round; None if they have no table."""
        return next((table for table in self.tables if number in (table.black, table.white)), None)

    def number_of(self, key: str | None) -> int | None:
        """Return the number of the player with a key, given by its digest; None if no player has the key."""
        return next((number for number, each in self.numbered_players() if key is not None and each.key == key), None)

    def numbered_players(self) -> Iterator[tuple[int, Player]]:
        """Return the players with their numbers."""
        return enumerate(self.players, 1)

    def player(self, number: int) -> Player:
        """Return the player with a number."""
        return self.players[number - 1]

    def find_player(self, number: int) -> Player:
        """Return the player with a number that a request contains; raise Unknown if there is no such player."""
        if not 1 <= number <= len(self.players):
            raise Unknown(N_("player not found this evening"))
        return self.player(number)

    def check_open(self) -> None:
        """Check that the host has not ended the evening; raise BadValue otherwise."""
        if self.ended:
            raise BadValue(N_("this evening has been ended; make a new one"))

    def with_player(self, number: int, **changes: Any) -> Evening:
        """Return the evening with changed fields of one player."""
        self.check_open()
        player = replace(self.find_player(number), **changes)
        return replace(self, players=(*self.players[: number - 1], player, *self.players[number:]))

    def with_new_player(self, name: str, link: str) -> Evening:
        """Return the evening with a new player, who is paired from the next round on."""
        self.check_open()
        if not clean_nickname(name):
            raise BadValue(N_("a player needs a name; write one"))
        names = read_names([*(player.name for player in self.players), name])
        return replace(self, players=(*self.players, Player(names[-1], link)))

    def pair_next_round(self, chance: Random) -> list[Pair]:
        """Return the pairings for the next round, by the evening's system."""
        self.check_open()
        if self.waiting:
            raise NotOver(N_("games of this round are in progress; wait for them, or enter their results"))
        if len(self.played) >= self.rounds:
            raise BadValue(N_("all rounds of this evening have been played"))
        entrants = [entrant for entrant in self.entrants() if not self.player(entrant.number).gone]
        if len(entrants) < FEWEST:
            raise BadValue(N_("it takes two players to pair; add somebody, or note who is back"))
        if self.system == SWISS:
            return swiss(entrants, chance)
        return swiss([replace(entrant, points=0) for entrant in entrants], chance, self._find_scheduled_pairs(entrants))

    def _find_scheduled_pairs(self, entrants: Sequence[Entrant]) -> list[Pair]:
        """Return the pairs that can still be played in the round of Berger's tables that has the most of these."""
        here = {entrant.number: entrant for entrant in entrants}
        seated = (
            sorted(each for table in tables for each in (table.black, table.white or 0)) for tables in self.played
        )
        roster = [number for number in dict.fromkeys(chain(*seated, here)) if number]

        def possible(turn: int) -> list[Pair]:
            pairs = [(roster[one - 1], other and roster[other - 1]) for one, other in round_robin(len(roster), turn)]
            return [
                (one, other) for one, other in pairs if one in here and other in {None, *here} - here[one].met.keys()
            ]

        return max(map(possible, range(1, len(roster) + len(roster) % 2)), key=len)

    def entrants(self) -> list[Entrant]:
        """Return all players with the results that the next pairing and the standings depend on."""
        points, byes, colours = Counter[int](), Counter[int](), Counter[int]()
        met: dict[int, Counter[int]] = {number: Counter() for number, _ in self.numbered_players()}
        for table in self.every_table():
            for number, halves in zip((table.black, table.white), HALVES[table.result or "nobody"], strict=True):
                if number is not None:
                    points[number] += halves
            if table.white is None:
                byes[table.black] += 1
            else:
                colours[table.black] += 1
                colours[table.white] -= 1
            # A game in progress is no tie-break: SOS would count its opponent by the pairing alone.
            if table.white is not None and table.result is not None:
                met[table.black][table.white] += 1
                met[table.white][table.black] += 1
        return [Entrant(each, points[each], met[each], colours[each], byes[each]) for each in met]

    def every_table(self) -> Iterable[Table]:
        """Return the tables of all rounds."""
        return (table for tables in self.played for table in tables)

    def without_person(self, key: str) -> Evening:
        """Return the evening after deleting a person (digest of the key): their player is gone, without a name."""
        players = (
            Player(f"…{number}", each.link, None, gone=True) if each.key == key else each
            for number, each in enumerate(self.players, 1)
        )
        return replace(self, maker="" if self.maker == key else self.maker, players=tuple(players))

    def with_key(self, old: str, new: str) -> Evening:
        """Return the evening with the key ``new`` in place of ``old`` (digests), but not twice among the players."""
        taken = self.number_of(new) is not None
        players = (replace(each, key=new) if each.key == old and not taken else each for each in self.players)
        return replace(self, maker=new if self.maker == old else self.maker, players=tuple(players))

    def with_result(self, round_number: int, table_number: int, result: str, *, by_hand: bool) -> Evening:
        """Return the evening with the result of one table; both numbers count from 1."""
        self.check_open()
        if not 1 <= round_number <= len(self.played):
            raise BadValue(N_("table not found this evening"))
        tables = self.played[round_number - 1]
        if not 1 <= table_number <= len(tables) or tables[table_number - 1].white is None:
            raise BadValue(N_("table not found this evening"))
        if result not in RESULTS:
            raise unknown("result", result, RESULTS)
        table = replace(tables[table_number - 1], result=result, by_hand=by_hand)
        tables = (*tables[: table_number - 1], table, *tables[table_number:])
        return replace(self, played=(*self.played[: round_number - 1], tables, *self.played[round_number:]))


def read_names(lines: Iterable[str]) -> list[str]:
    """Return the stored forms of the names in lines of text; raise BadValue for a bad name or number of names."""
    names: list[str] = []
    for number, line in enumerate(lines, 1):
        try:
            names += [name] if (name := clean_nickname(line)) else []
        except BadValue as error:
            raise BadValue(N_("line {number}: {error}"), number=number, error=error.words) from None
    if not FEWEST <= len(names) <= MOST:
        raise BadValue(
            N_("an evening has {fewest} to {most} players, a name on each line; this one has {count}"),
            fewest=FEWEST,
            most=MOST,
            count=len(names),
        )
    written: dict[str, str] = {}
    for name in names:
        if (other := written.get(name.casefold())) is not None:
            if other == name:
                raise BadValue(N_("two players are called {name}; add something to tell them apart"), name=name)
            words = N_("two players are called {name} and {other}; add something to tell them apart")
            raise BadValue(words, name=other, other=name)
        written[name.casefold()] = name
    return names
