"""Notifications: their channels, the routes and pages to subscribe and unsubscribe; and the installable app.

The service worker of the installed app shows the notifications.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

import yurei
from yurei.apps.web.frame.address import PublicUrl
from yurei.apps.web.frame.html import draw_field
from yurei.apps.web.frame.http import PERSON, form_text, get_language, get_translator, set_person_cookie
from yurei.apps.web.frame.page import panel_page
from yurei.apps.web.frame.security import STATIC, hashed_folder, static_url
from yurei.apps.web.notifications.mail import CONFIRM, STOP, Mail, OutsideSettings, parse_mail_address
from yurei.apps.web.notifications.push import Push, Pusher, encode_base64url, public_key_bytes
from yurei.club.model.limits import RecordLimits
from yurei.club.model.secrets import Secrets, digest
from yurei.club.model.stored import Contact
from yurei.club.people import MAIL, Contacts, People
from yurei.club.store import Store
from yurei.errors import Unknown
from yurei.languages import N_, Gettext, translation

DONE = {
    CONFIRM: N_("You get an e-mail when it is your turn and the page is not open."),
    STOP: N_("No more e-mails go to this address."),
}
"""Confirmations shown after a link in a mail was followed, by its purpose."""
NOBODY = "https://yurei.invalid"
"""Contact address given to push services by a server without a public address."""


class Notifications:
    """The notification channels of a server: push, and mail if a mail server and a public address are set.

    ``clock`` dates signatures, so it must not stop while the machine sleeps.
    """

    def __init__(
        self,
        store: Store,
        settings: OutsideSettings,
        public: PublicUrl | None,
        clock: Callable[[], datetime] | None,
        secrets: Secrets,
        made: RecordLimits,
    ) -> None:
        clock = clock or (lambda: datetime.now(UTC))
        base = str(public) if public else ""
        self.contacts = Contacts(store, clock, made)
        subject = f"mailto:{settings.smtp_from}" if settings.smtp_from else base
        self.push = Push(store, self.contacts, Pusher(settings.push_local, settings.services), subject or NOBODY, clock)
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

    async def draw_settings(self, request: Request) -> h.Node:
        """Draw the notification settings of the reader."""
        key = request.cookies.get(PERSON)
        kept = await self.contacts.find_all(digest(key), MAIL) if key and self.mail else []
        # The browser accepts notifications only from the server with this key.
        public_key, contact = encode_base64url(public_key_bytes(await self.push.key())), kept[-1] if kept else None
        return _draw_notifications(public_key, self.mail is not None, contact, get_language(request))


def notification_routes(app: FastAPI, people: People, service: Notifications) -> None:
    """Add the routes of push and e-mail notifications."""
    push, contacts = service.push, service.contacts

    @app.post("/you/push")
    async def begin(request: Request) -> Response:
        """Subscribe this browser to push notifications."""
        form = await request.form()
        endpoint, point, auth = (form_text(form, name) for name in ("endpoint", "p256dh", "auth"))
        keys = push.check_keys(endpoint, point, auth)
        key = await people.welcome(request.cookies.get(PERSON))
        await contacts.add_push(digest(key), endpoint, keys, get_language(request))
        response = Response(status_code=204)
        set_person_cookie(request, response, key)
        return response

    @app.post("/you/push/stop")
    async def stop(request: Request) -> Response:
        """Unsubscribe this browser from push notifications."""
        endpoint = form_text(await request.form(), "endpoint")
        if key := request.cookies.get(PERSON):
            await push.unsubscribe(digest(key), endpoint)
        return Response(status_code=204)

    if service.mail:
        _add_mail_routes(app, people, contacts, service.mail)


def _add_mail_routes(app: FastAPI, people: People, contacts: Contacts, mail: Mail) -> None:
    @app.post("/you/mail")
    async def begin(request: Request) -> Response:
        """Send a confirmation mail to an address."""
        address = parse_mail_address(form_text(await request.form(), "address"))
        key = await people.welcome(request.cookies.get(PERSON))
        await mail.subscribe(digest(key), address, get_language(request))
        response = RedirectResponse("/you", 303)
        set_person_cookie(request, response, key)
        return response

    @app.post("/you/mail/stop")
    async def stop(request: Request) -> Response:
        """Stop e-mails to this person."""
        if key := request.cookies.get(PERSON):
            await mail.unsubscribe(digest(key))
        return RedirectResponse("/you", 303)

    @app.get("/mail/{contact}/{what}/{secret}")
    async def ask(contact: str, what: str, secret: str) -> HTMLResponse:
        """Show the form that confirms or stops e-mails. The link alone does neither, as mail scanners open links."""
        found = await mail.find_by_link(contact, _check_purpose(what), secret)
        stops, say = what == STOP, translation(found.language).gettext
        content = [
            h.p[found.address],
            h.form(method="post")[
                h.button(".primary")[say(N_("Stop these e-mails") if stops else N_("Yes, send e-mails"))]
            ],
            h.p[h.a(href="/you")[say(N_("Your games"))]],
        ]
        heading = N_("Stop e-mails?") if stops else N_("E-mails when it is your turn?")
        return HTMLResponse(panel_page(heading, content, found.language))

    @app.post("/mail/{contact}/{what}/{secret}")
    async def follow(contact: str, what: str, secret: str) -> HTMLResponse:
        """Confirm or stop e-mails, by the form of a mail's link or by a mail program's unsubscribe button."""
        found = await mail.find_by_link(contact, _check_purpose(what), secret)
        await (contacts.confirm(found) if what == CONFIRM else contacts.drop(found.id))
        said = h.p[translation(found.language).gettext(DONE[what])]
        return HTMLResponse(panel_page(N_("E-mails"), said, found.language))


def _check_purpose(what: str) -> str:
    if what not in (CONFIRM, STOP):
        raise Unknown(N_("Page not found."))
    return what


# Settings of a person, and the pages behind the links in mails.


def _draw_notifications(key: str, mails: bool, contact: Contact | None, language: str) -> h.Element:
    """Draw a person's notification settings. A script shows those of push if the browser supports it."""
    say = translation(language).gettext
    return h.section("#notifications.panel", hidden=not mails, data_key=key)[
        h.link(rel="stylesheet", href=static_url("notifications.css")),
        h.script(type="module", src=static_url("push.js")),
        h.h2[say(N_("Notifications"))],
        h.form(
            "#push", method="post", action="/you/push", hidden=True, data_no=say(N_("This browser does not allow it."))
        )[
            h.p(".note")[
                say(N_("We only tell you that it is your turn, never the move, and only when the page is not open."))
            ],
            h.button(name="do", value="begin", hidden=True)[say(N_("Notify me when it is my turn"))],
            h.button(name="do", value="stop", hidden=True)[say(N_("Turn off notifications on this device"))],
            h.p(".note", role="status"),
        ],
        mails and _draw_mail(contact, say),
    ]


