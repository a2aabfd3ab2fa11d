"""Home page: a short description, and every way to play, to watch and to learn."""

from htpy import (
    Element,
    a,
    button,
    div,
    fieldset,
    figcaption,
    figure,
    form,
    h1,
    h2,
    input,
    label,
    legend,
    p,
    section,
    select,
    small,
    span,
    strong,
)

from yurei import players, referee, rules
from yurei.apps.web.board.board import Picture, Say, pictured
from yurei.apps.web.learn.examples import Course, Lesson
from yurei.apps.web.learn.guided_parts import guided_offer
from yurei.apps.web.shell.form_fields import options
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PLAY
from yurei.apps.web.table.sections.players import compiling_note, levels
from yurei.languages import N_, translation
from yurei.referee.announce import speak
from yurei.rules.ruleset import Ruleset

WAYS = (
    ("friend", N_("With a friend"), N_("You get a link to send.")),
    ("yurei", N_("Against yurei"), N_("The program sees no more than you.")),
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


def home_page(language: str, *, offered: bool = False, compiling: bool = False) -> str:
    """Return the home page.

    Args:
        language: The reader's language.
        offered: Whether to offer a guided game, for first-time visitors.
        compiling: Whether the programs' code is still being compiled.
    """
    say = translation(language).gettext
    places = [a(".place", href=address)[strong[say(words)], small[say(more)]] for address, words, more in PLACES]
    return document(
        say(N_("Home")),
        [
            offered and guided_offer(say),
            div(".home")[
                section(".what")[
                    h1[say(N_("Go with hidden stones"))],
                    p[
                        say(
                            N_(
                                "You see only your own stones. A referee knows the whole board, judges every try, and "
                                "announces what the players may know."
                            )
                        )
                    ],
                    _example(say, language),
                ],
                section(".ways")[_start(say, compiling=compiling), div(".places")[places]],
            ],
        ],
        language,
        extras=("front.css", "guided.css"),
        here=PLAY,
    )


def _start(say: Say, *, compiling: bool) -> Element:
    """Draw the form that chooses a game and an opponent. Its buttons lead to the table at once."""
    games = front_games()
    level = select(name="program", aria_label=say(N_("How strong yurei is")))[options(levels(say), players.USUAL)]
    return form("#start", method="post", action="/games")[
        fieldset(".games")[
            legend[say(N_("Which game?"))],
            (
                label(".game")[
                    input(type="radio", name="ruleset", value=game.slug, checked=game is games[0]),
                    span[strong[say(game.title)], small[say(game.summary)]],
                ]
                for game in games
            ),
        ],
        div(".begin")[
            h2[say(N_("Play"))],
            (
                div(class_=f"with {opponent}")[
                    button(".way", name="opponent", value=opponent)[strong[say(words)], small[say(more)]],
                    opponent == "yurei" and level,
                ]
                for opponent, words, more in WAYS
            ),
            compiling and compiling_note(say),
        ],
    ]


def front_games() -> list[Ruleset]:
    """Return the first ruleset of every rule page; the others are found under more options."""
    pages: dict[str, Ruleset] = {}
    for ruleset in rules.ALL:
        pages.setdefault(ruleset.source, ruleset)
    return list(pages.values())


def _example(say: Say, language: str) -> Element:
    """Draw the first rule page's example just before its end: Black's view, the true board, and the announcement."""
    lesson = Lesson(Course.of_game(rules.ALL[0]), 1, referee.ALL[0])
    scene = lesson.after(len(lesson.example.tries) - 1)
    size = lesson.settings.size
    black = scene.views[0]
    assert scene.told is not None
    pictures = (
        (say(N_("Black’s view")), black.board),
        (say(N_("True board")), scene.cells),
    )
    return div(".look")[
        (
            figure[
                pictured(Picture(size, cells, f"look-{number}", words)),
                figcaption[words],
            ]
            for number, (words, cells) in enumerate(pictures)
        ),
        p(".spoken")[
            span[say(N_("The referee says:"))], " ", strong[speak(lesson.referee, scene.told, size, language)]
        ],
    ]
