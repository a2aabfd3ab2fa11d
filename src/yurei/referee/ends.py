"""Ends of a game without a try: draw by agreement, loss on time, loss by absence, abandonment.

The table knows no clocks and no connections: its caller reports these events.
"""

from dataclasses import replace

from yurei.errors import BadSettings, GameOver, OutOfTurn
from yurei.languages import N_, Words
from yurei.referee.listener import Listener
from yurei.referee.settings import Settings
from yurei.referee.told import tell_of_time
from yurei.rules.ruleset import Repetition
from yurei.rules.state import EndedBy, Result, State


class Ends:
    """Base of ``Table``: whose turn it is, and the ends of a game that no try brings about."""

    settings: Settings
    _state: State
    _turn: int
    _listeners: dict[str, Listener]

    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None after the end."""
        return None if self._state.result else self.settings.seating.seats[self._turn].name

    def agree(self) -> Result:
        """End the game in a draw that both players have agreed to.

        Raises:
            GameOver: if it has ended.
            BadSettings: if this game has no draw by agreement.
        """
        self._check_open(N_("the game is over; there is nothing to agree on"))
        if not self.settings.ruleset.draw_by_agreement:
            raise BadSettings(
                N_("{ruleset}: these settings have no draw by agreement"), ruleset=self.settings.ruleset.slug
            )
        return self._end(Result(winner=None, by=EndedBy.AGREEMENT))

    def draw_by_repetition(self) -> Result:
        """End the game in a draw because its position repeats and a player has claimed the draw.

        Called by the code that records positions; it is needed only if no rule forbids or judges repetition.

        Raises:
            GameOver: if it has ended.
            BadSettings: if another rule than simple ko is in force.
        """
        self._check_open(N_("the game is over; there is nothing to claim"))
        if self.settings.ruleset.repetition is not Repetition.SIMPLE_KO:
            raise BadSettings(N_("a draw by repetition is claimed under simple ko alone"))
        return self._end(Result(winner=None, by=EndedBy.REPETITION))

    def lose_on_time(self, seat: str) -> Result:
        """End the game because the side to move has no time left, and tell all listeners.

        Called by the code that keeps the clocks; the table knows no time.

        Raises:
            GameOver: if it has ended.
            OutOfTurn: if it is another's turn, so that no time of this seat can have run out.
            Unknown: if there is no such seat.
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
        """End the game because the side to move has stayed away and the opponent has claimed the win.

        Raises:
            GameOver: if it has ended.
            OutOfTurn: if it is another's turn, so this seat cannot be absent.
            Unknown: if there is no such seat.
        """
        self._listener(seat)
        self._check_open(N_("the game is over; there is nothing to claim"))
        self._check_turn(seat)
        return self._end(Result(winner=self._state.to_move.opponent, by=EndedBy.ABSENCE))

    def abandon(self) -> Result:
        """End an abandoned game without a winner.

        Raises:
            GameOver: if it has ended.
        """
        self._check_open(N_("the game is over; there is nothing to claim"))
        return self._end(Result(winner=None, by=EndedBy.ABANDONED))

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
