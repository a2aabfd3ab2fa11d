"""The third board: whether a person on the referee's chair may see it while the game goes on.

Sitting down on that chair is the request, and is announced to all. Each player may allow it, and cannot take that
back, since what was seen cannot be unseen.
"""

from __future__ import annotations

from collections.abc import Collection

from yurei.errors import BadValue
from yurei.languages import N_


class ThirdBoard:
    """The players' consent to show the whole board to the person on the referee's chair.

    Args:
        seats: The seats; all of them must agree.
        programs: The seats in which programs sit. A program that plays against a person never agrees: a friend on the
            referee's chair could tell that person everything. If programs play each other, nobody needs to agree.
        sees: Whether the referee of this game shows everybody the board anyway.

    Attributes:
        admitted: The seats that have agreed.
    """

    def __init__(self, seats: Collection[str], programs: Collection[str], sees: bool) -> None:
        self.admitted: set[str] = set()
        self._seats = frozenset(seats)
        self._programs = frozenset(programs)
        self._sees = sees

    @property
    def may_be_shown(self) -> bool:
        """Whether showing the board depends on the players' consent."""
        return not self._sees and not self._programs

    @property
    def shown(self) -> bool:
        """Whether the person on the referee's chair sees the whole board before the end."""
        return self._sees or (self._programs or self.admitted) == self._seats

    def check_admits(self, seat: str, *, taken: bool) -> None:
        """Check that a seat can agree to show the board.

        Args:
            taken: Whether a person sits on the referee's chair.

        Raises:
            BadValue: if nobody asks, or there is nothing to show, or this seat has agreed already.
        """
        if not taken:
            raise BadValue(N_("the referee’s seat is empty"))
        if self._programs and not self._sees:
            raise BadValue(N_("a program plays here, and does not agree that somebody sees its board before the end"))
        if self._sees:
            raise BadValue(N_("everybody sees the board here"))
        if seat in self.admitted:
            raise BadValue(N_("you have already agreed to show the board to the referee; this cannot be undone"))

    def admit(self, seat: str) -> None:
        """Record the consent of a seat."""
        self.admitted.add(seat)
