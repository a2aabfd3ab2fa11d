"""Access to chairs by keys, links and tokens; links to other devices; the games of one person or bot."""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from weakref import WeakValueDictionary

from yurei.club.game import actions
from yurei.club.game.game import Game
from yurei.club.games import Games
from yurei.club.model.chairs import REFEREE, WINDOW
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.secrets import LENGTH, Secrets, digest, link_digest
from yurei.club.model.stored import PLAYERS, Chair, Event, Filter, PastGame, Tally
from yurei.club.people import NO_BOT, People, is_bot_name
from yurei.club.store import Store
from yurei.club.store.games import TurnCounts
from yurei.errors import NotOver, YureiError
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

SITS_ALREADY = N_(
    "somebody sits here already: this link was used in another browser; to move the seat here, open the menu More there"
)
SEAT_LASTS, PERSON_LASTS = timedelta(hours=1), timedelta(minutes=10)
MOST_TABLES = 100_000  # most games of a person, ended ones included
MOST_OPEN = 20  # most games that a person may play at once
_INVALID = N_("this link is no longer valid; create a new one on the device where you play")
_STILL_PLAYS = N_("this browser plays a game in progress; end that game, or move that seat first")
MOST_GAMES = 100  # most games that a bot may start to play at once
MOST_TOLD = 10 * MOST_GAMES  # most games listed when a bot connects; people may start further ones with it

Files = Mapping[str, str]
"""Texts of a game by the endings of their files."""


class Forbidden(YureiError):
    """Raised on access to a seat, link or page that belongs to another person."""


class Seats:
    """Checks and changes who has which chair in the games of this server."""

    def __init__(self, games: Games, people: People, secrets: Secrets) -> None:
        self._games, self._people, self._secrets = games, people, secrets

    async def take_chair(self, name: str, chair: str, link: str, key: str | None, *, known: bool = False) -> str:
        """Take a chair by its link; return the browser's key, which is a new key if the browser had none.

        ``known`` requires a known person, such as a bot, whose key may just have been replaced.
        """
        async with self._games.read(name, chair) as game:
            check_link(game, chair, link)
        if chair == AUDIENCE.name:
            return link[:LENGTH]
        async with self._games.game(name) as game:
            place = check_link(game, chair, link)
            if place.key is not None:
                if key is None or not hmac.compare_digest(place.key, digest(key)):
                    raise Forbidden(SITS_ALREADY)
                return key
            _check_free(game, chair, key)
            if known and await self._people.get_known_key(key) is None:
                raise Forbidden(NO_BOT)
            key = await self._people.welcome(key)
            await self._games.run_action(game, partial(_seat_person, game, place, key), place)
        return key

    async def seat(self, name: str, chair: str, key: str) -> None:
        """Seat a player of an evening on their chair; another browser there loses it, unless play is in progress."""
        async with self._games.game(name) as game:
            place = game.chairs[chair]
            if place.key is not None and hmac.compare_digest(place.key, digest(key)):
                return
            if place.key is not None and game.view(AUDIENCE.name).heard and not game.over:
                raise Forbidden(N_("this game is played in another browser; this one is valid from the next round"))
            _check_free(game, chair, key)
            await self._games.run_action(game, partial(_seat_person, game, place, key), place, place.key)

    async def give_token(self, name: str, chair: str, key: str | None) -> str:
        """Create a token, by which a program can play on one chair. An earlier token becomes invalid."""
        async with self._games.game(name) as game:
            self.check(game, chair, key)
            check_program_allowed(game, chair)
            token = self._secrets()
            game.chairs[chair].token = digest(token)
            await self._games.run_action(game, list, game.chairs[chair])
        return token

    async def new_token(self, name: str, chair: str, token: str) -> str:
        """Return a new token to a chair for a program. The old token becomes invalid unless it is a bot's key."""
        async with self._games.game(name) as game:
            self.check(game, chair, token)
            check_program_allowed(game, chair)
            place, new = game.chairs[chair], self._secrets()
            left = place.key
            if place.key != digest(token) or self._people.is_bot(place.key):
                place.token = digest(new)
            else:
                new = await self._people.welcome(None, self._people.names.get(place.key, ""))
                place.key = digest(new)
            await self._games.run_action(game, list, place, left)
        return new

    async def move_chair(self, name: str, chair: str, key: str | None) -> str:
        """Move a chair to another browser, and return that browser's key; the old key and tokens lose the chair."""
        async with self._games.game(name) as game:
            place = game.chairs[chair]
            _check_free(game, chair, key)
            known = await self._people.get_known_key(key)
            # A device without a known key takes over the nickname with the seat.
            called = game.nickname(chair)
            key = known or await self._people.welcome(None, "" if is_bot_name(called) else called)
            left, place.key, place.token = place.key, digest(key), None
            await self._games.run_action(game, list, place, left)
        return key

    async def check_owner(self, name: str, chair: str, key: str | None) -> None:
        """Check that a key, and not just a token, opens a chair; raise ``Forbidden`` otherwise."""
        async with self._games.read(name, chair) as game:
            self.check(game, chair, key)
            place = game.chairs.get(chair)
            if chair == AUDIENCE.name or place is None or place.key != digest(key or ""):
                raise Forbidden(N_("only the player in a seat can move it to another device"))

    def check(self, game: Game, chair: str, key: str | None) -> None:
        """Check that a key or a token opens a chair; raise ``Forbidden`` otherwise."""
        if chair == WINDOW and not game.over:
            raise NotOver(N_("this game is still in progress; hidden information is shown here after the end"))
        if chair == WINDOW or (chair == AUDIENCE.name and game.audience.who == "everybody"):
            return
        place = game.chairs.get(chair)
        opening = () if place is None else (place.link,) if chair == AUDIENCE.name else (place.key, place.token)
        own = (link_digest if chair == AUDIENCE.name else digest)(key or "")
        if key is None or not any(fits and hmac.compare_digest(fits, own) for fits in opening):
            raise Forbidden(N_("this browser has no access to this seat; open the link that you were sent"))

    def check_host(self, game: Game, host: str | None) -> None:
        """Check that a secret is that of the game's maker; raise ``Forbidden`` otherwise."""
        if host is None or not hmac.compare_digest(game.stored.host, digest(host)):
            raise Forbidden(N_("only the browser that made this game can see its links"))


