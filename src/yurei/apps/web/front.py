"""The ways in: home, the page to make a game on, and the pages to learn from. They know nothing of any game in play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from random import SystemRandom

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei import referee, rules
from yurei.apps.web.form import FIELDS, Wish, address_of, read_form, shortest
from yurei.apps.web.home import home_page
from yurei.apps.web.learn import game_lessons_page, learn_page, lesson_part, referees_page
from yurei.apps.web.lessons import Lesson
from yurei.apps.web.newgame import new_game, plan_part
from yurei.apps.web.readers import spoken_to, wants_fragment
from yurei.errors import BadValue, Unknown, YureiError
from yurei.languages import N_, translation

SitDown = Callable[[Request, Wish], Awaitable[Response]]
"""Makes the game that somebody wishes, and leads him to his chair."""


def add_front(app: FastAPI, sit_down: SitDown) -> None:
    """Add the routes of the front to the application."""

    @app.get("/")
    async def home(request: Request) -> Response:
        """Home: every way to play, to watch and to learn. An address with a set-up in it leads to the form."""
        chosen = _filled(request)
        if chosen:
            return RedirectResponse(address_of(chosen), 303)
        return HTMLResponse(home_page(spoken_to(request)))

    @app.get("/new")
    async def new(request: Request) -> Response:
        """The page to make a game on, filled in as its address says."""
        chosen, language = _filled(request), spoken_to(request)
        try:
            least = shortest(chosen)
        except YureiError as error:
            wrong = error.words.said(translation(language).gettext)
            page = plan_part(language, chosen) if wants_fragment(request) else new_game(language, chosen, wrong)
            return HTMLResponse(page, 422)
        if wants_fragment(request):
            return HTMLResponse(plan_part(language, chosen))
        if least != dict(request.query_params):
            return RedirectResponse(address_of(least), 303)
        return HTMLResponse(new_game(language, least))

    @app.post("/games")
    async def make(request: Request) -> Response:
        """Make a game, and sit down where its maker wishes."""
        form = await request.form()
        chosen = {key: value for key, value in form.items() if isinstance(value, str)}
        try:
            wish = read_form(chosen, SystemRandom())
        except YureiError as error:
            chosen, language = {key: value[:40] for key, value in chosen.items()}, spoken_to(request)
            return HTMLResponse(new_game(language, chosen, error.words.said(translation(language).gettext)), 422)
        return await sit_down(request, wish)


def _filled(request: Request) -> dict[str, str]:
    """The fields of the form that the address fills in."""
    given = request.query_params
    return {key: given[key][:40] for key in FIELDS if given.get(key, "").strip()}


def add_lessons(app: FastAPI, sit_down: SitDown) -> None:
    """Add the routes to learn by to the application."""

    @app.get("/learn")
    async def learn(request: Request) -> HTMLResponse:
        """Every game that can be learned."""
        return HTMLResponse(learn_page(spoken_to(request)))

    @app.get("/learn/referees")
    async def referees_speak(request: Request) -> HTMLResponse:
        """Who is told what, by each referee."""
        return HTMLResponse(referees_page(spoken_to(request)))

    @app.get("/learn/{ruleset}")
    async def lessons(request: Request, ruleset: str) -> HTMLResponse:
        """The examples of a game's rule page, one of them on live boards."""
        given = request.query_params
        lesson = _lesson(ruleset, given)
        draw = lesson_part if wants_fragment(request) else game_lessons_page
        return HTMLResponse(draw(lesson, _number(given.get("at", "0")), spoken_to(request)))

    @app.post("/learn/{ruleset}")
    async def try_it(request: Request, ruleset: str) -> Response:
        """Begin a game of one's own where an example begins."""
        form = await request.form()
        lesson = _lesson(ruleset, {key: value for key, value in form.items() if isinstance(value, str)})
        settings = lesson.settings
        terms = {"setup": lesson.example.board, "watching": "nobody"}
        return await sit_down(request, Wish(settings, {}, settings.seating.slug, terms))


def _lesson(ruleset: str, given: Mapping[str, str]) -> Lesson:
    """The example that is asked for, under the referee that is asked for.

    Raises:
        Unknown: where there is no such game, example or referee.
    """
    game = rules.get(ruleset)
    who = referee.get(given["referee"]) if given.get("referee") else referee.ALL[0]
    number = _number(given.get("example", "1"))
    if not 1 <= number <= len(game.examples):
        raise Unknown(
            N_("there is no example {number} of this game; it has {count}"), number=number, count=len(game.examples)
        )
    return Lesson(game, number, who)


def _number(text: str) -> int:
    """A whole number in an address.

    Raises:
        BadValue: where it is none.
    """
    if not text.isdecimal() or len(text) > 9:
        raise BadValue(N_("{text} is no whole number here; give one such as 2"), text=repr(text[:20]))
    return int(text)
