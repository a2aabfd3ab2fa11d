"""SGF read: the nodes of a file's first game, along its main line. A library parses, within bounds that are set here."""

from __future__ import annotations

import codecs
import re
from encodings import normalize_encoding
from encodings.aliases import aliases
from typing import Any

from yurei.errors import BadRecord, YureiError
from yurei.languages import N_
from yurei.records.sgf.writing import LARGEST, MOST_MARKS
from yurei.rules.points import shortened

Properties = dict[str, list[str]]
MOST_NODES = 20_000
"""How many nodes a game has at most along its main line."""
MOST_VARIATIONS = 20_000
"""How many variations a file has at most. However many there are, the first of each is taken."""
EXAMPLE = "(;SZ[9];B[ee];W[ge])"
TOO_MUCH = N_("this SGF file has more nodes, values or variations than the limit")

_CHARSET = re.compile(rb"\bCA\s*\[\s*([^\]\\\s]{1,40})\s*\]")
_NEAR_THE_BEGINNING = 4096
CHARSETS = (
    *("ascii", "utf-8", "latin-1", "iso8859-2", "iso8859-5", "iso8859-7", "iso8859-9", "iso8859-15"),
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "koi8-r", "koi8-u"),
    *("gb2312", "gbk", "gb18030", "big5", "shift_jis", "cp932", "euc_jp", "iso2022_jp", "euc_kr", "cp949"),
)
"""The ways to write letters as bytes that SGF files are found in."""


def main_line(data: bytes | str) -> list[Properties]:
    """The nodes of the first game in a file, from its first node along the first of all variations.

    Args:
        data: A file, as text or as bytes in the charset that it names; without a name in UTF-8 or Latin-1.

    Returns:
        At least one node: its properties by name, each with its values as they are meant.

    Raises:
        BadRecord: where it is no SGF, or more of it than is read.
        YureiError: where the library that parses it is not installed.
    """
    grammar = _grammar()
    text = data.encode(errors="replace") if isinstance(data, str) else data
    if len(text) > LARGEST:
        raise BadRecord(N_("an SGF file has at most {most} bytes, this one has more"), most=LARGEST)
    if max(text.count(mark) for mark in b";[") > MOST_MARKS or text.count(b"(") > MOST_VARIATIONS:
        raise BadRecord(TOO_MUCH)
    if isinstance(data, bytes):
        text = _decoded(data).encode()
    try:
        tree = grammar.parse_sgf_game(text)
    except ValueError as error:
        raise BadRecord(
            N_("this is no SGF: {why}; a game is such as {example}"), why=str(error), example=EXAMPLE
        ) from None
    nodes = list(grammar.main_sequence_iter(tree))
    if len(nodes) > MOST_NODES:
        raise BadRecord(TOO_MUCH)
    return [
        {name: [grammar.text_value(value).decode(errors="replace") for value in node[name]] for name in node}
        for node in nodes
    ]


def _grammar() -> Any:
    try:
        from sgfmill import sgf_grammar
    except ImportError:
        raise YureiError(N_("reading SGF needs {package}: pip install 'yurei[sgf]'"), package="sgfmill") from None
    return sgf_grammar


def _decoded(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    named = _CHARSET.search(data, 0, _NEAR_THE_BEGINNING)
    if data.startswith(codecs.BOM_UTF8) or not named:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    return data.decode(_charset(named[1].decode("latin-1")), errors="replace")


def _charset(name: str) -> str:
    """A charset that a file names. It is looked for by name among those that are known: looking it up would import it."""
    if _plain(name) not in {_plain(known) for known in CHARSETS}:
        raise BadRecord(N_("the SGF charset {name} is not supported; save the file in UTF-8"), name=shortened(name))
    return _plain(name)


def _plain(name: str) -> str:
    plain = normalize_encoding(name.lower())
    return aliases.get(plain, plain)
