"""Languages: whole sentences, translated by gettext. English stands in the code, the others in ``.po`` files here."""

import gettext
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from io import BytesIO

from yurei.errors import unknown
from yurei.wording import N_, NN_, Words

ENGLISH = "en"
NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "ja": "日本語"}
"""The languages that yurei speaks, each by its own name."""


@cache
def translation(language: str) -> gettext.NullTranslations:
    """Return the translations into a language, or raise ``Unknown``."""
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
    """Return a whole number with the plural form of a value, maybe a fraction: 0.5 points, but 0,5 point in French."""
    if value == int(value):
        return int(value)
    if language == ENGLISH:
        return 2
    from babel import Locale

    return 1 if Locale.parse(language).plural_form(value) == "one" else 2


def percent_text(share: float, say: Callable[[str], str]) -> str:
    """Return a share, 0 to 1, in percent, as the language of ``say`` writes it: 5%, or 5 %."""
    return say(N_("{percent}%")).format(percent=f"{100 * share:.0f}")


def listed(names: Iterable[str], language: str) -> str:
    """Join names as a language lists them: D1, D2."""
    return ("、" if language == "ja" else ", ").join(names)


def any_of(names: Iterable[str], language: str) -> str:
    """Join alternatives, as a language lists them: C4, C5 or D1."""
    *most, last = names
    if language == ENGLISH:
        return f"{', '.join(most)} or {last}" if most else last
    from babel.lists import format_list

    return format_list([*most, last], style="or", locale=language)


def closed(text: str, language: str) -> str:
    """Return a text, followed by the full stop of a language."""
    return text + ("。" if language == "ja" else ".")


def join_sentences(sentences: Iterable[str], language: str) -> str:
    """Join sentences as a language writes them."""
    return ("" if language == "ja" else " ").join(sentences)


__all__ = [
    "ENGLISH",
    "NAMES",
    "NN_",
    "N_",
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
