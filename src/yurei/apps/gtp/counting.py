"""Dead stones at the end of an open game, and its score."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random

from yurei import players
from yurei.apps.gtp.engine import Do, Words, no_arguments, one
from yurei.apps.gtp.lines import SYNTAX_ERROR, Refused
from yurei.apps.gtp.open_board import Position
from yurei.apps.gtp.seeing import SeeingEngine
from yurei.apps.gtp.words import colour, point, result_text, vertex, vertices
from yurei.club.programs import playouts
from yurei.errors import YureiError
from yurei.players.search.dead_stones import are_dead
from yurei.rules.board import EMPTY, Colour, board_text, string_at, strings
from yurei.rules.judge import is_move
from yurei.rules.scoring import score
from yurei.rules.state import PASS, EndedBy, Result, Try, stone

CANNOT_SCORE = "cannot score"


def commands(engine: SeeingEngine) -> Mapping[str, Do]:
    """Return the commands that count."""

    def final_score() -> str:
        return result_text(result(engine.board.now, dead(engine.board.now)))

    def final_status_list(words: Words) -> str:
        return vertices(_with_status(one(words), engine.board.now), engine.size)

    def final_status(words: Words) -> str:
        where = point(one(words), engine.size)
        if engine.board.now.state.cells[where] == EMPTY:
            raise Refused("vertex must not be empty")
        return "dead" if where in dead(engine.board.now) else "alive"

    def clean_up(words: Words) -> str:
        side = colour(one(words))
        position = engine.board.now.turn_of(side)
        tried = taking_dead(position, side)
        engine.board.take(position.after(side, tried), side, tried)
        return vertex(tried, engine.size)

    return {
        "final_score": no_arguments(final_score),
        "final_status_list": final_status_list,
        "final_status": final_status,
        "kgs-genmove_cleanup": clean_up,
    }


def _with_status(status: str, position: Position) -> list[int]:
    """Return the stones of a status: ``alive``, ``dead``, ``seki``. Stones in seki are among those alive."""
    if status not in ("alive", "dead", "seki"):
        raise Refused(SYNTAX_ERROR)
    gone = dead(position) if status != "seki" else frozenset()
    if status != "alive":
        return sorted(gone)
    return [place for place, cell in enumerate(position.state.cells) if cell != EMPTY and place not in gone]


def dead(position: Position) -> frozenset[int]:
    """Return the dead stones: with the kernel by a thousand playouts, else by a few for each string."""
    settings, board = position.table.settings, position.state.cells
    if players.is_ready():
        try:
            question = {"settings": settings.plain(), "board": board_text(board, settings.size)}
            return frozenset(playouts.answer(question))
        except YureiError:
            return frozenset()  # the kernel does not know this game
    chance = Random(0)
    marked = (stones for stones, _ in strings(board, settings.size) if are_dead(settings, board, stones, chance))
    return frozenset(point for stones in marked for point in stones)


def taking_dead(position: Position, side: Colour) -> Try:
    """Return a move that helps to capture the dead opponent string with the fewest liberties; a pass if none is left.

    The stone has two liberties, or captures: no own stones are lost over dead ones.
    """
    state, gone = position.state, dead(position)
    best, fewest = PASS, state.size.points
    for stones, liberties in strings(state.cells, state.size):
        if state.cells[stones[0]] != side.opponent or gone.isdisjoint(stones) or len(liberties) >= fewest:
            continue
        for place in sorted(liberties):
            tried = stone(place)
            if is_move(state, tried) and (len(liberties) == 1 or _breathes(position.after(side, tried), place)):
                best, fewest = tried, len(liberties)
                break
    return best


def _breathes(position: Position, place: int) -> bool:
    """Return whether the string on a point has two liberties."""
    _, liberties = string_at(position.state.cells, position.state.size.neighbours, place, enough=2)
    return len(liberties) >= 2


def result(position: Position, gone: Iterable[int]) -> Result:
    """Return the result with these stones taken for dead; a game that ended otherwise keeps its result.

    Raises:
        Refused: if the game has no score.
    """
    state = position.state
    if state.result is not None and state.result.by is not EndedBy.SCORE:
        return state.result
    if not state.ruleset.counts:
        raise Refused(CANNOT_SCORE)
    return score(replace(state, lost=position.prisoners), gone)
