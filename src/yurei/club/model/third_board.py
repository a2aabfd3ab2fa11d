"""The third board: whether a person on the referee's chair may see it while the game goes on.

He asks by sitting down, and all hear of it. Each player lets him, or does not;
it is for good, for what was seen cannot be unseen.
"""

from __future__ import annotations

from collections.abc import Collection

from yurei.errors import BadValue
from yurei.languages import N_


class ThirdBoard:
    """Who has let the referee see the whole board.

    Args:
        seats: The seats; all of them must let him.
        programs: The seats in which programs sit. A program that plays against a person never lets him: a friend on the
            referee's chair could tell that person everything. Where programs play each other there is nobody to ask.
        sees: Whether the referee of this game shows everybody the board anyway.

    Attributes:
        admitted: The seats that have let him.
    """

    def __init__(self, seats: Collection[str], programs: Collection[str], sees: bool) -> None:
        self.admitted: set[str] = set()
        self._seats = frozenset(seats)
        self._programs = frozenset(programs)
        self._sees = sees

    @property
    def may_be_shown(self) -> bool:
        """Whether it is for the players to let him."""
        return not self._sees and not self._programs

    @property
    def shown(self) -> bool:
        """Whether who sits on the referee's chair sees the whole board before the end."""
        return self._sees or (self._programs or self.admitted) == self._seats

    def check_admits(self, seat: str, *, taken: bool) -> None:
        """Make sure that a seat can let him.

        Args:
            taken: Whether somebody sits on the referee's chair.

        Raises:
            BadValue: where there is nobody to let, or nothing to see, or this seat has let him already.
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
        """Let him see the board, as far as it is this seat's."""
        self.admitted.add(seat)
