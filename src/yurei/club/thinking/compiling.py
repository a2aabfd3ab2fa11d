"""What programs need compiled, done once after an installation: a minute or two, in a process beside the server."""

from __future__ import annotations

from yurei import compiled_code, players
from yurei.players import Budget
from yurei.referee.table import Table

PLAYERS = "players"
"""The name by which it is remembered that this was done."""
GAMES = (("belief", "olympiad", "go"), ("mcts", "open", "alter-igo"), ("belief", "olympiad", "no-seki-go"))
"""A player, a referee and a game for every part: what most people begin with first."""


def are_compiled() -> bool:
    """Whether nobody has to wait for the compiler; also where nothing can be compiled. It loads no compiler to say so."""
    return not players.is_ready() or compiled_code.is_compiled(PLAYERS)


def compile_players() -> None:
    """Compile what is missing. Who comes while another process is at it waits for that one."""
    with compiled_code.alone():
        if not compiled_code.is_compiled(PLAYERS):
            for player, referee, game in GAMES:
                _play(player, referee, game)
            compiled_code.note_compiled(PLAYERS)


def _play(player: str, referee: str, game: str) -> None:
    """Let a player answer often enough that it has listed all worlds, changed some step by step, and gone from there."""
    for size in (3, 7):
        table = Table(game, referee=referee, size=size)
        for _ in range(8):
            seat = table.to_move
            if seat is None:
                break
            table.attempt(seat, players.get(player, 1).choose(table.view(seat), Budget(playouts=60)))
