"""Notification settings of a person, and the pages behind the links in mails."""

from htpy import Element, Node, a, bdi, button, form, h2, input, link, p, script, section

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.form_fields import field
from yurei.apps.web.shell.frame import panel_page
from yurei.apps.web.shell.static_files import static_url
from yurei.club.model.stored import Contact
from yurei.languages import N_, translation


def notifications(key: str, mails: bool, contact: Contact | None, language: str) -> Element:
    """Draw a person's settings. Push appears by script in browsers that support it; without script only e-mail is shown.

    Args:
        key: The server's public key, which a browser needs to subscribe.
        mails: Whether this server sends e-mails.
        contact: The person's address, confirmed or not; None without one.
        language: The reader's language.
    """
    say = translation(language).gettext
    return section("#notifications.panel", hidden=not mails, data_key=key)[
        link(rel="stylesheet", href=static_url("notifications.css")),
        script(type="module", src=static_url("push.js")),
        h2[say(N_("Notifications"))],
        _push(say),
        mails and _mail(contact, say),
    ]


def _push(say: Say) -> Node:
    return form(
        "#push", method="post", action="/you/push", hidden=True, data_no=say(N_("This browser does not allow it."))
    )[
        p(".note")[
            say(N_("We only tell you that it is your turn, never the move, and only when the page is not open."))
        ],
        button(name="do", value="begin", hidden=True)[say(N_("Notify me when it is my turn"))],
        button(name="do", value="stop", hidden=True)[say(N_("Turn off notifications on this device"))],
        p(".note", role="status"),
    ]


def _mail(contact: Contact | None, say: Say) -> Node:
    if contact is None:
        return form("#mail", method="post", action="/you/mail")[
            field(
                say(N_("E-mail address")),
                input(type="email", name="address", maxlength="254", autocomplete="email", required=True),
            ),
            button[say(N_("E-mail me when it is my turn"))],
        ]
    words = (
        N_("E-mails go to this address:") if contact.confirmed else N_("Open the link in the e-mail that was sent to:")
    )
    return form("#mail", method="post", action="/you/mail/stop")[
        p[say(words), " ", bdi[contact.address]], button[say(N_("Stop these e-mails"))]
    ]


def mail_page(stops: bool, address: str, language: str) -> str:
    """Return the page with the question of a link in a mail, so that link scanners confirm nothing."""
    say = translation(language).gettext
    words = say(N_("Stop these e-mails") if stops else N_("Yes, send e-mails"))
    return panel_page(
        N_("Stop e-mails?") if stops else N_("E-mails when it is your turn?"),
        [
            p[address],
            form(method="post")[button(".primary")[words]],
            p[a(href="/you")[say(N_("Your games"))]],
        ],
        language,
    )


def mail_done_page(stops: bool, language: str) -> str:
    """Return the page shown after the link was confirmed."""
    words = (
        N_("No more e-mails go to this address.")
        if stops
        else N_("You get an e-mail when it is your turn and the page is not open.")
    )
    return panel_page(N_("E-mails"), p[translation(language).gettext(words)], language)
