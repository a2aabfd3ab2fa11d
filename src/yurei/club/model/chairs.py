"""The chairs around a table: the players', the referee's, the audience's; the window, for public viewing; and who may watch.

Opening the table to the audience is a public and permanent act. It is announced to all, and takes effect once all sides
have agreed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from yurei.errors import BadValue
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE, Seating

REFEREE = "referee"
WINDOW = "window"
"""Public viewing, which is not a chair: everybody may look once the game is over, without a key."""


def chairs_of(seating: Seating, programs: Iterable[str] = (), terms: Mapping[str, Any] | None = None) -> list[str]:
    """Return the chairs of a table: one a seat, or one for a shared screen; the referee's; the audience's.

    There is no audience if nobody may watch.
    """
    seats = [seat.name for seat in seating.seats] if seating.hands == "each" else [seating.slug]
    audience = [] if watching(terms or {}) == "nobody" else [AUDIENCE.name]
    return [*(seat for seat in seats if seat not in set(programs)), REFEREE, *audience]


def watching(terms: Mapping[str, Any]) -> str:
    """Return who may watch a game with these terms: by default everybody with the link."""
    return str(terms.get("watching", "link"))


class Audience:
    """The rules of watching a game, and the seats that have opened the table.

    Args:
        who: ``link``, ``everybody`` or ``nobody``.
        seats: The seats; all of them must open the table.
        programs: The seats in which programs sit. A program never agrees: its opponent could look at the whole
            board from the audience's chair.
        sees: Whether the referee shows everybody the board anyway.
    """

    def __init__(self, who: str, seats: Collection[str], programs: Collection[str], sees: bool) -> None:
        self.who = who
        self.opened: set[str] = set()
        self._seats = frozenset(seats)
        self._programs = frozenset(programs)
        self._sees = sees

    @property
    def may_be_opened(self) -> bool:
        """Whether there can be an audience, and opening the table would show it more."""
        return self.who != "nobody" and not self._sees and not self._programs

    @property
    def table_open(self) -> bool:
        """Whether the audience sees the reference board before the end."""
        return self.may_be_opened and self._seats <= self.opened

    def check_opens(self, seat: str) -> None:
        """Check that a seat can open the table.

        Raises:
            BadValue: if the audience would see no more, or this seat has opened the table already.
        """
        if self._programs and self.who != "nobody" and not self._sees:
            raise BadValue(N_("a program plays here, and does not agree to reveal the board before the end"))
        if not self.may_be_opened:
            raise BadValue(N_("there is nothing to reveal: this game has no spectators, or they already see the board"))
        if seat in self.opened:
            raise BadValue(N_("you have already agreed to reveal the board; this cannot be undone"))

    def open(self, seat: str) -> None:
        """Open the table for the side of a seat."""
        self.opened.add(seat)
