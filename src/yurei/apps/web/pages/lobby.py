"""The page of the lobby: what one looks for, and who waits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from htpy import (
    Element,
    Node,
    a,
    bdi,
    button,
    details,
    div,
    form,
    h1,
    h2,
    input,
    label,
    li,
    meta,
    noscript,
    option,
    p,
    section,
    select,
    span,
    strong,
    summary,
    ul,
)
from markupsafe import Markup

from yurei import referee, rules
from yurei.apps.web.pages.frame import document
from yurei.apps.web.pages.new_game import SIZES
from yurei.apps.web.pages.new_game_choices import COLOURS
from yurei.apps.web.pages.new_game_plan import plan_words
from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.people import name_field
from yurei.club.lobby import Challenge, Lobby
from yurei.languages import N_, translation

OTHER = {"black": "white", "white": "black", "random": "random"}


def lobby_page(lobby: Lobby, person: str | None, nickname: str, names: dict[str, str], language: str) -> str:
    """The whole page, for somebody who is known by the digest of his key, or for nobody known."""
    say = translation(language).gettext
    return document(
        say(N_("Find an opponent")),
        [h1[say(N_("Find an opponent"))], _wish(say, nickname), Markup(lobby_part(lobby, person, names, language))],
        language,
        # Without a script the page looks again by itself, and who waits stays here.
        head_more=noscript[meta(http_equiv="refresh", content="15")],
    )


def _wish(say: Say, nickname: str) -> Element:
    """The short form: same wish meets same wish."""
    games = [(each.slug, say(each.title)) for each in rules.ALL]
    referees = [(each.slug, say(each.title)) for each in referee.ALL]
    colours = [(value, say(COLOURS[value])) for value in ("random", "black", "white")]
    return form("#pair", method="post", action="/games")[
        input(type="hidden", name="opponent", value="anybody"),
        _choice("ruleset", say(N_("The game")), games),
        _choice("referee", say(N_("The referee")), referees),
        _choice("size", say(N_("The size of the board")), [(lines, f"{lines}×{lines}") for lines in SIZES]),
        _choice("colour", say(N_("You play")), colours),
        name_field(say, nickname),
        button(".great")[say(N_("Pair me"))],
        a(href="/new?opponent=anybody")[say(N_("More choices"))],
    ]


def _choice(name: str, words: str, values: Iterable[tuple[str, str]]) -> Element:
    return label(".field")[span[words], select(name=name)[(option(value=value)[text] for value, text in values)]]


def lobby_part(lobby: Lobby, person: str | None, names: dict[str, str], language: str) -> str:
    """The live part: one's own game that has begun, and the open challenges."""
    say = translation(language).gettext
    mine = [each for each in lobby.challenges.values() if each.person == person]
    others = [each for each in lobby.challenges.values() if each.person != person]
    return str(
        div("#table", class_="lobby", data_number="0", data_live="/lobby/live", data_page="/lobby")[
            _begun(lobby.begun.get(person or ""), say),
            section("#mine")[
                h2[say(N_("You wait for"))],
                p(".note")[say(N_("Stay on this page: a challenge goes when who made it goes."))],
                ul(".list")[(_challenge(each, names, language, own=True) for each in mine)],
            ]
            if mine
            else None,
            section("#others")[
                h2[say(N_("Open challenges"))],
                ul(".list")[(_challenge(each, names, language, own=False) for each in others)]
                if others
                else p(".note")[
                    say(N_("Nobody else waits here."))
                    if mine
                    else say(N_("Nobody waits here. Be the first: whoever comes next sees your challenge."))
                ],
            ],
        ]
    )


def _begun(game: tuple[str, str] | None, say: Say) -> Node:
    if game is None:
        return None
    return p("#begun", role="status")[
        say(N_("Your opponent has come.")),
        " ",
        a(".great", href=f"/g/{game[0]}/{game[1]}", data_goes="")[say(N_("To the board"))],
    ]


def _challenge(challenge: Challenge, names: dict[str, str], language: str, *, own: bool) -> Element:
    say = translation(language).gettext
    plan = challenge.plan if own else replace(challenge.plan, colour=OTHER[challenge.plan.colour])
    first, *more = plan_words(plan, language)
    act, words = ("/withdraw", N_("Withdraw")) if own else ("", N_("Accept"))
    return li(".challenge", id=f"challenge-{challenge.id}")[
        not own and strong[bdi[names.get(challenge.person) or say(N_("Guest"))], ": "],
        span[first],
        details(data_own="")[summary[say(N_("Everything about it"))], ul[(li[sentence] for sentence in more)]],
        form(method="post", action=f"/lobby/{challenge.id}{act}")[button[say(words)]],
    ]
