"""Cache of compiled code, in a folder of the user's cache that is named after a digest of the sources.

Numba rebuilds a function when its own file changes, but not when a function that it calls in another file does. So every
state of the sources has a folder of its own. The installation itself may be read-only. This module does not import numba,
so that checking the cache takes no time.
"""

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from filelock import BaseFileLock, FileLock

KERNEL = Path(__file__).parent / "kernel"
KEPT_FOLDERS = 4


def get_source_digest() -> str:
    """Return a digest of the kernel's sources and of the versions of numba and Python."""
    checked = os.environ.get("YUREI_CHECK", "")  # see yurei.kernel.judging
    made = hashlib.sha256(f"{version('numba')} {sys.version} {KERNEL} {checked}".encode())
    for source in sorted(KERNEL.rglob("*.py")):
        made.update(source.read_bytes())
    return made.hexdigest()[:16]


def home_folder() -> Path:
    """Return the user's home folder; ``os.devnull``, where nothing can be stored, if the user has none."""
    found = os.path.expanduser("~")
    return Path(os.devnull if found == "~" else found)


def folder() -> Path:
    """Return the cache folder for code compiled from the present sources; create it if it is missing."""
    user = getattr(os, "getuid", int)()
    wanted = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or home_folder() / ".cache"
    for base in (Path(wanted) / "yurei", Path(tempfile.gettempdir()) / f"yurei-{user}"):
        place = base / get_source_digest()
        try:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.mkdir(exist_ok=True)
        except OSError:
            continue
        if os.access(place, os.W_OK) and _is_private(base):
            _remove_old_folders(base, place)
            return place
    return Path(tempfile.mkdtemp(prefix="yurei-"))


def _is_private(base: Path) -> bool:
    """Return whether only this user can write to a folder. This matters because the files in it are executed."""
    if not hasattr(os, "getuid"):
        return True  # Windows keeps such folders per user
    found = base.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _remove_old_folders(base: Path, present: Path) -> None:
    """Remove the oldest cache folders except ``present``; stop if another process removes them too."""
    with suppress(OSError):
        others = sorted((each for each in base.iterdir() if each != present), key=lambda each: each.stat().st_mtime)
        for old in others[: max(0, len(others) - KEPT_FOLDERS)]:
            for path in sorted(old.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
            old.rmdir()


def is_compiled(what: str) -> bool:
    """Return whether ``note_compiled`` was called for this part of the code since the sources last changed."""
    return (folder() / f"{what}.compiled").exists()


def note_compiled(what: str) -> None:
    """Record in the cache folder that this part of the code is compiled."""
    (folder() / f"{what}.compiled").touch()


def compile_lock() -> BaseFileLock:
    """Return a file lock for compiling, so that two processes do not compile the same code at once."""
    return FileLock(folder() / "compiling.lock")
