"""Makes the shipped problems of a kind: many of each board, of which those are kept that spread grades and themes.

    python -m scripts.problem_collection endgame

For every board in ``PLANS`` a pool of problems is made with seed 1. From it one problem after the other is chosen: of the
grades that have been chosen least, the one whose themes have been chosen least, and of these the first. The chosen ones are
sorted by grade and numbered anew.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from yurei.problems import Problem, kind_of, make, write_problems

COLLECTION = Path(__file__).parent.parent / "src" / "yurei" / "problems" / "collection"
SEED = 1


@dataclass(frozen=True)
class Plan:
    """How many problems of a board are made, and how many are kept."""

    board: dict[str, Any]
    pool: int
    kept: int


def plan(width: int, height: int, pool: int, kept: int) -> Plan:
    """Return a plan for boards with a number of lines each way."""
    return Plan({"width": width, "height": height}, pool, kept)


PLANS = {
    "endgame": (
        plan(4, 2, 90, 25),
        plan(3, 3, 200, 35),
        plan(5, 2, 150, 25),
        plan(4, 3, 600, 65),
        plan(5, 3, 1000, 60),
        plan(4, 4, 1500, 90),
    ),
    "ghosts": (
        plan(7, 1, 10, 6),
        plan(9, 1, 25, 14),
        plan(3, 3, 40, 28),
        plan(5, 2, 45, 28),
        plan(4, 3, 45, 34),
        plan(4, 4, 45, 34),
        plan(7, 5, 6, 6),
    ),
}


def choose(pool: Iterable[Problem], count: int) -> list[Problem]:
    """Return some problems with as many different grades and themes as there are."""
    left, grades, themes = list(pool), Counter[int](), Counter[str]()
    chosen = []
    for _ in range(min(count, len(left))):
        best = min(
            left,
            key=lambda problem: (
                grades[problem.grade],
                min((themes[theme] for theme in problem.more.get("themes", ())), default=sum(themes.values())),
            ),
        )
        left.remove(best)
        chosen.append(best)
        grades[best.grade] += 1
        themes.update(best.more.get("themes", ()))
    return sorted(chosen, key=lambda problem: problem.grade)


def collected(slug: str) -> Iterable[Problem]:
    """Yield the problems of a kind, board by board."""
    kind = kind_of(slug)
    for each in PLANS[slug]:
        settings = kind.settings(each.board)
        chosen = choose(make(kind, settings, each.pool, SEED), each.kept)
        print(f"{settings.size}: {sorted(Counter(problem.grade for problem in chosen).items())}", file=sys.stderr)
        for number, problem in enumerate(chosen, 1):
            yield replace(problem, id=f"{slug}-{settings.size}-{number}")


def main() -> None:
    """Write the file of a kind."""
    slug = sys.argv[1]
    (COLLECTION / f"{slug}.jsonl").write_text(write_problems(collected(slug)), encoding="utf-8")


if __name__ == "__main__":
    main()
