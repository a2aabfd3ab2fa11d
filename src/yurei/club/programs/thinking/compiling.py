"""Compile what programs need, part by part in the order of need, once after an installation, in a process beside the server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from yurei import compiled_code, players
from yurei.players import Budget
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.ruleset import Capture, Repetition, Ruleset, Suicide


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the compiled code, and what is played to have it compiled.

    Attributes:
        name: By this it is remembered that it was compiled.
        player, referee, game: Who plays, under whom, and what.
    """

    name: str
    player: str
    referee: str
    game: str


HIDDEN_GO = Part("players-go", "belief", "olympiad", "go")
HIDDEN = Part("players-hidden", "belief", "olympiad", "alter-igo")
SEEN = Part("players-seen", "mcts", "open", "go")
PARTS = (HIDDEN_GO, HIDDEN, SEEN)
"""In the order of need: the default game, the other games where something is hidden, games in which all is seen."""


def part_for(settings: Settings) -> Part:
    """Return the part that the levels need for a game."""
    if not settings.referee.hides:
        return SEEN
    return HIDDEN_GO if _is_plain_go(settings.ruleset) else HIDDEN


def _is_plain_go(ruleset: Ruleset) -> bool:
    """Whether playouts of a game run on the board that knows these rules alone."""
    choices = (ruleset.capture, ruleset.suicide, ruleset.repetition, ruleset.ghosts, ruleset.counts)
    return choices == (Capture.OPPONENT_FIRST, Suicide.FORBIDDEN, Repetition.SIMPLE_KO, False, True)


def missing_parts() -> set[str]:
    """Return the names of the parts that were never compiled from these sources; none where nothing can be compiled.

    It loads no compiler to find out.
    """
    if not players.is_ready():
        return set()
    return {part.name for part in PARTS if not compiled_code.is_compiled(part.name)}


def compile_players(note: Callable[[str], None] = lambda name: None) -> None:
    """Compile what is missing. A caller that comes while another process compiles waits for that process.

    Args:
        note: Is called with the name of each part as soon as it can be used.
    """
    with compiled_code.alone():
        for part in PARTS:
            if not compiled_code.is_compiled(part.name):
                _play(part)
                compiled_code.note_compiled(part.name)
            note(part.name)


def _play(part: Part) -> None:
    """Let a player answer often enough that it has listed all worlds, changed some step by step, and gone from there."""
    for size in (3, 7):
        table = Table(part.game, referee=part.referee, size=size)
        for _ in range(8):
            seat = table.to_move
            if seat is None:
                break
            table.attempt(seat, players.get(part.player, 1).choose(table.view(seat), Budget(playouts=60)))
