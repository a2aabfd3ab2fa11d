"""Nobody waits for somebody else: no step of the server's loop takes more than a tenth of a second, whatever is asked."""

import asyncio
import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time
from typing import Any

import pytest

from tests.web.evenings import makes
from tests.web.test_routes import GETS
from tests.web.wire import House, Made, Visitor, make
from yurei.problems import KINDS, collection
from yurei.rules.points import Size

LONGEST = 0.1
"""Seconds of the processor that a step of the loop may take."""
GREATEST = Size(25, 25)


@pytest.fixture(autouse=True)
def _no_garbage_of_other_tests() -> Iterator[None]:
    """Keep objects of earlier tests, which no server has, from garbage collections."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@contextmanager
def watched() -> Iterator[list[tuple[float, str]]]:
    """Note every step of an event loop that takes too long, with what it was about."""
    found, run = list[tuple[float, str]](), asyncio.Handle._run

    def measured(handle: Any) -> None:
        began = thread_time()
        run(handle)
        if (taken := thread_time() - began) > LONGEST:
            found.append((round(taken, 3), repr(handle)[:300]))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", measured)
        yield found


def played(made: Made, size: Size, tries: int) -> None:
    """Let both fill a board, with many tries that are refused."""
    for number in range(tries):
        point = size.name(number % size.points)
        for chair in ("black", "white"):
            made.act(chair, "stone", point)


def ask_all(made: Made, *paths: str) -> None:
    """Load every page of a game, as each of its chairs."""
    for chair, visitor in made.seats.items():
        for path in GETS:
            if "{game}" in path and not set(re.findall(r"{(\w+)", path)) - {"game", "chair"}:
                visitor.get(path.replace("{game}", made.name).replace("{chair}", chair))
    for path in paths:
        made.seats["black"].get(path)


@pytest.mark.parametrize("referee", ["common", "fog"])
def test_pages_actions_and_records_of_a_game_on_the_largest_board(referee: str) -> None:
    with House() as house:
        made = make(house, width="25", referee=referee)
        sockets = [made.seats[chair].listen(f"{made.at(chair)}/live") for chair in made.seats]
        with watched() as slow:
            played(made, GREATEST, 150)
            ask_all(made)
            made.act("black", "resign")
            ask_all(made)
        assert all(socket.frames for socket in sockets)
        assert slow == []


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_a_game_of_thousands_of_tries() -> None:
    with House() as house:
        made = make(house, width="19", referee="common")
        with watched() as slow:
            for _ in range(5):
                played(made, Size(19, 19), 361)
            made.act(house.run(_to_move(house, made)), "resign")
            ask_all(made)
        assert slow == []


async def _to_move(house: House, made: Made) -> str:
    async with house.club.games.game(made.name) as game:
        return str(game.to_move)


def test_an_evening_of_sixty_four_with_its_readers() -> None:
    with House() as house:
        club = makes(house, "\n".join(f"Player {number}" for number in range(64)), watching="everybody", rounds="15")
        readers = [Visitor(house).listen(f"{club.address}/live") for _ in range(20)]
        walls = [Visitor(house).listen(f"{club.address}/wall/live") for _ in range(5)]
        with watched() as slow:
            for _ in range(2):
                club.pairs_next()
                club.enters(*["black"] * 32)
                for page in ("", "/wall", "/print", "/host"):
                    club.host.get(f"{club.address}{page}")
        assert all(reader.frames for reader in [*readers, *walls])
        assert slow == []


def test_problems_of_every_kind_sheets_and_the_other_pages(house: House) -> None:
    visitor = Visitor(house)
    visitor.post("/you", {"nickname": "Sei"})
    firsts = [next(problem.id for problem in collection().values() if problem.kind == kind) for kind in KINDS]
    late = dict[str, list[tuple[float, str]]]()
    for path in (
        GETS + [f"/problems/{problem}" for problem in firsts] + [f"/problems/sheet?kind={kind}" for kind in KINDS]
    ):
        if "{" not in path:
            with watched() as slow:
                visitor.get(path)
            late |= {path: slow} if slow else {}
    for problem in firsts:
        for do in ("hint", "give-up"):
            with watched() as slow:
                visitor.send(f"/problems/{problem}", {"do": do})
            late |= {f"{problem} {do}": slow} if slow else {}
    assert late == {}
