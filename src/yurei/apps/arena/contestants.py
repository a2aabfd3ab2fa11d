"""Contestants of an arena and their budgets: players of yurei or of a package, witnesses, programs in seat mode.

simple                     a player, as ``players.get`` takes it
yurei:level=3@0.5s         with parameters, and its own budget
cheating-belief            a witness of a package, which sees the true board: for comparison, in the arena only
program:python bot.py      a program in its own process, see "Seat mode" in docs/line-protocol.md
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty, Full, Queue
from typing import Any, ClassVar

from yurei import players
from yurei.errors import BadValue, YureiError
from yurei.referee import plain
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.judge import Verdict, lose_turn
from yurei.rules.points import shorten
from yurei.rules.state import Result, State, Try

PROGRAM, CHEATING = "program:", "cheating-"
WITNESSES = "yurei.witnesses"  # entry point group of the witnesses of installed packages
USUAL = players.Budget(seconds=0.25)  # the budget of a turn of a player without one


@dataclass(frozen=True, slots=True)
class Contestant:
    """A contestant of an arena: a player with its budget, and a name that no other contestant has."""

    name: str  # the player, and its own budget if it has one
    who: str  # the player alone
    budget: players.Budget  # of a turn
    version: int | None = None

    @property
    def is_program(self) -> bool:
        return self.who.startswith(PROGRAM)

    def plain(self) -> dict[str, Any]:
        """Return the contestant as plain values; ``Contestant.read`` reads them back."""
        return {"name": self.name, "player": self.who, "version": self.version, "budget": budget_values(self.budget)}

    @classmethod
    def read(cls, values: dict[str, Any]) -> Contestant:
        return cls(values["name"], values["player"], players.Budget(**values["budget"]), values["version"])


def parse_contestant(text: str, budget: players.Budget | None = None) -> Contestant:
    """Return the contestant that a text describes; the docstring of this module lists the forms of the text.

    ``budget`` is used if the name has none; by default that of the level, and ``USUAL`` for other players.
    """
    who, own = split_budget(text)
    if who.startswith(PROGRAM):
        if not who.removeprefix(PROGRAM).strip():
            raise BadValue(f"{PROGRAM} is followed by a command; try '{PROGRAM}python examples/seat.py'")
        version = None
    else:
        player = get_player_or_witness(who, seed=0)
        who, version = player.name, player.version
        if isinstance(player, players.Yurei):
            budget = budget or player.budget
    return Contestant(who if own is None else f"{who}@{budget_text(own)}", who, own or budget or USUAL, version)


def check_all(contestants: Iterable[Contestant], settings: Settings) -> None:
    """Check that contestants can play the game. Programs in seat mode report that themselves at the start."""
    for one in contestants:
        if not one.is_program:
            get_player_or_witness(one.who, seed=0).check(settings)


def get_player_or_witness(who: str, seed: int | None) -> players.Player:
    """Return the player or witness with a name; raise the errors of ``players.get``."""
    find = partial(players.installed_kind_of, group=WITNESSES) if who.startswith(CHEATING) else None
    return players.get(who, seed, find)


def read_contestants(texts: Iterable[str], budget: players.Budget | None = None) -> tuple[Contestant, ...]:
    """Return two or more contestants, given their texts. Repeated texts get numbers in their names."""
    met: Counter[str] = Counter()
    found = []
    for text in texts:
        one = parse_contestant(text, budget)
        met[one.name] += 1
        found.append(one if met[one.name] == 1 else replace(one, name=f"{one.name}#{met[one.name]}"))
    if len(found) < 2:
        raise BadValue(f"an arena has two contestants or more, not {len(found)}; try `yurei arena simple uniform`")
    return tuple(found)


BUDGET = re.compile(r"(?P<name>.+)@(?P<number>\d+(?:\.\d+)?)(?P<unit>[sp])", re.DOTALL)
LONGEST_TURN, MOST_PLAYOUTS = 3600.0, 10**9


def split_budget(text: str) -> tuple[str, players.Budget | None]:
    """Return the name of a player and the budget in a text such as ``simple@0.5s``; the budget may be None.

    >>> split_budget("simple@0.5s")
    ('simple', Budget(seconds=0.5, playouts=None, clock=None))
    >>> split_budget("simple")
    ('simple', None)
    """
    found = BUDGET.fullmatch(text)
    if found is None:
        return text, None
    name, number, unit = found["name"], found["number"], found["unit"]
    if unit == "s":
        return name, checked_budget(seconds=float(number))
    if "." in number:
        raise BadValue(f"playouts are a whole number, not {number[:20]}; try {name[:40]}@1000p")
    return name, checked_budget(playouts=int(number))


def checked_budget(seconds: float | None = None, playouts: int | None = None) -> players.Budget:
    """Return a budget for each turn; raise BadValue if it is 0 or less, or above the limit."""
    if seconds is not None and not 0 < seconds <= LONGEST_TURN:
        raise BadValue(f"seconds of a turn are more than 0 and at most {LONGEST_TURN:g}, not {seconds:g}; try 0.25")
    if playouts is not None and not 0 < playouts <= MOST_PLAYOUTS:
        raise BadValue(f"playouts of a turn are 1 to {MOST_PLAYOUTS}, not {playouts}; try 1000")
    return players.Budget(seconds, playouts)


def budget_text(budget: players.Budget) -> str:
    """Return a budget in the form that follows a name, such as ``0.5s`` or ``1s+50p``.

    >>> (
    ...     budget_text(players.Budget(seconds=0.5)),
    ...     budget_text(players.Budget(playouts=1000)),
    ...     budget_text(players.Budget(1.0, 50)),
    ... )
    ('0.5s', '1000p', '1s+50p')
    """
    seconds = [] if budget.seconds is None else [f"{budget.seconds:g}s"]
    playouts = [] if budget.playouts is None else [f"{budget.playouts}p"]
    return "+".join(seconds + playouts)


def budget_words(budget: players.Budget) -> str:
    """Return a budget in words, for people.

    >>> budget_words(players.Budget(seconds=0.5)), budget_words(players.Budget(1.0, 50)), budget_words(players.Budget())
    ('0.5 s', '1 s and 50 playouts', 'no limit')
    """
    seconds = [] if budget.seconds is None else [f"{budget.seconds:g} s"]
    playouts = [] if budget.playouts is None else [f"{budget.playouts} playout{'s' if budget.playouts > 1 else ''}"]
    return " and ".join(seconds + playouts) or "no limit"


def budget_values(budget: players.Budget) -> dict[str, Any]:
    """Return a budget as plain values, which can be written as JSON, for seat mode and manifests."""
    return {"seconds": budget.seconds, "playouts": budget.playouts, "clock": budget.clock}


class Witnessed(players.Player):
    """A witness: a player that may see the true board before the first try, and each verdict before its announcement.

    An installed package adds one with an entry point in the group ``yurei.witnesses``; its name begins with ``cheating-``.
    """

    truth: State  # the state of the game, always with the right turn

    def show(self, state: State) -> None:
        """Store the true state before the first try; called after ``begin``."""
        self.truth = state

    def witness(self, verdict: Verdict) -> None:
        """Update the true state by the verdict on a try of any seat; called before ``hear``."""
        ended_turn = not verdict.accepted and self.view.settings.referee.failed_try == "lose-turn"
        self.truth = lose_turn(verdict.after) if ended_turn else verdict.after


LONGEST_LINE = 64 * 1024  # bytes
LONGEST_ERROR = 200  # characters of a program's error in a report
BEGINNING = 60.0  # seconds that a program has to begin a game, including its start
CONFIRMING = 10.0  # seconds that a program has to confirm a line
EXITING = 0.5  # seconds that a program has to exit after the end of its input
MOST_UNREAD = 64  # unread lines of a program, which must write one line per request


class PlayerTimeout(YureiError):
    """Raised when a player has not answered in time."""


class BadReply(YureiError):
    """Raised when a program's answer breaks the rules of seat mode, or the program has ended or cannot be started."""


