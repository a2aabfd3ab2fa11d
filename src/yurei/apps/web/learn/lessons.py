"""Lessons: examples for games and referees on boards to step through, the pages that list them, and routes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode

import htpy as h
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from yurei import referee as referees
from yurei import rules
from yurei.apps.web.frame.board import Picture, draw_board, draw_picture
from yurei.apps.web.frame.html import cache_html
from yurei.apps.web.frame.http import PERSON, check_cookies, get_language, parse_whole_number, wants_fragment
from yurei.apps.web.frame.page import LEARN, draw_document
from yurei.apps.web.learn.guided import draw_guided_list
from yurei.apps.web.parts.fields import TableMaker, new_game_address
from yurei.apps.web.parts.written_rules import ALWAYS, describe_usual_komi, draw_sentences, game_rules, referee_rules
from yurei.club.model.chairs import PlannedGame
from yurei.errors import Unknown, unknown
from yurei.languages import N_, Gettext, translation
from yurei.records import verify
from yurei.referee.announce import COLOURS, Attempt, speak, speak_result
from yurei.referee.referee import Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View, doubtful_points, points_just_taken
from yurei.rules.board import BLACK, WHITE, read_board
from yurei.rules.judge import Verdict
from yurei.rules.points import Size
from yurei.rules.ruleset import Example, Ruleset
from yurei.rules.state import Kind, Result, start

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


def learn_page(language: str) -> str:
    """Return the page that lists all games, each with a picture of its first example, and links to the referees."""
    say = translation(language).gettext
    return draw_document(
        say(N_("Learn")),
        [
            h.h1[say(N_("Learn"))],
            draw_guided_list(say),
            h.h2[say(N_("The rules, example by example"))],
            h.p[say(EXAMPLES)],
            h.div(".shelf")[
                (
                    h.a(".place.book", href=f"/learn/{course.page.slug}")[
                        _draw_thumbnail(Lesson(course, 1, course.referee), "", say),
                        h.span[h.strong[say(course.page.title)], h.small[say(course.page.summary)]],
                    ]
                    for course in courses()
                ),
                (
                    h.a(".place.book", href=address)[h.span[h.strong[say(title)], h.small[say(words)]]]
                    for address, title, words in FURTHER
                ),
            ],
        ],
        language,
        extras=("front.css", "guided.css"),
        here=LEARN,
    )


def _draw_thumbnail(lesson: Lesson, name: str, say: Gettext) -> Markup:
    """Draw the starting position of an example as a small picture."""
    label = say(N_("The board at the beginning"))
    return draw_picture(Picture(lesson.settings.size, lesson.scene_after(0).cells, f"thumb{name}", label))


def game_lessons_page(lesson: Lesson, moment: int, language: str) -> str:
    """Return the page with the examples of a game or referee, one of them on boards to step through."""
    say, course = translation(language).gettext, lesson.course
    return draw_document(
        say(N_("Learn {game}")).format(game=say(course.page.title)),
        [
            h.p(".note")[h.a(href="/learn")[say(N_("Learn"))], " / ", say(course.page.title)],
            h.h1[say(course.page.title)],
            h.p(".summary")[
                [say(course.page.summary), " ", h.a(href="#rules")[say(N_("The rules"))]],
                isinstance(course.page, Ruleset) and [" · ", h.a(href=course.page.source)[say(N_("The rule page"))]],
            ],
            Markup(lesson_part(lesson, moment, language)),
            _draw_rules(course, language),
            h.nav(".chapters", aria_label=say(N_("Examples")))[
                h.h2[say(N_("All examples"))],
                h.ol[
                    (_draw_chapter(replace(lesson, number=n), lesson, say) for n in range(1, len(course.examples) + 1))
                ],
            ],
        ],
        language,
        extras=("front.css", "front.js"),
        here=LEARN,
    )


def _draw_rules(course: Course, language: str) -> h.Element:
    say, of_game = translation(language).gettext, isinstance(course.page, Ruleset)
    texts = [*game_rules(course.ruleset, say)] if of_game else [*referee_rules(course.referee, say)]
    komi = describe_usual_komi(course.ruleset, language) if of_game else None
    return h.section("#rules", class_="panel")[
        h.h2[say(N_("The rules"))],
        draw_sentences([*texts, *([komi] if komi else [])]),
        h.p(".note")[h.a(href="/learn/referees")[say(N_("How a referee speaks"))]],
    ]


def _draw_chapter(lesson: Lesson, shown: Lesson, say: Gettext) -> h.Element:
    here = "true" if lesson == shown else None
    return h.li[
        h.a(".place", href=f"{lesson_address(lesson)}#lesson", aria_current=here)[
            _draw_thumbnail(lesson, f"{lesson.number}", say), h.span[say(lesson.example.claim)]
        ]
    ]


def lesson_address(lesson: Lesson, moment: int = 0) -> str:
    """Return the address of an example after ``moment`` tries, without default values."""
    usual = {"example": 1, "at": 0, "referee": lesson.course.referee.slug}
    chosen = {"example": lesson.number, "at": moment, "referee": lesson.referee.slug}
    query = {name: value for name, value in chosen.items() if value != usual[name]}
    address = f"/learn/{lesson.course.page.slug}"
    return f"{address}?{urlencode(query)}" if query else address


def lesson_part(lesson: Lesson, moment: int, language: str) -> str:
    """Return the part of an example's page that changes: boards and announcements after ``moment`` tries."""
    say = translation(language).gettext
    scene, last = lesson.scene_after(moment), len(lesson.example.tries)
    to_move = scene.last.after.to_move if scene.last else lesson.example.first
    return str(
        h.section("#lesson")[
            h.h2[say(lesson.example.claim)],
            h.div(".stage")[
                _draw_announcement(lesson, scene, language),
                h.nav(".steps", aria_label=say(N_("Step through the example")))[
                    _draw_step_link(lesson, 0, say(N_("Start"))),
                    _draw_step_link(lesson, max(0, scene.moment - 1), say(N_("Back"))),
                    h.span(".moment")[say(N_("Try {moment} of {last}")).format(moment=scene.moment, last=last)],
                    _draw_step_link(lesson, min(last, scene.moment + 1), say(N_("Forward"))),
                    _draw_step_link(lesson, last, say(N_("End"))),
                ],
            ],
            h.div(".boards")[_draw_boards(lesson, scene, say)],
            any(map(doubtful_points, scene.views))
            and h.p(".note")[
                say(N_("Captured stones are not named: some stones on a player’s own board may be gone."))
            ],
            _draw_all_referees(lesson, scene, language),
            h.form(".try", method="post", action=f"/learn/{lesson.course.page.slug}")[
                h.input(type="hidden", name="example", value=str(lesson.number)),
                h.input(type="hidden", name="referee", value=lesson.referee.slug),
                h.button(".primary")[say(N_("Try it yourself from this position"))],
                scene.result is None
                and h.a(".button", href=new_game_address(lesson.settings, scene.cells, to_move))[
                    say(N_("Challenge somebody from here"))
                ],
                h.small(".note")[say(N_("A game of your own begins where the example begins; you play both sides."))],
            ],
        ]
    )


