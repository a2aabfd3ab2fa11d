"""Pages about notifications: the question of a link in a mail, its answer, and the offline page."""

from __future__ import annotations

from htpy import a, button, form, h1, p, section

from yurei.apps.web.shell.frame import document
from yurei.languages import N_, translation


def mail_page(stops: bool, address: str, language: str) -> str:
    """Return the page with the question of a link in a mail, so that link scanners confirm nothing."""
    say = translation(language).gettext
    heading = say(N_("Stop e-mails?") if stops else N_("E-mails when it is your turn?"))
    words = say(N_("Stop these e-mails") if stops else N_("Yes, send e-mails"))
    return document(
        heading,
        section(".panel")[
            h1[heading],
            p[address],
            form(method="post")[button(".primary")[words]],
            p[a(href="/you")[say(N_("Profile"))]],
        ],
        language,
    )


def mail_done_page(stops: bool, language: str) -> str:
    """Return the page shown after the link was confirmed."""
    say = translation(language).gettext
    words = (
        N_("No more e-mails go to this address.")
        if stops
        else N_("You get an e-mail when it is your turn and the page is not open.")
    )
    return document(say(N_("E-mails")), section(".panel")[h1[say(N_("E-mails"))], p[say(words)]], language)


def offline_page(language: str) -> str:
    """Return the page that an installed app shows when the server cannot be reached."""
    say = translation(language).gettext
    heading = say(N_("No connection to the server"))
    return document(
        heading,
        section(".panel")[
            h1[heading],
            p[say(N_("Your games are safe there, and continue once it can be reached."))],
            p[a(href="/learn")[say(N_("Lessons you have already opened work offline."))]],
        ],
        language,
    )
