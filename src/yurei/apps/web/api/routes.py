"""Routes of the JSON API under ``/api``, by which programs and bots create games, take chairs and play.

Programs use the same club as the pages do: on a chair a program has the same actions and the same knowledge as a
person. Access to each chair needs a token; there are no cookies.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, nullcontext, suppress
from datetime import date
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

import yurei
from yurei import players, records
from yurei.apps.web.api import models
from yurei.apps.web.api.models import SETTINGS, OwnGame, RequestModel, Seen, Token, address_of, get_knowledge, own_game
from yurei.apps.web.api.problems import analysis_route, problem_routes
from yurei.apps.web.frame.address import join_link
from yurei.apps.web.frame.http import get_translator, language_of
from yurei.apps.web.frame.security import PROGRAMS, error_answer
from yurei.apps.web.parts.fields import FIELDS, SETUP, NewGameForm, make_setup_term
from yurei.club.club import Club
from yurei.club.game.actions import ACTIONS, AT_A_POINT, LONGEST_ID, Action
from yurei.club.game.game import Game
from yurei.club.game.programs import SEED
from yurei.club.game.question import describe_program
from yurei.club.game.record import record_of
from yurei.club.lobby import Challenge, Lobby
from yurei.club.model.chairs import Plan
from yurei.club.model.secrets import digest, link_secret
from yurei.club.people import Inbox
from yurei.club.programs.solved import SolvedBoards
from yurei.club.seats import MOST_GAMES, seat_for_programs
from yurei.club.solver import Solver
from yurei.errors import BadSettings, BadValue, unknown
from yurei.languages import N_, Words
from yurei.referee.settings import KEYS, Settings, read_settings
from yurei.rules.points import shorten

ABOUT = (
    "The way in for programs: JSON under ``/api``, a token for each chair, and a description that machines can read."
)
LONGEST_WAIT = 30
Point = Annotated[str, Field(max_length=40, examples=["C4"])]
ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {
        "description": "What was wrong, in one sentence. Nothing has happened.",
        "content": {"application/json": {"example": {"error": "it is white's turn; wait for the referee"}}},
    }
}


def api_routes(
    app: FastAPI, club: Club, lobby: Lobby, boards: SolvedBoards, solver: Solver, day: Callable[[], date]
) -> None:
    """Add the API routes and their OpenAPI description; ``day`` returns the current day in UTC."""
    router = APIRouter(prefix=PROGRAMS, responses=ERRORS)
    _add_creation_routes(router, club)
    _add_bot_routes(router, club, lobby)
    _add_play_routes(router, club)
    _add_record_routes(router, club)
    analysis_route(router, boards)
    problem_routes(router, solver, day)
    app.router.routes.extend(router.routes)

    @cache
    def description() -> dict[str, Any]:
        found = get_openapi(title="yurei", version=yurei.__version__, description=ABOUT, routes=router.routes)
        # FastAPI declares every response that is not JSON as a string, but this one is a stream of events.
        stream = found["paths"][f"{PROGRAMS}/stream"]["get"]["responses"]["200"]["content"][EventStream.media_type]
        del stream["schema"]["type"]
        return found

    @app.exception_handler(RequestValidationError)
    async def _(request: Request, error: RequestValidationError) -> Response:
        return error_answer(_explain_invalid_request(error).said(get_translator(request.headers, {})), 422)

    @app.get("/openapi.json")
    async def openapi() -> JSONResponse:
        """Return the OpenAPI description of this API."""
        return JSONResponse(await asyncio.to_thread(description))  # in a thread, as the first call takes long


def _explain_invalid_request(error: RequestValidationError) -> Words:
    """Return the error message for a request that does not match its schema."""
    wrong = error.errors()[0]
    where = ".".join(str(part) for part in wrong["loc"][1:])
    if wrong["type"] == "json_invalid" or not where:
        return Words(N_("this is no JSON object such as /openapi.json describes"))
    what = f"{wrong['msg'][0].lower()}{wrong['msg'][1:]}"
    return Words(N_("{where} is not as /openapi.json describes it: {what}"), where=shorten(where), what=what)


DEEDS = {
    "stone": "tries a stone on ``point``.",
    "ghost": "tries a ghost there, in a game that has them.",
    "pass": "passes.",
    "resign": "resigns at any time until the count is agreed on; while stones are played out, it gives up the stones in "
    "dispute. A player of both sides names the side in ``point`` after two passes.",
    "pencil-black": "adds or removes a black pencil mark at ``point`` on one's own board.",
    "pencil-white": "adds or removes a white pencil mark there.",
    "pencil-dead": "adds or removes a mark for stones that may be dead.",
    "pencil-cross": "adds or removes a cross. The other side is never told of marks.",
    "offer": "offers a draw, where the game allows a draw by agreement.",
    "accept": "accepts the other side's offer.",
    "decline": "declines that offer.",
    "draw": "claims a draw once the referee has said that the position repeats: ``repeats``.",
    "dead": "marks the string on ``point`` as dead after two passes, or unmarks it.",
    "dead-proposed": "marks all stones that the server proposes as dead.",
    "settle": "agrees to the count without the stones in ``dead``.",
    "dispute": "disagrees: the stones in ``dead`` are played out, or all stones if it is empty.",
    "give-in": "ends the playout, and gives up the stones in dispute.",
    "takeback": "asks to take back one's last move, where the referee hides nothing.",
    "takeback-accept": "accepts the other side's request.",
    "takeback-decline": "declines that request.",
    "open": "lets the audience see the complete board, once all players do.",
    "admit": "lets the person on the referee's chair see it, once all players do.",
    "rematch": "asks for a rematch once the game has ended.",
    "rematch-decline": "declines the other side's request for a rematch.",
    "claim": "ends a game if the other side has been away for at least the time in ``claim_after``.",
}


class Act(RequestModel):
    """An action that a chair requests."""

    do: str = Field(
        max_length=40,
        description=" ".join(f"``{do}`` {words}" for do, words in DEEDS.items()),
        json_schema_extra={"enum": list(ACTIONS)},
    )
    point: Point = Field(default="", description="The point, for actions that need one.")
    id: str = Field(
        default="",
        min_length=1,
        max_length=LONGEST_ID,
        description=(
            "An identifier of your choice, a new one for each action: 1 to 40 letters, digits, ``-`` and ``_``. Without an "
            "answer send the action again with the same ``id``: it is performed once, even if the server has restarted."
        ),
    )
    dead: list[Point] = Field(
        default=[], max_length=625, description="For ``settle``: all stones in ``dead`` as last received."
    )


_LINK = re.compile(r"(?:https?://[^/?#]*)?/g/([\w-]{1,40})/join/([\w-]{1,40})/([\w-]{1,100})", re.ASCII)
AGREED = [name for name in FIELDS if name not in (*KEYS, *("opponent", "program", "colour", "size"))]
"""Form fields for terms that are agreed on beside the rules."""


class Wished(RequestModel):
    """The settings of a requested game. The default is Phantom Go on 9x9 with the common referee."""

    settings: dict[str, Any] = Field(
        default={},
        description="The settings, named as in the line protocol.",
        json_schema_extra=SETTINGS | {"examples": [{"ruleset": "go", "referee": "common", "width": 9}]},
    )
    agreed: dict[str, str] = Field(
        default={},
        description="Terms beside the rules, named as in the address of a prepared form on ``/new``.",
        examples=[{"watching": "nobody"}],
    )
    clock: str | None = Field(
        default=None,
        max_length=40,
        description=(
            "The clock in short form: ``5+3`` is five minutes and three seconds per move, ``10+5x30(b)`` ten minutes and five "
            "periods of thirty seconds, ``3d+1d`` days. Null for no clock. The same as ``clock`` in ``agreed``."
        ),
        examples=["5+3"],
    )
    setup: str | None = Field(
        default=None,
        max_length=650,
        description="The board on which the game begins, as text; null for an empty board or a handicap.",
        examples=["........./........./........./........./....B..../........./........./........./........."],
    )


class NewGame(Wished):
    """The request for a new game. The default is Phantom Go on 9x9 with the common referee."""

    programs: dict[str, str] = Field(
        default={},
        description=(
            "The server's programs, by the seat that each one takes. Options follow the name of a program: "
            "``name:one=1,other=2``."
        ),
        examples=[{"white": players.ALL[0].slug}],
    )
    seed: int | None = Field(
        default=None,
        ge=0,
        lt=2**53,
        description=(
            "The random seed of ``programs``: with the same seed they play the same, if they are limited by playouts and not by "
            "seconds. Anyone who knows the seed can predict their moves, so use it only for tests."
        ),
    )


class MadeGame(BaseModel):
    """A new game. The link to a chair works once; only the link to the audience works for everybody."""

    game: str = Field(description="The game's name.")
    links: dict[str, str] = Field(
        description="The link to each chair, by the chair's name. Anyone who has a link can take that chair."
    )
    settings: dict[str, Any] = Field(description="All settings in force.", json_schema_extra=SETTINGS)
    warnings: list[str] = Field(
        description="Remarks about these settings, and about programs that play this game below their usual strength."
    )


class Link(RequestModel):
    """The link to a chair, which the maker of the game hands out."""

    link: str = Field(max_length=400, examples=["http://localhost:8000/g/GAME/join/black/SECRET"])


class Sat(BaseModel):
    """A chair that was taken. Anyone with its token plays from it: store the token, and keep it secret."""

    game: str = Field(description="The game's name.")
    chair: str = Field(description="The chair's name: a seat, or ``audience``.")
    token: str = Field(description="Send it with every further request, as ``Authorization: Bearer TOKEN``.")
    address: str = Field(
        description="The address at which to read this chair and to act: ``/api/games/{game}/{chair}``."
    )


def _add_creation_routes(router: APIRouter, club: Club) -> None:
    @router.post("/games", status_code=201)
    async def create_game(request: Request, wish: NewGame) -> MadeGame:
        """Create a game, and return the links to its chairs."""
        settings = read_settings(wish.settings)
        programs = _read_programs(settings, wish.programs)
        game, host = await club.create_game(settings, programs, _read_terms(wish, settings, programs, wish.seed))
        async with club.games.game(game) as held:
            links = {chair: join_link(request, game, chair, link_secret(host, chair)) for chair in held.chair_names}
        weak = [club.turns.describe_program(each, settings).weakness for each in dict.fromkeys(programs.values())]
        warnings = [*settings.remarks, *filter(None, weak)]
        return MadeGame(game=game, links=links, settings=settings.plain(), warnings=warnings)

    @router.post("/sit")
    async def take_chair(link: Link, shown: models.AnyToken) -> Sat:
        """Take a chair by its link, and return its token. The link of a player works once, that of the audience always.

        A bot sends its own token, which then opens this chair too. Any other program sends none, and receives a new one.
        """
        found = _LINK.fullmatch(link.link)
        if found is None:
            raise BadValue(
                N_("{link} is no link to a seat: such a link contains a game, a seat and a secret"),
                link=shorten(link.link),
            )
        game, chair, secret = found.groups()
        person = None if shown is None else await club.bots.person(shown)
        async with club.games.read(game, chair) as held:
            seat_for_programs(held, chair)
            own = person is not None and held.chairs[chair].key == person
        async with nullcontext() if person is None or own else club.own.reserve_game(shown, MOST_GAMES):
            token = await club.seats.take_chair(game, chair, secret, shown, known=person is not None)
        return Sat(game=game, chair=chair, token=token, address=address_of(game, chair))

    @router.post("/games/{game}/{chair}/token")
    async def replace_chair_token(game: str, chair: str, token: Token) -> Sat:
        """Replace the token of this chair by a new one. The old one becomes invalid, unless it is that of a bot."""
        async with club.games.read(game, chair) as held:
            models.check_token(club, held, chair, token)
        new = await club.seats.new_token(game, chair, token)
        return Sat(game=game, chair=chair, token=new, address=address_of(game, chair))


def _read_terms(
    wish: Wished, settings: Settings, programs: Mapping[str, str] | None = None, seed: int | None = None
) -> dict[str, Any]:
    """Parse the agreed terms of a request as in the new-game form; raise BadValue or Unknown for an invalid term."""
    for name in wish.agreed:
        if name not in AGREED:
            raise unknown("thing to agree on", name, AGREED)
    if seed is not None and not programs:
        raise BadSettings(N_("a seed is for the server’s programs; none of them plays in this game"))
    agreed = wish.agreed | {name: given for name in ("clock", SETUP) if (given := getattr(wish, name)) is not None}
    form = NewGameForm.read(agreed)
    terms = form.terms() | make_setup_term(form.setup, settings)
    return terms if seed is None else terms | {SEED: seed}


def _read_programs(settings: Settings, wished: Mapping[str, str]) -> dict[str, str]:
    """Return the requested programs of the server, by seat."""
    if wished and settings.seating.hands != "each":
        raise BadSettings(N_("programs of the server play only where every seat has its own player"))
    seats = [seat.name for seat in settings.seating.seats]
    for seat in wished:
        if seat not in seats:
            raise unknown("seat", seat, seats)
    for name in wished.values():
        describe_program(name)
    return dict(wished)


def _add_play_routes(router: APIRouter, club: Club) -> None:
    @router.get("/games/{game}/{chair}", response_model=Seen)
    async def read_game(
        request: Request,
        game: str,
        chair: str,
        token: Token,
        since: Annotated[
            int, Query(ge=0, lt=2**31, description="An earlier ``number``: ``heard`` then has only what came after it.")
        ] = 0,
        wait: Annotated[
            float,
            Query(ge=0, le=LONGEST_WAIT, description="Longest time in seconds to wait for an event after ``since``."),
        ] = 0,
    ) -> Response | Seen:
        """Return what this chair knows. With ``wait``, first wait up to that long for events after ``since``."""
        if wait:
            await _wait_for_news(club, game, chair, token, since, wait)
        return await _answer_with_view(club, game, chair, token, since, language_of(request.headers, {}))

    @router.post("/games/{game}/{chair}", response_model=Seen)
    async def perform_action(request: Request, game: str, chair: str, act: Act, token: Token) -> Response | Seen:
        """Perform an action. A refused try is not an error. ``heard`` has its announcements; GET has those before it."""
        async with club.games.read(game, chair) as held:
            models.check_token(club, held, chair, token)
            _check_point(held, act)
            before = held.number_known_at_request(chair, act.id)
        at = " ".join(act.dead) if act.do == "settle" else act.point.strip()
        await club.perform(game, chair, token, Action(act.do, at, act.id))
        return await _answer_with_view(club, game, chair, token, before, language_of(request.headers, {}))


def _check_point(game: Game, act: Act) -> None:
    """Raise BadPoint if an action needs a valid point and has none, BadValue if it has a point and takes none."""
    if act.do in AT_A_POINT:
        game.settings.size.point(act.point)
    elif act.point and act.do in ACTIONS and not (act.do == "resign" and act.point in game.pencil):
        raise BadValue(N_("{do} takes no point; leave it out"), do=act.do)


RECORD: dict[int | str, dict[str, Any]] = {200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}}


def _add_record_routes(router: APIRouter, club: Club) -> None:
    @router.get("/games/{game}/{chair}/record", response_class=Response, responses=RECORD)
    async def read_record(game: str, chair: str, token: Token) -> Response:
        """Return the record of an ended game with every try, as one JSON object per line."""
        async with club.games.read(game, chair) as held:
            models.check_token(club, held, chair, token)
            held.table.reveal()
        lines = await club.long_work.run(lambda held: records.write(record_of(held)), club.games.game(game))
        return Response(lines, media_type="application/x-ndjson")

    @router.get("/games/{game}/{chair}/review")
    async def read_review(game: str, chair: str, token: Token) -> models.Reviewed:
        """Return the review of an ended game, if somebody has requested it."""
        async with club.games.read(game, chair) as held:
            models.check_token(club, held, chair, token)
        return models.describe_review(held, await club.reviews.state_of(held))

    @router.post("/games/{game}/{chair}/review", status_code=202)
    async def request_review(game: str, chair: str, token: Token) -> models.Reviewed:
        """Analyse an ended game: what each side could know, and where the game turned."""
        async with club.games.read(game, chair) as held:
            models.check_token(club, held, chair, token)
        await club.ask_review(held, token)
        return models.describe_review(held, await club.reviews.state_of(held))


async def _answer_with_view(
    club: Club, game: str, chair: str, token: str, since: int, language: str
) -> Response | Seen:
    """Return what a chair knows; many announcements are put into words in a thread."""
    async with club.games.read(game, chair) as held:
        seat = models.check_token(club, held, chair, token)
        if held.seats_of(chair):
            club.games.note_presence((game, chair))
            club.games.presence.note_page_load((game, chair))  # a program that polls is present without an open page
        found = get_knowledge(held, chair, seat, since, language)
    if not found.is_long:
        return found.make_model()
    text = await club.long_work.run(lambda _: found.make_model().model_dump_json(by_alias=True), nullcontext())
    return Response(text, media_type="application/json")


async def _wait_for_news(club: Club, game: str, chair: str, token: str, since: int, wait: float) -> None:
    """Wait until the chair knows more than ``since`` events, but at most ``wait`` seconds."""
    async with club.games.read(game, chair) as held:
        models.check_token(club, held, chair, token)
        if held.seats_of(chair) and club.games.listeners.count(game, chair) >= MOST_LISTENERS:
            return
    with suppress(TimeoutError), club.games.listeners.listening(game, chair) as changed:
        async with asyncio.timeout(wait):
            while True:
                changed.clear()
                async with club.games.read(game, chair) as held:
                    if held.number_known(chair) > since:
                        return
                club.games.listeners.check_open()
                await changed.wait()


MOST_LISTENERS = 8  # clients of a player that may wait for news at the same time; further ones are answered at once
HEARTBEAT = 15.0  # seconds of silence after which a comment is sent to keep the connection alive
STILL_HERE = ": still here\n\n"
AGAIN = 1000  # milliseconds after which a disconnected client reconnects


class Standing(BaseModel):
    """The status of a bot: its name, its games, and its challenge."""

    name: str = Field(description="The name of the bot.")
    games: list[OwnGame] = Field(description="Its games in progress, first those in which it is to move.")
    challenges: list[str] = Field(
        description="Its challenges in the lobby. They end with its stream, those for correspondence games after three days, and all with the server."
    )


class News(BaseModel):
    """The data of an event ``game``: something has happened in one of the bot's games."""

    game: str = Field(description="The game.")
    chair: str = Field(description="The bot's chair in this game.")
    address: str = Field(description="The address at which to read this chair and to act.")
    since: int = Field(description="The ``number`` of the previous message about this game; ``heard`` begins after it.")
    seen: Seen = Field(description="What this chair knows.")


