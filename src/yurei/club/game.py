"""A game on the server: its table, and what happens around it: pencil marks, draw offers, dead stones.

Everything that happens is an event; a game is what its events have made of it,
and is made again from them after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from yurei import players
from yurei.clocks.timekeeper import Pause
from yurei.club.audience import Audience, watching
from yurei.club.chat import Chat
from yurei.club.count import Count
from yurei.club.game_clocks import GameClocks
from yurei.club.series import Series
from yurei.club.stored import Chair, Event, StoredGame
from yurei.errors import BadTry, BadValue, GameOver, NotOver, OutOfTurn, unknown
from yurei.languages import N_, Words
from yurei.players import Player
from yurei.records import Agreement, Entry, Kept, Record, Timeout
from yurei.referee.seating import AUDIENCE, Seating
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Verdict
from yurei.rules.match import PlayedGame, match_winner
from yurei.rules.points import Size
from yurei.rules.state import RESIGN, EndedBy, Kind, Result, State, read_try, start

REFEREE = "referee"
WINDOW = "window"
"""No chair: through the window everybody may look once the game is over, without a key."""
PENCILS = ("black", "white", "dead", "cross")
TRIES = ("stone", "ghost", "pass", "resign")
PENCILLED = {f"pencil-{mark}": mark for mark in PENCILS}
SAID = ("offer", "accept", "decline")
COUNTED = ("dead", "dead-proposed", "settle", "dispute", "give-in")
MOST_MOVES = 6
"""A program resigns a game that has so many moves a point: without passes two of them might never end."""
KNOWN = (*TRIES, *PENCILLED, *SAID, *COUNTED, "open", "rematch")
"""What can be asked for from a player's chair."""


def chairs_of(seating: Seating, programs: Iterable[str] = (), terms: Mapping[str, Any] | None = None) -> list[str]:
    """The chairs around a table: one a seat, or one for all where one screen serves all; the referee's, the audience's.

    Where nobody may watch there is no audience.
    """
    seats = [seat.name for seat in seating.seats] if seating.hands == "each" else [seating.slug]
    audience = [] if watching(terms or {}) == "nobody" else [AUDIENCE.name]
    return [*(seat for seat in seats if seat not in set(programs)), REFEREE, *audience]


