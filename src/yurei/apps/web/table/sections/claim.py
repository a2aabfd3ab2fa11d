"""Claim of a game from an absent player: the waiting time, the consequences, and the button once it is time."""

from __future__ import annotations

from htpy import Node, details, p, section, summary

from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import act
from yurei.club.game.absence import ZERO, away, claim_words
from yurei.languages import N_

WINS = N_("You win the game, whatever the position.")
COUNTED = N_(
    "The score is then final without your opponent. Nobody’s marks count: stones that died "
    "in 1,000 random playouts are dead. If nothing was proposed, all stones live."
)


def claim(page: Page) -> Node:
    """Draw the claim or the waiting time if a player is absent; else nothing."""
    found = away(page.game, page.chair)
    if found is None:
        return None
    say, game = page.say, page.game
    seat, time = seat_word(found.seats[0], say), say(claim_words(game.stored.terms))
    if found.left > ZERO:
        words = say(N_("{seat} is away. After {time} the opponent can claim the win."))
        return p("#away", class_="note")[words.format(seat=seat, time=time)]
    return section("#away", class_="panel away")[
        p[say(N_("{seat} has been away for {time}, and the game is waiting for {seat}.")).format(seat=seat, time=time)],
        details("#claim", class_="claim", data_own="")[
            summary[say(N_("Claim victory"))],
            p[say(COUNTED if game.over else WINS)],
            act(page, "claim", say(N_("Yes, claim victory")), kind="primary"),
        ],
    ]
