"""Page of an open challenge, opened by its link: game, opponent, and a button to play."""

from __future__ import annotations

from htpy import a, bdi, button, form, h1, li, p, section, strong, ul

from yurei.apps.web.learn.written_rules import folded_rules
from yurei.apps.web.lobby.challenges import for_the_other, own_link, words_for_the_other
from yurei.apps.web.new_game.form import SETUP
from yurei.apps.web.new_game.plan import opening, plan_words
from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.sections.players import name_field
from yurei.club.lobby.challenges import Challenge
from yurei.languages import N_, translation


def challenge_page(challenge: Challenge, name: str, nickname: str, language: str, *, own: bool, base: str) -> str:
    """Return the page of an open challenge.

    Args:
        name: Nickname of the challenger; empty for a guest.
        nickname: Nickname of the reader.
        own: Whether the challenge is the reader's own.
        base: Base of the links to this server.
    """
    say, heading = translation(language).gettext, N_("A challenge")
    plan = challenge.plan if own else for_the_other(challenge)
    words = plan_words(plan, language) if own else words_for_the_other(challenge, language)
    return document(
        say(heading),
        section(".panel.offered")[
            h1[say(heading)],
            p[
                say(N_("Waiting for an opponent."))
                if own
                else [strong[bdi[name or say(N_("Guest"))]], ": ", say(N_("Who plays with me?"))]
            ],
            opening(plan.settings, plan.terms.get(SETUP), say),
            ul[(li[sentence] for sentence in words)],
            own_link(challenge, base, say)
            if own
            else form(method="post", action=f"/lobby/{challenge.id}")[
                name_field(say, nickname), button(".primary")[say(N_("Play"))]
            ],
            p(".note")[say(N_("Open while its creator stays in the lobby."))],
            p[a(href="/lobby")[say(N_("To the lobby"))]],
            folded_rules(plan.settings.ruleset, plan.settings.referee, language),
        ],
        language,
        ["lobby.css"],
    )
