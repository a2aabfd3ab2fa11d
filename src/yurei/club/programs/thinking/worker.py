"""A process in which programs think: it reads letters on stdin, and writes what players answer on stdout.

What a player prints is seen by nobody, and he reads no letter himself. The process ends when the server does: at once where
that closes its pipe, and after its time where a player lets nothing else run. Its children end with it.
"""

from __future__ import annotations

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
from yurei.club.game.introduction import INTRODUCE, letter_of
from yurei.club.programs.thinking.compiling import compile_players
from yurei.club.programs.thinking.letters import COMPILE, COMPILED
from yurei.club.programs.thinking.thinker import Thinker
from yurei.errors import YureiError
from yurei.languages import N_
from yurei.players import Player

LATER = 5.0
"""Seconds after which a process ends by itself that nobody has ended in time."""
BEHIND = 5
"""How nice it is: people who play come first."""


def main() -> None:
    """Answer letters until there are no more."""
    letters, answers = _pipes()
    _step_back()
    first = json.loads(letters.readline())
    bound_memory(first["memory"])
    inbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(letters, inbox), daemon=True).start()
    find = finder(first["players"])
    thinker = Thinker(find)

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
        if INTRODUCE in letter:
            say(letter_of(letter[INTRODUCE], find))
            continue
        reply = thinker.answer(letter, began)
        _end_in(0)
        say(reply)


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server, where nothing that a player reads or prints can come between."""
    letters, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return letters, answers


def _step_back() -> None:
    """Be a session of its own, which ends as one, and let those who play go first."""
    with suppress(AttributeError, OSError):
        os.setsid()
    with suppress(AttributeError, OSError):
        os.nice(BEHIND)
    # Linux weighs sessions first, and processes only within theirs: else the server would share its part with us.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(f"{BEHIND}\n", encoding="ascii")


def _read(letters: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    for line in letters:
        inbox.put(line)
    end()


def end() -> None:
    """End this process and all that it has started."""
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _end_in(seconds: float) -> None:
    """End after so many seconds, whatever is done here meanwhile; 0 for not at all."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def bound_memory(megabytes: int) -> None:
    """Bound what may be written to: whoever asks for more gets an error where he asks. 0 is no bound."""
    try:
        import resource
    except ImportError:  # there is none on this system
        return
    if megabytes:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def finder(known: dict[str, str]) -> Callable[[str], type[Player]]:
    """Finds the classes of players.

    Args:
        known: Where the server's own are, ``module:class`` by slug; others are those of packages that are installed.
    """

    def find(slug: str) -> type[Player]:
        if slug not in known:
            return players.kind_of(slug)
        module, _, name = known[slug].partition(":")
        try:
            found: type[Player] = getattr(import_module(module), name)
        except Exception as error:
            raise YureiError(N_("the player {name} cannot be loaded: {error}"), name=slug, error=str(error)) from error
        return found

    return find


if __name__ == "__main__":
    main()
