"""The page of the lobby: what one looks for, who is here, and who waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

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
    optgroup,
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
from yurei.apps.web.pages.new_game_choices import AGAINST, COLOUR_SENTENCES, COLOURS
from yurei.apps.web.pages.new_game_plan import plan_words
from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.clock_fields import NONE, PRESETS, clock_sentence
from yurei.apps.web.parts.people import name_field
from yurei.clocks.texts import read_text
from yurei.club.lobby import Challenge, Lobby
from yurei.club.wish import Plan
from yurei.languages import N_, together, translation

OTHER = {"black": "white", "white": "black", "random": "random"}
MOST_LISTED = 40
MOST_NAMED = 60
MOST_KEPT = 2000
"""So many drawn challenges are kept; then they are drawn anew."""


def lobby_page(part: str, nickname: str, language: str, likes: Collection[str]) -> str:
    """The whole page around its live part, for somebody of this name."""
    say = translation(language).gettext
    return document(
        say(N_("Find an opponent")),
        [h1[say(N_("Find an opponent"))], _wish(say, nickname), _switch(say), Markup(part)],
        language,
        ["lobby.css", "lobby.js", "told.js"],
        likes,
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
        _clock(say),
        _choice("colour", say(N_("You play")), colours),
        name_field(say, nickname),
        button(".great")[say(N_("Pair me"))],
        a(href="/new?opponent=anybody")[say(N_("More choices"))],
    ]


def _choice(name: str, words: str, values: Iterable[tuple[str, str]]) -> Element:
    return label(".field")[span[words], select(name=name)[_options(values)]]


def _options(values: Iterable[tuple[str, str]]) -> Iterable[Element]:
    return (option(value=value)[text] for value, text in values)


def _clock(say: Say) -> Element:
    """The clocks that others have tried, and none."""
    return label(".field")[
        span[say(N_("The clock"))],
        select(name="clock")[
            option(value=NONE)[say(N_("none"))],
            (
                optgroup(label=say(size))[
                    _options((text, f"{say(pace)}: {read_text(text).words.said(say)}") for pace, text in presets)
                ]
                for size, presets in PRESETS
            ),
        ],
    ]


def _switch(say: Say) -> Element:
    """Whether to be told in another tab that somebody has come. Nothing of it is kept, and only a script can tell."""
    words = say(N_("Lobby – somebody is here"))
    return label(".switch")[
        input("#notify", type="checkbox", data_words=words, autocomplete="off"),
        span[say(N_("Tell me when somebody comes, while this page is open in another tab"))],
    ]


@dataclass(frozen=True, slots=True)
class Company:
    """Who is here, as everybody may know it.

    Attributes:
        names: What those are called who have given themselves a name.
        guests: How many have none.
        running: How many games run that everybody may watch.
    """

    names: tuple[str, ...]
    guests: int
    running: int

    @classmethod
    def of(cls, lobby: Lobby, names: Mapping[str, str], running: int) -> Company:
        """Everybody who has the lobby open."""
        here = [names.get(person, "") for person in lobby.presence.all()]
        return cls(tuple(sorted(name for name in here if name)), here.count(""), running)


class LobbyPart:
    """Draws the live part of the lobby. What all see alike is drawn once for all who read the same language.

    Args:
        lobby: Who looks for an opponent.
        names: Nicknames by the digest of the key.
    """

    def __init__(self, lobby: Lobby, names: Mapping[str, str]) -> None:
        self._lobby = lobby
        self._names = names
        self._companies: dict[str, tuple[Company, int, Markup]] = {}
        self._challenges: dict[tuple[str, str, str], Markup] = {}

    def drawn(self, person: str | None, running: int, base: str, language: str) -> str:
        """The part for somebody who is known by the digest of his key, or for nobody known.

        Args:
            running: How many games run that everybody may watch.
            base: The beginning of the links to this server.
        """
        say, challenges = translation(language).gettext, self._lobby.challenges.values()
        company = Company.of(self._lobby, self._names, running)
        mine = [each for each in challenges if each.person == person]
        others = [each for each in challenges if each.person != person]
        here = len(company.names) + company.guests
        return str(
            div("#table", class_="lobby", data_number="0", data_live="/lobby/live", data_page="/lobby", data_here=here)[
                _begun(self._lobby.begun.get(person or ""), say),
                mine and _mine(mine, base, language),
                section("#others", class_="panel")[
                    h2[say(N_("Open challenges"))],
                    ul(".list")[(self._other(each, language) for each in others[:MOST_LISTED])]
                    if others
                    else p(".note")[
                        say(N_("Nobody else waits here."))
                        if mine
                        else say(N_("Nobody waits here. Be the first: whoever comes next sees your challenge."))
                    ],
                    len(others) > MOST_LISTED
                    and p(".note")[say(N_("Others who wait: {count}")).format(count=len(others) - MOST_LISTED)],
                ],
                self._company(company, len(challenges), language),
            ]
        )

    def _other(self, challenge: Challenge, language: str) -> Markup:
        """Somebody else's challenge: who wants what, and the button that accepts it."""
        name = self._names.get(challenge.person, "")
        known = (challenge.id, name, language)
        if known not in self._challenges:
            if len(self._challenges) >= MOST_KEPT:
                self._challenges.clear()
            self._challenges[known] = Markup(str(_other(challenge, name, language)))
        return self._challenges[known]

    def _company(self, company: Company, waiting: int, language: str) -> Markup:
        kept = self._companies.get(language)
        if kept is None or kept[:2] != (company, waiting):
            kept = self._companies[language] = (company, waiting, Markup(str(_here(company, waiting, language))))
        return kept[2]


