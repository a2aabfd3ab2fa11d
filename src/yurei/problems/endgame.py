"""Endgames of Alter Igo: only one move wins, and the solver plays on against the longest defence."""

from collections.abc import Iterator
from dataclasses import dataclass

from yurei.languages import N_, Words
from yurei.players import tablebase
from yurei.problems import solving
from yurei.problems.problem import Problem, colour_name
from yurei.rules.board import Colour
from yurei.rules.judge import Verdict, judge
from yurei.rules.state import EndedBy, Result, State, read_try, stone


@dataclass(frozen=True)
class Ply:
    """A move of best play, with the state before it."""

    state: State  # before the move
    before: tablebase.Analysis  # of that state
    verdict: Verdict

    @property
    def point(self) -> int:
        """The point at which the stone is placed."""
        assert self.verdict.attempt.point is not None
        return self.verdict.attempt.point


def analysis_of(state: State) -> tablebase.Analysis:
    """Return the analysis of a state's position and moves; earlier positions are ignored."""
    return tablebase.analyse(tablebase.load_or_solve(state.size), state.cells, state.size, state.to_move)


def winning_points(analysis: tablebase.Analysis, colour: Colour) -> tuple[int, ...]:
    """Return the points of the moves that win for the colour to move."""
    return tuple(point for point, outcome in analysis.moves.items() if outcome.winner is colour)


def best_move(analysis: tablebase.Analysis) -> int:
    """Return one of the best moves, chosen so that it is equivalent on rotated and reflected boards."""
    size = analysis.size
    after = dict(tablebase.list_moves(tablebase.cells_for(analysis.cells, analysis.to_move), size))

    def number(point: int) -> int:
        cells = after[point]
        if cells is None:
            return -1
        return tablebase.get_smallest_number(tablebase.make_upright(cells, size), tablebase.upright_size(size))

    return min(analysis.best, key=number)


def best_line(state: State) -> Iterator[Ply]:
    """Yield the moves of best play by both sides from a won or lost position to the end of the game."""
    while state.result is None:
        analysis = analysis_of(state)
        ply = Ply(state, analysis, judge(state, stone(best_move(analysis))))
        yield ply
        state = ply.verdict.after


def tempting_moves(state: State, right: int) -> list[int]:
    """Return the points of all moves except ``right`` that capture stones of the opponent."""
    others = [point for point, cell in enumerate(state.cells) if not cell and point != right]
    return [point for point in others if judge(state, stone(point)).captured]


class Solving(solving.Solving):
    """An endgame that is being solved, with the solver to move."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._game = problem, solving.OpenGame(problem)
        self.now = self._game.shown_state(solving.Status.OPEN)

    def answer(self, text: str) -> None:
        """Play a move of the solver and the opponent's reply. A refused try changes nothing."""
        verdict = self._game.attempt(read_try(text, self._game.state.size))
        if not verdict.accepted:
            self.now = self._game.shown_state(solving.Status.OPEN)
        elif verdict.after.result is not None:
            self.now = self._game.shown_state(solving.Status.FAILED, self._end(verdict.after.result))
        else:
            self._reply()

    def _reply(self) -> None:
        analysis = analysis_of(self._game.state)
        result = self._game.attempt(stone(best_move(analysis))).after.result
        if analysis.outcome.winner is not self._problem.to_move:
            self.now = self._game.shown_state(solving.Status.FAILED, self._explain_mistake(analysis.outcome))
        elif result is None:
            self.now = self._game.shown_state(solving.Status.OPEN)
        else:
            solved = result.winner is self._problem.to_move
            self.now = self._game.shown_state(
                solving.Status.SOLVED if solved else solving.Status.FAILED, self._end(result)
            )

    def hint(self) -> Words:
        """Return a hint about the move that wins quickest."""
        solving.check_open(self.now)
        state = self._game.state
        analysis = analysis_of(state)
        right, count = best_move(analysis), len(winning_points(analysis, state.to_move))
        verdict = judge(state, stone(right))
        if verdict.captured and verdict.own_losses:
            return Words(N_("Stones of both colours must leave the board."))
        if verdict.own_losses:
            return Words(N_("Give up stones of your own."))
        if verdict.captured:
            return Words(N_("A capture wins."))
        if tempting_moves(state, right):
            return Words(N_("Do not capture."))
        if count > 1:
            return Words(N_("{count} moves win here."), count=count)
        edges = len(state.size.neighbours[right])
        if edges == 2 and min(state.size.width, state.size.height) > 1:
            return Words(N_("Look at the corners."))
        return Words(N_("Look at the edges.")) if edges == 3 else Words(N_("Look at the middle."))

    def right_answer(self) -> str:
        return self._game.state.size.name(best_move(analysis_of(self._game.state)))

    def _end(self, result: Result) -> Words:
        if result.by is EndedBy.LONE_SUICIDE:
            assert result.winner
            return Words(
                N_("{winner} wins: the last move was a single-stone suicide."), winner=colour_name(result.winner)
            )
        if result.by is EndedBy.RESIGNATION:
            return Words(N_("{mover} resigns."), mover=colour_name(self._problem.to_move))
        return Words(N_("The same position stands for the third time: the game is drawn."))

    def _explain_mistake(self, outcome: tablebase.Outcome) -> Words:
        opponent = colour_name(self._problem.to_move.opponent)
        if outcome.winner is None:
            return Words(N_("That throws the win away: with this reply {opponent} draws."), opponent=opponent)
        text = N_("That throws the win away: with this reply {opponent} wins, in {plies} moves at most.")
        return Words(text, opponent=opponent, plies=outcome.distance)


def solution(problem: Problem) -> tuple[solving.Step, ...]:
    """Return the solution as a line: the quickest win against the longest defence."""
    state = solving.first_state(problem)
    steps: tuple[solving.Step, ...] = ()
    for ply in reversed(list(best_line(state))):
        own = ply.verdict.mover is problem.to_move
        only = own and len(winning_points(ply.before, problem.to_move)) == 1
        note = Words(N_("the only move that wins")) if only else None
        steps = (solving.step_of(problem, ply.state, ply.verdict.attempt, steps, note),)
    return steps


def _prompt(problem: Problem) -> Words:
    text = N_("{colour} to move and win. Only one move wins; play on until {opponent} has lost.")
    return Words(text, colour=colour_name(problem.to_move), opponent=colour_name(problem.to_move.opponent))


KIND = solving.Kind("endgame", N_("Endgame"), _prompt, Solving, solution)
