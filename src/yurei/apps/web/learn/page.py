"""Lesson pages: the examples of each game's rule page on live boards, and how each referee announces them."""

from collections.abc import Iterable
from urllib.parse import urlencode

from htpy import Element, a, button, div, form, h1, h2, h3, input, li, nav, ol, p, section, small, span, strong, ul
from markupsafe import Markup

from yurei import referee as referees
from yurei.apps.web.board.board import Picture, Say, drawn, pictured
from yurei.apps.web.learn.examples import Course, Lesson, Scene, courses
from yurei.apps.web.learn.guided_parts import guided_shelf
from yurei.apps.web.learn.written_rules import game_rules, referee_rules, sentences, usual_komi
from yurei.apps.web.new_game.form import address_from
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import LEARN
from yurei.languages import N_, translation
from yurei.referee.announce import COLOURS, speak, speak_result
from yurei.referee.noticed import doubtful, just_taken
from yurei.referee.referee import Referee
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import Kind

EXAMPLES = N_(
    "Each game is explained by the examples of its rule page. Play them move by move, hear what each referee announces, "
    "and try for yourself."
)
FURTHER = (
    (
        "/learn/referees",
        N_("How a referee speaks"),
        N_("Compare referees: who is told what, and how each announces the same moves."),
    ),
    ("/analysis", N_("Analysis board"), N_("Small boards of Alter Igo are solved: see the value of every move.")),
)
"""Pages to learn from that are about no single game: address, title, and a sentence."""

# All games.


def learn_page(language: str) -> str:
    """Return the page with every game, a picture of its first example, and a link to the referees."""
    say = translation(language).gettext
    return document(
        say(N_("Learn")),
        [
            h1[say(N_("Learn"))],
            guided_shelf(say),
            h2[say(N_("The rules, example by example"))],
            p[say(EXAMPLES)],
            div(".shelf")[
                (
                    a(".place.book", href=f"/learn/{course.page.slug}")[
                        _thumb(Lesson(course, 1, course.referee), "", say),
                        span[strong[say(course.page.title)], small[say(course.page.summary)]],
                    ]
                    for course in courses()
                ),
                (
                    a(".place.book", href=address)[span[strong[say(title)], small[say(words)]]]
                    for address, title, words in FURTHER
                ),
            ],
        ],
        language,
        extras=("front.css", "guided.css"),
        here=LEARN,
    )


def _thumb(lesson: Lesson, name: str, say: Say) -> Markup:
    """Draw the starting position of an example as a small picture; its claim is the text beside it."""
    label = say(N_("The board at the beginning"))
    return pictured(Picture(lesson.settings.size, lesson.after(0).cells, f"thumb{name}", label))


# One game.


def game_lessons_page(lesson: Lesson, moment: int, language: str) -> str:
    """Return the page of a game's or referee's examples, one of them on live boards."""
    say, course = translation(language).gettext, lesson.course
    return document(
        say(N_("Learn {game}")).format(game=say(course.page.title)),
        [
            p(".note")[a(href="/learn")[say(N_("Learn"))], " / ", say(course.page.title)],
            h1[say(course.page.title)],
            p(".summary")[
                say(course.page.summary),
                isinstance(course.page, Ruleset) and [" ", a(href=course.page.source)[say(N_("The rule page"))]],
            ],
            _rules(course, language),
            Markup(lesson_part(lesson, moment, language)),
            nav(".chapters", aria_label=say(N_("Examples")))[
                h2[say(N_("All examples"))],
                ol[(_chapter(course, number, lesson, say) for number in range(1, len(course.examples) + 1))],
            ],
        ],
        language,
        extras=("front.css", "front.js"),
        here=LEARN,
    )


def _rules(course: Course, language: str) -> Element:
    """Draw the full rules of the course's game, or of its referee."""
    say, of_game = translation(language).gettext, isinstance(course.page, Ruleset)
    texts = [*game_rules(course.ruleset, say)] if of_game else [*referee_rules(course.referee, say)]
    komi = usual_komi(course.ruleset, language) if of_game else None
    return section("#rules", class_="panel")[
        h2[say(N_("The rules"))],
        sentences([*texts, *([komi] if komi else [])]),
        p(".note")[a(href="/learn/referees")[say(N_("How a referee speaks"))]],
    ]


def _chapter(course: Course, number: int, shown: Lesson, say: Say) -> Element:
    lesson = Lesson(course, number, shown.referee)
    here = "true" if number == shown.number else None
    return li[
        a(".place", href=f"{lesson_address(lesson)}#lesson", aria_current=here)[
            _thumb(lesson, f"{number}", say), span[say(lesson.example.claim)]
        ]
    ]


def lesson_address(lesson: Lesson, moment: int = 0) -> str:
    """Return the address of a moment of an example, without default values."""
    usual = {"example": 1, "at": 0, "referee": lesson.course.referee.slug}
    chosen = {"example": lesson.number, "at": moment, "referee": lesson.referee.slug}
    query = {name: value for name, value in chosen.items() if value != usual[name]}
    address = f"/learn/{lesson.course.page.slug}"
    return f"{address}?{urlencode(query)}" if query else address