class AsText:
    """Annotation of a value that is sent as a string containing JSON."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, describe: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": describe(schema)}


class StreamEvent(BaseModel):
    """An event of the stream. Each field is sent as one line."""

    event: Literal["game", "gone", "ready"] = Field(
        description=(
            "``game``: something has happened in a game. ``gone``: a chair no longer belongs to the bot. ``ready``: all games in "
            "progress have been sent; from now on events are sent as they happen."
        )
    )
    data: Annotated[News | OwnGame | Standing, AsText()] = Field(description="The data, in one line.")


class EventStream(StreamingResponse):
    """Streaming response: sends frames until they end or the client disconnects."""

    media_type = "text/event-stream"

    def __init__(self, frames: AsyncIterator[str], status_code: int = 200) -> None:
        # This header turns off buffering in nginx.
        super().__init__(frames, status_code, {"X-Accel-Buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The base class would cancel the frames repeatedly, even during their clean-up.
        work = self.stream_response(send), self.listen_for_disconnect(receive)
        tasks = [asyncio.create_task(each) for each in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # the server is stopping, and its grace period has ended
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception) and not isinstance(error, OSError):  # the client disconnected
                raise error


class Streams:
    """Event streams of all bots of a club; a bot with an open stream is present in the lobby."""

    def __init__(self, club: Club, lobby: Lobby) -> None:
        self._club = club
        self._lobby = lobby

    async def get_status(self, person: str) -> Standing:
        """Return the status of a bot, given by the digest of its key."""
        return Standing(
            name=self._club.people.names.get(person, ""),
            challenges=self._lobby.challenges_of(person),  # before the games, so as not to miss one
            games=[own_game(game, chair) for game, chair in await self._club.bots.running(person)],
        )

    async def frames(self, person: str, language: str) -> AsyncIterator[str]:
        """Yield the frames of a bot's stream until it opens a newer stream or the server stops."""
        inboxes = self._club.bots.inboxes
        try:
            with self._lobby.connected(person), inboxes.open(person) as inbox:
                self._club.games.person_changed(person)  # the bot is present now
                async with aclosing(self._event_frames(person, inbox, language)) as frames:
                    async for frame in frames:
                        yield frame
        finally:
            if person not in inboxes:
                asyncio.get_running_loop().call_soon(self._club.games.person_changed, person)

    async def _event_frames(self, person: str, inbox: Inbox, language: str) -> AsyncGenerator[str, None]:
        yield f"retry: {AGAIN}\n\n"
        # The inbox is open already, so it may have games that began or ended meanwhile; all are reported from the beginning.
        inbox.changed = dict.fromkeys([*await self._club.bots.running(person), *inbox.changed], 0)
        ready = False
        while inbox.is_open:
            inbox.bell.clear()
            if inbox.changed:
                yield await self._make_game_frame(person, inbox, language)
            elif not ready:
                ready = True
                yield _format_frame("ready", await self.get_status(person))
            else:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await inbox.bell.wait()
                except TimeoutError:
                    yield STILL_HERE

    async def _make_game_frame(self, person: str, inbox: Inbox, language: str) -> str:
        """Remove the oldest changed game from the inbox, and return the frame for it."""
        name, chair = next(iter(inbox.changed))
        async with self._club.games.read(name, chair) as held:
            since = inbox.changed.pop((name, chair))  # removed here, so that no event is sent twice
            if held.chairs[chair].key != person:  # the chair now belongs to a different key
                return _format_frame("gone", own_game(name, chair))
            self._club.games.note_presence((name, chair))
            look = get_knowledge(held, chair, seat_for_programs(held, chair), since, language)
        told = News(game=name, chair=chair, address=address_of(name, chair), since=since, seen=look.seen)

        def frame(_: None) -> str:
            look.make_model()
            return _format_frame("game", told)

        return await self._club.long_work.run(frame, nullcontext()) if look.is_long else frame(None)


