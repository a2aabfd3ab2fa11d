"""Language menu."""

from __future__ import annotations

from htpy import Element, button, details, form, nav, summary

from yurei.languages import N_, NAMES, translation


def picker(language: str) -> Element:
    """Draw the languages, each by its own name, folded under the current one."""
    others = [(slug, name) for slug, name in NAMES.items() if slug != language]
    return nav(".languages", aria_label=translation(language).gettext(N_("Language")))[
        details[
            summary[NAMES[language]],
            form(method="post", action="/language")[
                (button(name="to", value=slug, lang=slug)[name] for slug, name in others)
            ],
        ]
    ]
