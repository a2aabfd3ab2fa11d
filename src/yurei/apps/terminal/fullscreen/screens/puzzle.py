"""The screen of a problem: the board, the task and the transcript beside it, answers by keys, mouse or typing."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType

from yurei.apps.terminal.fullscreen import words
from yurei.apps.terminal.fullscreen.picture import Picture
from yurei.apps.terminal.fullscreen.screens.board_screen import Prompt, PromptScreen
from yurei.apps.terminal.fullscreen.screens.covers import Help
from yurei.apps.terminal.fullscreen.widgets import LEAVE
from yurei.apps.terminal.puzzle import Puzzle
from yurei.apps.terminal.solving import FREE, OVER, heading, help_text, how_to_answer
from yurei.apps.terminal.words import Voice
from yurei.errors import YureiError
from yurei.problems import Input
from yurei.problems.wording import end_lines, line_text, mark_lines, rules_text, solution_lines
from yurei.rules.board import BLACK_STONE, EMPTY, WHITE_STONE, board_text, read_board

NEXT = {EMPTY: BLACK_STONE, BLACK_STONE: WHITE_STONE, WHITE_STONE: EMPTY}
"""The piece that follows a piece when a board is set up by clicks."""


class PuzzleScreen(PromptScreen):
    """A problem from its task to free moves after its end.

    Args:
        puzzle: The problem.
        voice: Speaks the user's language.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", words.HELP, key_display="F1"),
        Binding("f2", "word('hint')", words.HINT, key_display="F2"),
        Binding("f3", "word('solution')", words.SOLUTION, key_display="F3"),
        Binding("f4", "word('again')", words.AGAIN, key_display="F4"),
        Binding("f5", "submit", words.SUBMIT, key_display="F5"),
        Binding("f6", "turn_board", words.BOARD, key_display="F6"),
        LEAVE,
    ]

    def __init__(self, puzzle: Puzzle, voice: Voice) -> None:
        self._puzzle = puzzle
        self._set_answer()
        super().__init__(Picture(puzzle.size, puzzle.board), heading(puzzle, voice), voice)

    def _set_answer(self) -> None:
        """Begin with no chosen point, the first board of a choice, and the shown board to set up from."""
        self._chosen: set[int] = set()
        self._choice = 0
        self._set_up = bytearray(self._puzzle.board)

    def offers(self, action: str) -> bool:
        offered = {"submit": self._puzzle.input is not Input.TRY, "turn_board": bool(self._puzzle.choices)}
        return offered.get(action, True)

    def on_mount(self) -> None:
        """Show the problem, and focus the prompt."""
        self._show_state()
        self.query_one(Prompt).focus()

    def _show_state(self, said: str = "") -> None:
        """Show everything anew, and a message; without one what was heard last, or what can be done."""
        puzzle, language = self._puzzle, self.voice.language
        lines = [line_text(line, puzzle.problem.settings, language) for line in puzzle.state.lines]
        self.board.show(self._picture())
        self.transcript.show(lines)
        self.now("\n".join(state_lines(puzzle, self._choice, self.voice)))
        if puzzle.is_over:
            said = said or (self.voice.say(FREE) if puzzle.has_board else "")
        elif not said:
            said = lines[-1] if puzzle.answers and lines else how_to_answer(puzzle, self.voice)
        self.tell(said)
        self.whose.update("> " if puzzle.is_over else f"{self.voice.name(puzzle.problem.to_move.word)}> ")

    def _picture(self) -> Picture:
        puzzle = self._puzzle
        marked, cells = puzzle.marked, puzzle.board
        if not puzzle.is_over and puzzle.choices:
            cells = read_board(puzzle.choices[self._choice], puzzle.size)[0]
        elif not puzzle.is_over and puzzle.input is Input.BOARD:
            cells = bytes(self._set_up)
        last = next(iter(marked.get("last", ())), None)
        return Picture(
            puzzle.size,
            cells,
            None if last is None else (last, False),
            signs=signs_of(marked, () if puzzle.is_over else self._chosen),
            aim=self.board.picture.aim,
            hand=puzzle.to_move.value if puzzle.input is Input.TRY or puzzle.is_over else EMPTY,
        )

    def choose(self, point: int) -> None:
        """Answer with a point, or change an answer of several points or a board there."""
        puzzle = self._puzzle
        if puzzle.is_over or puzzle.input is Input.TRY:
            self.action_word(puzzle.size.name(point))
        elif puzzle.input is Input.POINTS:
            self._chosen ^= {point}
            self._show_state()
        elif puzzle.input is Input.BOARD:
            self._set_up[point] = NEXT[self._set_up[point]]
            self._show_state()

    def action_submit(self) -> None:
        """Answer with the chosen points, the shown board of a choice, or the board that was set up."""
        puzzle = self._puzzle
        if puzzle.is_over:
            return
        if puzzle.input is Input.POINTS:
            self.action_word(" ".join(puzzle.size.names(puzzle.size.in_order(self._chosen))))
        elif puzzle.input is Input.CHOICE:
            self.action_word(str(self._choice + 1))
        elif puzzle.input is Input.BOARD:
            self.action_word(board_text(bytes(self._set_up), puzzle.size))

    def action_turn_board(self) -> None:
        """Show the next board of a choice."""
        if self._puzzle.choices:
            self._choice = (self._choice + 1) % len(self._puzzle.choices)
            self._show_state()

    def action_help(self) -> None:
        """Show help over the screen."""
        texts = how_to_answer(self._puzzle, self.voice), help_text(self.voice), self.voice.say(words.SOLVING_KEYS)
        self.app.push_screen(Help("\n\n".join(texts)))

    def action_word(self, line: str) -> None:
        """Give an answer, play a free move, or obey a command."""
        commands: Mapping[str, Callable[[], object]] = {
            "help": self.action_help,
            "hint": lambda: self.tell(self._puzzle.hint().said(self.voice.say)),
            "solution": self._show_solution,
            "again": self._restart,
            "undo": self._undo,
            "board": self._show_state,
            "quit": self.app.exit,
        }
        try:
            commands[line.lower()]() if line.lower() in commands else self._answer(line)
        except YureiError as error:
            self.tell(error.words.said(self.voice.say))

    def _answer(self, line: str) -> None:
        if self._puzzle.is_over:
            why = self._puzzle.play(line)
            self._show_state("" if why is None else self.voice.say(why))
        else:
            self._puzzle.answer(line)
            self._show_state()

    def _show_solution(self) -> None:
        lines = solution_lines(self._puzzle.problem, self._puzzle.solution(), self.voice.language)
        self._show_state()
        self.app.push_screen(Help("\n".join(lines)))

    def _restart(self) -> None:
        self._puzzle.restart()
        self._set_answer()
        self._show_state()

    def _undo(self) -> None:
        self._puzzle.undo()
        self._show_state()

    def action_clear(self) -> None:
        """Clear the input, the cursor and the chosen points."""
        super().action_clear()
        self._chosen.clear()
        self._show_state()


def signs_of(marked: Mapping[str, Iterable[int]], chosen: Iterable[int]) -> dict[int, str]:
    """Return the sign of each marked and each chosen point; later signs replace earlier ones.

    What is certain is marked where something else is not.
    """
    points = {
        words.POSSIBLE: marked.get("hidden", ()),
        words.TARGET: marked.get("target", ()),
        words.CERTAIN: marked.get("certain", ()) if marked.get("hidden") else (),
        words.CHOSEN: chosen,
    }
    return {point: sign for sign in points for point in points[sign]}


def state_lines(puzzle: Puzzle, choice: int, voice: Voice) -> list[str]:
    """Return the task, the marks and which of several boards is shown; after the end how it ended."""
    if puzzle.is_over:
        return [voice.say(OVER[puzzle.state.status]), *end_lines(puzzle.state, voice.language)]
    game = rules_text(puzzle.problem.settings, voice.language)
    task = puzzle.kind.prompt(puzzle.problem).said(voice.say)
    shown = [voice.say(words.CHOICE, number=choice + 1, of=len(puzzle.choices))] if puzzle.choices else []
    return [game, task, *mark_lines(puzzle.problem, puzzle.marked, voice.language), *shown]