class Process:
    """A program that is started when it gets its first line, answers each line, and is kept for later games."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._program: subprocess.Popen[bytes] | None = None
        self._unread: Queue[bytes] = Queue()

    def ask(self, line: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line to the program and return its answer; end the program if ``seconds`` pass without an answer."""
        op = str(line["op"])
        try:
            program = self._running()
        except (IndexError, OSError, ValueError) as error:
            raise BadReply(f"cannot be started: {error}") from None
        assert program.stdin is not None
        try:
            program.stdin.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            program.stdin.flush()
            answer = self._unread.get(timeout=seconds)
        except OSError:
            answer = b""
        except Empty:
            self.close()
            raise PlayerTimeout(f"has not answered {op!r} within {seconds:g} s") from None
        if not answer:
            raise BadReply(f"has ended with status {self.close()} when it was asked {op!r}")
        try:
            return _read_answer(answer, op)
        except BadReply:
            self.close()  # its next answer might belong to this line
            raise

    def processor_seconds(self) -> float:
        """Return the processor time of the program in seconds; where it is unknown, return the wall time."""
        if self._program is not None and sys.platform == "linux":
            with suppress(OSError):
                return time.clock_gettime(~self._program.pid << 3 | 2)  # its clock, as clock_getcpuclockid(3)
        return time.monotonic()

    def close(self) -> int | None:
        """End the program, and return its exit status; None if the program was not running."""
        program, self._program = self._program, None
        if program is None:
            return None
        self._end()
        return program.returncode

    def _running(self) -> subprocess.Popen[bytes]:
        if self._program is None or self._program.poll() is not None:
            self.close()
            words = shlex.split(self._command, posix=os.name != "nt")
            program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._program, self._unread = program, Queue(MOST_UNREAD)
            threading.Thread(target=_queue_output_lines, args=(program, self._unread), daemon=True).start()
            self._end = weakref.finalize(self, _end_program, program)
        return self._program


