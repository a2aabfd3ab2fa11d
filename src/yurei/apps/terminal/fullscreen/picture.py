"""Picture of a board on the screen, made from a view, or from the reveal after the end, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from yurei.apps.terminal.fullscreen.words import SIGNS
from yurei.languages import N_, percent_text, translation
from yurei.referee.noticed import doubtful, just_taken, last_known_try
from yurei.referee.view import View
from yurei.rules.board import BLACK_GHOST, BLACK_STONE, EMPTY, WHITE_GHOST, WHITE_STONE
from yurei.rules.points import Size

PIECES = {
    BLACK_STONE: N_("black stone"),
    WHITE_STONE: N_("white stone"),
    BLACK_GHOST: N_("black ghost"),
    WHITE_GHOST: N_("white ghost"),
}


@dataclass(frozen=True)
class Picture:
    """Picture of a board.

    Attributes:
        size, cells: The board, see ``yurei.rules.board``.
        last: The point of the last try, and whether it was refused; None for none.
        taken: The points from which pieces were just taken, as was told.
        uncertain: Whether pieces may be gone.
        fog: The points that are not seen, as bits.
        heat: For every point the chance of an opponent's piece; empty if it is not shown.
        signs: Signs on points, see ``words.SIGNS``.
        aim: The point under the cursor; None for none.
        hand: The cell that a try would set there; ``EMPTY`` if no tries are made on this board.
    """

    size: Size
    cells: bytes
    last: tuple[int, bool] | None = None
    taken: Collection[int] = ()
    uncertain: bool = False
    fog: int = 0
    heat: Sequence[float] = ()
    signs: Mapping[int, str] = field(default_factory=dict)
    aim: int | None = None
    hand: int = EMPTY

    @classmethod
    def of(cls, view: View) -> Picture:
        """Return the picture of a seat's own board."""
        return cls(
            size=view.settings.size,
            cells=view.board,
            last=last_known_try(view),
            taken=just_taken(view),
            uncertain=bool(doubtful(view)),
            fog=view.fog,
        )

    def words(self, point: int, language: str) -> str:
        """Describe a point in words: ``E5, black stone, may be gone``."""
        say, cell = translation(language).gettext, self.cells[point]
        said = [self.size.name(point)]
        if cell != EMPTY:
            said.append(say(PIECES[cell]))
            if self.uncertain:
                said.append(say(N_("may be gone")))
        elif point in self.taken:
            said.append(say(N_("just captured")))
        if self.heat and self.heat[point] >= 0.05:
            said.append(percent_text(self.heat[point], say))
        if point in self.signs:
            said.append(say(SIGNS[self.signs[point]]))
        if self.fog:
            said.append(say(N_("fog")) if self.fog >> point & 1 else say(N_("in sight")))
        return ", ".join(said)
