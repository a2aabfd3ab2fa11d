"""Routes to subscribe to notifications, and to stop them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from htpy import Node

from yurei.apps.web.notifications.mail import CONFIRM, STOP, Mail
from yurei.apps.web.notifications.page import NotificationChoices, mail_done_page, mail_page, notifications
from yurei.apps.web.notifications.push import Push
from yurei.apps.web.notifications.service import Notifications
from yurei.apps.web.shell.cookies import PERSON, keep_person, text
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.club.model.secrets import digest
from yurei.club.people.contacts import MAIL
from yurei.club.people.people import People
from yurei.errors import Unknown
from yurei.languages import N_

Choices = Callable[[Request], Awaitable[Node]]
"""Function that draws the notification settings of the person who asks."""


def notification_routes(app: FastAPI, people: People, service: Notifications) -> None:
    """Add the routes of push and e-mail notifications."""
    _push_routes(app, people, service.push)
    if service.mail:
        _mail_routes(app, people, service.mail)


def _push_routes(app: FastAPI, people: People, push: Push) -> None:
    @app.post("/you/push")
    async def begin(request: Request) -> Response:
        """Subscribe this browser to push notifications."""
        form = await request.form()
        endpoint, point, auth = (text(form, name) for name in ("endpoint", "p256dh", "auth"))
        key = await people.welcome(request.cookies.get(PERSON))
        await push.subscribe(digest(key), endpoint, point, auth, spoken_to(request))
        response = Response(status_code=204)
        keep_person(request, response, key)
        return response

    @app.post("/you/push/stop")
    async def stop(request: Request) -> Response:
        """Unsubscribe this browser from push notifications."""
        endpoint = text(await request.form(), "endpoint")
        if key := request.cookies.get(PERSON):
            await push.unsubscribe(digest(key), endpoint)
        return Response(status_code=204)


def _mail_routes(app: FastAPI, people: People, mail: Mail) -> None:
    @app.post("/you/mail")
    async def begin(request: Request) -> Response:
        """Send a confirmation mail to an address. All mail routes exist only if a mail server is set."""
        address = text(await request.form(), "address")
        key = await people.welcome(request.cookies.get(PERSON))
        await mail.subscribe(digest(key), address, spoken_to(request))
        response = RedirectResponse("/you", 303)
        keep_person(request, response, key)
        return response

    @app.post("/you/mail/stop")
    async def stop(request: Request) -> Response:
        """Stop e-mails to this person."""
        if key := request.cookies.get(PERSON):
            await mail.unsubscribe(digest(key))
        return RedirectResponse("/you", 303)

    @app.get("/mail/{contact}/{what}/{secret}")
    async def ask(contact: str, what: str, secret: str) -> HTMLResponse:
        """Ask for confirmation of a link in a mail. Opening it changes nothing, as mail scanners open links."""
        found = await mail.opened_by(contact, _known(what), secret)
        return HTMLResponse(mail_page(what == STOP, found.address, found.language))

    @app.post("/mail/{contact}/{what}/{secret}")
    async def follow(contact: str, what: str, secret: str) -> HTMLResponse:
        """Confirm or unsubscribe by a link in a mail; also the target of a mail program's unsubscribe button."""
        found = await mail.opened_by(contact, _known(what), secret)
        await mail.follow(found, what)
        return HTMLResponse(mail_done_page(what == STOP, found.language))


def _known(what: str) -> str:
    if what not in (CONFIRM, STOP):
        raise Unknown(N_("Page not found."))
    return what


def choices(service: Notifications) -> Choices:
    """Return the function that draws the notification settings."""
    contacts, mail = service.contacts, service.mail

    async def drawn(request: Request) -> Node:
        key = request.cookies.get(PERSON)
        kept = await contacts.of(digest(key), MAIL) if key and mail else []
        chosen = NotificationChoices(await service.push.public_key(), mail is not None, kept[-1] if kept else None)
        return notifications(chosen, spoken_to(request))

    return drawn
