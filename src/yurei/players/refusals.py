"""Finds tries that are certain to be refused: they were refused before, and nothing told since can have changed that.

A stone is refused because an enemy stone stands there, for suicide, or for a repetition. The first two causes last
until a piece is removed there or beside; a refusal that may have been a repetition is forgotten at the next move. If
removals are not told, an enemy string can only have been removed if it filled a complete region enclosed by own pieces,
since a string without liberties has nothing else beside it. Such a region holds no more points than the opponent has
pieces, which excludes most of the board.

The functions before ``Refusals`` know the cells of one seat's own board only. A cell that shows no piece of the seat's
colour may hold an enemy piece that the seat does not see."""

from enum import Enum, auto

from yurei.referee.referee import FailedTry
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View, view_after
from yurei.rules.board import EMPTY, GHOST, WHITE, Colour, colour_of, put, string_at
from yurei.rules.judge import Reason
from yurei.rules.points import Size
from yurei.rules.ruleset import Capture, Repetition, Ruleset, Suicide
from yurei.rules.scoring import regions
from yurei.rules.state import Kind, Try, ghost, stone


def is_eye(board: bytes, size: Size, colour: Colour, point: int) -> bool:
    """Return whether a point looks like an own eye: own stones on all neighbours, and on enough diagonal points."""
    if any(board[beside] != colour for beside in size.neighbours[point]):
        return False
    corners = size.corners[point]
    return sum(board[corner] != colour for corner in corners) <= (len(corners) == 4)


def fills_eyes(ruleset: Ruleset) -> bool:
    """Return whether filling an own eye may be useful: only if strings of both colours are captured at once.

    A string that loses its last liberty can then be removed together with its neighbours, and a player without other
    moves fills eyes.
    """
    return ruleset.capture is Capture.SIMULTANEOUS


def may_capture(board: bytes, size: Size, colour: Colour, point: int, enemies: int, doubtful: set[int]) -> bool:
    """Return whether a stone may capture hidden pieces, at most ``enemies``; own pieces at ``doubtful`` may be gone."""
    regions = enclosed_regions(put(board, (point,), colour), size, colour, enemies)
    removable = doubtful.union(*regions)
    return any(beside in removable for beside in size.neighbours[point])


def enclosed_regions(board: bytes, size: Size, colour: Colour, most: int) -> list[set[int]]:
    """Return the regions of at most ``most`` points that only pieces of a colour and the edge enclose."""
    enclosing = bytes(cell if colour_of(cell) is colour else EMPTY for cell in board)
    return [region for region, _ in regions(enclosing, size) if len(region) <= most]


MOST_REFUSED = 12
"""Maximum number of refused tries in a turn; then the player passes, if the game has a pass."""

WAIT = 24
"""Number of own moves during which a refused point counts as occupied; doubled with each further refusal there."""

LARGEST_CAPTURE = 6
"""Maximum size of an enclosed region that a player believes the opponent may have filled completely."""


class Cause(Enum):
    """Cause of a refusal, as far as a seat knows it. A ``FLEETING`` cause may end with the next move."""

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
"""Causes by the reason that was told; all other reasons have a fleeting cause."""


def list_certain_refusals(view: View) -> frozenset[Try]:
    """Return the tries that are certain to be refused, given all that a view has heard; see ``Refusals``."""
    known, so_far = Refusals(view.opening), view.opening
    for told in view.heard:
        so_far = view_after(so_far, told)
        known.hear(told, so_far)
    return known.list_certain_refusals()


