"""Twin games: what an observer receives is the same in two games if, and only if, both must tell it the same.

A walk plays every sequence of tries, under all referees at once. ``entitled`` says what observers must be told; it is
compared with all that the table and the line protocol return.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.board import Board, Point, board_text, empty_board, point_name, stones_with_liberties
from tests.oracle.play import Game, Try, all_tries
from tests.oracle.protocol import starting_board
from tests.oracle.settings import settings_in_force
from tests.secrecy import entitled
from tests.secrecy.entitled import AUDIENCE, SEATINGS, Observer, Record, Referee
from yurei.apps import jsonlines as protocol
from yurei.errors import YureiError
from yurei.referee.announce import Attempt
from yurei.referee.plain import told_to_bytes, view_to_bytes
from yurei.referee.table import Table, Witness
from yurei.referee.view import View
from yurei.rules import Verdict

REFEREES = [
    *(Referee(name) for name in ("common", "hamburg", "kriegspiel", "olympiad", "counted", "open")),
    *(Referee(name, lone_self_atari=True) for name in ("common", "hamburg", "open")),
    *(Referee("fog"), Referee("fog", option=2), Referee("common", option=1)),
]


class Leak(AssertionError):
    """Error: an observer can tell two games apart although it must be told the same in both."""


class Withheld(AssertionError):
    """Error: an observer cannot tell two games apart although it must be told different things."""


@dataclass
class Twins:
    """For one referee and observer: pairs of what had to be told and what was received, as histories of games."""

    who: str
    got_of: dict[int, tuple[int, str]] = field(default_factory=dict)
    owed_of: dict[int, tuple[int, str]] = field(default_factory=dict)
    ids: dict[Hashable, int] = field(default_factory=dict)

    def number(self, before: int, event: Hashable) -> int:
        """Return a number for a history with one more event; equal histories have equal numbers."""
        return self.ids.setdefault((before, event), len(self.ids) + 1)

    def compare(self, owed: int, got: int, game: str) -> None:
        other, twin = self.got_of.setdefault(owed, (got, game))
        if other != got:
            raise Leak(f"{self.who} is owed the same in '{twin}' and '{game}', and can tell them apart")
        other, twin = self.owed_of.setdefault(got, (owed, game))
        if other != owed:
            raise Withheld(f"{self.who} is owed different things in '{twin}' and '{game}', and cannot tell them apart")


@dataclass
class World:
    """One game under one referee: its table and witness, and the histories of each observer."""

    referee: Referee
    table: Table
    owed: dict[str, int]
    got: dict[str, int]
    witness: Witness

    def copy(self) -> World:
        return World(self.referee, self.table.copy(self.witness), dict(self.owed), dict(self.got), self.witness)


class Walk:
    """Plays every sequence of tries up to a depth from set-up positions, under each of some referees.

    Options have the names of the line protocol. With ``in_bytes`` the canonical bytes of views and of ``Told`` are
    compared too, which is slow.
    """

    def __init__(
        self,
        ruleset: str,
        size: tuple[int, int],
        seating: str = "duel",
        referees: Iterable[Referee] = tuple(REFEREES),
        in_bytes: bool = False,
        **options: Any,
    ) -> None:
        self.ruleset, self.size, self.options, self.seating, self.in_bytes = ruleset, size, options, seating, in_bytes
        self.observers = (*SEATINGS[seating], AUDIENCE)
        self.twins = {
            (referee, observer): Twins(f"{observer.name} under {referee.name}")
            for referee in referees
            for observer in self.observers
        }
        self.games = 0
        self._verdicts: list[Verdict] = []

    def from_board(self, setup: str, depth: int) -> None:
        settings = {"ruleset": self.ruleset, "width": self.size[0], "height": self.size[1], **self.options}
        game = oracle_game(settings, setup)
        worlds = [self._world(referee, game, setup) for referee in dict.fromkeys(key[0] for key in self.twins)]
        self._walk(game, worlds, (), setup, depth)

    def from_empty_board(self, depth: int) -> None:
        self.from_board(empty_setup(*self.size), depth)

    def _world(self, referee: Referee, game: Game, setup: str) -> World:
        options = {"lone_self_atari": referee.lone_self_atari, "sight": referee.option, **self.options}
        table = Table(
            self.ruleset, referee=referee.name, size=self.size, seating=self.seating, setup=setup,
            witness=self._verdicts.append, **options,
        )  # fmt: skip
        world = World(referee, table, {}, {}, self._verdicts.append)
        for observer in self.observers:
            twins = self.twins[referee, observer]
            first = entitled.owed_at_first(referee, self.seating, observer, game)
            world.owed[observer.name] = twins.number(0, ("owed", first))
            got = shown(table.view(observer.name))
            world.got[observer.name] = twins.number(0, ("got", got, *self._bytes(world, observer.name)))
            twins.compare(world.owed[observer.name], world.got[observer.name], setup)
        return world

    def _walk(self, game: Game, worlds: list[World], record: Record, path: str, depth: int) -> None:
        self.games += 1
        if depth == 0 or game.result:
            return
        for tried in (*all_tries(game), Try("resign")):
            event = entitled.happen(self.seating, game, tried)
            after = (*record, (event.mover.name, tried, event.reason))
            here = f"{path} {tried.kind} {point_name(tried.point) if tried.point else ''}".rstrip()
            forks = [self._follow(world.copy(), event, after, here) for world in worlds]
            self._walk(event.after, forks, after, here, depth - 1)

    def _follow(self, world: World, event: entitled.Event, record: Record, path: str) -> World:
        table = world.table
        assert table.to_move == event.mover.name
        answer = table.attempt(event.mover.name, written(event.tried))
        got = outputs(table, answer, self._verdicts.pop(), self.observers)
        for observer in self.observers:
            twins, name = self.twins[world.referee, observer], observer.name
            owed = entitled.owed(world.referee, observer, event, record)
            world.owed[name] = twins.number(world.owed[name], ("owed", owed))
            world.got[name] = twins.number(world.got[name], ("got", got[name], *self._bytes(world, name, answer)))
            twins.compare(world.owed[name], world.got[name], path)
        return world

    def _bytes(self, world: World, name: str, answer: Attempt | None = None) -> tuple[bytes, ...]:
        """Return the canonical bytes of an observer's view, and of its last ``Told``; nothing without ``in_bytes``."""
        if not self.in_bytes:
            return ()
        told = () if answer is None else (told_to_bytes(answer.told[name], world.table.settings),)
        return view_to_bytes(world.table.view(name)), *told


