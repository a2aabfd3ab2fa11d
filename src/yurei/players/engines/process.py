"""A process that speaks GTP: receives one command at a time, and ends with the process that started it."""

import json
import os
import subprocess
from collections.abc import Iterator
from typing import IO

from yurei.errors import BadSettings, YureiError, unknown
from yurei.languages import N_
from yurei.players.engines.child_process import ChildProcess
from yurei.rules.points import shortened

ENGINES = "YUREI_ENGINES"
"""Environment variable that names programs: JSON, ``{"gnugo": "/usr/games/gnugo --mode gtp"}``."""
LONGEST_ANSWER = 64 * 1024
"""Greatest length of an answer, in bytes."""
SHORT = 60.0
"""Time limit in seconds for an answer without thought, also the first."""


class EngineError(YureiError):
    """A GTP engine cannot be started, has ended, or gives an invalid answer."""


class NotDone(Exception):
    """The engine has refused a command; the text is its reason."""


def named(name: str) -> str:
    """Return the command of an engine that the operator has named.

    Raises:
        Unknown: if there is none with this name.
        BadSettings: if the variable is no JSON object of names and commands.
    """
    try:
        known = json.loads(os.environ.get(ENGINES) or "{}")
        commands = {str(key): command for key, command in known.items() if isinstance(command, str)}
    except (AttributeError, RecursionError, ValueError):
        raise BadSettings(N_("{variable} is a JSON object of names and commands"), variable=ENGINES) from None
    if name not in commands:
        raise unknown("engine", name, commands)
    return commands[name]


class Process(ChildProcess):
    """A GTP engine that is started with its first command.

    Args:
        command: Command line, as typed in a shell.
    """

    def __init__(self, command: str) -> None:
        super().__init__(command, _answers, subprocess.DEVNULL)
        self._known: frozenset[str] | None = None

    @property
    def known(self) -> frozenset[str]:
        """The commands that the program lists."""
        if self._known is None:
            self._known = frozenset(self.ask("list_commands").split())
        return self._known

    def ask(self, line: str, seconds: float = SHORT) -> str:
        """Send a command, and return the answer.

        Args:
            line: The command.
            seconds: Time limit for the answer, in wall-clock time.

        Raises:
            NotDone: if it is refused.
            EngineError: if there is no valid answer. The program is then ended.
        """
        command, sent = repr(line.split()[0]), f"{line}\n".encode("ascii")
        try:
            said = self.exchange(sent, seconds).decode("utf-8", "replace")
        except TimeoutError:
            raise EngineError(
                N_("the engine has not answered {command} within {seconds} s"), command=command, seconds=f"{seconds:g}"
            ) from None
        except (IndexError, OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            raise EngineError(N_("the engine cannot be started: {error}"), error=why or "-") from None
        if said[:1] not in ("=", "?"):
            self.close()
            raise EngineError(
                N_("the engine has answered {command} with {answer}"), command=command, answer=shortened(said.strip())
            )
        text = said[1:].strip()
        if said.startswith("?"):
            raise NotDone(text)
        return text

    def command_engine(self, line: str, seconds: float = SHORT) -> str:
        """Send a command that the engine must not refuse, and return the answer; see ``ask``.

        Raises:
            EngineError: if it is refused, or there is no valid answer.
        """
        try:
            return self.ask(line, seconds)
        except NotDone as refused:
            raise EngineError(
                N_("the engine refuses {command}: {reason}"),
                command=repr(line.split()[0]),
                reason=shortened(str(refused)),
            ) from None

    def close(self) -> int | None:
        self._known = None
        return super().close()


def _answers(output: IO[bytes]) -> Iterator[bytes]:
    """Yield the answers of a GTP engine; each ends with an empty line."""
    answer = b""
    while len(answer) <= LONGEST_ANSWER and (line := output.readline(LONGEST_ANSWER + 1)):
        if line.strip():
            answer += line
        elif answer:
            yield answer
            answer = b""
