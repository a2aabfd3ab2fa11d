"""Page on which an evening is made: players, rounds, and the game at every table."""

from __future__ import annotations

from collections.abc import Mapping

from htpy import Element, button, div, fieldset, form, h1, input, label, legend, p, span, textarea

from yurei.apps.web.board.board import Say
from yurei.apps.web.new_game.page import game_choices
from yurei.apps.web.shell.form_fields import field, select_of, worded
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PLAY
from yurei.club.model.sanitize import LONGEST_TITLE
from yurei.club.tournaments.evening import FEWEST, MOST, MOST_ROUNDS, ROUND_ROBIN, SWISS
from yurei.languages import N_, translation

CLAIM_AFTER = "15m"
"""Default of the time after which a waiting player may claim a game of an evening."""
SYSTEM_WORDS = {
    SWISS: N_("Swiss: players with equal scores meet"),
    ROUND_ROBIN: N_("Everybody against everybody"),
}


def new_evening(language: str, filled: Mapping[str, str], wrong: str | None = None) -> str:
    """Return the page on which an evening is made.

    Args:
        language: The reader's language.
        filled: Form values to fill in, by field name.
        wrong: Error message about these values.
    """
    say = translation(language).gettext
    return document(
        say(N_("Club evening")),
        [
            h1[say(N_("Club evening"))],
            p(".note")[
                say(
                    N_(
                        "You enter the players; each gets a link with a QR code for the whole evening. Results "
                        "are recorded automatically. Nobody needs an account."
                    )
                )
            ],
            wrong and p(".wrong", role="alert")[wrong],
            # The same id as the new-game form: its style sheet hides fields that the chosen game does not have.
            form("#new", class_="new-evening", method="post", action="/evenings")[
                div(".choices")[_people(say, filled), game_choices(say, filled, CLAIM_AFTER)],
                div(".beside")[_rounds(say, filled), button(".primary")[say(N_("Make the evening"))]],
            ],
        ],
        language,
        extras=("front.css", "evening.css"),
        here=PLAY,
    )


def _people(say: Say, filled: Mapping[str, str]) -> Element:
    hint = say(N_("{fewest} to {most} players, a name on each line")).format(fewest=FEWEST, most=MOST)
    return fieldset(".row")[
        legend[say(N_("Players"))],
        label(".field.wide")[
            span[hint], textarea(name="names", rows="9", required=True, dir="auto")[filled.get("names", "")]
        ],
    ]


def _rounds(say: Say, filled: Mapping[str, str]) -> Element:
    title = input(type="text", name="title", value=filled.get("title", ""), maxlength=str(LONGEST_TITLE), dir="auto")
    rounds = input(type="number", name="rounds", value=filled.get("rounds") or "3", min="1", max=str(MOST_ROUNDS))
    return fieldset(".evening-fields")[
        legend[say(N_("The evening"))],
        field(say(N_("Name of the evening")), title),
        field(say(N_("Rounds")), rounds),
        field(say(N_("Pairings")), select_of("system", worded(say, SYSTEM_WORDS), filled.get("system") or SWISS)),
    ]
