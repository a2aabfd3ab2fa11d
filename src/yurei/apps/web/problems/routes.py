"""Routes of problems. The server stores no attempts: each request contains all answers so far."""

import asyncio
from dataclasses import replace
from functools import cache

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from yurei import rules
from yurei.apps.web.frame import http
from yurei.apps.web.frame.address import get_base_url
from yurei.apps.web.frame.page import read_preferences
from yurei.apps.web.problems import overview
from yurei.apps.web.problems.attempt import TOOLS, Attempt, ProblemView, act_after_end, act_before_end, parse_number
from yurei.apps.web.problems.page import problem_page, problem_part
from yurei.club.model.stored import Ending
from yurei.club.practice import Practice, Progress
from yurei.club.solver import Solver
from yurei.errors import BadValue, Unknown, unknown
from yurei.languages import N_
from yurei.problems import KINDS, Problem, Status, collection, kind_of, matching, shipped, today, write_problems
from yurei.problems.files import group_in_series, place_of
from yurei.problems.problem import GRADES
from yurei.rules.points import shorten

HINTED = "yurei-hinted"
"""Cookie with the ids of the problems to which hints were asked for lately, so that a reload does not forget them."""
MOST_HINTED, DAY = 20, 24 * 3600
MOST_SHEETS = 10_000
"""Greatest number of a sheet that is understood; a choice that has fewer sheets shows its last one."""


