"""The lobby: the form for a challenge, open challenges and their pages, present people, and the routes."""

from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import htpy as h
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup
from starlette.requests import HTTPConnection

from yurei import referee, rules
from yurei.apps.web.frame import http
from yurei.apps.web.frame.address import get_base_url
from yurei.apps.web.frame.html import copy_field, draw_field, select_of, translate_options
from yurei.apps.web.frame.page import LOBBY, draw_document, panel_page, read_preferences
from yurei.apps.web.parts import fields
from yurei.apps.web.parts.written_rules import draw_folded_rules
from yurei.clocks.controls import read_text
from yurei.club.club import Club
from yurei.club.lobby import Challenge, Lobby
from yurei.club.model.chairs import Plan
from yurei.club.model.secrets import Secrets, digest
from yurei.club.people import People
from yurei.languages import N_, Gettext, join_sentences, translation

Version = tuple[int, int, int]
"""Numbers of changes of the lobby and of names, and of running games."""
MOST_LISTED = 40
MOST_NAMED = 60
MOST_KEPT = 2000
"""Largest number of cached drawings; then the cache is cleared."""


STAYS = N_("A challenge to a correspondence game stays open for three days, also without its creator.")


def lobby_page(part: str, nickname: str, language: str, likes: Collection[str], waiting: Plan | None = None) -> str:
    """Return the lobby page with the live part ``part``; ``waiting`` is the reader's own challenge, for the form."""
    say = translation(language).gettext
    return draw_document(
        say(N_("Find an opponent")),
        [
            h.h1[say(N_("Find an opponent"))],
            _draw_challenge_form(say, nickname, waiting),
            # Turns on notifications in a background tab. The switch is not stored, and needs a script.
            h.label(".switch")[
                h.input("#notify", type="checkbox", data_words=say(N_("Lobby – somebody is here")), autocomplete="off"),
                h.span[say(N_("Notify me when somebody comes, while this page is open in another tab"))],
            ],
            Markup(part),
        ],
        language,
        ["lobby.css", "lobby.js", "told.js"],
        likes,
        # Without scripts the page reloads automatically, which keeps the reader's challenge open.
        head_more=h.noscript[h.meta(http_equiv="refresh", content="15")],
        here=LOBBY,
    )


def _draw_challenge_form(say: Gettext, nickname: str, waiting: Plan | None) -> h.Element:
    """Draw the short form for a challenge."""
    games = [(each.slug, say(each.title)) for each in rules.ALL]
    referees = [(each.slug, say(each.title)) for each in referee.ALL]
    sizes = [(lines, f"{lines}×{lines}") for lines in fields.SIZES]
    colours = {value: fields.COLOURS[value] for value in ("random", "black", "white")}
    ruleset, judge, size, clock, colour = "", "", "", fields.NO_CLOCK, ""
    if waiting is not None:
        settings, agreed = waiting.settings, waiting.terms.get("clock")
        ruleset, judge, size = settings.ruleset.slug, settings.referee.slug, f"{settings.size.width}"
        presets = (preset for _, group in fields.PRESETS for preset in group)
        clock = next((preset for preset in presets if read_text(preset).plain() == agreed), fields.NO_CLOCK)
        colour = waiting.colour
    return h.form("#pair", method="post", action="/games")[
        h.input(type="hidden", name="opponent", value="anybody"),
        draw_field(say(N_("The game")), select_of("ruleset", games, ruleset)),
        draw_field(say(N_("The referee")), select_of("referee", referees, judge)),
        draw_field(say(N_("The size of the board")), select_of("size", sizes, size)),
        draw_field(say(N_("The clock")), h.select(name="clock")[fields.clock_options(say, clock)]),
        draw_field(say(N_("Your colour")), select_of("colour", translate_options(say, colours), colour)),
        fields.draw_name_field(say, nickname),
        h.button(".primary")[say(N_("Pair me"))],
        h.a(href="/new?opponent=anybody")[say(N_("More options"))],
    ]


