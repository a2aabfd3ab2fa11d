"""The exact set in compiled code, for two players and the rulesets that the kernel supports."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from yurei.kernel import core, judging, successors
from yurei.kernel.refereed import LISTENERS, OUTCOMES, REASONS, plan
from yurei.players.exact_set import Beginning, ExactSet
from yurei.referee import seating
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, Colour, colour_of
from yurei.rules.state import EndedBy, Kind

Words = NDArray[np.uint64]
Numbers = NDArray[np.int32]

ENDLESS = 1_000_000
"""Number of moves that no game of an exact set reaches."""
NONE = np.zeros(0, np.uint64)

_ENDED_BY = {
    EndedBy.SCORE: core.BY_PASSES,
    EndedBy.AGREEMENT: core.BY_PASSES,
    EndedBy.LONE_SUICIDE: core.BY_LONE_SUICIDE,
    EndedBy.REPETITION: core.BY_REPETITION,
    EndedBy.NO_MOVE: core.BY_NO_MOVE,
}


@dataclass(frozen=True)
class Turn:
    """Values that are equal in all states: the colour to move, passes in a row, and passes of both colours."""

    to_move: Colour
    passes_in_row: int = 0
    passed: tuple[int, int] = (0, 0)

    def after(self, told: Told) -> Turn:
        """Return these values after one more try."""
        if told.outcome is Outcome.ILLEGAL and told.to_move == told.seat:
            return self
        if told.outcome is not Outcome.PASSED:
            return Turn(self.to_move.opponent, 0, self.passed)
        black, white = self.passed
        passed = (black + 1, white) if self.to_move is BLACK else (black, white + 1)
        return Turn(self.to_move.opponent, self.passes_in_row + 1, passed)


class CompiledSet(ExactSet):
    """An exact set whose states are rows of 64-bit words, see ``yurei.kernel.successors``."""

    states: Words  # uint64[states, width]
    made: int  # number of successors that the last step made, including those that do not fit and duplicates

    def __init__(self, opening: View, began: Beginning, most: int) -> None:
        self.opening, self.most = opening, most
        self._plan = plan(replace(opening.settings, seating=seating.get("duel")), ENDLESS)
        self._remembers = bool(self._plan.flags & core.HISTORY)
        self._planes = 4 if self._plan.flags & core.GHOSTS else 2  # number of sets of points in a state
        # Number of words in a state before the past positions.
        self._fixed = self._planes * self._plan.many + (3 if self._plan.flags & core.BANNED else 1)
        self._listener = LISTENERS.index(opening.seat.name)
        self._began = began
        self._begin(NONE)

    def _begin(self, kept: Words) -> None:
        """Reset the set to the beginning of the game; ``kept`` are the past positions that states will remember."""
        boards = np.frombuffer(b"".join(self._began.boards), np.uint8).reshape(len(self._began.boards), -1)
        keys = self._keys(boards)
        self.heard, self.own, self.made = (), self._began.own, 0
        self._turn = Turn(self.opening.settings.first)
        self._kept, self._seen = kept, np.unique(keys) if self._remembers else NONE
        self.states = np.zeros((len(boards), self._width), np.uint64)
        planes, many = self._planes, self._plan.many
        for plane in range(planes):
            self.states[:, plane * many : (plane + 1) * many] = _pack_rows(boards == plane + 1, many)
        if len(kept):
            is_kept = np.isin(keys, kept)
            self.states[is_kept, self._fixed] = keys[is_kept] | np.uint64(1)

    @property
    def _width(self) -> int:
        """Number of words in a state, with room for all past positions that it can keep after one more try."""
        return self._fixed + min(len(self._kept), len(self.heard) + 1)

    def _keys(self, boards: NDArray[np.uint8]) -> Words:
        """Return the keys of the first boards of the game, as past positions are stored: uint64[boards]."""
        colours = boards.astype(np.int64)
        colours[colours > 2] -= 2
        keys = core.KEYS[2 * self._plan.game.points_of.astype(np.int64) + np.maximum(colours, 1) - 1]
        found: Words = np.bitwise_xor.reduce(np.where(colours > 0, keys, np.uint64(0)), axis=1)
        found ^= np.uint64(core.EMPTY_BOARD[0] | core.EMPTY_BOARD[1] << 32)
        if self._plan.flags & (core.SITUATIONAL | core.THIRD_SITUATIONS) and self.opening.settings.first == 2:
            found ^= core.TURN
        normal: Words = (found & ~np.uint64(3)) | np.uint64(4)
        return normal

    def __len__(self) -> int:
        return len(self.states)

    def boards(self) -> list[bytes]:
        planes, many, points = self._planes, self._plan.many, self.opening.settings.size.points
        words = np.unique(self.states[:, : planes * many], axis=0)
        cells = np.zeros((len(words), points), np.uint8)
        for plane in range(planes):
            one = np.ascontiguousarray(words[:, plane * many : (plane + 1) * many]).view(np.uint8)
            cells += np.unpackbits(one, axis=1, count=points, bitorder="little") * np.uint8(plane + 1)
        everything = cells.tobytes()
        return sorted(everything[first : first + points] for first in range(0, len(everything), points))

    def after(self, told: Told) -> Self:
        following, more = self._step(told)
        heard, kept = (*self.heard, told), self._kept
        while len(more):  # a past position that was not kept matters: restart, and keep it
            kept = np.union1d(kept, more)
            following = copy(self)
            following._begin(kept)
            for each in heard:
                following, more = following._step(each)
                if len(more):
                    break
        return following

    def _step(self, told: Told) -> tuple[Self, Words]:
        """Return the set after one more try, and past positions to keep too. If there are any, the set is invalid."""
        following = copy(self)
        following.heard, following.own = (*self.heard, told), self.own_after(told)
        if told.outcome in (Outcome.RESIGNED, Outcome.LOST_ON_TIME):
            return following, NONE
        tried = self._possible_actions(told)
        room = min(self.most + 1, len(self) * len(tried)) + len(tried)
        states, keys = np.empty((room, following._width), np.uint64), np.empty(room, np.uint64)
        more, counts = np.zeros(_places(len(self._seen)), np.uint64), np.zeros(3, np.int64)
        done = successors.successors(
            self._make_games(), np.zeros(self.opening.settings.size.points, np.int8), self._listener, self._told_values(told),
            tried, self.states, (self._kept, self._seen, more), (states, keys, np.zeros(_places(room), np.int32)), counts,
        )  # fmt: skip
        found, following.made = int(counts[successors.FOUND]), int(counts[successors.MADE])
        if counts[successors.MORE]:
            return following, more[more > 0] & ~np.uint64(3)
        self.check_size(found if done == len(self) else self.most + 1)
        following.states, following._turn = states[:found].copy(), self._turn.after(told)
        if self._remembers:
            following._seen = np.union1d(self._seen, keys[:found])
        return following, NONE

    def _possible_actions(self, told: Told) -> NDArray[np.int64]:
        """Return the actions that the mover may have tried, given what the listener was told."""
        actions, points = self._plan.actions, self.opening.settings.size.points
        if told.attempt is None:
            return np.arange(actions if told.outcome is Outcome.ILLEGAL else actions - 1, dtype=np.int64)
        if told.attempt.point is None:
            return np.array([actions - 1], np.int64)
        return np.array([told.attempt.point + (points if told.attempt.kind is Kind.GHOST else 0)], np.int64)

    def _make_games(self) -> tuple[Numbers, Words, Numbers, Words, Numbers, Words]:
        """Return the arrays of a game with an empty board and the present turn, and memory for two more games."""
        turn, many, facts = self._turn, self._plan.many, self._plan.facts
        numbers = self._plan.template.copy()
        numbers[core.TO_MOVE], numbers[core.PASSES] = turn.to_move, turn.passes_in_row
        numbers[core.BLACK_PASSES : core.WHITE_PASSES + 1] -= np.array(turn.passed, np.int32)
        numbers[facts + judging.BLACK_PASSED : facts + judging.WHITE_PASSED + 1] = turn.passed
        words = np.zeros(judging.MASKS * many + (_places(self._width) if self._remembers else 1), np.uint64)
        if self.opening.seat.colour is not None:
            own = np.frombuffer(self.own, np.uint8)
            for cell in range(1, 5):
                if colour_of(cell) is self.opening.seat.colour:
                    first = (int(judging.ON_OWN_BOARD) + cell - 1) * many
                    words[first : first + many] = _pack_rows((own == cell)[None], many)[0]
        return numbers, words, numbers.copy(), words.copy(), numbers.copy(), words.copy()

    def _told_values(self, told: Told) -> tuple[Numbers, Words, NDArray[np.int64]]:
        """Return what the listener was told of a try, as the arrays that ``successors.matches_message`` takes."""
        fields = np.full(successors.WANTED, -1, np.int32)
        fields[judging.OUTCOME], fields[judging.WHY] = OUTCOMES.index(told.outcome), REASONS.index(told.reason)
        for field, value in (
            (judging.CAPTURED_COUNT, told.captured_count),
            (judging.LOST_COUNT, told.lost_count),
            (judging.ON_OPPONENT, told.atari_on_opponent),
            (judging.ON_MOVER, told.atari_on_mover),
        ):
            fields[field] = -1 if value is None else int(value)
        result = told.result
        fields[judging.HOW] = 0 if result is None else _ENDED_BY[result.by]
        fields[judging.WHO] = 0 if result is None or result.winner is None else int(result.winner)
        if result is not None and result.black is not None:
            fields[successors.WANTED_BLACK], fields[successors.WANTED_WHITE] = result.black, result.white or 0
        appeared, gone = (told.seen.appeared, told.seen.gone) if told.seen else ((), ())
        points = self.opening.settings.size.points
        sets = np.zeros((int(judging.SETS), points), bool)
        for row, named in (
            (judging.CAPTURED_POINTS, told.captured_points),
            (judging.LOST_POINTS, told.lost_points),
            (judging.VANISHED, told.vanished),
            (judging.APPEARED, [point for point, _ in appeared]),
            (judging.GONE, gone),
        ):
            sets[int(row), list(named or ())] = True
        return fields, _pack_rows(sets, self._plan.many).ravel(), np.array(appeared, np.int64).reshape(-1, 2)


def _pack_rows(points: NDArray[np.bool_], many: int) -> Words:
    """Return rows of flags for points as rows of point sets, uint64[rows, words]."""
    room = np.zeros((len(points), 8 * many), np.uint8)
    packed = np.packbits(points, axis=1, bitorder="little")
    room[:, : packed.shape[1]] = packed
    return room.view(np.uint64)


def _places(entries: int) -> int:
    """Return a power of two: the size of a hash table that this many entries fill less than half."""
    return 1 << (2 * entries + 8).bit_length()
