"""Additional GTP commands for open games: dead stones and score, analysis, and GoGui's rules commands.

Analysis has the formats of Leela Zero and of KataGo: lines of candidate moves until the next input.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import sqrt
from random import Random

from yurei import players
from yurei.apps.gtp import protocol
from yurei.apps.gtp.engine import Do, Words, no_arguments, only_word
from yurei.apps.gtp.seeing import Position, SeeingEngine
from yurei.club.programs import jobs
from yurei.errors import YureiError
from yurei.players.passing import are_dead
from yurei.players.player import Candidate, Explanation
from yurei.referee.announce import speak_result
from yurei.rules.board import BLACK_GHOST, EMPTY, WHITE_GHOST, Colour, board_text, string_at, strings
from yurei.rules.judge import is_move
from yurei.rules.points import Size
from yurei.rules.scoring import score
from yurei.rules.state import PASS, EndedBy, Result, State, Try, stone


def counting_commands(engine: SeeingEngine) -> Mapping[str, Do]:
    """Return the commands about dead stones and the score, by name."""

    def final_status(words: Words) -> str:
        where = protocol.read_point(only_word(words), engine.size)
        if engine.board.position.state.cells[where] == EMPTY:
            raise protocol.Refused("vertex must not be empty")
        return "dead" if where in dead_stones(engine.board.position) else "alive"

    def clean_up(words: Words) -> str:
        side = protocol.read_colour(only_word(words))
        position = engine.board.position.with_mover(side)
        tried = move_taking_dead(position, side)
        engine.board.append_move(position.after_try(side, tried), side, tried)
        return protocol.vertex(tried, engine.size)

    return {
        "final_score": no_arguments(lambda: protocol.result_text(final_result(engine.board.position))),
        "final_status_list": lambda words: _list_stones_by_status(engine, only_word(words)),
        "final_status": final_status,
        "kgs-genmove_cleanup": clean_up,
    }


def _list_stones_by_status(engine: SeeingEngine, status: str) -> str:
    """Return the stones with this status: ``alive``, ``dead`` or ``seki``. Stones in seki are reported as alive."""
    if status not in ("alive", "dead", "seki"):
        raise protocol.Refused(protocol.SYNTAX_ERROR)
    gone = dead_stones(engine.board.position) if status != "seki" else frozenset[int]()
    alive = (place for place, cell in enumerate(engine.cells) if cell != EMPTY and place not in gone)
    return " ".join(engine.size.names(alive if status == "alive" else gone))


def dead_stones(position: Position) -> frozenset[int]:
    """Estimate the dead stones: by a thousand playouts, or without the kernel by a few random games per string."""
    settings, board = position.table.settings, position.state.cells
    if players.is_ready():
        try:
            question = {"settings": settings.plain(), "board": board_text(board, settings.size)}
            return frozenset(jobs.dead_stones(question))
        except YureiError:
            return frozenset()  # the kernel does not know this game
    chance = Random(0)
    marked = (stones for stones, _ in strings(board, settings.size) if are_dead(settings, board, stones, chance))
    return frozenset(point for stones in marked for point in stones)


def move_taking_dead(position: Position, side: Colour) -> Try:
    """Return a move that helps to capture the dead enemy string with the fewest liberties, or a pass.

    The stone has two liberties, or captures, so that no own stones are lost in capturing dead ones.
    """
    state, gone = position.state, dead_stones(position)
    best, fewest = PASS, state.size.points
    for stones, liberties in strings(state.cells, state.size):
        if state.cells[stones[0]] != side.opponent or gone.isdisjoint(stones) or len(liberties) >= fewest:
            continue
        for place in sorted(liberties):
            tried = stone(place)
            if not is_move(state, tried):
                continue
            _, own = string_at(position.after_try(side, tried).state.cells, state.size.neighbours, place, enough=2)
            if len(liberties) == 1 or len(own) >= 2:
                best, fewest = tried, len(liberties)
                break
    return best


def final_result(position: Position) -> Result:
    """Return the score without dead stones; the actual result if the game has ended in another way."""
    state = position.state
    if state.result is not None and state.result.by is not EndedBy.SCORE:
        return state.result
    if not state.ruleset.counts:
        raise protocol.Refused("cannot score")
    return score(replace(state, lost=position.prisoners), dead_stones(position))


USUAL, SHORTEST = 100, 10  # centiseconds between two lines: the default, and the least
TICK = 0.1  # seconds of thought between two checks for input
SHOWN = 30  # most moves in a line
BELOW = 1.96  # distance of a move's lower bound below its mean, in standard errors


def analysis_commands(engine: SeeingEngine) -> Mapping[str, Do]:
    """Return the analysis commands, by name; without the kernel only ``gomill-explain_last_move``."""
    explain = {"gomill-explain_last_move": no_arguments(lambda: _explain_last_move(engine))}
    if not players.is_ready():
        return explain
    own: dict[str, Do] = {"yurei-weighed": lambda words: _candidates_of(engine, words)}
    for dialect in ("lz", "kata"):
        kata = dialect == "kata"
        own[f"{dialect}-analyze"] = partial(_analyse, engine, kata)
        own[f"{dialect}-genmove_analyze"] = partial(_move_and_analyse, engine, kata)
    return {**explain, **own, "analyze": own["kata-analyze"], "genmove_analyze": own["kata-genmove_analyze"]}


def _explain_last_move(engine: SeeingEngine) -> str:
    """Return the candidates of the engine's last move as text; empty if the last move was not the engine's."""
    explained = engine.last_explanation()
    if explained is None:
        return ""
    return analysis_line(explained, engine.size, kata=True).replace("info move", "\nmove").strip()


def _analyse(engine: SeeingEngine, kata: bool, words: Words) -> protocol.Stream:
    side, interval = colour_and_interval(words, engine.board.position.state.to_move)
    position = engine.board.position.with_mover(side)
    if position.state.result is not None:
        raise protocol.Refused("the game is over")
    return _analyses(position, side, engine.seed, interval / 100, kata=kata)


def _move_and_analyse(engine: SeeingEngine, kata: bool, words: Words) -> protocol.Stream:
    """Play a move for a side; answer with its candidates, then the move."""
    side, _ = colour_and_interval(words, engine.board.position.state.to_move)
    moved = engine.play_move(side)
    said = analysis_line(engine.player(side).explain(), engine.size, kata=kata)
    return iter([f"{said}\nplay {moved}" if said else f"play {moved}"])


def colour_and_interval(words: Words, to_move: Colour) -> tuple[Colour, int]:
    """Parse the colour and the interval of an analysis command, in any order; refuse ``avoid`` and ``allow``."""
    side, interval = to_move, USUAL
    left = list(words)
    while left:
        word = left.pop(0).lower()
        if word in protocol.COLOURS:
            side = protocol.read_colour(word)
        elif word == "interval":
            interval = protocol.read_whole(left.pop(0) if left else "")
        elif word.isdecimal():
            interval = protocol.read_whole(word)
        elif word in ("avoid", "allow"):
            raise protocol.Refused(f"{word} is not supported; leave it out to analyse all moves")
    return side, max(SHORTEST, interval)


def _analyses(position: Position, side: Colour, seed: int | None, interval: float, *, kata: bool) -> Iterator[str]:
    """Yield a line of the best moves every ``interval`` seconds, and empty lines at which the caller can stop."""
    from yurei.players.mcts import Mcts

    size, thinker = position.table.settings.size, Mcts(seed)
    thinker.catch_up(position.table.view(side.word))
    next_at = 0.0
    while True:
        began = time.monotonic()
        weighed = thinker.search_further(players.Budget(seconds=TICK))
        if began >= next_at and (said := analysis_line(weighed, size, kata=kata)):
            next_at = began + interval
            yield said
        else:
            yield ""
        if not thinker.undecided:
            time.sleep(TICK)


def analysis_line(explained: Explanation, size: Size, *, kata: bool) -> str:
    """Return a line of analysis, best move first; winrates are from 0 to 1 with ``kata``, else from 0 to 10000."""
    total = max(1, explained.playouts)
    return " ".join(
        _candidate_text(order, candidate, total, size, kata=kata)
        for order, candidate in enumerate(_select_candidates(explained.candidates))
    )


def _select_candidates(candidates: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in candidates if candidate.weight > 0][:SHOWN]


def _candidate_text(order: int, candidate: Candidate, total: int, size: Size, *, kata: bool) -> str:
    visits = max(1, round(candidate.weight * total))
    win, move = candidate.value, protocol.vertex(candidate.attempt, size)
    least = max(0.0, win - BELOW * sqrt(max(0.0, win * (1 - win)) / visits))
    chances = (f"{win:.6f}", f"{least:.6f}") if kata else (str(round(win * 10_000)), str(round(least * 10_000)))
    return f"info move {move} visits {visits} winrate {chances[0]} lcb {chances[1]} order {order} pv {move}"


def _candidates_of(engine: SeeingEngine, words: Words) -> str:
    """Return a GoGui command that labels the candidates of a player's last move with their chances."""
    side = protocol.read_colour(words[0]) if words else engine.board.position.state.to_move
    player = engine.player(side)
    weighed = _select_candidates(player.explain().candidates) if player.begun else []
    points = [candidate for candidate in weighed if candidate.attempt.point is not None]
    if not points:
        return ""
    labels = " ".join(f"{engine.size.name(each.attempt.point or 0)} {each.value * 100:.0f}" for each in points)
    return f"LABEL {labels}"