class LobbyPart:
    """Draws the live part of the lobby: one drawing per reader with a challenge, and one per language for all others."""

    def __init__(self, lobby: Lobby, people: People) -> None:
        self._lobby = lobby
        self._people = people
        self._common: dict[str, tuple[Hashable, str]] = {}
        self._items: dict[Hashable, Markup] = {}

    def draw(self, person: str | None, running: int, base: str, language: str) -> str:
        """Return the live part for a person, given by the digest of their key (None without a key).

        ``running`` is the number of games to watch, ``base`` the base of links to this server.
        """
        mine = [each for each in self._lobby.challenges.values() if each.person == person]
        begun = self._lobby.started_games.get(person or "")
        version = self._lobby.changes, self._people.renamed, running
        if mine or begun:
            return self._draw(mine, begun, version, base, language)
        known, html = self._common.get(language, (None, ""))
        if known != version:
            html = self._draw([], None, version, "", language)
            self._common[language] = version, html
        return html

    def _cached(self, key: Hashable, draw: Callable[[], h.Element]) -> Markup:
        if key not in self._items:
            if len(self._items) >= MOST_KEPT:
                self._items.clear()
            self._items[key] = Markup(str(draw()))
        return self._items[key]

    def _draw(
        self, mine: list[Challenge], begun: tuple[str, str] | None, version: Version, base: str, language: str
    ) -> str:
        say, names = translation(language).gettext, self._people.names
        others = [(each, names.get(each.person, "")) for each in self._lobby.challenges.values() if each not in mine]
        here = [names.get(person, "") for person in self._lobby.listed.all()]
        return str(
            h.div(
                "#table",
                class_="lobby",
                data_number="0",
                data_live="/lobby/live",
                data_page="/lobby",
                data_here=str(len(here)),
            )[
                begun
                and h.p("#begun")[
                    h.span(data_news="")[say(N_("Your opponent has arrived."))],
                    " ",
                    h.a(".primary", href=f"/g/{begun[0]}/{begun[1]}", data_goes="")[say(N_("To the board"))],
                ],
                bool(mine)
                and h.section("#mine", class_="panel")[
                    h.h2[say(N_("Your challenge"))],
                    not all(each.is_lasting for each in mine)
                    and h.p(".note")[say(N_("Stay on this page. Your challenge is removed when you leave."))],
                    any(each.is_lasting for each in mine) and h.p(".note")[say(STAYS)],
                    h.ul(".list")[(_draw_own_challenge(each, base, language) for each in mine)],
                ],
                h.section("#others", class_="panel")[
                    h.h2[say(N_("Open challenges"))],
                    h.ul(".list")[
                        (
                            self._cached(
                                (each.id, name, language), partial(_draw_other_challenge, each, name, language)
                            )
                            for each, name in others[:MOST_LISTED]
                        )
                    ]
                    if others
                    else h.p(".note")[
                        say(N_("Nobody else is waiting."))
                        if mine
                        else say(
                            N_("Nobody is waiting yet. Press “Pair me”: the next visitor will see your challenge.")
                        )
                    ],
                    len(others) > MOST_LISTED
                    and h.p(".note")[say(N_("Others waiting: {count}")).format(count=len(others) - MOST_LISTED)],
                ],
                self._cached(
                    ("people", version, language),
                    lambda: _draw_people_panel(here, len(self._lobby.challenges), version[2], say),
                ),
            ]
        )


def _draw_people_panel(here: Sequence[str], waiting: int, running: int, say: Gettext) -> h.Element:
    """Draw the names of people in the lobby (empty for a guest), and the numbers of challenges and games."""
    names = sorted(filter(None, here))[:MOST_NAMED]
    unnamed = len(here) - len(names)
    return h.section("#here", class_="panel")[
        h.h2[say(N_("Who is here"))],
        bool(here)
        and h.ul(".names")[
            (h.li[h.bdi[name]] for name in names),
            unnamed > 0 and h.li[say(N_("Guests: {count}")).format(count=unnamed)],
        ],
        h.p(".note")[
            say(N_("Open challenges: {count}")).format(count=waiting),
            " · ",
            h.a(href="/watch")[say(N_("Games to watch: {count}")).format(count=running)],
        ],
    ]


