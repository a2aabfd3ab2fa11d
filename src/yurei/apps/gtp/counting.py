"""What is dead at the end of an open game, and what its score is then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from yurei import players
from yurei.apps.gtp.engine import Do, Words, alone, one
from yurei.apps.gtp.lines import SYNTAX_ERROR, Refused
from yurei.apps.gtp.open_board import Moment
from yurei.apps.gtp.words import point, vertices
from yurei.apps.gtp.words import score as score_word
from yurei.club import playouts
from yurei.errors import YureiError
from yurei.players.dead_stones import look_dead
from yurei.rules.board import EMPTY, board_text, strings
from yurei.rules.scoring import score
from yurei.rules.state import EndedBy, Result

if TYPE_CHECKING:
    from yurei.apps.gtp.seeing import SeeingEngine

CANNOT_SCORE = "cannot score"


def commands(engine: SeeingEngine) -> Mapping[str, Do]:
    """What counts."""

    def final_score() -> str:
        return score_word(result(engine.board.now, dead(engine.board.now)))

    def final_status_list(words: Words) -> str:
        return vertices(_with_status(one(words), engine.board.now), engine.size)

    def final_status(words: Words) -> str:
        where = point(one(words), engine.size)
        if engine.board.now.state.cells[where] == EMPTY:
            raise Refused("vertex must not be empty")
        return "dead" if where in dead(engine.board.now) else "alive"

    return {
        "final_score": alone(final_score),
        "final_status_list": final_status_list,
        "final_status": final_status,
    }


def _with_status(status: str, moment: Moment) -> list[int]:
    """The stones of a status: ``alive``, ``dead``, ``seki``. What lives in seki lives, and is among those alive."""
    if status not in ("alive", "dead", "seki"):
        raise Refused(SYNTAX_ERROR)
    gone = dead(moment) if status != "seki" else frozenset()
    if status != "alive":
        return sorted(gone)
    return [place for place, cell in enumerate(moment.state.cells) if cell != EMPTY and place not in gone]


def dead(moment: Moment) -> frozenset[int]:
    """The stones that are as good as taken: where the kernel is there by a thousand playouts, else by a few for each string."""
    settings, board = moment.table.settings, moment.state.cells
    if players.is_ready():
        try:
            question = {"settings": settings.plain(), "board": board_text(board, settings.size)}
            return frozenset(playouts.answer(question))
        except YureiError:
            return frozenset()  # the kernel does not know this game
    chance = Random(0)
    marked = (stones for stones, _ in strings(board, settings.size) if look_dead(settings, board, stones, chance))
    return frozenset(point for stones in marked for point in stones)


def result(moment: Moment, gone: Iterable[int]) -> Result:
    """The result once these stones are taken for dead; of a game that has ended otherwise, its result.

    Raises:
        Refused: where nothing is scored.
    """
    state = moment.state
    if state.result is not None and state.result.by is not EndedBy.SCORE:
        return state.result
    if not state.ruleset.counts:
        raise Refused(CANNOT_SCORE)
    return score(replace(state, lost=moment.prisoners), gone)
