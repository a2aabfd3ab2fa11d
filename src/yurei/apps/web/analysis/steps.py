"""Steps through the moves of an analysis: to the start, back, forward, to the end."""

from __future__ import annotations

from htpy import Element, a, div, span
from markupsafe import Markup

from yurei.apps.web.analysis.view import PART, View
from yurei.apps.web.analysis.walk import Walk
from yurei.languages import N_

_ICONS = {
    "start": "M5 5v14M19 5v14L8 12z",
    "back": "M17 5v14L6 12z",
    "forward": "M7 5v14l11-7z",
    "end": "M19 5v14M5 5v14l11-7z",
}


def steps(view: View) -> Element:
    """Draw the steps. Past the last move that was played, they follow the line of best play."""
    say, walk = view.say, view.walk
    rest = walk.moves[walk.after :] or view.line
    following = walk.played(*rest)
    words = say(N_("Move {number} of {last}")) if walk.moves else say(N_("No moves yet"))
    return div("#section-steps", data_section="")[
        div(".steps.toolbar", role="group", aria_label=say(N_("Step through the moves")))[
            _step(view, walk.to(0), "start", say(N_("Start")), "s"),
            _step(view, walk.to(walk.after - 1), "back", say(N_("Back")), "b"),
            span(".moment")[words.format(number=walk.after, last=len(walk.moves))],
            _step(view, following.to(walk.after + 1), "forward", say(N_("Forward")), "f"),
            _step(view, following.to(len(following.moves)), "end", say(N_("End")), "e"),
        ]
    ]


def _step(view: View, to: Walk, icon: str, words: str, key: str) -> Element:
    still = "true" if to.after == view.walk.after else None
    return a(
        ".button",
        href=to.address(view.tool),
        title=f"{words} ({key.upper()})",
        aria_label=words,
        aria_disabled=still,
        data_part=PART,
        data_key=key,
    )[
        Markup(
            f'<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{_ICONS[icon]}"/></svg>'
        )
    ]