@dataclass(frozen=True, slots=True)
class Judged:
    """A try as the referee's own page shows it: the truth."""

    seat: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Around:
    """Who sits around a table, as everybody there may know it.

    Attributes:
        names: Nicknames by the digest of the key; empty for who wants none.
        connected: Whether who sits on a chair has a page open.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    connected: Callable[[str], bool] = lambda _: False


class Game:
    """A game with people around it.

    Args:
        stored: The game as it is kept.
        chairs: Its chairs.
        happened: All that has happened so far.
        clock: Tells the time.
        first_game: The first game of a match, where this is the second.
        pauses: When no server was there; nobody's clock ran then.
    """

    def __init__(
        self,
        stored: StoredGame,
        chairs: Iterable[Chair],
        happened: Iterable[Event],
        clock: Callable[[], datetime],
        first_game: Game | None = None,
        pauses: Sequence[Pause] = (),
    ) -> None:
        self.stored = stored
        self.first_game = first_game
        self.around = Around()
        self.settings = read_settings(stored.settings)
        self.chairs = {chair.name: chair for chair in chairs}
        self.judged: list[Judged] = []
        self._moves = 0
        self.events: list[Event] = []
        self.pencil: dict[str, dict[int, str]] = {seat.name: {} for seat in self.settings.seating.seats}
        self.offer: str | None = None
        self.count = Count()
        self.again: set[Colour] = set()
        self.lifted: str | None = None
        self.chat = Chat([name for name in self.chairs if self.seats_of(name)], hidden=self.settings.referee.hides)
        self._clock = clock
        self._programs: dict[str, Player] = {seat: players.get(slug) for seat, slug in stored.players.items()}
        self._table = Table.of(self.settings, self.setup, self._witness)
        people = self.pencil.keys() - self._programs.keys()
        self.audience = Audience(watching(stored.terms), people, sees=not self.settings.referee.hides)
        self._acts: dict[str, Callable[[str, str], None]] = {
            "sit": self._sit,
            "try": self._try,
            "offer": self._offer,
            "accept": self._accept,
            "decline": self._decline,
            "dead": self._mark_dead,
            "settle": self._settle,
            "dispute": self._dispute,
            "out": self._play_out,
            "give-in": self._give_in,
            "open": self._open,
            "pencil": self._pencil,
            "rematch": self._want_another,
            "time": self._lose_on_time,
        }
        happened = list(happened)
        self.clocks = GameClocks(stored.terms, self._colour, clock, pauses)
        self.clocks.begin(stored.made, self.to_move, self._awaited(happened))
        for event in happened:
            self._apply(event)

    def _witness(self, verdict: Verdict) -> None:
        assert self._table.to_move is not None or verdict.after.result is not None
        self.judged.append(Judged(self._trying, verdict))
        self._moves += verdict.accepted

    # What can be seen.

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None after the end."""
        return self._table.to_move

    @property
    def opening(self) -> State:
        """The state before the first try; known to all once the game has ended."""
        settings = self.settings
        begun = settings.setup if self.setup is None else self.setup
        return start(settings.ruleset, settings.size, settings.komi, settings.first, begun)

    @property
    def setup(self) -> str | None:
        """The position that the game begins with; None for the board as its settings have it."""
        setup: str | None = self.stored.terms.get("setup")
        return setup

    def view(self, seat: str) -> View:
        """What a seat, or the audience, knows."""
        return self._table.view(seat)

    def seats_of(self, chair: str) -> tuple[str, ...]:
        """The seats that who sits on a chair plays for."""
        if chair == self.settings.seating.slug:
            return tuple(seat.name for seat in self.settings.seating.seats)
        return (chair,) if chair in self.pencil else ()

    @property
    def order(self) -> list[str]:
        """The names of the chairs: the players', the referee's, the audience's."""
        return [name for name in chairs_of(self.settings.seating) if name in self.chairs]

    def taken(self, chair: str) -> bool:
        """Whether somebody sits on a chair. The audience's is never taken."""
        return chair != AUDIENCE.name and self.chairs[chair].key is not None

    def nickname(self, chair: str) -> str:
        """What the one on a chair is called; empty where he wants no name, or nobody sits there."""
        return self.around.names.get(self.chairs[chair].key or "", "")

    def known_on(self, chair: str) -> list[Event]:
        """The events that one on this chair may know of; of some he learns no more than that they happened."""
        own, reads = self.seats_of(chair), self.chat.read_by(chair, over=self.over)
        unknown_kinds = set() if reads else {"chat"}
        return [
            event
            for event in self.events
            if event.kind not in unknown_kinds and (event.kind != "pencil" or event.chair in own)
        ]

    def number(self, chair: str) -> int:
        """How many of the events that one on this chair may know of have happened."""
        return len(self.known_on(chair))

    def heard_by(self, chair: str, number: int) -> int:
        """How much this chair had been told when so many things had happened as it may know of."""
        return sum(event.kind in ("try", "time") for event in self.known_on(chair)[:number])

    @property
    def over(self) -> bool:
        """Whether the last move was made, and the board is revealed."""
        return self._table.result is not None

    @property
    def counting(self) -> bool:
        """Whether two passes have ended the game and the players have not agreed on the dead stones yet."""
        result = self._table.result
        return result is not None and result.by is EndedBy.SCORE and not self.count.agreed

    @property
    def result(self) -> Result | None:
        """How the game ended, with the stones marked dead taken off; None while it goes on."""
        return self._table.count(self.count.dead) if self.over else None

    @property
    def final(self) -> bool:
        """Whether the game has ended, and nothing about its result can change."""
        return self.over and not self.counting

    @property
    def has_second(self) -> bool:
        """Whether a second game with colours swapped can be played after this one."""
        return self.first_game is None and self.settings.ruleset.two_game_match and self.final

    @property
    def agreed_again(self) -> bool:
        """Whether there is a next game: the second of a match where one side asks for it, a rematch where both do."""
        return self.again == {BLACK, WHITE} or (self.has_second and bool(self.again))

    @property
    def series_now(self) -> Series:
        """How the series stands, with this game once it is final."""
        before = Series.of(self.stored.id, self.stored.terms)
        return before.with_game(self.result.winner) if self.final and self.result else before

    def colours_of(self, chair: str) -> set[Colour]:
        """The colours that who sits on a chair plays."""
        return {self._colour(seat) for seat in self.seats_of(chair)}

    @property
    def match_won(self) -> str | None:
        """Who has won the match of which this is the second game: ``black`` or ``white`` of this game, or ``nobody``.

        None where this is no such game, or goes on.
        """
        if self.first_game is None or not self.final:
            return None
        winner = match_winner(self.first_game.played, self.played, self.settings.ruleset.tie_break)
        return "nobody" if winner is None else ("white", "black")[winner]

    @property
    def played(self) -> PlayedGame:
        """The game as a match counts it."""
        assert self.result is not None
        verdicts = [each.verdict for each in self.judged]
        moves = [each for each in verdicts if each.accepted and each.mover is BLACK and each.attempt.point is not None]
        return PlayedGame(self.result, len(moves))

    @property
    def reference(self) -> bytes:
        """The board that everybody sees after the end.

        Raises:
            NotOver: before the end.
        """
        return self._table.reveal().board

    def third_board(self) -> bytes:
        """The reference board now. Only for the referee's own page."""
        return self.judged[-1].verdict.after.cells if self.judged else self.opening.cells

    def record(self) -> Record:
        """The record of the game.

        Raises:
            NotOver: before the end.
        """
        self._table.reveal()
        judged = iter(self.judged)
        return Record(
            settings=self.settings,
            setup=self.setup,
            ruleset_version=self.stored.versions[0],
            referee_version=self.stored.versions[1],
            started=self.stored.made,
            entries=tuple(self._entries(judged)),
        )

    def _entries(self, judged: Iterator[Judged]) -> Iterator[Kept]:
        for event in self.events:
            if event.kind == "try":
                tried = next(judged).verdict
                yield Entry(seat=event.chair, attempt=tried.attempt, accepted=tried.accepted, at=event.at)
            elif event.kind == "accept":
                yield Agreement(at=event.at)
            elif event.kind == "time":
                yield Timeout(seat=event.chair, at=event.at)

    def playout_record(self) -> Record:
        """The record of what was played openly to find out which stones are dead.

        Raises:
            NotOver: before that is over.
        """
        playout = self.count.playout
        if playout is None or not playout.over:
            raise NotOver(N_("nothing has been played out in this game"))
        times = [event.at for event in self.events if event.kind == "out"]
        record = playout.record(next(event.at for event in self.events if event.kind == "dispute"))
        return replace(record, entries=tuple(map(replace_time, playout.entries, times)))

    # What can happen.

    def perform(self, chair: str, do: str, at: str = "") -> list[Event]:
        """Do what somebody on a chair asks for, and what the programs answer to it.

        Args:
            chair: Where he sits.
            do: One of ``KNOWN``.
            at: A point, where it takes one; all stones that are marked dead, for who agrees to a count.

        Returns:
            What has happened, to be kept.

        Raises:
            YureiError: where it cannot be; nothing has happened then.
        """
        before = len(self.events)
        for event in self._asked(chair, do, at.strip()):
            self._apply(self.clocks.in_time(event))
        self._let_programs_answer()
        return self.events[before:]

    def sit(self, chair: str) -> list[Event]:
        """Note that somebody has taken a chair; programs that are to move do."""
        before = len(self.events)
        self._apply(self._event(chair, "sit"))
        self._let_programs_answer()
        return self.events[before:]

    def say(self, chair: str, name: str, text: str) -> list[Event]:
        """Say something to the others at the table, under a name.

        Raises:
            YureiError: where it cannot be; nothing has happened then.
        """
        said = self.chat.asked(chair, name, text, self._clock(), over=self.over)
        self._apply(said)
        return [said]

    def lift(self, chair: str, seat: str) -> None:
        """Lift the curtain for the seat to move. It falls with the next move, and when the server stops."""
        if chair != self.settings.seating.slug or seat != self.to_move:
            raise OutOfTurn(N_("the curtain is lifted for the seat to move, not for {seat}"), seat=repr(seat[:20]))
        self.lifted = seat

    def _event(self, chair: str, kind: str, what: str = "") -> Event:
        return Event(chair, kind, what, self._clock())

    def _apply(self, event: Event) -> None:
        mover = self.to_move
        if event.kind == "chat":
            self.chat.hear(event)
        else:
            self._acts[event.kind](event.chair, event.what)
        self.events.append(event)
        self.clocks.hear(event, mover, self.to_move, ended=self.over and not self.counting)

    def _asked(self, chair: str, do: str, at: str) -> list[Event]:
        own = self.seats_of(chair)
        if not own:
            raise BadTry(N_("from this chair one watches; the players try"))
        seat = self.to_move if self.to_move in own else own[0]
        assert seat is not None
        if self.settings.seating.hands == "shared" and not self.over and self.lifted != self.to_move:
            # A second click on the same point would be the opponent's try, and tell him what lies there.
            raise OutOfTurn(N_("the curtain is down; lift it first"))
        if do in COUNTED or (self.count.playing_out and do in TRIES):
            return self._asked_of_count(own, do, at)
        if do in TRIES:
            if self.to_move is not None and self.to_move not in own:
                raise OutOfTurn(N_("it is {seat}'s turn; wait for the referee"), seat=Words(self.to_move))
            return [self._event(seat, "try", read_try(_try_text(do, at), self.settings.size).text(self.settings.size))]
        if do in PENCILLED:
            return [self._event(seat, "pencil", f"{self._named(at)} {PENCILLED[do]}")]
        if do == "open":
            shared = self.settings.seating.hands == "shared"  # whoever holds the device opens for himself alone
            return [self._event(name, do) for name in ([seat] if shared else own)]
        if do == "rematch":
            return [self._event(name, do) for name in own[:2]]
        if do in SAID:
            return [self._event(seat, do)]
        raise BadValue("{error}", error=unknown("thing to do", do, KNOWN).words)

    def _asked_of_count(self, own: tuple[str, ...], do: str, at: str) -> list[Event]:
        """What somebody asks for who marks dead stones, agrees to the count, or plays stones out."""
        size, seat = self.settings.size, own[0]
        if self.count.playing_out and do in (*TRIES, "give-in"):
            playout = self.count.running()
            if do in ("resign", "give-in"):
                return [self._event(playout.to_move if playout.to_move in own else seat, "give-in")]
            if playout.to_move not in own:
                raise OutOfTurn(N_("it is {seat}'s turn; wait for the referee"), seat=Words(str(playout.to_move)))
            return [self._event(playout.to_move, "out", read_try(_try_text(do, at), size).text(size))]
        if do == "dead":
            return [self._event(seat, do, self._named(at))]
        if do == "dead-proposed":
            self._being_counted()
            return [self._event(seat, "dead", size.name(point)) for point in self.count.unmarked(self.reference, size)]
        if do == "settle":
            self._being_counted()
            self.count.check_dead(size.point(name) for name in at.split())
            return [self._event(name, do) for name in own[:2]]
        return [self._event(seat, do)]

    def _named(self, at: str) -> str:
        """A point as it is kept."""
        return self.settings.size.name(self.settings.size.point(at))

    def _colour(self, seat: str) -> Colour:
        colour = self.settings.seating.seat(seat).colour
        assert colour is not None
        return colour

    def _playing(self) -> None:
        if self.over:
            raise GameOver(N_("the game is over; look at the board and the replay"))

    def _sit(self, chair: str, _: str) -> None:
        """Nothing but the chair changes."""

    def _try(self, seat: str, what: str) -> None:
        self._trying = seat
        attempt = self._table.attempt(seat, read_try(what, self.settings.size))
        if attempt.accepted:
            self.lifted = None
            if self.offer is not None and self._colour(self.offer) is not self._colour(seat):
                self.offer = None  # who plays on has declined
        elif self._table.to_move != seat:
            self.lifted = None

    def _offer(self, seat: str, _: str) -> None:
        self._playing()
        if not self.settings.ruleset.draw_by_agreement:
            raise BadValue(N_("this game knows no draw by agreement"))
        if self.offer is not None:
            raise BadValue(N_("a draw is offered already; accept it, decline it, or play on"))
        self.offer = seat

    def _accept(self, seat: str, _: str) -> None:
        self._answer_offer(seat)
        self._table.agree()

    def _decline(self, seat: str, _: str) -> None:
        self._answer_offer(seat)

    def _answer_offer(self, seat: str) -> None:
        self._playing()
        one_person = self.settings.seating.hands != "each"
        if self.offer is None or (self._colour(self.offer) is self._colour(seat) and not one_person):
            raise BadValue(N_("no draw was offered to you"))
        self.offer = None

    def _mark_dead(self, seat: str, what: str) -> None:
        self._being_counted()
        self.count.mark(self.reference, self.settings.size, self.settings.size.point(what))

    def _settle(self, seat: str, _: str) -> None:
        self._being_counted()
        self.count.settle(self._colour(seat))

    def _dispute(self, seat: str, _: str) -> None:
        self._being_counted()
        self.count.dispute(self.reference, self.settings, self._colour(seat))

    def _play_out(self, seat: str, what: str) -> None:
        self.count.running().attempt(seat, what)
        self.count.conclude()

    def _give_in(self, seat: str, _: str) -> None:
        self.count.running().give_in(self._colour(seat))
        self.count.conclude()

    def _being_counted(self) -> None:
        if not self.counting:
            raise NotOver(N_("dead stones are marked after two passes, until both players agree"))

    def _open(self, seat: str, _: str) -> None:
        self._playing()
        self.audience.open(seat)

    def _want_another(self, seat: str, _: str) -> None:
        if not self.final:
            raise NotOver(N_("another game follows once this one has ended and its count is agreed on"))
        self.again.add(self._colour(seat))

    def _pencil(self, seat: str, what: str) -> None:
        self._playing()
        pencilled(self.pencil[seat], what, self.settings.size)

    def look_at_clock(self) -> list[Event]:
        """Let the side to move lose, where its time has run out; what has happened is to be kept."""
        loss = self.clocks.loss(self.to_move)
        if loss is None:
            return []
        self._apply(loss)
        return [loss]

    def _lose_on_time(self, seat: str, _: str) -> None:
        self._table.lose_on_time(seat)

    def _awaited(self, happened: Iterable[Event]) -> set[str]:
        """The players' chairs on which nobody sat when the game was made; in a rematch they are taken."""
        sat = {event.chair for event in happened if event.kind == "sit"}
        return {name for name in self.chairs if self.seats_of(name) and (name in sat or not self.taken(name))}

    def _let_programs_answer(self) -> None:
        """Programs try until their turn is over, decline draws, and agree to the count that a player agrees to."""
        if self.offer is not None and self.offer not in self._programs and self._programs:
            self._apply(self._event(next(iter(self._programs)), "decline"))
        while self.to_move in self._programs:
            seat = self.to_move
            endless = self._moves >= MOST_MOVES * self.settings.size.points
            attempt = RESIGN if endless else self._programs[seat].choose(self.view(seat))
            self._apply(self.clocks.in_time(self._event(seat, "try", attempt.text(self.settings.size))))
        self._let_programs_play_out()
        if self.counting and self.count.settled:
            for seat in self._programs:
                self._apply(self._event(seat, "settle"))
        if self.again and not self.agreed_again:
            for seat in self._programs:
                self._apply(self._event(seat, "rematch"))

    def _let_programs_play_out(self) -> None:
        playout = self.count.playout
        while playout is not None and playout.to_move in self._programs:
            seat = playout.to_move
            attempt = self._programs[seat].choose(playout.view(seat))
            gives_in = attempt.kind is Kind.RESIGN
            self._apply(self._event(seat, *("give-in",) if gives_in else ("out", attempt.text(self.settings.size))))


def replace_time(entry: Entry, at: datetime) -> Entry:
    """An entry of a record with its time."""
    return replace(entry, at=at)


def pencilled(marks: dict[int, str], what: str, size: Size) -> None:
    """Make a pencil mark, from its event, among others; the same mark once more takes it away."""
    name, mark = what.split()
    point = size.point(name)
    if marks.get(point) == mark:
        del marks[point]
    else:
        marks[point] = mark


def _try_text(do: str, at: str) -> str:
    """The try that a form has asked for, as it is kept. A typed text may be a whole try of its own."""
    if do in ("pass", "resign"):
        return do
    return at if do == "stone" else f"ghost {at}"


__all__ = ["PENCILS", "REFEREE", "WINDOW", "Around", "Game", "Judged", "chairs_of", "pencilled"]
