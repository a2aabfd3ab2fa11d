"""A world: the complete state of a game between two moves, as imagined by a search that continues from it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from yurei.errors import BadBoard, BadSettings, BadValue
from yurei.kernel import core
from yurei.kernel.refereeing import judging
from yurei.kernel.rulesets import ENDLESS, Compiled
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, WHITE, Colour, colour_of, read_board
from yurei.rules.points import Size, shortened

Board = str | bytes
"""A board text, or its cells, see ``yurei.rules.board``."""
Position = Board | int
"""A board, or its key from ``key_of``."""


@dataclass(frozen=True)
class World:
    """The complete state of a game between two moves.

    Attributes:
        board: The true board.
        to_move: The colour to move, ``black`` or ``white``.
        own: Black's own board and White's; None for their own pieces on the true board.
        ko: The point that the player to move may not retake, by number or name. Only under simple ko.
        bans: The positions that Black and White may not make. Only under simple ko if a ko is no single point: with
            ghosts, simultaneous capture, allowed suicide, or if a refused try ends the turn.
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
    """Return the key of a position, 64 bits; a ghost counts as its colour.

    Raises:
        BadBoard: if it is no board of the size.
    """
    key = core.EMPTY_BOARD[0] | core.EMPTY_BOARD[1] << 32
    for point, cell in enumerate(cells_of(board, size)):
        if (colour := colour_of(cell)) is not None:
            place = (point // size.width + 1) * (size.width + 1) + point % size.width + 1
            key ^= int(core.KEYS[2 * place + colour - 1])
    return key


def cells_of(board: Board, size: Size) -> bytes:
    """Return the cells of a board.

    Raises:
        BadBoard: if it is no board of the size.
    """
    if isinstance(board, str):
        return read_board(board, size)[0]
    if not isinstance(board, bytes) or len(board) != size.points or any(cell > 4 for cell in board):
        raise BadBoard(f"a board of {size} is a text or {size.points} bytes from 0 to 4, not {shortened(board)}")
    return board


def laid(world: World, settings: Settings, game: Compiled, flags: int) -> tuple[NDArray[Any], ...]:
    """Return a world as arrays: the last five arguments of ``judging.begin``.

    Raises:
        BadValue: if it is not possible; the message says why. Strings without liberties are checked when it is set up.
    """
    size = settings.size
    cells = cells_of(world.board, size)
    if not settings.ruleset.ghosts and any(cell > 2 for cell in cells):
        raise BadBoard(f"{settings.ruleset.slug} has no ghosts; a world of it has stones only")
    mover = _colour(world.to_move)
    own = _own_boards(world, settings, cells)
    moment = np.zeros(judging.MOMENT, np.int32)
    moment[judging.M_TO_MOVE] = mover
    moment[judging.M_KO] = _ko(world.ko, cells, size, flags)
    moment[judging.M_PASSES] = _number(world.passes_in_row, "passes_in_row", 1)
    allowed = (settings.ruleset.passing.black, settings.ruleset.passing.white)
    for field, name, given, most in (
        (judging.M_BLACK_PASSED, "passed", world.passed, allowed),
        (judging.M_LOST_BLACK, "lost", world.lost, (ENDLESS, ENDLESS)),
    ):
        for place in range(2):
            moment[field + place] = _number(given[place], name, int(min(most[place], ENDLESS // 2)))
    moment[judging.M_PLIES] = _number(world.plies, "plies", game.most - 1)
    stood = _stood(world, size, flags, mover)
    if len(set(stood)) > game.most:
        raise BadSettings(f"so much has not room to have stood in a game of {game.most} moves; give a larger most")
    bans = _bans(world, size, flags)
    return (
        np.frombuffer(cells, np.int8),
        np.frombuffer(b"".join(own), np.int8).reshape(2, -1),
        moment,
        np.array([bans[mover - 1], bans[2 - mover]], np.uint64),
        np.array(stood, np.uint64),
    )


def _colour(word: object) -> Colour:
    for colour in (BLACK, WHITE):
        if word == colour.word:
            return colour
    raise BadValue(f"who is to move is 'black' or 'white', not {shortened(word)}")


def _number(value: Any, name: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value <= most:
        raise BadValue(f"{name} of this world is a whole number from 0 to {most}, not {shortened(value)}")
    return int(value)


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
    point = size.point(ko) if isinstance(ko, str) else _number(ko, "ko", size.points - 1)
    if cells[point]:
        raise BadBoard(f"a ko is retaken on an empty point, and on {size.name(point)} something stands")
    return point


def _key(position: object, size: Size) -> int:
    if isinstance(position, (int, np.integer)) and not isinstance(position, bool):
        return int(position) & (1 << 64) - 1
    if isinstance(position, (str, bytes)):
        return key_of(position, size)
    raise BadValue(f"a position is a board or its key, not {shortened(position)}")


def _bans(world: World, size: Size, flags: int) -> list[int]:
    if any(ban is not None for ban in world.bans) and not flags & core.BANNED:
        raise BadSettings("under this ruleset nothing is banned but a ko point, or by history; leave bans out")
    return [0 if ban is None else _key(ban, size) for ban in world.bans]


def _stood(world: World, size: Size, flags: int, mover: Colour) -> list[int]:
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
    # The past positions and this one may not be repeated. Keys are kept without their three lowest bits.
    known = any((each ^ present) >> 3 == 0 for each in found)
    return found if known or (found and not flags & core.SUPERKO) else [*found, present]


__all__ = ["Board", "Position", "World", "key_of", "laid"]
