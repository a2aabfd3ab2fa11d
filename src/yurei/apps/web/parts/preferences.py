"""How somebody likes the table: its sounds, its voice, its colours, and whether a try is confirmed."""

from __future__ import annotations

from collections.abc import Collection

from htpy import Element, button, details, fieldset, form, input, label, legend, span, summary

from yurei.languages import N_, translation

LIKES = {
    "sound": N_("Sounds of stones"),
    "voice": N_("The referee speaks aloud"),
    "clear": N_("Clear colours, without wood and shadows"),
    "confirm": N_("Tap a point first, then confirm"),
    "keyless": N_("Letters on the keyboard do nothing"),
}
"""What can be liked."""
USUAL = frozenset({"sound"})
"""What is liked by who has said nothing."""


def panel(likes: Collection[str], language: str) -> Element:
    """The choices, folded. A script sends each at once; without one there is a button."""
    say = translation(language).gettext
    return details(".preferences")[
        summary[say(N_("Sound and look"))],
        form("#likes", method="post", action="/likes")[
            fieldset[
                legend[say(N_("At the table"))],
                (
                    label[input(type="checkbox", name="like", value=like, checked=like in likes), span[say(words)]]
                    for like, words in LIKES.items()
                ),
            ],
            button[say(N_("Remember"))],
        ],
    ]
