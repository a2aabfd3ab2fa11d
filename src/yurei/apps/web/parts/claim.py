"""A game claimed from who stays away, on the page: after how long, what it means, and the button once it is time."""

from __future__ import annotations

from htpy import Node, details, p, section, summary

from yurei.apps.web.parts.context import Page, seat_word
from yurei.apps.web.parts.forms import act
from yurei.club.absence import ZERO, away, claim_words
from yurei.languages import N_

WINS = N_("Then you win this game, whatever stands on the board.")
COUNTED = N_(
    "Then the count stands without the other, and without the marks of either of you: those stones are dead that died when the position was played out a thousand times by chance. Where nothing was proposed, all live."
)


def claim(page: Page) -> Node:
    """What who waits can do about somebody who stays away; nothing where nobody does."""
    found = away(page.game, page.chair)
    if found is None:
        return None
    say, game = page.say, page.game
    seat, time = seat_word(found.seats[0], say), say(claim_words(game.stored.terms))
    if found.left > ZERO:
        words = say(N_("{seat} is away. Who stays away for {time} while others wait for him can lose the game by it."))
        return p("#away", class_="note")[words.format(seat=seat, time=time)]
    return section("#away", class_="panel away")[
        p[say(N_("{seat} has been away for {time}, and it is for him to act.")).format(seat=seat, time=time)],
        details("#claim", class_="claim", data_own="")[
            summary[say(N_("Claim the game"))],
            p[say(COUNTED if game.over else WINS)],
            act(page, "claim", say(N_("Yes, I claim the game")), kind="primary"),
        ],
    ]