def _draw_mail(contact: Contact | None, say: Gettext) -> h.Node:
    if contact is None:
        return h.form("#mail", method="post", action="/you/mail")[
            draw_field(
                say(N_("E-mail address")),
                h.input(type="email", name="address", maxlength="254", autocomplete="email", required=True),
            ),
            h.button[say(N_("E-mail me when it is my turn"))],
        ]
    confirmed, asked = N_("E-mails go to this address:"), N_("Open the link in the e-mail that was sent to:")
    return h.form("#mail", method="post", action="/you/mail/stop")[
        h.p[say(confirmed if contact.confirmed else asked), " ", h.bdi[contact.address]],
        h.button[say(N_("Stop these e-mails"))],
    ]


# The installable app.

ICONS = [
    {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "/static/icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]


def installed_routes(app: FastAPI) -> None:
    """Add the routes of the installable app."""
    worker = _read_service_worker()

    @app.get("/manifest.webmanifest")
    async def manifest(request: Request) -> Response:
        """Send the manifest: name and appearance of the installed app."""
        say = get_translator(request.headers, request.cookies)
        told = {
            "id": "/",
            "name": "yurei",
            "short_name": "yurei",
            "description": say(N_("Go with hidden stones")),
            "lang": get_language(request),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f7f4ec",
            "theme_color": "#dcab58",
            "icons": ICONS,
        }
        return Response(json.dumps(told, ensure_ascii=False), media_type="application/manifest+json")

    @app.get("/sw.js")
    async def service_worker() -> Response:
        """Send the service worker, which shows notifications, and caches public files for offline use."""
        return Response(worker, media_type="text/javascript")

    @app.get("/offline")
    async def offline(request: Request) -> HTMLResponse:
        """Send the page that the browser shows when it cannot reach the server."""
        say = get_translator(request.headers, request.cookies)
        lines = (
            h.p[say(N_("Your games are safe there, and continue once it can be reached."))],
            h.p[h.a(href="/problems")[say(N_("Problems you have already opened can be read offline."))]],
            h.p[h.a(href="/learn")[say(N_("Lessons you have already opened work offline."))]],
        )
        return HTMLResponse(panel_page(N_("No connection to the server"), lines, get_language(request)))


def _read_service_worker() -> str:
    """Return the worker script with the list of cached files and a cache name that depends on the version."""
    kept = sorted(
        path.name for path in STATIC.iterdir() if path.suffix in (".css", ".js", ".svg") and path.stem != "sw"
    )
    digest = hashlib.sha256(f"{yurei.__version__} {hashed_folder()}".encode()).hexdigest()
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    shell = json.dumps(["/offline", "/learn", "/problems", *map(static_url, kept)])
    version, files = json.dumps(f"yurei-{digest[:12]}"), json.dumps(static_url(""))
    return script.replace('"VERSION"', version).replace('"FILES"', files).replace('["SHELL"]', shell)
