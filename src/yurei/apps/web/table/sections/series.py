"""Score of a series, and the way to its next game: the second of a match, or a rematch that both want."""

from htpy import Element, Node, button, form, p, span

from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.sections.players import name_of
from yurei.club.game.series import agreed_again, has_second, match_won, points, series_now, swapped
from yurei.languages import N_

MATCH_WON = {
    "black": N_("Black of this game wins the match."),
    "white": N_("White of this game wins the match."),
    "nobody": N_("The match is a tie."),
}


def score(page: Page) -> Element | None:
    """Draw the score of the series; nothing for a single game."""
    game, say = page.game, page.say
    stands = series_now(game)
    if stands.number == 1 and not (game.settings.ruleset.two_game_match and game.final):
        return None
    return p("#score")[
        span[say(N_("Game {number} of a series.")).format(number=stands.number), " "],
        say(N_("Score: {black} {black_points}, {white} {white_points}.")).format(
            black=_player(page, "black"),
            black_points=points(stands.black),
            white=_player(page, "white"),
            white_points=points(stands.white),
        ),
    ]


def _player(page: Page, colour: str) -> str:
    """Return the player of a colour: by name if one person has it; on one device by the colour in game 1."""
    game, seats = page.game, page.game.pencil
    if game.settings.seating.hands != "each":
        first = colour if series_now(game).number % 2 else swapped(colour)
        return page.say(N_("{colour} of game 1:")).format(colour=seat_word(first, page.say))
    known = colour in seats and (colour in game.stored.players or (colour in game.chairs and game.nickname(colour)))
    return (
        f"{seat_word(colour, page.say)} ({name_of(game, colour, page.say)})" if known else seat_word(colour, page.say)
    )


def another(page: Page) -> Node:
    """Draw the result of a match, and the button for another game."""
    game, say = page.game, page.say
    if not game.final:
        return None
    if "evening" in game.stored.terms:
        return None
    won = match_won(game)
    return [won and p("#match")[say(MATCH_WON[won])], _next(page)]


def _next(page: Page) -> Element | None:
    game, say = page.game, page.say
    own = game.colours_of(page.chair)
    if has_second(game) and (own or agreed_again(game)):
        return _go(page, say(N_("The second game, colours swapped")), asked=bool(own & game.again))
    if agreed_again(game):
        return _go(page, say(N_("Go to the next game, colours swapped")), asked=bool(own & game.again))
    if not own:
        return None
    if own & game.again:
        return p("#next")[say(N_("You have offered a rematch; it begins when the opponent accepts."))]
    return _go(page, say(N_("Accept the rematch, colours swapped") if game.again else N_("Rematch, colours swapped")))


def _go(page: Page, words: str, *, asked: bool = False) -> Element:
    """Draw the button; for a player who has asked, a script follows it once the next game exists."""
    return form("#next", method="post", action=f"{page.address}/next")[
        button(".primary", data_goes="" if asked else None)[words]
    ]
