"""Programs of the server: worker processes, failures, compilation, the queue of games, and restarts."""

import asyncio
import json
import logging
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any
from unittest.mock import DEFAULT, AsyncMock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.programs import running
from tests.web import troublesome
from tests.web.programs import Program
from tests.web.test_serving import asked
from tests.web.wire import Visitor, WebApp, make, run_in_thread, start_game, until
from yurei import compiled_code, players
from yurei.apps.web.frame.limits import Allowances
from yurei.club.game.question import Answer, AwaitedAnswer, BadProgram, Question, Topic
from yurei.club.model.stored import NOT_KEPT, NotStored
from yurei.club.programs import worker
from yurei.club.programs.game_queue import GameQueue, QueueEntry, cost_of
from yurei.club.programs.worker import (
    HIDDEN_GO,
    PARTS,
    InProcess,
    budget_of,
    compile_players,
    compiled_part_for,
    missing_parts,
)
from yurei.club.programs.workers import Limits, Worker, Workers
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.points import Size


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server knows the players with whom something is the matter."""
    monkeypatch.setattr(players, "ALL", [*players.ALL, *troublesome.ALL])


@pytest.fixture
def webapp(known: None) -> Iterator[WebApp]:
    """An application whose programs think in one process of their own, and may take their time."""
    with WebApp(thinkers=Workers(Limits(1, seconds=1.0, memory=200, grace=20, again=1))) as webapp:
        yield webapp


@pytest.fixture
def impatient(known: None) -> Iterator[WebApp]:
    """An application whose programs are given up soon."""
    with WebApp(thinkers=Workers(Limits(1, seconds=0.2, grace=0.8, first=0.0))) as webapp:
        yield webapp


def against(webapp: WebApp, program: str, **wish: str) -> tuple[Visitor, str]:
    """Somebody who plays Black against a program, and the address of his chair."""
    return start_game(webapp, **{"opponent": "yurei", "program": program, "colour": "black", "width": "5", **wish})


def answered(visitor: Visitor, table: str, tries: int) -> dict[str, Any]:
    """What the person knows once he was told of so many tries, and it is his turn."""

    def known() -> dict[str, Any] | None:
        found = visitor.knows(table)
        return found if len(found["heard"]) >= tries and found["to_move"] != "white" else None

    return dict(until(known))


def taken(work: Callable[[], Any]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


@pytest.fixture
def may_answer(tmp_path: Path) -> Path:
    return tmp_path / "may-answer"


def test_own_move_and_page_do_not_wait_for_a_program(webapp: WebApp, may_answer: Path) -> None:
    visitor, table = against(webapp, f"waiting:file={may_answer}")
    answer = visitor.send(table, {"do": "stone", "at": "C3"})
    assert "C3, black stone" in answer.text
    for text in (answer.text, visitor.get(table).text):
        assert "yurei is thinking" in text
    assert visitor.knows(table)["to_move"] == "white"
    may_answer.touch()
    known = answered(visitor, table, 2)
    assert (known["to_move"], known["board"].count("B")) == ("black", 1)
    assert "yurei is thinking" not in visitor.get(table).text


@pytest.mark.by_day
@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("dying", "its process has ended"),
        ("unborn", "it has raised LookupError"),
        ("greedy", "it has used more memory than it may"),
    ],
)
def test_a_program_that_goes_wrong_resigns_and_the_person_s_stone_stays(
    webapp: WebApp, program: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    visitor, table = against(webapp, program)
    with caplog.at_level(logging.WARNING):
        visitor.send(table, {"do": "stone", "at": "C3"})
        ended = until(lambda: visitor.knows(table)["ended"])
    assert (ended["winner"], ended["by"]) == ("black", "resignation")
    assert visitor.knows(table)["board"].split("/")[2] == "..B.."
    assert caplog.messages == [f"the program {program} resigns: {why}"]
    # The next one finds everything as it was.
    other, another_table = against(webapp, "simple")
    other.send(another_table, {"do": "stone", "at": "C3"})
    assert answered(other, another_table, 2)["to_move"] == "black"


def test_a_program_that_never_answers_resigns_and_its_processes_end(
    impatient: WebApp, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    visitor, table = against(impatient, f"hanging:pids={tmp_path / 'pids'}")
    with caplog.at_level(logging.WARNING):
        visitor.send(table, {"do": "stone", "at": "C3"})
        pids = until(lambda: pids_in(tmp_path / "pids"))
        ended = until(lambda: visitor.knows(table)["ended"])
    assert (ended["winner"], ended["by"]) == ("black", "resignation")
    assert caplog.messages == ["the program hanging resigns: it has not answered in time"]
    assert len(pids) == 2
    until(lambda: not any(alive(pid) for pid in pids))


def pids_in(file: Path) -> list[int]:
    text = file.read_text() if file.exists() else ""
    return [int(word) for word in text.split()] if text.endswith("\n") else []


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_process_that_is_killed_in_mid_thought_is_begun_anew_and_the_program_answers(
    webapp: WebApp, tmp_path: Path
) -> None:
    visitor, table = against(webapp, f"once:pids={tmp_path / 'pids'}")
    visitor.send(table, {"do": "stone", "at": "C3"})
    (pid,) = until(lambda: pids_in(tmp_path / "pids"))
    os.kill(pid, signal.SIGKILL)
    assert answered(visitor, table, 2)["to_move"] == "black"


def test_output_printed_by_a_program_is_discarded(webapp: WebApp) -> None:
    visitor, table = against(webapp, "talking")
    visitor.send(table, {"do": "stone", "at": "A1"})
    assert answered(visitor, table, 2)["ended"] is None


def test_a_try_for_a_move_that_was_taken_back_is_dropped(webapp: WebApp, may_answer: Path) -> None:
    visitor, table = against(webapp, f"waiting:file={may_answer}", referee="open")
    visitor.send(table, {"do": "stone", "at": "C3"})
    visitor.send(table, {"do": "takeback"})
    assert visitor.knows(table)["to_move"] == "black"
    visitor.send(table, {"do": "stone", "at": "B2"})
    may_answer.touch()
    known = answered(visitor, table, 2)
    webapp.run(thought_over(webapp))
    assert visitor.knows(table) == known
    assert (known["board"].count("B"), known["board"].count("W")) == (1, 1)


def test_a_program_loses_on_time_while_it_thinks_and_its_answer_is_dropped(webapp: WebApp, may_answer: Path) -> None:
    visitor, table = against(webapp, f"waiting:file={may_answer}", clock="5")
    visitor.send(table, {"do": "stone", "at": "C3"})  # everybody's first turn is free
    may_answer.touch()
    answered(visitor, table, 2)
    may_answer.unlink()
    visitor.send(table, {"do": "pass"})
    webapp.waits(400)
    ended = visitor.knows(table)["ended"]
    assert (ended["winner"], ended["by"]) == ("black", "time")
    before = webapp.happened(table.split("/")[2])
    may_answer.touch()
    webapp.run(thought_over(webapp))
    assert webapp.happened(table.split("/")[2]) == before


@pytest.mark.parametrize(("clock", "seconds"), [(None, 1.0), (600.0, 1.0), (5.0, 0.5)])
def test_a_turn_takes_a_tenth_of_the_clock_at_most(clock: float | None, seconds: float) -> None:
    letter = {"asks": "try", "seconds": 4.0, "clock": clock}
    assert budget_of(players.get("simple"), letter).seconds == seconds


@asynccontextmanager
async def open_workers(limits: Limits = Limits(1)) -> AsyncIterator[Workers]:  # noqa: B008  # it is frozen
    workers = Workers(limits)
    try:
        yield workers
    finally:
        await workers.close()


async def thought_over(webapp: WebApp) -> None:
    workers = webapp.club.turns._thinkers
    assert isinstance(workers, Workers)
    while workers._thinking:
        await asyncio.sleep(0.01)


@pytest.fixture
def uncompiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebApp]:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    with WebApp(thinkers=Workers(Limits(1))) as webapp:
        yield webapp


COMPILING = "until then they play like level 1"


def test_during_compilation_programs_play_at_level_1_and_pages_mention_it(uncompiled: WebApp, tmp_path: Path) -> None:
    with compiled_code.compile_lock():  # who compiles has to wait
        uncompiled.opens()
        visitor, table = against(uncompiled, "yurei:level=3")
        for page in ("/", "/new", table):
            assert COMPILING in visitor.get(page).text
        visitor.send(table, {"do": "stone", "at": "C3"})
        until(lambda: visitor.knows(table)["to_move"] == "black")
        assert not list(tmp_path.rglob("*.nbi")), "nothing was compiled for that answer"
        for part in PARTS:
            compiled_code.note_compiled(part.name)
    until(lambda: COMPILING not in visitor.get("/").text)
    assert COMPILING not in visitor.get("/new").text
    assert COMPILING not in visitor.get(table).text


async def players_asked(*views: View) -> list[str]:
    """The players that are asked for answers to these views by a server that still compiles."""
    asked: list[str] = []

    async def ask(worker: Worker, question: Question) -> Answer:
        asked.append(question.player)
        return "pass"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Worker, "ask", ask)
        async with open_workers() as workers:
            workers.begin()
            for view in views:
                await workers.ask(Question("game", "yurei:level=3", AwaitedAnswer(Topic.TRY, "black", 0), view))
            assert workers.compiling
    return asked


def test_a_game_is_played_at_its_level_as_soon_as_its_part_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    go, alter, seen = (
        Table(game, referee=speaker, size=5).view("black")
        for game, speaker in (("go", "common"), ("alter-igo", "common"), ("go", "open"))
    )
    with compiled_code.compile_lock():  # who compiles has to wait
        assert run_in_thread(players_asked(go, alter, seen)) == ["yurei:level=1"] * 3
        compiled_code.note_compiled(HIDDEN_GO.name)
        assert run_in_thread(players_asked(go, alter, seen)) == ["yurei:level=3", "yurei:level=1", "yurei:level=1"]


def test_the_default_game_is_compiled_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    played: list[object] = []
    monkeypatch.setattr(worker, "play_to_compile", played.append)
    noted: list[str] = []
    compile_players(noted.append)
    assert played == list(PARTS)
    assert noted == [part.name for part in PARTS]
    assert compiled_part_for(Table().settings) is PARTS[0]
    assert not missing_parts()


PACKAGE = "from yurei.players.simple import Simple\n\nclass Other(Simple):\n    slug = 'other'\n"


def test_a_server_never_loads_a_player_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described = tmp_path / "other_player-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: other-player\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text("[yurei.players]\nother = other_player:Other\n")
    (tmp_path / "other_player.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "other" in players.slugs()
    with WebApp(thinkers=Workers(Limits(1))) as webapp:
        refused = Program(webapp).ask("POST", "/api/games", {"programs": {"white": "other"}})
        assert (refused.status, json.loads(refused.text)["error"][:26]) == (404, "there is no player 'other'")
        assert Visitor(webapp).post("/games", {"opponent": "yurei", "program": "other"}).status == 422
        with pytest.raises(BadProgram, match="there is no such program here any more"):
            webapp.run(webapp.club.turns._thinkers.ask(asked_for("begun before", "other")))
    assert "other_player" not in sys.modules


def test_lowest_level_answers_where_a_level_times_out(caplog: pytest.LogCaptureFixture) -> None:
    asked: list[str] = []

    async def ask(worker: Worker, question: Question) -> Answer:
        asked.append(question.player)
        if question.player != "yurei:level=1":
            raise BadProgram("it has not answered in time")
        return "C3"

    async def plays() -> Answer:
        async with open_workers() as workers:
            return await workers.ask(asked_for("busy", "yurei:level=3"))

    with pytest.MonkeyPatch.context() as patch, caplog.at_level(logging.WARNING):
        patch.setattr(Worker, "ask", ask)
        patch.setattr(Worker, "prepare", AsyncMock())
        assert run_in_thread(plays()) == "C3"
    assert asked == ["yurei:level=3", "yurei:level=1"]
    assert caplog.messages == ["the lowest level answers this once: yurei:level=3, it has not answered in time"]


async def processes(workers: Workers) -> set[int]:
    """Return the processes that run once the one for quick answers is prepared, if it is to be."""
    if workers._prepares is not None:
        await workers._prepares
    return {worker._process.pid for worker in workers._free if worker._process is not None}


def asked_for(game: str, player: str) -> Question:
    return Question(game, player, AwaitedAnswer(Topic.TRY, "black", 0), Table("go", size=5).view("black"))


@pytest.mark.parametrize(("program", "started"), [("yurei:level=5", 1), ("yurei:level=2", 0)])
def test_the_process_for_quick_answers_starts_as_soon_as_a_slow_program_sits_down(program: str, started: int) -> None:
    async def sits_down() -> int:
        async with open_workers() as workers:
            workers.describe_program(program, read_settings({}))
            return len(await processes(workers))

    assert run_in_thread(sits_down()) == started, "and it still runs after it has loaded every part"


def test_a_process_that_has_not_the_memory_for_all_code_starts_without_it() -> None:
    async def plays() -> Answer:
        async with open_workers(Limits(1, memory=100)) as workers:
            workers.describe_program("yurei:level=5", read_settings({}))
            running = await processes(workers)
            assert len(running) == 1
            answer = await workers._spare.ask(asked_for("quick", "yurei:level=1"))
            assert await processes(workers) == running
            return answer

    assert run_in_thread(plays()) in set(Size(5, 5).names(range(25)))


def test_quick_answers_come_from_a_process_that_was_started_with_the_first_slow_question() -> None:
    async def plays() -> list[int]:
        async with open_workers() as workers:
            await workers.ask(asked_for("slow", "yurei:level=3"))
            ready = await processes(workers)
            await asyncio.gather(*(workers.ask(asked_for(f"quick {each}", "yurei:level=1")) for each in (1, 2)))
            return [len(ready), len(ready | await processes(workers))]

    assert run_in_thread(plays()) == [2, 2]


class Noting(InProcess):
    """Answers at once, but for the first question, which it keeps until it may; notes in which games it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.games: list[str] = []
        self.goes_on = asyncio.Event()
        self.most = 10**6

    async def ask(self, question: Question) -> Answer:
        self.games.append(question.game)
        if len(self.games) >= self.most:
            self.goes_on.clear()
        await self.goes_on.wait()
        return await super().ask(question)


