"""The exact set of the states in which a game can be, carried along try by try."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from yurei.errors import BadBoard, BadValue, TooLarge
from yurei.languages import N_
from yurei.referee.sight import watches
from yurei.referee.told import Told
from yurei.referee.view import View, own_board_after, with_pieces
from yurei.rules.board import EMPTY, board_text, colour_of, empty_board, is_legal, read_board

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
        """Check the number of states after one more try.

        Raises:
            TooLarge: if it is larger than the bound.
            BadValue: if it is 0.
        """
        if not states:
            raise BadValue(
                N_("nothing that was told of try {number} fits any board; did the game begin with another one?"),
                number=len(self.heard) + 1,
            )
        if states > self.most:
            raise TooManyStates(self.opening.seat.name, self.most, len(self.heard), len(self))


class TooManyStates(TooLarge):
    """An exact set that has grown past its bound.

    Attributes:
        tries: Number of tries that were taken into account before.
        states: Number of states after them.
    """

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
    """Return the boards with which a game may have begun.

    Args:
        opening: The listener's view before the first try.
        boards: Boards; those that do not look to the listener as the opening does are left out. None for the
            empty board, or the handicap.

    Raises:
        BadBoard: if one is no board of the game.
        BadValue: if none looks like the opening.
    """
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


__all__ = ["MOST", "Beginning", "ExactSet", "TooManyStates", "beginning"]
