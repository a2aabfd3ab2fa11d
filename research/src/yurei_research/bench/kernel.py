"""Benchmarks of the kernel and the table, and of the times of start and compilation."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

import yurei
from yurei import referee as referees
from yurei.errors import BadSettings
from yurei.kernel import Refereed, RefereedBatch, core, judging, perft, random_games
from yurei.kernel.compiling import entry
from yurei.kernel.games import POLICIES
from yurei.kernel.rulesets import supported_rulesets
from yurei.referee.table import Table
from yurei.rules.compilable import LARGEST
from yurei.rules.points import Size
from yurei.rules.state import PASS, stone
from yurei_research.bench import measuring
from yurei_research.bench.measuring import Clock, Contestant, Figure, Report, Speeds, Watch, compared, timed

SEED = 1
STEPS = 256  # steps of a batch: a game on 9x9 from its beginning into the next one


class RandomGames:
    """Benchmark work: plays the same random games at each call; ``length`` is their mean number of moves."""

    def __init__(self, ruleset: str, size: object, games: int, policy: str = "uniform", **options: Any) -> None:
        self.games, self.length = games, 0.0
        self._play = partial(random_games, ruleset, size, games, SEED, policy, **options)

    def __call__(self) -> float:
        self.length = float(self._play().plies.mean())
        return self.games


class Stepping:
    """Benchmark work: steps a batch of games with actions drawn before; returns plies, without refused tries."""

    def __init__(self, size: object, games: int, referee: str = "open", times: int = 1) -> None:
        self._batch, self._times = RefereedBatch("go", size, games, SEED, referee=referee), times
        batch, actions, refused = self._batch, [], 0
        for _ in range(STEPS):
            actions.append(batch.random_actions())
            batch.step(actions[-1])
            refused += int(batch.refused.sum())
        self._actions = np.stack(actions)
        self.refused = refused / self._actions.size

    def __call__(self) -> float:
        for _ in range(self._times):
            self._batch.reset()
            for row in self._actions:
                self._batch.step(row)
        return self._times * self._actions.size * (1 - self.refused)


def refereeing(referee: str, size: Size) -> Callable[[], float]:
    """Return benchmark work that makes tries under the compiled referee, as ``play`` does at a table."""
    opening, game = (Refereed("go", size, referee=referee) for _ in range(2))

    def work() -> float:
        boards = opening.numbers, opening.words, game.numbers, game.words
        random_tries(*boards, np.uint64(2 * SEED + 1), TRIES, LONGEST * size.points)
        return TRIES

    return work


@entry
def random_tries(
    opening_numbers: Any, opening_words: Any, numbers: Any, words: Any, x: Any, tries: int, longest: int
) -> Any:
    """Make random tries, and restart the game after every ``longest`` tries; return the number of moves."""
    size = core.U(numbers[core.WIDTH]) * core.U(numbers[core.HEIGHT])
    last = core.I(numbers[judging.facts_of(core.U(numbers[core.N])) + core.U(judging.ACTIONS)]) - 1
    moves = 0
    for number in range(tries):
        place = number % longest
        if place == 0 or numbers[core.ENDED] != 0:
            core.copy_row(opening_numbers, numbers)
            core.copy_row(opening_words, words)
        x = core.next_random(x)
        action = last if place == longest - 1 else core.I(core.random_below(x, size))
        moves += judging.attempt(numbers, words, action) == 0
    return moves


LONGEST = 3  # tries a point after which a random game ends


def table(size: Size, rounds: int, tries: int, watch: Watch) -> Report:
    slugs = [referee.slug for referee in referees.ALL]
    tables = {slug: timed(partial(play, slug, size, tries)) for slug in slugs}
    speeds = measuring.race(tables, rounds, process_time, watch)
    figures = [Figure(slug, median(speeds[slug]), "tries/s") for slug in slugs]
    # The same referee with sight and without: the difference is the cost of sight.
    figures.append(compared("fog : kriegspiel, which is fog without sight", "tries/s", speeds, "fog", "kriegspiel"))
    return measuring.report("table", rounds, SEED, figures, [f"on {size}, {tries} tries a round"])


def play(referee: str, size: Size, tries: int) -> int:
    """Make random tries at tables, with a new table whenever a game has become long; return ``tries``."""
    longest, chance = LONGEST * size.points, Random(SEED)
    for number in range(tries):
        if number % longest == 0:
            table = Table("go", referee=referee, size=size)
        attempt = PASS if number % longest == longest - 1 else stone(chance.randrange(size.points))
        table.attempt(table.to_move or "black", attempt)
    return tries


SOURCES = str(Path(yurei.__file__).parents[1])
TRY = (
    "from yurei.referee.table import Table; from yurei.rules.state import stone; "
    "Table('go').attempt('black', stone(0)); import sys; assert 'numpy' not in sys.modules"
)
GAME = "from yurei.kernel import random_games; random_games({!r}, 9, 1, 1)"
TIMED = "import yurei.kernel; from time import process_time as clock; began = clock(); {}; print(clock() - began)"


def process(program: str, clock: Clock, environment: Mapping[str, str]) -> float:
    """Return the seconds that a program takes in a new Python process, including the process's start and end."""
    began = clock()
    _run(program, environment)
    return clock() - began