def programs_alone(webapp: WebApp, size: int = 5, program: str = "uniform") -> str:
    wish = {"settings": {"width": size, "height": size}, "programs": {"black": program, "white": program}}
    return str(Program(webapp).says("/api/games", wish)["game"])


def test_games_are_served_in_turn_and_games_against_people_come_first() -> None:
    noting, many = Noting(), 10
    with WebApp(thinkers=noting) as webapp:
        games = {programs_alone(webapp, 5, "simple") for _ in range(many)}
        visitor, table = against(webapp, "simple")
        visitor.send(table, {"do": "stone", "at": "C3"})
        noting.most = 3 * many + 10
        webapp._loop.call_soon_threadsafe(noting.goes_on.set)
        until(lambda: len(noting.games) >= noting.most)
        first, person, *others = noting.games
        assert person == table.split("/")[2], "people come first"
        # A program that was refused is asked again.
        games_asked = [first, *(game for game in others if game != person)]
        rounds = [set(games_asked[begin : begin + many]) for begin in (0, many, 2 * many)]
        assert rounds == [games] * 3, "and nobody is asked twice before all were asked once"


class OneByOne(Noting):
    """Answers one question after the other, each when it is let go on; takes no time for it."""

    async def ask(self, question: Question) -> Answer:
        self.games.append(question.game)
        await self.goes_on.wait()
        self.goes_on.clear()
        return await InProcess.ask(self, question)


