"""How a referee speaks: who is told what, by each, and what he says of the same moves."""

from __future__ import annotations

from collections.abc import Iterable

from htpy import Element, Node, a, div, h1, h2, h3, li, ol, p, section, span, strong, ul

from yurei import referee as referees
from yurei import rules
from yurei.apps.web.lessons import Course, Lesson
from yurei.apps.web.pages.frame import document
from yurei.apps.web.pages.learn import lesson_address, tried_words
from yurei.apps.web.parts.navigation import LEARN
from yurei.apps.web.parts.pieces import piece
from yurei.languages import N_, translation
from yurei.referee.announce import speak
from yurei.referee.referee import Captures, Referee

CAPTURED = {
    Captures.POINTS: N_("All hear which stones were captured."),
    Captures.COUNT: N_("All hear how many stones were captured, and not which."),
    Captures.NOTHING: N_("Captures are not announced."),
}
OWNER = {
    Captures.POINTS: N_("Their owner alone hears which."),
    Captures.COUNT: N_("Their owner alone hears how many."),
}
VANISH = {
    True: N_("Captured stones vanish from their owner’s board."),
    False: N_("Nothing disappears by itself: some stones on a player’s own board may be gone."),
}
ATARI = {
    True: N_("All hear who is put into atari, but never which stones."),
    False: N_("Atari is never announced."),
}
REASON = {
    True: N_("All hear why a try is refused."),
    False: N_("A refused try is called illegal, and no reason is given."),
}
TAKEBACK = {
    True: N_("No takebacks: announcements cannot be undone."),
    False: N_("Takebacks need the opponent’s consent."),
}
ALWAYS = (
    N_("Announcements are public: everybody hears the same."),
    N_("Only the player who tried a point knows it."),
    N_("A pass and a resignation are always announced."),
    N_("After the end the whole board and every try are shown to all."),
)


def referee_words(who: Referee) -> Iterable[str]:
    """Who is told what, in sentences made from the referee's row."""
    yield CAPTURED[who.captures]
    if who.owner_hears is not who.captures:
        yield OWNER[who.owner_hears]
    yield VANISH[who.vanishes]
    yield ATARI[who.atari]
    yield REASON[who.reasons]
    yield TAKEBACK[who.hides]
    if not who.hides:
        yield N_("Everybody sees the whole board.")
    elif who.sight:
        yield N_("Each player sees what stands near their own stones, and nothing farther off; spectators see nothing.")


def referees_page(language: str) -> str:
    """Who is told what, by each referee, and what he says of the same example."""
    return _drawn(tuple(referees.ALL), language)


@piece
def _drawn(shown: tuple[Referee, ...], language: str) -> str:
    say = translation(language).gettext
    return document(
        say(N_("How a referee speaks")),
        [
            p(".note")[a(href="/learn")[say(N_("Learn"))], " / ", say(N_("How a referee speaks"))],
            h1[say(N_("How a referee speaks"))],
            ul(".always")[(li[say(sentence)] for sentence in ALWAYS)],
            (_portrait(who, language) for who in shown),
        ],
        language,
        extras=("front.css",),
        here=LEARN,
    )


def _portrait(who: Referee, language: str) -> Element:
    """A referee: what he tells whom, and how the rule page's own example sounds from him."""
    say = translation(language).gettext
    lesson = Lesson(Course.of_game(rules.ALL[0]), 1, who)
    return section(f"#{who.slug}", class_="portrait")[
        h2[say(who.title)],
        ul[(li[say(sentence)] for sentence in referee_words(who))],
        div(".transcript")[
            h3[say(N_("Announcements in the rule page’s example"))],
            ol(".lines")[(_line(lesson, moment, language) for moment in range(1, len(lesson.example.tries) + 1))],
            p(".note")[a(href=f"{lesson_address(lesson)}")[say(N_("See it on the boards"))]],
        ],
    ]


def _line(lesson: Lesson, moment: int, language: str) -> Node:
    scene = lesson.after(moment)
    assert scene.told is not None
    assert scene.last is not None
    say, size = translation(language).gettext, lesson.settings.size
    return li[span[tried_words(scene.last, size, say)], " ", strong[speak(lesson.referee, scene.told, size, language)]]
