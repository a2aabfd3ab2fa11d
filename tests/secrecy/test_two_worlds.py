"""Two worlds: random games in which somebody is owed the same, at the table and through the whole application.

`scripts/two_worlds` does the same for as many pairs as one has time for.
"""

import asyncio
import random

import pytest

from tests.day_and_night import by_day_and_night
from tests.secrecy import at_the_table, whole
from tests.secrecy.entitled import AUDIENCE, SEATINGS, Referee
from tests.secrecy.families import Stage, compare, family, stage_of
from tests.secrecy.scenes import acts
from tests.secrecy.twins import Leak, Withheld, empty_setup
from tests.secrecy.whole import Act, Gathering, played
from tests.web.wire import Answer

EMPTY = empty_setup(5, 5)


@pytest.mark.parametrize("families", by_day_and_night([3], [150]))
def test_at_the_table_equal_knowledge_gives_equal_bytes(families: int) -> None:
    pairs = 0
    for seed in range(families):
        chance = random.Random(f"table {seed}")
        pairs += compare(family(chance, stage_of(chance), 12, 10), at_the_table.bytes_of)
    assert pairs > 30 * families


@pytest.mark.parametrize("families", by_day_and_night([8], [100]))
def test_in_the_whole_application_equal_knowledge_gives_equal_bytes(families: int) -> None:
    pairs = 0
    for seed in range(families):
        chance = random.Random(f"server {seed}")
        pairs += whole.compare(family(chance, stage_of(chance, (5,)), 3, 4), chance)
    assert pairs >= families


def test_a_family_is_of_many_different_games() -> None:
    chance = random.Random(5)
    found = family(chance, Stage("go", Referee("kriegspiel"), "duel", 5, EMPTY, AUDIENCE), 20, 12)
    assert len(found.alike) == 20
    assert found.pairs == 190
    assert {len(record) for record in found.alike} == {12}


def test_leaks_and_withheld_facts_in_a_family_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    white = SEATINGS["duel"][1]
    chance = random.Random(2)
    found = family(chance, Stage("go", Referee("common"), "duel", 5, EMPTY, white), 8, 9)
    assert found.pairs > 10
    assert found.stray
    compare(found, at_the_table.bytes_of)
    with monkeypatch.context() as patch:
        patch.setattr(at_the_table, "told_to_bytes", lambda told, _: b"%d" % id(told))
        with pytest.raises(Leak):
            compare(found, at_the_table.bytes_of)
    with monkeypatch.context() as patch:
        patch.setattr(at_the_table, "_digest", lambda *_: b"nothing")
        with pytest.raises(Withheld):
            compare(found, at_the_table.bytes_of)


def test_the_speed_of_the_machine_changes_nobodys_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = acts("black C3, white E5, black B2")
    at_once = played({"width": "5"}, moves, "white")
    passed, clock, does = 0.0, asyncio.BaseEventLoop.time, Gathering.does

    def slowly(gathering: Gathering, act: Act, by_token: bool) -> Answer:
        nonlocal passed
        passed += 5
        return does(gathering, act, by_token)

    monkeypatch.setattr(Gathering, "does", slowly)
    monkeypatch.setattr(asyncio.BaseEventLoop, "time", lambda loop: clock(loop) + passed)
    slow = played({"width": "5"}, moves, "white")
    assert {who for who in at_once if at_once[who] != slow[who]} == set()