def waiting_for(webapp: WebApp, program: str, address: str, person: Visitor | None = None) -> str:
    """A game in which a person from an address has just moved and waits for a program; its name."""
    visitor = person or Visitor(webapp)
    visitor.address = address
    form = {"opponent": "yurei", "program": program, "width": "5", "colour": "black"}
    table = visitor.post("/games", form).location
    assert visitor.send(table, {"do": "stone", "at": "C3"}).status == 200
    return table.split("/")[2]


def test_slow_games_of_one_address_let_a_quick_one_of_another_go_first() -> None:
    noting = OneByOne()
    with WebApp(thinkers=noting, allowances=Allowances(people=0)) as webapp:
        greedy = Visitor(webapp)
        slow = [waiting_for(webapp, "yurei:level=5", "192.0.2.9", person) for person in (greedy, greedy, None, None)]
        quick = waiting_for(webapp, "yurei:level=2", "192.0.2.77")
        own = waiting_for(webapp, "yurei:level=5", "192.0.2.77")
        assert noting.games == slow[:1]
        line = webapp.club.turns._lines[0]
        assert [line.take(), line.take()] == [quick, own], "that address has had nothing yet"
        assert line.take() in slow


def test_a_page_shows_and_updates_the_number_of_games_before_it() -> None:
    noting = OneByOne()
    with WebApp(thinkers=noting, allowances=Allowances(people=0)) as webapp:
        for _ in range(3):
            waiting_for(webapp, "simple", "192.0.2.9")
        visitor = Visitor(webapp)
        name = waiting_for(webapp, "simple", "192.0.2.9", visitor)
        assert "Games before this one: 3." in visitor.get(f"/g/{name}/black").text

        def fewer() -> bool:
            webapp._loop.call_soon_threadsafe(noting.goes_on.set)
            return "Games before this one: 3." not in visitor.get(f"/g/{name}/black").text

        until(fewer)


