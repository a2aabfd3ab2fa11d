"""Commands with which GoGui plays games other than Go: the engine tells the board, the legal moves, and the end."""

from __future__ import annotations

from collections.abc import Mapping

from yurei.apps.gtp.engine import Do, alone
from yurei.apps.gtp.open_board import OpenGame
from yurei.apps.gtp.words import vertices
from yurei.referee.announce import speak_result
from yurei.rules.board import BLACK_GHOST, WHITE_GHOST
from yurei.rules.judge import is_move
from yurei.rules.state import PASS

STONES = ".XO.."
"""GoGui's signs for cells; it knows no ghosts, they are drawn on top."""


class Ruler:
    """The ``gogui-rules_`` commands.

    Args:
        engine: The engine that keeps the game.
    """

    def __init__(self, engine: OpenGame) -> None:
        self._engine = engine

    def commands(self) -> Mapping[str, Do]:
        """Return the function of each command."""
        return {
            f"gogui-rules_{name}": alone(do)
            for name, do in {
                "game_id": self._game_id,
                "board": self._board,
                "board_size": lambda: str(max(self._engine.size.width, self._engine.size.height)),
                "board_gfx": self._board_gfx,
                "legal_moves": self._legal_moves,
                "side_to_move": lambda: self._engine.board.now.state.to_move.word,
                "final_result": self._final_result,
                "captured_count": lambda: "{} {}".format(*self._engine.board.now.prisoners),
            }.items()
        }

    def _game_id(self) -> str:
        """Return the game's id: one capital, then small letters, as GoGui wants it."""
        return "".join(filter(str.isalpha, self._engine.settings.ruleset.slug)).capitalize()

    def _board(self) -> str:
        size, cells = self._engine.size, self._engine.board.now.state.cells
        rows = (cells[row * size.width : (row + 1) * size.width] for row in reversed(range(size.height)))
        return "\n".join(" ".join(STONES[cell] for cell in row) for row in rows)

    def _board_gfx(self) -> str:
        """Return the drawing of ghosts: their colour on the point, and a triangle."""
        size, cells = self._engine.size, self._engine.board.now.state.cells
        lines = []
        for word, ghost in (("BLACK", BLACK_GHOST), ("WHITE", WHITE_GHOST)):
            if points := [p for p, cell in enumerate(cells) if cell == ghost]:
                names = vertices(points, size)
                lines += [f"{word} {names}", f"TRIANGLE {names}"]
        return "\n".join(lines)

    def _legal_moves(self) -> str:
        """Return the points where a stone may be placed, and the pass if it is legal; nothing after the end."""
        moment = self._engine.board.now
        if moment.state.result is not None:
            return ""
        passing = ["pass"] if is_move(moment.state, PASS) else []
        return " ".join([*self._engine.size.names(self._engine.legal(moment)), *passing])

    def _final_result(self) -> str:
        state = self._engine.board.now.state
        return "" if state.result is None else speak_result(state.result, ruleset=state.ruleset)
