"""The page of a browser that is recognised: what it is called, its games, and what can be done with all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from htpy import Element, Node, a, button, form, h1, h2, p, section

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import GAMES
from yurei.apps.web.shell.preferences import TITLE, USUAL, likes_form
from yurei.apps.web.table.sections.players import name_field
from yurei.apps.web.you.past_games import PastPage, past_games
from yurei.apps.web.you.running_games import RunningGame, running_games
from yurei.apps.web.you.totals import totals
from yurei.club.model.stored import Tally, Wanted
from yurei.languages import N_, translation

MOST_RUNNING = 50
ON_A_PAGE = 12
_NEVER, _NONE = N_("No games yet."), N_("No active games.")


@dataclass(frozen=True)
class You:
    """What the page shows.

    Attributes:
        nickname: What he is called; empty for who wants no name.
        running: His games that go on.
        past: His games that have ended, a page of them.
        tallies: What he has won and lost.
        likes: How he likes the table.
    """

    nickname: str
    running: Sequence[RunningGame]
    past: PastPage
    tallies: Sequence[Tally]
    likes: frozenset[str] = USUAL


def you_page(you: You, language: str, notifications: Node = None) -> str:
    """The page of somebody who is recognised, or who has not sat down yet."""
    say = translation(language).gettext
    played = you.past.count > 0 or you.past.wanted != Wanted()
    return document(
        say(N_("Profile")),
        [
            section[
                h1[say(N_("Profile"))],
                form("#you", method="post", action="/you")[name_field(say, you.nickname), button[say(N_("Save name"))]],
                p(".note")[say(N_("No account needed: a cookie remembers this browser and its seats."))],
            ],
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
    """What can be done with name and games."""
    return section("#yours", class_="panel")[
        h2[say(N_("Your name and your games"))],
        p[say(N_("Play on a second device: it gets your name and all of your seats, and this one keeps them."))],
        form(method="post", action="/you/along")[button[say(N_("Use another device too"))]],
        p[a(".button.danger", href="/you/delete")[say(N_("Delete everything …"))]],
    ]
