"""The tries that ``Belief`` weighs, from what its seat was told. Their values are computed elsewhere."""

from yurei.players.belief.ledger import Ledger
from yurei.players.own_board import fills_eyes, is_eye
from yurei.players.passing import own_territory
from yurei.players.refusals import MOST_REFUSED, Refusals
from yurei.referee.view import View
from yurei.rules.board import EMPTY, GHOST
from yurei.rules.state import PASS, RESIGN, Kind, Try, stone


def candidates(ledger: Ledger, view: View, refusals: Refusals, points: list[int]) -> list[Try]:
    """Return the useful tries, see ``_useful``; a pass, if allowed, is last.

    None was refused in this turn, is ruled out, or is on a proven enemy.

    Args:
        points: See ``sensible_points``.
    """
    out, ruled_out = ledger.refused_points() | ledger.proven, refusals.ruled_out()
    tries = [stone(point) for point in points if point not in out]
    if view.settings.ruleset.ghosts:
        tries += _ghosts(ledger, view)
    tries = [attempt for attempt in tries if attempt not in ruled_out]
    passes = ledger.may_pass(view)
    tries = _useful(tries, ledger, view, refusals, passes=passes)
    return [*tries, PASS] if passes else tries or [RESIGN]


def sensible_points(ledger: Ledger, view: View) -> list[int]:
    """Return the points for stones: empty ones but eyes (see ``fills_eyes``), and those of doubtful own strings.

    A try at one point of a string tells about all of it.
    """
    last_loss = ledger.own_losses[-1].at if ledger.own_losses else 0
    doubtful = {
        point
        for loss in ledger.own_losses
        for string in loss.strings
        if all(ledger.stood_at[point] < last_loss for point in string)
        for point in (string if ledger.known_gone.intersection(string) else string[:1])
    }
    fills = fills_eyes(view.settings.ruleset)
    return [
        point
        for point, cell in enumerate(view.board)
        if (cell == EMPTY and (fills or not is_eye(view.board, view.settings.size, ledger.colour, point)))
        or point in doubtful
    ]


def _useful(tries: list[Try], ledger: Ledger, view: View, refusals: Refusals, *, passes: bool) -> list[Try]:
    """Return tries without those of little use; all of them if none would be left and the game has no pass."""
    avoided = refusals.unlikely()
    if passes:
        avoided |= own_territory(refusals, view)
        if sum(attempt.point is not None for attempt in ledger.refused) >= MOST_REFUSED:
            return []
    useful = [attempt for attempt in tries if attempt.point not in avoided]
    return useful if useful or passes else tries


def _ghosts(ledger: Ledger, view: View) -> list[Try]:
    """Return ghosts beside own stones, and stones on ghosts that are seen."""
    size, board, me = view.settings.size, view.board, int(ledger.colour)
    refused, ghosts_refused = ledger.refused_points(), ledger.refused_points(Kind.GHOST)
    ghosts = [
        Try(Kind.GHOST, point)
        for point, cell in enumerate(board)
        if cell == EMPTY
        and point not in ghosts_refused
        and point not in ledger.proven
        and any(board[beside] == me for beside in size.neighbours[point])
    ]
    return ghosts + [stone(point) for point, cell in enumerate(board) if cell > GHOST and point not in refused]
