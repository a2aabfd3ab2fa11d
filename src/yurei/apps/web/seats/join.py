"""Taking a seat by its link: a page describes the game, and its button takes the seat.

The audience, the game's maker, and a returning player enter at once. Messengers open links to preview them, and must
not take the seat.
"""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from htpy import Element, bdi, button, form, li, p, strong, ul

from yurei.apps.web.board.board import Say
from yurei.apps.web.learn.written_rules import folded_rules
from yurei.apps.web.new_game.plan import game_words, opening
from yurei.apps.web.shell.cookies import PERSON, keep_key, key_of, text
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.table.chair import is_host
from yurei.apps.web.table.context import seat_word
from yurei.apps.web.table.sections.players import name_field, name_of
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.model.chairs import REFEREE, watching
from yurei.club.model.secrets import digest
from yurei.club.seats.seats import check_link
from yurei.languages import N_, translation
from yurei.referee.seating import AUDIENCE


def join_routes(app: FastAPI, club: Club) -> None:
    """Add the routes by which chairs are taken."""

    @app.get("/g/{game}/join/{chair}/{link}")
    async def follow(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, or ask whether to."""
        nickname = await _nickname(request)
        async with club.games.game(game) as held:
            check_link(held, chair, link)
            invited = chair != AUDIENCE.name and not held.taken(chair) and not is_host(held, request)
            if invited or not followed_by_hand(request):
                return HTMLResponse(_invitation_page(held, chair, request.url.path, nickname, spoken_to(request)))
        return await _seated(request, game, chair, link, key_of(request, game, chair))

    @app.post("/g/{game}/join/{chair}/{link}")
    async def take(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, under the nickname in the form."""
        key, form = key_of(request, game, chair), await request.form()
        async with club.games.game(game) as held:
            check_link(held, chair, link)
        if "nickname" in form and chair != AUDIENCE.name:
            key = await club.rename(key, text(form, "nickname"))
        return await _seated(request, game, chair, link, key)

    async def _nickname(request: Request) -> str:
        key = await club.people.recognised(request.cookies.get(PERSON))
        return club.people.names[digest(key)] if key else ""

    async def _seated(request: Request, game: str, chair: str, link: str, key: str | None) -> Response:
        # The secret moves from the address into a cookie.
        key = await club.seats.claim(game, chair, link, key)
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_key(request, response, game, chair, key)
        return response


def followed_by_hand(request: Request) -> bool:
    """Return whether a browser says that a person has opened this page. Without TLS browsers do not say."""
    said = request.headers
    gone = (said.get("sec-fetch-mode"), said.get("sec-fetch-dest")) == ("navigate", "document")
    return gone and "prefetch" not in said.get("sec-purpose", said.get("purpose", ""))


def _invitation_page(game: Game, chair: str, address: str, nickname: str, language: str) -> str:
    """Return the page behind the link to a free chair: players, game, rules, and a nickname field.

    Args:
        address: The link.
        nickname: The reader's present nickname.
    """
    say, settings = translation(language).gettext, game.settings
    terms = {"watching": watching(game.stored.terms), **game.stored.terms}
    words = N_("You are the referee.") if chair == REFEREE else N_("You play {seat}.")
    return panel_page(
        N_("You are invited"),
        [
            _already_there(game, say),
            game.setup and opening(settings, game.setup, say),
            p[strong[say(words).format(seat=seat_word(chair, say))]],
            ul[(li[sentence] for sentence in game_words(settings, terms, language))],
            form(method="post", action=address)[
                name_field(say, nickname), button(".primary")[say(N_("Sit down here"))]
            ],
            p(".note")[say(N_("This link gives a seat in a game. The first person to sit down keeps it."))],
            folded_rules(settings.ruleset, settings.referee, language),
        ],
        language,
        extras=["lobby.css"],
        kind="panel offered",
    )


def _already_there(game: Game, say: Say) -> Element | None:
    """Draw the players who have taken a seat."""
    seats = [chair for chair in game.chairs if game.seats_of(chair) and game.taken(chair)]
    if not seats:
        return None
    return ul(".names")[
        (li[say(N_("{seat}:")).format(seat=seat_word(seat, say)), " ", bdi[name_of(game, seat, say)]] for seat in seats)
    ]
