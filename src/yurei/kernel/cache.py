"""Numba's cache, but for two things: where it lies, see ``yurei.compiled_code``, and how it is loaded."""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import config  # its names are made at run time, hence the ignores below
from numba.core import event
from numba.core.caching import FunctionCache

from yurei import compiled_code

_present_folder = functools.cache(compiled_code.folder)
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


__all__ = ["Kept", "attend", "kept"]
