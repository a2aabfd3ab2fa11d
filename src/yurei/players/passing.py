"""Rules by which players answer a pass, and their estimate of territory."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from yurei.errors import YureiError
from yurei.players.refusals import Refusals
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome
from yurei.referee.view import View, empty_points, opponent_passed
from yurei.rules.board import BLACK, EMPTY, WHITE, Colour, board_text, strings
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.ruleset import Scoring, passing_of
from yurei.rules.scoring import area, regions, territory
from yurei.rules.state import start, stone

CONTESTED = 1 / 8
"""Largest share of the points that may be contested when a player answers the opponent's first pass with a pass."""
UNDECIDED = 1 / 16
"""Largest share of the points that may be undecided when a player answers a pass with a pass."""
UNSURE = 1 / 10
"""Largest share of the possible boards on which playing on would win and the count would not."""
PLAYOUTS = 32
"""Number of playouts from which the end of a board is estimated."""
EARLY = 2 / 3
"""If more than this share of the points is empty, the opponent's first pass may be accidental."""
LARGEST_TERRITORY = 7
"""Maximum size of an enclosed region that counts as territory; a larger one may hold a living enemy string."""
RANDOM_GAMES = 24
"""Number of random games that decide whether stones are dead."""
DEAD = 0.5
"""Share of games in which a point must be the opponent's at the end for its stone to count as dead."""


def passes_of_opponent(view: View) -> int:
    """Return how often the opponent has passed."""
    return sum(told.outcome is Outcome.PASSED and told.mover is not view.seat.colour for told in view.heard)


def may_be_accidental(view: View) -> bool:
    """Return whether the opponent's pass may be accidental: it is their first one, and the board is nearly empty."""
    return passes_of_opponent(view) == 1 and empty_points(view) > EARLY * view.settings.size.points


def is_worth_playing_on(view: View, boards: Sequence[bytes]) -> bool:
    """Return whether the seat should not pass in answer to the opponent's pass; needs the kernel.

    It should not while the owner of more than a sixteenth of the points is undecided, or while it can still win a
    game that the count would lose. After the opponent's first pass, it also should not if more than an eighth of the
    points are contested, or the board is nearly empty.
    """
    size, points = view.settings.size, len(boards) * view.settings.size.points
    if passes_of_opponent(view) == 1 and (
        may_be_accidental(view) or sum(count_contested_points(board, size) for board in boards) > CONTESTED * points
    ):
        return True
    ends = [playout_ends(view, board) for board in boards]
    can_win = sum(end.wins and not is_ahead(view, board) for end, board in zip(ends, boards, strict=True))
    return sum(end.undecided for end in ends) > UNDECIDED * points or can_win > UNSURE * len(boards)


def count_contested_points(board: bytes, size: Size) -> int:
    """Return the number of empty points in regions that touch pieces of both colours, or of none."""
    return sum(len(region) for region, colours in regions(board, size) if len(colours) != 1)


class PlayoutSummary(NamedTuple):
    """Summary of random playouts of a board."""

    undecided: int  # number of points that neither colour owns in three of four playouts
    wins: bool  # whether the seat's colour owns more on average, with komi


def playout_ends(view: View, board: bytes) -> PlayoutSummary:
    """Run random playouts of a board, and return their summary. If one colour owns all points, nothing is undecided."""
    size = view.settings.size
    counted = area(board, size)
    if size.points in (len(counted.black), len(counted.white)):
        return PlayoutSummary(0, is_ahead(view, board))
    try:
        owners = _owners(view, board)
    except YureiError:  # a guess of the board on which a string has no liberty
        return PlayoutSummary(size.points, wins=False)
    lead = sum(owners) - (view.settings.komi or 0)
    return PlayoutSummary(
        sum(abs(owner) < 0.5 for owner in owners), lead > 0 if view.seat.colour is BLACK else lead < 0
    )


