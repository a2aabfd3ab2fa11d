"""Tries that what a seat was told rules out: they were refused, and nothing told since can have made them legal.

A stone is refused because an enemy stone stands there, for suicide, or for a repetition. The first two last until a piece is
removed there or beside; a refusal that may have been a repetition is forgotten at the next move. Where removals are not told, an
enemy string can only have gone if it filled a whole region that own pieces enclose: a string without liberties has nothing else
beside it. Such a region holds no more points than the opponent has pieces, which excludes most of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from yurei.referee.told import Outcome, Told
from yurei.referee.view import View, advanced
from yurei.rules.board import EMPTY, GHOST, WHITE, colour_of, put, string_at
from yurei.rules.judge import Reason
from yurei.rules.ruleset import Capture, Repetition, Suicide
from yurei.rules.state import Kind, Try, ghost, stone

MOST_REFUSED = 12
"""So many refused tries a turn a player makes at most whom people are to enjoy; then it passes, where the game has a pass."""


WAIT = 24
"""For so many own moves a refused point is taken for occupied where nothing is known; twice as long after each further refusal."""
LARGEST_TERRITORY = 7
"""An enclosed region of more points may hold a living string of the opponent's."""


class Cause(Enum):
    """Why a try was refused, as far as that is known. The next move may end what is ``FLEETING``."""

    OCCUPIED = auto()
    SUICIDE = auto()
    EITHER = auto()
    FLEETING = auto()


TOLD = {
    Reason.OPPONENT_STONE: Cause.OCCUPIED,
    Reason.OWN_STONE: Cause.OCCUPIED,
    Reason.GHOST: Cause.OCCUPIED,
    Reason.SUICIDE: Cause.SUICIDE,
}
"""Causes by the reason that was told; those of all other reasons are fleeting."""


def ruled_out(view: View) -> frozenset[Try]:
    """Return the tries that are refused in every game that fits what this seat was told, as far as ``Refusals`` can tell."""
    known, so_far = Refusals(view.opening), view.opening
    for told in view.heard:
        so_far = advanced(so_far, told)
        known.hear(told, so_far)
    return known.ruled_out()


