"""The content of the analysis page: the position, the reader's language, sentences and labels about values."""

from collections.abc import Iterator
from dataclasses import dataclass

from yurei.apps.web.analysis.walk import Walk
from yurei.apps.web.board.board import Say
from yurei.apps.web.board.shapes import Label
from yurei.club.programs.solved.boards import Solved, State
from yurei.languages import N_, listed, translation
from yurei.players.tablebase import Analysis, Outcome
from yurei.referee.announce import COLOURS
from yurei.rules.board import Colour

PART = "analysis"
"""HTML id of the part that changes with every click; links and forms name it too."""


@dataclass(frozen=True, slots=True)
class View:
    """Input of the analysis page.

    Attributes:
        walk: The position, and the moves around it.
        tool: What a click on the board does.
        state: The values of the position; None if it has none: the game is over, or a string has no liberty.
        language: The reader's language.
        base: Address of the server, for links to copy.
        refused: The point of a stone that could not be played.
    """

    walk: Walk
    tool: str
    state: State | None
    language: str
    base: str
    refused: int | None = None

    @property
    def say(self) -> Say:
        """Translates a sentence for the reader."""
        return translation(self.language).gettext

    @property
    def solved(self) -> Solved | None:
        """The values of the position, if they are known."""
        return self.state if isinstance(self.state, Solved) else None

    @property
    def line(self) -> tuple[int, ...]:
        """Points of the best moves from here."""
        return self.solved.line if self.solved else ()


def _outcome(outcome: Outcome, say: Say) -> str:
    """Return an outcome in words, without a full stop."""
    if outcome.winner is None:
        return say(N_("draw"))
    words = say(N_("{winner} wins in 1 move")) if outcome.distance == 1 else say(N_("{winner} wins in {count} moves"))
    return words.format(winner=say(COLOURS[outcome.winner]), count=outcome.distance)


def value_sentence(outcome: Outcome, to_move: Colour, say: Say) -> str:
    """Return the value of a position in a sentence."""
    if outcome.winner is None:
        return say(N_("{mover} to move: a draw.")).format(mover=say(COLOURS[to_move]))
    return say(N_("{mover} to move: {outcome}.")).format(mover=say(COLOURS[to_move]), outcome=_outcome(outcome, say))


def best_sentence(analysis: Analysis, say: Say, language: str) -> str:
    """Return the best moves in a sentence."""
    if len(analysis.moves) == len(analysis.best) > 1:
        return say(N_("All moves are equally good."))
    loses = analysis.outcome.winner is analysis.to_move.opponent
    words = N_("All moves lose; the longest resistance: {points}.") if loses else N_("Best moves: {points}.")
    return say(words).format(points=listed(analysis.size.names(analysis.best), language))


def labels_of(analysis: Analysis, say: Say) -> Iterator[tuple[int, Label]]:
    """Yield the value of every move as a label on its point."""
    for point, outcome in analysis.moves.items():
        best = point in analysis.best
        wins = outcome.winner is analysis.to_move
        text = "=" if outcome.winner is None else f"{'+' if wins else '−'}{outcome.distance}"
        kind = "drawn" if outcome.winner is None else "won" if wins else "lost"
        words = _outcome(outcome, say)
        if best:
            words = say(N_("{outcome}, best move")).format(outcome=words)
        yield point, Label(text, f"{kind} best" if best else kind, words)
