"""Profile page of a browser: nickname, games, totals, and settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from htpy import Element, Node, a, button, form, h1, h2, p, section

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import GAMES
from yurei.apps.web.shell.preferences import BACK_FIELD, TITLE, USUAL, likes_form
from yurei.apps.web.table.sections.players import name_field
from yurei.apps.web.you.past_games import PastPage, past_games, totals
from yurei.apps.web.you.running_games import RunningGame, running_games
from yurei.club.model.stored import Tally, Wanted
from yurei.languages import N_, translation

MOST_RUNNING = 50
ON_A_PAGE = 12
_NEVER, _NONE = N_("No games yet."), N_("No active games.")


@dataclass(frozen=True)
class You:
    """Content of the profile page.

    Attributes:
        nickname: The nickname; empty for a person without one.
        running: Running games.
        past: A page of ended games.
        tallies: Numbers of won and lost games.
        likes: Preferences for the table.
        evenings: Evenings in progress, drawn.
    """

    nickname: str
    running: Sequence[RunningGame]
    past: PastPage
    tallies: Sequence[Tally]
    likes: frozenset[str] = USUAL
    evenings: Node = None


def you_page(you: You, language: str, notifications: Node = None) -> str:
    """Return the profile page of a known person, or of a visitor without seats."""
    say = translation(language).gettext
    played = you.past.count > 0 or you.past.wanted != Wanted()
    return document(
        say(N_("Your games")),
        [
            section[
                h1[say(N_("Your games"))],
                form("#you", method="post", action="/you")[
                    BACK_FIELD, name_field(say, you.nickname), button[say(N_("Save name"))]
                ],
                p(".note")[say(N_("No account needed: a cookie remembers this browser and its seats."))],
            ],
            you.evenings,
            running_games(you.running, MOST_RUNNING, _NONE if played else _NEVER, say),
            past_games(you.past, language) if played else None,
            totals(you.tallies, say),
            notifications,
            section("#look")[h2[say(TITLE)], likes_form(you.likes, say)],
            _yours(say),
        ],
        language,
        extras=("you.css", "thumbs.css", "told.js"),
        here=GAMES,
    )


def _yours(say: Say) -> Element:
    """Draw the links to use a second device, and to delete everything."""
    return section("#yours", class_="panel")[
        h2[say(N_("Your name and your games"))],
        p[say(N_("Play on a second device: it gets your name and all of your seats, and this one keeps them."))],
        form(method="post", action="/you/along")[button[say(N_("Use another device too"))]],
        p[a(".button.danger", href="/you/delete")[say(N_("Delete everything …"))]],
    ]
