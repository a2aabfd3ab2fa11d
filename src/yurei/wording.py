"""Texts that can be said in any language: marked for translation here, translated where they are spoken."""

from collections.abc import Callable

Gettext = Callable[[str], str]
"""Translates a text; what it does not know comes back as it is."""


def N_(message: str) -> str:
    """Mark a sentence for translation; it is translated where it is spoken."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence with a number in it: its form for one, its form for many."""
    return one, many


class Words:
    """A text that can be said in any language: a marked template, and its fields, which may hold words. Else English.

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
        # Without fields it is no template: it may quote braces.
        return template.format_map(filled) if filled else template

    def __str__(self) -> str:
        return self.said(str)


__all__ = ["NN_", "N_", "Gettext", "Words"]
