"""Parses and writes GTP 2: commands, answers, and the colours, vertices, boards and results in them.

A command is a line, with an id or without; an answer begins with ``=`` or ``?`` and ends with an empty line.
"""

import codecs
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from typing import BinaryIO

from yurei.errors import YureiError
from yurei.referee.settings import number as plain_number
from yurei.rules.board import BLACK, WHITE, Colour, read_board
from yurei.rules.points import COLUMNS, Size
from yurei.rules.state import PASS, EndedBy, Kind, Result, Try, ghost, handicap, stone

LONGEST_LINE = 64 * 1024  # bytes; a longer one is answered with an error
NO_TEXT = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")  # control characters, which the standard drops; a tab is a space
LONGEST_NUMBER = 9  # digits
INTERRUPT = b"# interrupt"
"""Comment with which GoGui asks for the answer at once, if the engine lists ``gogui-interrupt``."""

Stream = Iterator[str]
"""An answer that continues, line by line, until the next input; empty lines are not written."""


class Refused(Exception):
    """Error of a command; its text is sent as the answer after ``?``."""


SYNTAX_ERROR = "syntax error"


@dataclass(frozen=True, slots=True)
class Command:
    """A command as received: its name, its arguments, and its id."""

    name: str
    words: tuple[str, ...] = ()
    rest: str = ""  # the name in its original spelling
    number: str | None = None  # the id before the name
    text: str = ""  # the rest with any comment, which may be part of a file's name


def parse_command(line: bytes) -> Command | None:
    """Parse a line as a command; None for an empty line or a comment."""
    line = NO_TEXT.sub(b"", line.removeprefix(codecs.BOM_UTF8)).replace(b"\t", b" ")
    whole_line = line.decode(errors="surrogateescape")  # file names keep their bytes
    number, rest = None, whole_line.strip()
    first, _, behind = rest.partition("#")[0].strip().partition(" ")
    if first.isascii() and first.isdecimal():
        number, rest = first, rest.removeprefix(first).strip()
    said = rest.partition("#")[0].strip()
    if not said and number is None:
        return None
    name, _, behind = said.partition(" ")
    return Command(name, tuple(behind.split()), behind.strip(), number, rest.removeprefix(name).strip())


def read_whole(word: str) -> int:
    """Parse a whole number, 0 or more."""
    if not (word.isascii() and word.isdecimal()) or len(word) > LONGEST_NUMBER:
        raise Refused(SYNTAX_ERROR)
    return int(word)


def read_number(word: str) -> float:
    if not re.fullmatch(r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})", word, re.ASCII):
        raise Refused(SYNTAX_ERROR)
    return float(word)


def format_answer(mark: str, command: Command | None, text: str) -> bytes:
    """Return an answer as the bytes to send; empty lines in it, which would end it early, are left out."""
    lines = "\n".join(line for line in text.split("\n") if line.strip()) if "\n" in text else text
    begin = "\n" if text.startswith("\n") else ""
    sent = f"{mark}{(command.number if command else None) or ''} {begin}{lines}".rstrip() + "\n\n"
    return sent.replace("’", "'").encode("ascii", "replace")


class CommandRunner:
    """Runs commands and writes their answers. A ``Stream`` ends as soon as ``waiting`` reports new input."""

    def __init__(
        self, do: Callable[[Command], str | Stream], out: BinaryIO, waiting: Callable[[], bool] = lambda: True
    ) -> None:
        self._do, self._out, self._waiting = do, out, waiting

    def receive(self, line: bytes) -> Command | None:
        """Answer a line and return its command; None for a comment, an empty line, or one that is too long."""
        if len(line) > LONGEST_LINE:
            self._write(format_answer("?", None, f"a line has at most {LONGEST_LINE} bytes"))
            return None
        if (command := parse_command(line)) is None:
            return None
        try:
            done = self._do(command)
        except Refused as refused:
            self._write(format_answer("?", command, str(refused)))
        else:
            if isinstance(done, str):
                self._write(format_answer("=", command, done))
            else:
                self._write_stream(command, done)
        return command

    def _write_stream(self, command: Command, lines: Stream) -> None:
        self._write(f"={command.number or ''}\n".encode())
        said = False
        for text in lines:
            if text:
                self._write(text.encode("ascii", "replace") + b"\n")
                said = True
            if said and self._waiting():
                break
        self._write(b"\n")

    def _write(self, said: bytes) -> None:
        self._out.write(said)
        self._out.flush()


