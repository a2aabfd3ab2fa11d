"""Compilation of the code that programs need, once after an installation, in a process beside the server."""

from collections.abc import Callable
from dataclasses import dataclass

from yurei import compiled_code, players
from yurei.players import Budget
from yurei.players.passing import playout_ends
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.ruleset import Capture, Repetition, Ruleset, Suicide


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the compiled code, and the game that is played to compile it.

    Attributes:
        name: The name under which its compilation is recorded.
        player, referee, game: The program, the referee and the ruleset of that game.
    """

    name: str
    player: str
    referee: str
    game: str


HIDDEN_GO = Part("players-go", "belief", "olympiad", "go")
HIDDEN = Part("players-hidden", "belief", "olympiad", "alter-igo")
SEEN = Part("players-seen", "mcts", "open", "go")
PARTS = (HIDDEN_GO, HIDDEN, SEEN)
"""All parts, most needed first: the default game, the other hidden games, the open games."""


def part_for(settings: Settings) -> Part:
    """Return the part that the levels need for a game."""
    if not settings.referee.hides:
        return SEEN
    return HIDDEN_GO if _is_plain_go(settings.ruleset) else HIDDEN


def _is_plain_go(ruleset: Ruleset) -> bool:
    """Return whether playouts of a game use the board that knows only plain Go."""
    choices = (ruleset.capture, ruleset.suicide, ruleset.repetition, ruleset.ghosts, ruleset.counts)
    return choices == (Capture.OPPONENT_FIRST, Suicide.FORBIDDEN, Repetition.SIMPLE_KO, False, True)


def missing_parts() -> set[str]:
    """Return the names of the parts that are not compiled from these sources; none if nothing can be compiled.

    It loads no compiler for that.
    """
    if not players.is_ready():
        return set()
    return {part.name for part in PARTS if not compiled_code.is_compiled(part.name)}


def load_part(name: str) -> None:
    """Load the compiled code of a part into this process."""
    play(next(part for part in PARTS if part.name == name))


def compile_players(note: Callable[[str], None] = lambda name: None) -> None:
    """Compile the missing parts in order of need, after any other process; call ``note`` with each."""
    with compiled_code.compile_lock():
        for part in PARTS:
            if not compiled_code.is_compiled(part.name):
                play(part)
                compiled_code.note_compiled(part.name)
            note(part.name)


def play(part: Part) -> None:
    """Play until the player has listed all worlds, updated some step by step, searched from there, and explained it.

    A player explains its answer when it is offered a draw, for example; after a pass it looks how a board may end.
    """
    for size in (3, 7):
        table = Table(part.game, referee=part.referee, size=size)
        for _ in range(8):
            seat = table.to_move
            if seat is None:
                break
            player = players.get(part.player, 1)
            table.attempt(seat, player.choose(table.view(seat), Budget(playouts=60)))
            player.explain()
        playout_ends(table.view(table.settings.seating.seats[0].name), bytes(table.settings.size.points))
