"""Decodes SGF files in the charset that the file names, or in the charset in which most of it can be read.

In Chinese, Japanese and Korean charsets the second byte of a letter may be a bracket or a backslash. Read in a
wrong charset, such a file loses moves; so if no charset or a wrong one is named, each is tried.
"""

import codecs
import re
from collections.abc import Callable, Iterator
from encodings import normalize_encoding
from encodings.aliases import aliases

from yurei.errors import BadRecord
from yurei.languages import N_
from yurei.rules.points import shortened

_NAMED = re.compile(rb"\bCA\s*\[\s*([^\]\\]{1,40}?)\s*\]")
_NEAR_THE_BEGINNING = 4096
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


def decoded(data: bytes, measure: Callable[[str], tuple[int, ...] | None]) -> tuple[str, str]:
    """Return the text of a file, and its charset if that had to be guessed, else an empty text.

    Args:
        data: The file.
        measure: Measures how much of a game a text holds; None if it cannot be parsed.

    Raises:
        BadRecord: if the file names a charset that is not supported.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace"), ""
    found = _NAMED.search(data, 0, _NEAR_THE_BEGINNING)
    named = _charset(found[1].decode(LATIN)) if found else ""
    if data.startswith(codecs.BOM_UTF8):
        named = "utf_8_sig"
    escaped = [name for name, mark in SEVEN_BIT.items() if mark in data]
    text = _strictly(data, named or "utf_8")
    if text is not None and named not in BLIND and (named or not escaped):
        return text, ""
    if data.isascii() and not escaped:
        return data.decode("ascii"), ""
    texts = dict(_readings(data, named, escaped))
    best = max(texts, key=lambda name: measure(texts[name]) or ())
    return texts[best], "" if text is not None and best in (named, "utf_8") else best


def _readings(data: bytes, named: str, escaped: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and text of the file in each charset in which it can be read, the likeliest first."""
    if named:
        yield named, data.decode(named, errors="replace")
    for name in ("utf_8", LATIN, *MULTI_BYTE, *escaped):
        text = None if name == named else _strictly(data, name)
        if text is not None:
            yield name, text


def _strictly(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        return None


def _charset(name: str) -> str:
    """Return the codec name of a charset in ``CHARSETS``; a look-up of any other would import its codec."""
    if _plain(name) not in {_plain(known) for known in CHARSETS}:
        raise BadRecord(N_("the SGF charset {name} is not supported; save the file in UTF-8"), name=shortened(name))
    return _plain(name)


def _plain(name: str) -> str:
    plain = normalize_encoding(name.lower())
    plain = ALSO.get(plain, plain)
    return aliases.get(plain, plain)
