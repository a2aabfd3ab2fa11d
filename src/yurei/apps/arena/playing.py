"""Plays one game of an arena: table, players, outcome. Of the true board, only the record leaves this module.

A chair calls a player, measures its time, and notes its errors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from time import thread_time
from typing import Any

from yurei import records
from yurei.apps.arena.contestants import PlayerTimeout, Witnessed, get_player_or_witness
from yurei.errors import BadValue, YureiError
from yurei.players import A_SECOND, Budget, Player
from yurei.referee.plain import read_result, result_values
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.judge import Verdict
from yurei.rules.state import RESIGN, EndedBy, Result, State, Try, read_try, start

OVER_TIMES, OVER_SECONDS = 1.5, 0.020
"""A turn is too long if it takes more than a multiple of its budget plus some seconds."""


@dataclass(frozen=True, slots=True)
class PlayerFault:
    """An error or delay by which a contestant has lost a game."""

    seat: str
    reason: str  # a clause: "has raised ValueError: …"
    late: bool = False  # or whether it never answered


@dataclass(slots=True)
class TimeSpent:
    """The time, in seconds, that a seat has used in one game, or a contestant in all its games."""

    budget: float | None = None  # of a turn; None if it is not limited
    turns: int = 0
    seconds: float = 0.0  # of all turns, including hearing the tries before
    longest: float = 0.0  # turn
    over: int = 0  # turns that were too long for the budget
    _turn: float = 0.0

    def add(self, seconds: float) -> None:
        """Add seconds to the present turn of the seat, for choosing a try or for hearing an announcement."""
        self._turn += seconds

    def end_turn(self) -> None:
        self.turns += 1
        self.seconds += self._turn
        self.longest = max(self.longest, self._turn)
        self.over += self.budget is not None and self._turn > OVER_TIMES * self.budget + OVER_SECONDS
        self._turn = 0.0

    def add_game(self, spent: TimeSpent) -> None:
        self.turns += spent.turns
        self.seconds += spent.seconds
        self.longest = max(self.longest, spent.longest)
        self.over += spent.over

    def plain(self) -> dict[str, Any]:
        """Return the times as plain values for JSON, rounded to milliseconds."""
        seconds, longest = round(self.seconds, 3), round(self.longest, 3)
        return {"turns": self.turns, "seconds": seconds, "longest": longest, "over": self.over}


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with its record, its result and the times that the players have used."""

    record: records.Record  # a player in trouble resigns in it, or loses on time; an endless game is abandoned
    result: Result
    seconds: tuple[float, ...] = ()  # seconds spent on choosing each try of the record
    spent: Mapping[str, TimeSpent] = field(default_factory=dict)  # by seat
    trouble: PlayerFault | None = None  # the trouble by which a player has lost
    endless: bool = False  # whether it was ended because it had too many moves; it counts as a draw
    moves: int = 0

    def plain(self) -> dict[str, Any]:
        """Return the game as plain values; ``Played.read`` reads them back."""
        return {
            "record": records.write(self.record),
            "result": result_values(self.result),
            "seconds": [round(seconds, 4) for seconds in self.seconds],
            "spent": {seat: spent.plain() for seat, spent in self.spent.items()},
            "trouble": None if self.trouble is None else asdict(self.trouble),
            "endless": self.endless,
            "moves": self.moves,
        }

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> FinishedGame:
        result, trouble = read_result(values["result"]), values["trouble"]
        assert result is not None
        return cls(
            records.read(values["record"]),
            result,
            tuple(values["seconds"]),
            {seat: TimeSpent(**spent) for seat, spent in values["spent"].items()},
            None if trouble is None else PlayerFault(**trouble),
            values["endless"],
            values["moves"],
        )


Watch = Callable[[str, float], None]
"""Callback before each call of a player: the seat, and the most seconds of wall time that the call may take."""

FAULTS = (Exception, SystemExit)


