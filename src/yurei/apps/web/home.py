"""The home page, with all ways to play, watch and learn."""

from collections.abc import Iterable

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from yurei import players, referee, rules
from yurei.apps.web.frame.board import Picture, draw_picture
from yurei.apps.web.frame.http import GUIDED, PERSON, get_language
from yurei.apps.web.frame.page import PLAY, draw_document
from yurei.apps.web.parts.fields import NewGameForm, cut_texts, draw_compiling_note, form_address, list_front_games
from yurei.club import lessons as guided
from yurei.club.club import Club
from yurei.languages import N_, Gettext, translation
from yurei.referee.announce import speak
from yurei.referee.seating import AUDIENCE
from yurei.referee.table import Table

WAYS = (
    ("yurei", N_("Against yurei"), N_("The program sees no more than you.")),
    ("friend", N_("With a friend"), N_("You get a link to send.")),
    ("one-device", N_("On this device"), N_("You pass the device; a curtain hides the boards between turns.")),
)
"""Ways to start at once: the opponent, and the labels of the button."""
PLACES = (
    ("/lobby", N_("Find an opponent"), N_("See who else wants to play.")),
    ("/watch", N_("Watch"), N_("Watch other games.")),
    ("/learn", N_("Learn"), N_("Learn the rules on interactive boards.")),
    ("/new", N_("More options"), N_("Board, referee, komi, clock and all the rest.")),
    ("/evenings/new", N_("Club evening"), N_("Rounds, pairings and standings for all players.")),
)
SHOWN = "......./..WW.../.WBBW../..BWB../..W.W../......./......."
"""Position of the pictures on the home page, Black to play."""
TRIED, CAPTURING = "D4", "D3"  # points of Black's tries in the example: a refused one and a capture


def home_page(language: str, *, offered: bool = False, compiling: bool = False) -> str:
    """Return the home page; ``offered`` adds the offer of a guided game for first-time visitors."""
    say = translation(language).gettext
    places = [h.a(".place", href=address)[h.strong[say(words)], h.small[say(more)]] for address, words, more in PLACES]
    about = N_(
        "You see only your own stones. A referee knows the whole board, judges every try, and "
        "announces what the players may know."
    )
    content = [
        offered and draw_guided_offer(say),
        h.div(".home")[
            h.section(".what")[h.h1[say(N_("Go with hidden stones"))], h.p[say(about)], _draw_example(say, language)],
            h.section(".ways")[_draw_start_form(say, compiling=compiling), h.div(".places")[places]],
        ],
    ]
    return draw_document(say(N_("Home")), content, language, extras=("front.css", "guided.css"), here=PLAY)


def _draw_start_form(say: Gettext, *, compiling: bool) -> h.Element:
    """Draw the form that chooses a game and an opponent. Its buttons lead directly to the table."""
    games = [(game.slug, say(game.title), say(game.summary)) for game in list_front_games()]
    levels = [
        (name, f"{number}", say(level.like))
        for name, (number, level) in zip(players.OFFERED, players.LEVELS.items(), strict=True)
    ]
    return h.form("#start", method="post", action="/games")[
        _draw_chips(say(N_("Which game?")), "ruleset", games, games[0][0]),
        _draw_chips(say(N_("How strong yurei is")), "program", levels, players.USUAL),
        h.div(".begin")[
            (
                h.button(".primary" if opponent == "yurei" else ".way", name="opponent", value=opponent)[
                    h.strong[say(words)], h.small[say(more)]
                ]
                for opponent, words, more in WAYS
            ),
            compiling and draw_compiling_note(say),
        ],
    ]


def _draw_chips(words: str, name: str, values: Iterable[tuple[str, str, str]], usual: str) -> h.Element:
    """Draw radio buttons from (value, label, description); only the chosen button shows its description."""
    return h.fieldset(".chips")[
        h.legend[words],
        h.div[
            (
                h.label[
                    h.input(type="radio", name=name, value=value, checked=value == usual),
                    h.span[text],
                    h.small[description],
                ]
                for value, text, description in values
            )
        ],
    ]


def _draw_example(say: Gettext, language: str) -> h.Element:
    """Draw four alternating pictures of a short game: a try, its refusal, a capture, and the true board."""
    table = Table(rules.ALL[0].slug, referee=referee.ALL[0].slug, size=7, setup=SHOWN, seating="solo")
    size, judge = table.settings.size, table.settings.referee
    before = table.view("black").board
    refused = table.attempt("black", TRIED).told[AUDIENCE.name]
    captured = table.attempt("black", CAPTURING).told[AUDIENCE.name]
    tried, last = size.point(TRIED), size.point(CAPTURING)
    black, after = say(N_("Black’s view")), table.view("black").board
    table.attempt("white", "resign")
    scenes = (
        (black, before, None, say(N_("Black tries {point} …")).format(point=TRIED)),
        (black, before, (tried, True), speak(judge, refused, size, language)),
        (black, after, (last, False), speak(judge, captured, size, language)),
        (say(N_("True board")), table.reveal().board, (last, False), say(N_("It is shown after the end."))),
    )
    return h.div(".look")[
        (
            h.figure[
                draw_picture(Picture(size, cells, f"look-{at}", words, last=mark)), h.figcaption[words, h.strong[said]]
            ]
            for at, (words, cells, mark, said) in enumerate(scenes)
        )
    ]


def home_route(app: FastAPI, club: Club) -> None:
    @app.get("/")
    async def home(request: Request) -> Response:
        """Show the home page; redirect to the new-game form if the address has fields of that form."""
        if chosen := NewGameForm.read(cut_texts(request.query_params)).model_dump(exclude_unset=True):
            return RedirectResponse(form_address(chosen), 303)
        is_new = not {PERSON, GUIDED} & request.cookies.keys()
        return HTMLResponse(home_page(get_language(request), offered=is_new, compiling=club.turns.compiling))


_ICON = Markup(
    '<svg class="offered" viewBox="-1.1 -.6 2.2 1.2" aria-hidden="true" focusable="false">'
    '<use href="#white-ghost" x=".45"/><use href="#black-stone" x="-.45"/></svg>'
)


def draw_guided_offer(say: Gettext) -> h.Element:
    return h.section(".panel.guided-offer")[
        _ICON,
        h.div[
            h.h2[say(N_("New to Go with hidden stones?"))],
            h.p[say(N_("Play a guided game on a small board. It takes three minutes, and a coach helps you."))],
        ],
        h.div(".toolbar")[
            h.a(".button", href=f"/learn/first/{guided.ALL[0].slug}")[say(N_("Play a guided game"))],
            h.form(method="post", action="/learn/first")[h.button(".quiet")[say(N_("No, thank you"))]],
        ],
    ]
