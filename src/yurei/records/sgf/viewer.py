"""Forms whose nodes set boards up, so that any viewer shows them: the true board, or what one seat knew, try by try."""

from collections.abc import Iterator

from yurei.languages import N_, translation
from yurei.records.sgf.boards import ghosts, set_up_nodes, stones
from yurei.records.sgf.header import Details, header, opening
from yurei.records.sgf.played import Played, comment_on
from yurei.records.sgf.writing import point_text, written
from yurei.referee.retold import heard, name
from yurei.referee.told import Outcome
from yurei.referee.view import View, board_after
from yurei.rules.points import Size
from yurei.rules.state import Try

Properties = dict[str, list[str]]


def viewer(played: Played, details: Details | None = None) -> str:
    """Return a game for viewers, with nothing but set-up nodes, marks and comments.

    Args:
        played: The game, finished or requested by the code that runs the referee, since it shows the true board.

    Raises:
        BadRecord: if it is too long for SGF.
    """
    return written(_nodes(played, (details or Details()).of(played.record)))


def _nodes(played: Played, details: Details) -> Iterator[Properties]:
    settings, shown = played.record.settings, stones(played.opening)
    yield {**header(settings, details, played.result), **opening(settings, played.opening)}
    for step in played.steps:
        nodes = set_up_nodes(shown, stones(step.cells), settings.size)
        said = comment_on(step, settings, played.result, details.language)
        tried = {} if step.verdict is None else mark(step.verdict.attempt, step.verdict.accepted, settings.size)
        yield from shown_with(nodes, {**tried, **ghosts(step.cells, settings.size)}, {"C": [said]})
        shown = stones(step.cells)


def side(view: View, details: Details | None = None) -> str:
    """Return as SGF what a seat knew: the board shown to it after every try, with what it heard as comments.

    Args:
        view: The seat's last view.

    Raises:
        BadRecord: if it is too long for SGF.
    """
    return written(_seen_nodes(view, details or Details()))


def _seen_nodes(view: View, details: Details) -> Iterator[Properties]:
    settings, size, board = view.settings, view.settings.size, view.opening.board
    whose = translation(details.language).gettext(N_("What {seat} heard and saw"))
    said = whose.format(seat=name(view.seat.name, details.language))
    yield {**header(settings, details, view.result), **opening(settings, board), "C": [said]}
    for told in view.heard:
        before, board = board, board_after(board, told, settings, view.seat)
        nodes = set_up_nodes(stones(before), stones(board), size)
        tried = mark(told.attempt, told.outcome is not Outcome.ILLEGAL, size)
        said = heard(told, settings, details.language)
        yield from shown_with(nodes, {**tried, **ghosts(board, size)}, {"C": [said]})


def shown_with(nodes: list[Properties], all_have: Properties, first_has: Properties) -> Iterator[Properties]:
    """Yield nodes that set a board up, with marks in all of them, and the comment in the first."""
    for number, node in enumerate(nodes):
        yield {**node, **all_have, **({} if number else first_has)}


def mark(attempt: Try | None, accepted: bool, size: Size) -> Properties:
    """Return the mark of a try: a ring for a move, a cross for a refused try; none for a pass."""
    if attempt is None or attempt.point is None:
        return {}
    return {"CR" if accepted else "MA": [point_text(attempt.point, size)]}
