"""A game on the server: its table, and the state around it: pencil marks, draw offers, dead stones.

The state of a game follows from its events alone, and is rebuilt from them after a restart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from yurei.clocks.timekeeper import Pause
from yurei.club.model.chairs import REFEREE, WINDOW, Audience, ThirdBoard, chairs_of, watching
from yurei.club.model.chat import Chat
from yurei.club.model.clocks import GameClocks
from yurei.club.model.count import Count
from yurei.club.model.states import Known, SealChain, Takeback, Waiting
from yurei.club.model.stored import Chair, Event, EventKind, StoredGame
from yurei.club.model.weak_methods import weakly
from yurei.errors import GameOver, NotOver
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Verdict
from yurei.rules.state import EndedBy, Result, State, start


@dataclass(frozen=True, slots=True)
class Judged:
    """A try with its verdict. It shows the truth, for the referee's own page."""

    seat: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class AtTable:
    """Names and presence of the people at a table, as everybody there may know them.

    Attributes:
        names: Nicknames by the digest of the key; empty for a person without one.
        connected: Returns whether the person on a chair has a page open.
        compiling: Returns whether code of programs is still being compiled.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    connected: Callable[[str], bool] = lambda _: False
    compiling: Callable[[], bool] = lambda: False


class Game:
    """A game and its chairs, events and clocks.

    Args:
        stored: The game as it is stored.
        chairs: Its chairs.
        happened: The stored events; the caller applies each of them next.
        clock: Tells the time.
        first_game: The first game of a match, if this is the second.
        pauses: Periods without a server; no clock ran then.
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
        self.stored, self.first_game = stored, first_game
        self.changes = 0  # how often something around it has: names, who is there, the clock
        self.mark, self.around = object(), AtTable()  # the mark identifies it in caches
        self.settings = read_settings(stored.settings)
        self.chairs = {chair.name: chair for chair in chairs}
        self.trying = ""
        self.set_table()
        self.events: list[Event] = []
        self.requests: dict[tuple[str, str], int] = {}  # places of events, by the chair and the request id
        self.pencil: dict[str, dict[int, str]] = {seat.name: {} for seat in self.settings.seating.seats}
        self.offer: str | None = None
        self.draw_declined: int | None = None  # the number of moves when a draw was last declined
        self.takeback, self.count = Takeback(), Count()
        self.again, self.left = set[Colour](), set[str]()
        self.decided = self.evening_news = ""  # the result that the host of its evening entered; ``paired`` or ``over``
        self.evening_winners: Sequence[str] = ()  # set by its evening
        self.lifted: str | None = None
        self.repeating = False  # the referee has announced it, and no move followed
        self.happened = Counter[str]()  # number of events by their chair
        self.known = {chair: Known() for chair in (*self.chairs, AUDIENCE.name, WINDOW)}
        self.waiting = Waiting(stored.made, pauses)
        self.chat = Chat([name for name in self.chairs if self.seats_of(name)], hidden=self.settings.referee.hides)
        self.now = clock
        self.programs, self.before = dict(stored.players), 0  # games queued before it
        seats, programs, sees = frozenset(self.pencil), frozenset(self.programs), not self.settings.referee.hides
        self.audience = Audience(watching(stored.terms), seats, programs, sees)
        self.third, self.seals = ThirdBoard(seats, programs, sees), SealChain(stored.sealing)
        self.clocks = GameClocks(stored.terms, weakly(self.colour), clock, pauses)
        self.clocks.begin(stored.made, self.to_move, awaited(self, happened))

    def set_table(self) -> None:
        """Reset the board to the position before the first try."""
        self.judged: list[Judged] = []
        self.moves = self.tries = 0
        self.table = Table.of(self.settings, self.setup, weakly(self._witness))

    def _witness(self, verdict: Verdict) -> None:
        self.judged.append(Judged(self.trying, verdict))
        self.moves += verdict.accepted
        self.tries += 1

    # Queries.

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None after the end."""
        return self.table.to_move

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
        """Return the view of a seat, or of the audience."""
        return self.table.view(seat)

    def seats_of(self, chair: str) -> tuple[str, ...]:
        """Return the seats that the person on a chair plays."""
        if chair == self.settings.seating.slug:
            return tuple(seat.name for seat in self.settings.seating.seats)
        return (chair,) if chair in self.pencil else ()

    @property
    def order(self) -> list[str]:
        """The names of the chairs: the players', the referee's, the audience's."""
        return [name for name in chairs_of(self.settings.seating) if name in self.chairs]

    def taken(self, chair: str) -> bool:
        """Return whether a person sits on a chair. The audience's is never taken."""
        return chair != AUDIENCE.name and self.chairs[chair].key is not None

    def nickname(self, chair: str) -> str:
        """Return the nickname of the person on a chair; empty if they have none, or nobody sits there."""
        return self.around.names.get(self.chairs[chair].key or "", "")

    def reads_chat(self, chair: str) -> bool:
        """Return whether a chair may read the players' chat; the referee's may once the players show it the board."""
        return self.chat.read_by(chair if chair != REFEREE or self.third.shown else AUDIENCE.name, over=self.over)

    @property
    def over(self) -> bool:
        """Whether the last move was made, and the board is revealed."""
        return self.table.result is not None

    @property
    def counting(self) -> bool:
        """Whether two passes have ended the game and the players have yet to agree on the dead stones."""
        result = self.table.result
        uncounted = result is not None and result.by is EndedBy.SCORE and not self.count.agreed
        return uncounted and not self.waiting.abandoned

    @property
    def result(self) -> Result | None:
        """Result, with the stones marked dead taken off; None while the game goes on."""
        counted = self.table.count(self.count.dead) if self.over else None
        winner = {"black": BLACK, "white": WHITE}.get(self.decided)
        return Result(winner, EndedBy.ABANDONED) if self.waiting.abandoned else counted

    @property
    def final(self) -> bool:
        """Whether the game has ended and its result can no longer change."""
        return self.over and not self.counting

    def colours_of(self, chair: str) -> set[Colour]:
        """Return the colours that the person on a chair plays."""
        return {self.colour(seat) for seat in self.seats_of(chair)}

    @property
    def reference(self) -> bytes:
        """The board that everybody sees after the end.

        Raises:
            NotOver: before the end.
        """
        return self.table.reveal().board

    def third_board(self) -> bytes:
        """Return the reference board now. Only for the referee's page, if the players allow it, and an opened table."""
        return self.judged[-1].verdict.after.cells if self.judged else self.opening.cells

    # Changes.

    def event(self, chair: str, kind: EventKind, what: str = "") -> Event:
        """Return a new event with the current time, not yet applied."""
        return Event(chair, kind, what, self.now())

    def colour(self, seat: str) -> Colour:
        """Return the colour that a seat plays."""
        colour = self.settings.seating.seat(seat).colour
        assert colour is not None
        return colour

    def check_going_on(self) -> None:
        """Check that the game is not over.

        Raises:
            GameOver: if it is.
        """
        if self.over:
            raise GameOver(N_("the game is over; look at the board and the replay"))

    def check_counting(self) -> None:
        """Check that dead stones can be marked now.

        Raises:
            NotOver: if they cannot.
        """
        if not self.counting:
            raise NotOver(N_("dead stones are marked after two passes, until both players agree"))


def awaited(game: Game, happened: Iterable[Event]) -> set[str]:
    """Return the players' chairs on which nobody sat when the game was created; in a rematch they are taken."""
    sat = {event.chair for event in happened if event.kind is EventKind.SIT}
    return {name for name in game.chairs if game.seats_of(name) and (name in sat or not game.taken(name))}
