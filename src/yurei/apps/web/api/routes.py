"""The way in for programs: JSON under ``/api``, a token for each chair, and a description that machines can read.

Programs use the same club as the pages do: a program takes a chair, has the actions that a person has there, and
learns what a person would. The API has no cookies.
"""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import Field

import yurei
from yurei import records
from yurei.apps.web.api.analysis import analysis_route
from yurei.apps.web.api.bots import bot_routes
from yurei.apps.web.api.making import making_routes
from yurei.apps.web.api.models import Asked, Reviewed, Seen, look_at, reviewed
from yurei.apps.web.api.stream import EventStream
from yurei.apps.web.api.tokens import Token, check
from yurei.apps.web.security import PROGRAMS, error_answer
from yurei.apps.web.shell.negotiation import language_of, say_to
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.known_events import number_before, number_known
from yurei.club.game.record import record_of
from yurei.club.lobby import Lobby
from yurei.club.model.action import ACTIONS, AT_A_POINT, LONGEST_ID, Action
from yurei.club.programs.solved.boards import SolvedBoards
from yurei.errors import BadValue
from yurei.languages import N_, Words
from yurei.rules.points import shortened

LONGEST_WAIT = 30
Point = Annotated[str, Field(max_length=40, examples=["C4"])]


def api_routes(
    app: FastAPI, club: Club, lobby: Lobby, boards: SolvedBoards, problems: Callable[[APIRouter], None]
) -> None:
    """Add the API routes and its OpenAPI description; ``problems`` adds those for problems."""
    router = _routes(club, lobby, boards)
    problems(router)
    app.router.routes.extend(router.routes)

    @cache
    def description() -> dict[str, Any]:
        summary = (__doc__ or "").partition("\n")[0]
        found = get_openapi(title="yurei", version=yurei.__version__, description=summary, routes=router.routes)
        # FastAPI declares every response that is not JSON as a string; this one is a stream of events.
        stream = found["paths"][f"{PROGRAMS}/stream"]["get"]["responses"]["200"]["content"][EventStream.media_type]
        del stream["schema"]["type"]
        return found

    @app.exception_handler(RequestValidationError)
    async def _(request: Request, error: RequestValidationError) -> Response:
        return error_answer(_wrong_with(error).said(say_to(request.headers, {})), 422)

    @app.get("/openapi.json")
    async def openapi() -> JSONResponse:
        """Return the OpenAPI description of this API."""
        return JSONResponse(await asyncio.to_thread(description))  # the first time takes long


NO_OBJECT = Words(N_("this is no JSON object such as /openapi.json describes"))


def _wrong_with(error: RequestValidationError) -> Words:
    """Return the message for a request that does not fit the described schema."""
    wrong = error.errors()[0]
    where = ".".join(str(part) for part in wrong["loc"][1:])
    if wrong["type"] == "json_invalid" or not where:
        return NO_OBJECT
    what = f"{wrong['msg'][0].lower()}{wrong['msg'][1:]}"
    return Words(N_("{where} is not as /openapi.json describes it: {what}"), where=shortened(where), what=what)


ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "What was wrong, in one sentence. Nothing has happened.",
        "content": {"application/json": {"example": {"error": "it is white's turn; wait for the referee"}}},
    }
}


def _routes(club: Club, lobby: Lobby, boards: SolvedBoards) -> APIRouter:
    router = APIRouter(prefix=PROGRAMS, responses=ERRORS)
    making_routes(router, club)
    bot_routes(router, club, lobby)
    _playing(router, club)
    _afterwards(router, club)
    analysis_route(router, boards)
    return router


DEEDS = {
    "stone": "tries a stone on ``point``.",
    "ghost": "tries a ghost there, in a game that has them.",
    "pass": "passes.",
    "resign": "resigns, whoever is to move, until the count is agreed on; where stones are played out it gives those in "
    "dispute up. Who plays both sides after two passes names one of them in ``point``.",
    "pencil-black": "pencils a black mark on one's own board at ``point``, or rubs it out;",
    "pencil-white": "a white one;",
    "pencil-dead": "a mark for stones that may be dead;",
    "pencil-cross": "a cross. The other side never hears of marks.",
    "offer": "offers a draw, where the game knows one by agreement;",
    "accept": "accepts the other's;",
    "decline": "declines it.",
    "draw": "claims a draw once the referee has said that the position repeats: ``repeats``.",
    "dead": "marks the string on ``point`` as dead after two passes, or unmarks it;",
    "dead-proposed": "marks all that the server proposes;",
    "settle": "agrees to the count of what is left without the stones in ``dead``;",
    "dispute": "does not: the stones in ``dead`` are played out, or all stones if it is empty;",
    "give-in": "ends that, and gives them up.",
    "takeback": "asks for one's last move back, where the referee hides nothing;",
    "takeback-accept": "grants it to the other;",
    "takeback-decline": "does not.",
    "open": "lets the audience see the whole board, once all players do;",
    "admit": "lets who sits on the referee's chair see it, once all players do.",
    "rematch": "wants another game once this one has ended.",
    "claim": "ends a game from which the other has stayed away for as long as ``claim_after`` allows.",
}
"""Actions from a chair, with their descriptions."""


