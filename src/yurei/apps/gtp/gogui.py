"""Commands with which GoGui plays games other than Go: the engine tells the board, the legal moves, and the end."""

from collections.abc import Callable, Mapping

from yurei.apps.gtp.engine import Do, no_arguments
from yurei.apps.gtp.seeing import SeeingEngine
from yurei.apps.gtp.words import vertices
from yurei.referee.announce import speak_result
from yurei.rules.board import BLACK_GHOST, WHITE_GHOST
from yurei.rules.judge import is_move
from yurei.rules.points import Size
from yurei.rules.state import PASS, State

STONES = ".XO.."
"""GoGui's signs for cells; it knows no ghosts, they are drawn on top."""


def commands(engine: SeeingEngine) -> Mapping[str, Do]:
    """Return the ``gogui-rules_`` commands."""
    functions: dict[str, Callable[[], str]] = {
        "game_id": lambda: _game_id(engine.settings.ruleset.slug),
        "board": lambda: _board(engine.size, engine.cells),
        "board_size": lambda: str(max(engine.size.width, engine.size.height)),
        "board_gfx": lambda: _ghosts(engine.size, engine.cells),
        "legal_moves": lambda: _legal_moves(engine),
        "side_to_move": lambda: engine.board.now.state.to_move.word,
        "final_result": lambda: _final_result(engine.board.now.state),
        "captured_count": lambda: "{} {}".format(*engine.board.now.prisoners),
    }
    return {f"gogui-rules_{name}": no_arguments(do) for name, do in functions.items()}


def _game_id(slug: str) -> str:
    """Return the game's id: one capital, then small letters, as GoGui wants it."""
    return "".join(filter(str.isalpha, slug)).capitalize()


def _board(size: Size, cells: bytes) -> str:
    rows = (cells[row * size.width : (row + 1) * size.width] for row in reversed(range(size.height)))
    return "\n".join(" ".join(STONES[cell] for cell in row) for row in rows)


def _ghosts(size: Size, cells: bytes) -> str:
    """Return the drawing of ghosts: their colour on the point, and a triangle."""
    lines = []
    for word, ghost in (("BLACK", BLACK_GHOST), ("WHITE", WHITE_GHOST)):
        if points := [p for p, cell in enumerate(cells) if cell == ghost]:
            names = vertices(points, size)
            lines += [f"{word} {names}", f"TRIANGLE {names}"]
    return "\n".join(lines)


def _legal_moves(engine: SeeingEngine) -> str:
    """Return the points where a stone may be placed, and the pass if it is legal; nothing after the end."""
    position = engine.board.now
    if position.state.result is not None:
        return ""
    passing = ["pass"] if is_move(position.state, PASS) else []
    return " ".join([*engine.size.names(engine.legal(position)), *passing])


def _final_result(state: State) -> str:
    return "" if state.result is None else speak_result(state.result, ruleset=state.ruleset)
