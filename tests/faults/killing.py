"""Kills servers by signal 9 during many games, and checks that no answered action is lost.

python -m tests.faults.killing [--trials 10000] [--seed 1] [--games 20] [--first TRIAL]

Every trial is a process of its own, forked from this one, that goes on with the database of the one before and with what the
player knows; after some trials there is a new database. What is tried follows from the seed, and so does the moment of
the kill, as far as the machine is as fast as it was.

The server is the club itself on a real database, without HTTP, so that it starts within milliseconds. The player of its games
keeps a list of requests and answers; each line of it has left the process before the next request is made.
"""

import asyncio
import hashlib
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from tests.faults.clubs import SEATS, new_club, new_game, opened, options
from yurei.club.archive import summary_of
from yurei.club.club import Club
from yurei.club.consistency import list_differences, rebuild_game
from yurei.club.game.actions import Action
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.store import Store
from yurei.club.store.games import GameTables
from yurei.errors import YureiError
from yurei.referee.plain import view_to_bytes
from yurei.rules.board import EMPTY

SETTINGS = [
    {"ruleset": ruleset, "referee": referee, "width": 5, "height": 5}
    for ruleset in ("go", "alter-igo", "no-seki-go")
    for referee in ("common", "hamburg")
]


def seen(game: Game) -> str:
    """Return a digest of the views of both seats."""
    views = b"".join(view_to_bytes(game.view(seat)) for seat in SEATS)
    return hashlib.sha256(views).hexdigest()


def views_after(game: Game, number: int) -> str:
    """Return a digest of the views of both seats after the first events, rebuilt from these events."""
    happened = game.events[:number]
    again = Game(game.stored, game.chairs.values(), happened, lambda: datetime.now(UTC))
    for event in happened:
        apply_event(again, event)
    return seen(again)


@dataclass
class Known:
    """What the player has recorded of a game."""

    number: int = 0  # how many events there were when he was answered last
    seen: str = ""  # what both seats saw then
    answered: set[str] = field(default_factory=set)  # the ids of all that he was answered
    asked: tuple[str, str, str, str] | None = None  # what he has asked for and was not answered: chair, what, where, id


@dataclass
class List:
    """The player's log, which survives the server: games by name, and errors found."""

    games: dict[str, Known] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    answers: int = 0
    retried: int = 0
    ready: list[float] = field(default_factory=list)

    def read(self, lines: str) -> None:
        """Read the lines that a server's player has written; ignore an incomplete last line."""
        for line in lines.splitlines(keepends=True):
            if not line.endswith("\n"):
                break
            match json.loads(line):
                case ["made", game, number, views]:
                    self.games[game] = Known(number, views)
                case ["asked", game, chair, do, at, name]:
                    self.games[game].asked = (chair, do, at, name)
                case ["answered", game, name, number, views]:
                    known = self.games[game]
                    known.answered.add(name)
                    known.number, known.seen, known.asked = number, views, None
                    self.answers += 1
                case ["refused", game]:
                    self.games[game].asked = None
                case ["retried", _]:
                    self.retried += 1
                case ["over", game]:
                    del self.games[game]
                case ["ready", seconds]:
                    self.ready.append(seconds)
                case ["wrong", what]:
                    self.wrong.append(what)


class Player:
    """Plays all games of a server at the same time."""

    def __init__(self, club: Club, store: Store, list: List, pen: int, chance: random.Random) -> None:
        self._club, self._store, self._list, self._pen, self._chance = club, store, list, pen, chance

    def note(self, *line: object) -> None:
        """Write a line to the pipe, so that it survives the end of this process."""
        os.write(self._pen, (json.dumps(line) + "\n").encode())

    async def check(self) -> None:
        """Check that all answered actions are stored, and repeat the unanswered ones."""
        for name, known in self._list.games.items():
            async with self._club.games.game(name) as game:
                self._check(name, known, game)
            if known.asked is not None:
                await self._repeat_request(name, known.asked)
            again = await rebuild_game(self._store, name)
            for line in list_differences(await self._store.games.kept_summary(name), summary_of(again)):
                self.note("wrong", f"{name}: half applied: {line}")

    def _check(self, name: str, known: Known, game: Game) -> None:
        ids = [event.request for event in game.events if event.request]
        if lost := known.answered - set(ids):
            self.note("wrong", f"{name}: answered and lost: {sorted(lost)}")
        if len(ids) != len(set(ids)):
            self.note("wrong", f"{name}: applied twice: {ids}")
        if more := set(ids) - known.answered - {known.asked[3] if known.asked else ""}:
            self.note("wrong", f"{name}: never asked for: {sorted(more)}")
        if views_after(game, known.number) != known.seen:
            self.note("wrong", f"{name}: the views are others after {known.number} events")

    async def _repeat_request(self, name: str, asked: tuple[str, str, str, str]) -> None:
        for _ in range(2):
            await self._ask(name, *asked)
        self.note("retried", name)
        async with self._club.games.game(name) as game:
            times = sum(event.request == asked[3] for event in game.events)
        if times > 1:
            self.note("wrong", f"{name}: {asked} happened {times} times")

    async def play(self, games: int) -> None:
        await asyncio.gather(
            *(self._play_on(name) for name in self._list.games),
            *(self._play_new() for _ in range(games - len(self._list.games))),
        )

    async def _play_new(self) -> None:
        while True:
            secret = token_urlsafe(12)
            name = await new_game(self._club, self._chance.choice(SETTINGS), {"player": secret}, f"{secret} ")
            async with self._club.games.game(name) as game:
                self.note("made", name, len(game.events), seen(game))
            await self._play_on(name)

    async def _play_on(self, name: str) -> None:
        while True:
            async with self._club.games.game(name) as game:
                seat, over, size = game.to_move or "black", game.over, game.settings.size
                boards = {seat: game.view(seat).board for seat in SEATS}
            if over:
                self.note("over", name)
                return
            do = self._chance.choices(("stone", "pencil-cross", "pass", "resign", "offer"), (30, 5, 2, 1, 1))[0]
            points = list(range(size.points))
            if do == "pencil-cross":
                seat = self._chance.choice(SEATS)
                # A mark on a seat's own stone is answered, but there is nothing to store.
                points = [point for point in points if boards[seat][point] == EMPTY] or points
            asked = (seat, do, size.name(self._chance.choice(points)), token_urlsafe(6))
            self.note("asked", name, *asked)
            await self._ask(name, *asked)

    async def _ask(self, name: str, seat: str, do: str, at: str, request: str) -> None:
        async with self._club.games.game(name) as game:
            key = f"{game.stored.terms['player']} {seat}"
        try:
            await self._club.perform(name, seat, key, Action(do, at, request))
        except YureiError:
            self.note("refused", name)
            return
        async with self._club.games.game(name) as game:
            self.note("answered", name, request, len(game.events), seen(game))


