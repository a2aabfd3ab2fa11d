"""Where compiled code is kept: among the user's caches, in a folder named after the sources that it came from.

Numba rebuilds a function when its own file changes, but not when a function
that it calls in another file does. So every state of the sources has a folder
of its own. An installation that cannot be written to does not matter.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba import config  # its names are made at run time, hence the ignores below
from numba.core import event
from numba.core.caching import FunctionCache

HERE = Path(__file__).parent
KEPT_FOLDERS = 4


def digest() -> str:
    """The name of the present state of the sources, for this numba and this Python."""
    checked = os.environ.get("YUREI_CHECK", "")  # see yurei.kernel.refereeing.judging
    made = hashlib.sha256(f"{numba.__version__} {sys.version} {HERE} {checked}".encode())
    for source in sorted(HERE.rglob("*.py")):
        made.update(source.read_bytes())
    return made.hexdigest()[:16]


def folder() -> Path:
    """Where compiled code of these sources is kept; made where it is missing."""
    user = getattr(os, "getuid", int)()
    wanted = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for base in (Path(wanted) / "yurei", Path(tempfile.gettempdir()) / f"yurei-{user}"):
        place = base / digest()
        try:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.mkdir(exist_ok=True)
        except OSError:
            continue
        if os.access(place, os.W_OK) and _is_ours(base):
            _forget_old(base, place)
            return place
    return Path(tempfile.mkdtemp(prefix="yurei-"))


def _is_ours(base: Path) -> bool:
    """Whether nobody else can put anything there: what is loaded from it is run."""
    if not hasattr(os, "getuid"):
        return True  # Windows keeps such folders per user
    found = base.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _forget_old(base: Path, present: Path) -> None:
    """Remove the folders of sources that have not been used for longest, unless another process is at it."""
    with suppress(OSError):
        others = sorted((each for each in base.iterdir() if each != present), key=lambda each: each.stat().st_mtime)
        for old in others[: max(0, len(others) - KEPT_FOLDERS)]:
            for path in sorted(old.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
            old.rmdir()


_present_folder = functools.cache(folder)
"""The sources of a process do not change, and there are many entries."""


@contextmanager
def kept() -> Iterator[None]:
    """While this lasts, numba keeps in our folder what it is told to keep."""
    before = config.CACHE_DIR  # type: ignore[attr-defined]
    config.CACHE_DIR = str(_present_folder())  # type: ignore[attr-defined]
    try:
        yield
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]


class Kept(FunctionCache):
    """The compiled code of one function, kept between processes.

    Numba gets its whole library ready before it loads anything, which takes a third of the time from nothing to a
    first game. What we compile brings all that it calls along.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled code for a signature; None where there is none yet."""
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


class _Attendant(event.Listener):
    """Says on stderr, once a process, that something of ours is being compiled, and keeps Python from tidying meanwhile.

    Compiling makes objects by the hundred thousand that are of use until its end: to look for rubbish among them again
    and again takes a twentieth of the time.
    """

    def __init__(self) -> None:
        self.said = False
        self._tidied = False

    def on_start(self, happened: event.Event) -> None:
        if not _is_entry(happened):
            return
        if not self.said:
            self.said = True
            print("yurei: compiling the kernel for this machine, some seconds, once …", file=sys.stderr, flush=True)
        self._tidied = gc.isenabled()
        gc.disable()

    def on_end(self, happened: event.Event) -> None:
        if _is_entry(happened) and self._tidied:
            gc.enable()


def _is_entry(happened: event.Event) -> bool:
    dispatcher = happened.data.get("dispatcher")
    module = str(getattr(getattr(dispatcher, "py_func", None), "__module__", ""))
    return module.startswith("yurei.kernel.") and "entries" in module.rpartition(".")[2]


def attend() -> None:
    """Say a line on stderr when something is compiled, and let nothing slow that down."""
    event.register("numba:compile", _Attendant())  # type: ignore[no-untyped-call]


__all__ = ["Kept", "attend", "digest", "folder", "kept"]
