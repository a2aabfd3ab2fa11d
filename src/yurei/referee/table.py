"""The table of a game: holds the true board, and tells each seat only what the referee allows.

There is no getter for that board. The code that runs the referee passes a witness when it makes the table;
everybody else learns the board from the reveal. The table has no clocks and no connections: its caller reports
losses on time, absences and abandoned games.
"""

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import index
from typing import Any

from yurei.errors import BadSettings, BadTry, GameOver, NotOver, OutOfTurn
from yurei.languages import N_, Words
from yurei.referee.announce import Attempt
from yurei.referee.referee import FailedTry, Referee
from yurei.referee.seating import AUDIENCE, Seat
from yurei.referee.settings import Settings, settings_for
from yurei.referee.sight import NOTHING_NEW, Watch, make_watches
from yurei.referee.told import Told, tell, tell_of_time
from yurei.referee.view import View, own_board_after, own_board_at_start, with_pieces
from yurei.rules.judge import Reason, Verdict, end_without_moves, judge, lose_turn
from yurei.rules.points import Size
from yurei.rules.ruleset import Repetition, Ruleset
from yurei.rules.scoring import score
from yurei.rules.state import RESIGN, EndedBy, Kind, Result, Try, read_try, start


@dataclass(frozen=True, slots=True)
class RevealedTry:
    """One try of a game, as revealed after the end."""

    seat: str
    attempt: Try
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Reveal:
    """The game as revealed to all after the end: the reference board and every try, refused ones included."""

    board: bytes
    tries: tuple[RevealedTry, ...]
    result: Result


class Listener:
    """A seat or the audience at a table: its own board, its sight, and all that it was told."""

    def __init__(self, settings: Settings, seat: Seat, own: bytes, watch: Watch | None) -> None:
        self.own, self.watch = own, watch
        self.heard: list[Told] = []
        self.opening = View.begin(settings, seat, self.board)

    @property
    def board(self) -> bytes:
        """The board shown to the seat: its own board, and the pieces that it sees."""
        return self.own if self.watch is None else with_pieces(self.own, self.watch.shown.items())

    def view(self, to_move: str | None, result: Result | None) -> View:
        """Return the present view of the seat, given the seat to move and the result."""
        opening = self.opening
        begins = opening.settings, opening.seat
        return View(*begins, self.board, to_move, tuple(self.heard), result, opening.first_board, opening.folded)

    def hear(self, told: Told, settings: Settings) -> None:
        """Store what the listener is told of a try, and update its own board."""
        self.own = own_board_after(self.own, told, settings, self.opening.seat)
        self.heard.append(told)

    def copy(self) -> "Listener":
        """Return an independent copy."""
        twin = copy.copy(self)
        twin.heard = list(self.heard)
        twin.watch = None if self.watch is None else self.watch.copy()
        return twin


Witness = Callable[[Verdict], None]
"""Callback that receives the truth about every try; for the code that runs the referee."""


