"""Certain knowledge of a seat: the exact set of the states that fit everything it was told, carried along try by try.

``PlainSet`` is in plain Python: for every ruleset, referee and seating, some hundred times slower than compiled.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from typing import TypeVar

from yurei.errors import BadBoard, BadValue, TooLarge
from yurei.languages import N_
from yurei.referee import seating
from yurei.referee.compilable import is_settings_compilable
from yurei.referee.referee import FailedTry
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW, Seen, watches
from yurei.referee.told import Outcome, Told, tell
from yurei.referee.view import View, own_board_after, with_pieces
from yurei.rules.board import (
    BLACK,
    EMPTY,
    LETTERS,
    WHITE,
    Colour,
    board_text,
    colour_of,
    empty_board,
    is_legal,
    position,
    read_board,
)
from yurei.rules.judge import Reason, Verdict, judge, lose_turn
from yurei.rules.repetition import repetition_rule
from yurei.rules.ruleset import Repetition, Scoring
from yurei.rules.state import PASS, State, Try, ghost, start, stone

MOST = 2_000_000
"""Bound on the number of states."""

Own = TypeVar("Own", bound="ExactSet")


class ExactSet(ABC):
    """Set of the states that fit everything a listener was told. A state is a board with all that later answers depend on.

    Attributes:
        opening: The listener's view before the first try.
        heard: All that was told since.
        own: The listener's own board, without pieces that are only seen.
        most: The bound on the number of states.
    """

    opening: View
    heard: tuple[Told, ...]
    own: bytes
    most: int

    @abstractmethod
    def after(self: Own, told: Told) -> Own:
        """Return the set after one more try of which the listener was told this. This set does not change.

        Raises:
            TooLarge: if it has more states than the bound.
            BadValue: if no state fits.
        """

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of states."""

    @abstractmethod
    def boards(self) -> list[bytes]:
        """Return the different boards of the states, sorted; one cell a point."""

    def own_after(self, told: Told) -> bytes:
        """Return the listener's own board after one more try."""
        return own_board_after(self.own, told, self.opening.settings, self.opening.seat)

    def check_size(self, states: int) -> None:
        """Check the number of states after one more try: at least one, and not more than the bound."""
        if not states:
            raise BadValue(
                N_("nothing that was told of try {number} fits any board; did the game begin with another one?"),
                number=len(self.heard) + 1,
            )
        if states > self.most:
            raise TooManyStates(self.opening.seat.name, self.most, len(self.heard), len(self))


class TooManyStates(TooLarge):
    """An exact set that has grown past its bound, after this many tries and states."""

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
    """The boards with which a game may have begun.

    Attributes:
        boards: The different boards, sorted; one cell a point.
        own: The listener's own board, the same on all of them.
    """

    boards: tuple[bytes, ...]
    own: bytes


def beginning(opening: View, boards: Iterable[str | bytes] | None) -> Beginning:
    """Return the boards with which a game may have begun; see ``begin``."""
    settings, found = opening.settings, {}
    given = [settings.setup or empty_board(settings.size)] if boards is None else boards
    for board in given:
        cells = _cells(board, opening)
        own = _own_board(cells, opening)
        watch = watches(settings.size, settings.referee.sight, {opening.seat: own}, cells).get(opening.seat)
        if (own if watch is None else with_pieces(own, watch.shown.items())) == opening.board:
            found[cells] = own
    if not found:
        raise BadValue(
            N_(
                "the game of {seat} began with stones on the board: {board}; give the boards that it may have begun with"
            ),
            seat=opening.seat.name,
            board=board_text(opening.board, settings.size),
        )
    return Beginning(tuple(sorted(found)), next(iter(found.values())))


def _cells(board: str | bytes, opening: View) -> bytes:
    """Return the cells of a board on which a game can begin."""
    settings = opening.settings
    cells = read_board(board, settings.size)[0] if isinstance(board, str) else bytes(board)
    strange = len(cells) != settings.size.points or any(cell > (4 if settings.ruleset.ghosts else 2) for cell in cells)
    if strange or not is_legal(cells, settings.size):
        raise BadBoard(N_("{board} is no board on which this game can begin"), board=repr(board)[:60])
    return cells


def _own_board(cells: bytes, opening: View) -> bytes:
    """Return a listener's own board at the beginning. "Set-up stones lie on their owner's board." """
    seat = opening.seat
    colours = {seat.colour} | {each.colour for each in opening.settings.seating.seats if each.board == seat.board}
    return bytes(cell if colour_of(cell) in colours else EMPTY for cell in cells)


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


UNCERTAIN = "?"
CELLS = len(LETTERS)
MOST_FOLLOWED = 50_000
"""Bound on the number of states: within it a step takes less than a second on boards up to 9x9."""


