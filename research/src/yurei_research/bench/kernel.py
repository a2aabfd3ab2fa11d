"""Benchmark of the kernel: random games, batches, counts, the native limit, and the time to start and compile."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from yurei.errors import BadSettings
from yurei.kernel import RefereedBatch, perft
from yurei.kernel.games import POLICIES
from yurei.kernel.rulesets import played
from yurei.rules.compilable import LARGEST
from yurei.rules.points import Size
from yurei_research.bench import starting
from yurei_research.bench.measuring import (
    Clock,
    Contestant,
    Figure,
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
from yurei_research.bench.ours import RandomGames, Refereeing, Stepping, repeated
from yurei_research.bench.table import LONGEST, play

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
    """Measure the kernel, on one core.

    Args:
        size: Of the board.
        rounds: Number of rounds of the medians.
        seed: Seed of the games.
        clock: Returns the seconds.
        watch: Callback for progress.
        rulesets: The rulesets; ``go`` is among them.

    Raises:
        BadSettings: if the kernel cannot play on such boards.
    """
    if max(size.width, size.height) > LARGEST:
        raise BadSettings(f"the kernel knows boards to {LARGEST}x{LARGEST}, not {size}; try 9")
    with one_core(), tempfile.TemporaryDirectory() as folder:
        playing = {key: _playing(key, size, seed) for key in _keys(rulesets)}
        contestants: dict[str, Contestant] = {key: timed(each) for key, each in playing.items()}
        for games in BATCHES:
            stepping = Stepping(RefereedBatch("go", size, games, seed, referee="open"))
            contestants[f"batch {games}"] = timed(repeated(stepping, max(1, BATCHES[1] // games)))
        for referee in REFEREES:
            contestants |= _refereeing(referee, size, seed)
        contestants["perft"] = timed(_counting(size))
        note, limit = native(Path(folder), size, playing["go no-eyes plain"].games, seed)
        contestants |= {"native": limit} if limit else {}
        speeds = race(contestants, rounds, clock, watch)
        waits = [*starting.warm(rounds, clock, folder), *starting.cold(folder, watch, rulesets)]
    figures = [*_games(rulesets, playing, speeds), *_beside_go(rulesets, playing, speeds), *_rest(speeds), *waits]
    return report("kernel", rounds, seed, figures, [f"on {size}, on one core; seconds of processor time", note])


def _keys(rulesets: tuple[str, ...]) -> list[str]:
    kinds = [*(f"{policy} plain" for policy in POLICIES), "uniform told"]
    return [f"{slug} {kind}" for slug in rulesets for kind in kinds]


def _playing(key: str, size: Size, seed: int) -> RandomGames:
    slug, policy, how = key.split()
    return RandomGames(slug, size, max(1, PLIES * 2 // (3 * size.points)), seed, policy, told=how == "told")


def _refereeing(referee: str, size: Size, seed: int) -> dict[str, Contestant]:
    """Return the compiled referee and the table that it must equal, as contestants."""
    ours = Refereeing(referee, size, TRIES, LONGEST * size.points, seed)
    theirs = partial(play, referee, size, max(1, TRIES // 1000), seed)
    return {f"refereed {referee}": timed(ours), f"table {referee}": timed(theirs)}


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
    """Compile the native limit; return a note on it, and the contestant, None if it cannot be measured here.

    Args:
        folder: Folder for the program.
        size: Of the board.
        games: Games at a time.
        seed: Seed of the games.
    """
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