def _format_frame(kind: str, said: BaseModel) -> str:
    """Return an event as a frame of server-sent events. Its JSON contains no line break."""
    return f"event: {kind}\ndata: {said.model_dump_json(by_alias=True)}\n\n"


class NewBot(RequestModel):
    """A bot to be registered."""

    name: str = Field(
        max_length=400,
        description="The name, at most 20 letters. ``[bot]`` is appended, so that people know.",
        examples=["Sei"],
    )


class Bot(BaseModel):
    """A registered bot."""

    name: str = Field(description="The public name.")
    token: str = Field(
        description="The token for the stream, the lobby and all chairs of this bot. It is sent once: store it."
    )


class Seek(Wished):
    """The request of a bot for a game of two against any opponent."""

    colour: Literal["black", "white", "random"] = Field(
        default="random", description="The colour that the bot wants to play."
    )


class Sought(BaseModel):
    """The result of a seek: a new game if a challenge in the lobby fitted, else the bot's new challenge."""

    game: str | None = Field(default=None, description="The game that has begun; null if none has.")
    chair: str | None = Field(default=None, description="The bot's chair in this game.")
    address: str | None = Field(default=None, description="The address at which to read this chair and to act.")
    challenge: str | None = Field(default=None, description="The new challenge in the lobby, if no game has begun.")