@dataclass(frozen=True)
class Known:
    """Facts about the true boards that fit everything a seat was told.

    Attributes:
        settings: The settings of the game.
        seat: The seat.
        boards: The boards, sorted; one cell a point, see ``yurei.rules.board``.
        states: Number of states of the game: boards, together with what else later answers depend on, such as the ko.
    """

    settings: Settings
    seat: Seat
    boards: tuple[bytes, ...]
    states: int

    def __len__(self) -> int:
        """Return the number of boards."""
        return len(self.boards)

    @cached_property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """Number of boards, for each point, on which it is empty, has a black stone, a white stone, a black ghost,
        a white ghost.
        """
        points, everything = self.settings.size.points, b"".join(self.boards)
        columns = (everything[point::points] for point in range(points))
        return tuple(tuple(column.count(cell) for cell in range(CELLS)) for column in columns)

    @cached_property
    def certain(self) -> dict[int, int]:
        """The cells that are the same on all boards, by point."""
        first = self.boards[0]
        return {point: cell for point, cell in enumerate(first) if self.counts[point][cell] == len(self.boards)}

    def points(self, colour: Colour | None) -> tuple[int, ...]:
        """Return the points where a piece of this colour stands for certain, or for None nothing, by column, then row."""
        most = len(self.boards)
        return self.settings.size.in_order(point for point, count in enumerate(self.count(colour)) if count == most)

    def count(self, colour: Colour | None) -> tuple[int, ...]:
        """Number of boards, for each point, on which a piece of this colour stands, or for None nothing."""
        cells = [cell for cell in range(CELLS) if colour_of(cell) is colour]
        return tuple(sum(each[cell] for cell in cells) for each in self.counts)

    @property
    def free(self) -> tuple[int, ...]:
        """The points that are certainly empty."""
        return self.points(None)

    @property
    def black(self) -> tuple[int, ...]:
        """The points with a black piece for certain."""
        return self.points(BLACK)

    @property
    def white(self) -> tuple[int, ...]:
        """The points with a white piece for certain."""
        return self.points(WHITE)

    @property
    def text(self) -> str:
        """The board of certainties as text, rows from the top; ``?`` where the boards differ."""
        size = self.settings.size
        letters = [LETTERS[self.certain[k]] if k in self.certain else UNCERTAIN for k in range(size.points)]
        rows = ("".join(letters[first : first + size.width]) for first in range(0, size.points, size.width))
        return "/".join(reversed(list(rows)))


def begin(opening: View, boards: Iterable[str | bytes] | None = None, most: int = MOST) -> ExactSet:
    """Return the exact set of a seat before the first try.

    Args:
        opening: The seat's view before the first try.
        boards: The boards with which the game may have begun; those that do not look to the seat as its opening
            does are left out. None for the empty board, or the handicap.
        most: The bound on the number of states, 1 or more.

    Raises:
        BadBoard: if one is no board of the game.
        BadValue: if none looks like the opening.
    """
    began = beginning(opening, boards)
    if is_compiled(opening.settings):
        from yurei.players.certain_compiled import CompiledSet

        return CompiledSet(opening, began, most)
    return PlainSet(opening, began, most)


def is_compiled(settings: Settings) -> bool:
    """Return whether the exact set of a game is found in compiled code: numba is there, the kernel plays the ruleset
    and knows the referee, and two seats have a board each.
    """
    two = settings.seating.seats == seating.get("duel").seats
    return two and is_settings_compilable(settings) and find_spec("numba") is not None


def known(view: View, boards: Iterable[str | bytes] | None = None, most: int = MOST) -> Known:
    """Return all true boards that fit everything that a seat was told, and the certainties on each point.

    It takes every try of the opponent into account that fits, sensible or not. It is meant for small boards, and for
    games in which much is told.

    Args:
        view: The seat's view, or the audience's.
        boards: The boards with which the game may have begun, as texts or cells; those that do not look to the seat
            as its opening does are left out. None for the empty board, or the handicap.
        most: The bound on the number of states, 1 or more.

    Raises:
        TooManyStates: if more states fit than the bound; the message says how far it came.
        BadBoard: if a board is none of the game.
        BadValue: if no board fits.

    >>> import yurei
    >>> table = yurei.Table("go", referee="hamburg", size=2)
    >>> for seat, tried in (("black", "A1"), ("white", "B2"), ("black", "B2")):
    ...     answer = table.attempt(seat, tried)
    >>> found = yurei.known(table.view("black"))
    >>> len(found), found.text
    (1, '.W/B.')
    """
    exact = begin(view.opening, boards, most)
    for told in view.heard:
        exact = exact.after(told)
    return _known_from(exact)


def _known_from(exact: ExactSet) -> Known:
    return Known(exact.opening.settings, exact.opening.seat, tuple(exact.boards()), len(exact))


class Following:
    """Follows a game with a seat's exact set, until the set grows past the bound. Then nothing is known for the rest.

    Sets that only plain Python can carry along are not followed.
    """

    def __init__(self, opening: View, most: int = MOST_FOLLOWED) -> None:
        self._exact: ExactSet | None = begin(opening, most=most) if is_compiled(opening.settings) else None

    def hear(self, told: Told) -> None:
        """Carry the set along by one try, as the seat was told of it."""
        if self._exact is not None:
            try:
                self._exact = self._exact.after(told)
            except TooManyStates:
                self._exact = None

    def certainties(self) -> Known | None:
        """Return the certainties of the seat; None if the set became too large."""
        return None if self._exact is None else _known_from(self._exact)

    def must_refuse(self, told: Told) -> bool:
        """Return whether a try is refused in every state that fits, so that the seat could know it for certain.

        The set has not heard yet what the seat was told of the refused try.
        """
        if self._exact is None:
            return False
        refused = 0
        for reason in (None,) if told.reason is None else Reason:
            try:
                refused += len(self._exact.after(replace(told, reason=reason)))
            except BadValue:  # no state fits this refusal
                continue
            except TooManyStates:
                return False
        return refused == len(self._exact)
