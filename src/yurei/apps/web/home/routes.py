"""Routes of the home page, the new-game form, and the pages to learn from. They know of no game in play."""

from collections.abc import Mapping
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei import referee
from yurei.apps.web.home.page import home_page
from yurei.apps.web.learn.about_pages import referees_page, seals_page
from yurei.apps.web.learn.examples import Lesson, course_of
from yurei.apps.web.learn.guided_routes import is_new
from yurei.apps.web.learn.page import game_lessons_page, learn_page, lesson_part
from yurei.apps.web.new_game.form import FIELDS, address_of, cut, read_plan
from yurei.apps.web.new_game.page import new_game
from yurei.apps.web.new_game.plan import plan_part
from yurei.apps.web.new_game.routes import TableMaker
from yurei.apps.web.shell.cookies import PERSON, check_cookies
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.club.club import Club
from yurei.club.model.chat import TooMuch
from yurei.club.model.game_plan import Wish
from yurei.errors import BadValue, Unknown, YureiError
from yurei.languages import N_, translation
from yurei.records import verify


def front_routes(app: FastAPI, club: Club, tables: TableMaker) -> None:
    """Add the routes of the home page and of the new-game form; ``tables`` makes the games."""

    @app.get("/")
    async def home(request: Request) -> Response:
        """Home: every way to play, to watch and to learn. An address with a set-up in it leads to the form."""
        chosen = _filled(request)
        if chosen:
            return RedirectResponse(address_of(chosen), 303)
        compiling = club.turns.compiling
        return HTMLResponse(home_page(spoken_to(request), offered=is_new(request.cookies), compiling=compiling))

    @app.get("/new")
    async def new(request: Request) -> Response:
        """Show the new-game form, filled in from its address."""
        chosen, language = _filled(request), spoken_to(request)
        wrong = _what_is_wrong(chosen, language)
        status = 422 if wrong else 200
        if wants_fragment(request):
            return HTMLResponse(plan_part(language, chosen), status)
        nickname = await club.people.nickname(request.cookies.get(PERSON))
        return HTMLResponse(new_game(language, chosen, nickname, wrong, compiling=club.turns.compiling), status)

    @app.post("/games")
    async def make(request: Request) -> Response:
        """Make a game, and lead its maker to the chair that was asked for."""
        form = await request.form()
        chosen = {key: value for key, value in form.items() if isinstance(value, str)}
        try:
            return await tables.lead(request, read_plan(chosen), chosen)
        except (BadValue, Unknown, TooMuch) as error:
            status = 429 if isinstance(error, TooMuch) else 422
            chosen, language = {key: cut(key, value) for key, value in chosen.items()}, spoken_to(request)
            wrong = error.words.said(translation(language).gettext)
            return HTMLResponse(new_game(language, chosen, chosen.get("nickname", ""), wrong), status)


def _filled(request: Request) -> dict[str, str]:
    """Return the form fields that the address fills in."""
    given = request.query_params
    return {key: cut(key, given[key]) for key in FIELDS if given.get(key, "").strip()}


def _what_is_wrong(chosen: Mapping[str, str], language: str) -> str | None:
    """Return the error message about form fields; None if they make a plan."""
    try:
        read_plan(chosen)
    except YureiError as error:
        return error.words.said(translation(language).gettext)
    return None


def lesson_routes(app: FastAPI, tables: TableMaker) -> None:
    """Add the routes of the pages to learn from."""

    @app.get("/learn")
    async def learn(request: Request) -> HTMLResponse:
        """List the games with lessons."""
        return HTMLResponse(learn_page(spoken_to(request)))

    @app.get("/learn/referees")
    async def referees_speak(request: Request) -> HTMLResponse:
        """Show the referees: the rules of their announcements, and an example."""
        return HTMLResponse(referees_page(spoken_to(request)))

    @app.get("/learn/seals")
    async def seals(request: Request) -> HTMLResponse:
        """Purpose of the referee's seals, and how to check them."""
        return HTMLResponse(seals_page(spoken_to(request)))

    @app.get("/verify.py")
    async def verifier() -> Response:
        """Send the program that checks seals, as a single file."""
        return Response(Path(verify.__file__).read_bytes(), media_type="text/x-python")

    @app.get("/learn/{course}")
    async def lessons(request: Request, course: str) -> HTMLResponse:
        """Show the examples of a game's rule page, or of a referee, one of them on live boards."""
        given = request.query_params
        lesson = _lesson(course, given)
        draw = lesson_part if wants_fragment(request) else game_lessons_page
        return HTMLResponse(draw(lesson, _number(given.get("at", "0")), spoken_to(request)))

    @app.post("/learn/{course}")
    async def try_it(request: Request, course: str) -> Response:
        """Begin a new game from the position in which an example begins."""
        check_cookies(request)
        form = await request.form()
        lesson = _lesson(course, {key: value for key, value in form.items() if isinstance(value, str)})
        settings = lesson.settings
        terms = {"setup": lesson.example.board, "watching": "nobody"}
        wish = Wish(settings, {}, settings.seating.slug, terms)
        return await tables.sit_down(request, wish, request.cookies.get(PERSON))


def _lesson(slug: str, given: Mapping[str, str]) -> Lesson:
    """Return the requested example under the requested referee."""
    course = course_of(slug)
    who = referee.get(given["referee"]) if given.get("referee") else course.referee
    number = _number(given.get("example", "1"))
    if not 1 <= number <= len(course.examples):
        raise Unknown(
            N_("there is no example {number} of this game; it has {count}"), number=number, count=len(course.examples)
        )
    return Lesson(course, number, who)


def _number(text: str) -> int:
    """Parse a whole number in an address."""
    if not text.isdecimal() or len(text) > 9:
        raise BadValue(N_("{text} is no whole number here; give one such as 2"), text=repr(text[:20]))
    return int(text)
