"""GTP, version 2: our players as an engine for Sabaki, GoGui and their like; under a hiding referee by a documented extension.

Where everything is seen an engine keeps the game (``seeing``). Where something is hidden it sits in one seat, and knows
what that seat was told (``hiding``). See docs/gtp.md.
"""

from typing import BinaryIO

from yurei.apps.gtp.engine import Engine
from yurei.apps.gtp.hiding import HidingEngine
from yurei.apps.gtp.lines import Inbox, answer_all
from yurei.apps.gtp.seeing import SeeingEngine
from yurei.referee.settings import Settings

__all__ = ["Engine", "engine", "serve"]


def engine(settings: Settings, player: str, seed: int | None = None) -> Engine:
    """An engine for games with these settings.

    Args:
        settings: What is played; the size and the komi may be set otherwise by commands.
        player: Who plays, as ``players.get`` takes him.
        seed: Where his chance begins; None for one that nobody knows.

    Raises:
        BadValue, Unknown: if there is no such player, or more than two would sit at the board.
    """
    kind = HidingEngine if settings.referee.hides else SeeingEngine
    return kind(settings, player, seed)


def serve(engine: Engine, lines: BinaryIO, answers: BinaryIO) -> None:
    """Let an engine answer every line until there are no more, or ``quit`` has come."""
    inbox = Inbox(lines)
    engine.interrupted = inbox.interrupted
    answer_all(engine.do, inbox, answers)
