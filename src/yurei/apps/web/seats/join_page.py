"""Page that asks an invited player to sit down, and describes the game."""

from __future__ import annotations

from htpy import Element, bdi, button, form, h1, li, p, section, strong, ul

from yurei.apps.web.board.board import Say
from yurei.apps.web.learn.written_rules import folded_rules
from yurei.apps.web.new_game.plan import game_words, opening
from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.context import seat_word
from yurei.apps.web.table.sections.players import name_field, name_of
from yurei.club.game.game import Game
from yurei.club.model.audience import watching
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_, translation


def invited_page(game: Game, chair: str, address: str, nickname: str, language: str) -> str:
    """Return the page behind the link to a free chair: players, game, rules, and a nickname field.

    Args:
        address: The link.
        nickname: The reader's present nickname.
    """
    say, heading, settings = translation(language).gettext, N_("You are invited"), game.settings
    words = N_("You are to be the referee.") if chair == REFEREE else N_("You play {seat}.")
    return document(
        say(heading),
        section(".panel.offered")[
            h1[say(heading)],
            _already_there(game, say),
            game.setup and opening(settings, game.setup, say),
            p[strong[say(words).format(seat=seat_word(chair, say))]],
            ul[
                (
                    li[sentence]
                    for sentence in game_words(
                        settings, {"watching": watching(game.stored.terms), **game.stored.terms}, language
                    )
                )
            ],
            form(method="post", action=address)[
                name_field(say, nickname), button(".primary")[say(N_("Sit down here"))]
            ],
            p(".note")[say(N_("This link gives a seat in a game. The first person to sit down keeps it."))],
            folded_rules(settings.ruleset, settings.referee, language),
        ],
        language,
        ["lobby.css"],
    )


def _already_there(game: Game, say: Say) -> Element | None:
    """Draw the players who have taken a seat."""
    seats = [chair for chair in game.chairs if game.seats_of(chair) and game.taken(chair)]
    if not seats:
        return None
    return ul(".names")[
        (li[say(N_("{seat}:")).format(seat=seat_word(seat, say)), " ", bdi[name_of(game, seat, say)]] for seat in seats)
    ]


def welcome_page(address: str, name: str, language: str) -> str:
    """Return the page that asks whether the reader is the player whom the link belongs to."""
    say, heading = translation(language).gettext, N_("Welcome to the evening")
    return document(
        say(heading),
        section[
            h1[say(heading)],
            p[say(N_("This link belongs to one player. The first browser that opens it keeps it for the evening."))],
            form(method="post", action=address)[button(".primary")[say(N_("I am")), " ", bdi[name]]],
        ],
        language,
    )