STONES = ".XO.."  # GoGui's signs for cells; it has none for ghosts, which are drawn on top


def gogui_commands(engine: SeeingEngine) -> Mapping[str, Do]:
    """Return GoGui's ``gogui-rules_`` commands, for games other than Go, by name."""
    functions: dict[str, Callable[[], str]] = {
        # One capital, then small letters, as GoGui requires.
        "game_id": lambda: "".join(filter(str.isalpha, engine.settings.ruleset.slug)).capitalize(),
        "board": lambda: _board_text(engine.size, engine.cells),
        "board_size": lambda: str(max(engine.size.width, engine.size.height)),
        "board_gfx": lambda: _draw_ghosts(engine.size, engine.cells),
        "legal_moves": lambda: _legal_moves(engine),
        "side_to_move": lambda: engine.board.position.state.to_move.word,
        "final_result": lambda: _final_result(engine.board.position.state),
        "captured_count": lambda: "{} {}".format(*engine.board.position.prisoners),
    }
    return {f"gogui-rules_{name}": no_arguments(do) for name, do in functions.items()}


def _board_text(size: Size, cells: bytes) -> str:
    rows = (cells[row * size.width : (row + 1) * size.width] for row in reversed(range(size.height)))
    return "\n".join(" ".join(STONES[cell] for cell in row) for row in rows)


def _draw_ghosts(size: Size, cells: bytes) -> str:
    """Return GoGui commands that draw each ghost as its colour with a triangle."""
    lines = []
    for word, ghost in (("BLACK", BLACK_GHOST), ("WHITE", WHITE_GHOST)):
        if points := [p for p, cell in enumerate(cells) if cell == ghost]:
            names = " ".join(size.names(points))
            lines += [f"{word} {names}", f"TRIANGLE {names}"]
    return "\n".join(lines)


def _legal_moves(engine: SeeingEngine) -> str:
    """Return all legal moves as text, points and the pass; empty after the end of the game."""
    position = engine.board.position
    if position.state.result is not None:
        return ""
    passing = ["pass"] if is_move(position.state, PASS) else []
    return " ".join([*engine.size.names(engine.legal_points(position)), *passing])


def _final_result(state: State) -> str:
    return "" if state.result is None else speak_result(state.result, ruleset=state.ruleset)
