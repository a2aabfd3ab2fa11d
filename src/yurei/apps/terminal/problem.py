"""Solving a problem at the terminal: the task, answers, hints, the solution, and free moves after the end."""

from collections.abc import Iterable
from dataclasses import replace

from yurei.apps.terminal.screen import PersonLeft, Screen, Voice, draw_board, middle_point
from yurei.errors import BadTry
from yurei.languages import ENGLISH, N_
from yurei.problems import Input, Line, Problem, SolvingState, Status, kind_of
from yurei.problems.wording import line_text, list_end_lines, mark_lines, rules_text, solution_lines
from yurei.referee.announce import REASONS
from yurei.referee.told import Outcome
from yurei.rules import judge
from yurei.rules.board import BLACK, WHITE, board_text, read_board
from yurei.rules.points import Size
from yurei.rules.state import State, read_try, start

_COLOURS = {"black": BLACK, "white": WHITE, "b": BLACK, "w": WHITE}

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
OVER = {Status.SOLVED: N_("Solved."), Status.FAILED: N_("Not solved."), Status.OPEN: N_("Given up.")}
FREE = N_("You can now play moves of your own; nobody answers them.")


class Solving:
    """A problem that a person solves at the terminal, by typed commands."""

    def __init__(self, problem: Problem, screen: Screen, language: str = ENGLISH) -> None:
        self._problem, self._kind, self._size = problem, kind_of(problem.kind), problem.settings.size
        self._screen, self._voice, self._language = screen, Voice(language), language

    @property
    def _is_over(self) -> bool:
        """Whether the problem is solved, failed or given up."""
        return self._given_up or self._state.status is not Status.OPEN

    def solve(self) -> None:
        """Take commands until the person leaves; raise ``PersonLeft``, unless the input ends after the end of the problem."""
        self._begin()
        commands = {
            "hint": self._show_hint,
            "solution": self._show_solution,
            "again": self._begin,
            "undo": self._undo,
            "board": self._show_board,
            "help": self._show_help,
        }
        while True:
            prompt = "> " if self._is_over else f"{self._voice.name(self._problem.to_move.word)}> "
            try:
                self._screen.ask_command(prompt, commands, self._play_or_answer, self._voice)
            except PersonLeft as left:
                if self._is_over and not left.quit:
                    return
                raise

    def _begin(self) -> None:
        """Begin or restart the problem: show the task, the board, the choices, and how to answer."""
        problem, size, say = self._problem, self._size, self._voice.say
        self._answers: tuple[str, ...] = ()
        self._state: SolvingState = self._kind.begin(problem)
        self._given_up = False
        self._free: list[State] = []  # the states of free moves after the end
        titled = N_("Problem {id}: {kind}, grade {grade}, {size}")
        self._screen.show(say(titled, id=problem.id, kind=say(self._kind.title), grade=problem.grade, size=size))
        self._screen.show(rules_text(problem.settings, self._language))
        self._screen.show(self._kind.prompt(problem).said(say))
        self._show_lines(self._state.lines)
        self._show_board()
        input = self._kind.input(problem)
        choices = problem.more.get("choices", ()) if input is Input.CHOICE else ()
        for number, board in enumerate(choices, 1):
            self._screen.show(say(N_("Board {number}:"), number=number))
            self._screen.show(draw_board(read_board(board, size)[0], size, self._screen.signs))
        self._screen.show(how_to_answer(input, size, self._voice))

    def _play_or_answer(self, line: str) -> None:
        self._play(line) if self._is_over else self._answer(line)

    def _answer(self, text: str) -> None:
        before = len(self._state.lines)
        self._state = self._kind.after(self._problem, (*self._answers, text))
        self._answers = (*self._answers, text)
        self._show_lines(self._state.lines[before:])
        self._show_board()
        if self._is_over:
            self._end()

    def _end(self) -> None:
        self._screen.show(self._voice.say(OVER[self._state.status]))
        for line in list_end_lines(self._state, self._language):
            self._screen.show(line)
        if self._state.board is not None:
            self._screen.show(self._voice.say(FREE))

    def _show_hint(self) -> None:
        self._screen.show(self._kind.hint(self._problem, self._answers).said(self._voice.say))

    def _show_solution(self) -> None:
        """Show the solution; a problem that is not over counts as given up."""
        was_open = not self._is_over
        self._given_up = self._given_up or was_open
        for line in solution_lines(self._problem, self._kind.solution(self._problem), self._language):
            self._screen.show(line)
        if was_open:
            self._end()

    def _play(self, text: str) -> None:
        """Try a free move after the end: ``C3``, or ``white C3`` out of turn; show the reason if it is refused."""
        state = self._free[-1] if self._free else self._end_position()
        first, _, rest = text.partition(" ")
        if rest and first.lower() in _COLOURS:
            state, text = replace(state, to_move=_COLOURS[first.lower()]), rest
        verdict = judge(state, read_try(text, self._size))
        if verdict.reason is not None:
            self._screen.show(self._voice.say(REASONS[verdict.reason]))
            return
        self._free = [*(self._free or [state]), verdict.after]
        self._show_board()

    def _end_position(self) -> State:
        """Return the position at the end of the problem, from which free moves start."""
        if self._state.board is None:
            raise BadTry(N_("this problem has no board to play on"))
        settings = self._problem.settings
        moved = [line for line in self._state.lines if line.tried is not None or line.told is not None]
        accepted = [line for line in moved if line.told is None or line.told.outcome is not Outcome.ILLEGAL]
        to_move = accepted[-1].colour.opponent if accepted else self._problem.to_move
        return start(settings.ruleset, self._size, settings.komi, to_move, board_text(self._state.board, self._size))

    def _undo(self) -> None:
        if len(self._free) < 2:
            raise BadTry(N_("there is no try to undo yet"))
        self._free.pop()
        self._show_board()

    def _show_help(self) -> None:
        for word, meaning in {**COMMANDS, **AFTER}.items():
            self._screen.show(f"  {word:9} {self._voice.say(meaning)}")

    def _show_lines(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._screen.show(line_text(line, self._problem.settings, self._language))

    def _show_board(self) -> None:
        """Show the board with the problem's marks; after free moves, show their board."""
        if self._state.board is None:
            return
        board, marked = (self._free[-1].cells, {}) if self._free else (self._state.board, self._state.marked)
        hidden = sum(1 << point for point in marked.get("hidden", ()))
        last = next(iter(marked.get("last", ())), None)
        self._screen.show(draw_board(board, self._size, replace(self._screen.signs, fog="?"), last, hidden))
        for line in mark_lines(self._problem, marked, self._language):
            self._screen.show(line)


def how_to_answer(input: Input, size: Size, voice: Voice) -> str:
    """Return a text on how to type an answer; its example depends only on the size of the board."""
    row = "." * size.width
    return voice.say(
        EXAMPLES[input],
        point=middle_point(size),
        points=" ".join(size.names((0, size.points - 1))),
        board="/".join([row] * (size.height - 1) + ["B" + row[1:]]),
    )
