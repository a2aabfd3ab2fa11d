"""Worker process that runs programs: reads messages on stdin, and writes the players' answers to stdout.

A player can neither print to the server nor read messages. The process ends with the server: at once when the pipe is
closed, or after its time limit while a player blocks it. Its child processes end with it.
"""

import json
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

from yurei import players
from yurei.club.programs.thinking.compiling import compile_players, load_part
from yurei.club.programs.thinking.letters import COMPILE, COMPILED, PREPARE
from yurei.club.programs.thinking.thinker import Reply, Thinker
from yurei.errors import YureiError
from yurei.languages import N_
from yurei.players import Player

LATER = 5.0
"""Seconds after its time limit at which a process ends itself, unless the server has ended it."""
BEHIND = 5
"""Niceness of the process: people's requests come first."""


def main() -> None:
    """Answer messages until the pipe is closed."""
    letters, answers = _pipes()
    _step_back()
    first = json.loads(letters.readline())
    bound_memory(first["memory"])
    inbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(letters, inbox), daemon=True).start()
    thinker = Thinker(finder(first["players"]))

    def say(reply: object) -> None:
        answers.write(json.dumps(reply).encode() + b"\n")
        answers.flush()

    def began(seconds: float) -> None:
        _end_in(seconds + LATER)
        say({"began": seconds})

    while True:
        letter = json.loads(inbox.get())
        if letter == COMPILE:
            compile_players(lambda part: say({COMPILED: part}))
            say({"answer": True})
            continue
        if PREPARE in letter:
            say(prepared(letter[PREPARE]))
            continue
        reply = thinker.answer(letter, began)
        _end_in(0)
        say(reply)


def prepared(part: str) -> Reply:
    """Load a part of the compiled code; return the answer."""
    try:
        load_part(part)
    except Exception as error:  # above all MemoryError: a large part may not fit
        return {"fault": f"{part} has raised {type(error).__name__}"}
    return {"answer": True}


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes to the server, and replace stdin, stdout and stderr, so that players cannot use the pipes."""
    letters, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return letters, answers


def _step_back() -> None:
    """Start a new session, which can be killed as a group, and lower the priority."""
    with suppress(AttributeError, OSError):
        os.setsid()
    with suppress(AttributeError, OSError):
        os.nice(BEHIND)
    # Linux schedules sessions first, then processes within them: in the server's session we would use its share.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(f"{BEHIND}\n", encoding="ascii")


def _read(letters: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    for line in letters:
        inbox.put(line)
    end()


def end() -> None:
    """End this process and all its child processes."""
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _end_in(seconds: float) -> None:
    """Set a timer that ends this process, whatever it does meanwhile; 0 for none."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def bound_memory(megabytes: int) -> None:
    """Limit the memory; allocations beyond it raise an error. 0 is no limit."""
    try:
        import resource
    except ImportError:  # not available on this system
        return
    if megabytes:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def finder(known: dict[str, str]) -> Callable[[str], type[Player]]:
    """Return a function that finds the class of a player by its slug."""

    def find(slug: str) -> type[Player]:
        if slug not in known:
            return players.own_kind_of(slug)
        module, _, name = known[slug].partition(":")
        try:
            found: type[Player] = getattr(import_module(module), name)
        except Exception as error:
            raise YureiError(N_("the player {name} cannot be loaded: {error}"), name=slug, error=str(error)) from error
        return found

    return find


if __name__ == "__main__":
    main()