def call(program: str, environment: Mapping[str, str]) -> float:
    """Return the seconds that a program takes in a new Python process after the import of the kernel."""
    return float(_run(TIMED.format(program), environment))


def _run(program: str, environment: Mapping[str, str]) -> str:
    path = os.pathsep.join(filter(None, [SOURCES, os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": path, **environment}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=env, capture_output=True, check=True, text=True).stdout


def warm(rounds: int, clock: Clock, bytecode: str) -> list[Figure]:
    """Measure new processes that find compiled code in the cache; ``bytecode`` is the folder of Python's bytecode."""
    programs = {
        "an empty Python": "pass",
        "a first refereed try": TRY,
        "the kernel imported": "import yurei.kernel",
        "a first game of the kernel": GAME.format("go"),
    }
    kept, targets = {"PYTHONPYCACHEPREFIX": bytecode}, {"a first game of the kernel": 0.5}
    waits = {what: partial(process, program, environment=kept) for what, program in programs.items()}
    taken = measuring.race(waits, rounds, clock)
    return [Figure(f"a new process: {what}", median(taken[what]), "s", target=targets.get(what)) for what in programs]


def cold(bytecode: str, watch: Watch, rulesets: tuple[str, ...]) -> Iterator[Figure]:
    """Measure a first game with empty compilation cache for each ruleset, without the start of Python and numba."""
    for done, slug in enumerate(rulesets):
        watch(done, len(rulesets))
        with tempfile.TemporaryDirectory() as folder:
            taken = call(GAME.format(slug), {"NUMBA_CACHE_DIR": folder, "PYTHONPYCACHEPREFIX": bytecode})
        yield Figure(f"compiled anew: {slug}, games", taken, "s", target=5.0)


SOURCE = Path(__file__).with_name("native.cpp")  # the playouts of the native limit, in C++
COMPILERS = ("clang++", "g++")
PLIES = 2_000_000  # moves of a contestant in a round, approximately
LEAVES = 2_000_000  # most sequences that are counted at a time
BATCHES = (64, 1024, 4096)
TRIES = 500_000  # tries in a round under the compiled referee; a thousandth of them at a table
REFEREES = ("olympiad", "hamburg", "fog")
RULESETS = tuple(ruleset.slug for ruleset in supported_rulesets())

TOLD = 0.90  # for uniform games
BESIDE_GO = {"alter-igo": 0.80, "no-seki-go": 0.70}
"""Rulesets that must remember the game, and the target of their moves a second beside go's."""
LARGE_BATCH = 0.80
NATIVE = 0.90


def kernel(size: Size, rounds: int, watch: Watch, rulesets: tuple[str, ...] = RULESETS) -> Report:
    if max(size.width, size.height) > LARGEST:
        raise BadSettings(f"the kernel knows boards to {LARGEST}x{LARGEST}, not {size}; try 9")
    count = max(1, PLIES * 2 // (3 * size.points))
    clock, playing = measuring.processor_seconds, dict[str, RandomGames]()
    for slug in rulesets:
        playing |= {f"{slug} {policy} plain": RandomGames(slug, size, count, policy) for policy in POLICIES}
        playing[f"{slug} uniform told"] = RandomGames(slug, size, count, told=True)
    depth = 1
    while (size.points + 1) ** (depth + 1) <= LEAVES and depth < 8:
        depth += 1
    with measuring.one_core(), tempfile.TemporaryDirectory() as folder:
        contestants: dict[str, Contestant] = {key: timed(each) for key, each in playing.items()}
        for games in BATCHES:  # a single round of a small batch would be too short to measure
            contestants[f"batch {games}"] = timed(Stepping(size, games, times=max(1, BATCHES[1] // games)))
        for referee in REFEREES:
            contestants[f"refereed {referee}"] = timed(refereeing(referee, size))
            contestants[f"table {referee}"] = timed(partial(play, referee, size, max(1, TRIES // 1000)))
        contestants["perft"] = timed(partial(perft, "go", size, depth))
        note, limit = native(Path(folder), size, count)
        contestants |= {"native": limit} if limit else {}
        speeds = measuring.race(contestants, rounds, clock, watch)
        waits = [*warm(rounds, clock, folder), *cold(folder, watch, rulesets)]
    figures = [*_games(rulesets, playing, speeds), *_beside_go(rulesets, playing, speeds), *_rest(speeds), *waits]
    notes = [f"on {size}, on one core; seconds of processor time", note]
    return measuring.report("kernel", rounds, SEED, figures, notes)


def _games(rulesets: tuple[str, ...], playing: dict[str, RandomGames], speeds: Speeds) -> Iterator[Figure]:
    for slug in rulesets:
        for policy in POLICIES:
            plain = f"{slug} {policy} plain"
            games = median(speeds[plain])
            yield Figure(f"{slug}, {policy}", games, "games/s")
            yield Figure(f"{slug}, {policy}", games * playing[plain].length, "plies/s")
        what, told = f"{slug}, uniform, with what a referee knows : plain", f"{slug} uniform told"
        yield compared(what, "games/s", speeds, told, f"{slug} uniform plain", TOLD)


def _beside_go(rulesets: tuple[str, ...], playing: dict[str, RandomGames], speeds: Speeds) -> Iterator[Figure]:
    plies = {key: [speed * each.length for speed in speeds[key]] for key, each in playing.items()}
    for slug, policy in product(filter(BESIDE_GO.get, rulesets), POLICIES):
        names, target = (f"{slug} {policy} plain", f"go {policy} plain"), BESIDE_GO[slug]
        yield compared(f"{slug} : go, {policy}", "plies/s", plies, *names, target if policy == "uniform" else None)


def _rest(speeds: Speeds) -> Iterator[Figure]:
    for games in BATCHES:
        yield Figure(f"a batch of {games}", median(speeds[f"batch {games}"]), "plies/s")
    for each in REFEREES:
        what = f"tries under {each}, with all that is told : table"
        yield compared(what, "tries/s", speeds, f"refereed {each}", f"table {each}")
    small, large = BATCHES[0], BATCHES[-1]
    what = f"a batch of {large} : of {small}"
    yield compared(what, "plies/s", speeds, f"batch {large}", f"batch {small}", LARGE_BATCH)
    yield Figure("sequences counted", median(speeds["perft"]), "leaves/s")
    if "native" in speeds:
        yield compared("no-eyes playouts : C++", "games/s", speeds, "go no-eyes plain", "native", NATIVE)


def native(folder: Path, size: Size, games: int) -> tuple[str, Contestant | None]:
    """Compile the playouts in C++; return a note on them, and the contestant, None if they cannot be measured here."""
    program, compiler = str(folder / "native"), next((name for name in COMPILERS if shutil.which(name)), None)
    if size.width != size.height:
        return "no native limit: it plays on square boards", None
    if compiler is None:
        return f"no native limit: it needs {' or '.join(COMPILERS)}", None
    command = [compiler, "-O3", "-march=native", "-o", program, str(SOURCE)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return f"no native limit: {compiler} cannot compile it", None

    def run(_: Clock) -> float:
        said = subprocess.run([program, str(size.width), str(games), str(SEED)], capture_output=True, check=True)
        found = json.loads(said.stdout)
        return float(found["games"] / found["seconds"])

    return f"the native limit was compiled by {compiler} -O3 -march=native", run
