"""SGF as text: points, properties, nodes. How it is written, and nothing of what is written.

A game is its nodes in order, without variations; a node is its properties by name, each with its values as they are
meant. Escaping is done here. The text is UTF-8, in lines of a node each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from yurei.errors import BadRecord
from yurei.languages import N_
from yurei.rules.points import Size

Node = Mapping[str, Sequence[str]]

LARGEST = 2 * 1024 * 1024
"""How many bytes an SGF file has at most, written or read."""
MOST_MARKS = 200_000
"""How many semicolons, how many brackets and how many parentheses stand in it at most."""
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
"""SGF's letters for columns from the left and for rows from the top. There is an i, unlike on a board."""

_SPOKEN = re.compile(r"[^\n -~\u00a0-\ud7ff\ue000-\U0010ffff]")
"""What no text of a game needs, and no reader shows: control characters and halves of letters."""


def point_text(point: int, size: Size) -> str:
    """A point in SGF's letters: column, then row from the top.

    >>> point_text(0, Size(9, 13)), point_text(9 * 12, Size(9, 13))
    ('am', 'aa')
    """
    row, column = divmod(point, size.width)
    return COLUMNS[column] + COLUMNS[size.height - 1 - row]


def points_text(points: Iterable[int], size: Size) -> list[str]:
    """Points in SGF's letters, in the order in which a referee lists them."""
    return [point_text(point, size) for point in size.in_order(points)]


def size_text(size: Size) -> str:
    """A size: one number for a square, ``9:13`` for what is none."""
    return str(size.width) if size.width == size.height else f"{size.width}:{size.height}"


def line_text(text: str) -> str:
    """A text as one line, fit for a name."""
    return " ".join(_SPOKEN.sub(" ", text).split())


def written(nodes: Iterable[Node]) -> str:
    """A game as an SGF file.

    Raises:
        BadRecord: where it is larger than any that is read.
    """
    text = "(" + "\n".join(_node(node) for node in nodes) + ")\n"
    if len(text.encode()) > LARGEST or any(text.count(mark) > MOST_MARKS for mark in ";["):
        raise BadRecord(N_("this game is too long for SGF, which has at most {most} bytes"), most=LARGEST)
    return text


def _node(node: Node) -> str:
    return ";" + "".join(name + "".join(f"[{_escaped(value)}]" for value in node[name]) for name in node if node[name])


def _escaped(value: str) -> str:
    # Some readers part values at "][", with a backslash before it or not.
    return _SPOKEN.sub(" ", value).replace("\\", "\\\\").replace("]", "\\]").replace("\\][", "\\]\\[")