def problem_routes(app: FastAPI, practice: Practice, solver: Solver) -> None:
    """Add the routes of problems; ``practice`` stores results, ``solver`` finds the replies."""

    @app.get("/problems")
    async def show_overview(request: Request) -> HTMLResponse:
        """Show today's problems and all series."""
        day, everything = practice.today(), collection().values()
        todays = [today(kind, day) for kind in list_shipped_kinds()]
        language, game = http.get_language(request), _read_game(request)
        progress = await practice.progress(request.cookies.get(http.PERSON), http.get_time_zone(request))
        return HTMLResponse(overview.overview_page(todays, everything, day, language, progress, game))

    @app.get("/problems/series/{kind}/{grade}")
    async def show_series(request: Request, kind: str, grade: str) -> HTMLResponse:
        """Show a series of a kind and a grade, with this browser's results."""
        game, everything = _read_game(request), matching(kind_of(kind).slug, _read_grade(grade))
        tens = group_in_series(matching(ruleset=game or None, problems=everything), kind, int(grade))
        if not tens:
            raise Unknown(N_("there are no problems of this kind, grade and game"))
        progress = await practice.progress(request.cookies.get(http.PERSON), http.get_time_zone(request))
        asked = request.query_params.get("series")
        number = overview.first_untried_series(tens, progress) if asked is None else _read_page_number(asked, len(tens))
        return HTMLResponse(overview.series_page(tens, number, progress, http.get_language(request), game, everything))

    @app.get("/you/problems")
    async def show_progress(request: Request) -> HTMLResponse:
        """Show this browser's progress: streak, numbers, and due problems."""
        progress = await practice.progress(request.cookies.get(http.PERSON), http.get_time_zone(request))
        draw = overview.progress_part if http.wants_fragment(request) else overview.progress_page
        return HTMLResponse(draw(progress, collection(), http.get_language(request)))

    @app.get("/problems/collection.jsonl")
    async def send_collection() -> Response:
        """Send the shipped problems with answers as JSON lines."""
        headers = {"Content-Disposition": 'attachment; filename="yurei-problems.jsonl"'}
        return Response(await asyncio.to_thread(_read_collection), media_type="application/x-ndjson", headers=headers)

    @app.get("/problems/sheet")
    async def sheet(request: Request) -> HTMLResponse:
        """Show a sheet to print: six problems, and their solutions on the back."""
        given = request.query_params
        kind, grade = given.get("kind", ""), _read_grade(given["grade"]) if given.get("grade") else None
        if kind and kind not in list_shipped_kinds():
            raise unknown("kind of problem", kind, list_shipped_kinds())
        game = _read_game(request)
        found = matching(kind or None, grade, game or None)
        pages = max(1, -(-len(found) // overview.ON_A_SHEET))
        page = min(_read_page_number(given.get("page", "1"), MOST_SHEETS), pages)
        chosen = found[(page - 1) * overview.ON_A_SHEET : page * overview.ON_A_SHEET]
        solved = [(each, await http.run_for_client(request, solver.solution(each.id))) for each in chosen]
        drawn = overview.Sheet(kind, grade, game, page, pages, solved)
        # Twelve boards and a form can take more than 100 ms.
        content = await asyncio.to_thread(
            overview.sheet_page, drawn, list_shipped_kinds(), get_base_url(request), http.get_language(request)
        )
        return HTMLResponse(content, status_code=200 if found else 404)

    @app.get("/problems/{problem}")
    async def show_problem(request: Request, problem: str) -> HTMLResponse:
        """Show a problem before the first answer. The page is the same for all readers."""
        shown = await _make_context(request, solver, shipped(problem), Attempt())
        solver.prepare(problem)
        return HTMLResponse(problem_page(shown, read_preferences(request.cookies)))

    @app.post("/problems/{problem}")
    async def run_action(request: Request, problem: str) -> Response:
        """Answer, request a hint or the solution, step through the solution, or try moves after the end."""
        asked, form = shipped(problem), await request.form()
        attempt, do, at = Attempt.read(form), http.form_text(form, "do"), http.form_text(form, "at")
        hinted = [name for name in request.cookies.get(HINTED, "").split(".") if name in collection()]
        if problem in hinted:  # a hint was given, perhaps before a reload
            attempt = replace(attempt, hinted=max(attempt.hinted, 1))
        before = await _make_context(request, solver, asked, attempt)
        if do == "look":
            attempt = replace(attempt, look=parse_number(at))
        elif before.is_open:
            attempt = act_before_end(attempt, asked, do, at)
        else:
            attempt = act_after_end(attempt, asked.settings.size, do, at)
        shown = await _make_context(request, solver, asked, attempt)
        shown = replace(shown, tool=do if do in TOOLS else "")
        key = request.cookies.get(http.PERSON)
        if before.is_open and not shown.is_open:
            key = await practice.store_attempt(key, problem, _find_ending(shown), http.get_time_zone(request))
        if not shown.is_open:
            shown = _add_progress(await practice.progress(key, http.get_time_zone(request)), shown)
        draw = (
            problem_part(shown)
            if http.wants_fragment(request)
            else problem_page(shown, read_preferences(request.cookies))
        )
        response = HTMLResponse(draw)
        if key is not None and before.is_open and not shown.is_open:
            http.set_person_cookie(request, response, key)
        if do == "hint" or (problem in hinted and not shown.is_open):
            others = [name for name in hinted if name != problem]
            kept = [problem, *others][:MOST_HINTED] if do == "hint" else others
            http.set_cookie(request, response, HINTED, ".".join(kept), path="/problems", age=DAY)
        return response


def list_shipped_kinds() -> list[str]:
    """Return the kinds of the shipped problems, in order."""
    there = {problem.kind for problem in collection().values()}
    return [kind for kind in KINDS if kind in there]


@cache
def _read_collection() -> str:
    return write_problems(collection().values())


def _read_game(request: Request) -> str:
    """Return the slug of the game that filters problems, empty for all; raise Unknown if it is not a game."""
    slug = request.query_params.get("game")
    return rules.get(slug).slug if slug else ""


def _read_grade(given: str) -> int:
    """Return the grade in a text; raise BadValue if it is invalid."""
    if not given.isdecimal() or len(given) > 1 or int(given) not in GRADES:
        raise BadValue(N_("a grade is a whole number from 1 to 9, not {grade}"), grade=shorten(given))
    return int(given)


def _read_page_number(given: str, pages: int) -> int:
    """Return the page number in a text, from 1 to ``pages``; raise BadValue if it is invalid."""
    if not given.isdecimal() or len(given) > 6 or not 1 <= int(given) <= pages:
        raise BadValue(N_("there is no page {page}; there are {pages}"), page=shorten(given), pages=pages)
    return int(given)


def _find_ending(shown: ProblemView) -> Ending:
    if shown.status is Status.FAILED:
        return Ending.FAILED
    return Ending.HINTED if shown.attempt.hinted else Ending.SOLVED


async def _make_context(request: Request, solver: Solver, problem: Problem, attempt: Attempt) -> ProblemView:
    """Return the data for the page of an attempt; the solution is loaded only if the attempt has ended."""
    game = problem.settings.ruleset.slug
    is_narrowed = request.query_params.get("game") == game
    shown = ProblemView(
        problem=problem,
        attempt=attempt,
        state=await http.run_for_client(request, solver.after(problem.id, attempt.answers)),
        place=place_of(problem, matching(ruleset=game) if is_narrowed else collection().values()),
        language=http.get_language(request),
        base=get_base_url(request),
        game=game if is_narrowed else "",
    )
    if not shown.is_open:
        return replace(shown, solution=await http.run_for_client(request, solver.solution(problem.id)))
    levels = range(1, attempt.hinted)
    hints = [await http.run_for_client(request, solver.hint(problem.id, attempt.answers, level)) for level in levels]
    return replace(shown, hints=hints)


def _add_progress(progress: Progress, shown: ProblemView) -> ProblemView:
    """Add the number of the reader's attempts, and a different problem that is due today."""
    result = progress.results.get(shown.problem.id)
    due = [name for name in progress.due if name in collection() and name != shown.problem.id]
    return replace(shown, attempts=0 if result is None else result.attempts, due=next(iter(due), None))
