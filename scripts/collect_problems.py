"""Make the shipped problems of a kind: ``python -m scripts.collect_problems deduce``.

Problems of several games are taken in turn until the file is full. No grade, and no question, has more than its share.
The same call makes the same file.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from yurei.problems import Problem, faults_of, kind_of, make, write_problems

FOLDER = Path(__file__).resolve().parent.parent / "src" / "yurei" / "problems" / "collection"
ENDLESS = 10**9


@dataclass(frozen=True)
class Recipe:
    """What a file is made of.

    Attributes:
        games: Settings of the games, in turn.
        weights: Number of problems of each game in a turn; one of each if there are none.
        count: Number of problems.
        grade_share: Greatest share of one grade.
        key: The key whose values have equal shares; None if there is none.
        values: Number of its values.
        seed: Chooses the problems.
    """

    games: tuple[dict[str, Any], ...]
    count: int
    weights: tuple[int, ...] = ()
    grade_share: float = 0.16
    key: str | None = None
    values: int = 1
    seed: int = 1


def game(referee: str, width: int, height: int, ruleset: str = "go", **options: Any) -> dict[str, Any]:
    """Return plain settings."""
    return {"ruleset": ruleset, "referee": referee, "width": width, "height": height, **options}


RECIPES = {
    "deduce": Recipe(
        games=(
            *(game(referee, 4, 4) for referee in ("kriegspiel", "common", "hamburg", "olympiad", "counted", "fog")),
            *(game(referee, 4, 4, "alter-igo") for referee in ("common", "hamburg", "kriegspiel")),
            *(game(referee, 3, 3, "no-seki-go") for referee in ("kriegspiel", "hamburg", "common")),
            *(game(referee, 4, 3) for referee in ("kriegspiel", "counted", "olympiad")),
            *(game("common", 3, 3, ruleset) for ruleset in ("tromp-taylor", "new-zealand")),
            game("olympiad", 5, 5),
            game("hamburg", 5, 5),
            game("kriegspiel", 3, 3),
            game("common", 4, 4, failed_try="lose-turn"),
        ),
        count=300,
        key="question",
        values=4,
    ),
    "plan": Recipe(
        games=(
            game("kriegspiel", 4, 4),
            game("kriegspiel", 5, 5),
            game("olympiad", 4, 3),
            game("kriegspiel", 3, 4),
        ),
        weights=(11, 3, 5, 5),
        count=300,
        key="goal",
        values=2,
    ),
    "ear": Recipe(
        games=(
            *(game(referee, 3, 3) for referee in ("common", "hamburg", "counted", "olympiad")),
            *(game(referee, 4, 2) for referee in ("common", "hamburg", "counted")),
            game("common", 3, 3, "alter-igo"),
            game("hamburg", 3, 2, "alter-igo"),
            game("common", 3, 3, "no-seki-go"),
            game("common", 3, 3, "tromp-taylor"),
            game("hamburg", 4, 3),
            game("kriegspiel", 4, 2),
            game("common", 5, 2),
        ),
        count=150,
        grade_share=0.3,
        key="question",
        values=2,
    ),
}


def collect(name: str, recipe: Recipe) -> Iterator[Problem]:
    """Yield the problems of a kind."""
    kind = kind_of(name)
    makers = [make(kind, kind.settings(given), ENDLESS, recipe.seed) for given in recipe.games]
    weights = recipe.weights or (1,) * len(makers)
    most = {"grade": recipe.grade_share * recipe.count, "value": recipe.count / recipe.values}
    taken: Counter[tuple[str, object]] = Counter()
    while taken["all", None] < recipe.count:
        for problem in (next(maker) for maker, weight in zip(makers, weights, strict=True) for _ in range(weight)):
            value = problem.more.get(recipe.key or "")
            if taken["grade", problem.grade] >= most["grade"] or taken["value", value] >= most["value"]:
                continue
            if taken["all", None] < recipe.count and not faults_of(problem):
                taken.update([("all", None), ("grade", problem.grade), ("value", value)])
                yield problem


def numbered(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems by grade, with numbers counted for each size of board."""
    numbers: Counter[str] = Counter()
    found = []
    for problem in sorted(problems, key=lambda each: each.grade):
        size = str(problem.settings.size)
        numbers[size] += 1
        found.append(replace(problem, id=f"{problem.kind}-{size}-{numbers[size]}"))
    return found


def main() -> None:
    """Write the file of a kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=RECIPES)
    parser.add_argument("--count", type=int, help="number of problems, if not the usual one")
    parser.add_argument("--out", type=Path, help="the file, if not the shipped one")
    given = parser.parse_args()
    recipe = RECIPES[given.kind]
    recipe = replace(recipe, count=given.count or recipe.count)
    found = []
    for problem in collect(given.kind, recipe):
        found.append(problem)
        print(f"\r{len(found)} of {recipe.count}", end="", file=sys.stderr)
    out = given.out or FOLDER / f"{given.kind}.jsonl"
    out.write_text(write_problems(numbered(found)), encoding="utf-8")
    print(f"\n{out}: {out.stat().st_size} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
