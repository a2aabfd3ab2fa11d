"""Pages that move a seat to another device."""

from __future__ import annotations

from htpy import a, button, form, h1, input, label, p, section, span

from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.context import seat_word
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_, translation


def offered_page(link: str, back: str, language: str) -> str:
    say, heading = translation(language).gettext, N_("Move this seat to another device")
    return document(
        say(heading),
        section[
            h1[say(heading)],
            p[
                say(
                    N_(
                        "Open this link on the other device within an hour: the seat moves there, once, and this browser gives it up."
                    )
                )
            ],
            p(".links")[
                label[span[say(N_("Link"))], input(value=link, readonly=True)],
                button(type="button", data_copies=link)[say(N_("Copy"))],
            ],
            p[a(href=back)[say(N_("Back to the board"))]],
        ],
        language,
    )


def asked_page(chair: str, address: str, language: str) -> str:
    say, heading = translation(language).gettext, N_("Move this seat to another device")
    seat = say(N_("Referee")) if chair == REFEREE else seat_word(chair, say)
    return document(
        say(heading),
        section[
            h1[say(heading)],
            p[say(N_("The seat “{seat}” moves to this browser; the other one gives it up.")).format(seat=seat)],
            form(method="post", action=address)[button(".primary")[say(N_("Sit down here"))]],
        ],
        language,
    )
