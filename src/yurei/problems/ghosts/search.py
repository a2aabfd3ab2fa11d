"""Search of all lines of a problem of ghosts, on boards as bits, with the moves of every position kept.

Two facts shorten it, and no others do:

- The opponent may always pass, and a stone or ghost takes at most one liberty from the target. So with more liberties than
  turns left it is not captured.
- If the solver passes, the opponent's pass ends the game. So no pass wins.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from yurei.problems.ghosts.bits import Board, Grid, board_of, points_in
from yurei.problems.ghosts.region import Task
from yurei.rules.state import PASS, State, Try, ghost, stone

Situation = tuple[int, int, bool]
"""The points of the solver and of the opponent, and whether the solver is to move."""


@dataclass(frozen=True, slots=True)
class Move:
    """A placement, legal unless it repeats a situation.

    Attributes:
        attempt: The try.
        board: The board after it, seen by the player who is then to move.
        situation: The situation that it makes.
        liberties: The number of liberties that the target then has; 0 if it was captured.
    """

    attempt: Try
    board: Board
    situation: Situation
    liberties: int


class Search:
    """All lines of a problem of ghosts.

    Args:
        task: The question.
    """

    def __init__(self, task: Task) -> None:
        size = task.state.size
        self._solver = task.state.to_move
        self._has_ghosts = task.state.ruleset.ghosts
        self._grid = Grid(size)
        self._target = 1 << task.target
        fence = range(size.points) if task.fence is None else task.fence
        self._fence = sum(1 << point for point in fence)
        self._moves: dict[tuple[Board, bool], list[Move]] = {}
        self._liberties: dict[Board, int] = {}

    def winning(self, state: State, left: int) -> Iterator[Try]:
        """Yield the tries of the solver, to move, that capture the target against every defence.

        Args:
            state: A state with the solver to move.
            left: The number of turns, this one included.
        """
        history = self._history(state)
        board = board_of(state.cells, self._solver)
        if self._count_liberties(board) > left:
            return
        for move in list(self._placements(board, by_solver=True)):
            if move.situation not in history and self._wins(move, left, history):
                yield move.attempt

    def captures_in(self, state: State, most: int) -> int | None:
        """Return the least number of turns in which the solver, to move, captures; None if it is more than ``most``."""
        return next((turns for turns in range(1, most + 1) if next(self.winning(state, turns), None)), None)

    def escapes(self, state: State, left: int) -> Iterator[Try]:
        """Yield the opponent's tries after which the target is not captured any more; the pass comes last.

        Args:
            state: A state with the opponent to move.
            left: The number of turns that the solver has left.
        """
        history = self._history(state)
        board = board_of(state.cells, self._solver.opponent)
        for move in list(self._placements(board, by_solver=False)):
            if move.situation not in history and not self._captures_after(move.board, move.situation, left, history):
                yield move.attempt
        passed = board.turned()
        if state.passes_in_row or not self._captures_after(passed, (*passed.colours, True), left, history):
            yield PASS

    def _history(self, state: State) -> set[Situation]:
        return {(*board_of(cells, self._solver).colours, to_move is self._solver) for cells, to_move in state.memory}

    def _placements(self, board: Board, by_solver: bool) -> list[Move]:
        """Return the placements of a side; the one that last did well stands first."""
        key = board, by_solver
        if key not in self._moves:
            # What fills or adds liberties of the target is most likely to decide.
            moves = self._made(board, by_solver)
            self._moves[key] = sorted(moves, key=lambda move: move.liberties, reverse=not by_solver)
        return self._moves[key]

    def _made(self, board: Board, by_solver: bool) -> Iterator[Move]:
        grid = self._grid
        for point in points_in(self._fence & ~(board.own | board.other)):
            for attempt, made in (
                (stone(point), grid.stone(board, 1 << point)),
                (ghost(point), grid.ghost(board, 1 << point) if self._has_ghosts else None),
            ):
                if made is not None:
                    after = made.turned()
                    seen = made if by_solver else after
                    situation = (*seen.colours, not by_solver)
                    yield Move(attempt, after, situation, self._count_liberties(seen))

    def _captures(self, board: Board, left: int, history: set[Situation]) -> bool:
        """Return whether the solver, to move, captures in as many turns as are left."""
        if self._count_liberties(board) > left:
            return False
        moves = self._placements(board, by_solver=True)
        for index, move in enumerate(moves):
            if move.situation not in history and self._wins(move, left, history):
                moves.insert(0, moves.pop(index))
                return True
        return False

    def _wins(self, move: Move, left: int, history: set[Situation]) -> bool:
        if move.liberties >= left:
            return False
        if not move.liberties:
            return True
        history.add(move.situation)
        is_defended = self._is_defended(move.board, left - 1, history)
        history.remove(move.situation)
        return not is_defended

    def _is_defended(self, board: Board, left: int, history: set[Situation]) -> bool:
        """Return whether the opponent, to move, saves the target."""
        moves = self._placements(board, by_solver=False)
        if any(move.liberties > left and move.situation not in history for move in moves):
            return True
        passed = board.turned()
        if not self._captures_after(passed, (*passed.colours, True), left, history):
            return True
        for index, move in enumerate(moves):
            if move.situation not in history and not self._captures_after(move.board, move.situation, left, history):
                moves.insert(0, moves.pop(index))
                return True
        return False

    def _captures_after(self, board: Board, made: Situation, left: int, history: set[Situation]) -> bool:
        is_new = made not in history
        history.add(made)
        captures = self._captures(board, left, history)
        if is_new:
            history.remove(made)
        return captures

    def _count_liberties(self, board: Board) -> int:
        """Return the number of liberties of the target, on a board as the solver sees it; 0 if it is gone."""
        if board not in self._liberties:
            string = self._grid.string(self._target & board.other, board.other)
            self._liberties[board] = self._grid.liberties(string, board, board.other_ghosts).bit_count()
        return self._liberties[board]


__all__ = ["Move", "Search"]
