"""Lets bots play on a real server that is killed with signal 9 meanwhile, and looks whether any of them has missed anything.

python -m tests.faults.bots [--games 1000] [--bots 30] [--restarts 2] [--seed 1]

All games go on at once, and each bot hears of all of its own on one stream, as ``yurei.client`` reads it. A bot keeps a list
of its own: all that it was told, and every try that was answered. In the end what was told is
compared with what the database says that its seats were owed, and nobody may have been told a thing twice in two ways.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.clubs import opened, options
from tests.web.people import Server
from yurei.apps.web.api.models import look_at
from yurei.client import AsyncBot, Refused
from yurei.club.consistency import replayed
from yurei.club.game.game import Game

KINDS = [
    {"ruleset": ruleset, "referee": referee, "width": 4, "height": 4}
    for ruleset in ("alter-igo", "go", "no-seki-go")
    for referee in ("common", "hamburg", "kriegspiel")
]
UNTIL_KILLED = 12
"""After so many events for each game the server is killed, and after as many more once again: all games go on by then."""
BY_LOBBY = 10  # every so manieth game is made by two bots that meet in the lobby; the others are made for them
MAKERS = 8  # so many games are made at a time
COLUMNS = "ABCD"


@dataclass
class Listened:
    """What a bot knows of one of its games."""

    heard: dict[int, Any] = field(default_factory=dict)  # all that it was told, by its place
    over: bool = False  # whether it has heard how the game ended


class Player(AsyncBot):
    """A bot that tries by chance, gives a game up now and then, and keeps a list."""

    def __init__(self, server: str, token: str, heard: Callable[[], None]) -> None:
        super().__init__(server, token)
        self._tell = heard
        self.games: dict[str, Listened] = {}
        self.wrong: list[str] = []
        self.events_heard = 0

    def note(self, kind: str, news: Any) -> None:
        if kind != "game":
            if kind == "gone":
                self.wrong.append(f"{news['address']}: gone")
            return
        self.events_heard += 1
        self._tell()
        known = self.games.setdefault(news["address"], Listened())
        for told in news["seen"]["heard"]:
            if known.heard.setdefault(told["n"], told) != told:
                self.wrong.append(f"{news['address']}: told {known.heard[told['n']]}, and then {told}")
        ended = news["seen"]["ended"]
        known.over |= ended is not None and not ended["counting"]

    async def play(self, gate: asyncio.Event, chance: random.Random) -> None:
        async for kind, news in self.events():
            self.note(kind, news)
            if not self.fresh(kind, news):
                continue
            await gate.wait()
            if (asked := wish(news["seen"], self.games[news["address"]], chance)) is not None:
                await self._does(news["address"], *asked)

    async def _does(self, address: str, do: str, point: str, dead: list[str]) -> None:
        try:
            answer = await self.do(address, do, point, dead=dead)
        except Refused as error:
            if error.status != 409 and do != "settle":  # the game may be over by now, or others are marked dead
                self.wrong.append(f"{address}: {do} {point} was refused: {error}")
            return
        if do in ("stone", "pass", "resign") and not answer["heard"]:
            self.wrong.append(f"{address}: {do} {point} was answered, and nothing was heard of it")


def wish(seen: Any, known: Listened, chance: random.Random) -> tuple[str, str, list[str]] | None:
    """What somebody does who sees and has heard this; None for nothing."""
    if (ended := seen["ended"]) is not None:
        waits = ended["counting"] and seen["seat"] not in ended["agreed"]
        return ("settle", "", ended["dead"]) if waits else None
    if not seen["your_turn"]:
        return None
    # Where somebody was told that a stone stands, a try is none: the server asks for another point.
    taken = {
        told["try"]["point"] for told in known.heard.values() if told["reason"] == "opponent-stone" and told["try"]
    }
    points = {f"{COLUMNS[x]}{4 - y}": c for y, row in enumerate(seen["board"].split("/")) for x, c in enumerate(row)}
    free = [point for point, c in points.items() if c == "." and point not in taken]
    may_pass = seen["settings"]["passing"] != "none"
    do = chance.choices(("stone", "pass" if may_pass else "resign", "resign"), (30 if free else 0, 2, 1))[0]
    return do, chance.choice(free) if do == "stone" else "", []


class Evening:
    """All games, all bots, and the server between them."""

    def __init__(self, server: Server, games: int, bots: int, restarts: int, seed: int) -> None:
        self._server, self._wanted, self._bots, self._restarts = server, games, bots, restarts
        self._chance = random.Random(seed)
        self.players: list[Player] = []
        self._events = 0
        self._due = asyncio.Event()
        self.down: list[float] = []
        self.at_once = 0
        self.seconds = 0.0

    @property
    def ended(self) -> int:
        """How many games are over, as far as both who play there have heard."""
        over = Counter(
            address.split("/")[3] for player in self.players for address, known in player.games.items() if known.over
        )
        return sum(count == 2 for count in over.values())

    async def play(self, patience: float) -> None:
        for number in range(self._bots):
            nobody = await AsyncBot.come(self._server.address, f"Bot {number}")
            self.players.append(Player(self._server.address, nobody.token, self._one_more))
            await nobody.__aexit__()
        gate, going = asyncio.Event(), [asyncio.create_task(self._kill_in_time())]
        for number, player in enumerate(self.players):
            going.append(asyncio.create_task(player.play(gate, random.Random(f"{self._chance.random()} {number}"))))
        try:
            await self._make_all()
            self.at_once = sum([len((await player.stands())["games"]) for player in self.players]) // 2
            began = time.monotonic()
            gate.set()
            async with asyncio.timeout(patience):
                await self._until_over(going)
            self.seconds = time.monotonic() - began
        finally:
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
            for player in self.players:
                await player.__aexit__()

    async def _until_over(self, going: list[asyncio.Task[None]]) -> None:
        while self.ended < self._wanted:
            for task in going:
                if task.done():
                    task.result()  # whatever has gone wrong with it
            await asyncio.sleep(0.1)
        await going[0]

    def _one_more(self) -> None:
        self._events += 1
        if self._events >= UNTIL_KILLED * self._wanted * (len(self.down) + 1):
            self._due.set()

    async def _kill_in_time(self) -> None:
        while len(self.down) < self._restarts:
            await self._due.wait()
            await asyncio.to_thread(self._kill)
            self._due.clear()

    def _kill(self) -> None:
        began = time.monotonic()
        self._server.kill()
        self._server.start()
        self.down.append(time.monotonic() - began)

    async def _make_all(self) -> None:
        pairs = list(self._pairs())
        for pair, kind in pairs[::BY_LOBBY]:  # one after the other, so that those two meet
            waits = await pair[0].seek(settings=kind, colour="black")
            if self._chance.random() < 0.5:
                await pair[1].seek(settings=kind, colour="white")
            else:
                await pair[1].accept(waits["challenge"])
        rest = iter([each for number, each in enumerate(pairs) if number % BY_LOBBY])
        await asyncio.gather(*(self._make(rest) for _ in range(MAKERS)))

    def _pairs(self) -> Iterator[tuple[tuple[Player, Player], dict[str, Any]]]:
        """Who plays whom at what, so that all have about as many games."""
        order: list[Player] = []
        for number in range(self._wanted):
            if len(order) < 2:
                order = self._chance.sample(self.players, len(self.players))
            yield (order.pop(), order.pop()), KINDS[number % len(KINDS)]

    async def _make(self, rest: Iterator[tuple[tuple[Player, Player], dict[str, Any]]]) -> None:
        async with AsyncBot(self._server.address, "") as maker:  # who makes games without a name may make any number
            for (black, white), kind in rest:
                links = (await maker.make(settings=kind))["links"]
                await black.sit(links["black"])
                await white.sit(links["white"])


async def missed(players: list[Player], place: str, games: int) -> list[str]:
    """What bots were told otherwise than they were owed by the database, or not at all; and what happened otherwise than asked."""
    wrong = [each for player in players for each in player.wrong]
    known = {address: listened for player in players for address, listened in player.games.items()}
    names = {address.split("/")[3] for address in known}
    if len(names) != games or len(known) != 2 * games:
        wrong.append(f"{len(names)} games and {len(known)} chairs were heard of, and not {games} and twice as many")
    async with opened(place) as store:
        for name in sorted(names):
            game = await replayed(store, name)
            if not game.final:
                wrong.append(f"{name}: it has not ended")
            ids = Counter(event.request for event in game.events if event.request)
            wrong += [f"{name}: {one} happened {times} times" for one, times in ids.items() if times > 1]
            for chair in ("black", "white"):
                if (address := f"/api/games/{name}/{chair}") in known:
                    wrong += told_otherwise(game, chair, known[address])
    return wrong


def told_otherwise(game: Game, chair: str, listened: Listened) -> Iterator[str]:
    owed = [each.model_dump(mode="json", by_alias=True) for each in look_at(game, chair, chair).in_words().heard]
    told = [listened.heard.get(number) for number in range(len(owed))]
    if told != owed:
        missing = [number for number, each in enumerate(told) if each is None]
        yield f"{game.stored.id}: {chair} was {f'not told {missing}' if missing else 'told otherwise'}"
    if len(listened.heard) > len(owed):
        yield f"{game.stored.id}: {chair} was told {len(listened.heard) - len(owed)} things that did not happen"


def main() -> None:
    # With ``planted`` one bot forgets a thing, which must be noticed; it is given up after ``patience`` seconds.
    chosen = options(str(__doc__), games=1000, bots=30, restarts=2, seed=1, patience=1500.0, planted=False)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.db")
        server.start()
        evening = Evening(server, chosen.games, chosen.bots, chosen.restarts, chosen.seed)
        try:
            asyncio.run(evening.play(chosen.patience))
        except TimeoutError:
            print(f"given up: {evening.ended} games have ended")
        finally:
            server.stop()
        if chosen.planted:
            next(iter(evening.players[0].games.values())).heard.popitem()
        wrong = asyncio.run(missed(evening.players, f"sqlite+aiosqlite:///{server.database}", chosen.games))
    _say(evening, chosen, wrong)
    sys.exit(bool(wrong))


def _say(evening: Evening, chosen: argparse.Namespace, wrong: list[str]) -> None:
    events = sum(player.events_heard for player in evening.players)
    told = sum(len(known.heard) for player in evening.players for known in player.games.values())
    print(f"seed {chosen.seed}: {chosen.games} games of {chosen.bots} bots, {evening.at_once} of them at once")
    print(
        f"{evening.ended} have ended after {evening.seconds:.0f} s, {events} events on {chosen.bots} streams, {told} things told"
    )
    down = ", ".join(f"{seconds:.1f}" for seconds in evening.down)
    print(f"{len(evening.down)} servers killed; the next was there after {down or '-'} s")
    print("\n".join(wrong) or "nothing lost, nothing told twice in two ways")


if __name__ == "__main__":
    main()