def _seat_person(game: Game, place: Chair, key: str) -> list[Event]:
    happened = [] if game.is_taken(place.name) else actions.sit(game, place.name)
    place.key, place.token = digest(key), None
    return happened


def _check_free(game: Game, chair: str, key: str | None) -> None:
    """Check that a key has no other chair of a game, so that nobody plays both sides, or plays and referees."""
    around = [] if game.first_game is None else list(game.first_game.chairs.values())
    others = [place.key for name, place in game.chairs.items() if name != chair and place.key]
    if chair == REFEREE:  # a player of the first game of a match must not referee the second
        others += [place.key for place in around if game.seats_of(place.name) and place.key]
    if key is not None and any(hmac.compare_digest(other, digest(key)) for other in others):
        raise Forbidden(N_("this browser already has another seat in this game; you can play or referee, not both"))


def check_link(game: Game, chair: str, link: str) -> Chair:
    """Return a chair after checking that its link is right; raise ``Forbidden`` if it is wrong."""
    place = game.chairs.get(chair)
    if place is None or not hmac.compare_digest(place.link, link_digest(link)):
        raise Forbidden(N_("this link is not valid for this game; ask for a new one"))
    return place


def seat_for_programs(game: Game, chair: str) -> str:
    """Return the seat whose view a program on a chair receives."""
    own = game.seats_of(chair)
    if chair == AUDIENCE.name:
        return chair
    if not own or game.settings.seating.hands == "shared":
        raise Forbidden(N_("this seat is for people; a program can take a player’s or a spectator’s seat"))
    return game.to_move if game.to_move in own else own[0]


