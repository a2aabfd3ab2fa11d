"""The tries that ``Belief`` weighs, from what its seat was told. Their values are computed elsewhere."""

from __future__ import annotations

from yurei.players.belief.ledger import Ledger
from yurei.players.knowledge import fills_eyes
from yurei.players.refusals import MOST_REFUSED, Refusals, own_territory
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, GHOST
from yurei.rules.state import PASS, RESIGN, Kind, Try, stone


def candidates(ledger: Ledger, view: View, refusals: Refusals, points: list[int], *, sparing: bool) -> list[Try]:
    """Return the tries not refused in this turn, ruled out, or on a proven enemy; a pass, if allowed, is last.

    Args:
        points: See ``sensible_points``.
        sparing: Whether to leave out tries of little use, see ``_useful``.
    """
    out, ruled_out = ledger.refused | ledger.proven, refusals.ruled_out()
    tries = [stone(point) for point in points if point not in out]
    if view.settings.ruleset.ghosts:
        tries += _ghosts(ledger, view)
    tries = [attempt for attempt in tries if attempt not in ruled_out]
    passes = not ledger.pass_refused and ledger.passes[0] < _passes_allowed(ledger, view)
    if sparing:
        tries = _useful(tries, ledger, view, refusals, passes=passes)
    return [*tries, PASS] if passes else tries or [RESIGN]


def sensible_points(ledger: Ledger, view: View) -> list[int]:
    """Return the points for stones: empty ones without own eyes, see ``fills_eyes``, and those whose own piece may
    be gone.
    """
    doubtful = {point for loss in ledger.own_losses for string in loss.strings for point in string}
    fills = fills_eyes(view.settings.ruleset)
    return [
        point
        for point, cell in enumerate(view.board)
        if (cell == EMPTY and (fills or not _is_own_eye(view, point)))
        or (point in doubtful and ledger.stood_at[point] < ledger.own_losses[-1].at)
    ]


def _useful(tries: list[Try], ledger: Ledger, view: View, refusals: Refusals, *, passes: bool) -> list[Try]:
    """Return tries without those of little use; all of them if none would be left and the game has no pass."""
    avoided = refusals.unlikely()
    if passes:
        avoided |= own_territory(refusals, view)
        if len(ledger.refused) + len(ledger.ghosts_refused) >= MOST_REFUSED:
            return []
    useful = [attempt for attempt in tries if attempt.point not in avoided]
    return useful if useful or passes else tries


def _ghosts(ledger: Ledger, view: View) -> list[Try]:
    """Return ghosts beside own stones, and stones on ghosts that are seen."""
    size, board, me = view.settings.size, view.board, int(ledger.me)
    ghosts = [
        Try(Kind.GHOST, point)
        for point, cell in enumerate(board)
        if cell == EMPTY
        and point not in ledger.ghosts_refused
        and point not in ledger.proven
        and any(board[beside] == me for beside in size.neighbours[point])
    ]
    return ghosts + [stone(point) for point, cell in enumerate(board) if cell > GHOST and point not in ledger.refused]


def _passes_allowed(ledger: Ledger, view: View) -> float:
    passing = view.settings.ruleset.passing
    return passing.black if ledger.me is BLACK else passing.white


def _is_own_eye(view: View, point: int) -> bool:
    """Return whether the point looks like an own eye: own stones on all neighbours, and on enough diagonal points."""
    size, board, me = view.settings.size, view.board, view.seat.colour
    if any(board[beside] != me for beside in size.neighbours[point]):
        return False
    row, column = divmod(point, size.width)
    corners = [
        (row + up) * size.width + column + across
        for up in (-1, 1)
        for across in (-1, 1)
        if 0 <= row + up < size.height and 0 <= column + across < size.width
    ]
    return sum(board[corner] != me for corner in corners) <= (1 if len(corners) == 4 else 0)
