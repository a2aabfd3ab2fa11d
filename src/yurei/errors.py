"""Exceptions of yurei, as a tree.

An illegal try is an answer of the referee, never an exception. These mean that the caller is wrong, each with one
sentence that says what came, what was expected and what would work. None of them ever depends on a hidden stone.
"""

import difflib
from collections.abc import Iterable

from yurei.wording import N_, Words


class YureiError(Exception):
    """Base class of the errors that yurei raises on purpose. As text they are English; ``words`` can be translated.

    >>> str(BadPoint(N_("{name} is no point"), name="'I5'"))
    "'I5' is no point"
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        self.words = Words(template, **fields)
        super().__init__(str(self.words))


class BadValue(YureiError, ValueError):
    """An invalid value: not what was expected."""


class BadPoint(BadValue):
    """A name that is no point of the board."""


class BadSize(BadValue):
    """Something that is no size of a board."""


class BadBoard(BadValue):
    """A text that is no board, or a set-up position that cannot stand."""


class BadSettings(BadValue):
    """Choices that do not go together, or values that an option does not know."""


class BadTry(BadValue):
    """A try that does not exist in this game, so that the referee cannot judge it."""


class BadRecord(BadValue):
    """A record that cannot be read, or that breaks its own rules."""


class Unknown(YureiError, LookupError):
    """A name that is in no list."""


class OutOfTurn(YureiError):
    """A try by a seat whose turn it is not."""


class GameOver(YureiError):
    """A try after the end."""


class NotOver(YureiError):
    """A request, before the end of a game, for what is revealed only then."""


class TooLarge(YureiError):
    """A set that has grown past its bound."""


class NoTable(YureiError, LookupError):
    """A solved board of which no table is kept, or none that can be read."""


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
    """Return the error for an unknown name, with the most similar and all known names."""
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