class Act(Asked):
    """An action of a chair."""

    do: str = Field(
        max_length=40,
        description=" ".join(f"``{do}`` {words}" for do, words in DEEDS.items()),
        json_schema_extra={"enum": list(ACTIONS)},
    )
    point: Point = Field(default="", description="Where, for what has a point.")
    id: str = Field(
        default="",
        min_length=1,
        max_length=LONGEST_ID,
        description=(
            "A name of your own for this, new each time: 1 to 40 letters, digits, ``-`` and ``_``. Who has heard no answer asks "
            "again with the same ``id``: it happens once, also where the server was started anew meanwhile."
        ),
    )
    dead: list[Point] = Field(
        default=[], max_length=625, description="For ``settle``: all stones marked dead, as this program has seen them."
    )


def _playing(router: APIRouter, club: Club) -> None:
    """Add the routes that read a chair's view and act from the chair."""

    @router.get("/games/{game}/{chair}", response_model=Seen)
    async def look(
        request: Request,
        game: str,
        chair: str,
        token: Token,
        since: Annotated[
            int, Query(ge=0, lt=2**31, description="A ``number`` from before: ``heard`` has only what came after it.")
        ] = 0,
        wait: Annotated[
            float,
            Query(ge=0, le=LONGEST_WAIT, description="So many seconds to wait until there is more than ``since``."),
        ] = 0,
    ) -> Response | Seen:
        """Return the knowledge of this chair. With ``since`` and ``wait`` the answer comes when there is something new."""
        if wait:
            await _news(club, game, chair, token, since, wait)
        return await _answer_with_view(club, game, chair, token, since, language_of(request.headers, {}))

    @router.post("/games/{game}/{chair}", response_model=Seen)
    async def act(request: Request, game: str, chair: str, act: Act, token: Token) -> Response | Seen:
        """Do something: try, pass, resign, offer, settle. ``heard`` has what came of it; a refusal is no error."""
        async with club.games.read(game, chair) as held:
            check(club, held, chair, token)
            _check_point(held, act)
            before = number_before(held, chair, act.id)
        at = " ".join(act.dead) if act.do == "settle" else act.point.strip()
        await club.perform(game, chair, token, Action(act.do, at, act.id))
        return await _answer_with_view(club, game, chair, token, before, language_of(request.headers, {}))


def _check_point(game: Game, act: Act) -> None:
    """Raise BadPoint or BadValue unless an action has a point if it takes one, and none otherwise."""
    if act.do in AT_A_POINT:
        game.settings.size.point(act.point)
    elif act.point and act.do in ACTIONS and not (act.do == "resign" and act.point in game.pencil):
        raise BadValue(N_("{do} takes no point; leave it out"), do=act.do)


def _afterwards(router: APIRouter, club: Club) -> None:
    """Add the routes for ended games: record and review."""

    @router.get("/games/{game}/{chair}/record", response_class=Response, responses={200: {"content": RECORD}})
    async def record(game: str, chair: str, token: Token) -> Response:
        """Return the record of an ended game: a JSON object a line, with every try."""
        async with club.games.read(game, chair) as held:
            check(club, held, chair, token)
            held.table.reveal()
        lines = await club.long_work.run(lambda held: records.write(record_of(held)), club.games.game(game))
        return Response(lines, media_type="application/x-ndjson")

    @router.get("/games/{game}/{chair}/review")
    async def review(game: str, chair: str, token: Token) -> Reviewed:
        """Return the review of an ended game, if somebody has requested it."""
        async with club.games.read(game, chair) as held:
            check(club, held, chair, token)
        return reviewed(held, await club.reviews.of(held))

    @router.post("/games/{game}/{chair}/review", status_code=202)
    async def make_review(game: str, chair: str, token: Token) -> Reviewed:
        """Analyse an ended game: what each side could know, and where the game turned."""
        async with club.games.read(game, chair) as held:
            check(club, held, chair, token)
        await club.ask_review(held, token)
        return reviewed(held, await club.reviews.of(held))


RECORD: dict[str, Any] = {"application/x-ndjson": {"schema": {"type": "string"}}}


async def _answer_with_view(
    club: Club, game: str, chair: str, token: str, since: int, language: str
) -> Response | Seen:
    """Return what a chair knows; a long answer is written in a thread."""
    async with club.games.read(game, chair) as held:
        seat = check(club, held, chair, token)
        if held.seats_of(chair):
            club.games.sighted((game, chair))
            club.games.presence.seen((game, chair))  # a program that polls is present, though it keeps no page open
        found = look_at(held, chair, seat, since, language)
    if not found.is_long:
        return found.in_words()
    text = await club.long_work.run(lambda _: found.in_words().model_dump_json(by_alias=True), nullcontext())
    return Response(text, media_type="application/json")


async def _news(club: Club, game: str, chair: str, token: str, since: int, wait: float) -> None:
    """Wait until the chair knows of more than ``since`` events, or until the time is up."""
    async with club.games.read(game, chair) as held:
        check(club, held, chair, token)
    try:
        with club.games.listeners.listening(game, chair) as bell:
            async with asyncio.timeout(wait):
                while True:
                    bell.clear()
                    async with club.games.read(game, chair) as held:
                        if number_known(held, chair) > since:
                            return
                    club.games.listeners.check_open()
                    await bell.wait()
    except TimeoutError:
        return
