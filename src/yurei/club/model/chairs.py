"""The chairs around a table: the players', the referee's, the audience's; the window, for public viewing; and who may watch.

Opening the table to the audience is a public and permanent act. It is announced to all, and takes effect once all sides
have agreed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from yurei.errors import BadValue
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE, Seating

REFEREE = "referee"
WINDOW = "window"
"""Public viewing, which is not a chair: everybody may look once the game is over, without a key."""
CROWDS = (AUDIENCE.name, WINDOW)
"""Chairs that many people share."""


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


@dataclass
class Audience:
    """The rules of watching a game, and the seats that have opened the table.

    Attributes:
        who: ``link``, ``everybody`` or ``nobody``.
        seats: The seats; all of them must open the table.
        programs: The seats in which programs sit. A program never agrees: its opponent could look at the whole
            board from the audience's chair.
        sees: Whether the referee shows everybody the board anyway.
        opened: The seats that have agreed.
    """

    who: str
    seats: frozenset[str]
    programs: frozenset[str]
    sees: bool
    opened: set[str] = field(default_factory=set)

    @property
    def may_be_opened(self) -> bool:
        """Whether there can be an audience, and opening the table would show it more."""
        return self.who != "nobody" and not self.sees and not self.programs

    @property
    def table_open(self) -> bool:
        """Whether the audience sees the reference board before the end."""
        return self.may_be_opened and self.seats <= self.opened

    def check_opens(self, seat: str) -> None:
        """Check that a seat can open the table."""
        if self.programs and self.who != "nobody" and not self.sees:
            raise BadValue(N_("a program plays here, and does not agree to reveal the board before the end"))
        if not self.may_be_opened:
            raise BadValue(N_("there is nothing to reveal: this game has no spectators, or they already see the board"))
        if seat in self.opened:
            raise BadValue(N_("you have already agreed to reveal the board; this cannot be undone"))


@dataclass
class ThirdBoard:
    """The players' consent to show the whole board to the person on the referee's chair while the game goes on.

    Sitting down on that chair is the request, and is announced to all. Each player may allow it, and cannot take that
    back, since what was seen cannot be unseen.

    Attributes:
        seats: The seats; all of them must agree.
        programs: The seats in which programs sit. A program that plays against a person never agrees: a friend on the
            referee's chair could tell that person everything. If programs play each other, nobody needs to agree.
        sees: Whether the referee of this game shows everybody the board anyway.
        admitted: The seats that have agreed.
    """

    seats: frozenset[str]
    programs: frozenset[str]
    sees: bool
    admitted: set[str] = field(default_factory=set)

    @property
    def may_be_shown(self) -> bool:
        """Whether showing the board depends on the players' consent."""
        return not self.sees and not self.programs

    @property
    def shown(self) -> bool:
        """Whether the person on the referee's chair sees the whole board before the end."""
        return self.sees or (self.programs or self.admitted) == self.seats

    def check_admits(self, seat: str, *, taken: bool) -> None:
        """Check that a seat can agree to show the board."""
        if not taken:
            raise BadValue(N_("the referee’s seat is empty"))
        if self.programs and not self.sees:
            raise BadValue(N_("a program plays here, and does not agree that somebody sees its board before the end"))
        if self.sees:
            raise BadValue(N_("everybody sees the board here"))
        if seat in self.admitted:
            raise BadValue(N_("you have already agreed to show the board to the referee; this cannot be undone"))
