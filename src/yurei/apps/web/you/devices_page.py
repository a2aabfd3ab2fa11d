"""Pages that give another device all of a person's seats, or delete a person."""

from __future__ import annotations

from htpy import Element, Node, a, button, form, h1, input, label, li, p, section, span, ul

from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import GAMES
from yurei.languages import N_, translation


def offered_page(link: str, language: str) -> str:
    """Return the page with the link that shares name and seats."""
    say = translation(language).gettext
    return _page(
        N_("Use another device too"),
        [
            p[say(N_("Open this link on the other device within ten minutes. It works once."))],
            p(".links")[
                label[span[say(N_("Link"))], input(value=link, readonly=True)],
                button(type="button", data_copies=link)[say(N_("Copy"))],
            ],
            p(".note")[
                say(
                    N_(
                        "Keep it secret: whoever opens it plays under your name, in all of your seats, and "
                        "sees your boards."
                    )
                )
            ],
            _back(language),
        ],
        language,
    )


def asked_page(nickname: str, address: str, known: bool, language: str) -> str:
    """Return the page that asks whether this browser is to get a person's name and seats.

    Args:
        nickname: Nickname of the person who made the link.
        address: Address of the form.
        known: Whether this browser has a name or seats of its own.
    """
    say = translation(language).gettext
    return _page(
        N_("Use another device too"),
        [
            p[
                say(N_("This browser gets the name and the seats of “{name}”. Both devices play from then on.")).format(
                    name=nickname or say(N_("Guest"))
                )
            ],
            known and p[say(N_("Its own name is replaced; its finished games are kept."))],
            p(".note")[say(N_("Do this only if you have made the link yourself."))],
            form(method="post", action=address)[button(".primary")[say(N_("Play on this device too"))]],
        ],
        language,
    )


def delete_page(running: int, language: str) -> str:
    """Return the page that tells what is deleted and what is kept, and asks for confirmation."""
    say = translation(language).gettext
    gone = (
        N_("Your name, and the key of this browser: all your devices lose your seats."),
        N_("Your chat messages as a player."),
        N_("Your challenges in the lobby."),
        N_("Your list of games and the links to them. Download your records first if you want to keep them."),
    )
    return _page(
        N_("Delete everything"),
        [
            p[say(N_("Deleted now, permanently:"))],
            ul[(li[say(each)] for each in gone)],
            running > 0
            and p[
                say(N_("Games in progress: {count}. You will resign each of them at your next turn.")).format(
                    count=running
                )
            ],
            p[
                say(
                    N_(
                        "Kept: the games that you have played, for the people who played them with you. You "
                        "appear there as a guest without a name. What you wrote as a spectator is kept, too."
                    )
                )
            ],
            form(".sure", method="post", action="/you/delete")[
                label[
                    input(type="checkbox", name="sure", value="yes", required=True), " ", say(N_("Yes, delete it all"))
                ],
                button(".danger")[say(N_("Delete everything"))],
            ],
            _back(language),
        ],
        language,
    )


def gone_page(language: str) -> str:
    """Return the page after the deletion."""
    say = translation(language).gettext
    return _page(
        N_("Everything is deleted"),
        [p[say(N_("This server no longer has any data about you."))], p[a(href="/")[say(N_("Back to home"))]]],
        language,
    )


def _page(heading: str, content: Node, language: str) -> str:
    say = translation(language).gettext
    return document(
        say(heading), section(".panel")[h1[say(heading)], content], language, extras=("you.css",), here=GAMES
    )


def _back(language: str) -> Element:
    return p[a(href="/you")[translation(language).gettext(N_("Back to your games"))]]
