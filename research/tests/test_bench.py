"""The benchmarks: what they measure, how they print it, and what happens where a part is missing."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numba")

from research.tests.command import bench
from scripts.commands import commands
from yurei import referee as referees
from yurei.errors import BadSettings
from yurei.kernel.games import POLICIES
from yurei.machine import processor_name
from yurei.rules.points import Size
from yurei_research.bench import __main__ as benchmarks
from yurei_research.bench import kernel, measuring, peers
from yurei_research.bench.knowledge import planning
from yurei_research.bench.measuring import Figure, compared, one_core, race, timed


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little work as there can be: a few games, no compiler, and nobody waits for a new process."""
    few = {"PLIES": 1, "LEAVES": 1, "BATCHES": (1, 2), "TRIES": 10, "STEPS": 2, "COMPILERS": ()}
    started = {"process": lambda program, clock, environment: 0.25, "call": lambda program, environment: 0.25}
    for name, value in {**few, **started}.items():
        monkeypatch.setattr(kernel, name, value)
    monkeypatch.setattr(peers, "SHARE", 0.0)


def ticking() -> Callable[[], float]:
    """A clock on which a second passes whenever somebody looks."""
    seconds = count()
    return lambda: float(next(seconds))


def test_contestants_take_turns_and_the_first_round_does_not_count() -> None:
    ran: list[str] = []
    watched: list[tuple[int, int]] = []

    def named(name: str, done: float) -> Callable[[], float]:
        def work() -> float:
            ran.append(name)
            return done

        return work

    contestants = {"we": timed(named("we", 6)), "they": timed(named("they", 2))}
    speeds = race(contestants, 2, ticking(), lambda done, of: watched.append((done, of)))
    assert ran == ["we", "they"] * 3
    assert speeds == {"we": [6, 6], "they": [2, 2]}
    assert watched == [(done, 6) for done in range(6)]


def test_a_ratio_is_that_of_the_same_round() -> None:
    speeds = {"we": [10.0, 1.0, 9.0], "they": [5.0, 0.5, 3.0]}
    figure = compared("a race", "games/s", speeds, "we", "they", 2.5)
    assert (figure.value, figure.other, figure.ratio, figure.reached) == (9.0, 3.0, 2.0, False)


def test_a_clock_that_stands_still_is_no_division_by_nothing() -> None:
    assert timed(lambda: 1.0)(lambda: 0.0) > 0


def test_one_core_is_taken_and_given_back_where_the_system_can(monkeypatch: pytest.MonkeyPatch) -> None:
    if hasattr(os, "sched_setaffinity"):
        before = os.sched_getaffinity(0)
        with one_core():
            assert len(os.sched_getaffinity(0)) == 1
        assert os.sched_getaffinity(0) == before
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    with one_core():
        pass


def test_a_report_names_the_processor_and_the_versions_of_installed_packages() -> None:
    assert processor_name()
    assert measuring.processor_seconds() > 0
    shown = measuring.report("none", 1, 1, [Figure("play", 1.0, "games/s")], [], ["no-such-package"])
    assert shown.versions.keys() == {"python", "numba", "numpy"}
    assert shown.figures[0].reached is None  # without a target it is neither reached nor missed


def test_the_bench_names_every_referee() -> None:
    shown = json.loads(bench("table", "--rounds", "1", "--tries", "50", "--json").stdout)
    assert {figure["what"] for figure in shown["figures"]} >= {referee.slug for referee in referees.ALL}
    assert "hamburg" in bench("table", "--rounds", "1", "--tries", "50").stdout


def unwatched(done: int, of: int) -> None: ...


def test_the_kernel_is_measured_beside_its_targets(little: None) -> None:
    report = kernel.kernel(Size(3, 3), 1, unwatched, rulesets=("go",))
    aimed = {figure.what: figure.target for figure in report.figures if figure.target}
    assert aimed == {
        "go, uniform, with what a referee knows : plain": 0.9,
        "a batch of 2 : of 1": 0.8,
        "a new process: a first game of the kernel": 0.5,
        "compiled anew: go, games": 5.0,
    }
    assert any("no native limit: it needs" in note for note in report.notes)


def test_rulesets_with_a_memory_are_measured_in_moves_beside_go() -> None:
    rulesets = ("go", "alter-igo")
    keys = [f"{slug} {policy} plain" for slug in rulesets for policy in POLICIES]
    playing: Any = {key: SimpleNamespace(length=10.0 if key.startswith("go") else 30.0) for key in keys}
    figure, _ = kernel._beside_go(rulesets, playing, {key: [10.0 if key.startswith("go") else 5.0] for key in keys})
    assert (figure.value, figure.other, figure.target) == (150.0, 100.0, 0.8)


@pytest.mark.nightly  # it compiles what nothing else measures
def test_the_kernel_is_measured_from_the_command_line(little: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "kernel", partial(kernel.kernel, rulesets=("go",)))
    shown = bench("kernel", "--rounds", "1", "--size", "3", "--json")
    plain = json.loads(shown.stdout)
    assert shown.exit_code == 0
    assert {"bench", "rounds", "seed", "date", "machine", "versions", "figures", "notes"} == set(plain)
    assert all(figure["value"] > 0 for figure in plain["figures"])
    table = bench("kernel", "--rounds", "1", "--size", "3x2").stdout
    assert "go, no-eyes" in table
    assert "no native limit: it plays on square boards" in table


