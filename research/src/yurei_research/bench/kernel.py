"""Benchmarks of the kernel and the table: random games, batches, counts, the native limit, the time to start and compile, the
same games by another checkout, and comparison with the rules.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from functools import partial
from itertools import product, starmap
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np

import yurei
from yurei import referee as referees
from yurei.errors import BadSettings
from yurei.kernel import Refereed, RefereedBatch, core, perft, random_games
from yurei.kernel.compiling import entry
from yurei.kernel.games import POLICIES
from yurei.kernel.refereeing import judging
from yurei.kernel.rulesets import played
from yurei.referee.table import Table
from yurei.rules.compilable import LARGEST
from yurei.rules.points import Size, shortened
from yurei.rules.state import PASS, stone
from yurei_research.bench.measuring import (
    BLINK,
    SECONDS,
    Clock,
    Contestant,
    Figure,
    Match,
    Report,
    Speeds,
    Watch,
    compared,
    one_core,
    processor_seconds,
    race,
    report,
    timed,
    unwatched,
)
from yurei_research.differential import Comparison, compare, compare_with_table

# Works ----------------------------------------------------------------------------------------------------------------

STEPS = 256
"""Steps of a batch: a game on 9x9 from its beginning into the next one."""


class RandomGames:
    """Random games, the same ones every time; ``plies`` is the number of their moves."""

    def __init__(
        self, ruleset: str, size: object, games: int, seed: int, policy: str = "uniform", **options: Any
    ) -> None:
        self.games, self.plies = games, 0
        self._play = partial(random_games, ruleset, size, games, seed, policy, **options)

    def __call__(self) -> float:
        self.plies = int(self._play().plies.sum())
        return self.games


class Stepping:
    """Games stepped together from their beginning, with actions drawn before. Refused tries are no plies.

    ``drawing`` draws the actions anew instead, as a program must that does not know them.
    """

    def __init__(self, batch: RefereedBatch, steps: int = STEPS) -> None:
        self._batch = batch
        actions, refused = [], 0
        for _ in range(steps):
            actions.append(batch.random_actions())
            batch.step(actions[-1])
            refused += int(batch.refused.sum())
        self._actions = np.stack(actions)
        self.refused = refused / self._actions.size

    def __call__(self) -> float:
        """Step them; return the number of plies."""
        self._batch.reset()
        for row in self._actions:
            self._batch.step(row)
        return self._actions.size * (1 - self.refused)

    def drawing(self) -> float:
        """Step them with actions drawn now; return the number of plies."""
        refused = 0
        for _ in self._actions:
            self._batch.step(self._batch.random_actions())
            refused += int(self._batch.refused.sum())
        return self._actions.size - refused


class Refereeing:
    """Tries under the compiled referee: on random points, each told to all, from the empty board again and again.

    They are the tries that ``play`` makes at a table.
    """

    def __init__(self, referee: str, size: object, tries: int, longest: int, seed: int) -> None:
        self._opening, self._game = (Refereed("go", size, referee=referee) for _ in range(2))
        self._tries, self._longest, self._seed = tries, longest, np.uint64(2 * seed + 1)

    def __call__(self) -> float:
        """Make them; return their number."""
        opening, game = self._opening, self._game
        random_tries(opening.numbers, opening.words, game.numbers, game.words, self._seed, self._tries, self._longest)
        return self._tries


@entry
def random_tries(
    opening_numbers: Any, opening_words: Any, numbers: Any, words: Any, x: Any, tries: int, longest: int
) -> Any:
    """Make random tries, from the opening again after ``longest`` of them; return the number of moves."""
    size = core.U(numbers[core.WIDTH]) * core.U(numbers[core.HEIGHT])
    last = core.I(numbers[judging.facts_of(core.U(numbers[core.N])) + core.U(judging.ACTIONS)]) - 1
    moves = 0
    for number in range(tries):
        place = number % longest
        if place == 0 or numbers[core.ENDED] != 0:
            core.copy_row(opening_numbers, numbers)
            core.copy_row(opening_words, words)
        x = core.following(x)
        action = last if place == longest - 1 else core.I(core.below(x, size))
        moves += judging.attempt(numbers, words, action) == 0
    return moves


def repeated(work: Callable[[], float], times: int) -> Callable[[], float]:
    """Repeat work several times: a single step of a small batch would be too short to measure."""
    return lambda: sum(work() for _ in range(times))


# The table ------------------------------------------------------------------------------------------------------------

LONGEST = 3
"""Tries a point after which a random game ends."""


def table(
    size: Size, rounds: int, tries: int, seed: int = 1, clock: Clock = process_time, watch: Watch = unwatched
) -> Report:
    """Measure the tries a second under each referee."""
    slugs = [referee.slug for referee in referees.ALL]
    speeds = race({slug: timed(partial(play, slug, size, tries, seed)) for slug in slugs}, rounds, clock, watch)
    figures = [Figure(slug, median(speeds[slug]), "tries/s") for slug in slugs]
    # The same referee with sight and without: the difference is the cost of sight.
    figures.append(compared("fog : kriegspiel, which is fog without sight", "tries/s", speeds, "fog", "kriegspiel"))
    return report("table", rounds, seed, figures, [f"on {size}, {tries} tries a round"])


def play(referee: str, size: Size, tries: int, seed: int) -> int:
    """Make this many tries, on a new table whenever a game has become long; return their number."""
    longest, chance = LONGEST * size.points, Random(seed)
    for number in range(tries):
        if number % longest == 0:
            table = Table("go", referee=referee, size=size)
        attempt = PASS if number % longest == longest - 1 else stone(chance.randrange(size.points))
        table.attempt(table.to_move or "black", attempt)
    return tries


# Start and compiler ---------------------------------------------------------------------------------------------------

SOURCES = str(Path(yurei.__file__).parents[1])
EMPTY = "pass"
TRY = (
    "from yurei.referee.table import Table; from yurei.rules.state import stone; "
    "Table('go').attempt('black', stone(0)); import sys; assert 'numpy' not in sys.modules"
)
GAME = "from yurei.kernel import random_games; random_games({!r}, 9, 1, 1)"
TIMED = "import yurei.kernel; from time import process_time as clock; began = clock(); {}; print(clock() - began)"


def process(program: str, clock: Clock, environment: Mapping[str, str]) -> float:
    """Return the seconds that a new Python takes for a program, with its own start and end."""
    began = clock()
    _run(program, environment)
    return clock() - began


def call(program: str, environment: Mapping[str, str]) -> float:
    """Return the seconds that a program takes in a new Python that has imported the kernel already."""
    return float(_run(TIMED.format(program), environment))


def _run(program: str, environment: Mapping[str, str]) -> str:
    path = os.pathsep.join(filter(None, [SOURCES, os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": path, **environment},
        capture_output=True,
        check=True,
        text=True,
    ).stdout


def warm(rounds: int, clock: Clock, bytecode: str) -> list[Figure]:
    """Measure a new process, from nothing to its first result, with compiled code in the cache.

    ``bytecode`` is a folder for Python's bytecode: not every installation keeps it.
    """
    programs = (
        ("an empty Python", EMPTY, None),
        ("a first refereed try", TRY, None),
        ("the kernel imported", "import yurei.kernel", None),
        ("a first game of the kernel", GAME.format("go"), 0.5),
    )
    kept = {"PYTHONPYCACHEPREFIX": bytecode}
    for _, program, _ in programs:
        process(program, clock, kept)
    taken: dict[str, list[float]] = {what: [] for what, _, _ in programs}
    for _ in range(rounds):
        for what, program, _ in programs:
            taken[what].append(process(program, clock, kept))
    return [
        Figure(f"a new process: {what}", median(taken[what]), SECONDS, target=target) for what, _, target in programs
    ]


def cold(bytecode: str, watch: Watch = unwatched, names: tuple[str, ...] = ()) -> list[Figure]:
    """Measure the first game of the kernel if nothing has been compiled before.

    The start of Python and of numba is not counted: the figure "the kernel imported" has it.
    """
    figures, kept = [], {"PYTHONPYCACHEPREFIX": bytecode}
    chosen = names or RULESETS
    for done, slug in enumerate(chosen):
        watch(done, len(chosen))
        with tempfile.TemporaryDirectory() as folder:
            taken = call(GAME.format(slug), {"NUMBA_CACHE_DIR": folder, **kept})
        figures.append(Figure(f"compiled anew: {slug}, games", taken, SECONDS, target=5.0))
    return figures


# The kernel -----------------------------------------------------------------------------------------------------------

SOURCE = Path(__file__).with_name("native.cpp")
"""The playouts of the native limit, in C++."""
COMPILERS = ("clang++", "g++")
PLIES = 2_000_000
"""Moves of a contestant in a round, approximately."""
LEAVES = 2_000_000
"""Most sequences that are counted at a time."""
BATCHES = (64, 1024, 4096)
TRIES = 500_000
"""Tries in a round under the compiled referee; a thousandth of them at a table."""
REFEREES = ("olympiad", "hamburg", "fog")
RULESETS = tuple(ruleset.slug for ruleset in played())

TOLD = 0.90
"""For uniform games."""
BESIDE_GO = {"alter-igo": 0.80, "no-seki-go": 0.70}
"""Rulesets that must remember the game, and the target of their moves a second beside go's."""
LARGE_BATCH = 0.80
NATIVE = 0.90


