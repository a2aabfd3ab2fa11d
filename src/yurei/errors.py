"""What can be wrong with a call, as a tree of exceptions.

An illegal try is an answer of the referee, never an exception. These mean that
the caller is wrong, each with one sentence that says what came, what was
expected and what would work. None of them ever depends on a hidden stone.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class YureiError(Exception):
    """Anything that yurei raises on purpose."""


class BadValue(YureiError, ValueError):
    """Something that came is not what was expected."""


class BadPoint(BadValue):
    """A name that is no point of the board."""


class BadSize(BadValue):
    """Something that is no size of a board."""


class BadBoard(BadValue):
    """A text that is no board, or a set-up position that cannot stand."""


class BadSettings(BadValue):
    """Choices that do not go together, or values that an option does not know."""


class BadTry(BadValue):
    """A try that this game cannot even ask the referee."""


class BadRecord(BadValue):
    """A record that cannot be read, or that breaks its own rules."""


class Unknown(YureiError, LookupError):
    """A name that stands in no list."""


class OutOfTurn(YureiError):
    """A try by a seat whose turn it is not."""


class GameOver(YureiError):
    """A try after the end."""


class NotOver(YureiError):
    """A look at what is revealed only after the end."""


def unknown(what: str, name: object, known: Iterable[str]) -> Unknown:
    """The error for a name that stands in no list, with the nearest name and all that are known."""
    names = list(known)
    shown = repr(name[:40]) if isinstance(name, str) else repr(name)[:40]
    near = difflib.get_close_matches(name[:40], names, n=1) if isinstance(name, str) else []
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return Unknown(f"there is no {what} {shown}{hint} Known: {', '.join(names)}")
