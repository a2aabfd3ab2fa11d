"""Benchmark of ours beside other projects: the same kind of game, one core, in turn."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from yurei.apps.bench.measuring import (
    Contestant,
    Report,
    Watch,
    compared,
    one_core,
    processor_seconds,
    race,
    report,
    timed,
    unwatched,
)
from yurei.apps.bench.ours import OneGame, RandomGames, Stepping

SHARE = 1.0
"""Share of the usual work that a contestant does in a round."""
PACKAGES = ("open_spiel", "pgx", "jax", "pettingzoo", "sgfmill")


def some(amount: int) -> int:
    """Return an amount of work, scaled by ``SHARE``."""
    return max(1, round(amount * SHARE))


@dataclass
class Match:
    """The contestants, and the pairs to compare.

    Attributes:
        contestants: By their names.
        pairs: Each pair: name, unit, ours, theirs, and the target ratio.
    """

    contestants: dict[str, Contestant] = field(default_factory=dict)
    pairs: list[tuple[str, str, str, str, float | None]] = field(default_factory=list)

    def pair(
        self,
        what: str,
        unit: str,
        ours: tuple[str, Callable[[], float]],
        theirs: tuple[str, Callable[[], float]],
        target: float | None = None,
    ) -> None:
        """Add a pair to compare; a contestant that is known already is not run twice."""
        for name, work in (ours, theirs):
            self.contestants.setdefault(name, timed(work))
        self.pairs.append((what, unit, ours[0], theirs[0], target))


def peers(rounds: int, seed: int = 1, watch: Watch = unwatched) -> Report:
    """Measure ours beside every peer that is installed, on one core.

    Args:
        rounds: Number of rounds of the medians.
        seed: Seed of the games.
        watch: Callback for progress.
    """
    match, notes = Match(), []
    with one_core():
        for name, join in PEERS.items():
            try:
                join(match, seed)
            except ModuleNotFoundError as error:
                notes.append(f"{name} is left out: {error.name} is not installed; pip install 'yurei[bench]'")
        speeds = race(match.contestants, rounds, processor_seconds, watch)
    figures = [compared(what, unit, speeds, ours, theirs, target) for what, unit, ours, theirs, target in match.pairs]
    return report(
        "peers", rounds, seed, figures, ["ours : theirs, on one core, seconds of processor time", *notes], PACKAGES
    )


def games(size: int, seed: int, told: bool = False) -> tuple[str, RandomGames]:
    """Return our uniform games, to twice as many moves as there are points: open_spiel ends them there too."""
    count = some(16_000 * 81 // size**2 // max(1, size // 9))
    return f"games {size} {told}", RandomGames("go", size, count, seed, told=told, most=2 * size * size)


def open_spiel(match: Match, seed: int) -> None:
    """Add open_spiel's go and phantom_go: its bots and its tree search in C++, and its states from Python."""
    spiel = import_module("pyspiel")
    for size, count, target in ((9, 1200, 18), (13, 300, 30), (19, 80, 50)):
        bots = _bots(spiel, f"go(board_size={size})", some(count), seed)
        match.pair(
            f"open_spiel go {size}x{size}, C++ bots", "games/s", games(size, seed), (f"bots {size}", bots), target
        )
    searching = _searching(spiel, some(1500), seed)
    match.pair("open_spiel go 9x9, C++ MCTSBot, by simulation", "games/s", games(9, seed), ("mcts", searching), 15)
    loop = _loop(spiel, "go(board_size=9)", some(800), seed)
    match.pair("open_spiel go 9x9, Python loop", "games/s", games(9, seed), ("loop", loop), 30)
    hidden = "phantom_go(board_size=9)"
    bots, loop = _bots(spiel, hidden, some(600), seed), _loop(spiel, hidden, some(400), seed)
    match.pair("open_spiel phantom_go 9x9, C++ bots", "games/s", games(9, seed, True), ("phantom bots", bots))
    match.pair("open_spiel phantom_go 9x9, Python loop", "games/s", games(9, seed, True), ("phantom loop", loop))


def _bots(spiel: Any, name: str, count: int, seed: int) -> Callable[[], float]:
    game = spiel.load_game(name)

    def work() -> float:
        bots = [spiel.make_uniform_random_bot(player, seed + player) for player in range(2)]
        for number in range(count):
            spiel.evaluate_bots(game.new_initial_state(), bots, seed + number)
        return count

    return work


def _searching(spiel: Any, simulations: int, seed: int) -> Callable[[], float]:
    game = spiel.load_game("go(board_size=9)")

    def work() -> float:
        evaluator = spiel.RandomRolloutEvaluator(1, seed)
        spiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, seed, False).step(game.new_initial_state())
        return simulations

    return work