def _draw_step_link(lesson: Lesson, moment: int, words: str) -> h.Element:
    return h.a(href=f"{lesson_address(lesson, moment)}#lesson", data_part="lesson")[words]


def _draw_announcement(lesson: Lesson, scene: Scene, language: str) -> h.Element:
    say, size = translation(language).gettext, lesson.settings.size
    if scene.last is None or scene.told is None:
        first = say(N_("{mover} is to move.")).format(mover=say(COLOURS[lesson.example.first]))
        return h.div(".quote")[h.p(".tried")[say(N_("The example begins."))], h.p(".said", role="status")[first]]
    sentences = [speak(lesson.referee, scene.told, size, language)]
    if scene.result is not None:
        sentences.append(speak_result(scene.result, language, lesson.settings.ruleset))
    return h.div(".quote")[
        h.p(".tried")[_describe_try(scene.last, size, say)],
        h.p(".said", role="status", data_outcome=scene.told.outcome.value)[" ".join(sentences)],
    ]


TRIED = {
    Kind.STONE: N_("{mover} tries a stone at {point}."),
    Kind.GHOST: N_("{mover} tries a ghost at {point}."),
    Kind.PASS: N_("{mover} tries to pass."),
    Kind.RESIGN: N_("{mover} tries to resign."),
}


