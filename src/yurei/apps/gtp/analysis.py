"""Analysis in the formats of Leela Zero and of KataGo: lines of candidate moves until the next input."""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import sqrt

from yurei import players
from yurei.apps.gtp.engine import Do, Words, no_arguments
from yurei.apps.gtp.lines import Refused, Stream, whole
from yurei.apps.gtp.open_board import Position
from yurei.apps.gtp.seeing import SeeingEngine
from yurei.apps.gtp.words import COLOURS, colour, vertex
from yurei.players import Budget
from yurei.players.explanation import Candidate, Explanation
from yurei.rules.board import Colour
from yurei.rules.points import Size

USUAL, LEAST = 100, 10
"""Centiseconds between two lines: the default, and the least."""
TICK = 0.1
"""Seconds of thought between two checks for input."""
SHOWN = 30
"""Most moves in a line."""
BELOW = 1.96
"""Distance of a move's lower bound below its mean, in standard errors."""


def commands(engine: SeeingEngine) -> Mapping[str, Do]:
    """Return the commands of analysis; without the kernel only the explanation of the last move."""
    explain = {"gomill-explain_last_move": no_arguments(lambda: _explain_last_move(engine))}
    if not players.is_ready():
        return explain
    own: dict[str, Do] = {"yurei-weighed": lambda words: _weighed(engine, words)}
    for dialect in ("lz", "kata"):
        kata = dialect == "kata"
        own[f"{dialect}-analyze"] = partial(_analyse, engine, kata)
        own[f"{dialect}-genmove_analyze"] = partial(_move_and_analyse, engine, kata)
    return {**explain, **own, "analyze": own["kata-analyze"], "genmove_analyze": own["kata-genmove_analyze"]}


def _explain_last_move(engine: SeeingEngine) -> str:
    """Return the candidates of the last move; nothing if our player did not make it."""
    explained = engine.last_explanation()
    if explained is None:
        return ""
    return info(explained, engine.size, kata=True).replace("info move", "\nmove").strip()


def _analyse(engine: SeeingEngine, kata: bool, words: Words) -> Stream:
    side, interval = asked(words, engine.board.now.state.to_move)
    position = engine.board.now.turn_of(side)
    if position.state.result is not None:
        raise Refused("the game is over")
    return _lines(position, side, engine.seed, interval / 100, kata=kata)


def _move_and_analyse(engine: SeeingEngine, kata: bool, words: Words) -> Stream:
    """Move as usual, and write the candidates before the move."""
    side, _ = asked(words, engine.board.now.state.to_move)
    moved = engine.moved(side)
    said = info(engine.player(side).explain(), engine.size, kata=kata)
    return iter([f"{said}\nplay {moved}" if said else f"play {moved}"])


def asked(words: Words, to_move: Colour) -> tuple[Colour, int]:
    """Return the colour and the interval that are asked for, in either order; other words are ignored.

    Raises:
        Refused: if the interval is no number, or only some moves are to be looked at.
    """
    side, interval = to_move, USUAL
    left = list(words)
    while left:
        word = left.pop(0).lower()
        if word in COLOURS:
            side = colour(word)
        elif word == "interval":
            interval = whole(left.pop(0) if left else "")
        elif word.isdecimal():
            interval = whole(word)
        elif word in ("avoid", "allow"):
            raise Refused(f"{word} is not supported; leave it out to analyse all moves")
    return side, max(LEAST, interval)


def _lines(position: Position, side: Colour, seed: int | None, interval: float, *, kata: bool) -> Iterator[str]:
    """Yield the best moves every so many seconds, and empty texts in between, so that the analysis can be stopped."""
    from yurei.players.search.seeing import Mcts

    size, thinker = position.table.settings.size, Mcts(seed)
    thinker.catch_up(position.table.view(side.word))
    next_at = 0.0
    while True:
        began = time.monotonic()
        weighed = thinker.look(Budget(seconds=TICK))
        if began >= next_at and (said := info(weighed, size, kata=kata)):
            next_at = began + interval
            yield said
        else:
            yield ""
        if not thinker.undecided:
            time.sleep(TICK)


def info(explained: Explanation, size: Size, *, kata: bool) -> str:
    """Return a line of analysis, best first. ``kata`` writes chances up to 1, else they are whole ten-thousandths."""
    total = max(1, explained.playouts)
    return " ".join(
        _move(order, candidate, total, size, kata=kata)
        for order, candidate in enumerate(_looked_at(explained.candidates))
    )


def _looked_at(candidates: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in candidates if candidate.weight > 0][:SHOWN]


def _move(order: int, candidate: Candidate, total: int, size: Size, *, kata: bool) -> str:
    visits = max(1, round(candidate.weight * total))
    win, move = candidate.value, vertex(candidate.attempt, size)
    least = max(0.0, win - BELOW * sqrt(max(0.0, win * (1 - win)) / visits))
    chances = (f"{win:.6f}", f"{least:.6f}") if kata else (str(round(win * 10_000)), str(round(least * 10_000)))
    return f"info move {move} visits {visits} winrate {chances[0]} lcb {chances[1]} order {order} pv {move}"


def _weighed(engine: SeeingEngine, words: Words) -> str:
    """Return the candidates of a player's last move, for GoGui to draw."""
    side = colour(words[0]) if words else engine.board.now.state.to_move
    player = engine.player(side)
    weighed = _looked_at(player.explain().candidates) if player.begun else []
    points = [candidate for candidate in weighed if candidate.attempt.point is not None]
    if not points:
        return ""
    labels = " ".join(f"{engine.size.name(each.attempt.point or 0)} {each.value * 100:.0f}" for each in points)
    return f"LABEL {labels}"
