"""Preferences for the table: sounds, board and stones, confirmation of tries."""

from collections.abc import Collection, Mapping
from contextvars import ContextVar

from htpy import Element, a, button, details, fieldset, form, input, label, legend, summary
from markupsafe import Markup

from yurei.apps.web.board.board import Say
from yurei.languages import N_

TITLE = N_("Sound and appearance")
SWITCHES = {
    "sound": N_("Stone sounds"),
    "voice": N_("Read announcements aloud"),
    "vibrate": N_("Vibrate on announcements"),
    "bare": N_("No coordinates"),
    "unmarked": N_("Hide marks of refused moves and captures"),
    "keyless": N_("Turn off keyboard shortcuts"),
}
"""Preferences that are on or off."""
CHOICES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "tap": (
        N_("Tapping a point"),
        {
            "": N_("Plays there; small points ask for confirmation"),
            "confirm": N_("Always asks for confirmation"),
            "direct": N_("Plays without confirmation"),
        },
    ),
    "colours": (
        N_("Colours"),
        {"": N_("Like the device"), "light": N_("Light"), "dark": N_("Dark")},
    ),
    "board": (
        N_("Board"),
        {
            "": N_("Kaya"),
            "bamboo": N_("Bamboo"),
            "night": N_("Night"),
            "clear": N_("High contrast, without wood and shadows"),
        },
    ),
    "stones": (N_("Stones"), {"": N_("Slate and shell"), "glass": N_("Glass"), "flat": N_("Flat")}),
}
"""Preferences with several values, by form field: heading, and labels by value; the first is the default."""
FIELDS = ("like", *CHOICES)
"""Form fields of the preferences."""
LIKES = frozenset((*SWITCHES, *(like for _, group in CHOICES.values() for like in group if like)))
"""All words of preferences."""
USUAL = frozenset({"sound"})
"""Preferences of a reader who has saved none."""
READER = ContextVar("likes of the reader", default=USUAL)
"""Preferences of the current reader, for the colours of pages. Every request has its own."""
PLACE = ContextVar("place of the page", default="/")
"""Path and query of the current request, to which the forms of the header lead back."""
BACK_FIELD = Markup(str(input(type="hidden", name="back", value="")))
"""Field that names the page on which a form was sent, to be filled by ``document``. Browsers name only the site."""


def panel(likes: Collection[str] | None, say: Say) -> Element:
    """Draw the preferences, folded; for a page without them, the link to those on the profile page."""
    if likes is None:
        return a(".preferences-link", href="/you#likes")[say(TITLE)]
    return details(".menu.preferences")[summary[say(TITLE)], likes_form(likes, say)]


def likes_form(likes: Collection[str], say: Say) -> Element:
    """Draw the form of the preferences. A script saves each at once; without one there is a button."""
    return form("#likes.panel", method="post", action="/likes")[
        BACK_FIELD,
        fieldset[
            legend[say(N_("At the table"))],
            (_option("checkbox", "like", like, words, like in likes, say) for like, words in SWITCHES.items()),
        ],
        (_choice(name, likes, say) for name in CHOICES),
        button[say(N_("Save"))],
    ]


def _choice(name: str, likes: Collection[str], say: Say) -> Element:
    heading, group = CHOICES[name]
    taken = next((like for like in group if like in likes), "")
    return fieldset[
        legend[say(heading)],
        (_option("radio", name, like, words, like == taken, say) for like, words in group.items()),
    ]


def _option(kind: str, name: str, like: str, words: str, checked: bool, say: Say) -> Element:
    return label[input(type=kind, name=name, value=like, checked=checked), say(words)]
