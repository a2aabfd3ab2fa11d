"""One input after the other, and what came of them: how many, which faults, which took too long."""

from __future__ import annotations

import gc
import hashlib
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from tests.fuzz.targets import Check

LONGEST = 1.0
"""Seconds of the processor that an input may take. Other programs on the machine take no part in them."""


class Hang(BaseException):
    """An input takes longer than any may. Nothing that is checked catches it."""


def _too_long(_: int, __: FrameType | None) -> None:
    raise Hang


@contextmanager
def watching() -> Iterator[None]:
    """Interrupt whatever takes too long; for the main thread alone.

    What other tests have left in this process is kept from the garbage collector: to walk through all of it takes long, on
    the time of whichever input it falls upon, and an interruption inside the collector is not heard.
    """
    gc.collect()
    gc.freeze()
    before = signal.signal(signal.SIGPROF, _too_long)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        gc.unfreeze()


@dataclass
class Tally:
    """What came of all inputs.

    Attributes:
        folder: Where inputs are kept that went wrong, one for each place in the code; None to keep none.
        executions: How many there were.
        faults: How many went wrong, by what and where.
        hangs: How many took too long.
    """

    folder: Path | None = None
    executions: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    hangs: int = 0

    def put(self, check: Check, data: bytes) -> None:
        """Check one input, and note what came of it. Goes with ``watching``."""
        self.executions += 1
        try:
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
            check(data)
            signal.setitimer(signal.ITIMER_PROF, 0)
        except Hang:
            self.hangs += 1
            self._keep("hang", data)
        except Exception as error:
            signal.setitimer(signal.ITIMER_PROF, 0)
            where = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}"
            self.faults[what] += 1
            if self.faults[what] == 1:
                self._keep(what, data, error)

    def _keep(self, what: str, data: bytes, error: Exception | None = None) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(data).hexdigest()[:16]
        (self.folder / name).write_bytes(data)
        said = "".join(traceback.format_exception(error)) if error else ""
        (self.folder / f"{name}.txt").write_text(f"{what}\n{said}", encoding="utf-8", errors="backslashreplace")

    def __str__(self) -> str:
        return f"{self.executions} executions, {sum(self.faults.values())} uncaught exceptions, {self.hangs} hangs over 1 s"