def test_games_of_programs_alone_do_not_delay_other_games(webapp: WebApp) -> None:
    made = make(webapp, width="9")
    for _ in range(8):
        programs_alone(webapp, 25, "slow:seconds=2")
    times = [
        taken(partial(made.act, seat, "stone", f"{column}{row}"))
        for row in range(1, 6)
        for seat, column in (("black", "A"), ("white", "J"))
    ]
    assert sorted(times)[5] < 1


def test_a_game_of_programs_alone_goes_on_to_its_end_and_its_count() -> None:
    with WebApp() as webapp:
        programs_alone(webapp, 3, "simple")
        assert [row.phase for row in webapp.rows("games")] == ["final"]


class Slotted(InProcess):
    """Answers after so many seconds, which is told after a slot of 0.1."""

    def __init__(self, seconds: float, slot: float = 0.1) -> None:
        super().__init__()
        self.seconds, self.slot = seconds, slot
        self.games: list[str] = []

    async def ask(self, question: Question) -> Answer:
        self.games.append(question.game)
        await asyncio.sleep(self.seconds)
        return await super().ask(question)


@pytest.mark.by_day
@pytest.mark.parametrize(("thinks", "told_after"), [(0.0, 0.1), (0.03, 0.1), (0.11, 0.2)])
def test_how_long_a_program_has_thought_is_not_told(thinks: float, told_after: float) -> None:
    with WebApp(thinkers=Slotted(thinks)) as webapp:
        visitor, table = against(webapp, "simple")
        began = time.monotonic()
        visitor.send(table, {"do": "stone", "at": "C3"})
        answered(visitor, table, 2)
        assert time.monotonic() - began >= told_after