OTHER = {"black": "white", "white": "black", "random": "random"}


def _draw_own_challenge(challenge: Challenge, base: str, language: str) -> h.Element:
    say = translation(language).gettext
    first, *more = fields.describe_plan(challenge.plan, language)
    return h.li(".challenge", id=f"challenge-{challenge.id}")[
        h.div(".what")[
            h.span[first], _draw_clock_and_colour(challenge.plan, language), _draw_more_details(challenge, more, say)
        ],
        h.form(method="post", action=f"/lobby/{challenge.id}/withdraw")[h.button[say(N_("Withdraw"))]],
        _draw_own_link(challenge, base, say),
    ]


def _draw_own_link(challenge: Challenge, base: str, say: Gettext) -> h.Element:
    address = f"{base}/challenge/{challenge.id}"
    return h.div(".send")[copy_field(say(N_("Challenge link: send it to the person you want to play")), address, say)]


def _draw_other_challenge(challenge: Challenge, name: str, language: str) -> h.Element:
    say = translation(language).gettext
    plan, (first, *more) = _describe_other_side(challenge, language)
    return h.li(".challenge", id=f"challenge-{challenge.id}")[
        h.div(".what")[
            h.span(data_news="")[h.strong[h.bdi[name or say(N_("Guest"))], ": "], first],
            _draw_clock_and_colour(plan, language),
            _draw_more_details(challenge, more, say),
        ],
        # The button also submits the form above, so that a name typed there is saved.
        h.button(".primary", form="pair", formmethod="post", formaction=f"/lobby/{challenge.id}")[say(N_("Accept"))],
    ]


def _draw_clock_and_colour(plan: Plan, language: str) -> h.Element:
    say = translation(language).gettext
    sentences = fields.describe_clock(plan.terms, say), say(fields.COLOUR_SENTENCES[plan.colour])
    return h.p(".note")[join_sentences(sentences, language)]


def _describe_other_side(challenge: Challenge, language: str) -> tuple[Plan, list[str]]:
    """Return the plan with the colour of the accepting player, and its sentences except that on the opponent."""
    plan = replace(challenge.plan, colour=OTHER[challenge.plan.colour])
    against = translation(language).gettext(fields.AGAINST[plan.opponent])
    return plan, [sentence for sentence in fields.describe_plan(plan, language) if sentence != against]


def _draw_more_details(challenge: Challenge, sentences: Iterable[str], say: Gettext) -> h.Element:
    return h.details(f"#about-{challenge.id}", data_own="")[
        h.summary[say(N_("More details"))], h.ul[(h.li[sentence] for sentence in sentences)]
    ]


def _make_challenge_page(challenge: Challenge, name: str, nickname: str, language: str, *, own: bool, base: str) -> str:
    say = translation(language).gettext
    plan, words = challenge.plan, [*fields.describe_plan(challenge.plan, language)]
    if not own:
        plan, words = _describe_other_side(challenge, language)
    return panel_page(
        N_("A challenge"),
        [
            h.p[
                say(N_("Waiting for an opponent."))
                if own
                else [h.strong[h.bdi[name or say(N_("Guest"))]], ": ", say(N_("Who plays with me?"))]
            ],
            fields.draw_opening(plan.settings, plan.terms.get(fields.SETUP), say),
            h.ul[(h.li[sentence] for sentence in words)],
            _draw_own_link(challenge, base, say)
            if own
            else h.form(method="post", action=f"/lobby/{challenge.id}")[
                fields.draw_name_field(say, nickname), h.button(".primary")[say(N_("Play"))]
            ],
            h.p(".note")[say(STAYS if challenge.is_lasting else N_("Open while its creator stays in the lobby."))],
            h.p[h.a(href="/lobby")[say(N_("To the lobby"))]],
            draw_folded_rules(plan.settings.ruleset, plan.settings.referee, language),
        ],
        language,
        extras=["lobby.css"],
        kind="panel offered",
    )


