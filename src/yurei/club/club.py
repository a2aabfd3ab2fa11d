"""The club: the actions of people in games. Each action is stored before anybody sees its effect."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from yurei.club.game import actions
from yurei.club.game.game import Game
from yurei.club.game.programs import VERSIONS
from yurei.club.game.question import ProgramRunner
from yurei.club.game.series import Series, has_next_game, has_second, name_of, next_game, opposite_chair, series_of
from yurei.club.games import Games, retried_if_overtaken
from yurei.club.housekeeping import ABANDONED_AFTER, Housekeeping
from yurei.club.model.chairs import CROWDS, chairs_of
from yurei.club.model.limits import LimitExceeded, LongWork, RecordLimits
from yurei.club.model.secrets import Secrets, digest, link_digest, link_secret
from yurei.club.model.stored import Chair, Event, StoredGame
from yurei.club.people import People
from yurei.club.programs.proposals import Proposer
from yurei.club.programs.reviews import Look, Reviews
from yurei.club.programs.worker import InProcess
from yurei.club.seats import BotAccounts, OwnGames, Seats, check_at_table
from yurei.club.server_time import Uptime
from yurei.club.store import Store
from yurei.club.turns import Turns
from yurei.errors import NotOver, YureiError
from yurei.languages import N_
from yurei.referee.settings import Settings

MOST, WITHIN = 60, timedelta(minutes=15)  # a series starts at most this many games within this time


class Club:
    """The games and people of this server. Without ``thinkers`` (worker processes), programs run in this process."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        secrets: Secrets,
        propose: Proposer | None = None,
        abandoned_after: timedelta | None = ABANDONED_AFTER,
        thinkers: ProgramRunner | None = None,
        look: Look | None = None,
        made: RecordLimits | None = None,
    ) -> None:
        self._uptime = Uptime(store, clock)
        self.can_write = self._uptime.can_write
        self.shares_database = store.backend.is_shared
        self._clock = self._uptime.now
        self._store, self._secrets = store, secrets
        self.made = made or RecordLimits()
        self.people = People(store, self._clock, secrets, self.made)
        thinkers = thinkers or InProcess()
        self.games = Games(store, self._uptime, self.people, propose, lambda: thinkers.compiling)
        self.turns = Turns(self.games, thinkers, self.people.place)
        self.housekeeping = Housekeeping(self.games, store, self._uptime, abandoned_after)
        self.seats = Seats(self.games, self.people, secrets)
        self.reviews = Reviews(store, look)
        self.own = OwnGames(store, self.games, self.people, self._clock)
        self.bots = BotAccounts(store, self.games, self.people)
        self.long_work = LongWork()

    async def open(self) -> None:
        """Resume the stored games. No clock is charged for the time without a server."""
        await self._uptime.begin()
        self.turns.begin(self._store.games.with_programs)
        self.housekeeping.begin()

    async def ask_review(self, game: Game, key: str | None) -> None:
        """Request the review of an ended game for the person with a key; raise the errors of ``Reviews.request``."""
        person = digest(key) if key else ""
        await self.reviews.request(game, person, self.people.place(person))

    async def close(self) -> None:
        """Stop programs, reviews, clocks and background tasks."""
        await self.reviews.close()
        await self.own.close()
        await self.turns.close()
        await self.games.close()
        await self.housekeeping.end()
        await self._uptime.end()

    async def create_game(
        self,
        settings: Settings,
        programs: Mapping[str, str],
        terms: Mapping[str, Any] | None = None,
        seated: Mapping[str, str] | None = None,
        host: str | None = None,
    ) -> tuple[str, str]:
        """Create a game; return its public name, and the secret of its maker, from which all links are derived.

        ``seated`` contains the digests of keys by chair. A game with an existing maker's secret, ``host``, is not
        counted in ``made``.
        """
        introduced = {seat: self.turns.describe_program(program, settings) for seat, program in programs.items()}
        if host is None:
            self.made.count("game")
        name, host = self._secrets()[:12], host or self._secrets()
        versions = {VERSIONS: {seat: program.version for seat, program in introduced.items()}} if programs else {}
        stored = StoredGame(
            id=name,
            settings=settings.plain(),
            versions=(settings.ruleset.version, settings.referee.version),
            players={seat: program.name for seat, program in introduced.items()},
            host=digest(host),
            made=self._clock(),
            terms=dict(terms or {}) | versions,
            sealing=_make_seal_secret(settings, self._secrets),
        )
        names = chairs_of(settings.seating, programs, terms)
        places = [Chair(chair, link_digest(link_secret(host, chair)), (seated or {}).get(chair)) for chair in names]
        await self.games.add(stored, places, seated or {})
        return name, host

    async def request_next_game(self, name: str, chair: str, key: str | None) -> tuple[str, str] | None:
        """Ask for the next game of a series, with colours swapped; create it once both sides agree."""
        async with self.games.game(name) as game:
            self.seats.check(game, chair, key)
            check_at_table(chair)
            if not game.result_is_final:
                raise NotOver(N_("a rematch is possible once this game has ended and the score is agreed"))
            if game.seats_of(chair):
                await self.games.run_action(game, partial(actions.perform, game, chair, actions.Action("rematch")))
            await self._create_next_game(game)
            return next_game(game, chair)

    async def _create_next_game(self, game: Game) -> None:
        """Create the next game of a series if the players have agreed on it. The caller holds the lock of ``game``."""
        if has_next_game(game) and not await self.games.exists(name := series_of(game).next_name(game.stored.id)):
            await self._check_next_game(game, name)
            programs = {opposite_chair(seat): slug for seat, slug in game.stored.players.items()}
            versions = {}
            for seat, program in programs.items():
                with suppress(YureiError):
                    versions[seat] = self.turns.describe_program(program, game.settings).version
            stored = replace(
                game.stored,
                id=name,
                versions=(game.settings.ruleset.version, game.settings.referee.version),
                players=programs,
                made=self._clock(),
                follows=game.stored.id if has_second(game) else None,
                terms=game.stored.terms | series_of(game).next_terms() | ({VERSIONS: versions} if programs else {}),
                sealing=_make_seal_secret(game.settings, self._secrets),
            )
            # The opponent's key, and the chair's own link if the chair exists in this game.
            places = []
            for chair in chairs_of(game.settings.seating, programs, stored.terms):
                old = game.chairs[opposite_chair(chair)]
                places.append(Chair(chair, game.chairs.get(chair, old).link, old.key))
            await self.games.add(
                stored, places, [each.name for each in places if game.seats_of(opposite_chair(each.name))]
            )
        self.games.announce_change(game.stored.id)

    async def _check_next_game(self, game: Game, name: str) -> None:
        for chair in game.chairs.values():
            if chair.key is not None and game.seats_of(chair.name):
                await self.people.reload_nicknames(chair.key)
                if chair.key not in self.people.names:
                    raise NotOver(N_("a player has left for good; create a new game"))
        if (number := Series.of(name, {}).number) > MOST:
            earlier = await self.games.load_uncached(name_of(name, number - MOST))
            if self._clock() - earlier.stored.made < WITHIN:
                raise LimitExceeded(
                    N_("many games were played in this series just now; wait a while before the next one")
                )

    @retried_if_overtaken
    async def perform(self, name: str, chair: str, key: str | None, action: actions.Action) -> None:
        """Perform an action of the person on a chair, and store it. An action with a known request id has no effect."""
        if action.kind == "claim" and self.shares_database:  # a player connected to another server is not away
            self.games.mark_stale(name)
        async with self._lock_for_action(name) as (game, stored):
            self.seats.check(game, chair, key)
            stored += await self.games.run_action(game, partial(actions.perform, game, chair, action))
            if action.kind == "rematch":
                await self._create_next_game(game)

    @retried_if_overtaken
    async def say(
        self, name: str, chair: str, key: str | None, person: str | None, text: str, request: str = ""
    ) -> None:
        """Post a chat message in a game, and store it. A message with a known request id has no effect."""
        called = await self.people.nickname(person)
        async with self._lock_for_action(name) as (game, stored):
            self.seats.check(game, chair, key)
            check_at_table(chair)
            stored += await self.games.run_action(game, partial(actions.say, game, chair, called, text, request))

    @asynccontextmanager
    async def _lock_for_action(self, name: str) -> AsyncIterator[tuple[Game, list[Event]]]:
        """Lock a game for an action; yield the game, and an empty list to which the caller adds the stored events.

        An action that stores nothing, such as a refused one, ends only once all earlier writes of all games have ended.
        Otherwise its time would reveal whether it had to wait for something secret that was being stored, such as the
        opponent's mark.
        """
        stored = list[Event]()
        try:
            async with self.games.game(name) as game:
                yield game, stored
        finally:
            if not stored:
                await self._store.writer.wait_for_writes()

    async def lift_curtain(self, name: str, chair: str, key: str | None, seat: str) -> None:
        """Show the board on a shared screen to the seat to move, by lifting the curtain that hid it between turns."""
        async with self.games.game(name) as game:
            self.seats.check(game, chair, key)
            actions.lift_curtain(game, chair, seat)
        self.games.announce_change(name)

    async def set_nickname(self, key: str | None, nickname: str) -> str:
        """Set a person's nickname in all their games; return their key, or a new key if ``key`` was not recognised."""
        key = await self.people.welcome(key, nickname)
        self.games.person_changed(digest(key))
        return key

    def note_page_load(self, game: Game, chair: str) -> None:
        """Note that the person on a chair has loaded the page of the game."""
        if chair not in CROWDS:
            self.games.presence.note_page_load((game.stored.id, chair))

    def count_open_page(self, name: str, chair: str, person: str | None = None) -> AbstractContextManager[None]:
        """Count a page of a chair as open while the context lasts. Spectators are counted, others become present."""
        if chair in CROWDS:
            return self.games.crowds.count_spectator(name, person and digest(person))
        return self.games.presence.count_open_page((name, chair))


def _make_seal_secret(settings: Settings, secrets: Secrets) -> str:
    return secrets() if settings.referee.hides else ""