def _describe_try(verdict: Verdict, size: Size, say: Gettext) -> str:
    point = verdict.attempt.point
    return say(TRIED[verdict.attempt.kind]).format(
        mover=say(COLOURS[verdict.mover]), point="" if point is None else size.name(point)
    )


SEEN = (N_("Black’s view"), N_("White’s view"))


def _draw_boards(lesson: Lesson, scene: Scene, say: Gettext) -> Iterable[h.Element]:
    """Draw the true board and each player's view; the true board and the mover's view mark the last try."""
    size, last = lesson.settings.size, scene.last
    mark = None if last is None or last.attempt.point is None else (last.attempt.point, not last.accepted)
    gone = () if last is None else (*last.captured, *last.own_losses)
    yield _draw_board(Picture(size, scene.cells, "reference", say(N_("True board")), last=mark, taken=gone), say)
    for colour, words, view in zip((BLACK, WHITE), SEEN, scene.views, strict=True):
        yield _draw_board(
            Picture(
                size=size,
                cells=view.board,
                name=view.seat.name,
                label=say(words),
                last=mark if last is not None and last.mover is colour else None,
                uncertain=doubtful_points(view),
                taken=points_just_taken(view),
                fog=view.fog,
            ),
            say,
        )


def _draw_board(picture: Picture, say: Gettext) -> h.Element:
    return h.section(".still")[h.h3[picture.label], draw_board(picture, say)]


def _draw_all_referees(lesson: Lesson, scene: Scene, language: str) -> h.Element:
    """Draw how all referees announce one try, grouped by sentence; a referee's name links to its boards."""
    say = translation(language).gettext
    said = lesson.list_announcements(scene.moment, language) or [("", referees.ALL)]
    return h.section(".voices")[
        h.h3[say(N_("What each referee says"))],
        h.ul[
            (
                h.li[
                    sentence and h.p[sentence],
                    h.span[(_draw_referee(replace(lesson, referee=who), lesson, scene.moment, say) for who in those)],
                ]
                for sentence, those in said
            )
        ],
        h.p(".note")[
            say(N_("Choose a referee to see the boards as its players do.")),
            " ",
            h.a(href="/learn/referees")[say(N_("How a referee speaks"))],
        ],
    ]


def _draw_referee(lesson: Lesson, shown: Lesson, moment: int, say: Gettext) -> h.Element:
    address, here = f"{lesson_address(lesson, moment)}#lesson", "true" if lesson == shown else None
    return h.a(".tool", href=address, data_part="lesson", aria_current=here)[say(lesson.referee.title)]


def lesson_routes(app: FastAPI, tables: TableMaker) -> None:
    """Add the routes of the lessons."""

    @app.get("/learn")
    async def learn(request: Request) -> HTMLResponse:
        """List the games with lessons."""
        return HTMLResponse(learn_page(get_language(request)))

    @app.get("/learn/referees")
    async def referees_speak(request: Request) -> HTMLResponse:
        """Show the rules of each referee's announcements, with an example."""
        return HTMLResponse(referees_page(get_language(request)))

    @app.get("/learn/seals")
    async def seals(request: Request) -> HTMLResponse:
        """Explain the referee's seals and how to check them."""
        return HTMLResponse(seals_page(get_language(request)))

    @app.get("/verify.py")
    async def verifier() -> Response:
        """Send the program that checks seals, as a single file."""
        return Response(Path(verify.__file__).read_bytes(), media_type="text/x-python")

    @app.get("/learn/{course}")
    async def lessons(request: Request, course: str) -> HTMLResponse:
        """Show the examples of a game or of a referee, one of them on boards to step through."""
        given = request.query_params
        lesson = _find_lesson(course, given)
        draw = lesson_part if wants_fragment(request) else game_lessons_page
        return HTMLResponse(draw(lesson, parse_whole_number(given.get("at", "0")), get_language(request)))

    @app.post("/learn/{course}")
    async def try_it(request: Request, course: str) -> Response:
        """Start a new game from the starting position of an example."""
        check_cookies(request)
        form = await request.form()
        lesson = _find_lesson(course, {key: value for key, value in form.items() if isinstance(value, str)})
        settings = lesson.settings
        terms = {"setup": lesson.example.board, "watching": "nobody"}
        wish = PlannedGame(settings, {}, settings.seating.slug, terms)
        return await tables.sit_down(request, wish, request.cookies.get(PERSON))


