"""Progress bars of commands that take long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


class Watch(Protocol):
    """Callback for progress."""

    def __call__(self, done: int, of: int | None, what: str | None = None) -> None:
        """Show the number of finished parts, and of all; None if that is unknown. A new description may be given."""


@contextmanager
def progress(*columns: str | ProgressColumn, quiet: bool = False, **options: Any) -> Iterator[Progress]:
    """Yield a progress display on standard error; it stays hidden if that is no terminal, or ``quiet``.

    ``options`` are those of rich.
    """
    from rich import progress as display
    from rich.console import Console

    hidden = quiet or not sys.stderr.isatty()
    console = Console(stderr=True)
    with display.Progress(*columns, console=console, transient=True, disable=hidden, **options) as bars:
        yield bars


@contextmanager
def progress_bar(what: str, *, quiet: bool = False) -> Iterator[Watch]:
    """Show one progress bar with a description."""
    with progress(quiet=quiet) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, of, what=None: bars.update(task, completed=done, total=of, description=what)
