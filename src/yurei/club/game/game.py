"""A game on the server: its table and all further state, which is derived from its events alone."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from yurei.clocks.timekeeper import Pause, time_between
from yurei.club.game.audience import Audience, BoardConsent, Chat, KnownEvents
from yurei.club.game.clocks import GameClocks
from yurei.club.game.count import Count
from yurei.club.model.chairs import REFEREE, WINDOW, chairs_of, who_may_watch
from yurei.club.model.stored import Chair, Event, EventKind, StoredGame
from yurei.errors import BadValue, GameOver, NotOver
from yurei.languages import N_, Words
from yurei.records.verify import NOTHING, seal
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour, position
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei.rules.ruleset import Repetition
from yurei.rules.state import EndedBy, Result, State, start

CLAIM_AFTER: dict[str, tuple[timedelta | None, str]] = {
    "never": (None, N_("never")),
    "5m": (timedelta(minutes=5), N_("5 minutes")),
    "15m": (timedelta(minutes=15), N_("15 minutes")),
    "1d": (timedelta(days=1), N_("1 day")),
    "3d": (timedelta(days=3), N_("3 days")),
    "7d": (timedelta(days=7), N_("7 days")),
}
"""Times of absence after which the opponent may claim the game, with their labels, by the value of the term."""
USUAL = "7d"
ZERO = timedelta(0)
LATE = "time"  # text of an event by which a seat agrees to a count because its time has run out
KEPT_EVERY = 50  # number of tries between two copies of the table from which takebacks begin
RETURNS = 3  # number of returns of a position, with the same side to move, at which the repetition is announced


def claim_after(terms: Mapping[str, Any]) -> tuple[timedelta | None, str]:
    """Return the time of absence after which the opponent can claim a game (None if never), and its label."""
    return CLAIM_AFTER[terms.get("claim_after", "never")]


def toggle_mark(marks: dict[int, str], text: str, size: Size) -> None:
    """Add a pencil mark, given as an event's text, to ``marks``; remove it if it is there already."""
    name, mark = text.split()
    point = size.point(name)
    if marks.get(point) == mark:
        del marks[point]
    else:
        marks[point] = mark


@dataclass(frozen=True, slots=True)
class JudgedTry:
    """A try with its verdict. The verdict contains the truth: before the end only the referee's page may show it."""

    seat: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class TablePresence:
    """Names and presence of the people at a table. Everybody at the table may know them."""

    # Nicknames by the digest of the key; empty for a person without one.
    names: Mapping[str, str] = field(default_factory=dict)
    connected: Callable[[str], bool] = lambda _: False  # returns whether the person on a chair has a page open
    compiling: Callable[[], bool] = lambda: False  # returns whether code of programs is still being compiled


@dataclass(frozen=True, slots=True)
class OpponentAbsence:
    """The absence of an opponent who is to move or to agree to the dead stones."""

    seats: tuple[str, ...]  # the awaited seats, whose players are all away
    left: timedelta  # time until the game can be claimed; zero if it can be claimed now


@dataclass
class Takeback:
    """The state of a takeback request."""

    asked: str | None = None  # the seat that has requested a takeback of its last move; None without a request
    declined: int | None = None  # the number of moves when the opponent last declined; None if they have not
    done: bool = False  # whether a move has just been taken back