class Chair:
    """A seat with its player: calls the player, measures the time of each call, and notes errors."""

    def __init__(self, seat: Seat, player: Player, budget: Budget, watch: Watch = lambda seat, patience: None) -> None:
        self.seat, self.player, self.budget = seat, player, budget
        self.trouble: PlayerFault | None = None
        self._clock: Callable[[], float] = getattr(player, "clock", thread_time)
        self._watch, self._patience = watch, budget.patience + getattr(player, "more_patience", 0.0)
        self._refused: set[Try] = set()
        self.spent = TimeSpent(budget.seconds)

    def begin(self, opening: View, truth: State) -> None:
        """Tell the player that the game begins; a witness also gets the true board."""
        self._timed_call(partial(self.player.begin, opening))
        if isinstance(self.player, Witnessed):
            self._timed_call(partial(self.player.show, truth))

    def report(self, verdict: Verdict, told: Told) -> None:
        """Pass the announcement about a try to the player; a witness gets the verdict first."""
        if isinstance(self.player, Witnessed):
            self.spent.add(self._timed_call(partial(self.player.witness, verdict)))
        self.spent.add(self._timed_call(partial(self.player.hear, told)))
        if told.seat == self.seat.name and told.to_move == self.seat.name:
            if told.attempt is not None:
                self._refused.add(told.attempt)
        elif told.seat == self.seat.name:
            self._refused.clear()
            self.spent.end_turn()

    def answer(self) -> tuple[Try | None, float]:
        """Ask the player for a try; return the try, or None after an error, and the seconds that the call took."""
        found: list[Try] = []
        seconds = self._timed_call(lambda: found.append(self.player.answer(self.budget)))
        self.spent.add(seconds)
        if self.trouble is None:
            self._check(found[0])
        return (None if self.trouble else found[0]), seconds

    def leave(self, result: Result) -> None:
        """Call the player's ``leave`` method, if there is one, after the end of the game. Its errors are ignored."""
        if leave := getattr(self.player, "leave", None):
            self._timed_call(lambda: leave(result))

    def _check(self, attempt: object) -> None:
        size = self.player.view.settings.size
        if isinstance(attempt, Try) and attempt.point is not None and not 0 <= attempt.point < size.points:
            self._note_fault("has tried a point off the board")
        elif isinstance(attempt, Try) and attempt in self._refused:
            self._note_fault(f"has tried {attempt.text(size)} once more, which was refused in this turn")
        else:
            try:
                is_try = isinstance(attempt, Try) and read_try(attempt.text(size), size) == attempt
            except FAULTS:
                is_try = False
            if not is_try:
                self._note_fault("has answered what is no try")

    def _timed_call(self, what: Callable[[], object]) -> float:
        """Call a method of the player, unless it had an error before; return the seconds that the call took."""
        if self.trouble is not None:
            return 0.0
        self._watch(self.seat.name, self._patience)
        began = self._clock()
        try:
            what()
        except PlayerTimeout as error:
            self._note_fault(str(error), late=True)
        except YureiError as error:
            self._note_fault(str(error))
        except FAULTS as error:
            self._note_fault(f"has raised {type(error).__name__}: {error}")
        return max(0.0, self._clock() - began)

    def _note_fault(self, reason: str, late: bool = False) -> None:
        """Note an error or delay of the player. The player is not called any more after that."""
        self.trouble = PlayerFault(self.seat.name, " ".join(reason.split())[:300], late)


MOST_MOVES = 6  # a game with this many moves per point is a draw: without passes it might never end

