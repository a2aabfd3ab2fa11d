"""Giving another device all of a person's seats, and deleting a person."""

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from htpy import Element, Node, a, button, form, input, label, li, p, ul

from yurei.apps.web.address import base_of
from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.cookies import PERSON, keep_person, text
from yurei.apps.web.shell.form_fields import copy_field
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.shell.navigation import GAMES
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.club.club import Club
from yurei.club.lobby import Lobby
from yurei.club.model.secrets import digest
from yurei.club.seats import MOST_TABLES, DeviceLinks
from yurei.club.tournaments.evenings import EveningBook
from yurei.errors import BadValue
from yurei.languages import N_, translation


def device_routes(app: FastAPI, club: Club, lobby: Lobby, evenings: EveningBook, links: DeviceLinks) -> None:
    """Add the routes that give another device a person's seats, or delete the person."""
    _deletion_routes(app, club, lobby, evenings)

    @app.post("/you/along")
    async def offer(request: Request) -> HTMLResponse:
        """Show a link that gives another device this browser's name and seats, once."""
        key = await club.people.welcome(request.cookies.get(PERSON))
        link = f"{base_of(request)}/you/along/{await links.offer_person(key)}"
        response = HTMLResponse(_offered_page(link, spoken_to(request)))
        keep_person(request, response, key)
        return response

    @app.get("/you/along/{link}")
    async def ask(request: Request, link: str) -> HTMLResponse:
        """Ask whether to share name and seats with this device; link previews must not use the link up."""
        key, own = await links.check_person(link), await club.people.recognised(request.cookies.get(PERSON))
        await club.people.know([digest(key)])
        name = club.people.names.get(digest(key), "")
        return HTMLResponse(_confirmation_page(name, request.url.path, own not in (None, key), spoken_to(request)))

    @app.post("/you/along/{link}")
    async def take(request: Request, link: str) -> Response:
        """Get the name and the seats."""
        key, own = await links.check_person(link), await club.people.recognised(request.cookies.get(PERSON))
        await club.own.take_over(own, key)
        if own is not None and own != key:
            await lobby.leave(digest(own))
            await evenings.take_over(own, key)
        await links.spend(link)
        response = RedirectResponse("/you", 303)
        keep_person(request, response, key)
        return response


def _deletion_routes(app: FastAPI, club: Club, lobby: Lobby, evenings: EveningBook) -> None:
    @app.get("/you/delete")
    async def ask(request: Request) -> HTMLResponse:
        """Tell what is deleted and what is kept, and ask for confirmation."""
        running = await club.own.running(request.cookies.get(PERSON), MOST_TABLES)
        return HTMLResponse(_delete_page(len(running), spoken_to(request)))

    @app.post("/you/delete")
    async def delete(request: Request) -> Response:
        """Delete this person's data."""
        if text(await request.form(), "sure") != "yes":
            raise BadValue(N_("nothing has been deleted: tick the box to confirm"))
        if key := await club.people.recognised(request.cookies.get(PERSON)):
            await lobby.leave(digest(key))
            await evenings.forget(key)
            await club.own.forget(key)
        response = HTMLResponse(_deleted_page(spoken_to(request)))
        response.delete_cookie(PERSON, httponly=True, samesite="lax", secure=request.url.scheme == "https")
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


def _offered_page(link: str, language: str) -> str:
    say = translation(language).gettext
    content = [
        p[say(N_("Open this link on the other device within ten minutes. It works once."))],
        p(".links")[copy_field(say(N_("Link")), link, say)],
        p(".note")[say(SECRET_LINK)],
        _back(say),
    ]
    return _page(N_("Use another device too"), content, language)


def _confirmation_page(nickname: str, address: str, known: bool, language: str) -> str:
    """Return the page that asks whether this browser, which may be known, is to get a person's name and seats."""
    say = translation(language).gettext
    gets = say(N_("This browser gets the name and the seats of “{name}”. Both devices play from then on."))
    content = [
        p[gets.format(name=nickname or say(N_("Guest")))],
        known and p[say(N_("Its own name is replaced; its finished games are kept."))],
        p(".note")[say(N_("Do this only if you have made the link yourself."))],
        form(method="post", action=address)[button(".primary")[say(N_("Play on this device too"))]],
    ]
    return _page(N_("Use another device too"), content, language)


def _delete_page(running: int, language: str) -> str:
    say = translation(language).gettext
    resigned = say(N_("Games in progress: {count}. You will resign each of them at your next turn."))
    content = [
        p[say(N_("Deleted now, permanently:"))],
        ul[(li[say(each)] for each in GONE)],
        running > 0 and p[resigned.format(count=running)],
        p[say(KEPT)],
        form(".sure", method="post", action="/you/delete")[
            label[input(type="checkbox", name="sure", value="yes", required=True), " ", say(N_("Yes, delete it all"))],
            button(".danger")[say(N_("Delete everything"))],
        ],
        _back(say),
    ]
    return _page(N_("Delete everything"), content, language)


def _deleted_page(language: str) -> str:
    say = translation(language).gettext
    content = [p[say(N_("This server no longer has any data about you."))], p[a(href="/")[say(N_("Back to home"))]]]
    return _page(N_("Everything is deleted"), content, language)


def _page(heading: str, content: Node, language: str) -> str:
    return panel_page(heading, content, language, extras=("you.css",), here=GAMES)


def _back(say: Say) -> Element:
    return p[a(href="/you")[say(N_("Back to your games"))]]