class SealChain:
    """The chain of seals of a game. Each seal covers the next line of the record, and the previous seal.

    The secret determines the nonces, and never leaves the server; it is empty in a game without seals.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self.latest, self.count = NOTHING, 0  # the newest seal, and the number of sealed lines

    @property
    def is_used(self) -> bool:
        """Whether a seal, a hash by which ``yurei verify`` detects changes, is made for each try of this game."""
        return bool(self._secret)

    @property
    def nonces(self) -> Sequence[str]:
        """The nonces that open all seals so far, in hexadecimal. They are published after the end of the game."""
        return [self._nonce(number).hex() for number in range(self.count)]

    def add(self, line: str) -> None:
        """Seal the next line of the record."""
        self.latest = seal(self.latest, self._nonce(self.count), line.encode())
        self.count += 1

    def _nonce(self, number: int) -> bytes:
        # Derived from the secret, so that a restart gives the same nonces. No nonce reveals a different one.
        return hmac.digest(self._secret, number.to_bytes(8, "big"), hashlib.sha256)


class Game:
    """A game on the server, with its chairs, events and clocks."""

    def __init__(
        self,
        stored: StoredGame,
        chairs: Iterable[Chair],
        happened: Iterable[Event],
        clock: Callable[[], datetime],
        first_game: "Game | None" = None,
        pauses: Sequence[Pause] = (),
    ) -> None:
        self.stored, self.first_game, self.now, self._pauses = stored, first_game, clock, pauses
        self.changes = 0  # number of changes without an event: of names, presence or the clock
        self.mark, self.around = object(), TablePresence()  # ``mark`` identifies this object in caches
        self.settings = read_settings(stored.settings)
        self.chairs = {chair.name: chair for chair in chairs}
        self._colours = {seat.name: seat.colour for seat in self.settings.seating.seats if seat.colour is not None}
        self.set_table()
        self.events: list[Event] = []
        self._requests: dict[tuple[str, str], int] = {}  # indices of events, by chair and request id
        self.pencil: dict[str, dict[int, str]] = {seat: {} for seat in self._colours}
        self.offer: str | None = None
        self.draw_declined: int | None = None  # the number of moves when a draw was last declined
        self.takeback, self.count = Takeback(), Count()
        self.again, self.left = set[Colour](), set[str]()
        self.rematch_declined = False  # whether the newest offer of a rematch was declined
        self.abandoned = False  # it ended because nobody came back
        self.decided = self.evening_news = ""  # the result that the evening's host entered; the news of the evening
        self.evening_winners: Sequence[str] = ()  # set by its evening
        self.evening_ended = True  # set by its evening: whether its host has ended it
        self.lifted: str | None = None
        self.repeating = False  # whether a repetition was announced after the last move
        self.happened = Counter[str]()  # number of events by chair
        self.known = {chair: KnownEvents() for chair in (*self.chairs, AUDIENCE.name, WINDOW)}
        self._awaited_since = stored.made  # the time when the turn last changed, or the last player sat down
        players = [name for name in self.chairs if self.seats_of(name)]
        self.chat = Chat(players, hidden=self.settings.referee.hides)
        self.programs, self.before = dict(stored.players), 0  # ``before``: number of games queued before this one
        seats, programs, sees = frozenset(self.pencil), frozenset(self.programs), not self.settings.referee.hides
        self.audience = Audience(who_may_watch(stored.terms), seats, programs, sees)
        self.third, self.seals = BoardConsent(seats, programs, sees), SealChain(stored.sealing)
        # The chairs that were free when the game was created. In a rematch all are taken.
        sat = {event.chair for event in happened if event.kind is EventKind.SIT}
        free = {name for name in players if name in sat or not self.is_taken(name)}
        self.clocks = GameClocks(stored, self._colours, clock, pauses, self.to_move, free)

    def set_table(self) -> None:
        """Make a new table at the position before the first try, and forget all verdicts."""
        self.judged: list[JudgedTry] = []
        self.moves = 0  # number of accepted tries that were not taken back
        self._verdicts: list[Verdict] = []
        self.table = Table.of(self.settings, self.setup, witness=self._verdicts.append)
        self._tables = [self.table.copy()]  # where takebacks are possible, the table after every ``KEPT_EVERY`` tries

    def keep_verdict(self, seat: str) -> None:
        """Store the referee's verdict on the try that a seat has just made."""
        verdict = self._verdicts.pop()
        self.judged.append(JudgedTry(seat, verdict))
        self.moves += verdict.accepted
        if len(self.judged) % KEPT_EVERY == 0 and not self.settings.referee.hides:
            self._tables.append(self.table.copy())

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None after the end."""
        return self.table.to_move

    @property
    def tries(self) -> int:
        """Number of tries, without those that were taken back."""
        return len(self.judged)

    @property
    def opening(self) -> State:
        """The state before the first try. After the end of the game everybody may know it."""
        settings = self.settings
        begun = settings.setup if self.setup is None else self.setup
        return start(settings.ruleset, settings.size, settings.komi, settings.first, begun)

    @property
    def setup(self) -> str | None:
        """The set-up position from which the game starts; None if it starts as its settings say."""
        setup: str | None = self.stored.terms.get("setup")
        return setup

    def view(self, seat: str) -> View:
        """Return the view of a seat, or of the audience."""
        return self.table.view(seat)

    @property
    def reference(self) -> bytes:
        """The true board, which everybody sees after the end; raise ``NotOver`` before the end."""
        return self.table.reveal().board

    def third_board(self) -> bytes:
        """Return the true board now. The caller checks that the audience, or the referee's chair, may see it."""
        return self.judged[-1].verdict.after.cells if self.judged else self.opening.cells

    @property
    def position_repeats(self) -> bool:
        """Whether the last move has made a position that had occurred ``RETURNS`` times before, see decision 0051.

        Always False unless simple ko is the only rule of repetition. If True, either side may claim a draw now.
        """
        if self.settings.ruleset.repetition is not Repetition.SIMPLE_KO or self.over or not self.judged:
            return False
        newest = self.judged[-1].verdict
        if not newest.accepted or newest.attempt.point is None:
            return False  # no early exit for captures: its time would leak them
        same = position if self.settings.ruleset.ghosts else bytes  # "a ghost counts as its colour"
        now, to_move = same(newest.after.cells), newest.after.to_move
        alike = [each.verdict for each in self.judged if same(each.verdict.after.cells) == now]
        moves = [each for each in alike if each.accepted and each.attempt.point is not None]
        stood = sum(each.after.to_move is to_move for each in moves)
        if stood < RETURNS:
            return False
        opening = self.opening
        return stood + (opening.to_move is to_move and same(opening.cells) == now) > RETURNS

    @property
    def over(self) -> bool:
        """Whether play has ended, so that the board is revealed."""
        return self.table.result is not None

    @property
    def counting(self) -> bool:
        """Whether two passes have ended play, and the players still have to agree on the dead stones."""
        result = self.table.result
        uncounted = result is not None and result.by is EndedBy.SCORE and not self.count.agreed
        return uncounted and not self.abandoned

    @property
    def result_is_final(self) -> bool:
        """Whether the game has ended and its result can no longer change."""
        return self.over and not self.counting

    @property
    def result(self) -> Result | None:
        """Result after removing the stones that are marked dead; None while the game goes on."""
        counted = self.table.count(self.count.dead) if self.over else None
        winner = {"black": BLACK, "white": WHITE}.get(self.decided)
        return Result(winner, EndedBy.ABANDONED) if self.abandoned else counted

    def check_going_on(self) -> None:
        """Check that the game is not over."""
        if self.over:
            raise GameOver(N_("the game is over; look at the board and the replay"))

    def check_counting(self) -> None:
        """Check that dead stones can be marked now."""
        if not self.counting:
            raise NotOver(N_("dead stones are marked after two passes, until both players agree"))

    def seats_of(self, chair: str) -> tuple[str, ...]:
        """Return the seats that the person on a chair plays."""
        if chair == self.settings.seating.slug:
            return tuple(self.pencil)
        return (chair,) if chair in self._colours else ()

    def colour(self, seat: str) -> Colour:
        return self._colours[seat]

    def colours_of(self, chair: str) -> set[Colour]:
        """Return the colours that the person on a chair plays."""
        return {self.colour(seat) for seat in self.seats_of(chair)}

    @property
    def has_one_person(self) -> bool:
        """Whether all seats are played by one person, or at one shared device."""
        return self.settings.seating.hands != "each"

    @property
    def chair_names(self) -> list[str]:
        """The names of the chairs: first those of the players, then the referee's, then the audience's."""
        return [name for name in chairs_of(self.settings.seating) if name in self.chairs]

    def is_taken(self, chair: str) -> bool:
        """Return whether a person sits on a chair; always False for the audience's chair."""
        return chair != AUDIENCE.name and self.chairs[chair].key is not None

    def nickname(self, chair: str) -> str:
        """Return the nickname of the person on a chair; empty if they have none, or nobody sits there."""
        return self.around.names.get(self.chairs[chair].key or "", "")

    def event(self, chair: str, kind: EventKind, what: str = "") -> Event:
        """Return a new event with the current time. The event is not applied to the game yet."""
        return Event(chair, kind, what, self.now())

    def reads_chat(self, chair: str) -> bool:
        """Return whether a chair may read the chat; the referee's chair may only if it sees the true board."""
        return self.chat.may_read(chair if chair != REFEREE or self.third.shown else AUDIENCE.name, over=self.over)

    def may_know(self, chair: str, event: Event) -> bool:
        """Return whether a chair may know that an event has happened."""
        if event.kind is EventKind.CHAT:
            return self.reads_chat(chair)
        return event.kind is not EventKind.PENCIL or event.chair in self.seats_of(chair)

    def add_event(self, event: Event, awaited_before: tuple[str, ...]) -> None:
        """Add an applied event to the game, and to the events that each chair may know of."""
        if event.request:
            self._requests.setdefault((event.chair, event.request), len(self.events))
        self.events.append(event)
        self.happened[event.chair] += 1
        if event.kind is EventKind.SIT or awaited_before != self.awaited_seats:
            self._awaited_since = event.at
        for chair, known in self.known.items():
            if known.reads_chat if event.kind is EventKind.CHAT else self.may_know(chair, event):
                known.add(event)
            if not known.reads_chat and self.reads_chat(chair):
                known.reads_chat = True
                for message in self.events:
                    if message.kind is EventKind.CHAT:
                        known.add(message)

    def number_known(self, chair: str) -> int:
        """Return the number of events that a chair may know of."""
        return len(self.known[chair].events)

    def place_of(self, chair: str, request: str) -> int | None:
        """Return the index of the event that a request of a chair has caused; None if there is no such event."""
        own = {chair, *self.seats_of(chair)} if request else ()
        return min((self._requests[each, request] for each in own if (each, request) in self._requests), default=None)

    def number_known_at_request(self, chair: str, request: str) -> int:
        """Return the number of events that a chair knew when it sent a request, given by the request's id."""
        place = self.place_of(chair, request)
        if place is None:
            return self.number_known(chair)
        after = {id(event) for event in self.events[place:]}
        return sum(id(event) not in after for event in self.known[chair].events)

    # Takebacks need consent, and a referee that hides nothing: other announcements would stay known. Events are never
    # removed: a takeback is a further event, after which the tries since the move no longer count.

    def last_move(self, seat: str) -> int | None:
        """Return the number of tries before the last move of a seat; None if the seat has not moved."""
        made = [number for number, each in enumerate(self.judged) if each.seat == seat and each.verdict.accepted]
        return made[-1] if made else None

    def takeback_seat(self, seat: str) -> str:
        """Return the seat whose move a takeback by ``seat`` concerns: that of the last move if one person plays all."""
        moved = [each.seat for each in self.judged if each.verdict.accepted]
        return moved[-1] if moved and self.has_one_person else seat

    def ask_takeback(self, seat: str) -> None:
        """Ask to take back the last move of a seat."""
        if self.settings.referee.hides:
            raise BadValue(N_("this referee allows no takebacks: announcements cannot be undone"))
        if self.last_move(seat) is None:
            raise BadValue(N_("you have no move to take back"))
        if self.takeback.asked is not None:
            raise BadValue(N_("a takeback has already been requested; the opponent has to answer"))
        if self.takeback.declined == self.moves:
            raise BadValue(N_("that was declined; play on"))
        self.takeback.asked = seat

    def grant_takeback(self, seat: str, remaining: int) -> None:
        """Grant the requested takeback: restore the table after the first ``remaining`` tries."""
        self._check_takeback_asked(seat)
        before = remaining // KEPT_EVERY
        self.judged, again = self.judged[: before * KEPT_EVERY], self.judged[before * KEPT_EVERY : remaining]
        self.moves = sum(each.verdict.accepted for each in self.judged)
        del self._tables[before + 1 :]
        self.table = self._tables[before].copy(self._verdicts.append)
        for each in again:
            self.table.attempt(each.seat, each.verdict.attempt)
            self.keep_verdict(each.seat)
        self.offer, self.draw_declined, self.lifted, self.repeating = None, None, None, False
        self.takeback = Takeback(done=True)

    def decline_takeback(self, seat: str) -> None:
        self._check_takeback_asked(seat)
        self.takeback = Takeback(declined=self.moves)

    def _check_takeback_asked(self, seat: str) -> None:
        asked = self.takeback.asked
        if asked is None or (not self.has_one_person and self.colour(asked) is self.colour(seat)):
            raise BadValue(N_("your opponent has not requested a takeback"))

    # Absence: players are away while they have no open page and do not act. Thinking with an open page is no absence;
    # only the clock limits it. Absence counts only while a server is running.

    @property
    def awaited_seats(self) -> tuple[str, ...]:
        """The seats that are to move or to agree to the dead stones; no seats once the result is final."""
        count = self.count
        if count.playing_out and count.playout is not None:
            return (str(count.playout.to_move),)
        if self.counting:
            return tuple(seat for seat in self.pencil if self.colour(seat) not in count.settled)
        return () if self.to_move is None else (self.to_move,)

    def opponent_absence(self, chair: str) -> OpponentAbsence | None:
        """Return the absence of the opponent who has to act; None if they are present or claims are not allowed."""
        own, (allowed, _) = self.colours_of(chair), claim_after(self.stored.terms)
        if len(own) != 1 or allowed is None:
            return None
        seats = tuple(seat for seat in self.awaited_seats if self.colour(seat) not in own)
        people = [seat for seat in self.pencil if seat not in self.programs]  # programs are never away
        if not seats or not all(seat in self.chairs and self.is_taken(seat) for seat in people):
            return None
        if not all(seat in people and not self.around.connected(seat) for seat in seats):
            return None
        done = [event.at for event in self.events if event.chair in seats]
        seen = [when for seat in seats if (when := self.chairs[seat].seen)]
        since = max([self._awaited_since, *done[-1:], *seen])
        return OpponentAbsence(seats, max(ZERO, allowed - time_between(since, self.now(), self._pauses)))

    def check_claim(self, chair: str) -> None:
        """Check that the player on a chair may claim the game now."""
        found = self.opponent_absence(chair)
        if found is None:
            raise NotOver(N_("your opponent is not away, so you cannot claim the win"))
        if found.left > ZERO:
            seconds = -(-found.left // timedelta(seconds=1))
            raise NotOver(
                N_("you can claim victory in {time} if {seat} is still away"),
                time=f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}",
                seat=Words(found.seats[0]),
            )
        if self.count.proposing:  # a claim uses the proposal, not the marks
            raise NotOver(N_("the random playouts are still running; claim the score in a moment"))

    def next_change(self) -> timedelta | None:
        """Return the time until a clock display changes or a claim becomes possible; None if neither will happen."""
        waits = [self.clocks.next_change()]
        if not self.result_is_final and not all(map(self.around.connected, self.awaited_seats)):
            waits += [
                found.left for chair in self.chairs if (found := self.opponent_absence(chair)) and found.left > ZERO
            ]
        return min((wait for wait in waits if wait is not None), default=None)

    def overdue(self) -> list[Event]:
        """Return the events caused by time that has run out: a loss on time, or agreement to the dead stones."""
        if (loss := self.clocks.find_loss_on_time(self.to_move)) is not None:
            return [loss]
        if not self.clocks.count_is_overdue:
            return []
        kind = EventKind.GIVE_IN if self.count.playing_out else EventKind.SETTLE
        late = {self.colour(seat): seat for seat in reversed(self.awaited_seats)}
        return [self.event(seat, kind, LATE) for seat in late.values()]


def knowledge_test(game: Game | None, events: Sequence[Event]) -> Callable[[str], bool]:
    """Return a function that tells whether a chair may know of any of these events; without events, it returns True."""
    if game is None or not events:
        return lambda _: True
    return lambda chair: any(game.may_know(chair, event) for event in events)
