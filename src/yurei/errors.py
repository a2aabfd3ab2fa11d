"""Exceptions that yurei raises on purpose.

An illegal try is an answer of the referee, never an exception. These mean that the caller is wrong, each with one
sentence that says what came, what was expected and what would work. None of them ever depends on a hidden stone.
"""

import difflib
from collections.abc import Iterable

from yurei.wording import N_, Words


class YureiError(Exception):
    """Base class of the errors that yurei raises on purpose. ``str`` is English; ``words`` can be translated.

    >>> str(BadPoint(N_("{name} is no point"), name="'I5'"))
    "'I5' is no point"
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        self.words = Words(template, **fields)
        super().__init__(str(self.words))


class BadValue(YureiError, ValueError):
    """Error for an invalid value; the base class of more specific errors."""


class BadPoint(BadValue):
    """Error for a name that is not the name of a point on the board."""


class BadSize(BadValue):
    """Error for a value that is not a valid board size."""


class BadBoard(BadValue):
    """Error for a text that is not a board, or for a set-up position that is not allowed."""


class BadSettings(BadValue):
    """Error for settings that cannot be combined, or for an invalid value of an option."""


class BadTry(BadValue):
    """Error for a try that the game does not have, such as a ghost in Go; the referee does not judge it."""


class BadRecord(BadValue):
    """Error for a record that cannot be read, or whose tries contradict its own rules."""


class Unknown(YureiError, LookupError):
    """Error for an unknown name, such as that of a ruleset or a seat."""


class OutOfTurn(YureiError):
    """Error for a try by a seat that is not to move."""


class GameOver(YureiError):
    """Error for a try or another action after the end of the game."""


class NotOver(YureiError):
    """Error for an action that is possible only later, such as the reveal before the end of the game."""


class TooLarge(YureiError):
    """Error for a search or a set that exceeds its limit."""


class NoTable(YureiError, LookupError):
    """Error for a board without a readable table of solved positions."""


NO_SUCH = {
    "clock": N_("there is no clock {name}"),
    "colour to play": N_("there is no colour to play {name}"),
    "end": N_("there is no end {name}"),
    "key": N_("there is no key {name}"),
    "guided game": N_("there is no guided game {name}"),
    "kind of audience": N_("there is no kind of spectators {name}"),
    "kind of problem": N_("there is no kind of problem {name}"),
    "kind of try": N_("there is no kind of try {name}"),
    "language": N_("there is no language {name}"),
    "opponent": N_("there is no opponent {name}"),
    "player": N_("there is no player {name}"),
    "preference": N_("there is no preference {name}"),
    "problem": N_("there is no problem {name}"),
    "referee": N_("there is no referee {name}"),
    "result": N_("there is no result {name}"),
    "ruleset": N_("there is no ruleset {name}"),
    "seat": N_("there is no seat {name}"),
    "seating": N_("there is no seating {name}"),
    "setting": N_("there is no setting {name}"),
    "system of pairing": N_("there is no system of pairing {name}"),
    "thing to agree on": N_("unknown agreement {name}"),
    "thing to do": N_("unknown action {name}"),
    "tool": N_("there is no tool {name}"),
    "time to stay away": N_("there is no time to stay away {name}"),
}
"""Message about an unknown name, by what it should name: in some languages a gender changes the words around it."""


def unknown(what: str, name: object, known: Iterable[str]) -> Unknown:
    """Return an ``Unknown`` error whose text suggests the most similar name and lists all known names."""
    names = list(known)
    shown = repr(name[:40]) if isinstance(name, str) else repr(name)[:40]
    nothing = Words(NO_SUCH.get(what, "there is no {what} {name}"), what=what, name=shown)
    near = difflib.get_close_matches(name[:40], names, n=1) if isinstance(name, str) else []
    return Unknown(
        N_("{nothing}; did you mean {near}? Known: {known}") if near else N_("{nothing}. Known: {known}"),
        nothing=nothing,
        near=repr(near[0]) if near else "",
        known=", ".join(names),
    )