def _find_lesson(slug: str, given: Mapping[str, str]) -> Lesson:
    course = get_course(slug)
    who = referees.get(given["referee"]) if given.get("referee") else course.referee
    number = parse_whole_number(given.get("example", "1"))
    if not 1 <= number <= len(course.examples):
        raise Unknown(
            N_("there is no example {number} of this game; it has {count}"), number=number, count=len(course.examples)
        )
    return Lesson(course, number, who)


@dataclass(frozen=True)
class Scene:
    """State of an example after ``moment`` tries: the true board, each player's view, and the last try."""

    moment: int
    cells: bytes
    views: tuple[View, ...]
    last: Verdict | None
    told: Told | None
    result: Result | None


@dataclass(frozen=True)
class Course:
    """The examples for ``page``, a ruleset or a referee; ``referee`` is the referee unless another is chosen."""

    page: Ruleset | Referee
    ruleset: Ruleset
    referee: Referee

    @classmethod
    def of_game(cls, ruleset: Ruleset) -> Course:
        """Return the course of a game, with the examples of its rule page."""
        return cls(ruleset, ruleset, referees.ALL[0])

    @classmethod
    def of_referee(cls, who: Referee) -> Course:
        """Return the course of a referee, with the examples of the first ruleset in ``rules.ALL``."""
        return cls(who, rules.ALL[0], who)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples of the ruleset or the referee."""
        return self.page.examples


def courses() -> list[Course]:
    """Return all courses that have examples: games first, then referees."""
    everything = [*map(Course.of_game, rules.ALL), *map(Course.of_referee, referees.ALL)]
    return [course for course in everything if course.examples]


def get_course(slug: str) -> Course:
    """Return the course with a slug; raises Unknown if there is none."""
    known = {course.page.slug: course for course in courses()}
    if slug not in known:
        raise unknown("ruleset", slug, known)
    return known[slug]


@dataclass(frozen=True)
class Lesson:
    """An example of a course, given by its number from 1, and the referee that judges its tries."""

    course: Course
    number: int
    referee: Referee

    @property
    def example(self) -> Example:
        """The shown example."""
        return self.course.examples[self.number - 1]

    @property
    def settings(self) -> Settings:
        """Game settings of the example: one person plays all seats, and komi is 0, so that only the board counts."""
        size = read_board(self.example.board)[1]
        plain = {"width": size.width, "height": size.height, "seating": "solo", "first": self.example.first.word}
        komi = {"komi": 0} if self.course.ruleset.counts else {}
        return read_settings({**plain, **komi}, self.course.ruleset, self.referee)

    def scene_after(self, moment: int) -> Scene:
        """Return the scene after ``moment`` tries, or after all if there are fewer."""
        verdicts: list[Verdict] = []
        settings = self.settings
        table = Table.of(settings, self.example.board, verdicts.append)
        said: Attempt | None = None
        for words in self.example.tries[:moment]:
            assert table.to_move is not None
            said = table.attempt(table.to_move, words)
        opening = start(settings.ruleset, settings.size, settings.komi, settings.first, self.example.board)
        return Scene(
            moment=len(verdicts),
            cells=verdicts[-1].after.cells if verdicts else opening.cells,
            views=tuple(table.view(seat.name) for seat in settings.seating.seats),
            last=verdicts[-1] if verdicts else None,
            told=None if said is None else said.told[AUDIENCE.name],
            result=table.result,
        )

    def list_announcements(self, moment: int, language: str) -> list[tuple[str, list[Referee]]]:
        """Return the sentences that announce try ``moment``, each with the referees that use it."""
        voices: dict[str, list[Referee]] = {}
        for who in referees.ALL:
            told = replace(self, referee=who).scene_after(moment).told
            if told is not None:
                voices.setdefault(speak(who, told, self.settings.size, language), []).append(who)
        return list(voices.items())


SEALS = N_("What seals are for")
WHY = (
    N_("You rely on the referee’s announcements. A seal guarantees that they cannot be changed later."),
    N_("With every try everybody in the game gets the same seal: 64 hexadecimal digits that reveal nothing about the try, and match only this try and all tries before it."),
    N_("Once the game is over its record opens all seals. Whoever has kept one can check that nothing before it was changed."),
)  # fmt: skip
HOW = (
    N_("While you play, keep a seal: it stands under “All announcements”; write it down or copy it."),
    N_("After the end, download the record of the game."),
    N_("Check it with this command, or with a file that needs nothing but Python:"),
)
COMMANDS = "yurei verify yurei-GAME.jsonl SEAL\npython verify.py yurei-GAME.jsonl SEAL"
LIMITS = (
    N_("A seal does not show that an announcement was right when it was made; the record does, because it is judged again by the rules."),
    N_("Nor does it show that nobody looked at the board in secret."),
)  # fmt: skip


def referees_page(language: str) -> str:
    """Return the page about referees: each referee's rules, and its announcements in the same example."""
    say = translation(language).gettext
    return draw_document(
        say(N_("How a referee speaks")),
        [
            h.p(".note")[h.a(href="/learn")[say(N_("Learn"))], " / ", say(N_("How a referee speaks"))],
            h.h1[say(N_("How a referee speaks"))],
            h.ul(".always")[(h.li[say(sentence)] for sentence in ALWAYS)],
            [_draw_portrait(who, language) for who in referees.ALL],
        ],
        language,
        extras=("front.css",),
        here=LEARN,
    )


