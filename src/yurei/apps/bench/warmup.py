"""Compilation of all compiled code in advance, so that no later call waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from yurei import compiled_code
from yurei.club.programs.thinking.compiling import compile_players
from yurei.kernel import Batch, Refereed, RefereedBatch, complete_games, differential, ownership, perft, random_games
from yurei.kernel.games import POLICIES
from yurei.kernel.rulesets import compiled, played
from yurei.kernel.solving import Here, solve
from yurei.problems import KINDS, kind_of, matching

UNUSUAL: dict[str, Any] = {"suicide": "allowed"}
"""Go with an option that no ruleset has: compiles the generic code."""

LONG = 10_000
"""More moves than a game has: its end is compiled too."""


def jobs() -> list[tuple[str, Callable[[], object]]]:
    """Return the parts to compile: the name of each, and a call that compiles it."""
    return [
        *(job for ruleset in played() for job in _jobs(ruleset.slug, {})),
        *_jobs("go", UNUSUAL),
        ("whole games", partial(complete_games, "tromp-taylor", 1)),
        ("sight", partial(Batch, "go", 3, 1, sight=1)),
        ("the referee", _refereed),
        ("refereed batches", _batched),
        ("positions played out", partial(ownership, "go", 3, ".../.B./...", 2, 1)),
        ("positions of any game played out", partial(ownership, "tromp-taylor", 3, ".../.B./...", 2, 1)),
        ("solved boards", _solve),
        ("players", compile_players),
        *((f"problems: {kind}", partial(_prove, kind)) for kind in KINDS),
    ]


def _jobs(slug: str, options: dict[str, Any]) -> Iterator[tuple[str, Callable[[], object]]]:
    name = f"{slug} with options" if options else slug
    for policy in POLICIES:
        for told in (False, True):
            yield f"{name}: games", partial(random_games, slug, 3, 1, 1, policy, told=told, **options)
    yield f"{name}: counts", partial(perft, slug, 3, 1, **options)
    yield f"{name}: tries", partial(differential.compare_game, compiled(slug, 3, **options), 1, LONG)
    yield f"{name}: batches", partial(Batch, slug, 3, 1, **options)


def _refereed() -> None:
    game = Refereed("go", 3)
    game.attempt(0)
    game.legal()


def _batched() -> None:
    batch = RefereedBatch("go", 3, 1)
    batch.step(batch.random_actions())
    batch.set_state(batch.state())


def _solve() -> object:
    crew = Here(2, 2, parts=2)
    return solve(crew), list(crew.tables([]))


def _prove(kind: str) -> object:
    """Prove the shipped problem of a kind that has the fewest points."""
    return kind_of(kind).prove(min(matching(kind), key=lambda problem: problem.settings.size.points))


def place() -> Path:
    """Return the folder of compiled code."""
    return compiled_code.folder()
