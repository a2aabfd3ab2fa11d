"""Cache of drawn pages: with 500 spectators of one game, a page is drawn once for all who see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable

from yurei.apps.web.shell.sections import Drawing
from yurei.apps.web.table.context import Page
from yurei.apps.web.table.page import draw

MOST = 1024
"""Maximum number of cached drawings, over all games. A large one takes 100 kB."""


class Drawings:
    """Newest drawings of live pages, by all that their bytes depend on, see ``Page.alike``."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, Drawing] = OrderedDict()

    def of(self, page: Page) -> Drawing:
        """Return the live part of a page, without the time on its clocks."""
        key = page.alike
        if key not in self._drawn:
            self._drawn[key] = draw(page)
        self._drawn.move_to_end(key)
        if len(self._drawn) > MOST:
            self._drawn.popitem(last=False)
        return self._drawn[key]
