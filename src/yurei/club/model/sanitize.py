"""Cleans names and messages in any script by removing harmful characters."""

import unicodedata
from typing import Literal

from yurei.errors import BadValue
from yurei.wording import N_

Form = Literal["NFC", "NFKC"]

LONGEST_NAME = 20
LONGEST_MESSAGE = 200
LONGEST_TITLE = 60
MOST_MARKS = 4  # most combining marks on one letter: a larger stack would cover neighbouring lines

MOST_SENT = 20  # longest input, as a multiple of the longest text that is kept

_JOINERS = "\u200c\u200d"  # zero-width joiners, which Persian, the scripts of India, and families of emoji need

_ALIKE = ("LATIN", "CYRILLIC", "GREEK")  # scripts with letters that look the same, see Unicode TS 39

_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that look blank


def sanitize_text(text: str, form: Form = "NFC") -> str:
    """Return a text as one line in NFC, without control or bidi characters, stacked marks or repeated blanks.

    The form NFKC also unifies letters that differ only in style: wide, circled, italic.

    >>> sanitize_text(" Sei\\u0301 \\u202e\\x00Shonagon\\n")
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
    # Removed characters may have stood between a letter and its mark.
    line = unicodedata.normalize(form, " ".join("".join(kept).split()))
    return line if line.strip(_JOINERS + " ") else ""


def clean_nickname(text: str) -> str:
    """Return the stored form of a nickname, empty if nothing is left. Letters that differ only in style are unified.

    >>> clean_nickname("Ｓｅｉ")
    'Sei'
    """
    too_long = N_("a nickname has at most {most} characters; this one has {count}")
    name = _remove_idle_joiners(_check_length(too_long, text, LONGEST_NAME, "NFKC"))
    for word in name.split():
        if len({_find_script(letter) for letter in word} - {None}) > 1:
            raise BadValue(N_("letters of two alphabets that look the same stand in one word of this nickname"))
    return name


def _remove_idle_joiners(name: str) -> str:
    """Remove joiners that have no visible effect: those that do not follow an emoji or a letter that needs them."""
    kept = ""
    for letter in name:
        if letter not in _JOINERS or (kept and kept[-1] > "\u052f" and _find_script(kept[-1]) is None):
            kept += letter
    return kept


def _find_script(letter: str) -> str | None:
    word = unicodedata.name(letter, "").partition(" ")[0]
    return word if word in _ALIKE and letter.isalpha() else None


def clean_title(text: str) -> str:
    """Return the stored form of the name of a club evening; empty if nothing is left."""
    too_long = N_("the name of an evening has at most {most} characters; this one has {count}")
    return _check_length(too_long, text, LONGEST_TITLE)


def clean_message(text: str) -> str:
    """Return the stored form of a chat message; raise BadValue if nothing is left or it is too long."""
    too_long = N_("a message has at most {most} characters; this one has {count}")
    cleaned = _check_length(too_long, text, LONGEST_MESSAGE)
    if not cleaned:
        raise BadValue(N_("the message is empty; write something"))
    return cleaned


def _check_length(too_long: str, text: str, most: int, form: Form = "NFC") -> str:
    if len(text) > MOST_SENT * most:  # cleaning very long input is slow
        raise BadValue(too_long, most=most, count=len(text))
    if len(line := sanitize_text(text, form)) > most:
        raise BadValue(too_long, most=most, count=len(line))
    return line
