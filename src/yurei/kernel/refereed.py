"""Games under a referee in compiled code, one at a time or in batches, for use from Python.

It holds the true board. It is for searches, learning and arenas that compare players, never for a server; a player may
only build one from a world that it imagines.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadBoard, BadSettings, BadTry, BadValue, GameOver, unknown
from yurei.kernel import core, hearing, judging
from yurei.kernel.games import check_whole
from yurei.kernel.rulesets import ENDLESS, Compiled, compiled
from yurei.referee.compilable import check_settings_compilable
from yurei.referee.referee import Captures, FailedTry, Referee
from yurei.referee.settings import Settings, settings_for
from yurei.referee.sight import EVERYTHING, Seen, points_from_bits
from yurei.referee.told import Outcome, Told
from yurei.rules import state
from yurei.rules.board import BLACK, WHITE, Colour, colour_of, empty_board, read_board
from yurei.rules.compilable import LARGEST
from yurei.rules.judge import Reason
from yurei.rules.points import Size, shorten, size_of
from yurei.rules.ruleset import Repetition, Ruleset, Suicide

Numbers = NDArray[np.int32]
Words = NDArray[np.uint64]
Integers = NDArray[np.integer[Any]]

LISTENERS = "black", "white", "audience"
SEATS = LISTENERS[:2]
REASONS: tuple[Reason | None, ...] = (None, *Reason)  # by their codes, in the order in which they are checked
OUTCOMES = (None, Outcome.MOVED, Outcome.ILLEGAL, Outcome.PASSED, Outcome.RESIGNED)
ENDED_BY = {
    core.BY_LONE_SUICIDE: state.EndedBy.LONE_SUICIDE,
    core.BY_REPETITION: state.EndedBy.REPETITION,
    core.BY_NO_MOVE: state.EndedBy.NO_MOVE,
    judging.BY_RESIGNATION: state.EndedBy.RESIGNATION,
}
REFEREE_BITS: Mapping[int, Callable[[Referee], bool]] = {
    judging.ALL_HEAR_POINTS: lambda referee: referee.captures is Captures.POINTS,
    judging.ALL_HEAR_COUNT: lambda referee: referee.captures is Captures.COUNT,
    judging.OWNER_HEARS_POINTS: lambda referee: referee.owner_hears is Captures.POINTS,
    judging.OWNER_HEARS_COUNT: lambda referee: referee.owner_hears is Captures.COUNT,
    judging.VANISHES: lambda referee: referee.vanishes,
    judging.SAYS_ATARI: lambda referee: referee.atari,
    judging.SAYS_REASONS: lambda referee: referee.reasons,
    judging.SAYS_LONE_SELF_ATARI: lambda referee: referee.lone_self_atari,
    judging.LOSES_TURN: lambda referee: referee.failed_try is FailedTry.LOSE_TURN,
    judging.SHOWS_ALL: lambda referee: referee.sight == EVERYTHING,
}
"""The bits for each choice of a referee, except the distance that stones see."""


@dataclass(frozen=True)
class Plan:
    """Settings that several games share, with their rules and referee as bits, and the memory layout of a game.

    ``template`` has the numbers of a game with an empty board; ``words`` is the number of words of a game.
    """

    settings: Settings
    game: Compiled
    flags: int
    template: Numbers
    words: int

    @property
    def actions(self) -> int:
        """Number of actions, not counting the resignation."""
        return self.settings.size.points * (2 if self.settings.ruleset.ghosts else 1) + 1

    @cached_property
    def many(self) -> int:
        """Number of 64-bit words that hold a set of points."""
        return (self.settings.size.points + 63) // 64

    @cached_property
    def facts(self) -> int:
        """Index in a game's ``numbers`` of the first value that ``judging`` keeps there."""
        return core.HEADER + core.SECTIONS * self.game.cells

    def tries(self, action: int) -> state.Try:
        """Return the try that an action number stands for."""
        if action >= self.actions - 1:
            return state.PASS if action == self.actions - 1 else state.RESIGN
        points = self.settings.size.points
        return state.stone(action) if action < points else state.ghost(action - points)


