"""GTP, version 2: yurei's players as engines for Sabaki, GoGui and others, also under referees who hide stones.

See docs/gtp.md.
"""

from typing import BinaryIO

from yurei.apps.gtp.engine import Engine
from yurei.apps.gtp.extensions import analysis_commands, counting_commands, gogui_commands
from yurei.apps.gtp.hiding import HidingEngine
from yurei.apps.gtp.protocol import CommandRunner, Inbox
from yurei.apps.gtp.seeing import SeeingEngine, is_ordinary
from yurei.referee.settings import Settings

__all__ = ["Engine", "engine", "serve"]


def engine(settings: Settings, player: str, seed: int | None = None) -> Engine:
    """Return a GTP engine for games with these settings: ``HidingEngine`` or ``SeeingEngine``."""
    if settings.referee.hides:
        return HidingEngine(settings, player, seed)
    seeing = SeeingEngine(settings, player, seed)
    seeing.add_commands(analysis_commands(seeing))
    if settings.ruleset.counts:
        seeing.add_commands(counting_commands(seeing))
    if not is_ordinary(settings):
        seeing.add_commands(gogui_commands(seeing))
    return seeing


def serve(engine: Engine, lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer the lines of the input with an engine, until the input ends or ``quit`` is received."""
    inbox = Inbox(lines)
    engine.interrupted = inbox.has_interrupt
    speaker = CommandRunner(engine.run_command, answers, inbox.has_line)
    while line := inbox.next():
        command = speaker.receive(line)
        if command is not None and command.name == "quit":
            return
