"""``yurei exact`` and ``yurei perft``."""

from __future__ import annotations

import json as lines
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.common import Unusable, progress_bar
from yurei.apps.cli.options import GAME_KEYS, RULESET_KEYS, number_option, settings_of, with_settings

if TYPE_CHECKING:
    from yurei.rules import State

METHODS = ("auto", "program", "regret")
PAYOFFS = ("points", "win")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game; it must count area.")]
Moves = Annotated[
    int | None,
    number_option("--moves", "Number of moves after which the board is scored; only superko games end without it."),
]
Bluffs = Annotated[
    bool, typer.Option("--bluffs", help="Also try points whose piece the seat sees: the opponent hears these tries.")
]
PayoffName = Annotated[str, typer.Option(metavar="PAYOFF", help=f"Payoff: {', '.join(PAYOFFS)}.")]
Method = Annotated[str, typer.Option(metavar="METHOD", help=f"Method: {', '.join(METHODS)}.")]
Within = Annotated[float, typer.Option(metavar="NUMBER", help="Largest gap between the bounds.")]
Seconds = Annotated[float, typer.Option(metavar="SECONDS", help="Largest number of iterations.")]
Most = Annotated[
    int | None,
    number_option("--most", "Largest number of histories; 30 million by default.", 1, 10**9, hint="; try 30000000"),
]
CountOnly = Annotated[bool, typer.Option("--count", help="Print the size of the game and exit.")]
PlayerName = Annotated[
    str | None,
    typer.Option(
        metavar="PLAYER",
        help="Measure how much this player loses against best play; alike tries all points with equal probability.",
    ),
]
Playouts = Annotated[int, number_option("--playouts", "Playouts per turn of that player.", 1, hint="; try 100")]
Answers = Annotated[
    int,
    number_option(
        "--answers",
        "Number of times that the player is asked in each information set, an even number.",
        2,
        100_000,
        hint="; try 20",
        even=True,
    ),
]
Seed = Annotated[int, number_option("--seed", "Random seed of the player.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@with_settings(key for key in GAME_KEYS if key != "ruleset")
def exact(
    game: Game,
    size: Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 2, or 1x3.")] = "2",
    moves: Moves = None,
    bluffs: Bluffs = False,
    payoff: PayoffName = "points",
    method: Method = "auto",
    within: Within = 1e-3,
    seconds: Seconds = 600.0,
    most: Most = None,
    count: CountOnly = False,
    player: PlayerName = None,
    playouts: Playouts = 100,
    answers: Answers = 20,
    seed: Seed = 1,
    json: Json = False,
    **settings: Any,
) -> None:
    """Solve a small game under a referee: its value, and what a player loses there at worst.

    With --payoff points and no komi the value is the fair komi. A game that would not fit is counted and refused.
    """
    _check(payoff, method, within, seconds)
    played = settings_of({"ruleset": game, **settings}, size)
    if settings["komi"] is None and played.komi is not None:
        played = replace(played, komi=0.0)
    from yurei.apps import exact as rooms

    form = rooms.Form(played, moves, bluffs)
    wish = rooms.Wish(
        rooms.Payoff(payoff), played.komi or 0.0, method, within, seconds, *(() if most is None else (most,))
    )
    with progress_bar("counting") as bar:

        def watch(what: str, done: int, of: int | None) -> None:
            bar(done, of, what)

        if count:
            plain = _counted(rooms, form, watch)
        else:
            found = rooms.solved(form, wish, watch)
            plain = found.plain()
            if player is not None:
                plain["player"] = _lost(rooms, found, player, playouts, answers, seed, watch)
    typer.echo(lines.dumps(plain) if json else _text(plain, played))


def _check(payoff: str, method: str, within: float, seconds: float) -> None:
    """Refuse invalid options."""
    for option, word, known in (("--payoff", payoff, PAYOFFS), ("--method", method, METHODS)):
        if word not in known:
            raise Unusable(f"{option} is one of {', '.join(known)}, not {word[:20]!r}")
    for option, number, usual in (("--within", within, 0.001), ("--seconds", seconds, 600)):
        if not (math.isfinite(number) and number > 0):
            raise Unusable(f"{option} is a number above 0, not {number:g}; try {usual:g}")


def _counted(rooms: Any, form: Any, watch: Any) -> dict[str, Any]:
    asked = rooms.prepared(form, watch)
    counts = rooms.count(asked)
    return {"moves": form.moves, "states": asked.states, "histories": counts.histories, "ends": counts.ends}


def _lost(rooms: Any, found: Any, player: str, playouts: int, answers: int, seed: int, watch: Any) -> dict[str, Any]:
    """Return what a player loses on either seat."""
    from yurei.players import Budget

    budget, value = Budget(playouts=playouts), found.solution.value
    seats = {}
    for each in rooms.exploitability(found.form, found.wish, player, budget, answers, seed, watch):
        fresh, met = each.loss(value)
        seats[each.seat] = {
            "black_gets": each.met,
            "loss": met,
            "loss_fresh": fresh,
            "asked": each.sampled.asked,
            "resigned": each.sampled.resigned,
        }
    sampled = {} if player == rooms.ALIKE else {"playouts": playouts, "answers": answers, "seed": seed}
    return {"name": player, **sampled, **seats}


def _text(plain: dict[str, Any], played: Any) -> str:
    """Return the figures as text."""
    cap = f", {plain['moves']} moves at most" if plain["moves"] else ""
    head = f"{played.ruleset.title} on {played.size}, referee {played.referee.title}, komi {played.komi:g}{cap}"
    said = [head, f"{plain['histories']:,} histories, {plain['ends']:,} ends, {plain['states']:,} states"]
    if "value" not in plain:
        return "\n".join(said)
    sets, solved = plain["information_sets"], plain["solved_sets"]
    said.append(
        f"{sets[0]:,} information sets of Black, {sets[1]:,} of White; {solved[0]:,} and {solved[1]:,} up to symmetry"
    )
    unit = "points" if plain["payoff"] == "points" else "of 1 for a win and -1 for a loss"
    if plain["proved"] is not None:
        said.append(f"Black gets {plain['proved']} {unit}, proved in fractions ({plain['method']})")
    else:
        said.append(f"Black gets {plain['low']:.6f} to {plain['high']:.6f} {unit} ({plain['method']})")
    for seat in ("black", "white") if "player" in plain else ():
        one, name = plain["player"][seat], plain["player"]["name"]
        said.append(
            f"{name} as {seat.capitalize()} loses {one['loss']:.3f} against the best answer to what was sampled, "
            f"{one['loss_fresh']:.3f} against one that has seen half of it; asked in {one['asked']:,} information sets"
        )
    return "\n".join(said)


@with_settings(key for key in RULESET_KEYS if key != "ruleset")
def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; `yurei rules` lists all.")],
    moves: Annotated[int, number_option("--moves", "Length of the sequences.", 0, 100, hint="; try 3")],
    size: Annotated[str, typer.Option(metavar="SIZE", help="Lines of the board: 3, or 2x3.")] = "9",
    **settings: Any,
) -> None:
    """Count the sequences of so many moves.

    Passes are among them, resignations are not. Others can check their program against the counts. An ended game has no continuation.
    """
    from yurei.rules import start

    played = settings_of({"ruleset": game, **settings}, size)
    typer.echo(_count_moves(start(played.ruleset, played.size, played.komi, played.first), moves))


def _count_moves(state: State, moves: int) -> int:
    """Count with a progress bar."""
    from yurei.rules import judge, perft

    if moves < 2 or state.result is not None:
        return perft(state, moves)
    verdicts = [judge(state, attempt) for attempt in state.tries()]
    total, firsts = 0, [verdict.after for verdict in verdicts if verdict.accepted]
    with progress_bar("counting") as watch:
        for done, first in enumerate(firsts):
            watch(done, len(firsts))
            total += perft(first, moves - 1)
    return total
