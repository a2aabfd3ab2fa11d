"""Page of the lobby: the form for a challenge, open challenges, and the people present."""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

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
from yurei.apps.web.table.sections import name_field
from yurei.clocks.controls import read_text
from yurei.club.lobby import Challenge, Lobby
from yurei.club.model.game_plan import Plan
from yurei.club.people import People
from yurei.languages import N_, translation

Version = tuple[int, int, int]
"""Numbers of changes of the lobby and of names, and of running games."""
MOST_LISTED = 40
MOST_NAMED = 60
MOST_KEPT = 2000
"""Largest number of cached drawings; then the cache is cleared."""


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
    sizes = [(lines, f"{lines}×{lines}") for lines in SIZES]
    colours = {value: COLOURS[value] for value in ("random", "black", "white")}
    now = {} if waiting is None else _chosen(waiting)
    return form("#pair", method="post", action="/games")[
        input(type="hidden", name="opponent", value="anybody"),
        field(say(N_("The game")), select_of("ruleset", games, now.get("ruleset", ""))),
        field(say(N_("The referee")), select_of("referee", referees, now.get("referee", ""))),
        field(say(N_("The size of the board")), select_of("size", sizes, now.get("size", ""))),
        field(say(N_("The clock")), select(name="clock")[clock_options(say, now.get("clock", NONE))]),
        field(say(N_("Your colour")), select_of("colour", worded(say, colours), now.get("colour", ""))),
        name_field(say, nickname),
        button(".primary")[say(N_("Pair me"))],
        a(href="/new?opponent=anybody")[say(N_("More options"))],
    ]


def _chosen(plan: Plan) -> dict[str, str]:
    """Return a plan as the fields of the short form."""
    clock = plan.terms.get("clock")
    texts = (text for _, group in PRESETS for text in group)
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


class LobbyPart:
    """Draws the live part of the lobby: once per language, and again for each reader with challenges.

    Args:
        lobby: The lobby.
        people: Source of nicknames.
    """

    def __init__(self, lobby: Lobby, people: People) -> None:
        self._lobby = lobby
        self._people = people
        self._common: dict[str, tuple[Hashable, str]] = {}
        self._items: dict[Hashable, Markup] = {}

    def drawn(self, person: str | None, running: int, base: str, language: str) -> str:
        """Return the live part for a person, by the digest of their key; None for a reader without a key.

        Args:
            running: Number of running games that everybody may watch.
            base: Base of the links to this server.
        """
        mine = [each for each in self._lobby.challenges.values() if each.person == person]
        begun = self._lobby.begun.get(person or "")
        version = self._lobby.changes, self._people.renamed, running
        if mine or begun:
            return self._draw(mine, begun, version, base, language)
        known, html = self._common.get(language, (None, ""))
        if known != version:
            html = self._draw([], None, version, "", language)
            self._common[language] = version, html
        return html

    def _other(self, challenge: Challenge, language: str) -> Markup:
        name = self._people.names.get(challenge.person, "")
        return self._cached((challenge.id, name, language), lambda: other_challenge(challenge, name, language))

    def _cached(self, key: Hashable, draw: Callable[[], Element]) -> Markup:
        """Return a cached drawing, drawn now if it is missing."""
        if key not in self._items:
            if len(self._items) >= MOST_KEPT:
                self._items.clear()
            self._items[key] = Markup(str(draw()))
        return self._items[key]

    def _draw(
        self, mine: list[Challenge], begun: tuple[str, str] | None, version: Version, base: str, language: str
    ) -> str:
        say = translation(language).gettext
        others = [each for each in self._lobby.challenges.values() if each not in mine]
        here = [self._people.names.get(person, "") for person in self._lobby.listed.all()]
        return str(
            div(
                "#table",
                class_="lobby",
                data_number="0",
                data_live="/lobby/live",
                data_page="/lobby",
                data_here=str(len(here)),
            )[
                _started_game(begun, say),
                _own_challenges((own_challenge(each, base, language) for each in mine), say) if mine else None,
                section("#others", class_="panel")[
                    h2[say(N_("Open challenges"))],
                    ul(".list")[(self._other(each, language) for each in others[:MOST_LISTED])]
                    if others
                    else p(".note")[
                        say(N_("Nobody else is waiting."))
                        if mine
                        else say(
                            N_("Nobody is waiting yet. Press “Pair me”: the next visitor will see your challenge.")
                        )
                    ],
                    len(others) > MOST_LISTED
                    and p(".note")[say(N_("Others waiting: {count}")).format(count=len(others) - MOST_LISTED)],
                ],
                self._cached(
                    ("people", version, language),
                    lambda: _people_panel(here, len(self._lobby.challenges), version[2], say),
                ),
            ]
        )


def _started_game(game: tuple[str, str] | None, say: Say) -> Node:
    if game is None:
        return None
    return p("#begun")[
        span(data_news="")[say(N_("Your opponent has arrived."))],
        " ",
        a(".primary", href=f"/g/{game[0]}/{game[1]}", data_goes="")[say(N_("To the board"))],
    ]


def _own_challenges(items: Iterable[Element], say: Say) -> Element:
    """Draw the reader's own challenges, each with its link."""
    return section("#mine", class_="panel")[
        h2[say(N_("Your challenge"))],
        p(".note")[say(N_("Stay on this page. Your challenge is removed when you leave."))],
        ul(".list")[items],
    ]


def _people_panel(here: Sequence[str], waiting: int, running: int, say: Say) -> Element:
    """Draw the people present, with empty names for guests, and the numbers of challenges and of running games."""
    names = sorted(filter(None, here))[:MOST_NAMED]
    unnamed = len(here) - len(names)
    return section("#here", class_="panel")[
        h2[say(N_("Who is here"))],
        ul(".names")[
            (li[bdi[name]] for name in names),
            li[say(N_("Guests: {count}")).format(count=unnamed)] if unnamed else None,
        ]
        if here
        else None,
        p(".note")[
            say(N_("Open challenges: {count}")).format(count=waiting),
            " · ",
            a(href="/watch")[say(N_("Games to watch: {count}")).format(count=running)],
        ],
    ]