def test_while_an_answer_waits_for_its_slot_others_are_asked() -> None:
    thinking = Slotted(0.0, slot=3600.0)
    with WebApp(thinkers=thinking) as webapp:
        tables = [against(webapp, "simple", colour="white")[1].split("/")[2] for _ in range(3)]
        until(lambda: thinking.games == tables)


class Silent(InProcess):
    """Never answers."""

    async def ask(self, question: Question) -> Answer:
        await asyncio.Event().wait()
        raise AssertionError("nobody goes on")


@pytest.mark.parametrize("how", ["it starts", "somebody looks"])
def test_program_to_move_is_asked_after_a_restart(how: str) -> None:
    with WebApp(thinkers=Silent()) as before:
        visitor, table = against(before, "simple")
        visitor.send(table, {"do": "stone", "at": "C3"})
        with WebApp() as after:
            after.copy_stored(before)
            if how == "it starts":
                after.opens()
                assert after.happened(table.split("/")[2])[-1].chair == "white"
            else:
                Visitor(after, visitor.cookies).get(table)
            assert Visitor(after, visitor.cookies).knows(table)["your_turn"]


def test_an_answer_that_could_not_be_written_down_is_asked_for_again(webapp: WebApp, monkeypatch: Any) -> None:
    monkeypatch.setattr("yurei.club.turns.AGAIN", 0.01)
    visitor, table = against(webapp, "slow:seconds=0.1")
    visitor.send(table, {"do": "stone", "at": "C3"})
    append = AsyncMock(side_effect=chain([NotStored(NOT_KEPT)], repeat(DEFAULT)), wraps=webapp.store.games.append)
    monkeypatch.setattr(webapp.store.games, "append", append)
    assert answered(visitor, table, 2)["to_move"] == "black"
    assert append.call_count > 1