def lesson_part(lesson: Lesson, moment: int, language: str) -> str:
    """Return the live part of the page: the boards after so many tries, and the announcements."""
    say = translation(language).gettext
    scene, last = lesson.after(moment), len(lesson.example.tries)
    return str(
        section("#lesson")[
            h2[say(lesson.example.claim)],
            div(".stage")[
                _announcement(lesson, scene, language),
                nav(".steps", aria_label=say(N_("Step through the example")))[
                    _step(lesson, 0, say(N_("Start"))),
                    _step(lesson, max(0, scene.moment - 1), say(N_("Back"))),
                    span(".moment")[say(N_("Try {moment} of {last}")).format(moment=scene.moment, last=last)],
                    _step(lesson, min(last, scene.moment + 1), say(N_("Forward"))),
                    _step(lesson, last, say(N_("End"))),
                ],
            ],
            div(".boards")[_boards(lesson, scene, say)],
            any(map(doubtful, scene.views))
            and p(".note")[say(N_("Captured stones are not named: some stones on a player’s own board may be gone."))],
            _voices(lesson, scene, language),
            form(".try", method="post", action=f"/learn/{lesson.course.page.slug}")[
                input(type="hidden", name="example", value=str(lesson.number)),
                input(type="hidden", name="referee", value=lesson.referee.slug),
                button(".primary")[say(N_("Try it yourself from this position"))],
                scene.result is None
                and a(".button", href=address_from(lesson.settings, scene.cells, _to_move(lesson, scene)))[
                    say(N_("Challenge somebody from here"))
                ],
                small(".note")[say(N_("A game of your own begins where the example begins; you play both sides."))],
            ],
        ]
    )


def _to_move(lesson: Lesson, scene: Scene) -> Colour:
    return scene.last.after.to_move if scene.last else lesson.example.first


def _step(lesson: Lesson, moment: int, words: str) -> Element:
    return a(href=f"{lesson_address(lesson, moment)}#lesson", data_part="lesson")[words]


def _announcement(lesson: Lesson, scene: Scene, language: str) -> Element:
    """Draw the last try and the chosen referee's announcement."""
    say, size = translation(language).gettext, lesson.settings.size
    if scene.last is None or scene.told is None:
        first = say(N_("{mover} is to move.")).format(mover=say(COLOURS[lesson.example.first]))
        return div(".quote")[p(".tried")[say(N_("The example begins."))], p(".said", role="status")[first]]
    sentences = [speak(lesson.referee, scene.told, size, language)]
    if scene.result is not None:
        sentences.append(speak_result(scene.result, language, lesson.settings.ruleset))
    return div(".quote")[
        p(".tried")[tried_words(scene.last, size, say)],
        p(".said", role="status", data_outcome=scene.told.outcome.value)[" ".join(sentences)],
    ]


TRIED = {
    Kind.STONE: N_("{mover} tries a stone at {point}."),
    Kind.GHOST: N_("{mover} tries a ghost at {point}."),
    Kind.PASS: N_("{mover} tries to pass."),
    Kind.RESIGN: N_("{mover} tries to resign."),
}


def tried_words(verdict: Verdict, size: Size, say: Say) -> str:
    """Return the sentence that says what was tried."""
    point = verdict.attempt.point
    return say(TRIED[verdict.attempt.kind]).format(
        mover=say(COLOURS[verdict.mover]), point="" if point is None else size.name(point)
    )


def _point(verdict: Verdict | None) -> tuple[int, bool] | None:
    if verdict is None or verdict.attempt.point is None:
        return None
    return verdict.attempt.point, not verdict.accepted


SEEN = (N_("Black’s view"), N_("White’s view"))


def _boards(lesson: Lesson, scene: Scene, say: Say) -> Iterable[Element]:
    """Draw the true board and each player's view; the last try is marked where its point is known."""
    size, mark = lesson.settings.size, _point(scene.last)
    gone = () if scene.last is None else (*scene.last.captured, *scene.last.own_losses)
    yield _board(Picture(size, scene.cells, "reference", say(N_("True board")), last=mark, taken=gone), say)
    for colour, words, view in zip((BLACK, WHITE), SEEN, scene.views, strict=True):
        yield _board(
            Picture(
                size=size,
                cells=view.board,
                name=view.seat.name,
                label=say(words),
                last=mark if scene.last is not None and scene.last.mover is colour else None,
                uncertain=doubtful(view),
                taken=just_taken(view),
                fog=view.fog,
            ),
            say,
        )


def _board(picture: Picture, say: Say) -> Element:
    return section(".still")[h3[picture.label], drawn(picture, say)]


def _voices(lesson: Lesson, scene: Scene, language: str) -> Element:
    """Draw every referee's announcement of the same try, each sentence once; a name links to that referee's boards."""
    say = translation(language).gettext
    said = lesson.said(scene.moment, language) or [("", referees.ALL)]
    return section(".voices")[
        h3[say(N_("What each referee says"))],
        ul[
            (
                li[sentence and p[sentence], span[(_referee(lesson, who, scene.moment, say) for who in those)]]
                for sentence, those in said
            )
        ],
        p(".note")[
            say(N_("Choose a referee to see the boards as its players do.")),
            " ",
            a(href="/learn/referees")[say(N_("How a referee speaks"))],
        ],
    ]


def _referee(lesson: Lesson, who: Referee, moment: int, say: Say) -> Element:
    address = lesson_address(Lesson(lesson.course, lesson.number, who), moment)
    here = "true" if who == lesson.referee else None
    return a(".tool", href=f"{address}#lesson", data_part="lesson", aria_current=here)[say(who.title)]