class Inbox:
    """Queue of input lines, filled by a thread. Of a line that is too long only the first part is kept."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines
        self._held: Queue[bytes] = Queue()
        self._reader = threading.Thread(target=self._read_lines, daemon=True)
        self._interrupts_in = self._interrupts_out = 0
        self._reader.start()

    def has_line(self) -> bool:
        """Return whether the queue has a line."""
        return not self._held.empty()

    def has_interrupt(self) -> bool:
        """Return whether the queue has a ``# interrupt`` line."""
        return self._interrupts_in > self._interrupts_out

    def next(self) -> bytes:
        """Wait for the next line and return it; empty at the end of input, or when the thread has ended."""
        while True:
            with suppress(Empty):
                line = self._held.get(timeout=1.0)
                self._interrupts_out += line.strip() == INTERRUPT
                return line
            if not self._reader.is_alive() and self._held.empty():
                return b""

    def _read_lines(self) -> None:
        """Read lines into the queue, cut to one byte more than the limit, and an empty line at the end of input."""
        lines = self._lines
        with suppress(OSError):  # a separate stream: Python's own could not be closed at exit while it is read
            lines = os.fdopen(os.dup(lines.fileno()), "rb")
        with suppress(OSError, ValueError):
            while line := lines.readline(LONGEST_LINE + 1):
                rest = line
                while not rest.endswith(b"\n") and rest:
                    rest = lines.readline(LONGEST_LINE)
                self._interrupts_in += line.strip() == INTERRUPT
                self._held.put(line)
        self._held.put(b"")


COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
GHOST = "ghost-"  # prefix of the vertex of a ghost
PASSES = ("pass", "..")
SIGNS = ".XOxo"  # letters of cells: capital for stones, small for ghosts


def read_colour(word: str) -> Colour:
    if (found := COLOURS.get(word.lower())) is None:
        raise Refused(SYNTAX_ERROR)
    return found


def read_point(word: str, size: Size) -> int:
    try:
        return size.point(word)
    except YureiError:
        raise Refused(SYNTAX_ERROR) from None


def read_vertex(word: str, size: Size) -> Try:
    """Parse a vertex as a try: ``C3``, ``ghost-C3``, ``pass``."""
    word = word.lower()
    if word in PASSES:
        return PASS
    if word.startswith(GHOST):
        return ghost(read_point(word.removeprefix(GHOST), size))
    return stone(read_point(word, size))


def vertex(tried: Try, size: Size) -> str:
    if tried.point is None:
        return tried.kind.value
    return f"{GHOST if tried.kind is Kind.GHOST else ''}{size.name(tried.point)}"


def handicap_points(size: Size, stones: int) -> list[int]:
    """Return the usual points of this number of handicap stones; refuse an impossible number."""
    try:
        cells, _ = read_board(handicap(size, stones), size)
    except YureiError:
        raise Refused("invalid number of stones") from None
    return [point for point, cell in enumerate(cells) if cell]


def draw_board(board: bytes, size: Size) -> str:
    """Return a board as text, with its coordinates."""
    letters = "   " + " ".join(COLUMNS[: size.width])
    rows = [
        f"{row + 1:2} {' '.join(SIGNS[cell] for cell in board[row * size.width : (row + 1) * size.width])} {row + 1}"
        for row in reversed(range(size.height))
    ]
    return "\n" + "\n".join([letters, *rows, letters])


def result_text(result: Result) -> str:
    """Return a result as GTP writes it: ``B+3.5``, ``W+R``, ``0``."""
    if result.winner is None:
        return "0"
    by = {EndedBy.RESIGNATION: "R", EndedBy.TIME: "T"}.get(result.by, "")
    return f"{'B' if result.winner is BLACK else 'W'}+{by or plain_number(abs(result.margin or 0)) or ''}"