def test_the_store_knows_the_newest_games_in_which_programs_are_awaited(library: WebApp) -> None:
    tables = [against(library, "simple", width="3")[1].split("/")[2] for _ in range(3)]
    over, gone = against(library, "simple", width="3")
    over.send(gone, {"do": "resign"})
    start_game(library, width="3")
    assert sorted(library.run(library.store.games.with_programs(10))) == sorted(tables)
    assert len(library.run(library.store.games.with_programs(2))) == 2


START = """
import sys
from tests.web import troublesome
from yurei import players
from yurei.apps.cli import main
players.ALL.extend(troublesome.ALL)
sys.argv[0] = "yurei"
main()
"""


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_stopped_or_killed_while_a_program_hangs_leaves_no_process(
    tmp_path: Path, sign: signal.Signals
) -> None:
    options = ["serve", "--port", "0", "--no-browser", "--database", str(tmp_path / "games.db"), "--thinkers", "1"]
    paths = os.pathsep.join(path for path in sys.path if path)
    words = ["nohup", sys.executable, "-c", START, *options]
    with running(words, text=True, env=os.environ | {"PYTHONPATH": paths}) as server:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
        programs = {"black": f"hanging:pids={tmp_path / 'pids'}", "white": "simple"}
        assert asked(f"{address}/api/games", {"settings": {"width": 5, "height": 5}, "programs": programs})[0] == 201
        pids = until(lambda: pids_in(tmp_path / "pids"))
        assert all(map(alive, pids))
        server.send_signal(signal.SIGHUP)  # nohup: it stays
        server.send_signal(sign)
        assert taken(lambda: server.wait(20)) < 5
        assert sign is signal.SIGKILL or not any(map(alive, pids))
        until(lambda: not any(map(alive, pids)))


class Failing(InProcess):
    """Cannot be asked, for no fault of a program's."""

    asked = 0

    async def ask(self, question: Question) -> Answer:
        self.asked += 1
        raise RuntimeError("there are no processes any more")


def test_failed_question_is_not_repeated_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = Failing()
    with WebApp(thinkers=thinking) as webapp:
        visitor, table = against(webapp, "simple")
        visitor.send(table, {"do": "stone", "at": "C3"})
        until(lambda: thinking.asked)
        for _ in range(5):
            visitor.get(table)
        assert thinking.asked == 1
        monkeypatch.setattr("yurei.club.turns.REST", 0.0)
        visitor.send(table, {"do": "resign"})
        other, elsewhere = against(webapp, "simple")
        other.send(elsewhere, {"do": "stone", "at": "C3"})
        other.get(elsewhere)
        until(lambda: thinking.asked >= 3)


