"""Routes of seats: invitations, and moving a seat or a person to a different device."""

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.frame import http
from yurei.apps.web.frame.address import get_base_url
from yurei.apps.web.frame.html import copy_field
from yurei.apps.web.frame.http import PERSON, get_chair_key, get_language, set_person_cookie
from yurei.apps.web.frame.page import GAMES, panel_page
from yurei.apps.web.frame.security import PROGRAMS
from yurei.apps.web.parts.fields import draw_name_field, draw_opening, game_words
from yurei.apps.web.parts.game_parts import REFEREE_SITS, Page, chair_word, is_host, open_page, player_name, seat_word
from yurei.apps.web.parts.written_rules import draw_folded_rules
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.lobby import Lobby
from yurei.club.model.chairs import REFEREE, who_may_watch
from yurei.club.model.secrets import digest
from yurei.club.seats import MOST_TABLES, DeviceLinks, check_link, check_program_allowed
from yurei.club.tournaments.evenings import EveningBook
from yurei.errors import BadValue
from yurei.languages import N_, translation
from yurei.referee.seating import AUDIENCE

MOVING = N_("Move this seat to another device")


def seat_routes(app: FastAPI, club: Club, links: DeviceLinks) -> None:
    """Add the routes to take, move and hand over seats; ``links`` are the links to a different device."""

    @app.get("/g/{game}/join/{chair}/{link}")
    async def take_or_confirm(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, or ask for confirmation."""
        name = await club.people.nickname(request.cookies.get(PERSON))
        async with club.games.read(game, chair) as held:
            check_link(held, chair, link)
            invited = chair != AUDIENCE.name and not held.is_taken(chair) and not is_host(held, request)
            if invited or not http.is_opened_by_person(request):
                return HTMLResponse(_make_invitation_page(held, chair, request.url.path, name, get_language(request)))
        return await answer_seated(request, game, chair, link, get_chair_key(request, game, chair))

    @app.post("/g/{game}/join/{chair}/{link}")
    async def take_chair(request: Request, game: str, chair: str, link: str) -> Response:
        """Take a chair by its link, under the nickname in the form."""
        http.check_cookies(request)
        key, form = get_chair_key(request, game, chair), await request.form()
        async with club.games.read(game, chair) as held:
            check_link(held, chair, link)
        if "nickname" in form and chair != AUDIENCE.name:
            key = await club.set_nickname(key, http.form_text(form, "nickname"))
        return await answer_seated(request, game, chair, link, key)

    async def answer_seated(request: Request, game: str, chair: str, link: str, key: str | None) -> Response:
        # The secret is moved from the address into a cookie.
        key = await club.seats.take_chair(game, chair, link, key)
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        http.set_key_cookie(request, response, game, chair, key)
        return response

    @app.post("/g/{game}/{chair}/along")
    async def show_moving_link(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show a link, valid once, that moves this seat to a different device."""
        await club.seats.check_owner(game, chair, get_chair_key(request, game, chair))
        link = f"{get_base_url(request)}/g/{game}/along/{chair}/{await links.offer_seat(game, chair)}"
        return HTMLResponse(_make_offered_page(link, f"/g/{game}/{chair}", get_language(request)))

    @app.get("/g/{game}/along/{chair}/{link}")
    async def ask_to_move_seat(request: Request, game: str, chair: str, link: str) -> HTMLResponse:
        """Ask whether to move the seat to this device. Opening the link, as link previews do, does not use it up."""
        await links.check_seat(game, chair, link)
        return HTMLResponse(_make_confirmation_page(chair, request.url.path, get_language(request)))

    @app.post("/g/{game}/along/{chair}/{link}")
    async def move(request: Request, game: str, chair: str, link: str) -> Response:
        """Move the seat to this device."""
        http.check_cookies(request)
        await links.check_seat(game, chair, link)
        await links.spend(link)
        key = await club.seats.move_chair(game, chair, request.cookies.get(PERSON))
        response = RedirectResponse(f"/g/{game}/{chair}", 303)
        set_person_cookie(request, response, key)
        return response

    @app.get("/g/{game}/{chair}/program")
    async def program(request: Request, game: str, chair: str) -> HTMLResponse:
        """Show how a program can play this seat."""
        async with open_page(club, request, game, chair) as page:
            check_program_allowed(page.game, chair)
            return HTMLResponse(_make_token_page(page))

    @app.post("/g/{game}/{chair}/program")
    async def make_new_token(request: Request, game: str, chair: str) -> HTMLResponse:
        """Make a new token for this chair; an earlier token becomes invalid."""
        token = await club.seats.give_token(game, chair, get_chair_key(request, game, chair))
        async with open_page(club, request, game, chair) as page:
            return HTMLResponse(_make_token_page(page, token))


def _make_invitation_page(game: Game, chair: str, address: str, nickname: str, language: str) -> str:
    """Return the page for the link to a free chair: players, game, rules, and a nickname field."""
    say, settings = translation(language).gettext, game.settings
    terms = {"watching": who_may_watch(game.stored.terms), **game.stored.terms}
    taken = [each for each in game.chairs if game.seats_of(each) and game.is_taken(each)]
    names = [
        h.li[say(N_("{seat}:")).format(seat=seat_word(each, say)), " ", h.bdi[player_name(game, each, say)]]
        for each in taken
    ]
    if judged := game.is_taken(REFEREE):
        names.append(
            h.li[say(N_("{seat}:")).format(seat=say(N_("Referee"))), " ", h.bdi[player_name(game, REFEREE, say)]]
        )
    words = N_("You are the referee.") if chair == REFEREE else N_("You play {seat}.")
    content = [
        names and h.ul(".names")[names],
        game.setup and draw_opening(settings, game.setup, say),
        h.p[h.strong[say(words).format(seat=seat_word(chair, say))]],
        judged and not game.third.shown and h.p[say(REFEREE_SITS)],
        h.ul[(h.li[sentence] for sentence in game_words(settings, terms, language))],
        h.form(method="post", action=address)[
            draw_name_field(say, nickname), h.button(".primary")[say(N_("Sit down here"))]
        ],
        h.p(".note")[say(N_("This link gives a seat in a game. The first person to sit down keeps it."))],
        draw_folded_rules(settings.ruleset, settings.referee, language),
    ]
    return panel_page(N_("You are invited"), content, language, extras=["lobby.css"], kind="panel offered")


def _make_offered_page(link: str, back: str, language: str) -> str:
    say = translation(language).gettext
    words = N_(
        "Open this link on the other device within an hour: the seat moves there, once, and this browser gives it up."
    )
    content = [
        h.p[say(words)],
        h.p(".links")[copy_field(say(N_("Link")), link, say)],
        h.p[h.a(href=back)[say(N_("Back to the board"))]],
    ]
    return panel_page(MOVING, content, language)


def _make_confirmation_page(chair: str, address: str, language: str) -> str:
    say = translation(language).gettext
    words = say(N_("The seat “{seat}” moves to this browser; the other one gives it up."))
    content = [
        h.p[words.format(seat=chair_word(chair, say))],
        h.form(method="post", action=address)[h.button(".primary")[say(N_("Sit down here"))]],
    ]
    return panel_page(MOVING, content, language)


def _make_token_page(page: Page, token: str = "") -> str:
    """Return the page for handing a player's chair to a program; it shows ``token`` if that is new."""
    say = page.say
    here = f"{page.base}{PROGRAMS}/games/{page.game.stored.id}/{page.chair}"
    content = [
        h.p[say(N_("A token gives access to this seat only. Anyone who has it sees your board and plays for you."))],
        h.p[say(N_("Only one token is valid at a time; a new one replaces the old one."))],
        h.ul(".links")[
            token and h.li[copy_field(say(N_("Token")), token, say)], h.li[copy_field(say(N_("Address")), here, say)]
        ],
        h.form(method="post")[h.button(".primary")[say(N_("Create token"))]],
        h.p[h.a(href=PROGRAMS)[say(N_("Commands and events for programs"))]],
        h.p[h.a(href=page.address)[say(N_("Back to the board"))]],
    ]
    return panel_page(N_("Let a program play this seat"), content, page.language)


def device_routes(app: FastAPI, club: Club, lobby: Lobby, evenings: EveningBook, links: DeviceLinks) -> None:
    """Add the routes to give a person's seats to a different device, and to delete a person."""

    @app.get("/you/delete")
    async def ask_to_delete(request: Request) -> HTMLResponse:
        """Show what will be deleted and what will be kept, and ask for confirmation."""
        running = await club.own.running(request.cookies.get(PERSON), MOST_TABLES)
        return HTMLResponse(_make_delete_page(len(running), get_language(request)))

    @app.post("/you/delete")
    async def delete(request: Request) -> Response:
        """Delete this person's data."""
        if http.form_text(await request.form(), "sure") != "yes":
            raise BadValue(N_("nothing has been deleted: tick the box to confirm"))
        if key := await club.people.get_known_key(request.cookies.get(PERSON)):
            await lobby.withdraw_challenges(digest(key))
            await evenings.forget(key)
            await club.own.forget(key)
        response = HTMLResponse(_make_deleted_page(get_language(request)))
        response.delete_cookie(PERSON, httponly=True, samesite="lax", secure=request.url.scheme == "https")
        return response

    @app.post("/you/along")
    async def offer(request: Request) -> HTMLResponse:
        """Show a link, valid once, that gives this browser's name and seats to a different device."""
        key = await club.people.welcome(request.cookies.get(PERSON))
        link = f"{get_base_url(request)}/you/along/{await links.offer_person(key)}"
        response = HTMLResponse(_make_person_link_page(link, get_language(request)))
        set_person_cookie(request, response, key)
        return response

    @app.get("/you/along/{link}")
    async def ask(request: Request, link: str) -> HTMLResponse:
        """Ask whether to share name and seats with this device. Opening the link, as previews do, keeps it valid."""
        key, own = await links.check_person(link), await club.people.get_known_key(request.cookies.get(PERSON))
        await club.people.load_nicknames([digest(key)])
        name = club.people.names.get(digest(key), "")
        return HTMLResponse(_make_share_page(name, request.url.path, own not in (None, key), get_language(request)))

    @app.post("/you/along/{link}")
    async def take(request: Request, link: str) -> Response:
        """Give this browser the name and the seats of the person who made the link."""
        key, own = await links.check_person(link), await club.people.get_known_key(request.cookies.get(PERSON))
        await club.own.transfer(own, key)
        if own is not None and own != key:
            await lobby.withdraw_challenges(digest(own))
            await evenings.take_over(own, key)
        await links.spend(link)
        response = RedirectResponse("/you", 303)
        set_person_cookie(request, response, key)
        return response


SECRET_LINK = N_("Keep it secret: whoever opens it plays under your name, in all of your seats, and sees your boards.")
GONE = (
    N_("Your name, and the key of this browser: all your devices lose your seats."),
    N_("Your chat messages as a player."),
    N_("Your challenges in the lobby."),
    N_("Your results in problems, and your streak."),
    N_("Your list of games and the links to them. Download your records first if you want to keep them."),
)
KEPT = N_(
    "Kept: the games that you have played, for the people who played them with you. You appear there as a guest without a name. What you wrote as a spectator is kept, too."
)


def _make_person_link_page(link: str, language: str) -> str:
    say = translation(language).gettext
    content = [
        h.p[say(N_("Open this link on the other device within ten minutes. It works once."))],
        h.p(".links")[copy_field(say(N_("Link")), link, say)],
        h.p(".note")[say(SECRET_LINK)],
        h.p[h.a(href="/you")[say(N_("Back to your games"))]],
    ]
    return _make_page(N_("Use another device too"), content, language)


def _make_share_page(nickname: str, address: str, known: bool, language: str) -> str:
    """Return the page that asks whether to give this browser a person's name and seats in place of its own."""
    say = translation(language).gettext
    gets = say(N_("This browser gets the name and the seats of “{name}”. Both devices play from then on."))
    content = [
        h.p[gets.format(name=nickname or say(N_("Guest")))],
        known and h.p[say(N_("Its own name is replaced; its finished games are kept."))],
        h.p(".note")[say(N_("Do this only if you have made the link yourself."))],
        h.form(method="post", action=address)[h.button(".primary")[say(N_("Play on this device too"))]],
    ]
    return _make_page(N_("Use another device too"), content, language)


def _make_delete_page(running: int, language: str) -> str:
    say = translation(language).gettext
    resigned = say(N_("Games in progress: {count}. You will resign each of them at your next turn."))
    content = [
        h.p[say(N_("Deleted now, permanently:"))],
        h.ul[(h.li[say(each)] for each in GONE)],
        running > 0 and h.p[resigned.format(count=running)],
        h.p[say(KEPT)],
        h.form(".sure", method="post", action="/you/delete")[
            h.label[
                h.input(type="checkbox", name="sure", value="yes", required=True), " ", say(N_("Yes, delete it all"))
            ],
            h.button(".danger")[say(N_("Delete everything"))],
        ],
        h.p[h.a(href="/you")[say(N_("Back to your games"))]],
    ]
    return _make_page(N_("Delete everything"), content, language)


def _make_deleted_page(language: str) -> str:
    say = translation(language).gettext
    content = [
        h.p[say(N_("Your name, keys and contacts are deleted. Your games are kept, without your name."))],
        h.p[h.a(href="/")[say(N_("Back to home"))]],
    ]
    return _make_page(N_("Everything is deleted"), content, language)


def _make_page(heading: str, content: h.Node, language: str) -> str:
    return panel_page(heading, content, language, extras=("you.css",), here=GAMES)
