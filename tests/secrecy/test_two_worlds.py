"""Two worlds: random games in which somebody is owed the same, at the table and through the whole application.

`scripts/two_worlds` does the same for as many pairs as one has time for.
"""

import asyncio
import json
import random

import pytest

from tests.day_and_night import by_day_and_night
from tests.oracle.settings import CHOICES
from tests.secrecy import at_the_table, whole
from tests.secrecy.entitled import AUDIENCE, SEATINGS, Referee
from tests.secrecy.families import GAMES, Stage, compare, family, stage_of
from tests.secrecy.scenes import acts, scene
from tests.secrecy.twins import REFEREES, Leak, Walk, Withheld, empty_setup, setups
from tests.secrecy.whole import Act, Gathering, bot, played, program
from tests.web.bots import read_events
from tests.web.wire import Answer
from yurei.apps.web.api import routes
from yurei.club import games as all_games
from yurei.club.club import Club
from yurei.club.game.game import Game

EMPTY = empty_setup(5, 5)


@pytest.mark.parametrize("families", by_day_and_night([3], [150]))
def test_at_the_table_equal_knowledge_gives_equal_bytes(families: int) -> None:
    pairs = 0
    for seed in range(families):
        chance = random.Random(f"table {seed}")
        pairs += compare(family(chance, stage_of(chance), 12, 10), at_the_table.bytes_of)
    assert pairs > 30 * families


@pytest.mark.parametrize("families", by_day_and_night([4], [100]))
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


def test_a_seated_program_waits_for_news_and_hears_its_announcements() -> None:
    waits = program("white")
    moves = acts("black pencil-cross A1, black C3, white E5, white C3")
    got = played({"width": "5"}, moves, "white", only=(waits,), by_token=True)
    answers = [[json.loads(answer.text) for answer in came] for came, *_ in got[waits]]  # type: ignore[attr-defined]
    assert [len(each) for each in answers] == [0, 1, 1, 0], (
        "of what Black does for himself nothing comes; nor where it is not one's turn"
    )
    assert [heard["verdict"] for each in answers for seen in each for heard in seen["heard"]] == ["moved", "moved"]


def test_answering_a_waiting_program_for_a_hidden_action_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    waits, marked = program("white"), scene("white", "black pencil-cross A1, black C3", "black stone nowhere, black C3")
    assert waits not in marked.told_apart([waits])

    async def rung(club: Club, game: str, chair: str, token: str, since: int, wait: float) -> None:
        with club.games.listeners.listening(game, chair) as bell:
            await bell.wait()

    monkeypatch.setattr(all_games, "knowledge_test", lambda *_: lambda _: True)
    monkeypatch.setattr(routes, "_wait_for_news", rung)
    assert waits in marked.told_apart([waits])


def test_a_bot_hears_its_announcements_on_its_stream_at_once() -> None:
    hears = bot("white")
    got = played({"width": "5"}, acts("black pencil-cross A1, black C3, white E5, white C3"), "white", only=(hears,))
    came = [b"".join(frames).decode() for frames, *_ in got[hears]]  # type: ignore[arg-type]
    heard = [[each["verdict"] for event in read_events(text) for each in event.data["seen"]["heard"]] for text in came]
    assert heard == [[], ["moved"], ["moved"], []]


@pytest.mark.parametrize("planted", ["its numbers count what is hidden", "it is sent the board of another seat"])
def test_hidden_facts_sent_to_a_bot_are_detected(monkeypatch: pytest.MonkeyPatch, planted: str) -> None:
    hears = bot("white")
    marked = scene("white", "black pencil-cross A1, black C3", "black stone nowhere, black C3")
    moved = scene("white", "black C3, white E5", "black D4, white E5")
    assert hears not in (*marked.told_apart([hears]), *moved.told_apart([hears]))
    if planted == "its numbers count what is hidden":
        monkeypatch.setattr(Game, "may_know", lambda *_: True)
        assert hears in marked.told_apart([hears])
    else:
        monkeypatch.setattr(routes, "seat_for_programs", lambda *_: "black")
        assert hears in moved.told_apart([hears])


SIGHTED = [
    Referee(name, lone_self_atari=lone, option=sight)
    for name in ("common", "kriegspiel", "olympiad", "counted", "fog")
    for lone in (False, name == "common")
    for sight in (1, 2)
]
RULESETS = (*GAMES, *(slug for slug in CHOICES["ruleset"] if slug not in GAMES))
"""Every game that the oracle has a row for."""


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("board", [(3, 1), (4, 1), (2, 2)], ids=str)
@pytest.mark.parametrize(
    ("ruleset", "referees"),
    [*((slug, SIGHTED) for slug in RULESETS), *((slug, REFEREES) for slug in RULESETS[len(GAMES) :])],
)
def test_every_small_game_of_every_ruleset_is_told_right(
    ruleset: str, referees: list[Referee], board: tuple[int, int]
) -> None:
    tree = Walk(ruleset, board, referees=dict.fromkeys(referees))
    tree.from_empty_board(4 if ruleset != "no-seki-go" else 3)
    for setup in setups(*board, ".BW"):
        tree.from_board(setup, 1)
    assert tree.games > 300
