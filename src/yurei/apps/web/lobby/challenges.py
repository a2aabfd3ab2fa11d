"""Challenges in the lobby: the reader's own with a link to send, others' with a button to accept; and their page."""

from collections.abc import Iterable
from dataclasses import replace

from htpy import Element, a, bdi, button, details, div, form, li, p, span, strong, summary, ul

from yurei.apps.web.board.board import Say
from yurei.apps.web.learn.written_rules import folded_rules
from yurei.apps.web.new_game.choices import AGAINST, COLOUR_SENTENCES
from yurei.apps.web.new_game.clock_fields import clock_sentence
from yurei.apps.web.new_game.form import SETUP
from yurei.apps.web.new_game.plan import opening, plan_words
from yurei.apps.web.shell.form_fields import copy_field
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.table.sections import name_field
from yurei.club.lobby import Challenge
from yurei.club.model.game_plan import Plan
from yurei.languages import N_, together, translation

OTHER = {"black": "white", "white": "black", "random": "random"}


def own_challenge(challenge: Challenge, base: str, language: str) -> Element:
    """Draw one's own open challenge, with a button to withdraw it."""
    say = translation(language).gettext
    first, *more = plan_words(challenge.plan, language)
    return li(".challenge", id=f"challenge-{challenge.id}")[
        div(".what")[span[first], _everything(challenge, more, say)],
        form(method="post", action=f"/lobby/{challenge.id}/withdraw")[button[say(N_("Withdraw"))]],
        own_link(challenge, base, say),
    ]


def own_link(challenge: Challenge, base: str, say: Say) -> Element:
    """Draw the link to the reader's own challenge."""
    address = f"{base}/challenge/{challenge.id}"
    return div(".send")[copy_field(say(N_("Challenge link: send it to the person you want to play")), address, say)]


def other_challenge(challenge: Challenge, name: str, language: str) -> Element:
    """Draw another person's open challenge, with a button to accept it."""
    say, plan = translation(language).gettext, for_the_other(challenge)
    first, *more = words_for_the_other(challenge, language)
    return li(".challenge", id=f"challenge-{challenge.id}")[
        div(".what")[
            span(data_news="")[strong[bdi[name or say(N_("Guest"))], ": "], first],
            p(".note")[together((clock_sentence(plan.terms, say), say(COLOUR_SENTENCES[plan.colour])), language)],
            _everything(challenge, more, say),
        ],
        # Submits the form above too, so that a name typed there is kept.
        button(".primary", form="pair", formmethod="post", formaction=f"/lobby/{challenge.id}")[say(N_("Accept"))],
    ]


def for_the_other(challenge: Challenge) -> Plan:
    """Return the plan from the accepting player's side."""
    return replace(challenge.plan, colour=OTHER[challenge.plan.colour])


def words_for_the_other(challenge: Challenge, language: str) -> list[str]:
    """Return a challenge in sentences, without the one that names the kind of opponent."""
    plan = for_the_other(challenge)
    against = translation(language).gettext(AGAINST[plan.opponent])
    return [sentence for sentence in plan_words(plan, language) if sentence != against]


def _everything(challenge: Challenge, sentences: Iterable[str], say: Say) -> Element:
    return details(f"#about-{challenge.id}", data_own="")[
        summary[say(N_("More details"))], ul[(li[sentence] for sentence in sentences)]
    ]


def challenge_page(challenge: Challenge, name: str, nickname: str, language: str, *, own: bool, base: str) -> str:
    """Return the page of an open challenge."""
    say = translation(language).gettext
    plan = challenge.plan if own else for_the_other(challenge)
    words = plan_words(plan, language) if own else words_for_the_other(challenge, language)
    return panel_page(
        N_("A challenge"),
        [
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
        extras=["lobby.css"],
        kind="panel offered",
    )