def _end_program(program: subprocess.Popen[bytes]) -> None:
    """Close the input of a program, and kill it if it does not exit."""
    with suppress(OSError):
        assert program.stdin is not None
        program.stdin.close()
    try:
        program.wait(EXITING)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()


def _queue_output_lines(program: subprocess.Popen[bytes], unread: Queue[bytes]) -> None:
    """Put each line of a program, and an empty line at its end, into a queue; kill it if it writes too much."""
    assert program.stdout is not None
    try:
        with suppress(OSError, ValueError), program.stdout:
            while line := program.stdout.readline(LONGEST_LINE + 1):  # a line that is too long comes in pieces
                unread.put_nowait(line)
    except Full:
        program.kill()
        with suppress(Empty):
            unread.get_nowait()  # make room for the empty line
    unread.put(b"")


def _read_answer(line: bytes, op: str) -> dict[str, Any]:
    text = line.decode("utf-8", "replace").rstrip("\n")
    if not line.endswith(b"\n"):
        raise BadReply(f"has answered {op!r} with a line of more than {LONGEST_LINE} bytes, or has ended within it")
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise BadReply(f"has answered {op!r} with {shorten(text)}, which is no JSON object")
    if "error" in answer:
        raise BadReply(f"has answered {op!r} with an error: {shorten(answer['error'], LONGEST_ERROR)}")
    return answer


class Program(players.Player):
    """A contestant that is a program in seat mode. Its processor time is measured, or else the wall time."""

    slug = "program"
    summary = "A program in seat mode."
    PARAMETERS: ClassVar[dict[str, Any]] = {}

    def __init__(self, process: Process, seed: int | None = None) -> None:
        super().__init__(seed)
        self._process, self._seed = process, seed
        self.clock: Callable[[], float] = process.processor_seconds
        self.more_patience = BEGINNING

    def begin(self, opening: View) -> None:
        super().begin(opening)
        begun = {"settings": opening.settings.plain(), "seat": opening.seat.name, "board": opening.board_text}
        self._ask({"op": "begin", **begun, "seed": self._seed}, BEGINNING)

    def hear(self, told: Told) -> None:
        super().hear(told)
        values = plain.told_values(told, self.view.settings.size)
        heard = {"seat": told.seat, "told": values, "board": self.view.board_text}
        self._ask({"op": "hear", **heard, "result": plain.result_values(told.result)}, CONFIRMING)

    def leave(self, result: Result) -> None:
        """Tell the program that the game is over."""
        self._ask({"op": "end", "result": plain.result_values(result)}, CONFIRMING)

    def now(self) -> float:
        return self.clock()

    def decide(self, budget: players.Budget) -> Try:
        answer = self._process.ask({"op": "choose", "budget": budget_values(budget)}, budget.patience)
        try:
            return plain.read_try_values(answer, self.view.settings.size)
        except (AttributeError, KeyError, TypeError, ValueError, YureiError):
            raise BadReply(f"has answered 'choose' with {shorten(answer)}, which is no try") from None

    def _ask(self, line: dict[str, Any], seconds: float) -> None:
        answer = self._process.ask(line, seconds)
        if answer.get("ok") is not True:
            raise BadReply(f"has answered {line['op']!r} with {shorten(answer)}, not with ok")
