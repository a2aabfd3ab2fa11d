"""One game: a table, its players, and the outcome. The truth stays here; only the record carries it away."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from yurei import records
from yurei.apps.arena.chairs import Chair, Watch
from yurei.apps.arena.contestants import player_of
from yurei.apps.arena.played import Played, Trouble
from yurei.errors import BadValue
from yurei.players import A_SECOND, Budget, Player
from yurei.records import End, Entry, Kept, Record
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.judge import Verdict
from yurei.rules.state import RESIGN, EndedBy, Result, Try, start

MOST_MOVES = 6
"""A game with this many moves a point is a draw: without passes it might never end."""

Now = Callable[[], datetime]
Tell = Callable[[Kept, float], None]
"""Callback for each new entry of the record, with the seconds that choosing it took."""


def utc_now() -> datetime:
    """Return the current time, with its zone."""
    return datetime.now(UTC)


def seed_of(seed: int | None, *what: object) -> int | None:
    """Derive a seed of 63 bits from another; None if that is None."""
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
    watch: Watch = lambda seat, patience: None,
    tell: Tell = lambda entry, seconds: None,
    now: Now = utc_now,
) -> Played:
    """Play a game.

    Args:
        settings: The settings of the game.
        players: Black's player and White's: names as ``players.get`` takes them, ``cheating-…`` among them,
            or players. If a colour has several seats, a name sits on all of them.
        budgets: What each of the two may spend on a turn.
        seed: Seed of the game. Each seat's seed follows from it, whichever player sits there.
        setup: A position to start from.
        watch, tell: Callbacks for each call of a seat, and for each try.
        now: The time that goes into the record.

    Raises:
        Unknown, BadValue: if there is no such player, or no such position.
    """
    chairs = {}
    for seat in settings.seating.seats:
        assert seat.colour is not None
        who = players[seat.colour - 1]
        if isinstance(who, str):
            who = player_of(who, seed_of(seed, seat.name))
        elif len(settings.seating.seats) > 2:
            raise BadValue("where a colour has several seats, its player is given by name")
        chairs[seat.name] = Chair(seat, who, budgets[seat.colour - 1], watch)
    return play(settings, chairs, setup=setup, tell=tell, now=now)


def play(
    settings: Settings,
    chairs: Mapping[str, Chair],
    *,
    setup: str | None = None,
    tell: Tell = lambda entry, seconds: None,
    now: Now = utc_now,
    most: int | None = None,
) -> Played:
    """Play a game with these chairs, by seat name, until it is over; else as ``play_game``.

    Args:
        most: Number of turns after which the game ends without a winner; None for six a point.
    """
    game = _Game(settings, setup, chairs, tell, now)
    game.play(MOST_MOVES * settings.size.points if most is None else most)
    spent = {name: chair.spent for name, chair in chairs.items()}
    assert game.table.result is not None
    return Played(game.record, game.table.result, tuple(game.seconds), spent, game.trouble, game.endless, game.moves)


class _Game:
    """A game in progress."""

    def __init__(
        self, settings: Settings, setup: str | None, chairs: Mapping[str, Chair], tell: Tell, now: Now
    ) -> None:
        self._verdicts: list[Verdict] = []
        self.table = Table.of(settings, setup, witness=self._verdicts.append)
        board = settings.setup if setup is None else setup
        self._truth = start(settings.ruleset, settings.size, settings.komi, settings.first, board)
        self.chairs, self._tell, self._now = chairs, tell, now
        self.record: Record = records.begin(settings, setup, now())
        self.seconds: list[float] = []
        self.moves = 0
        self.endless = False
        self.trouble: Trouble | None = None

    def play(self, most: int) -> None:
        """Play until the game is over, or has had this many turns."""
        for name, chair in self.chairs.items():
            chair.begin(self.table.view(name), self._truth)
        while (seat := self.table.to_move) is not None:
            if self.moves >= most:
                self.endless = True
                self.table.abandon()
                self._note(End(EndedBy.ABANDONED, at=self._now()), 0.0)
            else:
                self._turn(self.chairs[seat])
        assert self.table.result is not None
        for chair in self.chairs.values():
            chair.leave(self.table.result)

    def _turn(self, chair: Chair) -> None:
        """Ask one seat for one try."""
        attempt, seconds = chair.answer()
        if attempt is None:
            self.trouble = chair.trouble
            assert self.trouble is not None
            if self.trouble.late:
                self.table.lose_on_time(chair.seat.name)
                self._note(End(EndedBy.TIME, chair.seat.name, self._now()), seconds)
                return
            attempt = RESIGN
        self._try(chair.seat, attempt, seconds)

    def _try(self, seat: Seat, attempt: Try, seconds: float) -> None:
        """Put a try to the table, and tell all seats."""
        answer = self.table.attempt(seat.name, attempt)
        self._note(Entry(seat.name, attempt, answer.accepted, self._now()), seconds)
        self.moves += answer.accepted or self.table.to_move != seat.name
        for name, chair in self.chairs.items():
            chair.hear(self._verdicts[-1], answer.told[name])

    def _note(self, entry: Kept, seconds: float) -> None:
        self.record = self.record.plus(entry)
        self.seconds.append(seconds)
        self._tell(entry, seconds)


def hung(record: Record, entries: Sequence[tuple[Kept, float]], trouble: Trouble, at: datetime) -> Played:
    """Return the outcome of a game during which a contestant's process had to be ended: their loss on time.

    Args:
        record: The beginning of its record.
        entries: The tries until then, with the seconds that each took.
        trouble: The contestant that hung, and how.
        at: Time at which that was found out.
    """
    table = Table.of(record.settings, record.setup)
    moves = 0
    for entry, _ in entries:
        assert isinstance(entry, Entry)
        answer = table.attempt(entry.seat, entry.attempt)
        moves += answer.accepted or table.to_move != entry.seat
        record = record.plus(entry)
    seconds = tuple(seconds for _, seconds in entries)
    if table.result is not None:  # the player hung after the end
        return Played(record, table.result, seconds, {}, moves=moves)
    last = End(EndedBy.TIME, trouble.seat, at)
    if table.to_move != trouble.seat:  # hung in another's turn: a record knows no loss then
        colour = record.settings.seating.seat(trouble.seat).colour
        assert colour is not None
        last, result = End(EndedBy.ABANDONED, at=at), Result(colour.opponent, EndedBy.TIME)
    else:
        result = table.lose_on_time(trouble.seat)
    return Played(record.plus(last), result, (*seconds, 0.0), {}, trouble, moves=moves)