def plan(settings: Settings, most: int | None = None) -> Plan:
    """Return the plan of games with these settings; raise ``BadSettings`` if the kernel does not support them."""
    if settings.seating.slug != "duel":
        raise BadSettings(f"the compiled referee knows two players, 'duel', and not {settings.seating.slug!r}")
    check_settings_compilable(settings)
    ruleset, size = settings.ruleset, settings.size
    remembers = ruleset.repetition is not Repetition.SIMPLE_KO
    usual = 4 * size.points + 100 if remembers else 1_000_000
    game = compiled(ruleset, size, usual if most is None else most)
    flags = game.flags | core.INFORMED
    loses_turn = settings.referee.failed_try is FailedTry.LOSE_TURN
    if not remembers and (loses_turn or ruleset.suicide is not Suicide.FORBIDDEN):
        flags |= core.BANNED  # a ban beyond one turn, or after a stone that changes nothing, is not one point
    many = (size.points + 63) // 64
    places = 1 << (3 * game.most + 4).bit_length() if flags & core.HISTORY else 1
    template = np.append(game.new_state(), np.zeros(judging.FACTS + judging.LISTENERS * judging.TOLD, np.int32))
    made = Plan(settings, game, flags, template, judging.MASKS * many + places)
    facts = template[made.facts :]
    facts[judging.FLAGS] = flags
    facts[judging.RULING] = sum(bit for bit, holds in REFEREE_BITS.items() if holds(settings.referee))
    facts[judging.FAR] = 0 if settings.referee.sight == EVERYTHING else settings.referee.sight
    facts[judging.SCORING], facts[judging.KOMI] = game.scoring, round(2 * (settings.komi or 0))
    facts[judging.ACTIONS] = made.actions
    facts[judging.BLACK_POINTS] = facts[judging.WHITE_POINTS] = -1
    return made


# Worlds.

Board = str | bytes  # a board text, or its cells, see ``yurei.rules.board``
Position = Board | int  # a board, or its key from ``key_of``


@dataclass(frozen=True)
class World:
    """The complete state of a game between two moves.

    Attributes:
        board: The true board.
        to_move: The colour to move, ``black`` or ``white``.
        own: Black's own board and White's; None for their own pieces on the true board.
        ko: The point that the player to move may not retake, by number or name. Only under simple ko.
        bans: The positions that Black and White may not make. Used only under simple ko in games in which a ko is not a
            single point: with ghosts, simultaneous capture, allowed suicide, or if a refused try ends the turn.
        history: All past positions and the present one, once for every time that it counts; or if situations
            count, pairs of a position and the colour to move. Empty if there are no past positions.
        passes_in_row: Number of passes just before, 0 or 1.
        passed: Numbers of passes of Black and White.
        lost: Numbers of black and white stones removed.
        plies: Number of moves made.
    """

    board: Board
    to_move: str = "black"
    own: tuple[Board, Board] | None = None
    ko: int | str | None = None
    bans: tuple[Position | None, Position | None] = (None, None)
    history: tuple[Position | tuple[Position, str], ...] = ()
    passes_in_row: int = 0
    passed: tuple[int, int] = (0, 0)
    lost: tuple[int, int] = (0, 0)
    plies: int = 0