def capturing_points(view: View, board: bytes) -> set[int]:
    """Return the liberties of the opponent's strings that are dead in most random playouts; needs the kernel."""
    own, owners = view.seat.colour, _owners(view, board)
    assert own is not None
    sign = 1 if own is BLACK else -1
    return {
        liberty
        for stones, liberties in strings(board, view.settings.size)
        if board[stones[0]] == own.opponent and all(sign * owners[point] >= 0.5 for point in stones)
        for liberty in liberties
    }


def _owners(view: View, board: bytes) -> list[float]:
    """Return the ownership of each point in random playouts: the share of Black less the share of White."""
    from yurei.kernel import ownership  # compiled code: only where it plays

    settings, size = view.settings, view.settings.size
    owners = ownership(settings.ruleset, (size.width, size.height), board_text(board, size), PLAYOUTS, seed=1)
    return [float(owner) for owner in owners.ravel()]


def is_ahead(view: View, board: bytes) -> bool:
    """Return whether the seat's colour would win if the game ended now with this board."""
    ruleset, size, komi = view.settings.ruleset, view.settings.size, view.settings.komi or 0
    if not ruleset.counts:
        return False
    if ruleset.scoring is Scoring.AREA:
        counted, prisoners = area(board, size), 0
    else:
        counted, prisoners = territory(board, size), lost_stones(view, board, WHITE) - lost_stones(view, board, BLACK)
    lead = len(counted.black) - len(counted.white) + prisoners - komi
    return lead > 0 if view.seat.colour is BLACK else lead < 0


def lost_stones(view: View, board: bytes, colour: Colour) -> int:
    """Return the number of stones that a colour has lost in the game, assuming that ``board`` is the true board."""
    placed = sum(told.outcome is Outcome.MOVED and told.mover is colour for told in view.heard)
    return view.opening.board.count(colour) + placed - board.count(colour)


def own_territory(known: Refusals, view: View) -> set[int]:
    """Return the points of small regions enclosed by own pieces, and of larger ones after a pass if all is seen."""
    size = view.settings.size
    sees = not view.settings.referee.hides or not known.unseen
    sure = sees and opponent_passed(view) and not may_be_accidental(view)
    refused = {attempt.point for attempt in known.list_certain_refusals()} | known.list_probable_refusals()
    enclosed = known.regions(size.points - 1 if sure else largest_territory(size))
    return {point for region in enclosed if not region & refused for point in region}


def largest_territory(size: Size) -> int:
    """Return the largest number of points of an enclosed region that counts as territory on a board."""
    return min(LARGEST_TERRITORY, size.points // 8)


def are_dead(settings: Settings, board: bytes, stones: Iterable[int], chance: Random) -> bool:
    """Estimate by a few random games in plain Python whether all these stones are dead."""
    lost = dict.fromkeys(stones, 0)
    for number in range(RANDOM_GAMES):
        counted = area(_play_out_randomly(settings, board, BLACK if number % 2 else WHITE, chance), settings.size)
        for point in lost:
            lost[point] += point in (counted.white if board[point] == BLACK else counted.black)
    return all(times > DEAD * RANDOM_GAMES for times in lost.values())


def _play_out_randomly(settings: Settings, board: bytes, first: Colour, chance: Random) -> bytes:
    """Return the final board of a random game in which neither side fills its own eyes."""
    ruleset = replace(settings.ruleset, passing=passing_of("free"))
    state = start(ruleset, settings.size, settings.komi, first, board_text(board, settings.size))
    passes = 0
    for _ in range(2 * settings.size.points):
        empty = [point for point, cell in enumerate(state.cells) if cell == EMPTY]
        chance.shuffle(empty)
        for point in empty:
            if any(state.cells[beside] != state.to_move for beside in settings.size.neighbours[point]):
                verdict = judge(state, stone(point))
                if verdict.accepted and verdict.after.result is None and not verdict.own_losses:
                    state, passes = verdict.after, 0
                    break
        else:
            passes += 1
            if passes == 2:
                break
            state = replace(state, to_move=state.to_move.opponent)
    return state.cells
