"""How a game ends by what is no try: agreed on, lost on time, claimed from who stays away, or abandoned.

The table knows no time, and nobody who comes and goes: who runs it says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yurei.errors import BadSettings, GameOver, OutOfTurn
from yurei.languages import N_, Words
from yurei.referee.listener import Listener
from yurei.referee.settings import Settings
from yurei.referee.told import tell_of_time
from yurei.rules.ruleset import Repetition
from yurei.rules.state import EndedBy, Result, State


class Ends:
    """The ends of a game that no try brings about. A table has them."""

    settings: Settings
    _state: State
    _listeners: dict[str, Listener]

    if TYPE_CHECKING:  # what a table has besides

        @property
        def to_move(self) -> str | None:
            """The name of the seat to move; None after the end."""
            raise NotImplementedError

        def _listener(self, seat: str) -> Listener:
            raise NotImplementedError

    def agree(self) -> Result:
        """End the game in a draw that both players have agreed to.

        Raises:
            GameOver: where it has ended.
            BadSettings: where this game knows no draw by agreement.
        """
        if self._state.result is not None:
            raise GameOver(N_("the game is over; there is nothing to agree on"))
        if not self.settings.ruleset.draw_by_agreement:
            raise BadSettings(
                N_("{ruleset}: these settings know no draw by agreement"), ruleset=self.settings.ruleset.slug
            )
        return self._end(Result(winner=None, by=EndedBy.AGREEMENT))

    def draw_by_repetition(self) -> Result:
        """End the game in a draw because its position repeats, and a player has claimed it.

        Who keeps the positions calls this; where a rule forbids or judges repetition, nothing is left to claim.

        Raises:
            GameOver: where it has ended.
            BadSettings: where another rule than simple ko is in force.
        """
        if self._state.result is not None:
            raise GameOver(N_("the game is over; there is nothing to claim"))
        if self.settings.ruleset.repetition is not Repetition.SIMPLE_KO:
            raise BadSettings(N_("a draw by repetition is claimed under simple ko alone"))
        return self._end(Result(winner=None, by=EndedBy.REPETITION))

    def lose_on_time(self, seat: str) -> Result:
        """End the game because the side to move has no time left, and say so to all.

        Who keeps the clocks calls this; the table knows no time.

        Raises:
            GameOver: where it has ended.
            OutOfTurn: where it is another's turn, so that no time of this seat can have run out.
            Unknown: where nobody sits under that name.
        """
        loser = self._listener(seat).opening.seat
        if self._state.result is not None:
            raise GameOver(N_("the game is over; no clock runs any more"))
        if seat != self.to_move:
            raise OutOfTurn(
                N_("it is {seat}'s turn; only the clock of who is to move can run out"), seat=Words(str(self.to_move))
            )
        result = self._end(Result(winner=self._state.to_move.opponent, by=EndedBy.TIME))
        for listener in self._listeners.values():
            listener.hear(tell_of_time(loser, result), self.settings)
        return result

    def lose_by_absence(self, seat: str) -> Result:
        """End the game because the side to move has stayed away, and the other has claimed it.

        Raises:
            GameOver: where it has ended.
            OutOfTurn: where it is another's turn, so that nobody waits for this seat.
            Unknown: where nobody sits under that name.
        """
        self._listener(seat)
        if self._state.result is not None:
            raise GameOver(N_("the game is over; nobody is waited for any more"))
        if seat != self.to_move:
            raise OutOfTurn(
                N_("it is {expected}'s turn, not {seat}'s"), expected=Words(str(self.to_move)), seat=Words(seat)
            )
        return self._end(Result(winner=self._state.to_move.opponent, by=EndedBy.ABSENCE))

    def abandon(self) -> Result:
        """End a game that nobody plays any more, without a winner.

        Raises:
            GameOver: where it has ended.
        """
        if self._state.result is not None:
            raise GameOver(N_("the game is over; nobody is waited for any more"))
        return self._end(Result(winner=None, by=EndedBy.ABANDONED))

    def _end(self, result: Result) -> Result:
        self._state = replace(self._state, result=result)
        return result