VISIT = "yurei-visit"
"""Cookie that counts a browser without a key once in the lobby. Nothing else is stored of it."""


def lobby_routes(
    app: FastAPI, club: Club, lobby: Lobby, running_count: Callable[[str], Awaitable[int]], secrets: Secrets
) -> None:
    """Add the routes of the lobby; ``running_count(language)`` returns the number of games to watch."""
    part = LobbyPart(lobby, club.people)

    async def draw_live_part(connection: HTTPConnection, person: str | None) -> str:
        language = http.get_language(connection)
        return part.draw(person, await running_count(language), get_base_url(connection), language)

    @app.get("/lobby")
    async def show_lobby(request: Request) -> HTMLResponse:
        """Show the lobby: open challenges, and the reader's own."""
        person = await _find_person(club, request)
        await lobby.reload_challenges()
        if person is not None:
            lobby.presence.note_page_load(person)
            lobby.listed.note_page_load(person)
            if begun := lobby.started_games.get(person):
                async with club.games.read(*begun) as held:
                    over = held.over
                if over:
                    await lobby.forget_begun(person)
        html = await draw_live_part(request, person)
        if http.wants_fragment(request):
            return HTMLResponse(html)
        nickname = club.people.names.get(person or "", "")
        waiting = [each.plan for each in lobby.challenges.values() if each.person == person]
        page = lobby_page(
            html, nickname, http.get_language(request), read_preferences(request.cookies), next(reversed(waiting), None)
        )
        response = HTMLResponse(page)
        if person is None and VISIT not in request.cookies:
            http.set_cookie(request, response, VISIT, secrets(), path="/lobby", age=None)
        return response

    @app.websocket("/lobby/live")
    async def live(socket: WebSocket) -> None:
        """Send the live part of the lobby whenever it changes."""
        person, visit = await _find_person(club, socket), socket.cookies.get(VISIT)
        guest = None if visit is None else lobby.name_guest(visit)
        if person is not None and guest is not None:
            lobby.presence.note_absence(guest)  # the guest has a key now
            lobby.listed.note_absence(guest)
        here = person or guest
        await socket.accept()
        with lobby.connected(here) if here else nullcontext(), lobby.listening() as changed:
            await http.serve_socket(
                socket,
                http.send_changes(socket, changed, lambda: draw_live_part(socket, person)),
                http.send_turns(socket, club),
            )

    @app.get("/challenge/{challenge}")
    async def show_challenge(request: Request, challenge: str) -> HTMLResponse:
        """Show the page of an open challenge."""
        found = await lobby.challenge(challenge)
        person = await _find_person(club, request)
        name, nickname = (club.people.names.get(each or "", "") for each in (found.person, person))
        own, language = person == found.person, http.get_language(request)
        return HTMLResponse(_make_challenge_page(found, name, nickname, language, own=own, base=get_base_url(request)))

    @app.post("/lobby/{challenge}")
    async def accept(request: Request, challenge: str) -> Response:
        """Accept a challenge, and take a chair under the nickname in the form."""
        http.check_cookies(request)
        await lobby.challenge(challenge)  # checked first, so that no key is made for a missing challenge
        key, form = request.cookies.get(http.PERSON), await request.form()
        if "nickname" in form:
            key = await club.set_nickname(key, http.form_text(form, "nickname"))
        key = await club.people.welcome(key)
        async with club.own.reserve_game(key):
            met = await lobby.accept(challenge, key)
        response = RedirectResponse(f"/g/{met.game}/{met.chair}", 303)
        http.set_host_cookie(request, response, met.game, met.host)
        http.set_person_cookie(request, response, key)
        return response

    @app.post("/lobby/{challenge}/withdraw")
    async def withdraw(request: Request, challenge: str) -> Response:
        """Withdraw one of the reader's own challenges."""
        await lobby.withdraw(challenge, request.cookies.get(http.PERSON))
        return RedirectResponse("/lobby", 303)


async def _find_person(club: Club, connection: HTTPConnection) -> str | None:
    key = await club.people.get_known_key(connection.cookies.get(http.PERSON))
    return None if key is None else digest(key)
