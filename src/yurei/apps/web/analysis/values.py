"""Sentences and labels about the values of a position."""

from __future__ import annotations

from collections.abc import Iterator

from yurei.apps.web.board.board import Say
from yurei.apps.web.board.shapes import Label
from yurei.languages import N_, listed
from yurei.players.tablebase import Analysis, Outcome
from yurei.referee.announce import COLOURS
from yurei.rules.board import Colour


def outcome_words(outcome: Outcome, say: Say) -> str:
    """Return an outcome in words, without a full stop."""
    if outcome.winner is None:
        return say(N_("draw"))
    words = say(N_("{winner} wins in 1 move")) if outcome.distance == 1 else say(N_("{winner} wins in {count} moves"))
    return words.format(winner=say(COLOURS[outcome.winner]), count=outcome.distance)


def value_sentence(outcome: Outcome, to_move: Colour, say: Say) -> str:
    """Return the value of a position in a sentence."""
    if outcome.winner is None:
        return say(N_("{mover} to move: a draw.")).format(mover=say(COLOURS[to_move]))
    return say(N_("{mover} to move: {outcome}.")).format(
        mover=say(COLOURS[to_move]), outcome=outcome_words(outcome, say)
    )


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
        words = outcome_words(outcome, say)
        if best:
            words = say(N_("{outcome}, best move")).format(outcome=words)
        yield point, Label(text, f"{kind} best" if best else kind, words)
