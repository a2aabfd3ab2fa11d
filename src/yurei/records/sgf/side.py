"""The export of one seat: what it knew after every try, made from its view only."""

from __future__ import annotations

from collections.abc import Iterator

from yurei.languages import N_, translation
from yurei.records.sgf.boards import ghosts, set_up_nodes, stones
from yurei.records.sgf.header import Details, header, opening
from yurei.records.sgf.viewer import mark, shown_with
from yurei.records.sgf.writing import Node, written
from yurei.referee.retold import heard, name
from yurei.referee.told import Outcome
from yurei.referee.view import View, board_after


def side(view: View, details: Details | None = None) -> str:
    """Return as SGF what a seat knew: the board shown to it after every try, with what it heard as comments.

    Args:
        view: The seat's last view.
        details: Other public facts.

    Raises:
        BadRecord: if it is too long for SGF.
    """
    return written(_nodes(view, details or Details()))


def _nodes(view: View, details: Details) -> Iterator[Node]:
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
