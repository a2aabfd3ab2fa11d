"""The ledger: facts that a seat can prove from what it was told, and when something last happened on each point."""

from dataclasses import dataclass

from yurei.players.knowledge import Memory
from yurei.referee.referee import Captures
from yurei.referee.sight import points_from_bits
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY, WHITE, Colour, colour_of, strings
from yurei.rules.judge import Reason
from yurei.rules.state import Kind, Try

NEVER = -1


@dataclass(frozen=True, slots=True)
class Loss:
    """Removal of own pieces under a referee who announces their number, but not their points."""

    at: int  # number of pieces that the opponent had placed by then, including this move
    count: int
    strings: tuple[tuple[int, ...], ...]  # the own strings that stood then, as far as known


class Ledger(Memory):
    """One seat's knowledge of a game in progress.

    A handicap is known to all from the beginning; other set-up stones are not. Lists have an entry per point: the
    number of pieces that the opponent had placed when this last happened there, or ``NEVER``.
    """

    def __init__(self, opening: View) -> None:
        super().__init__(opening)
        settings, points = opening.settings, opening.settings.size.points
        self.board = opening.board  # the own board, with the opponent's pieces in sight
        self.placements = settings.handicap if self.colour is WHITE else 0  # of the opponent, set-up pieces included
        self.losses = 0  # known number of removed pieces: a minimum if the referee does not tell it
        self.losses_told = settings.referee.captures is not Captures.NOTHING
        self.proven: set[int] = set()  # points on which an enemy piece stands for certain
        self.doubted_at = [NEVER] * points  # an enemy piece may have caused a refusal, not refuted since
        self.empty_at = [0] * points
        self.died_at, self.taken_at = [NEVER] * points, [NEVER] * points  # an own piece was lost, one was captured
        # Under a referee who lets nothing vanish:
        self.own_losses: list[Loss] = []
        self.stood_at = [0 if cell != EMPTY else NEVER for cell in opening.board]  # an own piece was known to stand
        self.placed_at = [NEVER] * points  # that piece was placed
        self.known_gone: set[int] = set()  # points of the own board whose piece is known to be removed
        self.ko: int | None = None  # the point that simple ko may forbid now
        self.atari: bool | None = None  # whether the last move was announced to put the own colour into atari
        self.strings: list[int] = []  # one point of each own string, after such an atari
        self._note_what_is_seen(opening)

    @property
    def hidden(self) -> int:
        """Number of the opponent's pieces that are out of sight; an upper bound if removals are not announced."""
        return max(0, self.placements - self.losses - len(self.seen_points))

    def note_move(self, told: Told, view: View) -> None:
        if told.outcome is Outcome.MOVED:
            taken = told.captured_points or ()
            if told.mover is self.colour:
                self._note_own_move(told, view, taken)
            else:
                self._note_opponents_move(told, view, taken)
        self.board = view.board
        self._note_what_is_seen(view)
        if self.atari:
            self.strings = [string[0] for string in own_strings(self.colour, view, self.known_gone)]

    def begin_turn(self) -> None:
        super().begin_turn()
        self.ko = self.atari = None

    def note_refusal(self, attempt: Try, reason: Reason | None, view: View) -> None:
        point = attempt.point
        if point is None:
            return
        if reason is Reason.OPPONENT_STONE:
            self.proven.add(point)
            if view.board[point] != EMPTY:
                self.known_gone.add(point)
        elif reason is Reason.OWN_STONE:
            self.stood_at[point] = self.placements
        if reason in (Reason.OPPONENT_STONE, None) and view.board[point] == EMPTY:
            self.doubted_at[point] = self.placements
            if reason is None and attempt.kind is Kind.STONE and not can_be_empty(point, self, view):
                self.proven.add(point)
        elif reason in (Reason.SUICIDE, Reason.KO, Reason.REPETITION, Reason.NO_LIBERTY):
            self._is_empty(point)

    def _is_empty(self, point: int) -> None:
        self.empty_at[point] = self.placements
        self.doubted_at[point] = NEVER
        self.proven.discard(point)

    def _note_opponents_move(self, told: Told, view: View, taken: tuple[int, ...]) -> None:
        self.placements += 1
        self.losses += told.lost_count or 0
        for point in told.lost_points or ():
            self._is_empty(point)
        rules = view.settings.ruleset
        costs_own = rules.suicide.value != "forbidden" or rules.capture.value != "opponent-first"
        if costs_own and told.lost_points is None and told.lost_count != 0:
            self.proven.clear()  # the referee does not tell which of them were removed
        for point in (*taken, *(told.vanished or ())):
            self.died_at[point] = self.placements
            self._is_empty(point)
        if told.vanished is None and told.captured_count:
            self._note_loss(told.captured_count, view)
        gone = told.vanished or ()
        if told.captured_count in (1, None) and len(gone) == 1:
            self.ko = gone[0]
        self.atari = told.atari_on_opponent

    def _note_own_move(self, told: Told, view: View, taken: tuple[int, ...]) -> None:
        point = told.attempt.point if told.attempt is not None else None
        replaced = point is not None and self.board[point] != EMPTY and told.vanished is not None
        if point is not None:
            self.stood_at[point] = self.placed_at[point] = self.placements
            self.known_gone.discard(point)
        if told.vanished is None and told.lost_count:
            self._note_loss(told.lost_count, view)
        if point is not None and not replaced:
            # A doubted point here held no stone, or its stone has been removed since.
            if point in self.proven and not self.losses_told:
                self.losses += 1
            self._is_empty(point)
        self.losses += told.captured_count or 0
        for gone in taken:
            self.taken_at[gone] = self.placements
            self._is_empty(gone)
        for gone in told.vanished or ():
            self.died_at[gone] = self.placements
            self._is_empty(gone)
        if told.captured_points is None and told.captured_count != 0:
            # Some proven pieces may be removed; it is not told which.
            self.proven.clear()

    def _note_loss(self, count: int, view: View) -> None:
        self.own_losses.append(Loss(self.placements, count, own_strings(self.colour, view, self.known_gone)))

    def _note_what_is_seen(self, view: View) -> None:
        """Update the ledger with the opponent's pieces and the empty points that the seat sees."""
        self.seen_points = [p for p, cell in enumerate(view.board) if colour_of(cell) is self.colour.opponent]
        for point in points_from_bits(view.in_sight):
            cell = view.board[point]
            if cell == EMPTY:
                self._is_empty(point)
            self.proven.discard(point)


def can_be_empty(point: int, ledger: Ledger, view: View) -> bool:
    """Return whether a refused stone may have been refused on an empty point: for suicide, ko, or repetition."""
    rules = view.settings.ruleset
    if point == ledger.ko or rules.repetition.value != "simple-ko":
        return True
    if rules.suicide.value != "forbidden":
        return False
    # Suicide needs all neighbours taken: by own pieces, and by as many of the opponent's as there can be.
    return sum(view.board[beside] == EMPTY for beside in view.settings.size.neighbours[point]) <= ledger.hidden


def own_strings(me: Colour, view: View, gone: set[int]) -> tuple[tuple[int, ...], ...]:
    """Return the strings of a seat's own stones, without the stones at ``gone``, which are known to be removed."""
    standing = bytes(EMPTY if point in gone else cell for point, cell in enumerate(view.board))
    return tuple(tuple(stones) for stones, _ in strings(standing, view.settings.size) if standing[stones[0]] == me)
