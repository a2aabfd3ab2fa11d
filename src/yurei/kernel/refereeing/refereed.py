"""A refereed game in compiled code, from Python: tries in, refusals and told values out.

It holds the true board. It is for searches and for arenas that compare players, never for a server; a player may
only build one from a world that it imagines.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadBoard, BadSettings, BadTry, BadValue, GameOver, unknown
from yurei.kernel import core
from yurei.kernel.games import whole
from yurei.kernel.refereeing import entries, judging
from yurei.kernel.refereeing.plans import Numbers, Plan, plan
from yurei.kernel.refereeing.worlds import World, laid
from yurei.referee.referee import Referee
from yurei.referee.settings import Settings, settings_for
from yurei.referee.sight import Seen, bits
from yurei.referee.told import Outcome, Told
from yurei.rules.board import Colour, empty_board
from yurei.rules.compilable import LARGEST
from yurei.rules.judge import Reason
from yurei.rules.points import shortened, size_of
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import EndedBy, Kind, Result, Try, checked_setup, read_try, start

Words = NDArray[np.uint64]

LISTENERS = "black", "white", "audience"
SEATS = LISTENERS[:2]
REASONS: tuple[Reason | None, ...] = (None, *Reason)
"""The reasons by their codes, in the order in which they are checked."""
OUTCOMES = (None, Outcome.MOVED, Outcome.ILLEGAL, Outcome.PASSED, Outcome.RESIGNED)


class Refereed:
    """One game under a referee, in compiled code: equal to ``yurei.referee.table``, some hundred times as fast.

    It holds the true board. It is for search, learning and arenas, never for a server: a player may only build one
    from a world that it imagines.

    One class, since it is a handle on two rows of memory and has no other state: every method reads or writes fields
    of them. A part with some of the methods would be one more object to make for every copy of a game. The layout is
    in ``judging``, the plan in ``plans``, the set-up of a world in ``worlds``.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        referee: A referee or its name.
        setup: A board text; its stones lie on their owner's board.
        most: Number of moves after which a game ends as it stands, counted as after two passes. None for a
            million, or if past positions are remembered for four times the points plus a hundred.
        options: Further settings by the names of the line protocol, such as ``komi``, ``first``, ``sight``.

    Attributes:
        plan: The game, and its memory layout.
        numbers, words: The game itself, see ``yurei.kernel.refereeing.judging``; int32 and uint64.

    Raises:
        BadValue, Unknown: if a setting is not valid, or the kernel does not know it.

    >>> game = Refereed("go", 9, referee="olympiad", komi=6.5)
    >>> game.attempt(40), game.attempt(40), game.reason
    (True, False, <Reason.OPPONENT_STONE: 'opponent-stone'>)
    >>> game.told("black").attempt is None, game.to_move
    (True, 'white')
    """

    def __init__(
        self,
        ruleset: str | Ruleset = "go",
        size: object = 9,
        *,
        referee: str | Referee = "common",
        setup: str | None = None,
        most: int | None = None,
        **options: Any,
    ) -> None:
        lines = size_of(size)
        if max(lines.width, lines.height) > LARGEST:
            raise BadSettings(f"the kernel knows boards to {LARGEST}x{LARGEST}, not {lines}")
        self._begin(plan(settings_for(ruleset, referee, lines, options), most), setup)

    @classmethod
    def of(cls, settings: Settings | Plan, setup: str | None = None, most: int | None = None) -> Refereed:
        """Return a game with existing settings, or with another game's plan."""
        made = cls.__new__(cls)
        made._begin(plan(settings, most) if isinstance(settings, Settings) else settings, setup)
        return made

    @classmethod
    def at(cls, plan: Plan, numbers: Numbers, words: Words) -> Refereed:
        """Return a game that uses these rows; nothing is copied."""
        made = cls.__new__(cls)
        made._lie(plan, numbers, words)
        return made

    def _lie(self, plan: Plan, numbers: Numbers, words: Words) -> None:
        self.plan, self.numbers, self.words = plan, numbers, words
        self._rows = numbers[None], words[None]
        self._code = np.zeros(1, np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refereed.at, (self.plan, self.numbers, self.words)

    def _begin(self, plan: Plan, setup: str | None) -> None:
        settings = plan.settings
        if setup is not None and settings.handicap:
            raise BadSettings("a handicap is a set-up position of its own; give one of the two")
        self._lie(plan, np.zeros(plan.template.size, np.int32), np.zeros(plan.words, np.uint64))
        text = settings.setup if setup is None else setup
        cells = empty_board(settings.size) if text is None else checked_setup(settings.ruleset, settings.size, text)
        self.set_world(World(cells, settings.first.word))
        plan.game.note_result(self.numbers, start(settings.ruleset, settings.size, first=settings.first, setup=text))

    # Tries.

    @property
    def actions(self) -> int:
        """Number of actions without the resignation, which is the number after the pass."""
        return self.plan.actions

    def action(self, attempt: Try | str) -> int:
        """Return the number of a try, or of a text such as ``E5``, ``ghost E5``, ``pass``, ``resign``.

        Raises:
            BadTry, BadPoint: if it is no try of this game.
        """
        size = self.plan.settings.size
        tried = read_try(attempt, size) if isinstance(attempt, str) else attempt
        if tried.point is None:
            return self.actions - (tried.kind is Kind.PASS)
        if not 0 <= tried.point < size.points or (tried.kind is Kind.GHOST and not self.plan.settings.ruleset.ghosts):
            raise BadTry(f"{tried} is no try of {self.plan.settings.ruleset.slug} on {size}")
        return tried.point + (size.points if tried.kind is Kind.GHOST else 0)

    def attempt(self, action: SupportsIndex | Try | str) -> bool:
        """Try a move; return whether the try has become a move.

        Args:
            action: A number, of any integer type: a stone on every point, row by row from A1, then a ghost on every
                point if there are ghosts, then the pass, last the resignation. Or a try.

        Raises:
            GameOver: after the end.
            BadTry: if it is no action. The game is then unchanged.
        """
        wanted = self.action(action) if isinstance(action, (Try, str)) else operator.index(action)
        if not 0 <= wanted <= self.actions:
            raise BadTry(f"an action is a number from 0 to {self.actions}, not {wanted}")
        entries.attempt_all(*self._rows, np.array([wanted], np.int64), self._code)
        if self._code[0] == judging.OVER:
            raise GameOver("the game is over; nobody is to move")
        return bool(self._code[0] == 0)

    @property
    def reason(self) -> Reason | None:
        """Reason why the last try was illegal; None if it was a move. It is true, whatever was told."""
        return REASONS[self._fact(judging.REASON)]

    def legal(self) -> NDArray[np.uint8]:
        """Return which actions are moves, uint8[actions], by the true board. All 0 after the end."""
        legal = np.zeros(self.actions, np.uint8)
        entries.cover(self.numbers, self.words, self.plan.game.board_of, legal)
        return legal

    # Knowledge of listeners.

    @property
    def to_move(self) -> str | None:
        """Seat to move, ``black`` or ``white``; None after the end."""
        return None if self.numbers[core.ENDED] else SEATS[self.numbers[core.TO_MOVE] - 1]

    @property
    def result(self) -> Result | None:
        """Result of the game; None while it goes on."""
        how, winner = int(self.numbers[core.ENDED]), int(self.numbers[core.WINNER])
        if not how:
            return None
        won = Colour(winner) if winner else None
        if how not in (core.BY_PASSES, core.BY_LENGTH):
            return Result(won, _ENDED_BY[how])
        black, white = self._fact(judging.BLACK_POINTS), self._fact(judging.WHITE_POINTS)
        if black < 0:
            return Result(None, EndedBy.AGREEMENT)
        return Result(won, EndedBy.SCORE, black, white, black - white - (self.plan.settings.komi or 0))

    @property
    def reference(self) -> bytes:
        """The true board, one cell a point, see ``yurei.rules.board``."""
        return bytes(self._cells(self.plan.game.points_of).astype(np.uint8))

    def board(self, listener: str) -> bytes:
        """Return the board shown to a seat, or to the ``audience``: its own board, and the pieces that it sees.

        Raises:
            Unknown: if there is no such listener.
        """
        number, ruled = _listener(listener), self._fact(judging.RULING)
        if ruled & judging.SHOWS_ALL:
            return self.reference
        cells = np.zeros(self.plan.settings.size.points, np.uint8)
        if number < len(SEATS):
            for cell in (number + 1, number + 3):
                cells += self._set(int(judging.ON_OWN_BOARD) + cell - 1) * np.uint8(cell)
            seen = self._set(int(judging.IN_SIGHT) + number)
            for cell in (2 - number, 4 - number):
                cells += (self._set(int(judging.STANDS) + cell - 1) & seen) * np.uint8(cell)
        return bytes(cells)

    def told(self, listener: str) -> Told | None:
        """Return what a seat, or the ``audience``, was told of the last try; None if there was none since the
        world was set up.

        Raises:
            Unknown: if there is no such listener.
        """
        number = _listener(listener)
        fields = self._told_fields(number)
        outcome = OUTCOMES[fields[judging.OUTCOME]]
        if outcome is None:
            return None
        said, mover = fields[judging.SAID], Colour(fields[judging.MOVER])
        tried, turn = fields[judging.TRIED], fields[judging.TURN]
        return Told(
            outcome=outcome,
            seat=mover.word,
            mover=mover,
            attempt=None if tried < 0 else self.plan.tries(tried),
            reason=REASONS[fields[judging.WHY]],
            captured_points=self._points(number, judging.CAPTURED_POINTS) if said & 1 else None,
            captured_count=_or_none(fields[judging.CAPTURED_COUNT]),
            lost_points=self._points(number, judging.LOST_POINTS) if said & 2 else None,
            lost_count=_or_none(fields[judging.LOST_COUNT]),
            atari_on_opponent=None if fields[judging.ON_OPPONENT] < 0 else bool(fields[judging.ON_OPPONENT]),
            atari_on_mover=None if fields[judging.ON_MOVER] < 0 else bool(fields[judging.ON_MOVER]),
            vanished=self._points(number, judging.VANISHED) if said & 4 else None,
            seen=self._seen(number) if said & 8 else None,
            to_move=SEATS[turn - 1] if turn else None,
            result=self.result,
        )

    def refused(self) -> NDArray[np.uint8]:
        """Return which actions were refused in this turn, uint8[actions]; known to the seat to move."""
        points = self.plan.settings.size.points
        found = np.zeros(self.actions, np.uint8)
        found[:points] = self._set(int(judging.REFUSED))
        if self.actions > points + 1:
            found[points:-1] = self._set(int(judging.REFUSED) + 1)
        found[-1] = self._fact(judging.PASS_REFUSED)
        return found

    @property
    def refusals(self) -> int:
        """Number of refused tries in this turn; known to all."""
        return self._fact(judging.REFUSALS)

    def opponent_pieces(self, seat: str) -> int | None:
        """Return the number of pieces that the opponent of a seat has on the board; None if the seat cannot know.

        A seat knows it if captures are counted aloud, or if all is seen. With ghosts it knows only by sight, since
        a stone that replaces an own ghost is a plain move. A set-up position counts as known.

        Raises:
            Unknown: if there is no such seat.
        """
        if seat not in SEATS:
            raise unknown("seat", seat, SEATS)
        ruled = self._fact(judging.RULING)
        counted = ruled & (judging.ALL_HEAR_POINTS | judging.ALL_HEAR_COUNT)
        if not (ruled & judging.SHOWS_ALL or (counted and not self.plan.settings.ruleset.ghosts)):
            return None
        opponent = 1 - SEATS.index(seat)
        stands = int(judging.STANDS) + opponent
        return int(self._set(stands).sum()) + int(self._set(stands + 2).sum())

    @property
    def passed(self) -> tuple[int, int]:
        """Numbers of passes of Black and White; known to all."""
        return self._fact(judging.BLACK_PASSED), self._fact(judging.WHITE_PASSED)

    @property
    def passes_in_row(self) -> int:
        """Number of passes just before, 0 to 2."""
        return int(self.numbers[core.PASSES])

    @property
    def plies(self) -> int:
        """Number of moves made."""
        return int(self.numbers[core.PLIES])

    # Copies and worlds.

    def copy(self) -> Refereed:
        """Return an independent copy of the game at this moment."""
        return Refereed.at(self.plan, self.numbers.copy(), self.words.copy())

    def copy_from(self, other: Refereed) -> None:
        """Copy the state of another game of the same plan: two memory copies, nothing else.

        Raises:
            BadValue: if it is a game of another plan.
        """
        if other.plan is not self.plan:
            raise BadValue("this is a game of another plan; copies go between games that came of one")
        self.numbers[:] = other.numbers
        self.words[:] = other.words

    def set_world(self, world: World) -> None:
        """Set up a world; the game then continues from it, with nothing told so far.

        Raises:
            BadValue: if it is not possible. If a string has no liberty, the game is then on an empty board.
        """
        arrays = laid(world, self.plan.settings, self.plan.game, self.plan.flags)
        wrong = int(entries.begin(self.plan.template, self.numbers, self.words, *arrays))
        if wrong:
            size = self.plan.settings.size
            self.set_world(World(empty_board(size)))
            point = size.name(abs(wrong) - 1)
            if wrong > 0:
                raise BadBoard(f"in a world every string has a liberty, and the one at {point} has none")
            raise BadBoard(
                f"in a world every ghost lies beside a string of its colour, and the one on {point} does not"
            )

    def world(self) -> World:
        """Return the present world. It holds all that the rules remember, but not what was told and refused.

        Raises:
            GameOver: after the end.
        """
        if self.to_move is None:
            raise GameOver("the game is over; there is no world in which it goes on")
        numbers, flags = self.numbers, self.plan.flags
        ko = int(numbers[core.KO])
        bans = [self._key(core.BAN), self._key(self.plan.facts + judging.OTHER_BAN)]
        if self.to_move == "white":
            bans.reverse()
        return World(
            self.reference,
            self.to_move,
            (self._own("black"), self._own("white")),
            ko=int(self.plan.game.board_of[ko]) if ko else None,
            bans=(bans[0], bans[1]) if flags & core.BANNED else (None, None),
            history=tuple(self._stood()) if flags & core.HISTORY else (),
            passes_in_row=self.passes_in_row,
            passed=self.passed,
            lost=(int(numbers[core.LOST_BLACK]), int(numbers[core.LOST_WHITE])),
            plies=self.plies,
        )

    # Memory.

    def _cells(self, places: NDArray[np.int32]) -> Numbers:
        cells: Numbers = self.numbers[core.HEADER + int(core.COLOUR) * self.plan.game.cells + places]
        return cells

    def _fact(self, field: int) -> int:
        return int(self.numbers[self.plan.facts + field])

    def _told_fields(self, listener: int) -> list[int]:
        first = self.plan.facts + judging.FACTS + listener * judging.TOLD
        fields: list[int] = self.numbers[first : first + judging.TOLD].tolist()
        return fields

    def _word(self, mask: int) -> Words:
        many = self.plan.many
        return self.words[mask * many : (mask + 1) * many]

    def _set(self, mask: int) -> NDArray[np.uint8]:
        """Return a set of points, uint8[points]."""
        points = self.plan.settings.size.points
        return np.unpackbits(self._word(mask).view(np.uint8), count=points, bitorder="little")

    def _bits(self, mask: int) -> int:
        """Return a set of points as one number."""
        return int.from_bytes(self._word(mask).tobytes(), "little")

    def _points(self, listener: int, which: np.uint64) -> tuple[int, ...]:
        points = self._bits(int(judging.TOLD_POINTS + judging.SETS * np.uint64(listener) + which))
        return self.plan.settings.size.in_order(bits(points)) if points else ()

    def _seen(self, listener: int) -> Seen:
        appeared = self._points(listener, judging.APPEARED)
        cells = self._cells(self.plan.game.points_of[list(appeared)]).tolist() if appeared else ()
        return Seen(tuple(zip(appeared, cells, strict=True)), self._points(listener, judging.GONE))

    def _own(self, seat: str) -> bytes:
        """Return a seat's own board, without what it only sees."""
        number = SEATS.index(seat)
        stones, ghosts = (self._set(int(judging.ON_OWN_BOARD) + number + more) for more in (0, 2))
        return bytes(stones * np.uint8(number + 1) + ghosts * np.uint8(number + 3))

    def _key(self, place: int) -> int:
        low, high = (int(half) & 0xFFFFFFFF for half in self.numbers[place : place + 2])
        return low | high << 32

    def _stood(self) -> Iterator[int]:
        """Yield the keys of all past positions, once for every time that they counted."""
        for kept in self.words[judging.MASKS * self.plan.many :].tolist():
            for _ in range(kept & 3):
                yield kept & ~3


_ENDED_BY = {
    core.BY_LONE_SUICIDE: EndedBy.LONE_SUICIDE,
    core.BY_REPETITION: EndedBy.REPETITION,
    core.BY_NO_MOVE: EndedBy.NO_MOVE,
    judging.BY_RESIGNATION: EndedBy.RESIGNATION,
}


def _listener(name: object) -> int:
    if name not in LISTENERS:
        raise unknown("seat", name, LISTENERS)
    return LISTENERS.index(str(name))


def _or_none(count: int) -> int | None:
    return None if count < 0 else count


class Nodes:
    """Memory for many games of one plan, such as the nodes of a search. Empty until games are copied in.

    Args:
        like: A game with the plan of all of them.
        count: Number of games, 1 or more.

    Attributes:
        numbers, words: int32[count, …] and uint64[count, …]; a row of both is a game.

    >>> game = Refereed("go", 5)
    >>> nodes = Nodes(game, 3)
    >>> nodes.fill(game)
    >>> nodes.attempt(np.array([0, 12, 99])).tolist()
    [0, 0, -2]
    >>> nodes.game(1).told("audience").outcome
    <Outcome.MOVED: 'moved'>
    """

    def __init__(self, like: Refereed, count: int) -> None:
        self.plan = like.plan
        self.numbers = np.zeros((whole(count, "count", 1, 10**8), like.numbers.size), np.int32)
        self.words = np.zeros((count, like.words.size), np.uint64)
        self.numbers[:, core.ENDED] = core.BY_NO_MOVE

    def game(self, row: int) -> Refereed:
        """Return the game of a row, in the same memory: tries in it change this row."""
        return Refereed.at(self.plan, self.numbers[row], self.words[row])

    def fill(self, game: Refereed) -> None:
        """Copy a game into every row."""
        self.numbers[:], self.words[:] = game.numbers, game.words

    def attempt(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """Make one try in every row.

        Args:
            actions: Integers of any type, one per row.

        Returns:
            int64[count]. 0 for a move, else the reason: see ``judging.attempt``.

        Raises:
            BadValue: if it is not an array of that many integers.
        """
        if (
            not isinstance(actions, np.ndarray)
            or actions.shape != (len(self.numbers),)
            or actions.dtype.kind not in "iu"
        ):
            raise BadValue(f"actions are an array of {len(self.numbers)} integers, not {shortened(actions)}")
        codes = np.zeros(len(self.numbers), np.int64)
        entries.attempt_all(self.numbers, self.words, np.ascontiguousarray(actions, np.int64), codes)
        return codes


__all__ = ["Nodes", "Refereed"]
