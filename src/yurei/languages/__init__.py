"""Languages: gettext translations from ``.po`` files, and numbers and lists as each language writes them."""

import gettext
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from io import BytesIO

from yurei.errors import unknown
from yurei.wording import N_, NN_, Gettext, Words

ENGLISH = "en"
NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "ja": "日本語"}
"""The languages that yurei speaks, each by its own name."""


@cache
def translation(language: str) -> gettext.NullTranslations:
    """Return the gettext translations into a language; raise ``Unknown`` if there are none."""
    if language not in NAMES:
        raise unknown("language", language, NAMES)
    if language == ENGLISH:
        return gettext.NullTranslations()
    return _catalogue(language)


def _catalogue(language: str) -> gettext.GNUTranslations:
    # Imported here, because English games and most imports of yurei do not need it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    text = resources.files(__name__).joinpath(f"{language}.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(text), locale=language))
    return gettext.GNUTranslations(BytesIO(compiled.getvalue()))


def number_text(value: float, language: str) -> str:
    """Format a number as a language writes it: 7.5, or 7,5."""
    if language == ENGLISH:
        return f"{value:g}"
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language)


def plural_number(value: float, language: str) -> int:
    """Return a whole number that takes the same plural form as a value: 0.5 points, in French 0,5 point."""
    if value == int(value):
        return int(value)
    if language == ENGLISH:
        return 2
    from babel import Locale

    return 1 if Locale.parse(language).plural_form(value) == "one" else 2


def percent_text(share: float, say: Callable[[str], str]) -> str:
    """Return a share from 0 to 1 as a percentage in the language of ``say``: 5%, or 5 %."""
    return say(N_("{percent}%")).format(percent=f"{100 * share:.0f}")


def listed(names: Iterable[str], language: str) -> str:
    """Join names into a list as a language writes it: D1, D2."""
    return ("、" if language == "ja" else ", ").join(names)


def any_of(names: Iterable[str], language: str) -> str:
    """Join alternatives into a list as a language writes it: C4, C5 or D1."""
    *most, last = names
    if language == ENGLISH:
        return f"{', '.join(most)} or {last}" if most else last
    from babel.lists import format_list

    return format_list([*most, last], style="or", locale=language)


def closed(text: str, language: str) -> str:
    """Return a text with the full stop of a language added."""
    return text + ("。" if language == "ja" else ".")


def join_sentences(sentences: Iterable[str], language: str) -> str:
    """Join sentences into one text, with the spacing of a language."""
    return ("" if language == "ja" else " ").join(sentences)


__all__ = [
    "ENGLISH",
    "NAMES",
    "NN_",
    "N_",
    "Gettext",
    "Words",
    "any_of",
    "closed",
    "join_sentences",
    "listed",
    "number_text",
    "percent_text",
    "plural_number",
    "translation",
]