def test_a_board_that_the_kernel_does_not_know_is_refused() -> None:
    with pytest.raises(BadSettings, match="to 19x19, not 25x25; try 9"):
        kernel.kernel(Size(25, 25), 1, unwatched)


def test_the_native_limit_needs_a_compiler_that_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(kernel, "COMPILERS", ("no-such-compiler",))
    assert kernel.native(tmp_path, Size(9, 9), 1) == ("no native limit: it needs no-such-compiler", None)
    monkeypatch.setattr(kernel, "COMPILERS", ("false",))
    assert kernel.native(tmp_path, Size(9, 9), 1) == ("no native limit: false cannot compile it", None)


def test_the_native_limit_is_measured_where_there_is_a_compiler(tmp_path: Any) -> None:
    note, run = kernel.native(tmp_path, Size(5, 5), 100)
    if run is None:
        pytest.skip(note)
    assert run(ticking()) > 0


def test_a_new_process_is_waited_for() -> None:
    assert kernel.process("pass", ticking(), {}) == 1.0
    assert kernel.process(kernel.TRY, ticking(), {}) == 1.0
    assert 0 < kernel.call("sum(range(100_000))", {}) < 60


def test_the_benchmark_compares_both_searches_on_the_same_positions() -> None:
    measured = planning(Size(3, 3), 1, unwatched)
    assert [figure.unit for figure in measured.figures] == ["beliefs/s", "positions/s"]
    assert all(figure.ratio is not None and figure.ratio > 1 for figure in measured.figures)


def test_peers_that_are_missing_are_named_in_a_line_each(little: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(peers, "import_module", missing)
    plain = json.loads(bench("peers", "--rounds", "1", "--json").stdout)
    assert plain["figures"] == []
    assert plain["notes"][1:] == [
        "open_spiel is left out: pyspiel is not installed; pip install './research[peers]'",
        "sgfmill is left out: sgfmill.boards is not installed; pip install './research[peers]'",
    ]


def test_a_peer_runs_beside_ours(little: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(peers, "PEERS", {"open_spiel": peers.open_spiel})
    shown = bench("peers", "--rounds", "1").stdout
    assert "phantom_go" in shown
    assert ">= 50" in shown


def test_environments_run_beside_others(little: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")

    # go_v5 draws with pygame, which the tests do without; another of ours stands in.
    monkeypatch.setattr(peers, "go_v5", lambda: import_module("yurei.apps.pettingzoo").env(size=9))
    monkeypatch.setattr(peers, "BATCHES", ((5, 2),))
    monkeypatch.setattr(peers, "PLIES", 20)
    monkeypatch.setattr(kernel, "STEPS", 40)
    plain = json.loads(bench("environments", "--rounds", "1", "--json").stdout)
    assert [figure["target"] for figure in plain["figures"]] == [5.0] * 4 + [0.5] * 4
    assert all(figure["value"] > 0 and figure["other"] > 0 for figure in plain["figures"])
    assert "of the tries are refused" in plain["notes"][1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("kernel --rounds 0", "--rounds is a whole number from 1 to 1000000, not 0"),
        ("kernel --size 25", "the kernel knows boards to 19x19, not 25x25; try 9"),
        ("kernel --size x", "'x' is no size"),
        ("peers --rounds x", "invalid value for '--rounds': 'x' is no whole number; try 3"),
        ("server --games 0", "--games is a whole number from 1 to 20000, not 0"),
        ("server --every 0", "--every is a number of seconds above 0"),
        ("server --processes 0", "--processes is a whole number from 1 to 64, not 0"),
        ("server --processes 2", "several processes share a PostgreSQL: name it with --database"),
        ("server --database games.db", "--database is postgresql://USER@HOST/NAME"),
        ("web --clicks 0", "--clicks is a whole number from 1 to 72, not 0"),
        ("web --clicks 73", "--clicks is a whole number from 1 to 72, not 73"),
        ("belief --games 0", "--games is a whole number from 1 to"),
        ("belief --playouts 0", "--playouts is a whole number from 1 to"),
        ("belief nobody", "there is no player 'nobody'"),
        ("belief --referee open", "the referee open hides nothing"),
        ("problems bob", "there is no player 'bob'"),
        ("stove", "no such command 'stove'"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(words: str, sentence: str) -> None:
    shown = bench(*words.split())
    assert shown.stderr.startswith(f"yurei: {sentence}")
    assert shown.stderr.count("\n") == 1
    assert shown.exit_code == 2


@pytest.mark.parametrize("command", [command.name for command in commands(benchmarks.app, benchmarks.PROGRAM)])
def test_every_help_has_examples_and_the_exit_status(command: str) -> None:
    shown = bench(command, "--help")
    assert f"examples:\n    {benchmarks.PROGRAM} {command}" in shown.stdout
    assert "exit status: 0 well" in shown.stdout
    assert shown.exit_code == 0


def test_a_missing_package_is_named_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    shown = bench("web")
    assert shown.exit_code == 2
    assert shown.stderr == "yurei: this needs playwright, which is not installed: pip install playwright\n"


def test_help_loads_no_compiler() -> None:
    program = (
        "import sys; from yurei_research.bench.__main__ import app\n"
        "try: app(['kernel', '--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