Tell = Callable[[records.Kept, float], None]
"""Callback for each new entry of the record, with the seconds that choosing it took."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def seed_of(seed: int | None, *what: object) -> int | None:
    """Return a seed of 63 bits, derived from ``seed`` and ``what``; None if ``seed`` is None."""
    if seed is None:
        return None
    text = "|".join(map(str, (seed, *what)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def play_game(
    settings: Settings,
    players: Sequence[str | Player],
    budgets: Sequence[Budget] = (A_SECOND, A_SECOND),
    seed: int | None = None,
    *,
    setup: str | None = None,
) -> FinishedGame:
    """Play a game between two players, one for each colour."""
    chairs = {}
    for seat in settings.seating.seats:
        assert seat.colour is not None
        who = players[seat.colour - 1]
        if isinstance(who, str):
            who = get_player_or_witness(who, seed_of(seed, seat.name))
        elif len(settings.seating.seats) > 2:
            raise BadValue("where a colour has several seats, its player is given by name")
        chairs[seat.name] = Chair(seat, who, budgets[seat.colour - 1])
    return play(settings, chairs, setup=setup)


def play(
    settings: Settings,
    chairs: Mapping[str, Chair],
    *,
    setup: str | None = None,
    tell: Tell = lambda entry, seconds: None,
    most: int | None = None,
) -> FinishedGame:
    """Play a game between these chairs, by seat name. After ``most`` turns (default: 6 per point) it is a draw."""
    game = _Game(settings, setup, chairs, tell)
    game.play(MOST_MOVES * settings.size.points if most is None else most)
    spent = {name: chair.spent for name, chair in chairs.items()}
    assert game.table.result is not None
    return FinishedGame(
        game.record, game.table.result, tuple(game.seconds), spent, game.trouble, game.endless, game.moves
    )


class _Game:
    """A game in progress."""

    def __init__(self, settings: Settings, setup: str | None, chairs: Mapping[str, Chair], tell: Tell) -> None:
        self._verdicts: list[Verdict] = []
        self.table = Table.of(settings, setup, witness=self._verdicts.append)
        board = settings.setup if setup is None else setup
        self._truth = start(settings.ruleset, settings.size, settings.komi, settings.first, board)
        self.chairs, self._tell = chairs, tell
        self.record: records.Record = records.begin(settings, setup, utc_now())
        self.seconds: list[float] = []
        self.moves = 0
        self.endless = False
        self.trouble: PlayerFault | None = None

    def play(self, most: int) -> None:
        """Play until the game is over, or until ``most`` turns have been played."""
        for name, chair in self.chairs.items():
            chair.begin(self.table.view(name), self._truth)
        while (seat := self.table.to_move) is not None:
            if self.moves >= most:
                self.endless = True
                self.table.abandon()
                self._add_entry(records.End(EndedBy.ABANDONED, at=utc_now()), 0.0)
            else:
                self._play_turn(self.chairs[seat])
        assert self.table.result is not None
        for chair in self.chairs.values():
            chair.leave(self.table.result)

    def _play_turn(self, chair: Chair) -> None:
        """Ask a seat for one try, make the try at the table, and pass the announcements to all seats."""
        attempt, seconds = chair.answer()
        if attempt is None:
            self.trouble = chair.trouble
            assert self.trouble is not None
            if self.trouble.late:
                self.table.lose_on_time(chair.seat.name)
                self._add_entry(records.End(EndedBy.TIME, chair.seat.name, utc_now()), seconds)
                return
            attempt = RESIGN
        seat = chair.seat.name
        answer = self.table.attempt(seat, attempt)
        self._add_entry(records.Entry(seat, attempt, answer.accepted, utc_now()), seconds)
        self.moves += answer.accepted or self.table.to_move != seat
        for name, listener in self.chairs.items():
            listener.report(self._verdicts[-1], answer.told[name])

    def _add_entry(self, entry: records.Kept, seconds: float) -> None:
        self.record = self.record.with_entry(entry)
        self.seconds.append(seconds)
        self._tell(entry, seconds)


def game_of_killed_player(
    record: records.Record, entries: Sequence[tuple[records.Kept, float]], trouble: PlayerFault, at: datetime
) -> FinishedGame:
    """Return a game that has ended because the process of a contestant was killed: a loss on time."""
    table = Table.of(record.settings, record.setup)
    moves = 0
    for entry, _ in entries:
        assert isinstance(entry, records.Entry)
        answer = table.attempt(entry.seat, entry.attempt)
        moves += answer.accepted or table.to_move != entry.seat
        record = record.with_entry(entry)
    seconds = tuple(seconds for _, seconds in entries)
    if table.result is not None:  # the player hung after the end
        return FinishedGame(record, table.result, seconds, {}, moves=moves)
    last = records.End(EndedBy.TIME, trouble.seat, at)
    if table.to_move != trouble.seat:  # it hung in an opponent's turn, for which a record has no loss
        colour = record.settings.seating.seat(trouble.seat).colour
        assert colour is not None
        last, result = records.End(EndedBy.ABANDONED, at=at), Result(colour.opponent, EndedBy.TIME)
    else:
        result = table.lose_on_time(trouble.seat)
    return FinishedGame(record.with_entry(last), result, (*seconds, 0.0), {}, trouble, moves=moves)
