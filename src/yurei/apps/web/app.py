"""The web application, composed from the routes, services and middlewares."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from random import SystemRandom
from time import monotonic
from typing import Protocol

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from yurei.apps.web.analysis import analysis_routes
from yurei.apps.web.api.routes import api_routes
from yurei.apps.web.evenings.routes import evening_routes
from yurei.apps.web.frame.address import PublicUrl, PublicUrlMiddleware
from yurei.apps.web.frame.errors import ShutdownMiddleware, answer_errors
from yurei.apps.web.frame.http import CookieNames
from yurei.apps.web.frame.limits import Admission, Allowances, LimitsLayer
from yurei.apps.web.frame.logbook import Measures, RequestLogMiddleware
from yurei.apps.web.frame.page import PreferencesMiddleware, preference_routes
from yurei.apps.web.frame.security import STATIC, HashedFiles, Security, is_for_programs
from yurei.apps.web.home import home_route
from yurei.apps.web.learn.guided import guided_routes
from yurei.apps.web.learn.lessons import lesson_routes
from yurei.apps.web.lobby import lobby_routes
from yurei.apps.web.monitoring import monitoring_routes
from yurei.apps.web.new_game import new_game_routes
from yurei.apps.web.notifications.mail import OutsideSettings
from yurei.apps.web.notifications.routes import Notifications, installed_routes, notification_routes
from yurei.apps.web.parts.fields import TableMaker
from yurei.apps.web.problems.routes import problem_routes
from yurei.apps.web.replay import replay_routes
from yurei.apps.web.seats import device_routes, seat_routes
from yurei.apps.web.table.routes import live_routes, table_routes
from yurei.apps.web.watch import WatchedGames, watch_routes
from yurei.apps.web.you import you_routes
from yurei.club.club import Club
from yurei.club.game.question import ProgramRunner
from yurei.club.housekeeping import ABANDONED_AFTER
from yurei.club.lobby import Lobby, SharedChallenges
from yurei.club.model.limits import RecordLimits, Seconds
from yurei.club.model.secrets import Secrets, new_secret
from yurei.club.practice import Practice
from yurei.club.presence import Notifier
from yurei.club.programs.proposals import Proposer
from yurei.club.programs.reviews import Look
from yurei.club.programs.solved import Solve, SolvedBoards
from yurei.club.seats import DeviceLinks
from yurei.club.server_time import SteadyClock
from yurei.club.solver import Solver
from yurei.club.store import Store
from yurei.club.tournaments.evenings import Evenings
from yurei.problems import collection, kind_of


class Service(Protocol):
    """A part of the application that is opened before the first request and closed after the last."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...


def make_app(
    database_url: str,
    *,
    clock: Callable[[], datetime] | None = None,
    secrets: Secrets = new_secret,
    public: PublicUrl | None = None,
    propose: Proposer | None = None,
    outside: OutsideSettings | None = None,
    abandoned_after: timedelta | None = ABANDONED_AFTER,
    thinkers: ProgramRunner | None = None,
    look: Look | None = None,
    solve: Solve | None = None,
    allowances: Allowances | None = None,
    ticks: Seconds = monotonic,
    admission: Admission | None = None,
    measures: Measures | None = None,
    solver: Solver | None = None,
) -> FastAPI:
    """Return the web application for a database; ``public`` is its address behind a reverse proxy.

    ``ticks`` is the clock for ``allowances``. Without ``allowances`` no request is refused, not even by ``admission``.
    """
    measures = measures or Measures()
    store = Store(database_url)
    made = RecordLimits(allowances.people if allowances else 0, ticks)
    notifications = Notifications(store, outside or OutsideSettings.model_construct(), public, clock, secrets, made)
    clock = clock or SteadyClock()
    club = Club(store, clock, secrets, propose, abandoned_after, thinkers, look, made)
    evenings = Evenings(club, store, clock, secrets, SystemRandom())
    club.games.notifier = Notifier(club.games.presence, notifications.ringers)
    lobby = Lobby(club, secrets, SystemRandom(), SharedChallenges(store) if club.shares_database else None)
    store.backend.subscribers.append(lobby.reload_after_change)
    boards, solver = SolvedBoards(solve), solver or Solver()
    services: list[Service] = [store, notifications, club, lobby, boards, solver]
    lifespan = asynccontextmanager(partial(_lifespan, services, store, admission))
    app = FastAPI(title="yurei", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.stop_waiting = club.games.stop_waiting
    # Pages are not compressed: the length of a compressed page with a secret and user text would reveal the secret.
    app.mount("/static", GZipMiddleware(HashedFiles(directory=STATIC), minimum_size=1000), name="static")
    if allowances is not None:
        layer = partial(LimitsLayer, allowances=allowances, clock=ticks, people=club.people)
        app.add_middleware(
            layer,
            proxied=public is not None,
            sits=lambda table, keys: club.games.is_played_by(table, keys) or evenings.book.is_attended_by(table, keys),
            admission=admission,
            refused=measures.count_refusal,
        )
    # The innermost middleware comes first.
    for middleware in (PreferencesMiddleware, ShutdownMiddleware, Security):
        app.add_middleware(middleware)
    app.add_middleware(RequestLogMiddleware, measures=measures)
    app.add_middleware(CookieNames)
    if public is not None:
        app.add_middleware(PublicUrlMiddleware, url=public)
    answer_errors(app)
    monitoring_routes(app, club, store.writer, measures, admission or Admission(0), proxied=public is not None)
    practice = Practice(store, club.people, clock)
    api_routes(app, club, lobby, boards, solver, practice.today)
    problem_routes(app, practice, solver)
    tables = TableMaker(club, lobby, SystemRandom())
    home_route(app, club)
    new_game_routes(app, club, tables)
    guided_routes(app)
    lesson_routes(app, tables)
    analysis_routes(app, boards)
    table_routes(app, club)
    replay_routes(app, club)
    live_routes(app, club, measures)
    preference_routes(app)
    notification_routes(app, club.people, notifications)
    installed_routes(app)
    watched = WatchedGames(club)
    lobby_routes(app, club, lobby, watched.running_count, secrets)
    links = DeviceLinks(store, clock, secrets)
    you_routes(app, club, evenings.book, notifications.draw_settings)
    device_routes(app, club, lobby, evenings.book, links)
    seat_routes(app, club, links)
    watch_routes(app, club, watched)
    evening_routes(app, club, evenings)
    # FastAPI does not add HEAD to GET. /api gets none: it describes its methods, and some are endless streams.
    for route in app.routes:
        if isinstance(route, Route) and "GET" in (route.methods or ()) and not is_for_programs(route.path):
            route.methods = {*(route.methods or ()), "HEAD"}
    return app


async def _lifespan(
    services: Sequence[Service], store: Store, admission: Admission | None, _: FastAPI
) -> AsyncIterator[None]:
    """Open the services in order, and close them in reverse."""
    reading = asyncio.create_task(asyncio.to_thread(_read_problems))
    for service in services:
        await service.open()
    sampling = None if admission is None else asyncio.create_task(admission.measure_load(store.writer))
    yield
    if sampling is not None:
        sampling.cancel()
    await reading
    for service in reversed(services):
        await service.close()


def _read_problems() -> None:
    """Load all problems and the code of their kinds, so that no request has to wait 0.3 s for them."""
    for kind in {problem.kind for problem in collection().values()}:
        kind_of(kind)
