"""Offers between the players: draws, takebacks, the draw of a repeated position, and the claim when one is away."""

from htpy import Node, details, div, p, section, summary

from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import act
from yurei.club.game.absence import ZERO, away, claim_words
from yurei.club.game.takeback import asking_seat, last_move
from yurei.languages import N_

WINS = N_("You win the game, whatever the position.")
COUNTED = N_(
    "The score is then final without your opponent. Nobody’s marks count: stones that died "
    "in 1,000 random playouts are dead. If nothing was proposed, all stones live."
)


def draw_offer(page: Page, seat: str) -> Node:
    """Draw the opponent's draw offer, the player's own, or until the next move or offer that it was declined."""
    say, game = page.say, page.game
    if game.offer is None:
        declined = game.draw_declined == game.moves and game.takeback.asked is None
        return (
            p("#draw-declined", class_="note", role="status")[say(N_("The draw was declined."))] if declined else None
        )
    if game.colour(game.offer) is game.colour(seat) and game.settings.seating.hands == "each":
        return p(".note")[say(N_("You offered a draw. Waiting for the opponent’s answer."))]
    return div(".offer")[
        p[say(N_("The opponent offers a draw."))],
        act(page, "accept", say(N_("Accept the draw"))),
        act(page, "decline", say(N_("Decline the draw"))),
    ]


def takeback_request(page: Page, seat: str) -> Node:
    """Draw the opponent's or player's request, or the notice of a takeback; nothing if the referee hides anything."""
    game, say = page.game, page.say
    asked = game.takeback.asked
    if game.settings.referee.hides:
        return None
    if asked is None:
        if game.offer is not None:
            return None  # what was answered before is no news under a later offer
        if game.takeback.done:
            taken_back = say(N_("A move was taken back. Play continues from the position before it."))
            return p("#taken-back", class_="note", role="status")[taken_back]
        if game.takeback.declined == game.moves:
            return p("#takeback-declined", class_="note", role="status")[say(N_("The takeback was declined."))]
        return None
    if game.colour(asked) is game.colour(seat):
        return p("#takeback", class_="note")[say(N_("You requested a takeback. Waiting for the opponent’s answer."))]
    return div("#takeback", class_="offer")[
        p[say(N_("{seat} requests a takeback.")).format(seat=seat_word(asked, say))],
        act(page, "takeback-accept", say(N_("Accept takeback"))),
        act(page, "takeback-decline", say(N_("Decline"))),
    ]


def takeback_button(page: Page, seat: str) -> Node:
    """Draw the button that requests a takeback; nothing if the referee hides anything."""
    game, say = page.game, page.say
    if game.settings.referee.hides:
        return None
    asked = game.takeback.asked is not None or game.takeback.declined == game.moves
    disabled = asked or last_move(game, asking_seat(game, seat)) is None
    asks = game.settings.seating.hands == "each" and not game.programs
    words = N_("Request takeback") if asks else N_("Take back the last move")
    return act(page, "takeback", say(words), disabled=disabled)


def repetition(page: Page, *, plays: bool) -> Node:
    """Draw the notice that the position repeats, with the button for a player; nothing if it does not repeat."""
    if not page.game.repeating:
        return None
    say = page.say
    words = p("#repeats", role="status")[
        say(N_("The position repeats. Until the next move either side may claim a draw."))
    ]
    return div(".repeats")[words, act(page, "draw", say(N_("Claim the draw"))) if plays else None]


def claim(page: Page) -> Node:
    """Draw the claim or the waiting time if a player is absent; else nothing."""
    found = away(page.game, page.chair)
    if found is None:
        return None
    say, game = page.say, page.game
    seat, time = seat_word(found.seats[0], say), say(claim_words(game.stored.terms))
    if found.left > ZERO:
        words = say(N_("{seat} is away. After {time} you can claim the win."))
        return p("#away", class_="note")[words.format(seat=seat, time=time)]
    return section("#away", class_="panel away")[
        p[say(N_("{seat} has been away for {time}, and the game is waiting for {seat}.")).format(seat=seat, time=time)],
        details("#claim", class_="claim", data_own="")[
            summary[say(N_("Claim victory"))],
            p[say(COUNTED if game.over else WINS)],
            act(page, "claim", say(N_("Yes, claim victory")), kind="primary"),
        ],
    ]
