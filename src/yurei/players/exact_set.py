"""The exact set: all states of a game that fit everything a seat was told, updated try by try.

``PlainSet`` is in plain Python. It supports every ruleset, referee and seating, and is about 100 times slower than
compiled.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from typing import Self

from yurei.errors import BadBoard, BadValue, TooLarge
from yurei.languages import N_
from yurei.referee.referee import FailedTry
from yurei.referee.sight import NOTHING_NEW, make_watches
from yurei.referee.told import Outcome, Told, tell
from yurei.referee.view import View, own_board_after, own_board_at_start, with_pieces
from yurei.rules.board import BLACK, board_text, empty_board, is_legal, position, read_board
from yurei.rules.judge import judge, lose_turn
from yurei.rules.repetition import repetition_rule
from yurei.rules.ruleset import Repetition, Scoring
from yurei.rules.state import PASS, State, Try, ghost, start, stone

MOST = 2_000_000
"""Bound on the number of states."""


class ExactSet(ABC):
    """All states that fit everything a listener was told: boards with all else on which later answers depend."""

    opening: View
    heard: tuple[Told, ...]
    own: bytes  # the listener's own board, without pieces that are only seen
    most: int  # the bound on the number of states

    @abstractmethod
    def after(self, told: Told) -> Self:
        """Return the set after one more try; raise ``TooLarge``, or ``BadValue`` if no state fits ``told``."""

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of states."""

    @abstractmethod
    def boards(self) -> list[bytes]:
        """Return the boards of the states, sorted and without duplicates; one cell a point."""

    def own_after(self, told: Told) -> bytes:
        """Return the listener's own board after one more try."""
        return own_board_after(self.own, told, self.opening.settings, self.opening.seat)

    def check_size(self, states: int) -> None:
        """Raise an error unless the number of states after one more try is from 1 to the bound."""
        if not states:
            message = N_("nothing that was told of try {number} fits any board; did the game begin with another one?")
            raise BadValue(message, number=len(self.heard) + 1)
        if states > self.most:
            raise TooManyStates(self.opening.seat.name, self.most, len(self.heard), len(self))


class TooManyStates(TooLarge):
    """Error of an exact set that would exceed its bound; it has the last tries and states within the bound."""

    def __init__(self, seat: str, most: int, tries: int, states: int) -> None:
        super().__init__(
            N_(
                "more than {most} states fit what {seat} was told: the exact set came as far as try {tries}, with "
                "{states} states; it is for small boards and for games in which much is told"
            ),
            most=f"{most:,}",
            seat=seat,
            tries=tries,
            states=f"{states:,}",
        )
        self.tries, self.states = tries, states


@dataclass(frozen=True)
class Beginning:
    """The boards with which a game may have begun."""

    boards: tuple[bytes, ...]  # sorted, all different
    own: bytes  # the listener's own board, the same for all of them


def find_possible_boards(opening: View, boards: Iterable[str | bytes] | None) -> Beginning:
    """Return the boards with which a game may have begun: those that look to the seat like its opening."""
    settings, found = opening.settings, {}
    given = [settings.setup or empty_board(settings.size)] if boards is None else boards
    for board in given:
        cells = _cells(board, opening)
        own = own_board_at_start(settings, opening.seat, cells)
        watch = make_watches(settings.size, settings.referee.sight, {opening.seat: own}, cells).get(opening.seat)
        if (own if watch is None else with_pieces(own, watch.shown.items())) == opening.board:
            found[cells] = own
    if not found:
        message = N_(
            "the game of {seat} began with stones on the board: {board}; give the boards that it may have begun with"
        )
        raise BadValue(message, seat=opening.seat.name, board=board_text(opening.board, settings.size))
    return Beginning(tuple(sorted(found)), next(iter(found.values())))


def _cells(board: str | bytes, opening: View) -> bytes:
    settings = opening.settings
    cells = read_board(board, settings.size)[0] if isinstance(board, str) else bytes(board)
    strange = len(cells) != settings.size.points or any(cell > (4 if settings.ruleset.ghosts else 2) for cell in cells)
    if strange or not is_legal(cells, settings.size):
        raise BadBoard(N_("{board} is no board on which this game can begin"), board=repr(board)[:60])
    return cells


