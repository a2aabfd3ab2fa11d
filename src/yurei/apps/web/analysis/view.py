"""The content of the analysis page, and the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from yurei.apps.web.analysis.walk import Walk
from yurei.apps.web.board.board import Say
from yurei.club.programs.solved.boards import Solved, State
from yurei.languages import translation

PART = "analysis"
"""HTML id of the part that changes with every click; links and forms name it too."""


@dataclass(frozen=True, slots=True)
class View:
    """Input of the analysis page.

    Attributes:
        walk: The position, and the moves around it.
        tool: What a click on the board does.
        state: The values of the position; None if it has none: the game is over, or a string has no liberty.
        language: The reader's language.
        base: Address of the server, for links to copy.
        refused: The point of a stone that could not be played.
    """

    walk: Walk
    tool: str
    state: State | None
    language: str
    base: str
    refused: int | None = None

    @property
    def say(self) -> Say:
        """Translates a sentence for the reader."""
        return translation(self.language).gettext

    @property
    def solved(self) -> Solved | None:
        """The values of the position, if they are known."""
        return self.state if isinstance(self.state, Solved) else None

    @property
    def line(self) -> tuple[int, ...]:
        """Points of the best moves from here."""
        return self.solved.line if self.solved else ()
