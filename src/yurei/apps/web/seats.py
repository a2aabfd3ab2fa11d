"""Seats: taking one by its link, moving it to another device, and giving it to a program.

The page behind a link describes the game, and its button takes the seat: messengers open links to preview them, and
must not take it. The audience, the game's maker, and a returning player enter at once.
"""

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from htpy import a, bdi, button, form, li, p, strong, ul

from yurei.apps.web.address import base_of
from yurei.apps.web.learn.written_rules import folded_rules
from yurei.apps.web.new_game import game_words, opening
from yurei.apps.web.security import PROGRAMS
from yurei.apps.web.shell.cookies import PERSON, check_cookies, keep_key, keep_person, key_of, text
from yurei.apps.web.shell.form_fields import copy_field
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.apps.web.table.context import Page, chair_word, is_host, open_page, seat_word
from yurei.apps.web.table.sections import name_field, name_of
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.model.chairs import REFEREE, watching
from yurei.club.seats import DeviceLinks, check_gives, check_link
from yurei.languages import N_, translation
from yurei.referee.seating import AUDIENCE

MOVING = N_("Move this seat to another device")


def seat_routes(app: FastAPI, club: Club, links: DeviceLinks) -> None:
    """Add the routes by which seats are taken, moved and given away; ``links`` are those to another device."""

    @app.get("/g/{game}/join/{chair}/{link}")
    async def follow(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, or ask whether to."""
        nickname = await club.people.nickname(request.cookies.get(PERSON))
        async with club.games.read(game, chair) as held:
            check_link(held, chair, link)
            invited = chair != AUDIENCE.name and not held.taken(chair) and not is_host(held, request)
            if invited or not followed_by_hand(request):
                return HTMLResponse(_invitation_page(held, chair, request.url.path, nickname, spoken_to(request)))
        return await seated(request, game, chair, link, key_of(request, game, chair))

    @app.post("/g/{game}/join/{chair}/{link}")
    async def take(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, under the nickname in the form."""
        check_cookies(request)
        key, form = key_of(request, game, chair), await request.form()
        async with club.games.read(game, chair) as held:
            check_link(held, chair, link)
        if "nickname" in form and chair != AUDIENCE.name:
            key = await club.rename(key, text(form, "nickname"))
        return await seated(request, game, chair, link, key)

    async def seated(request: Request, game: str, chair: str, link: str, key: str | None) -> Response:
        # The secret moves from the address into a cookie.
        key = await club.seats.claim(game, chair, link, key)
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_key(request, response, game, chair, key)
        return response

    _moving_routes(app, club, links)
    _program_routes(app, club)


def followed_by_hand(request: Request) -> bool:
    """Return whether a browser says that a person has opened this page. Without TLS browsers do not say."""
    said = request.headers
    gone = (said.get("sec-fetch-mode"), said.get("sec-fetch-dest")) == ("navigate", "document")
    return gone and "prefetch" not in said.get("sec-purpose", said.get("purpose", ""))


def _invitation_page(game: Game, chair: str, address: str, nickname: str, language: str) -> str:
    """Return the page behind the link to a free chair: players, game, rules, and a nickname field."""
    say, settings = translation(language).gettext, game.settings
    terms = {"watching": watching(game.stored.terms), **game.stored.terms}
    taken = [each for each in game.chairs if game.seats_of(each) and game.taken(each)]
    words = N_("You are the referee.") if chair == REFEREE else N_("You play {seat}.")
    return panel_page(
        N_("You are invited"),
        [
            taken
            and ul(".names")[
                (
                    li[say(N_("{seat}:")).format(seat=seat_word(each, say)), " ", bdi[name_of(game, each, say)]]
                    for each in taken
                )
            ],
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


def _moving_routes(app: FastAPI, club: Club, links: DeviceLinks) -> None:
    """Add the routes that move a seat, by a link that opens once and expires soon."""

    @app.post("/g/{game}/{chair}/along")
    async def offer(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show a link that moves this seat to another device, once."""
        await club.seats.check_owner(game, chair, key_of(request, game, chair))
        link = f"{base_of(request)}/g/{game}/along/{chair}/{await links.offer_seat(game, chair)}"
        return HTMLResponse(_offered_page(link, f"/g/{game}/{chair}", spoken_to(request)))

    @app.get("/g/{game}/along/{chair}/{link}")
    async def ask(request: Request, game: str, chair: str, link: str) -> HTMLResponse:
        """Ask whether to move the seat to this device; link previews must not use the link up."""
        await links.check_seat(game, chair, link)
        return HTMLResponse(_confirmation_page(chair, request.url.path, spoken_to(request)))

    @app.post("/g/{game}/along/{chair}/{link}")
    async def move(request: Request, game: str, chair: str, link: str) -> Response:
        """Move the seat to this device."""
        check_cookies(request)
        await links.check_seat(game, chair, link)
        await links.spend(link)
        key = await club.seats.take_along(game, chair, request.cookies.get(PERSON))
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        keep_person(request, response, key)
        return response


def _offered_page(link: str, back: str, language: str) -> str:
    say = translation(language).gettext
    words = N_(
        "Open this link on the other device within an hour: the seat moves there, once, and this browser gives it up."
    )
    return panel_page(
        MOVING,
        [
            p[say(words)],
            p(".links")[copy_field(say(N_("Link")), link, say)],
            p[a(href=back)[say(N_("Back to the board"))]],
        ],
        language,
    )


def _confirmation_page(chair: str, address: str, language: str) -> str:
    say = translation(language).gettext
    words = say(N_("The seat “{seat}” moves to this browser; the other one gives it up."))
    return panel_page(
        MOVING,
        [
            p[words.format(seat=chair_word(chair, say))],
            form(method="post", action=address)[button(".primary")[say(N_("Sit down here"))]],
        ],
        language,
    )


def _program_routes(app: FastAPI, club: Club) -> None:
    """Add the routes that give a chair to a program, with a token that opens this chair only."""

    @app.get("/g/{game}/{chair}/program")
    async def program(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show how a program can play this seat."""
        async with open_page(club, request, game, chair) as page:
            check_gives(page.game, chair)
            return HTMLResponse(_token_page(page))

    @app.post("/g/{game}/{chair}/program")
    async def give(request: Request, game: str, chair: str) -> HTMLResponse:
        """Make a new token for this chair; an earlier one becomes invalid."""
        token = await club.seats.give_token(game, chair, key_of(request, game, chair))
        async with open_page(club, request, game, chair) as page:
            return HTMLResponse(_token_page(page, token))


def _token_page(page: Page, token: str = "") -> str:
    """Return the page that gives a player's chair to a program, with a new token if one was made."""
    say = page.say
    here = f"{page.base}{PROGRAMS}/games/{page.game.stored.id}/{page.chair}"
    return panel_page(
        N_("Let a program play this seat"),
        [
            p[say(N_("A token gives access to this seat only. Anyone who has it sees your board and plays for you."))],
            p[say(N_("Only one token is valid at a time; a new one replaces the old one."))],
            ul(".links")[
                token and li[copy_field(say(N_("Token")), token, say)],
                li[copy_field(say(N_("Address")), here, say)],
            ],
            form(method="post")[button(".primary")[say(N_("Create token"))]],
            p[a(href=PROGRAMS)[say(N_("Commands and events for programs"))]],
            p[a(href=page.address)[say(N_("Back to the board"))]],
        ],
        page.language,
    )
