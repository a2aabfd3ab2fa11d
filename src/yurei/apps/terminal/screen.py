"""A screen: something is asked, something is shown, and between two people everything is taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from yurei.apps.terminal.drawing import LETTERS, ROUND, Signs
from yurei.errors import YureiError

CLEAR = "\033[2J\033[3J\033[H"
"""Empties a terminal, and what it has kept above."""
OTHER_PAGE, FIRST_PAGE = "\033[?1049h", "\033[?1049l"
"""A page of a terminal that keeps nothing above, and the way back."""
RULE = "-" * 60


class Left(YureiError):
    """The input has ended, or somebody has quit, before the game was over."""

    def __init__(self, message: str, quit: bool = False) -> None:
        super().__init__(message)
        self.quit = quit


class Screen:
    """Where people read and write.

    Args:
        read: The next line that is typed, its end included; an empty text where there are no more.
        write: Shows a text.
        signs: What boards are drawn with.
        is_terminal: Whether it can be cleared; a file or a pipe gets a rule instead.
        echo: Whether what was read is shown too, because no terminal has shown it.
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
        """The screen of two text streams."""

        def write(text: str) -> None:
            target.write(text)
            target.flush()

        return cls(source.readline, write, signs_of(target), is_terminal=target.isatty(), echo=not source.isatty())

    def show(self, text: str = "") -> None:
        """Show a text on lines of its own."""
        self._write(text + "\n")

    def ask(self, prompt: str) -> str:
        """What is typed, without spaces around it.

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

    def curtain(self) -> None:
        """Take away all that was shown."""
        self._write(OTHER_PAGE + CLEAR if self._is_terminal else RULE + "\n")

    def uncover(self) -> None:
        """Come back from behind the curtain, with an empty screen."""
        if self._is_terminal:
            self._write(CLEAR + FIRST_PAGE)


def signs_of(target: TextIO) -> Signs:
    """What boards are drawn with on a stream: letters where it does not write UTF-8."""
    return ROUND if (target.encoding or "").lower().replace("-", "") == "utf8" else LETTERS
