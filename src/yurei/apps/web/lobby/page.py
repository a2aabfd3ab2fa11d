"""Page of the lobby: the form for a challenge, open challenges, and the people present."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from htpy import (
    Element,
    Node,
    a,
    bdi,
    button,
    div,
    form,
    h1,
    h2,
    input,
    label,
    li,
    meta,
    noscript,
    p,
    section,
    select,
    span,
    ul,
)
from markupsafe import Markup

from yurei import referee, rules
from yurei.apps.web.board.board import Say
from yurei.apps.web.lobby.challenges import other_challenge, own_challenge
from yurei.apps.web.new_game.choices import COLOURS
from yurei.apps.web.new_game.clock_fields import NONE, PRESETS, clock_options
from yurei.apps.web.new_game.page import SIZES
from yurei.apps.web.shell.form_fields import field, select_of, worded
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import LOBBY
from yurei.apps.web.table.sections.players import name_field
from yurei.clocks.texts import read_text
from yurei.club.lobby.challenges import Challenge
from yurei.club.lobby.lobby import Lobby
from yurei.club.model.game_plan import Plan
from yurei.club.people.people import People
from yurei.languages import N_, translation

MOST_LISTED = 40
MOST_NAMED = 60
MOST_KEPT = 2000
"""Largest number of cached challenges; then the cache is cleared."""


def lobby_page(part: str, nickname: str, language: str, likes: Collection[str], waiting: Plan | None = None) -> str:
    """Return the whole page around its live part; the form shows the plan ``waiting`` again."""
    say = translation(language).gettext
    return document(
        say(N_("Find an opponent")),
        [h1[say(N_("Find an opponent"))], _wish(say, nickname, waiting), _switch(say), Markup(part)],
        language,
        ["lobby.css", "lobby.js", "told.js"],
        likes,
        # Without scripts the page reloads by itself, which keeps the reader's challenge open.
        head_more=noscript[meta(http_equiv="refresh", content="15")],
        here=LOBBY,
    )


def _wish(say: Say, nickname: str, waiting: Plan | None) -> Element:
    """Draw the short form; two players with the same wish are paired."""
    games = [(each.slug, say(each.title)) for each in rules.ALL]
    referees = [(each.slug, say(each.title)) for each in referee.ALL]
    colours = {value: COLOURS[value] for value in ("random", "black", "white")}
    now = {} if waiting is None else _chosen(waiting)
    return form("#pair", method="post", action="/games")[
        input(type="hidden", name="opponent", value="anybody"),
        (
            field(words, select_of(name, values, now.get(name, "")))
            for name, words, values in (
                ("ruleset", say(N_("The game")), games),
                ("referee", say(N_("The referee")), referees),
                ("size", say(N_("The size of the board")), [(lines, f"{lines}×{lines}") for lines in SIZES]),
            )
        ),
        field(say(N_("The clock")), select(name="clock")[clock_options(say, now.get("clock", NONE))]),
        field(say(N_("Your colour")), select_of("colour", worded(say, colours), now.get("colour", ""))),
        name_field(say, nickname),
        button(".primary")[say(N_("Pair me"))],
        a(href="/new?opponent=anybody")[say(N_("More options"))],
    ]


def _chosen(plan: Plan) -> dict[str, str]:
    """Return a plan as the fields of the short form."""
    clock = plan.terms.get("clock")
    texts = (text for _, presets in PRESETS for _, text in presets)
    settings = plan.settings
    return {
        "ruleset": settings.ruleset.slug,
        "referee": settings.referee.slug,
        "size": f"{settings.size.width}",
        "clock": next((text for text in texts if read_text(text).plain() == clock), NONE),
        "colour": plan.colour,
    }


def _switch(say: Say) -> Element:
    """Draw the switch for a notification in another tab. It is not stored, and needs a script."""
    words = say(N_("Lobby – somebody is here"))
    return label(".switch")[
        input("#notify", type="checkbox", data_words=words, autocomplete="off"),
        span[say(N_("Notify me when somebody comes, while this page is open in another tab"))],
    ]


@dataclass(frozen=True, slots=True)
class Company:
    """People in the lobby, as everybody may know them.

    Attributes:
        names: Nicknames of those who have one.
        guests: Number of people without one.
        running: Number of running games that everybody may watch.
    """

    names: tuple[str, ...]
    guests: int
    running: int

    @classmethod
    def of(cls, lobby: Lobby, names: Mapping[str, str], running: int) -> Company:
        """Return the people who have the lobby open."""
        here = [names.get(person, "") for person in lobby.presence.all()]
        return cls(tuple(sorted(name for name in here if name)), here.count(""), running)


@dataclass(frozen=True, slots=True)
class Common:
    """Part of the lobby that is the same for all readers of a language, as it was last drawn.

    Attributes:
        when: Version of the state that was drawn.
        here: Number of people present.
        items: Every challenge, as drawn for all but its maker.
        company: The people present.
        whole: The whole live part for a reader without challenges.
    """

    when: tuple[int, int, int]
    here: int
    items: Mapping[str, Markup]
    company: Markup
    whole: str


class LobbyPart:
    """Draws the live part of the lobby: once per language, and again for each reader with challenges.

    Args:
        lobby: The lobby.
        people: Source of nicknames.
    """

    def __init__(self, lobby: Lobby, people: People) -> None:
        self._lobby = lobby
        self._people = people
        self._drawn: dict[str, Common] = {}
        self._items: dict[tuple[str, ...], Markup] = {}

    def drawn(self, person: str | None, running: int, base: str, language: str) -> str:
        """Return the live part for a person, by the digest of their key; None for a reader without a key.

        Args:
            running: Number of running games that everybody may watch.
            base: Base of the links to this server.
        """
        common = self._common(running, language)
        mine = [each for each in self._lobby.challenges.values() if each.person == person]
        begun = self._lobby.begun.get(person or "")
        return self._part(common, mine, begun, base, language) if mine or begun else common.whole

    def _common(self, running: int, language: str) -> Common:
        when = (self._lobby.changes, self._people.renamed, running)
        kept = self._drawn.get(language)
        if kept is None or kept.when != when:
            company = Company.of(self._lobby, self._people.names, running)
            items = {name: self._item(each, language) for name, each in self._lobby.challenges.items()}
            here = Markup(str(_here(company, len(items), language)))
            kept = Common(when, len(company.names) + company.guests, items, here, "")
            kept = self._drawn[language] = replace(kept, whole=self._part(kept, [], None, "", language))
        return kept

    def _item(self, challenge: Challenge, language: str) -> Markup:
        name = self._people.names.get(challenge.person, "")
        return self._kept(("other", challenge.id, name, language), lambda: other_challenge(challenge, name, language))

    def _own(self, challenge: Challenge, base: str, language: str) -> Markup:
        return self._kept(("own", challenge.id, base, language), lambda: own_challenge(challenge, base, language))

    def _kept(self, known: tuple[str, ...], draw: Callable[[], Element]) -> Markup:
        """Return a cached drawing, drawn now if it is missing."""
        if known not in self._items:
            if len(self._items) >= MOST_KEPT:
                self._items.clear()
            self._items[known] = Markup(str(draw()))
        return self._items[known]

    def _part(
        self, common: Common, mine: list[Challenge], begun: tuple[str, str] | None, base: str, language: str
    ) -> str:
        say, own = translation(language).gettext, {each.id for each in mine}
        others = [item for name, item in common.items.items() if name not in own]
        return str(
            div(
                "#table",
                class_="lobby",
                data_number="0",
                data_live="/lobby/live",
                data_page="/lobby",
                data_here=str(common.here),
            )[
                _begun(begun, say),
                _mine((self._own(each, base, language) for each in mine), language) if mine else None,
                section("#others", class_="panel")[
                    h2[say(N_("Open challenges"))],
                    ul(".list")[Markup("").join(others[:MOST_LISTED])]
                    if others
                    else p(".note")[
                        say(N_("Nobody else is waiting."))
                        if mine
                        else say(N_("Nobody is waiting yet. Create a challenge: the next visitor will see it."))
                    ],
                    len(others) > MOST_LISTED
                    and p(".note")[say(N_("Others waiting: {count}")).format(count=len(others) - MOST_LISTED)],
                ],
                common.company,
            ]
        )


def _begun(game: tuple[str, str] | None, say: Say) -> Node:
    if game is None:
        return None
    return p("#begun", role="status")[
        say(N_("Your opponent has arrived.")),
        " ",
        a(".primary", href=f"/g/{game[0]}/{game[1]}", data_goes="")[say(N_("To the board"))],
    ]


def _mine(items: Iterable[Markup], language: str) -> Element:
    """Draw the reader's own challenges, each with its link."""
    say = translation(language).gettext
    return section("#mine", class_="panel")[
        h2[say(N_("Waiting for"))],
        p(".note")[say(N_("Stay on this page. Your challenge is removed when you leave."))],
        ul(".list")[items],
    ]


def _here(company: Company, waiting: int, language: str) -> Element:
    """Draw the people present, the number of challenges, and the number of running games."""
    say = translation(language).gettext
    unnamed = company.guests + max(0, len(company.names) - MOST_NAMED)
    return section("#here", class_="panel")[
        h2[say(N_("Who is here"))],
        ul(".names")[
            (li[bdi[name]] for name in company.names[:MOST_NAMED]),
            li[say(N_("Guests: {count}")).format(count=unnamed)] if unnamed else None,
        ]
        if company.names or unnamed
        else None,
        p(".note")[
            say(N_("Open challenges: {count}")).format(count=waiting),
            " · ",
            a(href="/watch")[say(N_("Games to watch: {count}")).format(count=company.running)],
        ],
    ]
