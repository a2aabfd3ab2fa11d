"""Notification channels of a server, and the routes to subscribe to them and to stop them."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from htpy import Node

from yurei.apps.web.address import PublicUrl
from yurei.apps.web.notifications.delivery import Post
from yurei.apps.web.notifications.mail import CONFIRM, STOP, Mail, mail_address
from yurei.apps.web.notifications.page import mail_done_page, mail_page, notifications
from yurei.apps.web.notifications.push import Push
from yurei.apps.web.notifications.settings import OutsideSettings
from yurei.apps.web.shell.cookies import PERSON, keep_person, text
from yurei.apps.web.shell.negotiation import spoken_to
from yurei.club.model.rates import Made
from yurei.club.model.secrets import Secrets, digest
from yurei.club.people import MAIL, Contacts, People
from yurei.club.store import Store
from yurei.errors import Unknown
from yurei.languages import N_

NOBODY = "https://yurei.invalid"
"""Contact address given to push services by a server without a public address."""


class Notifications:
    """The notification channels of a server.

    Args:
        store: Keeps subscriptions, and the keys of this server.
        settings: Access to push services and to the mail server.
        public: Public address of this server; without one there are no mails.
        clock: Clock. Signatures depend on it, so it must not stand still while the machine sleeps.
        secrets: Generates names.
        made: Counts subscriptions.

    Attributes:
        contacts: The subscriptions.
        push: The push channel.
        mail: The mail channel; None if this server sends no mails.
        ringers: Both.
    """

    def __init__(
        self,
        store: Store,
        settings: OutsideSettings,
        public: PublicUrl | None,
        clock: Callable[[], datetime] | None,
        secrets: Secrets,
        made: Made,
    ) -> None:
        clock = clock or (lambda: datetime.now(UTC))
        base = str(public) if public else ""
        self.contacts = Contacts(store, clock, made)
        subject = f"mailto:{settings.smtp_from}" if settings.smtp_from else base
        self.push = Push(store, self.contacts, Post(settings.push_local, settings.services), subject or NOBODY, clock)
        mails = settings.smtp_host and public
        self.mail = Mail(store, self.contacts, settings, base, clock, secrets) if mails else None
        self.ringers: list[Push | Mail] = [self.push, *([self.mail] if self.mail else [])]

    async def open(self) -> None:
        """Create missing keys, and load the subscriptions."""
        await self.contacts.open()
        for ringer in self.ringers:
            await ringer.key()

    async def close(self) -> None:
        """Stop all notifications."""
        for ringer in self.ringers:
            await ringer.close()

    async def choices(self, request: Request) -> Node:
        """Draw the notification settings of the person who asks."""
        key = request.cookies.get(PERSON)
        kept = await self.contacts.of(digest(key), MAIL) if key and self.mail else []
        public_key, contact = await self.push.public_key(), kept[-1] if kept else None
        return notifications(public_key, self.mail is not None, contact, spoken_to(request))


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
        keys = push.checked(endpoint, point, auth)
        key = await people.welcome(request.cookies.get(PERSON))
        await push.subscribe(digest(key), endpoint, keys, spoken_to(request))
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
        address = mail_address(text(await request.form(), "address"))
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