def _begun(game: tuple[str, str] | None, say: Say) -> Node:
    if game is None:
        return None
    return p("#begun", role="status")[
        say(N_("Your opponent has come.")),
        " ",
        a(".great", href=f"/g/{game[0]}/{game[1]}", data_goes="")[say(N_("To the board"))],
    ]


def _mine(challenges: Iterable[Challenge], base: str, language: str) -> Element:
    """One's own challenges, each with the link to send."""
    say = translation(language).gettext
    return section("#mine", class_="panel")[
        h2[say(N_("You wait for"))],
        p(".note")[say(N_("Stay on this page: a challenge goes when who made it goes."))],
        ul(".list")[(_own(each, base, language) for each in challenges)],
    ]


def _own(challenge: Challenge, base: str, language: str) -> Element:
    say = translation(language).gettext
    first, *more = plan_words(challenge.plan, language)
    return li(".challenge", id=f"challenge-{challenge.id}")[
        div(".what")[span[first], _everything(more, say)],
        form(method="post", action=f"/lobby/{challenge.id}/withdraw")[button[say(N_("Withdraw"))]],
        own_link(challenge, base, say),
    ]


def own_link(challenge: Challenge, base: str, say: Say) -> Element:
    """The link to one's own challenge, to be sent to somebody."""
    address = f"{base}/challenge/{challenge.id}"
    return div(".send")[
        label[
            span[say(N_("The link to this challenge; send it to whom you want to play"))],
            input(value=address, readonly=True),
        ],
        button(type="button", data_copies=address)[say(N_("Copy"))],
    ]


def _other(challenge: Challenge, name: str, language: str) -> Element:
    say, plan = translation(language).gettext, for_the_other(challenge)
    first, *more = words_for_the_other(challenge, language)
    return li(".challenge", id=f"challenge-{challenge.id}")[
        div(".what")[
            strong[bdi[name or say(N_("Guest"))], ": "],
            span[first],
            p(".note")[together((clock_sentence(plan.terms, say), say(COLOUR_SENTENCES[plan.colour])), language)],
            _everything(more, say),
        ],
        form(method="post", action=f"/lobby/{challenge.id}")[button(".primary")[say(N_("Accept"))]],
    ]


def for_the_other(challenge: Challenge) -> Plan:
    """The plan as who accepts it plays it."""
    return replace(challenge.plan, colour=OTHER[challenge.plan.colour])


def words_for_the_other(challenge: Challenge, language: str) -> list[str]:
    """A challenge in whole sentences; against whom it is, who reads it knows."""
    plan = for_the_other(challenge)
    against = translation(language).gettext(AGAINST[plan.opponent])
    return [sentence for sentence in plan_words(plan, language) if sentence != against]


def _everything(sentences: Iterable[str], say: Say) -> Element:
    return details(data_own="")[summary[say(N_("Everything about it"))], ul[(li[sentence] for sentence in sentences)]]


def _here(company: Company, waiting: int, language: str) -> Element:
    """Who is here, how many wait and how many games run."""
    say = translation(language).gettext
    unnamed = company.guests + max(0, len(company.names) - MOST_NAMED)
    return section("#here", class_="panel")[
        h2[say(N_("Who is here"))],
        ul(".names")[
            (li[bdi[name]] for name in company.names[:MOST_NAMED]),
            unnamed and li[say(N_("Guests: {count}")).format(count=unnamed)],
        ]
        if company.names or unnamed
        else None,
        p(".note")[
            say(N_("Open challenges: {count}")).format(count=waiting),
            " · ",
            a(href="/watch")[say(N_("Games to watch: {count}")).format(count=company.running)],
        ],
    ]
