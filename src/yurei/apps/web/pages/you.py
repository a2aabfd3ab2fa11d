"""The page of a browser that is recognised: what it is called, and the games in which it sits."""

from __future__ import annotations

from dataclasses import dataclass

from htpy import Element, a, bdi, button, form, h1, h2, li, p, section, span, ul

from yurei.apps.web.pages.frame import document
from yurei.apps.web.parts.board import Say
from yurei.apps.web.parts.context import seat_word
from yurei.apps.web.parts.people import name_field, name_of
from yurei.club.chairs import REFEREE
from yurei.club.game import Game
from yurei.languages import N_, translation

MOST_GAMES = 30


@dataclass(frozen=True)
class OwnSeat:
    """A chair on which somebody sits: what he may know of the game, said in his language."""

    address: str
    title: str
    chair: str
    others: str
    state: str

    @classmethod
    def of(cls, game: Game, chair: str, language: str) -> OwnSeat:
        """A chair at a table."""
        say = translation(language).gettext
        seats = [seat.name for seat in game.settings.seating.seats]
        return cls(
            address=f"/g/{game.stored.id}/{chair}",
            title=f"{say(game.settings.ruleset.title)} · {game.settings.size}",
            chair=say(N_("Referee")) if chair == REFEREE else seat_word(chair, say),
            others=", ".join(name_of(game, seat, say) for seat in seats if seat != chair and _sits(game, seat)),
            state=say(_state(game, chair)),
        )


def _sits(game: Game, seat: str) -> bool:
    return seat in game.stored.players or (seat in game.chairs and game.taken(seat))


def _state(game: Game, chair: str) -> str:
    if game.over:
        return N_("to be counted") if game.counting else N_("over")
    return N_("your turn") if game.to_move in game.seats_of(chair) else N_("waiting")


def you_page(nickname: str, seats: list[OwnSeat], language: str) -> str:
    """The page of somebody who is recognised, or who has not sat down yet."""
    say = translation(language).gettext
    return document(
        say(N_("You")),
        [
            section[
                h1[say(N_("You"))],
                form("#you", method="post", action="/you")[name_field(say, nickname), button[say(N_("Call me that"))]],
                p(".note")[
                    say(
                        N_(
                            "There is no account: this browser is recognised by a cookie, and sits wherever it has sat down."
                        )
                    )
                ],
            ],
            section[h2[say(N_("Your games"))], _games(seats, say)],
        ],
        language,
    )


def _games(seats: list[OwnSeat], say: Say) -> Element:
    if not seats:
        return p(".note")[say(N_("You sit at no table yet."))]
    return ul("#games", class_="list")[
        (
            li[
                a(href=seat.address)[seat.title],
                span(".chair")[f" · {seat.chair}"],
                seat.others and [" · ", bdi[seat.others]],
                span(".state")[f" · {seat.state}"],
            ]
            for seat in seats
        )
    ]
