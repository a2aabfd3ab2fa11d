"""Queue of games in which a program is to be asked: fair to addresses and people, and cheap programs go first.

Each address, and each person at an address, has a virtual clock that advances by the expected cost of their programs'
turns. The smallest clock goes first, so that many games of one person delay nobody else. A newcomer starts at the
others' clock. The queue positions that people see depend only on whose turn it is in each game, never on a refusal of
which the opponent is not told.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from yurei import players
from yurei.club.game import programs
from yurei.club.game.game import Game
from yurei.club.game.question import AwaitedAnswer
from yurei.referee.seating import AUDIENCE

LEAST_COST = 0.02
QUICK = 0.1  # most seconds per turn of a program that counts as quick
PLAYOUTS = 5000  # number of playouts that take less than a second, even on 19x19

Flow = tuple[str, ...]  # an address, or a person at an address
SHOW_EVERY = 2.0  # seconds between two updates of the positions that players see


@lru_cache(maxsize=512)
def cost_of(player: str) -> float:
    """Return the expected processor time of a program's turn, in seconds; the program is given by its full name.

    >>> cost_of("yurei:level=2") < cost_of("yurei:level=3") < cost_of("yurei:level=5")
    True
    """
    if not players.is_ours(player.partition(":")[0]):
        return LEAST_COST  # a program that no longer exists resigns
    budget = players.get(player).budget
    return budget.seconds or LEAST_COST + (budget.playouts or 0) / PLAYOUTS


def is_quick(player: str) -> bool:
    """Return whether a program, given by its full name, takes at most ``QUICK`` seconds of processor time per turn."""
    return cost_of(player) <= QUICK


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """A game in the queue, with the person who waits for the program."""

    place: str  # the address of the waiting person; empty if unknown
    person: str
    cost: float  # expected seconds of the answer


def in_fair_order(games: Mapping[str, QueueEntry], begins: Mapping[Flow, float]) -> list[str]:
    """Return the names of queued games in the order in which their programs will be asked."""
    persons, places = defaultdict[Flow, list[str]](list), defaultdict[str, list[str]](list)
    for name, game in games.items():
        persons[game.place, game.person].append(name)
    ends: dict[str, float] = {}
    for person, names in persons.items():
        ends |= _compute_ends(sorted(names, key=lambda name: games[name].cost), games, begins.get(person, 0.0))
        places[person[0]] += names
    ordered: dict[str, float] = {}
    for place, names in places.items():
        ordered |= _compute_ends(sorted(names, key=lambda name: ends[name]), games, begins.get((place,), 0.0))
    return sorted(games, key=lambda name: ordered[name])


def _compute_ends(names: Iterable[str], games: Mapping[str, QueueEntry], begins: float) -> dict[str, float]:
    ends = {}
    for name in names:
        ends[name] = begins = begins + games[name].cost
    return ends


class GameQueue:
    """The queue of games, in which addresses and people take turns by virtual clocks."""

    def __init__(self) -> None:
        self._games: dict[str, QueueEntry] = {}
        self._ends: dict[Flow, float] = {}
        self._clocks = defaultdict[Flow, float](float)  # of all addresses, under (), and of the people at each address

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, name: str) -> bool:
        return name in self._games

    def names(self) -> Collection[str]:
        """Return the names of the games in the queue."""
        return self._games.keys()

    def add(self, name: str, game: QueueEntry) -> None:
        """Add a game. The virtual clocks of an address or person new to the queue start at the clock of the others."""
        waiting = {flow for other in self._games.values() for flow in _list_flows(other)}
        for flow in _list_flows(game):
            if flow not in waiting:
                self._ends[flow] = max(self._ends.get(flow, 0.0), self._clocks[flow[:-1]])
        self._games[name] = game

    def remove(self, name: str) -> None:
        """Remove a game, if it is in the queue."""
        self._games.pop(name, None)

    def take(self) -> str:
        """Remove and return the next game."""
        return self._take_game(in_fair_order(self._games, self._ends)[0])

    def take_quick(self) -> str | None:
        """Remove and return the next game with a quick program; None if there is none."""
        quick = (name for name in in_fair_order(self._games, self._ends) if self._games[name].cost <= QUICK)
        return None if (name := next(quick, None)) is None else self._take_game(name)

    def _take_game(self, name: str) -> str:
        game = self._games.pop(name)
        for flow in _list_flows(game):
            self._clocks[flow[:-1]] = begins = max(self._clocks[flow[:-1]], self._ends[flow])
            self._ends[flow] = begins + game.cost
        waiting = {flow for other in self._games.values() for flow in _list_flows(other)}
        owing = {flow for flow, end in self._ends.items() if end > self._clocks[flow[:-1]]}
        self._ends = {flow: self._ends[flow] for flow in waiting | owing}
        clocks = {flow[:-1] for flow in self._ends}
        self._clocks = defaultdict(float, {flow: at for flow, at in self._clocks.items() if flow in clocks})
        return name


def _list_flows(game: QueueEntry) -> tuple[Flow, Flow]:
    return (game.place,), (game.place, game.person)


class QueuePositions:
    """The queue positions of those games in which a person waits for a program's turn."""

    def __init__(
        self,
        place_of: Callable[[str], str],
        game_if_written: Callable[[str, str], Game | None],
        tell: Callable[[str], None],
    ) -> None:
        self._place_of, self._game_if_written, self._tell = place_of, game_if_written, tell
        self._awaited: dict[str, QueueEntry] = {}
        self._changed = False

    def make_entry(self, game: Game, moment: AwaitedAnswer) -> QueueEntry:
        """Make the queue entry of a game; if a person plays in it, also note the position that the person is shown."""
        keys = (game.chairs[seat].key for seat in game.pencil.keys() - game.programs.keys() if seat in game.chairs)
        person = min(filter(None, keys), default=game.stored.id)
        waiting = QueueEntry(self._place_of(person), person, cost_of(game.programs[moment.seat]))
        if not programs.has_only_programs(game):
            self._awaited.setdefault(game.stored.id, waiting)
            game.before = self._order().index(game.stored.id)
        return waiting

    def remove(self, name: str) -> bool:
        """Remove a game without a program to move; return whether the caller has to start ``publish_positions``."""
        begins = self._awaited.pop(name, None) is not None and bool(self._awaited) and not self._changed
        self._changed = self._changed or begins
        return begins

    async def publish_positions(self) -> None:
        """Update the queue positions after a pause, and wake the listeners of each game whose position has changed."""
        await asyncio.sleep(SHOW_EVERY)
        self._changed = False
        for before, name in enumerate(self._order()):
            game = self._game_if_written(name, AUDIENCE.name)
            if game is not None and game.before != before:
                game.before = before
                self._tell(name)

    def _order(self) -> list[str]:
        return in_fair_order(self._awaited, {})