class OpenChallenge(BaseModel):
    """A challenge in the lobby."""

    challenge: str = Field(description="The name of the challenge.")
    by: str = Field(description="The name of the challenger; empty for a guest.")
    own: bool = Field(description="Whether it is the bot's own challenge.")
    settings: dict[str, Any] = Field(description="All settings of the game.", json_schema_extra=SETTINGS)
    agreed: dict[str, Any] = Field(description="Terms beside the rules.")
    colour: str = Field(description="The colour that the challenger wants: ``black``, ``white`` or ``random``.")


class OpenChallenges(BaseModel):
    """The challenges in the lobby, the oldest first."""

    challenges: list[OpenChallenge] = Field(description="The open challenges.")


STREAM: dict[int | str, dict[str, Any]] = {
    200: {"model": StreamEvent, "description": "Events, until the client disconnects or the server stops."}
}


def _add_bot_routes(router: APIRouter, club: Club, lobby: Lobby) -> None:
    streams = Streams(club, lobby)

    @router.post("/bots", status_code=201)
    async def register_bot(new: NewBot) -> Bot:
        """Register a bot. The token is sent once; it gives access to all games of the bot."""
        token = await club.people.welcome_bot(new.name)
        return Bot(name=club.people.names[digest(token)], token=token)

    @router.get("/bot")
    async def bot_status(token: Token) -> Standing:
        """Return the status of the bot: its name, its games, and its challenge."""
        person = await club.bots.person(token)
        return await streams.get_status(person)

    @router.post("/bot/token")
    async def replace_bot_token(token: Token) -> Bot:
        """Replace the token by a new one. The old one becomes invalid; its stream and its challenges end."""
        person = await club.bots.person(token)
        new = await club.own.change_key(token)
        await lobby.withdraw_challenges(person)
        club.bots.inboxes.end(person)
        return Bot(name=club.people.names[digest(new)], token=new)

    @router.get("/stream", response_class=EventStream, responses=STREAM)
    async def stream_events(request: Request, token: Token) -> EventStream:
        """Stream the events of all games of a bot, as server-sent events.

        It begins with all games in progress, each from its beginning, and then ``ready`` with the status of the bot. After a
        disconnection or a restart of the server connect again. A known game that is not in ``ready`` has ended: read its
        chair with ``since``. A bot has one stream: a new one ends the previous one. A client that does not read is
        disconnected after half a minute; connect again, nothing is lost.
        """
        person = await club.bots.person(token)
        return EventStream(streams.frames(person, language_of(request.headers, {})))

    @router.get("/lobby")
    async def list_challenges(token: Token) -> OpenChallenges:
        """List the challenges in the lobby."""
        person = await club.bots.person(token)
        await lobby.reload_challenges()
        waiting = lobby.challenges.values()
        await club.people.load_nicknames(each.person for each in waiting)
        names = club.people.names
        listed = [_open_challenge(each, names.get(each.person, ""), own=each.person == person) for each in waiting]
        return OpenChallenges(challenges=listed)

    @router.post("/lobby")
    async def seek_opponent(wish: Seek, token: Token) -> Sought:
        """Seek an opponent: a game begins at once if a challenge fits, else a challenge is added to the lobby.

        A game that begins later is sent on the stream.
        """
        person = await club.bots.person(token)
        settings = read_settings(wish.settings)
        if settings.seating.slug != "duel":
            raise BadSettings(N_("the lobby pairs two players; leave the seating at duel"))
        plan = Plan(settings, "anybody", wish.colour, "", _read_terms(wish, settings))
        async with club.own.reserve_game(token, MOST_GAMES):
            met = await lobby.seek_game(token, plan)
        if met is not None:
            return Sought(game=met.game, chair=met.chair, address=address_of(met.game, met.chair))
        waits = next(each.id for each in lobby.challenges.values() if each.person == person and each.plan == plan)
        return Sought(challenge=waits)

    @router.post("/lobby/{challenge}")
    async def accept_challenge(challenge: str, token: Token) -> Sought:
        """Accept a challenge: its game begins, and the bot has the other chair."""
        await club.bots.person(token)
        await lobby.challenge(challenge)
        async with club.own.reserve_game(token, MOST_GAMES):
            met = await lobby.accept(challenge, token)
            return Sought(game=met.game, chair=met.chair, address=address_of(met.game, met.chair))

    @router.post("/lobby/{challenge}/withdraw")
    async def withdraw_challenge(challenge: str, token: Token) -> OpenChallenges:
        """Withdraw a challenge of the bot. The answer lists its other challenges."""
        person = await club.bots.person(token)
        await lobby.withdraw(challenge, token)
        own = [each for each in lobby.challenges.values() if each.person == person]
        return OpenChallenges(challenges=[_open_challenge(each, club.people.names[person], own=True) for each in own])


def _open_challenge(challenge: Challenge, name: str, *, own: bool) -> OpenChallenge:
    plan = challenge.plan
    return OpenChallenge(
        challenge=challenge.id, by=name, own=own, settings=plan.settings.plain(), agreed=plan.terms, colour=plan.colour
    )
