"""A problem at one terminal, line by line: the task, the board, answers, hints, the solution, and free moves after the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from yurei.apps.terminal.screen import Left, Screen, Signs, Voice, draw, middle, quit
from yurei.errors import BadTry
from yurei.languages import ENGLISH, N_, Words
from yurei.problems import Input, Line, Problem, SolvingState, Status, Step, kind_of
from yurei.problems.wording import end_lines, line_text, mark_lines, rules_text, solution_lines
from yurei.referee.announce import REASONS
from yurei.referee.told import Outcome
from yurei.rules import judge
from yurei.rules.board import BLACK, WHITE, board_text, read_board
from yurei.rules.state import State, read_try, start

_COLOURS = {"black": BLACK, "white": WHITE, "b": BLACK, "w": WHITE}


class Puzzle:
    """A problem that a person solves.

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
        """Give an answer, and return the new lines of the transcript."""
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
        """Try a free move after the end: ``C3``, or ``white C3`` out of turn; return why it was refused, None if accepted."""
        state = self._free[-1] if self._free else self._beginning()
        first, _, rest = text.partition(" ")
        if rest and first.lower() in _COLOURS:
            state, text = replace(state, to_move=_COLOURS[first.lower()]), rest
        verdict = judge(state, read_try(text, self.size))
        if verdict.accepted:
            self._free = [*(self._free or [state]), verdict.after]
        return None if verdict.reason is None else REASONS[verdict.reason]

    def undo(self) -> None:
        """Take back the last free move."""
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


EXAMPLES = {
    Input.TRY: N_("Type a point such as {point}; help lists all commands."),
    Input.POINTS: N_("Type all points with spaces between, such as {points}; help lists all commands."),
    Input.CHOICE: N_("Type the number of a board; help lists all commands."),
    Input.BOARD: N_("Type the board, rows from the top, such as {board}; help lists all commands."),
}
COMMANDS = {
    "hint": N_("show a hint"),
    "solution": N_("give up, and show the solution"),
    "again": N_("begin the problem again"),
    "board": N_("show the board again"),
    "help": N_("show this help"),
    "quit": N_("leave the problem"),
}
AFTER = {
    "C3": N_("play a move of your own, for the colour to move"),
    "white C3": N_("play a move of your own, for either colour"),
    "undo": N_("take back your last move"),
}
OVER = {
    Status.SOLVED: N_("Solved."),
    Status.FAILED: N_("Not solved."),
    Status.OPEN: N_("Given up."),
}
"""Sentences for the end, by the status."""
FREE = N_("You can now play moves of your own; nobody answers them.")


class Solving:
    """A problem at a terminal, line by line."""

    def __init__(self, puzzle: Puzzle, screen: Screen, language: str = ENGLISH) -> None:
        self._puzzle, self._screen, self._voice, self._language = puzzle, screen, Voice(language), language

    def solve(self) -> None:
        """Ask until the person leaves; ``Left`` is raised if that is before the end."""
        self._begin()
        while True:
            prompt = "> " if self._puzzle.is_over else f"{self._voice.name(self._puzzle.problem.to_move.word)}> "
            try:
                self._screen.ask_command(prompt, self._obey, self._voice)
            except Left as left:
                if self._puzzle.is_over and not left.quit:
                    return
                raise

    def _begin(self) -> None:
        puzzle, say = self._puzzle, self._voice.say
        self._screen.show(
            say(
                N_("Problem {id}: {kind}, grade {grade}, {size}"),
                id=puzzle.problem.id,
                kind=say(puzzle.kind.title),
                grade=puzzle.problem.grade,
                size=puzzle.size,
            )
        )
        self._screen.show(rules_text(puzzle.problem.settings, self._language))
        self._screen.show(puzzle.kind.prompt(puzzle.problem).said(say))
        for line in puzzle.state.lines:
            self._screen.show(line_text(line, puzzle.problem.settings, self._language))
        self._show_board()
        for number, board in enumerate(puzzle.choices, 1):
            self._screen.show(say(N_("Board {number}:"), number=number))
            self._screen.show(draw(read_board(board, puzzle.size)[0], puzzle.size, self._screen.signs))
        self._screen.show(how_to_answer(puzzle, self._voice))

    def _obey(self, line: str) -> None:
        commands: Mapping[str, Callable[[], None]] = {
            "": lambda: None,
            "hint": lambda: self._screen.show(self._puzzle.hint().said(self._voice.say)),
            "solution": self._show_solution,
            "again": self._restart,
            "undo": self._undo,
            "board": self._show_board,
            "help": self._show_help,
            "quit": quit,
        }
        if line.lower() in commands:
            commands[line.lower()]()
        elif self._puzzle.is_over:
            self._play(line)
        else:
            self._answer(line)

    def _answer(self, line: str) -> None:
        puzzle = self._puzzle
        for heard in puzzle.answer(line):
            self._screen.show(line_text(heard, puzzle.problem.settings, self._language))
        self._show_board()
        if puzzle.is_over:
            self._end()

    def _end(self) -> None:
        self._screen.show(self._voice.say(OVER[self._puzzle.state.status]))
        for line in end_lines(self._puzzle.state, self._language):
            self._screen.show(line)
        if self._puzzle.has_board:
            self._screen.show(self._voice.say(FREE))

    def _show_solution(self) -> None:
        was_open = not self._puzzle.is_over
        for line in solution_lines(self._puzzle.problem, self._puzzle.solution(), self._language):
            self._screen.show(line)
        if was_open:
            self._end()

    def _restart(self) -> None:
        self._puzzle.restart()
        self._begin()

    def _play(self, line: str) -> None:
        why = self._puzzle.play(line)
        self._show_board() if why is None else self._screen.show(self._voice.say(why))

    def _undo(self) -> None:
        self._puzzle.undo()
        self._show_board()

    def _show_help(self) -> None:
        for word, meaning in {**COMMANDS, **AFTER}.items():
            self._screen.show(f"  {word:9} {self._voice.say(meaning)}")

    def _show_board(self) -> None:
        puzzle = self._puzzle
        if not puzzle.has_board:
            return
        marked = puzzle.marked
        hidden = sum(1 << point for point in marked.get("hidden", ()))
        last = next(iter(marked.get("last", ())), None)
        signs: Signs = replace(self._screen.signs, fog="?")
        self._screen.show(draw(puzzle.board, puzzle.size, signs, last, hidden))
        for line in mark_lines(puzzle.problem, marked, self._language):
            self._screen.show(line)


def how_to_answer(puzzle: Puzzle, voice: Voice) -> str:
    """Return how an answer is typed, with an example that depends on the size of the board alone."""
    size = puzzle.size
    row = "." * size.width
    return voice.say(
        EXAMPLES[puzzle.input],
        point=middle(size),
        points=" ".join(size.names((0, size.points - 1))),
        board="/".join([row] * (size.height - 1) + ["B" + row[1:]]),
    )
