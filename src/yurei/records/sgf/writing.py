"""Writer of SGF text: points, properties, nodes.

A game is its nodes in order, without variations; a node is its properties by name, each with its unescaped values.
Escaping is done here. The text is UTF-8, one line per node.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from yurei.errors import BadRecord
from yurei.languages import N_
from yurei.rules.points import Size

Node = Mapping[str, Sequence[str]]

LARGEST = 2 * 1024 * 1024
"""Greatest size of an SGF file, written or read, in bytes."""
MOST_MARKS = 200_000
"""Greatest number of semicolons, of brackets and of parentheses in a file."""
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
"""SGF's letters for columns from the left and for rows from the top. Unlike on a board, there is an i."""

_SPOKEN = re.compile(r"[^\n -~\u00a0-\ud7ff\ue000-\U0010ffff]")
"""Characters that are replaced in text: control characters and surrogates."""


def point_text(point: int, size: Size) -> str:
    """Return a point in SGF's letters: column, then row from the top.

    >>> point_text(0, Size(9, 13)), point_text(9 * 12, Size(9, 13))
    ('am', 'aa')
    """
    row, column = divmod(point, size.width)
    return COLUMNS[column] + COLUMNS[size.height - 1 - row]


def points_text(points: Iterable[int], size: Size) -> list[str]:
    """Return points in SGF's letters, in the order in which a referee lists them."""
    return [point_text(point, size) for point in size.in_order(points)]


def size_text(size: Size) -> str:
    """Return a size as text: one number for a square, ``9:13`` for a rectangle."""
    return str(size.width) if size.width == size.height else f"{size.width}:{size.height}"


def line_text(text: str) -> str:
    """Return a text as one line, for use as a name."""
    return " ".join(_SPOKEN.sub(" ", text).split())


def written(nodes: Iterable[Node]) -> str:
    """Return a game as an SGF file.

    Raises:
        BadRecord: if it is larger than the limit for reading.
    """
    text = "(" + "\n".join(_node(node) for node in nodes) + ")\n"
    if len(text.encode()) > LARGEST or any(text.count(mark) > MOST_MARKS for mark in ";["):
        raise BadRecord(N_("this game is too long for SGF, which has at most {most} bytes"), most=LARGEST)
    return text


def _node(node: Node) -> str:
    return ";" + "".join(name + "".join(f"[{_escaped(value)}]" for value in node[name]) for name in node if node[name])


def _escaped(value: str) -> str:
    # Some readers split values at "][", with a backslash before it or not.
    return _SPOKEN.sub(" ", value).replace("\\", "\\\\").replace("]", "\\]").replace("\\][", "\\]\\[")