def oracle_game(settings: dict[str, Any], setup: str) -> Game:
    in_force = settings_in_force(settings)
    return Game(in_force, starting_board(in_force, setup))


def empty_setup(width: int, height: int) -> str:
    return "/".join(["." * width] * height)


def written(tried: Try) -> str:
    if tried.point is None:
        return tried.kind
    return f"ghost {point_name(tried.point)}" if tried.kind == "ghost" else point_name(tried.point)


def setups(width: int, height: int, pieces: str) -> Iterator[str]:
    """Yield every position of these pieces in which each string has a liberty."""

    def filled(points: list[Point], board: Board) -> Iterator[Board]:
        if not points:
            yield board
            return
        for piece in pieces:
            yield from filled(points[1:], board | {points[0]: piece})

    for board in filled(list(empty_board(width, height)), empty_board(width, height)):
        if not any(stones_with_liberties(board, colour, 0) for colour in ("black", "white")):
            yield board_text(board)


# What can be had ----------------------------------------------------------------------------------------------------


def shown(view: View) -> Hashable:
    """Return all parts of a view; of what was heard, only the last part, as the rest was compared before."""
    return (
        view.seat,
        view.board_text,
        view.board,
        view.to_move,
        view.may_try,
        view.result,
        len(view.heard),
        view.heard[-1:],
    )


def outputs(table: Table, answer: Attempt, verdict: Verdict, observers: tuple[Observer, ...]) -> dict[str, Hashable]:
    """Return, for each observer, all that it can receive from the table after a try."""
    aloud = answer.accepted, answer.said("en"), answer.said("de"), table.to_move, table.result, errors(table, observers)
    duel = {"black", "white"} <= answer.told.keys()
    line = protocol.try_answer(answer, verdict, table) if duel else {}
    public = json.dumps([line.get(key) for key in ("en", "de", "accepted", "to_move", "result")])
    revealed = table.reveal() if table.result else None
    got: dict[str, Hashable] = {}
    for observer in observers:
        name = observer.name
        told = answer.told[name]
        own = json.dumps([line["told"][name], line["boards"][name]]) if duel and name in line["told"] else ""
        got[name] = (*aloud, public, own, told, repr(told), shown(table.view(name)), revealed)
    return got


def errors(table: Table, observers: tuple[Observer, ...]) -> Hashable:
    """Return the answers to tries out of turn, to invalid tries, and to requests for the reveal before the end."""
    seats = [observer.name for observer in observers if observer.name != table.to_move]
    asked: list[Callable[[], object]] = [
        *((lambda seat=seat: table.attempt(seat, "A1")) for seat in seats),
        lambda: table.attempt(table.to_move or seats[0], "Z99"),
        lambda: table.attempt("nobody", "A1"),
        lambda: table.count([]),
        table.reveal,
    ]
    return tuple(answer_of(ask) for ask in asked)


def answer_of(ask: Callable[[], object]) -> str:
    try:
        return repr(ask())
    except YureiError as error:
        return f"{type(error).__name__}: {error}"
