"""Numba's cache with a folder of its own, see ``yurei.compiled_code``, with checked files and with faster loading."""

import functools
import gc
import hashlib
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from numba import config  # its names are made at run time, hence the ignores below
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile

from yurei import compiled_code

_present_folder = functools.cache(compiled_code.folder)
"""Cached, as the sources do not change within a process and there are many entries."""


@contextmanager
def kept() -> Iterator[None]:
    """Set numba's cache folder to yurei's within this block."""
    before = config.CACHE_DIR  # type: ignore[attr-defined]
    config.CACHE_DIR = str(_present_folder())  # type: ignore[attr-defined]
    try:
        yield
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]


class _CheckedFiles(IndexDataCacheFile):
    """The files of one function, each with its digest at the end; a damaged one counts as missing."""

    def _load_index(self) -> Any:
        return super()._load_index() if _is_whole(self._index_path) else {}  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        return super()._load_data(name) if _is_whole(self._data_path(name)) else None  # type: ignore[no-untyped-call]

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[IO[bytes]]:
        with super()._open_for_write(filepath) as file:
            yield (written := io.BytesIO())
            file.write(written.getvalue() + hashlib.sha256(written.getvalue()).digest())


def _is_whole(path: str) -> bool:
    """Return whether a file of compiled code can be read, and ends with its digest."""
    with suppress(OSError):
        data = Path(path).read_bytes()
        return hashlib.sha256(data[:-32]).digest() == data[-32:]
    return False


class Kept(FunctionCache):
    """Cache of the compiled code of one function, kept between processes.

    Numba initializes its whole library before it loads anything, which takes a third of the time from start to a
    first game. This code brings along all that it calls, and skips that.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file = _CheckedFiles(  # type: ignore[no-untyped-call]
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature; None if there is none yet."""
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Return the key of a signature in the function's index file, without the closure.

        Functions in a closure pickle differently in every process. Here the sources determine the closure: a folder
        is for one state of them, and every entry has its own name, hence its own file.
        """
        return sig, codegen.magic_tuple()


class _Attendant(event.Listener):
    """Prints a message on stderr, once per process, when yurei's code is compiled, and disables garbage collection
    meanwhile.

    Compiling creates hundreds of thousands of objects that are used until its end; collecting garbage among them
    takes a twentieth of the time.
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
    return isinstance(getattr(happened.data.get("dispatcher"), "_cache", None), Kept)


_attendant = _Attendant()


def attend() -> None:
    """Register the compile listener: a message on stderr, and no garbage collection during compilation."""
    event.register("numba:compile", _attendant)  # type: ignore[no-untyped-call]


def omit_message() -> None:
    """Print no message in this process when code is compiled."""
    _attendant.said = True


__all__ = ["Kept", "attend", "kept", "omit_message"]