async def serve(database: Path, list: List, pen: int, seed: str, games: int) -> None:
    """Run a server on the database of the killed one, and the player of all its games."""
    began = asyncio.get_running_loop().time()
    store = Store(f"sqlite+aiosqlite:///{database}")
    await store.open()
    club = new_club(store)
    player = Player(club, store, list, pen, random.Random(seed))
    try:
        await club.open()
        player.note("ready", asyncio.get_running_loop().time() - began)
        await player.check()
        await player.play(games)
    except BaseException as error:
        player.note("wrong", f"the server has ended: {type(error).__name__}: {error}")
        raise


TRIALS_OF_A_DATABASE = 25
LONGEST = 0.12  # seconds that a server plays at most before it is killed
ANSWERS = 10  # so many answers are waited for, from the others
SOON = 0.1  # so many of the servers are killed before they can have begun to play


def new_database(folder: Path) -> Path:
    file = folder / "new.db"

    async def make() -> None:
        async with opened(f"sqlite+aiosqlite:///{file}"):
            pass

    pid = os.fork()
    if pid == 0:  # this process must have no threads when it forks again
        asyncio.run(make())
        os._exit(0)
    os.waitpid(pid, 0)
    return file


def trial(database: Path, list: List, seed: str, games: int) -> None:
    chance = random.Random(seed)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            asyncio.run(serve(database, list, writing, seed, games))
        finally:
            os._exit(1)
    os.close(writing)
    lines = b"" if chance.random() < SOON else _until_it_plays(reading)
    time.sleep(chance.uniform(0, LONGEST))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while more := os.read(reading, 1 << 16):
        lines += more
    os.close(reading)
    list.read(lines.decode())


def _until_it_plays(reading: int) -> bytes:
    """Read the player's lines until ``ANSWERS`` answers are among them, or the server has ended."""
    lines = b""
    while lines.count(b'["answered"') < ANSWERS and select.select([reading], [], [], 30)[0]:
        more = os.read(reading, 1 << 16)
        if not more:
            break
        lines += more
    return lines


def kill(trials: int, seed: int, games: int, folder: Path, first: int, until: str) -> List:
    """Run the trials; stop early at an error whose text contains ``until``."""
    new, list = new_database(folder), List()
    database = folder / "games.db"
    for number in range(first, first + trials):
        if (number - first) % TRIALS_OF_A_DATABASE == 0:
            for file in folder.glob("games.db*"):
                file.unlink()
            shutil.copy(new, database)
            list.games.clear()
        known = len(list.wrong)
        trial(database, list, f"{seed}/{number}", games)
        list.wrong[known:] = [f"trial {number}: {each}" for each in list.wrong[known:]]
        if until and any(until in each for each in list.wrong):
            break
    return list


def plant() -> None:
    keep, going = GameTables.append, set[asyncio.Task[None]]()

    async def append(*given: Any) -> None:
        going.add(asyncio.create_task(keep(*given)))

    GameTables.append = append  # type: ignore[assignment, method-assign]


def main() -> None:
    # ``first`` is the number of the first trial; with ``planted`` servers answer too soon, until it is noticed.
    chosen = options(str(__doc__), trials=200, seed=random.randrange(10**6), games=20, first=0, planted=False)
    until = "answered and lost" if chosen.planted else ""
    if chosen.planted:
        plant()
    with tempfile.TemporaryDirectory() as folder:
        list = kill(chosen.trials, chosen.seed, chosen.games, Path(folder), chosen.first, until)
    ready = sorted(list.ready)
    most = "at most " if chosen.planted else ""
    print(f"seed {chosen.seed}: {most}{chosen.trials} kills, {list.answers} answers, {list.retried} asked again")
    print(f"ready again after {1000 * ready[len(ready) // 2]:.0f} ms (median), {1000 * ready[-1]:.0f} ms (longest)")
    print("\n".join(list.wrong) or "nothing lost, nothing applied twice or by half, all views equal")
    sys.exit(bool(list.wrong))


if __name__ == "__main__":
    main()
