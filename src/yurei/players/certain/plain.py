"""The exact set in plain Python: for every ruleset, referee and seating, some hundred times slower than compiled."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from yurei.players.certain.exact_set import Beginning, ExactSet
from yurei.referee.referee import FailedTry
from yurei.referee.sight import NOTHING_NEW, Seen, watches
from yurei.referee.told import Outcome, Told, tell
from yurei.referee.view import View
from yurei.rules.board import BLACK, position
from yurei.rules.judge import Verdict, judge, lose_turn
from yurei.rules.repetition import repetition_rule
from yurei.rules.ruleset import Repetition, Scoring
from yurei.rules.state import PASS, State, Try, ghost, start, stone


class PlainSet(ExactSet):
    """The exact set as states of ``yurei.rules``."""

    def __init__(self, opening: View, began: Beginning, most: int) -> None:
        self.opening, self.heard, self.own, self.most = opening, (), began.own, most
        settings = opening.settings
        empty = start(settings.ruleset, settings.size, settings.komi, settings.first)
        rule = repetition_rule(settings.ruleset)
        self._states = [
            replace(empty, cells=cells, memory=rule.start(position(cells), settings.first)) for cells in began.boards
        ]

    def __len__(self) -> int:
        return len(self._states)

    def boards(self) -> list[bytes]:
        return sorted({state.cells for state in self._states})

    def after(self, told: Told) -> PlainSet:
        following = copy(self)
        following.heard, following.own = (*self.heard, told), self.own_after(told)
        if told.outcome not in (Outcome.RESIGNED, Outcome.LOST_ON_TIME):
            following._states = self._successors(told)
        return following

    def _successors(self, told: Told) -> list[State]:
        tries = all_tries(self.opening) if told.attempt is None else (told.attempt,)
        found: dict[object, State] = {}
        for state in self._states:
            for attempt in tries:
                after = self._successor(state, attempt, told)
                if after is not None:
                    found[after.cells, after.memory, after.lost] = after
                    if told.outcome is Outcome.ILLEGAL:
                        break  # whichever try was refused, the state after it is the same
            if len(found) > self.most:
                break
        self.check_size(len(found))
        return list(found.values())

    def _successor(self, state: State, attempt: Try, told: Told) -> State | None:
        """Return the state after a try; None if the listener would be told something else."""
        settings = self.opening.settings
        verdict = judge(state, attempt)
        if not verdict.accepted and settings.referee.failed_try is FailedTry.LOSE_TURN:
            verdict = replace(verdict, after=lose_turn(state))
        mover = settings.seating.seat(told.seat)
        to_move = None if verdict.after.result else told.to_move
        seen = self._seen(state, verdict, mover.board)
        heard = tell(settings.referee, verdict, mover, self.opening.seat, self.own, to_move, seen)
        return self._reduced(verdict.after) if heard == told else None

    def _seen(self, state: State, verdict: Verdict, board: str) -> Seen | None:
        """Return what a try changes in the listener's sight; None under a referee without sight."""
        settings, seat = self.opening.settings, self.opening.seat
        watch = watches(settings.size, settings.referee.sight, {seat: self.own}, state.cells).get(seat)
        if watch is None:
            return None
        return watch.look(verdict, self.own, lies=seat.board == board) if verdict.accepted else NOTHING_NEW

    def _reduced(self, state: State) -> State:
        """Return a state without what no later answer depends on."""
        ruleset = state.ruleset
        if ruleset.scoring is not Scoring.TERRITORY:
            state = replace(state, lost=(0, 0))
        retry = self.opening.settings.referee.failed_try is FailedTry.RETRY
        if ruleset.repetition is Repetition.SIMPLE_KO and retry:
            # The other's ban is replaced before the other's next turn; a ban that no placement would break is, too.
            ban, colour = _ban_that_can_be_met(state), state.to_move
            state = replace(state, memory=(ban, None) if colour is BLACK else (None, ban))
        return state


def _ban_that_can_be_met(state: State) -> bytes | None:
    """Return the position that simple ko forbids the player to move to make; None if no placement could make it."""
    ban: bytes | None = state.memory[state.to_move - 1]
    if ban is None:
        return None
    placed = [piece for piece, present in zip(ban, position(state.cells), strict=True) if piece and piece != present]
    return ban if not placed or placed == [state.to_move] else None


def all_tries(opening: View) -> Iterable[Try]:
    """Return all tries of a game whose points are not announced, and the pass, which may be refused."""
    points = range(opening.settings.size.points)
    ghosts = map(ghost, points) if opening.settings.ruleset.ghosts else ()
    return (*map(stone, points), *ghosts, PASS)


__all__ = ["PlainSet", "all_tries"]
