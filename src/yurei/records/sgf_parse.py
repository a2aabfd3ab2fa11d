"""Parser of SGF: returns the nodes of a file's first game, along its main line, within fixed limits.

A file is decoded in the charset that it names, or in the one in which most of it can be read. In a wrong charset a
file in Chinese, Japanese or Korean loses moves, since the second byte of a letter may be a bracket or a backslash.

An error that can be corrected in one way only is corrected, and noted as a guess; ambiguous text is refused with
its line and column. Nothing is skipped silently. There is no recursion.
"""

import codecs
import re
from collections.abc import Callable, Iterator, Sequence
from encodings import normalize_encoding
from encodings.aliases import aliases
from typing import NamedTuple

from yurei.errors import BadRecord
from yurei.languages import N_, Words
from yurei.records.sgf_write import LARGEST, MOST_MARKS
from yurei.rules.points import shorten

_NAMED = re.compile(rb"\bCA\s*\[\s*([^\]\\]{1,40}?)\s*\]")
LATIN, MULTI_BYTE = "latin-1", ("gb18030", "big5", "cp932", "euc_jp", "cp949")
SEVEN_BIT = {"iso2022_jp": b"\x1b$", "hz": b"~{"}
"""Charsets of 7-bit bytes, with the escape sequences that introduce their letters."""
CHARSETS = (
    *("ascii", "utf-8", LATIN, "iso8859-2", "iso8859-5", "iso8859-7", "iso8859-9", "iso8859-15"),
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "koi8-r", "koi8-u", "mac_roman"),
    *("gb2312", "gbk", "shift_jis", "iso2022_jp", "euc_kr", *MULTI_BYTE),
)
"""Charsets in which SGF files are found."""
ALSO = {"macintosh": "mac_roman", "windows_31j": "cp932", "x_sjis": "cp932", "unicode": "utf_8"}
"""Names of charsets that not all versions of Python know."""
BLIND = {"ascii", "latin_1", "iso8859_1", "cp1252"}
"""Charsets that programs name regardless of the text that they write."""


def decode_file(data: bytes, measure: Callable[[str], tuple[int, ...] | None]) -> tuple[str, str]:
    """Decode a file; return its text and its charset, an empty name unless the charset was guessed."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace"), ""
    found = _NAMED.search(data, 0, 4096)
    named = _find_codec(found[1].decode(LATIN)) if found else ""
    if data.startswith(codecs.BOM_UTF8):
        named = "utf_8_sig"
    escaped = [name for name, mark in SEVEN_BIT.items() if mark in data]
    text = _decode_or_none(data, named or "utf_8")
    if text is not None and named not in BLIND and (named or not escaped):
        return text, ""
    if data.isascii() and not escaped:
        return data.decode("ascii"), ""
    texts = dict(_decodings(data, named, escaped))
    best = max(texts, key=lambda name: measure(texts[name]) or ())
    return texts[best], "" if text is not None and best in (named, "utf_8") else best


def _decodings(data: bytes, named: str, escaped: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each charset that can decode the file, with the text; the likeliest first."""
    if named:
        yield named, data.decode(named, errors="replace")
    for name in ("utf_8", LATIN, *MULTI_BYTE, *escaped):
        text = None if name == named else _decode_or_none(data, name)
        if text is not None:
            yield name, text


