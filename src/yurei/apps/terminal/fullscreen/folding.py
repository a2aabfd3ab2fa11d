"""Folding of texts into columns by language: between words, in Japanese between signs, never at a hard space."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len, chop_cells

_PIECES = re.compile(r" +|[^ \u2e80-\uffff]+|[\u2e80-\uffff][、。：；！？」）…]*")
"""A run of spaces, a word, or one wide sign with the marks that may not begin a line."""


def folded(text: str, width: int) -> str:
    """Fold a text into lines of at most this many columns.

    >>> print(folded("黒の番です。点を入力します。", 12))
    黒の番です。
    点を入力しま
    す。
    """
    return "\n".join(line for each in text.split("\n") for line in _lines(each, max(2, width)))


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for piece in _PIECES.findall(text):
        if cell_len(line + piece.rstrip(" ")) <= width:
            line += piece
            continue
        if line.strip(" "):
            yield line.rstrip(" ")
        *full, line = chop_cells(piece.lstrip(" "), width) or [""]
        yield from full
    yield line.rstrip(" ")
