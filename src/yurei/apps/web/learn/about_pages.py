"""Pages about referees, with the same moves as each announces them, and about seals and how to check them."""

from htpy import Element, Node, a, code, div, h1, h2, h3, li, ol, p, pre, section, span, strong, ul

from yurei import referee as referees
from yurei import rules
from yurei.apps.web.learn.examples import Course, Lesson
from yurei.apps.web.learn.page import lesson_address, tried_words
from yurei.apps.web.learn.written_rules import ALWAYS, referee_rules, sentences
from yurei.apps.web.shell.drawn_once import kept
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import LEARN
from yurei.languages import N_, translation
from yurei.referee.announce import speak
from yurei.referee.referee import Referee

SEALS = N_("What seals are for")
WHY = (
    N_("You rely on the referee’s announcements. A seal guarantees that they cannot be changed later."),
    N_(
        "With every try everybody in the game gets the same seal: 64 hexadecimal digits that " "reveal nothing about the try, and match only this try and all tries before it."
    ),
    N_("Once the game is over its record opens all seals. Whoever has kept one can check that nothing before it was changed."),
)  # fmt: skip
HOW = (
    N_("While you play, keep a seal: it stands under “All announcements”; write it down or copy it."),
    N_("After the end, download the record of the game."),
    N_("Check it with this command, or with a file that needs nothing but Python:"),
)
COMMANDS = "yurei verify yurei-GAME.jsonl SEAL\npython verify.py yurei-GAME.jsonl SEAL"
LIMITS = (
    N_("A seal does not show that an announcement was right when it was made; the record " "does, because it is judged again by the rules."),
    N_("Nor does it show that nobody looked at the board in secret."),
)  # fmt: skip


def referees_page(language: str) -> str:
    """Return the page about referees: the rules of each, and its announcements in the same example."""
    say = translation(language).gettext
    return document(
        say(N_("How a referee speaks")),
        [
            p(".note")[a(href="/learn")[say(N_("Learn"))], " / ", say(N_("How a referee speaks"))],
            h1[say(N_("How a referee speaks"))],
            ul(".always")[(li[say(sentence)] for sentence in ALWAYS)],
            [_portrait(who, language) for who in referees.ALL],
        ],
        language,
        extras=("front.css",),
        here=LEARN,
    )


@kept
def _portrait(who: Referee, language: str) -> Element:
    """Draw a referee: the rules of its announcements, and the first rule page's example as it announces it."""
    say = translation(language).gettext
    lesson = Lesson(Course.of_game(rules.ALL[0]), 1, who)
    return section(f"#{who.slug}", class_="portrait")[
        h2[say(who.title)],
        sentences(referee_rules(who, say)),
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


def seals_page(language: str) -> str:
    """Return the page about seals: their purpose, how to check them, and their limits."""
    say = translation(language).gettext
    return document(
        say(SEALS),
        [
            p(".note")[a(href="/learn")[say(N_("Learn"))], " / ", say(SEALS)],
            h1[say(SEALS)],
            section[(p[say(sentence)] for sentence in WHY)],
            section[
                h2[say(N_("How to check one"))],
                ol[(li[say(sentence)] for sentence in HOW)],
                pre[code[COMMANDS]],
                p[a(href="/verify.py", download=True)[say(N_("Download verify.py"))]],
            ],
            section[h2[say(N_("What it does not show"))], (p[say(sentence)] for sentence in LIMITS)],
        ],
        language,
        extras=("front.css",),
        here=LEARN,
    )
