"""A problem line by line: the task, the board, answers, hints, the solution, and free moves after the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from yurei.apps.terminal.drawing import Signs, draw
from yurei.apps.terminal.puzzle import Puzzle
from yurei.apps.terminal.screen import Left, Screen, quit
from yurei.apps.terminal.words import Voice, middle
from yurei.languages import ENGLISH, N_
from yurei.problems import Input, Status
from yurei.problems.wording import end_lines, line_text, mark_lines, rules_text, solution_lines
from yurei.rules.board import read_board

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
    """A problem at a terminal, line by line.

    Args:
        puzzle: The problem.
        screen: Input and output.
        language: The language.
    """

    def __init__(self, puzzle: Puzzle, screen: Screen, language: str = ENGLISH) -> None:
        self._puzzle, self._screen, self._voice, self._language = puzzle, screen, Voice(language), language

    def solve(self) -> None:
        """Ask until the person leaves.

        Raises:
            Left: if the person quits, or the input ends before the problem.
        """
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
        self._screen.show(heading(puzzle, self._voice))
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
            "help": lambda: self._screen.show(help_text(self._voice)),
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


def heading(puzzle: Puzzle, voice: Voice) -> str:
    """Return the name, the grade and the size of a problem."""
    return voice.say(
        N_("Problem {id}: {kind}, grade {grade}, {size}"),
        id=puzzle.problem.id,
        kind=voice.say(puzzle.kind.title),
        grade=puzzle.problem.grade,
        size=puzzle.size,
    )


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


def help_text(voice: Voice) -> str:
    """Return the help on commands, a line each."""
    return "\n".join(f"  {word:9} {voice.say(meaning)}" for word, meaning in {**COMMANDS, **AFTER}.items())
