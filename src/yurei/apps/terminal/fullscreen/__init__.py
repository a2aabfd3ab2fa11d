"""The full-screen terminal: boards in wood, announcements beside them, keys and mouse. Needs the extra ``terminal``.

Each screen is made of what one seat was told; between two people a curtain replaces it, rather than covering it.
"""

from collections.abc import Iterator

from yurei.apps.terminal.fullscreen.app import Fullscreen, show
from yurei.apps.terminal.fullscreen.screens.apps import GameApp, ScreenApp
from yurei.apps.terminal.fullscreen.screens.puzzle import PuzzleScreen
from yurei.apps.terminal.fullscreen.screens.record import HEAT, TRUTH, RecordScreen
from yurei.apps.terminal.puzzle import Puzzle
from yurei.apps.terminal.retold import Retold
from yurei.apps.terminal.sitting import Sitting
from yurei.apps.terminal.words import Voice
from yurei.players.belief.reviewed import Reviewed

__all__ = [
    "HEAT",
    "TRUTH",
    "Fullscreen",
    "GameApp",
    "PuzzleScreen",
    "RecordScreen",
    "ScreenApp",
    "Voice",
    "look",
    "play",
    "show",
    "solve",
]


def play(sitting: Sitting, language: str) -> None:
    """Play a game to its end.

    Raises:
        Left: if the player left before the end.
    """
    show(GameApp(sitting, Voice(language)))


def look(retold: Retold, language: str, seat: str | None = None, review: Iterator[Reviewed] | None = None) -> None:
    """Show a record, and its review if one is given.

    Args:
        retold: The record.
        language: The language of the screen.
        seat: The seat whose board is shown first.
        review: Review of each try, one after the other.
    """
    show(ScreenApp(RecordScreen(retold, Voice(language), board=seat, review=review)))


def solve(puzzle: Puzzle, language: str) -> None:
    """Solve a problem until the user leaves."""
    show(ScreenApp(PuzzleScreen(puzzle, Voice(language))))
