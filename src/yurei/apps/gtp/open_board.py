"""An open game as GTP wants it: either colour moves at any time, and moves are taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from yurei.apps.gtp.lines import Refused
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, WHITE, Colour, board_text
from yurei.rules.judge import Verdict, is_move
from yurei.rules.ruleset import FREE, Capture
from yurei.rules.state import EndedBy, State, Try, start

ILLEGAL = "illegal move"


@dataclass(frozen=True)
class Position:
    """A game between two moves.

    Attributes:
        table: The table of the game.
        state: Its state.
        lost: Stones that Black and White had lost before this table was set up.
    """

    table: Table
    state: State
    lost: tuple[int, int] = (0, 0)

    @classmethod
    def at(cls, settings: Settings, board: str | None, lost: tuple[int, int] = (0, 0)) -> Position:
        """Return a new table."""
        state = start(settings.ruleset, settings.size, settings.komi, settings.first, board or settings.setup)
        return cls(Table.of(settings, board), state, lost)

    @property
    def prisoners(self) -> tuple[int, int]:
        """Stones that Black and White have lost."""
        return self.lost[0] + self.state.lost[0], self.lost[1] + self.state.lost[1]

    def turn_of(self, colour: Colour) -> Position:
        """Return the same position, with this colour to move.

        If it is the other's turn, or two passes have ended the game, a new table is set up with the present
        board: it forgets earlier ones, and so ko, which a second move in a row lifts anyway.

        Raises:
            Refused: if the game is over, or the rules allow no second move in a row.
        """
        state = self.state
        if state.result is None and state.to_move is colour:
            return self
        passed = state.result is not None and state.result.by is EndedBy.SCORE
        begun = bool(self.table.view(AUDIENCE.name).heard)
        if (state.result is not None and not passed) or (begun and state.ruleset.passing != FREE):
            raise Refused(ILLEGAL)
        settings = replace(self.table.settings, first=colour, handicap=0)
        return Position.at(settings, board_text(state.cells, state.size), self.prisoners)

    def after(self, colour: Colour, attempt: Try) -> Position:
        """Return the position after a move.

        Raises:
            Refused: if the move is illegal.
        """
        if not is_move(self.state, attempt):
            raise Refused(ILLEGAL)
        verdicts: list[Verdict] = []
        table = self.table.copy(verdicts.append)
        table.attempt(colour.word, attempt)
        return Position(table, verdicts[-1].after, self.lost)


class OpenBoard:
    """An open game with its history.

    Args:
        settings: The settings of the game.
        board: A position to start from; None for an empty board.

    Attributes:
        moves: The moves, with their colours.
    """

    def __init__(self, settings: Settings, board: str | None = None) -> None:
        self._setup = board
        self._positions = [Position.at(settings, board)]
        self.moves: list[tuple[Colour, Try]] = []

    @property
    def now(self) -> Position:
        """Present position."""
        return self._positions[-1]

    @property
    def settings(self) -> Settings:
        """Settings with which the game began here."""
        return self._positions[0].table.settings

    @property
    def boards(self) -> list[bytes]:
        """Boards before the first move and after each move."""
        return [position.state.cells for position in self._positions]

    @property
    def empty(self) -> bool:
        """Whether the board is empty, and there were no moves."""
        return not self.moves and not any(self.now.state.cells)

    def play(self, colour: Colour, attempt: Try) -> None:
        """Move for a colour.

        Raises:
            Refused: if the move is illegal.
        """
        self.take(self.now.turn_of(colour).after(colour, attempt), colour, attempt)

    def take(self, position: Position, colour: Colour, attempt: Try) -> None:
        """Add a position after a move."""
        self._positions.append(position)
        self.moves.append((colour, attempt))

    def undo(self, count: int = 1) -> None:
        """Take moves back.

        Raises:
            Refused: if there are fewer moves.
        """
        if not 0 < count <= len(self.moves):
            raise Refused("cannot undo")
        del self._positions[-count:], self.moves[-count:]

    def under(self, settings: Settings) -> OpenBoard:
        """Return the same game with other settings.

        Raises:
            Refused: if one of its moves is illegal under them.
        """
        again = OpenBoard(replace(settings, first=self.settings.first), self._setup)
        for colour, attempt in self.moves:
            again.play(colour, attempt)
        return again

    @property
    def captured(self) -> dict[Colour, int]:
        """Stones that each colour has captured."""
        black, white = self.now.prisoners
        return {BLACK: white, WHITE: black}


def is_ordinary(settings: Settings) -> bool:
    """Return whether the game is ordinary Go: captures in turn, no ghosts, passes at any time, and a score."""
    rules = settings.ruleset
    return rules.counts and rules.passing == FREE and not rules.ghosts and rules.capture is Capture.OPPONENT_FIRST
