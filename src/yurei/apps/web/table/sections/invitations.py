"""Links to the free chairs, for the game's maker."""

from collections.abc import Mapping

from htpy import Element, a, details, input, label, li, p, span, summary, ul

from yurei.apps.web.board.board import Say
from yurei.apps.web.shell.form_fields import link_buttons
from yurei.apps.web.shell.qr import qr_code
from yurei.apps.web.table.context import Page, seat_word
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE


def lacks_players(page: Page) -> bool:
    """Return whether a player's chair is free."""
    game = page.game
    return any(not game.taken(name) for name in page.links if game.seats_of(name))


def invitations(page: Page) -> Element:
    """Draw the links to the free chairs, for the game's maker to hand out; the players' come first."""
    say, game = page.say, page.game
    free = {name: address for name, address in page.links.items() if not game.taken(name)}
    players = {name: address for name, address in free.items() if game.seats_of(name)}
    others = {name: address for name, address in free.items() if name not in players}
    return details("#invitations", class_="invitations", open=bool(players), data_own="")[
        summary[say(N_("Invite: links for the free seats") if players else N_("Invite a referee and spectators"))],
        players and _links(players, say, codes=True),
        # Folded only if a player's link is above it.
        others
        and details("#other-links", class_="others", data_own="", open=not players)[
            summary[say(N_("For a referee and spectators"))],
            _links(others, say),
        ],
        p(".note")[say(N_("Each link seats one player and works once. The spectator link works for everyone."))],
    ]


def _links(addresses: Mapping[str, str], say: Say, *, codes: bool = False) -> Element:
    return ul(".links")[
        (
            li[
                label[span[_chair_word(chair, say)], input(value=address, readonly=True)],
                link_buttons(address, say),
                a(href=address)[say(N_("Sit down here"))],
                codes
                and details(f"#code-{chair}", class_="menu", data_own="")[
                    summary[say(N_("QR code"))], qr_code(address, say(N_("QR code of this link")))
                ],
            ]
            for chair, address in addresses.items()
        )
    ]


def _chair_word(chair: str, say: Say) -> str:
    if chair == REFEREE:
        return say(N_("The referee: sees the board once all players agree"))
    return say(N_("Spectators: hear what everybody hears")) if chair == AUDIENCE.name else seat_word(chair, say)
