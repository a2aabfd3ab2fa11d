"""The exact set of a seat during a game, for as long as it is small."""

from __future__ import annotations

from dataclasses import replace

from yurei.errors import BadValue
from yurei.players.certain.certainties import Known, begin, is_compiled, known_from
from yurei.players.certain.exact_set import ExactSet, TooManyStates
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.judge import Reason

MOST_FOLLOWED = 50_000
"""Bound on the number of states: within it a step takes less than a second on boards up to 9x9."""


class Following:
    """Follows a game with a seat's exact set, until the set grows past the bound. Then nothing is known for the rest.

    Args:
        opening: The seat's view before the first try.
        most: The bound on the number of states. Sets that only plain Python can carry along are not followed.
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
        return None if self._exact is None else known_from(self._exact)

    def must_refuse(self, told: Told) -> bool:
        """Return whether a try is refused in every state that fits, so that the seat could know it for certain.

        Args:
            told: The seat's message about the refused try, which the set has not heard yet.
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


__all__ = ["MOST_FOLLOWED", "Following"]