def _decode_or_none(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        return None


def _find_codec(name: str) -> str:
    """Return the codec of a charset; raise ``BadRecord`` if it is not in ``CHARSETS``, without importing codecs."""
    if _codec_name(name) not in {_codec_name(known) for known in CHARSETS}:
        raise BadRecord(N_("the SGF charset {name} is not supported; save the file in UTF-8"), name=shorten(name))
    return _codec_name(name)


def _codec_name(name: str) -> str:
    plain = normalize_encoding(name.lower())
    plain = ALSO.get(plain, plain)
    return aliases.get(plain, plain)


MOST_NODES = 20_000
"""Greatest number of nodes along the main line of a game."""
MOST_VARIATIONS = 20_000
"""Greatest number of variations in a file. At each branch the first one is read."""
EXAMPLE = "(;SZ[9];B[ee];W[ge])"
TOO_MUCH = N_("this SGF file has more nodes, values or variations than the limit")
EXACT = frozenset(("AB", "AE", "AW", "B", "GM", "HA", "KM", "PL", "SZ", "W"))
"""Properties whose values hold no free text."""
_SPACE = r"[\s\x00\x1a\ufeff]*"
_NAME = rf"[a-z]*[A-Z][A-Za-z]{{0,63}}{_SPACE}\["
_OF_A_GAME = re.compile(r"(?<![A-Za-z])(?:A[BEW]|B|GM|HA|KM|PL|RE|RU|SZ|W)\s*\[")
_SWALLOWED = re.compile(r"(?<![A-Z])(A[BEW]|B|GM|HA|KM|PL|RE|RU|SZ|W)\s*\[\Z")
_OPENED = re.compile(rf"{_SPACE}\[")
_BEGIN = re.compile(rf"\({_SPACE}(?:;|[A-Z]{{1,2}}\s*\[)")
_TOKEN = re.compile(rf"{_SPACE}(?:(?P<mark>[;()])|(?P<name>[A-Za-z]{{1,64}}){_SPACE}(?=\[)|\Z)")
_VALUE = re.compile(rf"{_SPACE}\[((?:[^\\\]]++|\\.)*+)\]", re.DOTALL)
_CLOSING = re.compile(r"(?:[^\\\]]++|\\.)*+\]", re.DOTALL)
_NEXT = re.compile(rf"{_SPACE}(?:\[|{_NAME}|;{_SPACE}(?:{_NAME}|[;()]|\Z)|[()]{_SPACE}(?:[;()]|\Z)|\Z)")
"""Text that can only stand after the end of a value."""
_MARK = re.compile(rf"{_SPACE}[;()]")
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
_UNESCAPED_SPACE = str.maketrans("\t\v\f", "   ")


class FilePosition(NamedTuple):
    """A place in a file, counted from 1."""

    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"

    def refusal(self, template: str, /, **fields: object) -> BadRecord:
        """Return a ``BadRecord`` whose text begins with this line and column."""
        return BadRecord(
            N_("line {line}, column {column}: {trouble}"),
            line=self.line,
            column=self.column,
            trouble=Words(template, **fields),
        )


class Properties(dict[str, list[str]]):
    """The properties of a node by name, each with its unescaped values. ``place`` is where the node begins."""

    def __init__(self, place: FilePosition) -> None:
        super().__init__()
        self.place = place


class MainLine(list[Properties]):
    """The nodes of a game along its main line. ``guesses`` describes the corrections of the parser."""

    def __init__(self, nodes: Sequence[Properties], guesses: Sequence[str]) -> None:
        super().__init__(nodes)
        self.guesses = tuple(guesses)


def main_line(data: bytes | str, number: int = 1) -> MainLine:
    """Parse a file; return the nodes of the line with this number, by default the first game's main line.

    Raises ``BadRecord`` if it is no SGF, exceeds a limit, or has fewer lines.
    """
    text = data.encode(errors="replace") if isinstance(data, str) else data
    if len(text) > LARGEST:
        raise BadRecord(N_("an SGF file has at most {most} bytes, this one has more"), most=LARGEST)
    if max(text.count(mark) for mark in b";[") > MOST_MARKS or text.count(b"(") > MOST_VARIATIONS:
        raise BadRecord(TOO_MUCH)
    if isinstance(data, str):
        return _Parser(data).main_line(number)
    read, guessed = decode_file(data, _measure_text)
    nodes = _Parser(read).main_line(number)
    return MainLine(nodes, (f"its letters are read as {guessed}", *nodes.guesses)) if guessed else nodes


def _measure_text(text: str) -> tuple[int, ...] | None:
    """Return a measure of a decoded text, greater for a better charset; None if the text cannot be parsed."""
    try:
        nodes = _Parser(text).main_line()
    except BadRecord:
        return None
    return len(nodes), sum(len(values) for node in nodes for values in node.values()), -len(nodes.guesses)


class _Parser:
    """Parser of one game."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
        self._nodes: list[Properties] = []
        self._guesses: list[str] = []
        self._lines_left, self._chosen = 0, list[Properties]()
        self._counted, self._line = 0, 1  # lines are counted up to here

    def main_line(self, number: int = 1) -> MainLine:
        """Return the game or variation with this number, counted from 1; parse the file only up to there."""
        self._lines_left, at = number, 0
        while not self._chosen and (begin := _BEGIN.search(self._text, at)):
            self._check_outside(at, begin.start())
            at = self._parse_tree(begin.start())
        self._check_after(at)
        if not at:
            raise self._error_at(0, N_("no game begins here"))
        if not self._chosen:
            count = number - self._lines_left
            raise BadRecord(N_("this file has {count} games and variations, not {given}"), count=count, given=number)
        return MainLine(self._chosen, self._guesses)

    def _parse_tree(self, at: int) -> int:
        """Parse the game tree that begins at an opening parenthesis; return the index after its closing one."""
        forks, before = list[int](), ""
        while (token := _TOKEN.match(self._text, at)) is not None:
            mark, name, at = token["mark"], token["name"], token.end()
            start = token.start("name" if mark is None else "mark")
            if mark is None and name is None:
                self._guesses.append("its last parenthesis is missing; everything before the end of the file is read")
                self._end_line(before)
                return at
            if before == ")" and mark not in ("(", ")"):
                raise self._error_at(start, N_("this stands behind variations, and belongs to no node"))
            if before == "(" and mark in ("(", ")"):
                raise self._error_at(start, N_("a variation has no node"))
            if mark == ";" or before == "(":
                if mark is None:
                    self._guess(start, "the semicolon before this node is missing")
                self._nodes.append(Properties(self._place(start)))
            if name is not None:
                at = self._parse_property(name, start)
            if mark == "(":
                forks.append(len(self._nodes))
            elif mark == ")":
                self._end_line(before)
                del self._nodes[forks.pop() :]
            before = mark or "value"
            if not forks:
                return at
        raise self._error_at(at, N_("this text belongs to no property"))

    def _end_line(self, before: str) -> None:
        """Count a line that ends after a node, and keep its nodes if it is the wanted line."""
        if before != ")":
            self._lines_left -= 1
            self._chosen = self._chosen if self._lines_left else list(self._nodes)
        if len(self._chosen) > MOST_NODES:
            raise BadRecord(TOO_MUCH)

    def _parse_property(self, written: str, at: int) -> int:
        name = "".join(letter for letter in written if letter.isupper())
        if not name:
            raise self._error_at(at, N_("this text belongs to no property"))
        at += len(written)
        values: list[str] = []
        while (first := _VALUE.match(self._text, at)) is not None:
            at = self._value_end(name, first)
            raw = self._text[first.start(1) : at - 1]
            self._check_swallowed(raw, first.start(1))
            self._check_swallowed(name + raw, first.start(1))  # a bracket within a name: S[Z[9]
            if "\\" in raw:
                raw = _ESCAPED.sub(lambda found: "" if found[1] == "\n" else found[1], raw)
            values.append(raw.translate(_UNESCAPED_SPACE))
        if opened := _OPENED.match(self._text, at):
            raise self._error_at(opened.end() - 1, N_("this bracket is never closed"))
        self._nodes[-1].setdefault(name, []).extend(values)
        return at

    def _value_end(self, name: str, value: re.Match[str]) -> int:
        """Return the index after a value. Free text may contain a closing bracket that was not escaped."""
        text, end = self._text, value.end()
        if name in EXACT or _NEXT.match(text, end):
            return end
        checked = end
        while closing := _CLOSING.match(text, checked):
            if _OF_A_GAME.search(text, checked, closing.end()):
                break
            checked = closing.end()
            if _NEXT.match(text, checked):
                self._guess(end - 1, "this bracket is read as part of the text, for the text goes on behind it")
                return checked
        if _MARK.match(text, end):
            return end
        raise self._error_at(end, N_("this text belongs to no property"))

    def _check_swallowed(self, raw: str, at: int) -> None:
        """Refuse a value that contains the next property because its own closing bracket is missing."""
        last = raw.rfind("[")
        if last < 0 or "\\" in raw[last:]:
            return
        for found in _SWALLOWED.finditer(raw, max(0, last - 8), last + 1):
            raise self._error_at(
                at + found.start(), N_("the bracket of the value before {property} is missing"), property=found[1]
            )

    def _check_outside(self, begin: int, end: int) -> None:
        if found := _OF_A_GAME.search(self._text, begin, end):
            raise self._error_at(found.start(), N_("this stands outside of the parentheses of a game"))

    def _check_after(self, at: int) -> None:
        other = _BEGIN.search(self._text, at)
        self._check_outside(at, len(self._text) if other is None else other.start())
        if other is not None:
            self._guess(other.start(), "another game begins here; only the first one of the file is read")

    def _guess(self, at: int, what: str) -> None:
        self._guesses.append(f"{self._place(at)}: {what}")

    def _place(self, at: int) -> FilePosition:
        if at < self._counted:
            self._counted, self._line = 0, 1
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return FilePosition(self._line, at - self._text.rfind("\n", 0, at))

    def _error_at(self, at: int, template: str, **fields: object) -> BadRecord:
        at += len(self._text[at:]) - len(self._text[at:].lstrip())
        return self._place(at).refusal(
            N_("this is no SGF: {why}; a game is such as {example}"), why=Words(template, **fields), example=EXAMPLE
        )
