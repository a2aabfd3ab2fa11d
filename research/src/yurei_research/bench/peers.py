"""Benchmarks that compare yurei with other projects, and environments with hidden stones with open ones."""

import os
import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from yurei_research.bench.kernel import SEED, RandomGames, Stepping
from yurei_research.bench.measuring import Match, Report, Watch, processor_seconds, report

SHARE = 1.0  # share of the usual work that a contestant does in a round


def scaled(amount: int) -> int:
    return max(1, round(amount * SHARE))


def missing_note(package: str, error: ModuleNotFoundError) -> str:
    """Return a note that a package is left out of the benchmark since it is not installed."""
    return f"{package} is left out: {error.name} is not installed; pip install './research[peers]'"


def peers(rounds: int, watch: Watch) -> Report:
    match, notes = Match(), ["ours : theirs, on one core, seconds of processor time"]
    for name, add_peer in PEERS.items():
        try:
            add_peer(match)
        except ModuleNotFoundError as error:
            notes.append(missing_note(name, error))
    figures = match.figures(rounds, processor_seconds, watch)
    return report("peers", rounds, SEED, figures, notes, PEERS)


def games(size: int, told: bool = False) -> tuple[str, RandomGames]:
    """Return yurei's random games as a contestant; they end after two moves per point, as in open_spiel."""
    count = scaled(16_000 * 81 // size**2 // max(1, size // 9))
    return f"games {size} {told}", RandomGames("go", size, count, told=told, most=2 * size * size)


def open_spiel(match: Match) -> None:
    """Add comparisons with open_spiel's go and phantom_go: bots and tree search in C++, and states from Python."""
    spiel = import_module("pyspiel")
    for size, count, target in ((9, 1200, 18), (13, 300, 30), (19, 80, 50)):
        theirs = f"bots {size}", partial(_run_bots, spiel, spiel.load_game(f"go(board_size={size})"), scaled(count))
        match.pair(f"open_spiel go {size}x{size}, C++ bots", "games/s", games(size), theirs, target)
    go, phantom = (spiel.load_game(f"{name}(board_size=9)") for name in ("go", "phantom_go"))
    theirs = "mcts", partial(_run_search, spiel, go, scaled(1500))
    match.pair("open_spiel go 9x9, C++ MCTSBot, by simulation", "games/s", games(9), theirs, 15)
    theirs = "loop", partial(_run_loop, go, scaled(800))
    match.pair("open_spiel go 9x9, Python loop", "games/s", games(9), theirs, 30)
    theirs = "phantom bots", partial(_run_bots, spiel, phantom, scaled(600))
    match.pair("open_spiel phantom_go 9x9, C++ bots", "games/s", games(9, True), theirs)
    theirs = "phantom loop", partial(_run_loop, phantom, scaled(400))
    match.pair("open_spiel phantom_go 9x9, Python loop", "games/s", games(9, True), theirs)


def _run_bots(spiel: Any, game: Any, count: int) -> float:
    bots = [spiel.make_uniform_random_bot(player, SEED + player) for player in range(2)]
    for number in range(count):
        spiel.evaluate_bots(game.new_initial_state(), bots, SEED + number)
    return count


def _run_search(spiel: Any, game: Any, simulations: int) -> float:
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    spiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, SEED, False).step(game.new_initial_state())
    return simulations


def _run_loop(game: Any, count: int) -> float:
    chance = random.Random(SEED)
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return count


def sgfmill(match: Match) -> None:
    """Add a comparison with sgfmill's boards: random moves on empty points for 162 moves, then the area score."""
    boards = import_module("sgfmill.boards")
    count, length = scaled(60), 162

    def work() -> float:
        chance = random.Random(SEED)
        for _ in range(count):
            board = boards.Board(9)
            for ply in range(length):
                empty = [(row, column) for row in range(9) for column in range(9) if board.get(row, column) is None]
                board.play(*chance.choice(empty), "bw"[ply % 2])
            board.area_score()
        return count

    match.pair("sgfmill boards 9x9", "games/s", games(9), ("sgfmill", work))


PEERS: dict[str, Callable[[Match], None]] = {"open_spiel": open_spiel, "sgfmill": sgfmill}

HIDING = ("common", "olympiad", "hamburg", "fog")
PLIES = 4000
BATCHES = ((9, 64), (9, 1024), (19, 256))


def go_v5() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return import_module("pettingzoo.classic.go_v5").env(board_size=9)


def loop(env: Any, plies: int) -> int:
    """Step an environment with random allowed actions; return the number of plies, not counting refused tries."""
    chance, made = np.random.default_rng(SEED), 0
    while made < plies:
        env.reset(seed=SEED)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            allowed = seen["action_mask"].nonzero()[0]  # and a cheap draw: the environment is measured, not chance
            env.step(int(allowed[int(chance.random() * allowed.size)]))
            made += not env.infos[agent].get("refused")
            if made >= plies:
                break
    return made


def environments(rounds: int, watch: Watch) -> Report:
    match, notes = Match(), ["plies/s on one core, seconds of processor time; a refused try is no ply"]
    try:
        theirs = "go_v5", partial(loop, go_v5(), max(1, PLIES // 4))
        for referee in HIDING:
            ours = referee, partial(loop, import_module("yurei.apps.pettingzoo").env("go", referee, 9), PLIES)
            match.pair(f"PettingZoo loop 9x9, {referee}, beside go_v5", "plies/s", ours, theirs, 5.0)
    except ModuleNotFoundError as error:
        notes.append(missing_note("pettingzoo", error))
    for size, games in BATCHES:
        name = f"{games} games on {size}x{size}"
        shown = Stepping(size, games)
        notes.append(f"{name}, open: {shown.refused:.0%} of the tries are refused")
        for referee in HIDING:
            hiding = Stepping(size, games, referee)
            what = f"batch of {name}, {referee}, beside open"
            match.pair(what, "plies/s", (f"{name} {referee}", hiding), (name, shown), 0.5)
            notes.append(f"{name}, {referee}: {hiding.refused:.0%} of the tries are refused")
    figures = match.figures(rounds, processor_seconds, watch)
    return report("environments", rounds, SEED, figures, notes, ("pettingzoo",))
