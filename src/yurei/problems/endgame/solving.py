"""Solving an endgame: the solver's moves are answered by the longest defence, or refuted."""

from yurei.languages import N_, Words
from yurei.players.tablebase import Outcome
from yurei.problems import solving
from yurei.problems.endgame.play import analysis_of, best_line, best_move, tempting_moves, winning
from yurei.problems.open_game import OpenGame, first_state, step_of
from yurei.problems.problem import Problem, named
from yurei.problems.solving import Status, Step, check_open
from yurei.rules.judge import judge
from yurei.rules.state import EndedBy, Result, State, read_try, stone


class Solving(solving.Solving):
    """An endgame between two moves of the solver."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self._game = problem, OpenGame(problem)
        self.now = self._game.seen(Status.OPEN)

    def answer(self, text: str) -> None:
        """Play a move of the solver and the opponent's reply. A try that is refused changes nothing."""
        verdict = self._game.attempt(read_try(text, self._game.state.size))
        if not verdict.accepted:
            self.now = self._game.seen(Status.OPEN)
        elif verdict.after.result is not None:
            self.now = self._game.seen(Status.FAILED, self._end(verdict.after.result))
        else:
            self._reply()

    def _reply(self) -> None:
        analysis = analysis_of(self._game.state)
        result = self._game.attempt(stone(best_move(analysis))).after.result
        if analysis.outcome.winner is not self._problem.to_move:
            self.now = self._game.seen(Status.FAILED, self._refuted(analysis.outcome))
        elif result is None:
            self.now = self._game.seen(Status.OPEN)
        else:
            solved = result.winner is self._problem.to_move
            self.now = self._game.seen(Status.SOLVED if solved else Status.FAILED, self._end(result))

    def hint(self) -> Words:
        """Return a property of the quickest win."""
        check_open(self.now)
        state = self._game.state
        analysis = analysis_of(state)
        return _hint(state, best_move(analysis), len(winning(analysis, state.to_move)))

    def right_answer(self) -> str:
        return self._game.state.size.name(best_move(analysis_of(self._game.state)))

    def _end(self, result: Result) -> Words:
        if result.by is EndedBy.LONE_SUICIDE:
            assert result.winner
            return Words(N_("{winner} wins: the last move was a single-stone suicide."), winner=named(result.winner))
        if result.by is EndedBy.RESIGNATION:
            return Words(N_("{mover} resigns."), mover=named(self._problem.to_move))
        return Words(N_("The same position stands for the third time: the game is drawn."))

    def _refuted(self, outcome: Outcome) -> Words:
        opponent = named(self._problem.to_move.opponent)
        if outcome.winner is None:
            return Words(N_("That throws the win away: with this reply {opponent} draws."), opponent=opponent)
        return Words(
            N_("That throws the win away: with this reply {opponent} wins, in {plies} moves at most."),
            opponent=opponent,
            plies=outcome.distance,
        )


def _hint(state: State, right: int, count: int) -> Words:
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


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the line of best play: the quickest win against the longest defence."""
    state = first_state(problem)
    steps: tuple[Step, ...] = ()
    for ply in reversed(list(best_line(state))):
        own = ply.verdict.mover is problem.to_move
        only = own and len(winning(ply.before, problem.to_move)) == 1
        note = Words(N_("the only move that wins")) if only else None
        steps = (step_of(problem, ply.state, ply.verdict.attempt, steps, note),)
    return steps


__all__ = ["Solving", "solution"]
