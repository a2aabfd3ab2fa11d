"""Texts that can be said in any language: marked for translation in the code, translated when they are shown."""

from collections.abc import Callable

Gettext = Callable[[str], str]
"""Function that translates a text, and returns an unknown text unchanged."""


def N_(message: str) -> str:
    """Mark a sentence for translation; it is translated when it is shown."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence with a number in it, by its singular and its plural, for translation."""
    return one, many


class Words:
    """A text that can be said in any language: a marked template and its fields, which may be ``Words`` too.

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
