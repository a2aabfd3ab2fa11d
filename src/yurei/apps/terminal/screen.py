"""Input and output of a plain terminal: boards and other texts, commands, and hiding the screen."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self, TextIO

from yurei.errors import YureiError
from yurei.languages import ENGLISH, N_, closed, join_sentences, listed, number_text, translation
from yurei.referee.announce import REASONS, name_try, seat_label, speak_result
from yurei.referee.settings import Settings
from yurei.referee.table import RevealedTry
from yurei.rules.board import EMPTY
from yurei.rules.points import COLUMNS, Shape, Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import Result


@dataclass(frozen=True, slots=True)
class Signs:
    """Characters for cells (empty, black and white stone, black and white ghost), star points and fog."""

    cells: str
    star: str = "+"
    fog: str = "~"


ROUND = Signs(".●○◍◌", fog="░")
LETTERS = Signs(".BWbw")  # signs for a terminal that cannot show round ones


def draw_board(cells: bytes, size: Size, signs: Signs = ROUND, mark: int | None = None, fog: int = 0) -> str:
    """Return the board as text, rows from the top, with coordinates on all sides and ``mark`` in brackets.

    >>> print(draw_board(bytes([0, 1, 0, 2]), Size(2, 2), LETTERS, mark=1))
       A B
     2 . W  2
     1 .(B) 1
       A B
    >>> print(draw_board(bytes([0, 1, 0, 2]), Size(2, 2, Shape.TORUS), LETTERS, mark=1))
          A B
        B . B .
        +-----+
     2 W| . W |.  2
     1 B| .(B)|.  1
        +-----+
        W . W .
          A B
    """
    columns = " ".join(COLUMNS[: size.width])
    shown = [_point_text(point, cell, size, signs, fog) for point, cell in enumerate(cells)]
    starts = range(0, size.points, size.width)
    rows = [shown[start : start + size.width] for start in starts]
    inside = [_format_row(row, -1 if mark is None else mark - start) for row, start in zip(rows, starts, strict=True)]
    if size.shape is Shape.TORUS:
        return "\n".join(_frame_torus(columns, inside, rows))
    named = [f"{row + 1:2}{inside[row]}{row + 1:2}" for row in reversed(range(size.height))]
    return "\n".join([f"   {columns}", *named, f"   {columns}"])


def _format_row(row: list[str], mark: int) -> str:
    """Return a row as text: spaces between the signs, and brackets around the marked sign."""
    gaps = [" "] * (len(row) + 1)
    if 0 <= mark < len(row):
        gaps[mark : mark + 2] = "()"
    return "".join(gap + sign for gap, sign in zip(gaps, [*row, ""], strict=True))


def _frame_torus(columns: str, rows: list[str], beyond: list[list[str]]) -> Iterator[str]:
    """Yield the lines of a torus as text: the board in a frame, surrounded by its opposite edges."""
    frame = f"    +{'-' * len(rows[0])}+"
    yield f"      {columns}"
    yield f"    {beyond[0][-1]} {' '.join(beyond[0])} {beyond[0][0]}"
    yield frame
    for row in reversed(range(len(rows))):
        yield f"{row + 1:2} {beyond[row][-1]}|{rows[row]}|{beyond[row][0]} {row + 1:2}"
    yield frame
    yield f"    {beyond[-1][-1]} {' '.join(beyond[-1])} {beyond[-1][0]}"
    yield f"      {columns}"


def _point_text(point: int, cell: int, size: Size, signs: Signs, fog: int) -> str:
    if cell == EMPTY and fog >> point & 1:
        return signs.fog
    return signs.star if cell == EMPTY and _is_star(point, size) else signs.cells[cell]


def _is_star(point: int, size: Size) -> bool:
    """Return whether a point is a star point of the board."""
    row, column = divmod(point, size.width)
    across, up = _star_line(column, size.width), _star_line(row, size.height)
    large = min(size.width, size.height) >= 15
    return (across == up and across != "") or (large and "" not in (across, up))


def _star_line(line: int, lines: int) -> str:
    """Return the kind of a line with star points, ``edge`` or ``middle``; an empty text for other lines."""
    edge = 2 if lines < 13 else 3
    if lines >= 7 and line in (edge, lines - 1 - edge):
        return "edge"
    return "middle" if lines >= 5 and lines % 2 and line == lines // 2 else ""


TRIES = {
    "E5": N_("try a stone there; any point of the board"),
    "pass": N_("pass the turn"),
    "resign": N_("resign the game"),
}
GHOST = {"ghost E5": N_("try a ghost there")}
DRAW = {"draw": N_("offer a draw, or agree to one")}
OTHERS = {"board": N_("show the board again"), "help": N_("show this help"), "quit": N_("leave the game")}
WITH_UNDO = {"undo": N_("undo the last try"), **OTHERS}


class Voice:
    """Translates texts into one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, text: str, **fields: object) -> str:
        """Return the translation of a text, with its fields filled in."""
        said = translation(self.language).gettext(text)
        return said.format(**fields) if fields else said

    def name(self, seat: str) -> str:
        return seat_label(seat, self.language)


