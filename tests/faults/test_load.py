"""Load: no step of the event loop takes more than a tenth of a second, and long games are bounded."""

import asyncio
import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from tests.day_and_night import first_by_day
from tests.web.evenings import makes
from tests.web.test_routes import GETS
from tests.web.wire import Made, Visitor, WebApp, make
from yurei.club import games as all_games
from yurei.club.game import actions
from yurei.club.game.effects import apply_event
from yurei.club.game.game import Game
from yurei.club.model.stored import Event, EventKind
from yurei.problems import KINDS, collection
from yurei.rules.points import Size

LONGEST = (
    0.1  # seconds of the processor that a step of the loop may take, on a machine that adds as fast as ``ADDITION``
)
ADDITION = 5e-8  # seconds for a number added in a loop of Python
GREATEST = Size(25, 25)


@pytest.fixture(autouse=True)
def _no_garbage_of_other_tests() -> Iterator[None]:
    """Keep objects of earlier tests, which no server has, from garbage collections."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def slowness() -> float:
    """How many times as long as ``ADDITION`` this machine takes just now; 1 on a faster one."""
    began, total, count = thread_time(), 0, 200_000
    for number in range(count):
        total += number
    return max(1.0, (thread_time() - began) / count / ADDITION)


@contextmanager
def watched() -> Iterator[list[tuple[float, str]]]:
    """Note every step of an event loop that takes too long, with what it was about."""
    found, run = list[tuple[float, str]](), asyncio.Handle._run

    def measured(handle: Any) -> None:
        began = thread_time()
        run(handle)
        if (taken := thread_time() - began) > LONGEST and taken > LONGEST * slowness():
            found.append((round(taken, 3), repr(handle)[:300]))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", measured)
        yield found


def played(made: Made, size: Size, tries: int) -> None:
    for number in range(tries):
        point = size.name(number % size.points)
        for chair in ("black", "white"):
            made.act(chair, "stone", point)


def ask_all(made: Made) -> None:
    for chair, visitor in made.seats.items():
        for path in GETS:
            if "{game}" in path and not set(re.findall(r"{(\w+)", path)) - {"game", "chair"}:
                visitor.get(path.replace("{game}", made.name).replace("{chair}", chair))


@pytest.mark.parametrize("referee", first_by_day(["fog", "common"]))
def test_no_slow_step_for_a_game_on_the_largest_board(referee: str) -> None:
    with WebApp() as webapp:
        made = make(webapp, width="25", referee=referee)
        sockets = [made.seats[chair].listen(f"{made.at(chair)}/live") for chair in made.seats]
        with watched() as slow:
            played(made, GREATEST, 150)
            ask_all(made)
            made.act("black", "resign")
            ask_all(made)
        assert all(socket.frames for socket in sockets)
        assert slow == []


def test_no_slow_step_for_an_evening_of_sixty_four(tmp_path: Path) -> None:
    # In a file, as on a server: a database in memory would write the 32 games of a round on the event loop.
    with WebApp(place=f"sqlite+aiosqlite:///{tmp_path / 'games.db'}") as webapp:
        club = makes(webapp, "\n".join(f"Player {number}" for number in range(64)), watching="everybody", rounds="15")
        readers = [Visitor(webapp).listen(f"{club.address}/live") for _ in range(20)]
        walls = [Visitor(webapp).listen(f"{club.address}/wall/live") for _ in range(5)]
        with watched() as slow:
            for _ in range(2):
                club.pairs_next()
                club.enters(*["black"] * 32)
                for page in ("", "/wall", "/print", "/host"):
                    club.host.get(f"{club.address}{page}")
        assert all(reader.frames for reader in [*readers, *walls])
        assert slow == []


def test_no_slow_step_for_problems_and_other_pages(webapp: WebApp) -> None:
    visitor = Visitor(webapp)
    visitor.post("/you", {"nickname": "Sei"})
    firsts = [next(problem.id for problem in collection().values() if problem.kind == kind) for kind in KINDS]
    late = dict[str, list[tuple[float, str]]]()
    paths = [
        *GETS,
        *(f"/problems/{problem}" for problem in firsts),
        *(f"/problems/sheet?kind={kind}" for kind in KINDS),
    ]
    asked = [(path, "") for path in paths if "{" not in path]
    asked += [(f"/problems/{problem}", do) for problem in firsts for do in ("hint", "give-up")]
    for path, do in asked:
        with watched() as slow:
            visitor.send(path, {"do": do}) if do else visitor.get(path)
        late |= {f"{path} {do}": slow} if slow else {}
    assert late == {}


REFUSED = 400


def test_the_actions_of_a_seat_are_limited_and_the_game_can_still_end(
    webapp: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(webapp, referee="olympiad", width="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    monkeypatch.setattr(actions, "MOST", 10)
    for number in range(10 - 2):  # to sit down is something too
        assert made.act("black", *(("stone", "D4"), ("pencil-cross", "A1"))[number % 2]).status == 200
    for do, at in (("stone", "A1"), ("stone", "D4"), ("ghost", "A1"), ("pencil-cross", "A1"), ("offer", "")):
        answer = made.act("black", do, at)
        assert answer.status == 429
        assert "you have reached the limit of 10 actions in this game; pass, resign or accept the score" in answer.text
    assert made.act("black", "pass").status == 200
    assert made.act("white", "stone", "A1").status == 200, "his opponent has a bound of his own"
    assert made.act("black", "resign").status == 200
    assert made.act("black", "rematch").status == 200


def test_loading_a_long_game_does_not_block_others(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(webapp, referee="olympiad", width="5")
    made.act("black", "stone", "C3")
    made.act("white", "stone", "D4")
    games = webapp.club.games

    async def refused() -> None:
        async with games.game(made.name) as game:
            await games.run_action(game, lambda: _tries(game))

    async def load() -> tuple[int, int]:
        turns = 0
        monkeypatch.setattr(all_games, "SLICE", 0.0)

        async def another() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        beside = asyncio.create_task(another())
        game = await games._rebuild(made.name)
        beside.cancel()
        return turns, len(game.events)

    webapp.run(refused())
    turns, events = webapp.run(load())
    assert events >= REFUSED
    assert turns >= events // 2, "others have their turn as soon as it has taken its time"


def _tries(game: Game) -> list[Event]:
    before = len(game.events)
    for _ in range(REFUSED):
        apply_event(game, game.event("black", EventKind.TRY, "D4"))
    return game.events[before:]
