"""Everything compiled beforehand, so that nobody waits later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from yurei import players, rules
from yurei.kernel import Batch, Refereed, cache, complete_games, differential, ownership, perft, random_games
from yurei.kernel.games import POLICIES
from yurei.kernel.rulesets import compiled
from yurei.kernel.solving import Here, solve
from yurei.players import Budget
from yurei.referee.table import Table

UNUSUAL: dict[str, Any] = {"suicide": "allowed"}
"""Go with an option that no ruleset has: played by the code for whatever is not written out."""

LONG = 10_000
"""More moves than a game has: its end is compiled too."""


def jobs() -> list[tuple[str, Callable[[], object]]]:
    """What is compiled, part by part: its name, and what makes the compiler compile it."""
    return [
        *(job for ruleset in rules.ALL for job in _jobs(ruleset.slug, {})),
        *_jobs("go", UNUSUAL),
        ("whole games", partial(complete_games, "tromp-taylor", 1)),
        ("sight", partial(Batch, "go", 3, 1, sight=1)),
        ("the referee", _refereed),
        ("positions played out", partial(ownership, "go", 3, ".../.B./...", 2, 1)),
        ("positions of any game played out", partial(ownership, "tromp-taylor", 3, ".../.B./...", 2, 1)),
        ("solved boards", _solve),
        ("belief", partial(_answer, "belief", "olympiad", "go")),
        ("belief in other games", partial(_answer, "belief", "olympiad", "no-seki-go")),
        ("trees", partial(_answer, "mcts", "open", "alter-igo")),
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


def _answer(player: str, referee: str, game: str) -> None:
    """Let a player answer twice: from the list of all worlds, and from worlds that are changed step by step."""
    for size in (3, 7):
        table = Table(game, referee=referee, size=size)
        for _ in range(8):
            seat = table.to_move
            if seat is None:
                break
            table.attempt(seat, players.get(player, 1).choose(table.view(seat), Budget(playouts=60)))


def _solve() -> object:
    crew = Here(2, 2, parts=2)
    return solve(crew), list(crew.tables([]))


def place() -> Path:
    """Where compiled code is kept."""
    return cache.folder()
