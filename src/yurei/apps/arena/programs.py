"""Programs in seat mode as contestants: yurei asks and the program answers, a JSON object a line.

See "Seat mode" in docs/line-protocol.md. A program has a process of its
own, which stays for the games that follow.
"""

import json
from collections.abc import Callable, Iterator
from typing import IO, Any, ClassVar

from yurei.apps.arena import budgets
from yurei.apps.arena.chairs import Late
from yurei.errors import YureiError
from yurei.players import Budget, Player
from yurei.players.engines.child_process import ChildProcess
from yurei.referee.plain import read_try_values, result_values, told_values
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.points import shortened
from yurei.rules.state import Result, Try

LONGEST_LINE = 64 * 1024
LONGEST_ERROR = 200
"""Most characters of a program's error in a report."""
BEGINNING = 60.0
"""Seconds that a program has to begin a game: it may have to be started."""
WORD = 10.0
"""Seconds that a program has to confirm a line."""


class Wrong(YureiError):
    """A program's answer that seat mode does not allow."""


class Process(ChildProcess):
    """A running program that is asked line by line.

    Args:
        command: The command line.
    """

    def __init__(self, command: str) -> None:
        super().__init__(command, _lines, stderr=None)

    def ask(self, line: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line, and return the answer.

        Raises:
            Late: if no answer comes in time. The program is ended then.
            Wrong: if it has ended, cannot be started, or answers an error or no JSON object.
        """
        said = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            answer = self.exchange(said, seconds)
        except TimeoutError:
            raise Late(f"has not answered {line['op']!r} within {seconds:g} s") from None
        except (IndexError, OSError, ValueError) as error:
            raise Wrong(f"cannot be started: {error}") from None
        if not answer:
            status = self.close()
            raise Wrong(f"has ended with status {status} when it was asked {line['op']!r}")
        try:
            return _read(answer, str(line["op"]))
        except Wrong:
            self.close()  # its next answer might belong to this line
            raise


def _lines(output: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a program, each with its end; one that is too long, in pieces."""
    while line := output.readline(LONGEST_LINE + 1):
        yield line


def _read(line: bytes, op: str) -> dict[str, Any]:
    text = line.decode("utf-8", "replace").rstrip("\n")
    if not line.endswith(b"\n"):
        raise Wrong(f"has answered {op!r} with a line of more than {LONGEST_LINE} bytes, or has ended within it")
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Wrong(f"has answered {op!r} with {shortened(text)}, which is no JSON object")
    if "error" in answer:
        raise Wrong(f"has answered {op!r} with an error: {shortened(answer['error'], LONGEST_ERROR)}")
    return answer


class Program(Player):
    """A contestant that is a program. Its time is its own processor time, if the system tells it.

    Args:
        process: The program.
        seed: Seed for its random choices, which it is told.
    """

    slug = "program"
    summary = "A program in seat mode."
    PARAMETERS: ClassVar[dict[str, Any]] = {}

    def __init__(self, process: Process, seed: int | None = None) -> None:
        super().__init__(seed)
        self._process, self._seed = process, seed
        self.clock: Callable[[], float] = process.clock
        self.more_patience = BEGINNING

    def begin(self, opening: View) -> None:
        super().begin(opening)
        settings = opening.settings.plain()
        seat, board = opening.seat.name, opening.board_text
        self._ask({"op": "begin", "settings": settings, "seat": seat, "board": board, "seed": self._seed}, BEGINNING)

    def hear(self, told: Told) -> None:
        super().hear(told)
        size, ended = self.view.settings.size, result_values(told.result)
        values = told_values(told, size)
        line = {"op": "hear", "seat": told.seat, "told": values, "board": self.view.board_text, "result": ended}
        self._ask(line, WORD)

    def leave(self, result: Result) -> None:
        """Tell the program that the game is over, for whatever reason."""
        self._ask({"op": "end", "result": result_values(result)}, WORD)

    def now(self) -> float:
        """Return the program's own time."""
        return self.clock()

    def decide(self, budget: Budget) -> Try:
        answer = self._process.ask({"op": "choose", "budget": budgets.plain(budget)}, budget.patience)
        try:
            return read_try_values(answer, self.view.settings.size)
        except (AttributeError, KeyError, TypeError, ValueError, YureiError):
            raise Wrong(f"has answered 'choose' with {shortened(answer)}, which is no try") from None

    def _ask(self, line: dict[str, Any], seconds: float) -> None:
        answer = self._process.ask(line, seconds)
        if answer.get("ok") is not True:
            raise Wrong(f"has answered {line['op']!r} with {shortened(answer)}, not with ok")
