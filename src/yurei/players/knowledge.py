"""A seat's memory of a game, and simple conclusions from it: refused points, likely enemy stones, eyes."""

from random import Random

from yurei.players.player import Player
from yurei.players.refusals import is_eye
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, Colour, strings
from yurei.rules.judge import Reason
from yurei.rules.state import PASS, Kind, Try


class Memory:
    """A seat's memory of refused tries, passes and moves; subclasses remember more. ``hear`` updates it."""

    def __init__(self, opening: View) -> None:
        assert opening.seat.colour is not None
        self.colour: Colour = opening.seat.colour
        self.refused: dict[Try, Reason | None] = {}  # own tries refused in this turn, with the reasons that were told
        self.passes = dict.fromkeys(Colour, 0)
        self.moves = 0  # passes included
        self.opponent_passed = False  # whether the last turn was the opponent's pass

    def hear(self, told: Told, view: View) -> None:
        """Update the memory with what the seat was told of a try; ``view`` is its view after the try."""
        if told.outcome is not Outcome.ILLEGAL:
            self.begin_turn()
            self.moves += told.outcome is not Outcome.RESIGNED
            self.passes[told.mover] += told.outcome is Outcome.PASSED
            self.opponent_passed = told.outcome is Outcome.PASSED and told.mover is not self.colour
            self.note_move(told, view)
            return
        if told.seat == view.seat.name and told.attempt is not None:
            self.refused[told.attempt] = told.reason
            self.note_refusal(told.attempt, told.reason, view)
        if told.to_move != told.seat:  # the refused try has cost the seat its turn
            self.begin_turn()
            self.opponent_passed = False

    def note_refusal(self, attempt: Try, reason: Reason | None, view: View) -> None:
        """Update the memory with a refused try of this seat; called before ``begin_turn`` if it has cost the turn."""

    def note_move(self, told: Told, view: View) -> None:
        """Update the memory with a move, a pass or the end of the game; called after ``begin_turn``."""

    def begin_turn(self) -> None:
        """Forget the tries that were refused in the last turn."""
        self.refused.clear()

    def refused_points(self, kind: Kind = Kind.STONE) -> set[int]:
        """Return the points at which a stone, or another kind of piece, was refused in this turn."""
        return {each.point for each in self.refused if each.kind is kind and each.point is not None}

    def may_pass(self, view: View) -> bool:
        """Return whether the seat has a pass left, and a pass was not refused in this turn."""
        passing = view.settings.ruleset.passing
        left = (passing.black if self.colour is BLACK else passing.white) > self.passes[self.colour]
        return left and PASS not in self.refused


_STANDS_THERE = {Reason.OPPONENT_STONE, None}
"""Reasons for a refusal that make an enemy stone likely; None stands for a referee who gives no reasons."""

FORGOTTEN_AFTER = 12
"""Number of own moves after which a refusal is forgotten, as the stone there may be gone."""
OPENING = 8
"""Number of own moves during which the first line is left alone, unless a piece stands beside the point."""
SMALLEST_WITH_OPENING = 7
"""Least number of lines of a board with an opening; on smaller boards the first line matters at once."""


class Knowledge(Memory):
    """Simple conclusions of a seat from what it was told, such as points that probably hold an enemy stone."""

    def __init__(self, opening: View) -> None:
        super().__init__(opening)
        self.enemies: set[int] = set()  # points that probably hold an enemy stone
        self.enemy_last_liberties: set[int] = set()  # last liberties of strings, as far as seen
        self.own_last_liberties: set[int] = set()
        self.hunted: int | None = None  # the point of the last own move if it put the opponent into atari
        self._refused_at: dict[int, int] = {}
        self._own_moves = 0
        self._update_points(opening)

    def hear(self, told: Told, view: View) -> None:
        super().hear(told, view)
        self._update_points(view)

    def _update_points(self, view: View) -> None:
        """Update the points that likely hold enemy stones, and the last liberties of strings in sight."""
        seen, opponent = view.in_sight, self.colour.opponent
        self.enemies = {
            point
            for point, moves in self._refused_at.items()
            if self._own_moves - moves <= FORGOTTEN_AFTER and view.board[point] == EMPTY and not seen >> point & 1
        }
        self.enemies |= {point for point, cell in enumerate(view.board) if cell == opponent}
        last = {self.colour: self.own_last_liberties, opponent: self.enemy_last_liberties}
        for points in last.values():
            points.clear()
        for stones, liberties in strings(view.board, view.settings.size) if seen else ():
            if len(liberties) == 1:
                last[Colour(view.board[stones[0]])].update(liberties)

    def begin_turn(self) -> None:
        """Keep the refused tries, since a lost turn changes nothing on the board; ``note_move`` clears them."""

    def note_refusal(self, attempt: Try, reason: Reason | None, view: View) -> None:
        if attempt.point is not None and reason in _STANDS_THERE:
            self._refused_at[attempt.point] = self._own_moves

    def note_move(self, told: Told, view: View) -> None:
        self.refused.clear()
        if told.seat == view.seat.name:
            self._own_moves += 1
            self.hunted = told.attempt.point if told.atari_on_opponent and told.attempt is not None else None
        for point in told.captured_points or ():
            self._refused_at.pop(point, None)

    def attraction(self, point: int, view: View) -> float:
        """Return the priority of a point, by strings in atari, enemy stones, own stones and the edge nearby."""
        size = view.settings.size
        around = size.neighbours[point]
        worth = min(size.distance_to_edge(point), 2) * 0.5 + sum(beside in self.enemies for beside in around)
        if self.hunted is not None and (distance := size.distance(point, self.hunted)) <= 2:
            worth += 10 - distance
        worth += 12 * (point in self.enemy_last_liberties) + 6 * (point in self.own_last_liberties)
        own = sum(view.board[beside] == self.colour for beside in around)
        return worth + (0.5 if own == 1 else -0.5 * own)

    def is_too_early(self, point: int, view: View) -> bool:
        """Return whether a point is on the first line with no piece beside it, and the game is still in the opening."""
        size = view.settings.size
        return (
            self._own_moves < OPENING
            and min(size.width, size.height) >= SMALLEST_WITH_OPENING
            and size.distance_to_edge(point) == 0
            and not any(view.board[beside] or beside in self.enemies for beside in size.neighbours[point])
        )

    def forget_some_ataris(self, misses: float, chance: Random) -> None:
        """Forget each kind of known atari for this turn with the probability ``misses``, as a weak player would."""
        if self.hunted is not None and chance.random() < misses:
            self.hunted = None
        for last in (self.enemy_last_liberties, self.own_last_liberties):
            if last and chance.random() < misses:
                last.clear()

    def is_eye(self, point: int, view: View) -> bool:
        """Return whether a point looks like an own eye on the seat's board."""
        return is_eye(view.board, view.settings.size, self.colour, point)


class KnowingPlayer(Player):
    """Base class of players that rely on simple conclusions from what they were told."""

    known: Knowledge

    def begin(self, opening: View) -> None:
        super().begin(opening)
        self.known = Knowledge(opening)

    def hear(self, told: Told) -> None:
        super().hear(told)
        self.known.hear(told, self.view)