def kernel(
    size: Size,
    rounds: int,
    seed: int = 1,
    clock: Clock = processor_seconds,
    watch: Watch = unwatched,
    rulesets: tuple[str, ...] = RULESETS,
) -> Report:
    """Measure the kernel, on one core."""
    if max(size.width, size.height) > LARGEST:
        raise BadSettings(f"the kernel knows boards to {LARGEST}x{LARGEST}, not {size}; try 9")
    with one_core(), tempfile.TemporaryDirectory() as folder:
        kinds = [*(f"{policy} plain" for policy in POLICIES), "uniform told"]
        playing = {f"{slug} {kind}": _playing(slug, kind, size, seed) for slug in rulesets for kind in kinds}
        contestants: dict[str, Contestant] = {key: timed(each) for key, each in playing.items()}
        for games in BATCHES:
            stepping = Stepping(RefereedBatch("go", size, games, seed, referee="open"))
            contestants[f"batch {games}"] = timed(repeated(stepping, max(1, BATCHES[1] // games)))
        for referee in REFEREES:
            compiled = Refereeing(referee, size, TRIES, LONGEST * size.points, seed)
            contestants[f"refereed {referee}"] = timed(compiled)
            contestants[f"table {referee}"] = timed(partial(play, referee, size, max(1, TRIES // 1000), seed))
        contestants["perft"] = timed(_counting(size))
        note, limit = native(Path(folder), size, playing["go no-eyes plain"].games, seed)
        contestants |= {"native": limit} if limit else {}
        speeds = race(contestants, rounds, clock, watch)
        waits = [*warm(rounds, clock, folder), *cold(folder, watch, rulesets)]
    figures = [*_games(rulesets, playing, speeds), *_beside_go(rulesets, playing, speeds), *_rest(speeds), *waits]
    return report("kernel", rounds, seed, figures, [f"on {size}, on one core; seconds of processor time", note])


def _playing(slug: str, kind: str, size: Size, seed: int) -> RandomGames:
    policy, how = kind.split()
    return RandomGames(slug, size, max(1, PLIES * 2 // (3 * size.points)), seed, policy, told=how == "told")


def _counting(size: Size) -> Callable[[], float]:
    depth = 1
    while (size.points + 1) ** (depth + 1) <= LEAVES and depth < 8:
        depth += 1
    return lambda: perft("go", size, depth)


def _games(rulesets: tuple[str, ...], playing: dict[str, RandomGames], speeds: Speeds) -> list[Figure]:
    figures: list[Figure] = []
    for slug in rulesets:
        for policy in POLICIES:
            plain = f"{slug} {policy} plain"
            length = playing[plain].plies / playing[plain].games
            games = median(speeds[plain])
            figures += [
                Figure(f"{slug}, {policy}", games, "games/s"),
                Figure(f"{slug}, {policy}", games * length, "plies/s"),
            ]
        told, plain = f"{slug} uniform told", f"{slug} uniform plain"
        figures.append(
            compared(f"{slug}, uniform, with what a referee knows : plain", "games/s", speeds, told, plain, TOLD)
        )
    return figures


def _beside_go(rulesets: tuple[str, ...], playing: dict[str, RandomGames], speeds: Speeds) -> list[Figure]:
    """Return moves a second of the rulesets that remember the game, beside those of go."""
    plies = {key: [speed * each.plies / each.games for speed in speeds[key]] for key, each in playing.items()}
    return [
        compared(
            f"{slug} : go, {policy}", "plies/s", plies, f"{slug} {policy} plain", f"go {policy} plain",
            BESIDE_GO[slug] if policy == "uniform" else None,
        )
        for slug in rulesets
        if slug in BESIDE_GO
        for policy in POLICIES
    ]  # fmt: skip


def _rest(speeds: Speeds) -> list[Figure]:
    figures = [Figure(f"a batch of {games}", median(speeds[f"batch {games}"]), "plies/s") for games in BATCHES]
    figures += [
        compared(
            f"tries under {each}, with all that is told : table", "tries/s", speeds, f"refereed {each}", f"table {each}"
        )
        for each in REFEREES
    ]
    small, large = BATCHES[0], BATCHES[-1]
    names = f"batch {large}", f"batch {small}"
    figures.append(compared(f"a batch of {large} : of {small}", "plies/s", speeds, *names, LARGE_BATCH))
    figures.append(Figure("sequences counted", median(speeds["perft"]), "leaves/s"))
    if "native" in speeds:
        ours = "go no-eyes plain"
        figures.append(compared("no-eyes playouts : C++", "games/s", speeds, ours, "native", NATIVE))
    return figures


def native(folder: Path, size: Size, games: int, seed: int) -> tuple[str, Contestant | None]:
    """Compile the native limit; return a note on it, and the contestant, None if it cannot be measured here."""
    program, compiler = str(folder / "native"), next((name for name in COMPILERS if shutil.which(name)), None)
    if size.width != size.height:
        return "no native limit: it plays on square boards", None
    if compiler is None:
        return f"no native limit: it needs {' or '.join(COMPILERS)}", None
    made = subprocess.run(
        [compiler, "-O3", "-march=native", "-o", program, str(SOURCE)], capture_output=True, check=False
    )
    if made.returncode:
        return f"no native limit: {compiler} cannot compile it", None

    def run(_: Clock) -> float:
        said = subprocess.run([program, str(size.width), str(games), str(seed)], capture_output=True, check=True)
        found = json.loads(said.stdout)
        return float(found["games"] / found["seconds"])

    return f"the native limit was compiled by {compiler} -O3 -march=native", run


# Another checkout -----------------------------------------------------------------------------------------------------

PLIES_AGAINST = 1_000_000
"""Moves of a contestant in a round, approximately."""

ANSWERING = """
import json, sys
from time import process_time as clock
from yurei.kernel import random_games
for line in sys.stdin:
    began = clock()
    played = random_games(**json.loads(line))
    print(json.dumps([clock() - began, int(played.plies.sum())]), flush=True)
"""
"""Program of both processes: plays the games that are asked for, and writes the seconds and the moves."""


def against(
    size: Size,
    rounds: int,
    checkout: Path,
    seed: int = 1,
    watch: Watch = unwatched,
    rulesets: Iterable[str] | None = None,
) -> Report:
    """Measure random games of this kernel and of that of another checkout, in one run."""
    sources = checkout.resolve() / "src"
    if not (sources / "yurei" / "kernel").is_dir():
        raise BadSettings(f"{shortened(str(checkout))} is no checkout of yurei: it has no src/yurei/kernel")
    match, games = Match(), max(1, PLIES_AGAINST * 2 // (3 * size.points))
    with one_core(), ExitStack() as stack:
        sides = [(place, _started(place, stack)) for place in (SOURCES, str(sources))]
        for slug, policy, told in product(rulesets or RULESETS, POLICIES, (False, True)):
            name = f"{slug}, {policy}{', with what a referee knows' if told else ''}"
            game = {"ruleset": slug, "size": str(size), "games": games, "seed": seed, "policy": policy, "told": told}
            for where, (place, process) in zip(("here", "there"), sides, strict=True):
                match.contestants[f"{name} {where}"] = partial(_plies_per_second, place, process, game)
            match.pairs.append((f"{name}: here : there", "plies/s", f"{name} here", f"{name} there", None))
        figures = match.figures(rounds, processor_seconds, watch)
    return report("kernel against another", rounds, seed, figures, [f"on {size}, on one core"])


def _started(sources: str, stack: ExitStack) -> subprocess.Popen[str]:
    """Start a process that plays random games with the kernel of a checkout, until the stack is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", ANSWERING],
        env={**os.environ, "PYTHONPATH": sources},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    stack.callback(process.communicate)  # closes its input
    return process


def _plies_per_second(sources: str, process: subprocess.Popen[str], game: dict[str, Any], _: Clock) -> float:
    """Measure the moves a second of a process that plays."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(game) + "\n")
        process.stdin.flush()
        seconds, plies = json.loads(process.stdout.readline())
    except (OSError, ValueError):
        raise BadSettings(f"the kernel in {shortened(sources)} did not play {game['ruleset']}") from None
    return float(plies / max(seconds, BLINK))


# Comparison with the rules --------------------------------------------------------------------------------------------

Compare = Callable[[int, int], Comparison]
CHUNK = 10_000
"""Moves compared at a time."""


def differential(count: int, seed: int, processes: int, referee: bool = False) -> Iterator[Comparison]:
    """Compare this many moves with the rules, or tries with the table; yield the findings so far after every part.

    The same seed compares the same games in any number of processes.
    """
    way = compare_with_table if referee else compare
    parts = ((_chance(seed, number), min(CHUNK, count - at)) for number, at in enumerate(range(0, count, CHUNK)))
    found = Comparison()
    for part in starmap(way, parts) if processes == 1 else _compare_together(way, parts, processes):
        found.plus(part)
        yield found


def _chance(seed: int, number: int) -> int:
    """Return the seed of one part."""
    return int(np.random.SeedSequence((seed, number)).generate_state(1, np.uint64)[0])


def _compare_together(way: Compare, parts: Iterator[tuple[int, int]], processes: int) -> Iterator[Comparison]:
    # Workers ignore Ctrl-C; the parent handles it and ends them.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    running: set[Future[Comparison]] = set()
    try:
        while True:
            running |= {
                pool.submit(way, *part) for _, part in zip(range(2 * processes - len(running)), parts, strict=False)
            }
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        pool.shutdown(cancel_futures=True)