@cache_html
def _draw_portrait(who: Referee, language: str) -> h.Element:
    """Draw a referee: the rules of its announcements, and its announcements in an example."""
    say = translation(language).gettext
    lesson = Lesson(Course.of_game(rules.ALL[0]), 1, who)
    return h.section(f"#{who.slug}", class_="portrait")[
        h.h2[say(who.title)],
        draw_sentences(referee_rules(who, say)),
        h.div(".transcript")[
            h.h3[say(N_("Announcements in the rule page’s example"))],
            h.ol(".lines")[
                (_draw_portrait_line(lesson, moment, language) for moment in range(1, len(lesson.example.tries) + 1))
            ],
            h.p(".note")[h.a(href=f"{lesson_address(lesson)}")[say(N_("See it on the boards"))]],
        ],
    ]


def _draw_portrait_line(lesson: Lesson, moment: int, language: str) -> h.Node:
    scene = lesson.scene_after(moment)
    assert scene.told is not None
    assert scene.last is not None
    say, size = translation(language).gettext, lesson.settings.size
    return h.li[
        h.span[_describe_try(scene.last, size, say)], " ", h.strong[speak(lesson.referee, scene.told, size, language)]
    ]


def seals_page(language: str) -> str:
    """Return the page about seals: their purpose, how to check them, and their limits."""
    say = translation(language).gettext
    return draw_document(
        say(SEALS),
        [
            h.p(".note")[h.a(href="/learn")[say(N_("Learn"))], " / ", say(SEALS)],
            h.h1[say(SEALS)],
            h.section[(h.p[say(sentence)] for sentence in WHY)],
            h.section[
                h.h2[say(N_("How to check one"))],
                h.ol[(h.li[say(sentence)] for sentence in HOW)],
                h.pre[h.code[COMMANDS]],
                h.p[h.a(href="/verify.py", download=True)[say(N_("Download verify.py"))]],
            ],
            h.section[h.h2[say(N_("What it does not show"))], (h.p[say(sentence)] for sentence in LIMITS)],
        ],
        language,
        extras=("front.css",),
        here=LEARN,
    )