class Refusals:
    """A seat's refused tries with their causes, and which tries are still certain to be refused.

    Nobody is told of the opponent's set-up stones; they are assumed absent if the seat has none itself.
    """

    def __init__(self, opening: View) -> None:
        settings = opening.settings
        assert opening.seat.colour is not None
        self._me, self._rules, self._size = opening.seat.colour, settings.ruleset, settings.size
        seats = settings.seating.seats
        partners = [each for each in seats if each.colour is self._me and each.board != opening.seat.board]
        self._knows_own = not partners or not settings.referee.hides  # else a partner places some on a different board
        self._loses_own = self._rules.suicide is not Suicide.FORBIDDEN or self._rules.capture is Capture.SIMULTANEOUS
        self._vanishes = settings.referee.vanishes
        self._loses_turns = settings.referee.failed_try is FailedTry.LOSE_TURN
        self._stones, self._ghosts = dict[int, Cause](), dict[int, Cause]()
        self._refused_at: dict[int, tuple[int, int]] = {}  # own move at a point's last refusal, number of refusals
        self._doubtful: set[int] = set()  # own pieces that may be removed
        self._dead: set[int] = set()  # own pieces that are known to be removed
        self._own_moves = 0
        # The most pieces of the opponent, and of partners at other boards, that may stand.
        self.others = settings.handicap if self._me is WHITE else 0
        if any(opening.board) and not settings.handicap:
            self.others = settings.size.points
        self._ko: tuple[int, ...] | None = ()  # points captured by the opponent's last move
        self._positions: set[int] = set()
        self._update_board(opening)

    def list_certain_refusals(self) -> frozenset[Try]:
        """Return the tries that are certain to be refused."""
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
        """Return the points at which an enemy stone certainly stands, since a try was refused there."""
        return {point for point, cause in self._stones.items() if cause is Cause.OCCUPIED} if self._knows_own else set()

    @property
    def unseen(self) -> int:
        """Largest possible number of the opponent's pieces that the seat does not see."""
        return self.others - sum(colour_of(cell) is self._me.opponent for cell in self._board)

    def list_probable_refusals(self) -> set[int]:
        """Return points that are probably refused again: refused recently, or legal only with a large capture."""
        most = min(self.others, LARGEST_CAPTURE)
        return {
            point
            for point, (at, times) in self._refused_at.items()
            if self._own_moves - at < WAIT << min(times - 1, 8)
            or not may_capture(self._board, self._size, self._me, point, most, self._doubtful)
        }

    def regions(self, most: int) -> list[set[int]]:
        """Return the regions of at most ``most`` points that own pieces enclose on the seat's own board."""
        return enclosed_regions(self._board, self._size, self._me, most)

    def hear(self, told: Told, view: View) -> None:
        """Update the refused tries with what was told of a try; ``view`` is the seat's view after it."""
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
        self._update_board(view)

    def _update_board(self, view: View) -> None:
        self._captures: dict[int, bool] = {}
        self._board = put(view.board, self._dead, EMPTY) if self._dead else view.board
        self._seen = view.in_sight if view.settings.referee.sight else 0
        for point, cause in list(self._stones.items()):
            is_seen_empty = self._seen >> point & 1 and cause is Cause.OCCUPIED
            if self._board[point] != EMPTY or is_seen_empty:
                del self._stones[point]
        if self._rules.repetition not in (Repetition.SIMPLE_KO, Repetition.DRAW_ON_THIRD):
            self._positions.add(self._own_points())

    def _own_points(self) -> int:
        """Return the set of points with own pieces, one bit per point."""
        return sum(1 << point for point, cell in enumerate(self._board) if colour_of(cell) is self._me)

    def _is_own(self, point: int) -> bool:
        return colour_of(self._board[point]) is self._me

    def _string_with(self, board: bytes, point: int) -> tuple[list[int], set[int]]:
        """Return the string that an own stone on ``point`` would belong to on a board, and its liberties."""
        return string_at(put(board, (point,), self._me), self._size.neighbours, point)

    # Refusals.

    def _note_refusal(self, kind: Kind, point: int, reason: Reason | None) -> None:
        if reason is Reason.OWN_STONE and self._is_own(point):
            self._doubtful.discard(point)
            return
        if reason is not None and reason is not Reason.OWN_STONE and point in self._doubtful:
            self._doubtful.discard(point)
            self._dead.add(point)
            self._board = put(self._board, (point,), EMPTY)
        cause = self._guess_cause(kind, point) if reason is None else TOLD.get(reason, Cause.FLEETING)
        if cause is Cause.SUICIDE and not self._knows_own:
            cause = Cause.FLEETING  # a partner's stone may give it a liberty
        if cause is not Cause.FLEETING or (reason is None and self._ko != (point,)):
            self._refused_at[point] = self._own_moves, self._refused_at.get(point, (0, 0))[1] + 1
        if kind is Kind.STONE or reason is Reason.OPPONENT_STONE:
            self._stones[point] = cause
        if kind is Kind.GHOST:
            self._ghosts[point] = cause

    def _guess_cause(self, kind: Kind, point: int) -> Cause:
        """Return the most certain cause of a refusal whose reason was not announced."""
        if self._board[point] != EMPTY or self._may_repeat(point):
            return Cause.FLEETING
        if kind is Kind.GHOST:
            beside_own = any(self._board[each] == self._me for each in self._size.neighbours[point])
            return Cause.OCCUPIED if beside_own else Cause.FLEETING
        _, liberties = self._string_with(self._board, point)
        has_sure_liberty = any(self._board[each] != EMPTY or self._seen >> each & 1 for each in liberties)
        if has_sure_liberty or len(liberties) > self.others:
            return Cause.OCCUPIED
        if self._rules.suicide is not Suicide.FORBIDDEN:
            # Suicide is legal, unless it recreates an earlier position.
            return Cause.OCCUPIED if self._rules.repetition is Repetition.DRAW_ON_THIRD else Cause.FLEETING
        if self._seen >> point & 1:
            return Cause.SUICIDE
        return Cause.EITHER if self._knows_own else Cause.FLEETING

    def _may_repeat(self, point: int) -> bool:
        """Return whether a stone on a point may recreate an earlier position; suicides are not considered."""
        if self._rules.repetition is Repetition.DRAW_ON_THIRD:
            return False
        if self._rules.repetition is Repetition.SIMPLE_KO:
            # If refused tries lose the turn, several captured stones may be replaced before the opponent's next stone.
            return self._ko is None or self._ko == (point,) or (self._loses_turns and point in self._ko)
        return not self._knows_own or self._own_points() | 1 << point in self._positions

    def _may_capture(self, point: int, cause: Cause) -> bool:
        """Return whether a refused stone may be legal now because it would capture an enemy string."""
        if cause in (Cause.OCCUPIED, Cause.FLEETING):
            return False
        if point not in self._captures:
            self._captures[point] = may_capture(self._board, self._size, self._me, point, self.others, self._doubtful)
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
            for refused in (self._stones, self._ghosts, self._refused_at):
                refused.pop(point, None)
        else:
            self.others += 1
        enemies = self._enemies_gone(told, board, point if own else None)
        owns = self._own_gone(told, board)
        self._forget(board, enemies, owns)
        if told.captured_count or told.lost_count or told.vanished:
            for gone in enemies | owns:
                self._refused_at.pop(gone, None)
        _, count = told.lost_by(self._me.opponent)
        self.others -= count or 0
        if not own:
            self._ko = told.vanished if self._knows_own else told.captured_points

    def _enemies_gone(self, told: Told, board: bytes, placed: int | None) -> set[int]:
        """Return the points where a move may have removed enemy pieces: regions enclosed by own pieces.

        The result may have too many points, never too few: once a region counts, those found after it count too.
        """
        own, (points, count) = told.mover is self._me, told.lost_by(self._me.opponent)
        if points is not None:
            return set(points)
        most = self.others if count is None else count
        if not most or not (own or self._loses_own):
            return set()
        if not self._knows_own or (placed is None and own):
            return set(range(self._size.points))
        gone = set(self._doubtful)
        for region in enclosed_regions(board, self._size, self._me, most):
            if placed is None or gone or not region.isdisjoint(self._size.neighbours[placed]):
                gone |= region
        return gone | {placed} if placed is not None and self._rules.ghosts else gone

    def _own_gone(self, told: Told, board: bytes) -> set[int]:
        """Return the points where a move may have removed own pieces, and note those as doubtful that are uncertain."""
        if self._knows_own and told.vanished is not None:
            return set(told.vanished)
        points, count = told.lost_by(self._me)
        if count == 0 or (told.mover is self._me and not self._loses_own):
            return set()
        if points is not None and (self._knows_own or len(points) == count):
            return set(points)  # else those of a partner are not named
        if not self._vanishes:
            self._doubtful |= {point for point in range(self._size.points) if colour_of(board[point]) is self._me}
        return set(self._doubtful) if self._knows_own else set(range(self._size.points))

    def _forget(self, board: bytes, enemies: set[int], owns: set[int]) -> None:
        """Forget the refusals that are no longer certain if these pieces were removed."""
        gone = enemies | owns
        if not gone:
            return
        for point, cause in list(self._stones.items()):
            freed = point in (enemies if self._knows_own else gone)
            if not freed and cause is not Cause.OCCUPIED:
                string, _ = self._string_with(board, point)
                freed = any(beside in gone for each in string for beside in self._size.neighbours[each])
            if freed:
                del self._stones[point]
        for point in [point for point in self._ghosts if point in gone]:
            del self._ghosts[point]