def own_territory(known: Refusals, view: View) -> set[int]:
    """Return the points that are as good as counted: small regions that own pieces enclose, and where nothing was refused."""
    refused = {attempt.point for attempt in known.ruled_out()} | known.unlikely()
    regions = known.regions(min(LARGEST_TERRITORY, view.settings.size.points // 8))
    return {point for region in regions if not region & refused for point in region}


class Refusals:
    """The refused tries of one seat, kept up to date told by told.

    Set-up stones of the opponent alone are told to nobody; they are taken for absent where the seat has none itself.

    Args:
        opening: What the seat knew before the first try.
    """

    def __init__(self, opening: View) -> None:
        settings = opening.settings
        assert opening.seat.colour is not None
        self._seat, self._me, self._rules, self._size = (
            opening.seat,
            opening.seat.colour,
            settings.ruleset,
            settings.size,
        )
        partners = [
            seat for seat in settings.seating.seats if seat.colour is self._me and seat.board != self._seat.board
        ]
        self._knows_own = not partners or not settings.referee.hides
        self._vanishes = settings.referee.vanishes
        self._stones: dict[int, Cause] = {}
        self._ghosts: dict[int, Cause] = {}
        self._asked: dict[int, tuple[int, int]] = {}  # at which own move a point was refused last, and how often in all
        self._own_moves = 0
        self._doubtful: set[int] = set()  # own pieces that may be gone
        self._dead: set[int] = set()  # own pieces that are known to be gone
        handicap = settings.handicap if self._me is WHITE else 0
        # The most pieces of the opponent, and of partners at other boards, that may stand.
        self._others = self._size.points if any(opening.board) and not settings.handicap else handicap
        self._ko: tuple[int, ...] | None = ()  # what the opponent's last move has taken
        self._positions: set[int] = set()
        self._look(opening)

    def ruled_out(self) -> frozenset[Try]:
        """Return the tries that are refused for certain."""
        standing = {point for point, cell in enumerate(self._board) if cell != EMPTY} - self._doubtful
        if not self._vanishes:
            standing = {point for point in standing if self._is_own(point)}
        stones = {point for point in standing if self._board[point] <= GHOST}
        stones |= {point for point, cause in self._stones.items() if not self._may_capture(point, cause)}
        found = [stone(point) for point in stones]
        if self._rules.ghosts:
            occupied = [point for point, cause in self._stones.items() if cause is Cause.OCCUPIED]
            found += [ghost(point) for point in {*standing, *self._ghosts, *occupied}]
        return frozenset(found)

    def enemy_stones(self) -> set[int]:
        """Return the points at which an enemy stone stands for certain, as far as refusals tell."""
        return {point for point, cause in self._stones.items() if cause is Cause.OCCUPIED} if self._knows_own else set()

    def unlikely(self) -> set[int]:
        """Return the points at which a try would probably be refused, because one was not long ago."""
        return {point for point, (at, times) in self._asked.items() if self._own_moves - at < WAIT << min(times - 1, 8)}

    def hear(self, told: Told, view: View) -> None:
        """Take in what was told, which has led to this view."""
        if told.outcome is Outcome.ILLEGAL:
            if told.attempt is not None and told.attempt.point is not None:
                self._note_refusal(told.attempt.kind, told.attempt.point, told.reason)
            return
        for refused in (self._stones, self._ghosts):
            for point in [point for point, cause in refused.items() if cause is Cause.FLEETING]:
                del refused[point]
        if told.outcome is Outcome.MOVED:
            self._note_move(told)
        elif told.mover is not self._me:
            self._ko = ()
        self._look(view)

    def _look(self, view: View) -> None:
        """Note how the seat's own board looks."""
        self._captures: dict[int, bool] = {}
        self._board = put(view.board, self._dead, EMPTY) if self._dead else view.board
        self._seen = view.in_sight if view.settings.referee.sight else 0
        for point in [point for point in self._stones if self._board[point] != EMPTY]:
            del self._stones[point]
        for point, cause in list(self._stones.items()):
            if self._seen >> point & 1 and cause is Cause.OCCUPIED:
                del self._stones[point]  # it is seen to be empty
        if self._rules.repetition not in (Repetition.SIMPLE_KO, Repetition.DRAW_ON_THIRD):
            self._positions.add(self._own_points())

    # Refusals.

    def _note_refusal(self, kind: Kind, point: int, reason: Reason | None) -> None:
        if reason is Reason.OWN_STONE and self._is_own(point):
            self._doubtful.discard(point)
            return
        if reason is not None and reason is not Reason.OWN_STONE and point in self._doubtful:
            self._doubtful.discard(point)
            self._dead.add(point)
            self._board = put(self._board, (point,), EMPTY)
        cause = self._guess(kind, point) if reason is None else TOLD.get(reason, Cause.FLEETING)
        if cause is Cause.SUICIDE and not self._knows_own:
            cause = Cause.FLEETING  # a partner's stone may give it a liberty
        if cause is not Cause.FLEETING or (reason is None and self._ko != (point,)):
            self._asked[point] = self._own_moves, self._asked.get(point, (0, 0))[1] + 1
        if kind is Kind.STONE or reason is Reason.OPPONENT_STONE:
            self._stones[point] = cause
        if kind is Kind.GHOST:
            self._ghosts[point] = cause

    def _guess(self, kind: Kind, point: int) -> Cause:
        """Return the cause of a refusal for which no reason was told."""
        if self._board[point] != EMPTY or self._may_repeat(point):
            return Cause.FLEETING
        if kind is Kind.GHOST:
            beside_own = any(self._board[each] == self._me for each in self._size.neighbours[point])
            return Cause.OCCUPIED if beside_own else Cause.FLEETING
        if not self._may_be_suicide(point):
            return Cause.OCCUPIED
        if self._rules.suicide is not Suicide.FORBIDDEN:
            # Suicide is legal, unless it makes an earlier position again.
            return Cause.OCCUPIED if self._rules.repetition is Repetition.DRAW_ON_THIRD else Cause.FLEETING
        if self._seen >> point & 1:
            return Cause.SUICIDE
        return Cause.EITHER if self._knows_own else Cause.FLEETING

    def _may_repeat(self, point: int) -> bool:
        """Whether a stone there, if it is no suicide, may make an earlier position again."""
        if self._rules.repetition is Repetition.DRAW_ON_THIRD:
            return False
        if self._rules.repetition is Repetition.SIMPLE_KO:
            return self._ko is None or self._ko == (point,)
        return not self._knows_own or self._own_points() | 1 << point in self._positions

    def _may_be_suicide(self, point: int) -> bool:
        """Whether a stone there may have no liberty: the others have enough pieces to take all that it seems to have."""
        _, liberties = self._string(point)
        open_ = any(self._board[each] != EMPTY or self._seen >> each & 1 for each in liberties)
        return not open_ and len(liberties) <= self._others

    def _may_capture(self, point: int, cause: Cause) -> bool:
        """Whether a stone that was refused may be legal by now because it takes the last liberty of an enemy string."""
        if cause in (Cause.OCCUPIED, Cause.FLEETING):
            return False
        if point not in self._captures:
            beside = self._size.neighbours[point]
            regions = self.regions(self._others, put(self._board, (point,), self._me))
            self._captures[point] = any(
                each in self._doubtful or any(each in region for region in regions) for each in beside
            )
        return self._captures[point]

    # Moves.

    def _note_move(self, told: Told) -> None:
        own = told.mover is self._me
        self._own_moves += own
        point = told.attempt.point if told.attempt is not None else None
        board = self._board
        if own and point is not None:
            board = put(board, (point,), self._me)
            self._dead.discard(point)
            self._doubtful.discard(point)
            for refused in (self._stones, self._ghosts, self._asked):
                refused.pop(point, None)
        else:
            self._others += 1
        enemies = self._enemies_gone(told, board, point if own else None)
        owns = self._owns_gone(told, board)
        self._forget(board, enemies, owns)
        if told.captured_count or told.lost_count or told.vanished:
            for gone in enemies | owns:
                self._asked.pop(gone, None)
        count = told.captured_count if own else told.lost_count
        self._others -= count or 0
        if not own:
            self._ko = told.vanished if self._knows_own else told.captured_points

    def _enemies_gone(self, told: Told, board: bytes, placed: int | None) -> set[int]:
        """Return where the opponent's pieces may have gone by a move.

        Args:
            board: The own board with what was placed, and all that went.
            placed: Where the seat's own colour has placed it.
        """
        own = told.mover is self._me
        points = told.captured_points if own else told.lost_points
        if points is not None:
            return set(points)
        count = told.captured_count if own else told.lost_count
        most = self._others if count is None else count
        loses_own = self._rules.suicide is not Suicide.FORBIDDEN or self._rules.capture is Capture.SIMULTANEOUS
        if not most or not (own or loses_own):
            return set()
        if not self._knows_own or (placed is None and own):
            return set(range(self._size.points))
        gone = set(self._doubtful)
        for region in self.regions(most, board):
            if placed is None or gone or any(each in region for each in self._size.neighbours[placed]):
                gone |= region
        return gone | {placed} if placed is not None and self._rules.ghosts else gone

    def _owns_gone(self, told: Told, board: bytes) -> set[int]:
        """Return where pieces of the own colour may have gone by a move; what may be gone from the own board is doubtful."""
        own = told.mover is self._me
        if self._knows_own and told.vanished is not None:
            return set(told.vanished)
        points = told.lost_points if own else told.captured_points
        count = told.lost_count if own else told.captured_count
        if points is not None or count == 0:
            return set(points or ())
        if not self._vanishes:
            self._doubtful |= {point for point in range(self._size.points) if colour_of(board[point]) is self._me}
        return set(self._doubtful) if self._knows_own else set(range(self._size.points))

    def _forget(self, board: bytes, enemies: set[int], owns: set[int]) -> None:
        """Forget the refusals that removed pieces may have made void."""
        gone = enemies | owns
        if not gone:
            return
        for point, cause in list(self._stones.items()):
            freed = point in (enemies if self._knows_own else gone)
            if not freed and cause is not Cause.OCCUPIED:
                stones, _ = self._string(point, board)
                freed = any(each in gone for each_stone in stones for each in self._size.neighbours[each_stone])
            if freed:
                del self._stones[point]
        for point in [point for point in self._ghosts if point in gone]:
            del self._ghosts[point]

    # The board.

    def _is_own(self, point: int) -> bool:
        return colour_of(self._board[point]) is self._me

    def _own_points(self) -> int:
        return sum(1 << point for point in range(self._size.points) if self._is_own(point))

    def _string(self, point: int, board: bytes | None = None) -> tuple[list[int], set[int]]:
        """Return the string that a stone there would be part of, and its liberties, as far as the own board shows."""
        with_stone = put(self._board if board is None else board, (point,), self._me)
        return string_at(with_stone, self._size.neighbours, point)

    def regions(self, most: int, board: bytes | None = None) -> list[set[int]]:
        """Return the regions of at most so many points that own pieces enclose, on the own board or another."""
        return [region for region in self._all_regions(self._board if board is None else board) if len(region) <= most]

    def _all_regions(self, board: bytes) -> Iterator[set[int]]:
        seen: set[int] = set()
        for start, cell in enumerate(board):
            if start in seen or colour_of(cell) is self._me:
                continue
            region = [start]
            seen.add(start)
            for point in region:
                for beside in self._size.neighbours[point]:
                    if beside not in seen and colour_of(board[beside]) is not self._me:
                        seen.add(beside)
                        region.append(beside)
            yield set(region)