def test_a_program_that_is_offered_a_draw_is_asked_nothing_once_the_game_is_over() -> None:
    with WebApp(thinkers=Silent()) as webapp:
        visitor, table = against(webapp, "simple", draw_by_agreement="true")
        visitor.send(table, {"do": "offer"})
        until(lambda: webapp.club.turns.thinking)
        visitor.send(table, {"do": "resign"})
        until(lambda: not webapp.club.turns.thinking)
        assert visitor.knows(table)["offer"] is None
        visitor.get(table)
        assert not webapp.club.turns.thinking + webapp.club.turns.waiting


WAITING = st.builds(
    QueueEntry,
    st.sampled_from(["north", "south", "east"]),
    st.sampled_from(["anna", "bea"]),
    st.sampled_from([0.05, 2.0]),
)


def line_of(*games: QueueEntry) -> GameQueue:
    line = GameQueue()
    for number, game in enumerate(games):
        line.add(f"{number}", game)
    return line


def all_of(line: GameQueue) -> list[str]:
    return [line.take() for _ in range(len(line))]


@given(st.lists(WAITING, max_size=20))
def test_every_waiting_game_is_asked_once(games: list[QueueEntry]) -> None:
    assert sorted(all_of(line_of(*games)), key=int) == [f"{number}" for number in range(len(games))]


@pytest.mark.parametrize("place", ["south", "north"], ids=["two addresses", "two people of one address"])
def test_addresses_and_their_people_take_turns_however_many_games_one_has(place: str) -> None:
    asked = all_of(line_of(*[QueueEntry("north", "anna", 2.0)] * 10, *[QueueEntry(place, "bea", 2.0)] * 3))
    assert [int(name) >= 10 for name in asked[:6]].count(True) == 3


def test_a_quick_answer_goes_before_slow_ones_of_everybody() -> None:
    slow = [QueueEntry(place, person, 2.0) for place in ("north", "south") for person in ("anna", "bea")]
    for place, person in (("east", "chie"), ("north", "chie"), ("north", "anna")):
        assert line_of(*slow, QueueEntry(place, person, 0.05)).take() == "4"


@pytest.mark.parametrize("place", ["north", "south"])
def test_quick_games_without_end_do_not_keep_a_slow_one_waiting_for_ever(place: str) -> None:
    line, asked = line_of(QueueEntry("north", "anna", 2.0)), 0
    while "0" in line:
        line.add(f"quick {asked}", QueueEntry(place, "bea", 0.05))
        line.add(f"quick too {asked}", QueueEntry(place, "bea", 0.05))
        line.take()
        asked += 1
    assert asked <= 42, "about as many as take two seconds"


def test_an_address_that_returns_to_the_queue_has_saved_no_turns() -> None:
    line = line_of(*[QueueEntry("north", "anna", 2.0)] * 30)
    for _ in range(10):
        line.take()
    for number in range(10):
        line.add(f"late {number}", QueueEntry("south", "bea", 2.0))
    places = Counter(name.startswith("late") for name in (line.take() for _ in range(10)))
    assert 4 <= places[True] <= 6


def test_every_program_has_a_cost() -> None:
    assert all(0 < cost_of(program) <= 5 for program in ("yurei:level=1", "yurei:level=5", "simple", "uniform", "mcts"))


def test_an_answer_that_is_had_at_once_need_not_wait_for_a_slow_turn() -> None:
    line = line_of(*[QueueEntry("north", "anna", 2.0)] * 3)
    assert line.take() == "0"
    for _ in range(5):
        line.add("quick", QueueEntry("south", "bea", 0.05))
        assert line.take_quick() == "quick", "refused, and asked again"
    assert (line.take_quick(), len(line)) == (None, 2)