def _loop(spiel: Any, name: str, count: int, seed: int) -> Callable[[], float]:
    game = spiel.load_game(name)

    def work() -> float:
        chance = random.Random(seed)
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
        return count

    return work


def pgx(match: Match, seed: int) -> None:
    """Add pgx's go_9x9 on the processor: a scan that steps with actions drawn before, and one that draws them.

    Ours does the same: it steps games with actions drawn before, or draws them as it goes.
    """
    pgx = import_module("pgx")
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    env = pgx.make("go_9x9")
    step = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))
    for batch, steps, target in ((64, some(200), 30), (1024, some(32), 40)):
        theirs = _Scan(jax, jnp, env, step, batch, steps, seed)
        ours = Stepping(9, batch, seed, most=162)
        name = f"batch {batch}"
        match.pair(
            f"pgx go_9x9, {name}, actions drawn before", "steps/s", (name, _often(ours, batch)), (f"pgx {name}", theirs),
            target,
        )  # fmt: skip
        match.pair(
            f"pgx go_9x9, {name}, actions drawn then", "steps/s", (f"{name} drawing", ours.drawing),
            (f"pgx {name} drawing", theirs.drawing),
        )  # fmt: skip


def _often(work: Callable[[], float], batch: int) -> Callable[[], float]:
    return lambda: sum(work() for _ in range(max(1, 1024 // batch)))


class _Scan:
    """Games of pgx, from their middle on."""

    def __init__(self, jax: Any, jnp: Any, env: Any, step: Any, batch: int, steps: int, seed: int) -> None:
        keys = jax.random.split(jax.random.PRNGKey(seed), batch)

        def drawn(state: Any, key: Any) -> tuple[Any, Any]:
            odds = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(key, odds, axis=-1)
            return step(state, actions, keys), actions

        self._drawing = jax.jit(lambda state, chances: jax.lax.scan(drawn, state, chances))
        self._stepping = jax.jit(
            lambda state, actions: jax.lax.scan(lambda now, action: (step(now, action, keys), None), state, actions)
        )
        self._wait, self._done = jax.block_until_ready, batch * steps
        self._chances = jax.random.split(jax.random.PRNGKey(seed + 1), steps)
        self._state = jax.jit(jax.vmap(env.init))(keys)
        while int(self._state._step_count.max()) < min(steps * 4, 64):
            self._state, _ = self._drawing(self._state, self._chances)
        _, self._actions = self._wait(self._drawing(self._state, self._chances))

    def __call__(self) -> float:
        """Step; return the number of moves."""
        self._wait(self._stepping(self._state, self._actions))
        return self._done

    def drawing(self) -> float:
        """Draw and step; return the number of moves."""
        self._wait(self._drawing(self._state, self._chances))
        return self._done


def pettingzoo(match: Match, seed: int) -> None:
    """Add pettingzoo's go_v5, move by move, beside a batch of one game; both choose among the legal moves alike."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    env = import_module("pettingzoo.classic.go_v5").env(board_size=9)
    moves = some(1500)

    def work() -> float:
        chance, made = np.random.default_rng(seed), 0
        while made < moves:
            env.reset(seed=seed)
            for _ in env.agent_iter(moves - made):
                seen, _, ended, cut, _ = env.last()
                allowed = np.flatnonzero(seen["action_mask"])
                env.step(None if ended or cut else int(allowed[chance.integers(allowed.size)]))
                made += 1
        return made

    ours = OneGame(9, some(20_000), seed, most=162)
    match.pair("pettingzoo go_v5 9x9, move by move", "plies/s", ("one game", ours), ("pettingzoo", work), 5)


def sgfmill(match: Match, seed: int) -> None:
    """Add sgfmill's boards: random empty points until as many moves are made as in our games, then the count."""
    boards = import_module("sgfmill.boards")
    count, length = some(60), 162

    def work() -> float:
        chance = random.Random(seed)
        for _ in range(count):
            board = boards.Board(9)
            for ply in range(length):
                empty = [(row, column) for row in range(9) for column in range(9) if board.get(row, column) is None]
                board.play(*chance.choice(empty), "bw"[ply % 2])
            board.area_score()
        return count

    match.pair("sgfmill boards 9x9", "games/s", games(9, seed), ("sgfmill", work))


PEERS: dict[str, Callable[[Match, int], None]] = {
    "open_spiel": open_spiel,
    "pgx": pgx,
    "pettingzoo": pettingzoo,
    "sgfmill": sgfmill,
}

__all__ = ["peers"]
