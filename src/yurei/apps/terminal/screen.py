"""A plain terminal: asks, shows, and clears everything between two people."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import TextIO

from yurei.apps.terminal.drawing import LETTERS, ROUND, Signs
from yurei.apps.terminal.words import Voice
from yurei.errors import YureiError

CLEAR = "\033[2J\033[3J\033[H"
"""Clears a terminal and its scrollback."""
OTHER_PAGE, FIRST_PAGE = "\033[?1049h", "\033[?1049l"
"""Switch to a terminal's other page, which has no scrollback, and back."""
RULE = "-" * 60


class Left(YureiError):
    """The input has ended, or a player has quit, before the game was over."""

    def __init__(self, message: str, quit: bool = False) -> None:
        super().__init__(message)
        self.quit = quit


class Screen:
    """Input and output of people.

    Args:
        read: Returns the next line that is typed, its end included; an empty text at the end of input.
        write: Shows a text.
        signs: The signs of boards.
        is_terminal: Whether it can be cleared; a file or a pipe gets a rule instead.
        echo: Whether to show input too, because no terminal has shown it.
    """

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
    def of(cls, source: TextIO, target: TextIO) -> Screen:
        """Return the screen of two text streams."""

        def write(text: str) -> None:
            target.write(text)
            target.flush()

        return cls(source.readline, write, signs_of(target), is_terminal=target.isatty(), echo=not source.isatty())

    def show(self, text: str = "") -> None:
        """Show a text on lines of its own."""
        self._write(text + "\n")

    def ask(self, prompt: str) -> str:
        """Return the line that is typed, without spaces around it.

        Raises:
            Left: if there is no more input.
        """
        self._write(prompt)
        line = self._read()
        if not line:
            self._write("\n")
            raise Left("the input has ended before the game; quit would have left it")
        if self._echo:
            self._write(line.rstrip("\n") + "\n")
        return line.strip()

    def ask_command(self, prompt: str, obey: Callable[[str], object], voice: Voice) -> None:
        """Ask for a line, and obey it; an error is shown.

        Raises:
            Left: if there is no more input, or the command is to leave.
        """
        line = self.ask(prompt)
        try:
            obey(unicodedata.normalize("NFKC", line))
        except Left:
            raise
        except YureiError as error:
            self.show(error.words.said(voice.say))

    def curtain(self) -> None:
        """Hide all that was shown."""
        self._write(OTHER_PAGE + CLEAR if self._is_terminal else RULE + "\n")

    def uncover(self) -> None:
        """Come back from behind the curtain, with an empty screen."""
        if self._is_terminal:
            self._write(CLEAR + FIRST_PAGE)


def signs_of(target: TextIO) -> Signs:
    """Return the signs of boards for a stream: letters if it does not write UTF-8."""
    return ROUND if (target.encoding or "").lower().replace("-", "") == "utf8" else LETTERS


def quit() -> None:
    """Leave the game.

    Raises:
        Left: always.
    """
    raise Left("the game was left before its end", quit=True)
