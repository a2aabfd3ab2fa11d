"""What people have written, made harmless: names and messages in any script, without what only does mischief."""

from __future__ import annotations

import unicodedata
from typing import Literal

from yurei.errors import BadValue
from yurei.wording import N_

Form = Literal["NFC", "NFKC"]

LONGEST_NAME = 20
LONGEST_MESSAGE = 200
LONGEST_TITLE = 60
MOST_MARKS = 4
"""Marks on one letter. No script needs more; heaps of them would cover the lines above and below."""

MOST_SENT = 20
"""So many times as long as what is kept may be what is sent."""

_JOINERS = "\u200c\u200d"
"""Persian, the scripts of India, and families of emoji need them."""

_ALIKE = ("LATIN", "CYRILLIC", "GREEK")
"""Scripts in which different letters look the same; none of them needs joiners. See Unicode Technical Standard 39."""

_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like nothing."""


def harmless(text: str, form: Form = "NFC") -> str:
    """A text as one line: NFC, without control and bidi characters, without heaps of marks or of blanks.

    In ``form`` NFKC letters that only look otherwise are the same, too: wide ones, those in circles, those in italics.

    >>> harmless(" Sei\\u0301 \\u202e\\x00Shonagon\\n")
    'Seí Shonagon'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize(form, text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in ("Zs", "Zl", "Zp") or letter in "\t\n\r":
            kept.append(" ")
        elif (kind[0] != "C" or letter in _JOINERS) and letter not in _BLANKS and marks <= MOST_MARKS:
            kept.append(letter)
    # What has been left out may have stood between a letter and its mark.
    line = unicodedata.normalize(form, " ".join("".join(kept).split()))
    return line if line.strip(_JOINERS + " ") else ""


def nickname(text: str) -> str:
    """A nickname as it is kept; empty for somebody who wants none. Letters that only look otherwise are the same.

    >>> nickname("Ｓｅｉ")
    'Sei'

    Raises:
        BadValue: where it is too long, or a word in it has letters of several scripts that look the same.
    """
    too_long = N_("a nickname has at most {most} characters; this one has {count}")
    name = _without_idle_joiners(_bounded(too_long, text, LONGEST_NAME, "NFKC"))
    for word in name.split():
        if len({_script(letter) for letter in word} - {None}) > 1:
            raise BadValue(N_("letters of two alphabets that look the same stand in one word of this nickname"))
    return name


def _without_idle_joiners(name: str) -> str:
    """Leave joiners out that change nothing but the length: those after anything but a letter that needs them, or an emoji."""
    kept = ""
    for letter in name:
        if letter not in _JOINERS or (kept and kept[-1] > "\u052f" and _script(kept[-1]) is None):
            kept += letter
    return kept


def _script(letter: str) -> str | None:
    """Return the script of a letter, among those that look alike."""
    word = unicodedata.name(letter, "").partition(" ")[0]
    return word if word in _ALIKE and letter.isalpha() else None


def title(text: str) -> str:
    """What an evening is called, as it is kept; empty where it has no name.

    Raises:
        BadValue: where it is too long.
    """
    return _bounded(
        N_("the name of an evening has at most {most} characters; this one has {count}"), text, LONGEST_TITLE
    )


def message(text: str) -> str:
    """A message as it is kept.

    Raises:
        BadValue: where it is empty or too long.
    """
    if not (
        said := _bounded(N_("a message has at most {most} characters; this one has {count}"), text, LONGEST_MESSAGE)
    ):
        raise BadValue(N_("the message is empty; write something"))
    return said


def _bounded(too_long: str, text: str, most: int, form: Form = "NFC") -> str:
    if len(text) > MOST_SENT * most:  # heaps of marks take long to be made harmless
        raise BadValue(too_long, most=most, count=len(text))
    if len(line := harmless(text, form)) > most:
        raise BadValue(too_long, most=most, count=len(line))
    return line
