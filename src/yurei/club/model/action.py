"""Actions that a person can ask for from a chair: read where they come in, and carried as one value to the game."""

import re
from dataclasses import dataclass

from yurei.errors import BadValue, unknown
from yurei.languages import N_
from yurei.rules.points import Size, shortened

TRIES = ("stone", "ghost", "pass", "resign")
PENCILS = ("black", "white", "dead", "cross")
"""Pencil marks: a player's own guesses, shown to nobody else before the end."""
PENCILLED = {f"pencil-{mark}": mark for mark in PENCILS}
SAID = ("offer", "accept", "decline", "draw")
GRANTED = "takeback-accept"
"""Action and event that take a move back; the event says how many tries remain."""
TAKEBACKS = ("takeback", GRANTED, "takeback-decline")
COUNTED = ("dead", "dead-proposed", "settle", "dispute", "give-in")
ACTIONS = (*TRIES, *PENCILLED, *SAID, *COUNTED, *TAKEBACKS, "open", "admit", "rematch", "claim")
"""Kinds of actions."""
AT_A_POINT = ("stone", "ghost", "dead", *PENCILLED)
"""Actions that take a point."""
LONGEST_ID = 40
_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a person asks for from a chair.

    Attributes:
        kind: One of ``ACTIONS``.
        at: A point, if the action takes one; all stones marked dead, when agreeing to a count; the seat that resigns.
        request: An id; a second action with the same id has no effect. Empty for no id.

    Raises:
        BadValue: if the kind is unknown, or the id is not well formed.
    """

    kind: str
    at: str = ""
    request: str = ""

    def __post_init__(self) -> None:
        if self.kind not in ACTIONS:
            raise BadValue("{error}", error=unknown("thing to do", self.kind, ACTIONS).words)
        check_request_id(self.request)


def check_request_id(request: str) -> None:
    """Check that a request id is well formed, or empty.

    Raises:
        BadValue: if it is not well formed.
    """
    if request and not _ID.fullmatch(request):
        raise BadValue(
            N_("{id} is no id: it has 1 to {most} letters a to z, capitals, digits, - and _"),
            id=shortened(request),
            most=LONGEST_ID,
        )


def pencilled(marks: dict[int, str], what: str, size: Size) -> None:
    """Add a pencil mark, given as an event's text, to marks; the same mark a second time is removed."""
    name, mark = what.split()
    point = size.point(name)
    if marks.get(point) == mark:
        del marks[point]
    else:
        marks[point] = mark
