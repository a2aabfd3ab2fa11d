"""Colours of boards: wood and ink, slate and shell, and the glass of ghosts. Each is ``#rrggbb``."""

from dataclasses import dataclass

from yurei.rules.board import BLACK_GHOST, BLACK_STONE, WHITE_GHOST, WHITE_STONE

ROOM = "#1c1a17"
"""Background of the screen."""
WOOD, LINE, NAMES = "#d9a85f", "#6f4c1e", "#a08d70"
FOG, WISP = "#b9b3a6", "#e4e0d8"
AIM, REFUSED, REFUSED_ON_DARK, TAKEN = "#9c1c10", "#b3200f", "#ffb3a6", "#8a4b12"
HEAT = "#c2321c"


@dataclass(frozen=True, slots=True)
class Tone:
    """Colours of a piece: light falls from above.

    Attributes:
        top, body, foot: From its upper to its lower edge.
        mark: Colour of signs on it.
    """

    top: str
    body: str
    foot: str
    mark: str


TONES = {
    BLACK_STONE: Tone("#383b41", "#27292d", "#191a1d", "#f4efe4"),
    WHITE_STONE: Tone("#ffffff", "#f6f2e9", "#e6dfd0", "#26282c"),
    BLACK_GHOST: Tone("#2f8f7b", "#11604f", "#0a4438", "#d8fff4"),
    WHITE_GHOST: Tone("#ffffff", "#dbe7f5", "#b4c6dc", "#3c5878"),
}
