"""Texts that are marked for translation in the code, and translated when they are shown."""

from collections.abc import Callable

Gettext = Callable[[str], str]
"""Function that translates a text, and returns an unknown text unchanged."""


def N_(message: str) -> str:
    """Mark a sentence for translation; it is translated when it is shown."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark the singular and the plural of a sentence with a number for translation."""
    return one, many


class Words:
    """A translatable text: a marked template and the values of its fields, which may be ``Words`` too.

    >>> str(Words("there is no {what} here", what=Words("ghost")))
    'there is no ghost here'
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        self.template = template
        self.fields = fields

    def said(self, gettext: Gettext) -> str:
        """Return the text in the language that ``gettext`` translates into."""
        template = gettext(self.template)
        filled = {
            name: value.said(gettext) if isinstance(value, Words) else value for name, value in self.fields.items()
        }
        # Without fields the text is not a template, and may contain braces.
        return template.format_map(filled) if filled else template

    def __str__(self) -> str:
        return self.said(str)


__all__ = ["NN_", "N_", "Gettext", "Words"]