def opening_text(settings: Settings, language: str = ENGLISH) -> str:
    """Return the introduction of a game: ruleset, size, komi, handicap, and the rules of the referee."""
    say, referee = Voice(language).say, settings.referee
    parts = [say(N_("{game} on {size}"), game=say(settings.ruleset.title), size=settings.size)]
    if settings.komi is not None:
        parts.append(say(N_("komi {komi}"), komi=number_text(settings.komi, language)))
    if settings.handicap:
        parts.append(say(N_("{count} handicap stones"), count=settings.handicap))
    told = say(N_("Referee {referee}: {summary}"), referee=say(referee.title), summary=say(referee.summary))
    return "\n".join([closed(listed(parts, language), language), told, *map(say, settings.cautions)])


def ending_text(result: Result, language: str = ENGLISH, ruleset: Ruleset | None = None) -> str:
    """Return the text about the end of a game, and the count if there was one."""
    said = speak_result(result, language, ruleset)
    if result.black is None or result.white is None or result.margin is None:
        return said
    komi = number_text(result.black - result.white - result.margin, language)
    points = N_("Points: Black {black}, White {white} plus {komi} komi.")
    counted = Voice(language).say(points, black=result.black, white=result.white, komi=komi)
    return join_sentences([said, counted], language)


def unfinished_text(seat: str, language: str = ENGLISH) -> str:
    """Return the text that says that a game is not over, and which seat is to move."""
    return Voice(language).say(N_("The game is not over; {seat} to play."), seat=seat_label(seat, language))


def middle_point(size: Size) -> str:
    """Return the name of the point in the middle of a board."""
    return size.name(size.height // 2 * size.width + size.width // 2)


def tried_text(tried: RevealedTry, size: Size, language: str = ENGLISH) -> str:
    """Return a try as text, with the reason if it was illegal."""
    say = Voice(language).say
    text = f"{seat_label(tried.seat, language)} {name_try(tried.attempt, size, say)}"
    if tried.reason is None:
        return text
    return say(N_("{seat}: {tried}"), seat=text, tried=say(REASONS[tried.reason]))


def help_text(ruleset: Ruleset, more: Mapping[str, str] = OTHERS, language: str = ENGLISH) -> str:
    """Return the help text on the commands of a game, one line each."""
    ghost = GHOST if ruleset.ghosts else {}
    draw = DRAW if ruleset.draw_by_agreement else {}
    words = {**TRIES, **ghost, **draw, **more}
    return "\n".join(f"  {word:9} {translation(language).gettext(meaning)}" for word, meaning in words.items())


CLEAR = "\033[2J\033[3J\033[H"  # clears a terminal and its scrollback
OTHER_PAGE, FIRST_PAGE = "\033[?1049h", "\033[?1049l"
"""Escape sequences that switch to the terminal's second page, which has no scrollback, and back."""
RULE = "-" * 60


class PersonLeft(YureiError):
    """Error raised when the input ends, or a person quits. ``quit`` is true for the command."""

    def __init__(self, message: str, quit: bool = False) -> None:
        super().__init__(message)
        self.quit = quit


class Screen:
    """Input and output of a terminal."""

    def __init__(
        self,
        read: Callable[[], str],
        write: Callable[[str], object],
        signs: Signs = ROUND,
        is_terminal: bool = False,
        echo: bool = False,
    ) -> None:
        self.signs = signs
        self._read, self._write = read, write
        self._is_terminal, self._echo = is_terminal, echo

    @classmethod
    def of(cls, source: TextIO, target: TextIO) -> Self:

        def write(text: str) -> None:
            target.write(text)
            target.flush()

        return cls(source.readline, write, choose_signs(target), is_terminal=target.isatty(), echo=not source.isatty())

    def show(self, text: str = "") -> None:
        self._write(text + "\n")

    def read_line(self, prompt: str) -> str:
        """Show a prompt and return the typed line, stripped; raise ``PersonLeft`` at the end of input."""
        self._write(prompt)
        line = self._read()
        if not line:
            self._write("\n")
            raise PersonLeft("the input has ended before the game; quit would have left it")
        if self._echo:
            self._write(line.rstrip("\n") + "\n")
        return line.strip()

    def ask_command(
        self,
        prompt: str,
        commands: Mapping[str, Callable[[], object]],
        otherwise: Callable[[str], object],
        voice: Voice,
    ) -> None:
        """Ask for a line, and run the command in it, or ``otherwise`` for other lines; show errors as text."""
        line = unicodedata.normalize("NFKC", self.read_line(prompt))
        known: dict[str, Callable[[], object]] = {"": lambda: None, "quit": quit, **commands}
        try:
            known[line.lower()]() if line.lower() in known else otherwise(line)
        except PersonLeft:
            raise
        except YureiError as error:
            self.show(error.words.said(voice.say))

    def hide_page(self) -> None:
        """Hide all that the terminal shows."""
        self._write(OTHER_PAGE + CLEAR if self._is_terminal else RULE + "\n")

    def show_empty_page(self) -> None:
        """Return from the second page of the terminal to an empty screen."""
        if self._is_terminal:
            self._write(CLEAR + FIRST_PAGE)


def choose_signs(target: TextIO) -> Signs:
    """Return the characters for boards on a stream: letters if the stream does not write UTF-8."""
    return ROUND if (target.encoding or "").lower().replace("-", "") == "utf8" else LETTERS


def quit() -> None:
    raise PersonLeft("the game was left before its end", quit=True)