def check_program_allowed(game: Game, chair: str) -> None:
    """Check that a program may play on a chair; raise ``Forbidden`` otherwise."""
    if not game.seats_of(chair) or game.settings.seating.hands == "shared":
        raise Forbidden(N_("only a player’s own seat can be given to a program"))


def check_at_table(chair: str) -> None:
    """Check that a chair is a seat at the table, not a read-only view of it; raise ``Forbidden`` otherwise."""
    if chair == WINDOW:
        raise Forbidden(N_("this view is read-only; join the game to chat and play"))


class DeviceLinks:
    """Links that move a seat, or a person's key, to another device. Each seat and person has one valid link at most."""

    def __init__(self, store: Store, clock: Callable[[], datetime], secrets: Secrets) -> None:
        self._store, self._clock, self._secrets = store, clock, secrets

    async def offer_seat(self, game: str, chair: str) -> str:
        """Create the link that moves a seat to another device. An earlier link for the seat becomes invalid."""
        return await self._offer(f"{game}/{chair}", "", SEAT_LASTS)

    async def offer_person(self, key: str) -> str:
        """Create the link that gives a person's key to another device. An earlier link becomes invalid."""
        return await self._offer(digest(key), key, PERSON_LASTS)

    async def check_seat(self, game: str, chair: str, secret: str) -> None:
        """Check that a link moves this seat and is valid; raise ``Forbidden`` otherwise."""
        if await self._find(secret) != (f"{game}/{chair}", ""):
            raise Forbidden(_INVALID)

    async def check_person(self, secret: str) -> str:
        """Return the person's key that a valid link hands over to a device; raise ``Forbidden`` if it is invalid."""
        owner, key = await self._find(secret)
        if owner != digest(key):
            raise Forbidden(_INVALID)
        return key

    async def spend(self, secret: str) -> None:
        """Delete a link after its use; raise ``Forbidden`` if it is not valid any more."""
        if not await self._store.people.spend_device_link(link_digest(secret)):
            raise Forbidden(_INVALID)

    async def _offer(self, owner: str, handed_over: str, lasts: timedelta) -> str:
        secret, now = self._secrets(), self._clock()
        sealed = _encrypt(secret, handed_over.encode()).hex()
        await self._store.people.keep_device_link(link_digest(secret), owner, sealed, now, now + lasts)
        return secret

    async def _find(self, secret: str) -> tuple[str, str]:
        owner, sealed = await self._store.people.device_link(link_digest(secret), self._clock()) or ("", "")
        return owner, _encrypt(secret, bytes.fromhex(sealed)).decode()


def _encrypt(secret: str, text: bytes) -> bytes:
    """Encrypt or decrypt a text with the secret of a link. One secret must not encrypt two different texts."""
    pad = hashlib.shake_256(f"device link {secret[:LENGTH]}".encode()).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, pad, strict=True))