class Table:
    """A refereed game: it holds the true board and answers tries, until the reveal after the end.

    Args:
        game, referee: A ruleset and a referee, or their names; ``ruleset`` is another way to give a ruleset.
        size: 9, "9x13" or (9, 13).
        seating: ``duel``, ``rengo``, ``rengo-shared``, ``solo`` or ``one-device``.
        setup: A board text; its stones lie on their owner's board.
        witness: Receives the truth about every try. Only for the code that runs the referee.
        options: Further settings by the names of the line protocol, such as ``komi``, ``first``, ``sight``.

    Raises ``BadValue`` if a setting is not valid or settings do not go together, ``Unknown`` if a name is unknown.

    >>> table = Table("go", referee="hamburg", size=9)
    >>> table.attempt("black", "E5").said()
    'Black has moved, White to move.'
    >>> table.attempt("white", "e5").said()
    'There is already an opponent’s stone.'
    """

    def __init__(
        self,
        game: str | Ruleset = "go",
        *,
        referee: str | Referee = "common",
        size: object = 9,
        seating: str = "duel",
        ruleset: Ruleset | None = None,
        setup: str | None = None,
        witness: Witness | None = None,
        **options: Any,
    ) -> None:
        settings = settings_for(ruleset or game, referee, size, {"seating": seating, **options})
        self._begin(settings, setup, witness)

    @classmethod
    def of(cls, settings: Settings, setup: str | None = None, witness: Witness | None = None) -> "Table":
        """Make a table from existing settings."""
        table = cls.__new__(cls)
        table._begin(settings, setup, witness)
        return table

    def _begin(self, settings: Settings, setup: str | None, witness: Witness | None) -> None:
        if setup is not None and settings.handicap:
            raise BadSettings(N_("a handicap is a set-up position of its own; give one of the two"))
        self.settings = settings
        self._witness = witness
        self._tried: list[RevealedTry] = []
        position = settings.setup if setup is None else setup
        self._state = end_without_moves(start(settings.ruleset, settings.size, settings.komi, settings.first, position))
        self._turn = settings.seating.first(settings.first)
        own_boards = {
            seat: own_board_at_start(settings, seat, self._state.cells) for seat in (*settings.seating.seats, AUDIENCE)
        }
        watching = make_watches(settings.size, settings.referee.sight, own_boards, self._state.cells)
        self._listeners = {
            seat.name: Listener(settings, seat, own, watching.get(seat)) for seat, own in own_boards.items()
        }

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None after the end."""
        return None if self._state.result else self.settings.seating.seats[self._turn].name

    @property
    def result(self) -> Result | None:
        """Result; None while the game goes on."""
        return self._state.result

    def view(self, seat: str) -> View:
        """Return the present view of a seat or of the ``audience``; raise ``Unknown`` if there is no such seat."""
        return self._listener(seat).view(self.to_move, self.result)

    def attempt(self, seat: str, attempt: str | Try) -> Attempt:
        """Try a move, and return the referee's answer.

        Args:
            seat: Name of the seat that tries.
            attempt: A try, or a text such as ``E5``, ``ghost E5``, ``pass``, ``resign``.

        Raises:
            GameOver, OutOfTurn: if this seat cannot try now.
            BadTry, BadPoint, Unknown: if it is no try, or there is no such seat. The game is then unchanged.
        """
        mover = self._listener(seat).opening.seat
        self._check_open(N_("the game is over; nobody is to move"))
        self._check_turn(seat)
        size = self.settings.size
        tried = read_try(attempt, size) if isinstance(attempt, str) else _check_try(attempt, size)
        return self._answer(mover, judge(self._state, tried))

    def resign(self, seat: str) -> Attempt:
        """Resign for a seat, whoever is to move; possible also after two passes, while the game is counted.

        Raises ``GameOver`` if the game has ended in a different way, ``BadTry`` for the audience, ``Unknown`` for an
        unknown seat.
        """
        mover, result = self._listener(seat).opening.seat, self._state.result
        if result is not None and result.by is not EndedBy.SCORE:
            raise GameOver(N_("the game is over; nobody can resign any more"))
        if mover.colour is None:
            raise BadTry(N_("only a player can resign"))
        return self._answer(mover, judge(replace(self._state, to_move=mover.colour, result=None), RESIGN))

    def agree(self) -> Result:
        """End the game in a draw that both players have agreed to.

        Raises ``GameOver`` if it has ended, ``BadSettings`` if this game has no draw by agreement.
        """
        self._check_open(N_("the game is over; there is nothing to agree on"))
        if not self.settings.ruleset.draw_by_agreement:
            raise BadSettings(
                N_("{ruleset}: these settings have no draw by agreement"), ruleset=self.settings.ruleset.slug
            )
        return self._end(Result(winner=None, by=EndedBy.AGREEMENT))

    def draw_by_repetition(self) -> Result:
        """End the game in a draw because its position repeats and a player has claimed the draw.

        Called by the code that records positions. Raises ``GameOver`` if the game has ended, and ``BadSettings`` if
        a repetition rule other than simple ko applies.
        """
        self._check_open(N_("the game is over; there is nothing to claim"))
        if self.settings.ruleset.repetition is not Repetition.SIMPLE_KO:
            raise BadSettings(N_("a draw by repetition is claimed under simple ko alone"))
        return self._end(Result(winner=None, by=EndedBy.REPETITION))

    def lose_on_time(self, seat: str) -> Result:
        """End the game as a loss on time of the seat to move, and tell all listeners.

        Called by the code that keeps the clocks. Raises ``GameOver``, ``Unknown``, and ``OutOfTurn`` if it is another's
        turn, so that no time of this seat can have run out.
        """
        loser = self._listener(seat).opening.seat
        self._check_open(N_("the game is over; no clock runs any more"))
        if seat != self.to_move:
            raise OutOfTurn(
                N_("it is {seat}’s turn; only the clock of the player to move can run out"),
                seat=Words(str(self.to_move)),
            )
        result = self._end(Result(winner=self._state.to_move.opponent, by=EndedBy.TIME))
        for listener in self._listeners.values():
            listener.hear(tell_of_time(loser, result), self.settings)
        return result

    def lose_by_absence(self, seat: str) -> Result:
        """End the game as a loss of the absent seat to move, after the opponent has claimed the win.

        Raises ``GameOver``, ``Unknown``, and ``OutOfTurn`` if it is another's turn, so that this seat cannot be absent.
        """
        self._listener(seat)
        self._check_open(N_("the game is over; there is nothing to claim"))
        self._check_turn(seat)
        return self._end(Result(winner=self._state.to_move.opponent, by=EndedBy.ABSENCE))

    def abandon(self) -> Result:
        """End the game as abandoned, without a winner; raise ``GameOver`` if it has already ended."""
        self._check_open(N_("the game is over; there is nothing to claim"))
        return self._end(Result(winner=None, by=EndedBy.ABANDONED))

    def _answer(self, mover: Seat, verdict: Verdict) -> Attempt:
        loses_turn = not verdict.accepted and self.settings.referee.failed_try is FailedTry.LOSE_TURN
        self._state = lose_turn(verdict.after) if loses_turn else verdict.after
        if verdict.accepted or loses_turn:
            self._turn = (self._turn + 1) % len(self.settings.seating.seats)
        self._tried.append(RevealedTry(mover.name, verdict.attempt, verdict.reason))
        if self._witness is not None:
            self._witness(verdict)
        told = self._tell(replace(verdict, after=self._state), mover)  # a lost turn can end the game, too
        return Attempt(verdict.accepted, told, self.settings)

    def copy(self, witness: Witness | None = None) -> "Table":
        """Return an independent copy with the same history; ``witness`` gets the verdict on each later try."""
        twin = Table.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin._witness = witness
        twin._tried = list(self._tried)
        twin._listeners = {name: listener.copy() for name, listener in self._listeners.items()}
        return twin

    def __copy__(self) -> "Table":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Return all attributes except the witness, which must not receive anything from copies and pickles."""
        return {**self.__dict__, "_witness": None}

    def reveal(self) -> Reveal:
        """Return the reference board and every try; raise ``NotOver`` before the end."""
        if self._state.result is None:
            raise NotOver(N_("the board is revealed after the end; the game goes on"))
        return Reveal(self._state.cells, tuple(self._tried), self._state.result)

    def count(self, dead: Iterable[int]) -> Result:
        """Return the result after the removal of dead stones; the table's result if the game was not counted.

        Raises ``NotOver`` before the end, ``BadBoard`` if no stone stands on a marked point.
        """
        reveal = self.reveal()
        return score(self._state, dead) if reveal.result.by is EndedBy.SCORE else reveal.result

    def _listener(self, seat: str) -> Listener:
        self.settings.seating.seat(seat)
        return self._listeners[seat]

    def _check_open(self, refusal: str) -> None:
        if self._state.result is not None:
            raise GameOver(refusal)

    def _check_turn(self, seat: str) -> None:
        if seat != self.to_move:
            raise OutOfTurn(
                N_("it is {expected}’s turn, not {seat}’s"), expected=Words(str(self.to_move)), seat=Words(seat)
            )

    def _end(self, result: Result) -> Result:
        self._state = replace(self._state, result=result)
        return result

    def _tell(self, verdict: Verdict, mover: Seat) -> dict[str, Told]:
        everybody = {}
        for name, listener in self._listeners.items():
            seat, watch = listener.opening.seat, listener.watch
            seen = None if watch is None else NOTHING_NEW  # "A refused try changes no sight."
            if watch is not None and verdict.reason is None:
                seen = watch.update(verdict, listener.own, lies=seat.board == mover.board)
            told = tell(self.settings.referee, verdict, mover, seat, listener.own, self.to_move, seen)
            listener.hear(told, self.settings)
            everybody[name] = told
        return everybody


def _check_try(attempt: Try, size: Size) -> Try:
    """Check a try against the board size; return it with plain Python values as kind and point."""
    try:
        kind, point = Kind(attempt.kind), None if attempt.point is None else index(attempt.point)
    except (AttributeError, TypeError, ValueError):
        kind, point = Kind.PASS, 0  # a pass with a point is not a try
    if (point is None) != (kind in (Kind.PASS, Kind.RESIGN)):
        raise BadTry(N_("a stone and a ghost have a point, a pass and a resignation have none"))
    if point is not None and not 0 <= point < size.points:
        raise BadTry(N_("point {point} is off a {size} board"), point=point, size=size)
    return Try(kind, point)
