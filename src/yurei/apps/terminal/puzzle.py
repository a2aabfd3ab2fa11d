"""A problem at one terminal: the answers so far, and free moves after the end."""

from collections.abc import Mapping
from dataclasses import replace

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.problems import Input, Line, Problem, SolvingState, Status, Step, kind_of
from yurei.referee.announce import REASONS
from yurei.referee.told import Outcome
from yurei.rules import judge
from yurei.rules.board import BLACK, WHITE, board_text
from yurei.rules.state import State, read_try, start

_COLOURS = {"black": BLACK, "white": WHITE, "b": BLACK, "w": WHITE}


class Puzzle:
    """A problem that a person solves.

    Args:
        problem: The problem.

    Attributes:
        problem, kind, size: The problem, its kind, and the size of its board.
        input: Kind of answer that is asked for.
        choices: The boards to choose from, as texts; empty if the answer is no choice.
        answers: The answers so far.
        state: What the solver sees and hears now.
        given_up: Whether the solver has asked for the solution before the end.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.kind, self.size = problem, kind_of(problem.kind), problem.settings.size
        self.input = self.kind.input(problem)
        self.choices: list[str] = list(problem.more.get("choices", ())) if self.input is Input.CHOICE else []
        self.restart()

    def restart(self) -> None:
        """Begin the problem again."""
        self.answers: tuple[str, ...] = ()
        self.state: SolvingState = self.kind.begin(self.problem)
        self.given_up = False
        self._free: list[State] = []

    @property
    def is_over(self) -> bool:
        """Whether the problem is solved, failed or given up."""
        return self.given_up or self.state.status is not Status.OPEN

    def answer(self, text: str) -> tuple[Line, ...]:
        """Give an answer, and return the new lines of the transcript.

        Raises:
            BadTry, BadPoint, BadBoard: if it cannot be asked, or comes after the end.
        """
        before = len(self.state.lines)
        self.state = self.kind.after(self.problem, (*self.answers, text))
        self.answers = (*self.answers, text)
        return self.state.lines[before:]

    def hint(self) -> Words:
        """Return a hint for the next answer."""
        return self.kind.hint(self.problem, self.answers)

    def solution(self) -> tuple[Step, ...]:
        """Give up if the problem is open, and return the solution."""
        self.given_up = self.given_up or self.state.status is Status.OPEN
        return self.kind.solution(self.problem)

    @property
    def board(self) -> bytes:
        """The board to show: what the solver sees, or that of free moves; empty if there is none."""
        if self._free:
            return self._free[-1].cells
        return bytes(self.size.points) if self.state.board is None else self.state.board

    @property
    def marked(self) -> Mapping[str, tuple[int, ...]]:
        """The marks of the board; none of the problem's during free moves."""
        return {} if self._free else self.state.marked

    @property
    def has_board(self) -> bool:
        """Whether there is a board to show, and to play on after the end."""
        return self.state.board is not None

    def play(self, text: str) -> str | None:
        """Try a free move after the end: ``C3``, or ``white C3`` for a colour out of turn; nobody answers it.

        Returns:
            Why it was refused, to be translated; None if it was accepted.

        Raises:
            BadTry, BadPoint: if it is no try.
            BadBoard, GameOver: if there is no board to play on, or the game is over.
        """
        state = self._free[-1] if self._free else self._beginning()
        first, _, rest = text.partition(" ")
        if rest and first.lower() in _COLOURS:
            state, text = replace(state, to_move=_COLOURS[first.lower()]), rest
        verdict = judge(state, read_try(text, self.size))
        if verdict.accepted:
            self._free = [*(self._free or [state]), verdict.after]
        return None if verdict.reason is None else REASONS[verdict.reason]

    def undo(self) -> None:
        """Take back the last free move.

        Raises:
            BadTry: if there is none.
        """
        if len(self._free) < 2:
            raise BadTry(N_("there is no try to undo yet"))
        self._free.pop()

    def _beginning(self) -> State:
        """Return the state from which free moves go on."""
        if self.state.board is None:
            raise BadTry(N_("this problem has no board to play on"))
        settings = self.problem.settings
        board = board_text(self.state.board, settings.size)
        moved = [line for line in self.state.lines if line.tried is not None or line.told is not None]
        accepted = [line for line in moved if line.told is None or line.told.outcome is not Outcome.ILLEGAL]
        to_move = accepted[-1].colour.opponent if accepted else self.problem.to_move
        return start(settings.ruleset, settings.size, settings.komi, to_move, board)