Game = tuple[tuple[Try, bytes], ...]
"""Tries, each with the board after it."""


class PlainSet(ExactSet):
    """An exact set in plain Python, whose states are those of ``yurei.rules``."""

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

    def after(self, told: Told) -> Self:
        following = copy(self)
        following.heard, following.own = (*self.heard, told), self.own_after(told)
        if told.outcome not in (Outcome.RESIGNED, Outcome.LOST_ON_TIME):
            following._states = self._successors(told)
        return following

    def _successors(self, told: Told) -> list[State]:
        found: dict[object, State] = {}
        for state in self._states:
            found |= {_key(after): after for _, after in self._moves(state, told)}
            if len(found) > self.most:
                break
        self.check_size(len(found))
        return list(found.values())

    def _moves(self, state: State, told: Told) -> Iterator[tuple[Try, State]]:
        """Yield each try that would be announced as told, with the state after it; only one try if it is refused."""
        for attempt in all_tries(self.opening) if told.attempt is None else (told.attempt,):
            after = self._successor(state, attempt, told)
            if after is not None:
                yield attempt, after
                if told.outcome is Outcome.ILLEGAL:
                    break  # whichever try was refused, the state after it is the same

    def games(self, heard: Iterable[Told]) -> dict[bytes, Game]:
        """Return, for each possible last board, one game of which the listener would be told exactly this."""
        exact = copy(self)
        games: list[tuple[State, Game]] = [(state, ()) for state in self._states]
        for told in heard:
            found: dict[object, tuple[State, Game]] = {}
            for state, game in games:
                for attempt, after in exact._moves(state, told):
                    found.setdefault(_key(after), (after, (*game, (attempt, after.cells))))
            games = list(found.values())
            exact.own = exact.own_after(told)
        return {state.cells: game for state, game in games}

    def _successor(self, state: State, attempt: Try, told: Told) -> State | None:
        """Return the state after a try; None if the listener would be told anything else of it."""
        settings, listener = self.opening.settings, self.opening.seat
        verdict = judge(state, attempt)
        if not verdict.accepted and settings.referee.failed_try is FailedTry.LOSE_TURN:
            verdict = replace(verdict, after=lose_turn(state))
        mover = settings.seating.seat(told.seat)
        to_move = None if verdict.after.result else told.to_move
        watch = make_watches(settings.size, settings.referee.sight, {listener: self.own}, state.cells).get(listener)
        seen = None if watch is None else NOTHING_NEW
        if watch is not None and verdict.accepted:
            seen = watch.update(verdict, self.own, lies=listener.board == mover.board)
        heard = tell(settings.referee, verdict, mover, listener, self.own, to_move, seen)
        return self._without_unused_values(verdict.after) if heard == told else None

    def _without_unused_values(self, state: State) -> State:
        """Return a state without the values that no later answer depends on."""
        ruleset = state.ruleset
        if ruleset.scoring is not Scoring.TERRITORY:
            state = replace(state, lost=(0, 0))
        retry = self.opening.settings.referee.failed_try is FailedTry.RETRY
        if ruleset.repetition is Repetition.SIMPLE_KO and retry:
            # The opponent's ban is replaced before the opponent's next turn, and a ban that no placement would break
            # has no effect.
            ban, colour = _ban_that_can_be_met(state), state.to_move
            state = replace(state, memory=(ban, None) if colour is BLACK else (None, ban))
        return state


def _key(state: State) -> object:
    """Return the values by which equal states of an exact set are recognized."""
    return state.cells, state.memory, state.lost


def _ban_that_can_be_met(state: State) -> bytes | None:
    """Return the position that simple ko forbids the player to move; None if no placement could make it."""
    ban: bytes | None = state.memory[state.to_move - 1]
    if ban is None:
        return None
    placed = [piece for piece, present in zip(ban, position(state.cells), strict=True) if piece and piece != present]
    return ban if not placed or placed == [state.to_move] else None


def all_tries(opening: View) -> Iterable[Try]:
    """Return all possible tries of a game: a stone and a ghost on every point, and the pass."""
    points = range(opening.settings.size.points)
    ghosts = map(ghost, points) if opening.settings.ruleset.ghosts else ()
    return (*map(stone, points), *ghosts, PASS)