class OwnGames:
    """The games of single people: lists, limits, downloads, and changes of a person's key on all their chairs."""

    def __init__(self, store: Store, games: Games, people: People, clock: Callable[[], datetime]) -> None:
        self._store, self._games, self._people, self.clock = store, games, people, clock
        self._turns = TurnCounts(store.games.turns)
        self._packing: set[str] = set()
        self._one_at_a_time = asyncio.Lock()
        # Locks are kept while a task holds them or waits for them.
        self._beginning: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def turns(self, key: str | None) -> int:
        """Return the number of games in which it is a person's turn, without loading games."""
        return 0 if key is None else await self._turns.get(digest(key))

    async def close(self) -> None:
        """Wait until the pending queries of ``turns`` are answered."""
        await self._turns.close()

    async def running(self, key: str | None, most: int) -> list[tuple[str, str]]:
        """Return a person's games in progress and chairs: first those in which it is their turn, then the newest."""
        return [] if key is None else await self._store.games.running(digest(key), most)

    @asynccontextmanager
    async def reserve_game(self, key: str | None, most: int = MOST_OPEN) -> AsyncIterator[None]:
        """Check that a person is below the limit of open games, and lock their number while a game is added."""
        if key is None:  # a first visit has no games
            yield
            return
        lock = self._beginning.setdefault(digest(key), asyncio.Lock())
        async with lock:
            open_games = [game for game, chair in await self.running(key, 10 * most) if chair in PLAYERS]
            if len(open_games) >= most:
                raise LimitExceeded(
                    N_("you have {count} games in progress; finish one before you start another"),
                    count=len(open_games),
                )
            yield

    async def past(self, key: str | None, wanted: Filter, first: int, most: int) -> tuple[int, list[PastGame]]:
        """Return the number of a person's ended games that match ``wanted``, and a page of them, the latest first."""
        if key is None:
            return 0, []
        count, found = await self._store.games.past_games(digest(key), wanted, first, most)
        await self._people.load_nicknames(other for game in found for other in game.keys.values())
        return count, found

    async def tallies(self, key: str | None) -> list[Tally]:
        """Return the numbers of a person's games, by ruleset, referee and result."""
        return [] if key is None else await self._store.games.tallies(digest(key))

    def records(self, key: str, write: Callable[[Game], Files]) -> AsyncGenerator[tuple[str, datetime, Files], None]:
        """Return a generator of a person's ended games: for each a file name, its date, and the result of ``write``."""
        if digest(key) in self._packing:
            raise LimitExceeded(N_("your records are already being downloaded; please wait"))
        return self._records(digest(key), write)

    async def _records(
        self, person: str, write: Callable[[Game], Files]
    ) -> AsyncGenerator[tuple[str, datetime, Files], None]:
        self._packing.add(person)
        try:
            for name, ruleset, made in await self._store.games.final_games(person):
                try:
                    async with self._one_at_a_time:
                        began = monotonic()
                        files = write(await self._games.load_uncached(name))
                        # The server's requests come first: all downloads together may take a quarter of its time.
                        await asyncio.sleep(3 * (monotonic() - began))
                except Exception as error:  # a faulty game does not stop the others
                    logging.getLogger(__name__).warning("a record is missing: %s", type(error).__name__)
                else:
                    yield f"{made:%Y-%m-%d}-{ruleset}-{name}", made, files
        finally:
            self._packing.discard(person)

    async def forget(self, key: str) -> None:
        """Delete a person: erase name and key, and resign each game of theirs at their next turn."""
        for name, chair in await self.running(key, MOST_TABLES):
            async with self._games.game(name) as game:
                if game.seats_of(chair) and not game.result_is_final:
                    await self._games.run_action(game, partial(actions.leave, game, chair))
        await self._people.forget(key)
        self._games.forget(digest(key))

    async def change_key(self, key: str) -> str:
        """Replace a person's key by a new one on all their chairs, and return it. The old key becomes invalid."""
        new = await self._people.change_key(key)
        self._games.forget(digest(key))
        if new is None:
            raise Forbidden(N_("this token is no longer valid; a newer one has replaced it"))
        return new

    async def transfer(self, old: str | None, new: str) -> None:
        """Move the ended games of a browser's key ``old`` to ``new``, the key that it receives from another device."""
        if old is None or old == new:
            return
        playing = {chair for _, chair in await self.running(old, MOST_TABLES)}
        if playing.intersection((*PLAYERS, REFEREE)):
            raise Forbidden(_STILL_PLAYS)
        await self._store.people.take_over(digest(old), digest(new))
        self._games.forget(digest(old))


class BotAccounts:
    """Identifies bots by their tokens, and lists their games."""

    def __init__(self, store: Store, games: Games, people: People) -> None:
        self._store, self._people = store, people
        self.inboxes = games.bots

    async def person(self, token: str) -> str:
        """Return the digest of a bot's token, which is also its key; raise ``Forbidden`` if no bot has this key."""
        person = digest(token)
        await self._people.reload_nicknames(person)
        if not self._people.is_bot(person):
            raise Forbidden(NO_BOT)
        return person

    async def running(self, person: str) -> list[tuple[str, str]]:
        """Return the games in progress of a bot, each with the bot's chair."""
        return await self._store.games.running(person, MOST_TOLD)