def key_of(board: Board, size: Size) -> int:
    """Return the 64-bit key of a position, where ghosts count as their colour; raise ``BadBoard`` if it is invalid."""
    key = core.EMPTY_BOARD[0] | core.EMPTY_BOARD[1] << 32
    for point, cell in enumerate(cells_of(board, size)):
        if (colour := colour_of(cell)) is not None:
            place = (point // size.width + 1) * (size.width + 1) + point % size.width + 1
            key ^= int(core.KEYS[2 * place + colour - 1])
    return key


def cells_of(board: Board, size: Size) -> bytes:
    """Return the cells of a board; raise ``BadBoard`` if it is invalid or has a different size."""
    if isinstance(board, str):
        return read_board(board, size)[0]
    if not isinstance(board, bytes) or len(board) != size.points or any(cell > 4 for cell in board):
        raise BadBoard(f"a board of {size} is a text or {size.points} bytes from 0 to 4, not {shorten(board)}")
    return board


def world_arrays(world: World, settings: Settings, game: Compiled, flags: int) -> tuple[NDArray[Any], ...]:
    """Return a world as arrays for ``judging.begin``, its last five arguments; raise ``BadValue`` if impossible."""
    size = settings.size
    cells = cells_of(world.board, size)
    if not settings.ruleset.ghosts and any(cell > 2 for cell in cells):
        raise BadBoard(f"{settings.ruleset.slug} has no ghosts; a world of it has stones only")
    mover = _colour(world.to_move)
    own = _own_boards(world, settings, cells)
    moment = np.zeros(judging.MOMENT, np.int32)
    moment[judging.M_TO_MOVE] = mover
    moment[judging.M_KO] = _ko(world.ko, cells, size, flags)
    moment[judging.M_PASSES] = check_whole(world.passes_in_row, "passes_in_row of this world", 0, 1)
    for place, passes in enumerate((settings.ruleset.passing.black, settings.ruleset.passing.white)):
        most = int(min(passes, ENDLESS // 2))
        moment[judging.M_BLACK_PASSED + place] = check_whole(world.passed[place], "passed of this world", 0, most)
        moment[judging.M_LOST_BLACK + place] = check_whole(world.lost[place], "lost of this world", 0, ENDLESS // 2)
    moment[judging.M_PLIES] = check_whole(world.plies, "plies of this world", 0, game.most - 1)
    stood = _past_keys(world, size, flags, mover)
    if len(set(stood)) > game.most:
        raise BadSettings(f"so much has not room to have stood in a game of {game.most} moves; give a larger most")
    if any(ban is not None for ban in world.bans) and not flags & core.BANNED:
        raise BadSettings("under this ruleset nothing is banned but a ko point, or by history; leave bans out")
    bans = [0 if ban is None else _key(ban, size) for ban in world.bans]
    return (
        np.frombuffer(cells, np.int8),
        np.frombuffer(b"".join(own), np.int8).reshape(2, -1),
        moment,
        np.array([bans[mover - 1], bans[2 - mover]], np.uint64),
        np.array(stood, np.uint64),
    )


def _colour(word: object) -> Colour:
    if word not in SEATS:
        raise BadValue(f"who is to move is 'black' or 'white', not {shorten(word)}")
    return BLACK if word == "black" else WHITE


def _own_boards(world: World, settings: Settings, cells: bytes) -> tuple[bytes, bytes]:
    standing = tuple(bytes(cell if colour_of(cell) is colour else 0 for cell in cells) for colour in (BLACK, WHITE))
    if world.own is None:
        return standing[0], standing[1]
    own = cells_of(world.own[0], settings.size), cells_of(world.own[1], settings.size)
    for colour, board, stands in zip((BLACK, WHITE), own, standing, strict=True):
        if any(cell and colour_of(cell) is not colour for cell in board):
            raise BadBoard(f"on {colour.word}'s own board lie his own pieces alone")
        if any(cell and cell != board[point] for point, cell in enumerate(stands)):
            raise BadBoard(f"all that {colour.word} has on the board lies on his own board too")
        if settings.referee.vanishes and board != stands:
            raise BadBoard(f"under this referee what was taken leaves {colour.word}'s own board")
    return own


def _ko(ko: int | str | None, cells: bytes, size: Size, flags: int) -> int:
    if ko is None:
        return -1
    if flags & core.HISTORY:
        raise BadSettings("a world of this ruleset has no ko point; give what has stood as its history")
    point = size.point(ko) if isinstance(ko, str) else check_whole(ko, "ko of this world", 0, size.points - 1)
    if cells[point]:
        raise BadBoard(f"a ko is retaken on an empty point, and on {size.name(point)} something stands")
    return point


def _key(position: object, size: Size) -> int:
    if isinstance(position, (int, np.integer)) and not isinstance(position, bool):
        return int(position) & (1 << 64) - 1
    if isinstance(position, (str, bytes)):
        return key_of(position, size)
    raise BadValue(f"a position is a board or its key, not {shorten(position)}")


def _past_keys(world: World, size: Size, flags: int, mover: Colour) -> list[int]:
    """Return the keys of all past positions, once for every time that they count."""
    if not flags & core.HISTORY:
        if world.history:
            raise BadSettings("under this ruleset it does not count what has stood; leave the history out")
        return []
    situations = flags & (core.SITUATIONAL | core.THIRD_SITUATIONS)

    def occurrence(position: object, to_move: Colour) -> int:
        return _key(position, size) ^ (int(core.TURN) if situations and to_move is WHITE else 0)

    present = occurrence(world.board, mover)
    found = []
    for each in world.history:
        if isinstance(each, tuple):
            found.append(occurrence(each[0], _colour(each[1])))
        elif situations and not isinstance(each, (int, np.integer)):
            raise BadValue("where situations count, the history has pairs of a position and who was to move")
        else:
            found.append(_key(each, size))
    # The past positions and this one must not be repeated. Keys are kept without their three lowest bits.
    known = any((each ^ present) >> 3 == 0 for each in found)
    return found if known or (found and not flags & core.SUPERKO) else [*found, present]


class Refereed:
    """One game under a referee in compiled code: the same as ``yurei.referee.table``, some hundred times as fast.

    It holds the true board, see above.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        referee: A referee or its name.
        setup: A board text; its stones lie on their owner's board.
        most: Number of moves after which a game ends as it stands, counted as after two passes. None for a
            million, or if past positions are remembered for four times the points plus a hundred.
        options: Further settings by the names of the line protocol, such as ``komi``, ``first``, ``sight``.

    Attributes:
        plan: The game, and its memory layout.
        numbers, words: The game itself, see ``yurei.kernel.judging``; int32 and uint64.

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
        """Return a new game with these settings, or with the plan of another game."""
        made = cls.__new__(cls)
        made._begin(plan(settings, most) if isinstance(settings, Settings) else settings, setup)
        return made

    @classmethod
    def at(cls, plan: Plan, numbers: Numbers, words: Words) -> Refereed:
        """Return a game whose state is in these arrays, which are not copied."""
        made = cls.__new__(cls)
        made._use_rows(plan, numbers, words)
        return made

    def _use_rows(self, plan: Plan, numbers: Numbers, words: Words) -> None:
        self.plan, self.numbers, self.words = plan, numbers, words
        self._rows = numbers[None], words[None]
        self._code = np.zeros(1, np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        return Refereed.at, (self.plan, self.numbers, self.words)

    def _begin(self, plan: Plan, setup: str | None) -> None:
        settings, ruleset, size = plan.settings, plan.settings.ruleset, plan.settings.size
        if setup is not None and settings.handicap:
            raise BadSettings("a handicap is a set-up position of its own; give one of the two")
        self._use_rows(plan, np.zeros(plan.template.size, np.int32), np.zeros(plan.words, np.uint64))
        text = settings.setup if setup is None else setup
        cells = empty_board(size) if text is None else state.checked_setup(ruleset, size, text)
        self.set_world(World(cells, settings.first.word))
        plan.game.note_result(self.numbers, state.start(ruleset, size, first=settings.first, setup=text))

    # Tries.

    @property
    def actions(self) -> int:
        """Number of actions, not counting the resignation; it is also the action number of the resignation."""
        return self.plan.actions

    def action(self, attempt: state.Try | str) -> int:
        """Return the action number of a try, or of a text such as ``E5``, ``ghost E5``, ``pass``, ``resign``.

        Raise ``BadTry`` or ``BadPoint`` if it is no try of this game.
        """
        size = self.plan.settings.size
        tried = state.read_try(attempt, size) if isinstance(attempt, str) else attempt
        if tried.point is None:
            return self.actions - (tried.kind is state.Kind.PASS)
        if not 0 <= tried.point < size.points or (
            tried.kind is state.Kind.GHOST and not self.plan.settings.ruleset.ghosts
        ):
            raise BadTry(f"{tried} is no try of {self.plan.settings.ruleset.slug} on {size}")
        return tried.point + (size.points if tried.kind is state.Kind.GHOST else 0)

    def attempt(self, action: SupportsIndex | state.Try | str) -> bool:
        """Make a try; return whether the referee has accepted it as a move.

        Args:
            action: A number, of any integer type: a stone on every point, row by row from A1, then a ghost on every
                point if there are ghosts, then the pass, last the resignation. Or a try.

        Raises:
            GameOver, BadTry: after the end; or if it is no action. The game is then unchanged.
        """
        wanted = self.action(action) if isinstance(action, (state.Try, str)) else operator.index(action)
        if not 0 <= wanted <= self.actions:
            raise BadTry(f"an action is a number from 0 to {self.actions}, not {wanted}")
        judging.attempt_rows(*self._rows, np.array([wanted], np.int64), self._code)
        if self._code[0] == judging.OVER:
            raise GameOver("the game is over; nobody is to move")
        return bool(self._code[0] == 0)

    @property
    def reason(self) -> Reason | None:
        """The true reason why the last try was illegal, even if no listener was told it; None if it was a move."""
        return REASONS[self._fact_of(judging.REASON)]

    def legal(self) -> NDArray[np.uint8]:
        """Return the legal actions on the true board as uint8[actions], 1 for legal; all 0 after the end."""
        legal = np.zeros(self.actions, np.uint8)
        judging.write_legal(self.numbers, self.words, self.plan.game.board_of, legal)
        return legal

    # Knowledge of listeners.

    @property
    def to_move(self) -> str | None:
        """Seat to move, ``black`` or ``white``; None after the end."""
        return None if self.numbers[core.ENDED] else SEATS[self.numbers[core.TO_MOVE] - 1]

    @property
    def result(self) -> state.Result | None:
        """Result of the game; None while it goes on."""
        how, winner = int(self.numbers[core.ENDED]), int(self.numbers[core.WINNER])
        if not how:
            return None
        won = Colour(winner) if winner else None
        if how not in (core.BY_PASSES, core.BY_LENGTH):
            return state.Result(won, ENDED_BY[how])
        black, white = self._fact_of(judging.BLACK_POINTS), self._fact_of(judging.WHITE_POINTS)
        if black < 0:
            return state.Result(None, state.EndedBy.AGREEMENT)
        return state.Result(won, state.EndedBy.SCORE, black, white, black - white - (self.plan.settings.komi or 0))

    @property
    def reference(self) -> bytes:
        """The true board, one cell a point, see ``yurei.rules.board``."""
        return bytes(self._cells(self.plan.game.points_of).astype(np.uint8))

    def board(self, listener: str) -> bytes:
        """Return the board shown to a seat, or to the ``audience``: its own board and the pieces that it sees."""
        number, ruled = _listener(listener), self._fact_of(judging.RULING)
        if ruled & judging.SHOWS_ALL:
            return self.reference
        cells = np.zeros(self.plan.settings.size.points, np.uint8)
        if number < len(SEATS):
            for cell in (number + 1, number + 3):
                cells += self._point_set(int(judging.ON_OWN_BOARD) + cell - 1) * np.uint8(cell)
            seen = self._point_set(int(judging.IN_SIGHT) + number)
            for cell in (2 - number, 4 - number):
                cells += (self._point_set(int(judging.STANDS) + cell - 1) & seen) * np.uint8(cell)
        return bytes(cells)

    def told(self, listener: str) -> Told | None:
        """Return what a seat, or the ``audience``, was told of the last try; None before the first."""
        number = _listener(listener)
        first = self.plan.facts + judging.FACTS + number * judging.TOLD
        fields: list[Any] = [None if each < 0 else each for each in self.numbers[first : first + judging.TOLD].tolist()]
        outcome, mover = OUTCOMES[fields[judging.OUTCOME]], fields[judging.MOVER]
        if outcome is None:
            return None
        said, tried, turn = fields[judging.SAID], fields[judging.TRIED], fields[judging.TURN]
        on_opponent, on_mover = fields[judging.ON_OPPONENT], fields[judging.ON_MOVER]
        return Told(
            outcome=outcome,
            seat=SEATS[mover - 1],
            mover=Colour(mover),
            attempt=None if tried is None else self.plan.tries(tried),
            reason=REASONS[fields[judging.WHY]],
            captured_points=self._points(number, judging.CAPTURED_POINTS) if said & 1 else None,
            captured_count=fields[judging.CAPTURED_COUNT],
            lost_points=self._points(number, judging.LOST_POINTS) if said & 2 else None,
            lost_count=fields[judging.LOST_COUNT],
            atari_on_opponent=None if on_opponent is None else bool(on_opponent),
            atari_on_mover=None if on_mover is None else bool(on_mover),
            vanished=self._points(number, judging.VANISHED) if said & 4 else None,
            seen=self._seen(number) if said & 8 else None,
            to_move=SEATS[turn - 1] if turn else None,
            result=self.result,
        )

    def refused(self) -> NDArray[np.uint8]:
        """Return the actions refused in this turn as uint8[actions], 1 for refused. The seat to move knows them."""
        points = self.plan.settings.size.points
        found = np.zeros(self.actions, np.uint8)
        found[:points] = self._point_set(int(judging.REFUSED))
        if self.actions > points + 1:
            found[points:-1] = self._point_set(int(judging.REFUSED) + 1)
        found[-1] = self._fact_of(judging.PASS_REFUSED)
        return found

    @property
    def refusals(self) -> int:
        """Number of refused tries in this turn, which all listeners know."""
        return self._fact_of(judging.REFUSALS)

    def opponent_pieces(self, seat: str) -> int | None:
        """Return the number of pieces that the opponent of a seat has on the board; None if the seat cannot know.

        A seat knows it if captures are counted aloud, or if all is seen. With ghosts it knows only by sight, since
        a stone that replaces an own ghost is a plain move. A set-up position counts as known.
        """
        if seat not in SEATS:
            raise unknown("seat", seat, SEATS)
        ruled = self._fact_of(judging.RULING)
        counted = ruled & (judging.ALL_HEAR_POINTS | judging.ALL_HEAR_COUNT)
        if not (ruled & judging.SHOWS_ALL or (counted and not self.plan.settings.ruleset.ghosts)):
            return None
        stones = int(judging.STANDS) + 1 - SEATS.index(seat)
        return self._bits(stones).bit_count() + self._bits(stones + 2).bit_count()

    @property
    def passed(self) -> tuple[int, int]:
        """Numbers of passes of Black and White, which all listeners know."""
        return self._fact_of(judging.BLACK_PASSED), self._fact_of(judging.WHITE_PASSED)

    @property
    def passes_in_row(self) -> int:
        """Number of passes in a row up to now, 0 to 2."""
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
        """Copy the state of another game into this one; raise ``BadValue`` if it has a different plan."""
        if other.plan is not self.plan:
            raise BadValue("this is a game of another plan; copies go between games that came of one")
        self.numbers[:] = other.numbers
        self.words[:] = other.words

    def set_world(self, world: World) -> None:
        """Set up a world; the game then continues from it, with nothing told so far.

        Raise ``BadValue`` if it is impossible; if a string has no liberty, the game is then reset to an empty board.
        """
        arrays = world_arrays(world, self.plan.settings, self.plan.game, self.plan.flags)
        wrong = int(judging.set_up_world(self.plan.template, self.numbers, self.words, *arrays))
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
        """Return the present state as a world, without what was told or refused; raise ``GameOver`` after the end."""
        if self.to_move is None:
            raise GameOver("the game is over; there is no world in which it goes on")
        numbers, flags, ko = self.numbers, self.plan.flags, int(self.numbers[core.KO])
        bans = [self._key(core.BAN), self._key(self.plan.facts + judging.OTHER_BAN)]
        if self.to_move == "white":
            bans.reverse()
        return World(
            self.reference,
            self.to_move,
            (self._own("black"), self._own("white")),
            ko=int(self.plan.game.board_of[ko]) if ko else None,
            bans=(bans[0], bans[1]) if flags & core.BANNED else (None, None),
            history=tuple(self._past_keys()) if flags & core.HISTORY else (),
            passes_in_row=self.passes_in_row,
            passed=self.passed,
            lost=(int(numbers[core.LOST_BLACK]), int(numbers[core.LOST_WHITE])),
            plies=self.plies,
        )

    # Memory.

    def _cells(self, places: NDArray[np.int32]) -> Numbers:
        cells: Numbers = self.numbers[core.HEADER + int(core.COLOUR) * self.plan.game.cells + places]
        return cells

    def _fact_of(self, field: int) -> int:
        return int(self.numbers[self.plan.facts + field])

    def _point_set(self, mask: int) -> NDArray[np.uint8]:
        """Return a stored set of points as uint8[points]."""
        words = self.words[mask * self.plan.many : (mask + 1) * self.plan.many]
        return np.unpackbits(words.view(np.uint8), count=self.plan.settings.size.points, bitorder="little")

    def _bits(self, mask: int) -> int:
        """Return a stored set of points as an ``int``, one bit per point."""
        return int.from_bytes(self.words[mask * self.plan.many : (mask + 1) * self.plan.many].tobytes(), "little")

    def _points(self, listener: int, which: np.uint64) -> tuple[int, ...]:
        points = self._bits(int(judging.TOLD_POINTS + judging.SETS * np.uint64(listener) + which))
        return self.plan.settings.size.in_order(points_from_bits(points)) if points else ()

    def _seen(self, listener: int) -> Seen:
        appeared = self._points(listener, judging.APPEARED)
        cells = self._cells(self.plan.game.points_of[list(appeared)]).tolist() if appeared else ()
        return Seen(tuple(zip(appeared, cells, strict=True)), self._points(listener, judging.GONE))

    def _own(self, seat: str) -> bytes:
        """Return a seat's own board, without the opponent's pieces in sight."""
        number = SEATS.index(seat)
        stones, ghosts = (self._point_set(int(judging.ON_OWN_BOARD) + number + more) for more in (0, 2))
        return bytes(stones * np.uint8(number + 1) + ghosts * np.uint8(number + 3))

    def _key(self, place: int) -> int:
        low, high = (int(half) & 0xFFFFFFFF for half in self.numbers[place : place + 2])
        return low | high << 32

    def _past_keys(self) -> Iterator[int]:
        """Yield the keys of all past positions, once for every time that they counted."""
        for kept in self.words[judging.MASKS * self.plan.many :].tolist():
            for _ in range(kept & 3):
                yield kept & ~3


def _listener(name: object) -> int:
    if name not in LISTENERS:
        raise unknown("seat", name, LISTENERS)
    return LISTENERS.index(str(name))


def _are_integers(actions: object, count: int) -> bool:
    return isinstance(actions, np.ndarray) and actions.shape == (count,) and actions.dtype.kind in "iu"


def _as_compiled(actions: NDArray[Any]) -> NDArray[np.int64]:
    """Return actions as the kind of array for which the kernel is compiled; another kind, read-only ones too, is copied."""
    return np.require(actions, np.int64, ["C", "W"])


class Nodes:
    """Memory for ``count`` games with the same ``Plan``, such as the nodes of a search tree. Copy games into it first.

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
        self.numbers = np.zeros((check_whole(count, "count", 1, 10**8), like.numbers.size), np.int32)
        self.words = np.zeros((count, like.words.size), np.uint64)
        self.numbers[:, core.ENDED] = core.BY_NO_MOVE

    def game(self, row: int) -> Refereed:
        """Return the game of a row. It shares the memory, so tries in it change the row."""
        return Refereed.at(self.plan, self.numbers[row], self.words[row])

    def fill(self, game: Refereed) -> None:
        """Copy a game into every row."""
        self.numbers[:], self.words[:] = game.numbers, game.words

    def attempt(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """Make one try in every row; return the results of ``judging.attempt`` as int64[count], 0 for a move."""
        if not _are_integers(actions, len(self.numbers)):
            raise BadValue(f"actions are an array of {len(self.numbers)} integers, not {shorten(actions)}")
        codes = np.zeros(len(self.numbers), np.int64)
        judging.attempt_rows(self.numbers, self.words, _as_compiled(actions), codes)
        return codes


# Many games that are stepped together.


def make_memory(plan: Plan) -> NDArray[np.int16]:
    """Return empty memory of what both seats were told; raise ``BadSettings`` if a game can be too long for it."""
    if plan.game.most > 32_000:
        raise BadSettings(f"most is at most 32000 where it is remembered what was heard, not {plan.game.most}")
    return np.zeros(2 * int(hearing.LISTS * plan.settings.size.points + hearing.SINGLES), np.int16)


def planes_of(plan: Plan) -> tuple[int, int, int]:
    """Return the shape of a seat's observation: planes, height, width."""
    size = plan.settings.size
    return (hearing.GHOST_PLANES if plan.settings.ruleset.ghosts else hearing.PLANES), size.height, size.width


class RefereedBatch:
    """Many games under a referee, stepped together. An observation has what the seat to move was told.

    A refused try leaves the turn unchanged. A game that has ended restarts at the next step, whatever the
    action. The arrays are overwritten at every step.

    Args:
        ruleset, size: The game and its board size, up to 19x19.
        games: Number of games, 1 or more.
        seed: Random seed of ``random_actions``: one number, from which each game's is derived, or one per game.
        referee: A referee or its name.
        most: Number of moves after which a game ends as it stands, and is counted; None for three times the points.
        setup: A board text for all games, or one per game, None for an empty board.
        options: Further settings by the names of the line protocol, such as ``komi``, ``first``, ``sight``.

    Attributes:
        observations: uint8[games, planes, height, width]. What the seat to move knows, see ``yurei.players.planes``.
        legal: uint8[games, actions]. 0 for actions that the seat knows to be refused, else 1; all 0 after the end.
        rewards: float32[games, 2]. Rewards of Black and White in the last step: 1, 0 or -1.
        terminated: bool[games]. Whether the game has ended by its rules.
        truncated: bool[games]. Whether it has ended after ``most`` moves.
        refused: bool[games]. Whether the last try was refused: the same seat is to move, unless that costs the turn.
        actions: Number of actions: a stone on every point, row by row from A1, then a ghost on every point where
            there may be ghosts, then the pass, last the resignation.

    Raises:
        BadValue, Unknown: if one of them is not known.

    >>> batch = RefereedBatch("go", 9, games=2, seed=1, referee="olympiad")
    >>> batch.step(np.array([40, 41]))
    >>> batch.step(np.array([40, 40]))  # White tries E5 too: refused in the first game
    >>> batch.refused.tolist(), batch.to_move.tolist(), int(batch.legal[0, 40])
    ([True, False], [1, 0], 0)
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        size: object,
        games: int,
        seed: int | Sequence[int] | Integers = 0,
        *,
        referee: str | Referee = "common",
        most: int | None = None,
        setup: str | Sequence[str | None] | None = None,
        **options: Any,
    ) -> None:
        self.games = check_whole(games, "games", 1, 10**7)
        first = Refereed(ruleset, size, referee=referee, most=1 if most is None else most, **options)
        if most is None:
            first = Refereed.of(first.plan.settings, most=3 * first.plan.settings.size.points)
        self._begin(first, [setup] * games if setup is None or isinstance(setup, str) else list(setup))
        self.seed(seed)
        self.reset()

    def _begin(self, first: Refereed, setups: list[str | None]) -> None:
        if len(setups) != self.games:
            raise BadSettings(f"setup is one board, or one for each of {self.games} games, not {len(setups)}")
        plan, games = first.plan, self.games
        different = list(dict.fromkeys(setups))
        openings = Nodes(first, len(different))
        for row, setup in enumerate(different):
            openings.game(row).copy_from(first if setup is None else Refereed.of(plan, setup))
        which = np.array([different.index(setup) for setup in setups], np.int64)
        nodes = Nodes(first, games)
        self.plan, self.actions = plan, plan.actions + 1
        self._openings = (openings.numbers, openings.words, which)
        self._rows = (nodes.numbers, nodes.words, np.tile(make_memory(plan), (games, 1)))
        self.observations = np.zeros((games, *planes_of(plan)), np.uint8)
        self.legal = np.zeros((games, self.actions), np.uint8)
        self.rewards = np.zeros((games, 2), np.float32)
        self.terminated, self.truncated, self.refused = (np.zeros(games, np.bool_) for _ in range(3))
        self._chances = np.zeros(games, np.uint64)
        self._shown = (self.observations.reshape(games, -1), self.legal)
        self._outcome = (self.rewards, self.terminated, self.truncated, self.refused)

    def seed(self, seed: int | Sequence[int] | Integers) -> None:
        """Seed ``random_actions``. With one seed per game, a game's actions do not depend on the other games."""
        if isinstance(seed, (Sequence, np.ndarray)):
            given = [check_whole(int(each), "seed", 0, 2**63 - 1) for each in seed]
        else:
            given = (
                np.random.default_rng(check_whole(seed, "seed", 0, 2**63 - 1)).integers(2**63, size=self.games).tolist()
            )
        if len(given) != self.games:
            raise BadValue(f"seed is one number, or one for each of {self.games} games, not {len(given)}")
        # Multiplied, so that neighbouring seeds are unrelated; odd, since xorshift would stay at 0.
        mixed = [(each * 0x9E3779B97F4A7C15 ^ each >> 29) & (2**64 - 1) | 1 for each in given]
        self._chances = np.array(mixed, np.uint64)

    def reset(self) -> None:
        """Restart all games."""
        self._rows[0][:, core.ENDED] = core.BY_NO_MOVE
        self.step(np.zeros(self.games, np.int64))

    def step(self, actions: Integers) -> None:
        """Make one try in every game.

        Args:
            actions: Whole numbers of any type, [games]. A game that has ended ignores its action, and restarts.

        Raises:
            BadValue: if the array has a wrong shape or type, or an action is not allowed; no game is changed then.
        """
        if not _are_integers(actions, self.games):
            raise BadValue(f"actions is an array of whole numbers[{self.games}]")
        # Integers out of range become -1 before they could be truncated.
        fits = actions if actions.dtype == np.int64 else np.where(actions < self.actions, actions, -1).astype(np.int64)
        bad = int(hearing.step(self._rows, self._openings, _as_compiled(fits), self._shown, self._outcome))
        if bad >= 0:
            raise BadValue(f"action {actions[bad]} is not allowed in game {bad}; `legal` says which are")

    def random_actions(self) -> NDArray[np.int64]:
        """Return a random allowed action for every game, int64[games], all equally likely."""
        actions = np.zeros(self.games, np.int64)
        hearing.draw_actions(self._rows[0], self.legal, self._chances, actions)
        return actions

    @property
    def to_move(self) -> NDArray[np.int64]:
        """Seats to move, int64[games]: 0 Black, 1 White; also set in a game that has ended."""
        return self._rows[0][:, core.TO_MOVE].astype(np.int64) - 1

    def game(self, number: int) -> Refereed:
        """Return one of the games. It shares the memory of the batch, and holds the true board."""
        return Refereed.at(self.plan, self._rows[0][number], self._rows[1][number])

    def copy(self) -> RefereedBatch:
        """Return an independent copy of the batch at this moment."""
        twin = RefereedBatch.__new__(RefereedBatch)
        twin.games = self.games
        twin._begin(self.game(0), [None] * self.games)
        twin._openings = self._openings
        twin.set_state(self.state())
        return twin

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the state of the batch as arrays: games, what was told, random states. It holds the true boards."""
        return {name: part.copy() for name, part in self._parts().items()}

    def _parts(self) -> dict[str, NDArray[Any]]:
        names = ("numbers", "words", "memory", "chances", "rewards", "terminated", "truncated", "refused")
        return dict(zip(names, (*self._rows, self._chances, *self._outcome), strict=True))

    def set_state(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore a state of a batch with the same arguments; raise ``BadValue``, without a change, for any other."""
        parts = self._parts()
        for name, part in parts.items():
            given = state.get(name)
            if not isinstance(given, np.ndarray) or given.shape != part.shape or given.dtype != part.dtype:
                raise BadValue(f"this is no state of such a batch: {name} is an array {part.dtype}{list(part.shape)}")
        for name, part in parts.items():
            part[...] = state[name]
        numbers, words, memory = self._rows
        for game, seat in enumerate(self.to_move.tolist()):
            hearing.observe(numbers[game], words[game], memory[game], seat, self._shown[0][game], self.legal[game])
