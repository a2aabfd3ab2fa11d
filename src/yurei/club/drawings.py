"""What was drawn of games as they stand, so that it is drawn once for all who are shown the same.

A drawing is found by all that its bytes depend on: the game, how often something has changed there, and whatever else
whoever draws says. When something changes nothing is thrown away: it is not asked for any more, and goes when there are
too many.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Drawn = TypeVar("Drawn")
MOST = 1024
"""So many drawings are kept: those of the last moments, in which everybody who looks is sent his. A large one has 60 kB."""


class Drawings:
    """The newest drawings."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, Any] = OrderedDict()

    def once(self, what: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        """A drawing, drawn where that has not been done yet.

        Args:
            what: All that its bytes depend on.
            draw: Draws it.
        """
        if what in self._drawn:
            self._drawn.move_to_end(what)
        else:
            self._drawn[what] = draw()
        drawn: Drawn = self._drawn[what]
        if len(self._drawn) > MOST:
            self._drawn.popitem(last=False)
        return drawn
