"""Make the shipped problems of a kind: ``python -m yurei_research.collection deduce``.

Plans, deductions and problems by ear: problems of several games are taken in turn until the file is full. No grade, and
no question, has more than its share. Endgames and ghosts: for every board a pool of problems is made, and some are chosen
so that grades and themes are spread. The same call makes the same file.
"""

import argparse
import itertools
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yurei.problems
from yurei.problems import Problem, write_problems
from yurei_research.compose import faults_of, make, prover_of

FOLDER = Path(yurei.problems.__file__).parent / "collection"
ENDLESS, SEED = 10**9, 1


@dataclass(frozen=True)
class Recipe:
    """Settings and numbers of the problems in the collection's file of one kind."""

    games: tuple[dict[str, Any], ...]  # their settings, in turn
    count: int  # of problems
    key: str  # whose values have equal shares
    values: int  # number of its values
    weights: tuple[int, ...] = ()  # number of problems of each game in a turn; one of each if there are none
    grade_share: float = 0.16  # greatest share of one grade


def game(referee: str, width: int, height: int, ruleset: str = "go", **options: Any) -> dict[str, Any]:
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
        games=(game("kriegspiel", 4, 4), game("kriegspiel", 5, 5), game("olympiad", 4, 3), game("kriegspiel", 3, 4)),
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


POOLS = {
    "endgame": {
        (4, 2): (90, 25),
        (3, 3): (200, 35),
        (5, 2): (150, 25),
        (4, 3): (600, 65),
        (5, 3): (1000, 60),
        (4, 4): (1500, 90),
    },
    "ghosts": {
        (7, 1): (10, 6),
        (9, 1): (25, 14),
        (3, 3): (40, 28),
        (5, 2): (45, 28),
        (4, 3): (45, 34),
        (4, 4): (45, 34),
        (7, 5): (6, 6),
    },
}
"""By kind and board, width and height: how many problems are made, and how many of them are kept."""


def in_turn(name: str, recipe: Recipe) -> Iterator[Problem]:
    prover = prover_of(name)
    makers = [make(prover, prover.settings(given), ENDLESS, SEED) for given in recipe.games]
    weights = recipe.weights or (1,) * len(makers)
    most = {"grade": recipe.grade_share * recipe.count, "value": recipe.count / recipe.values}
    taken: Counter[tuple[str, object]] = Counter()
    while taken["all", None] < recipe.count:
        for problem in (next(maker) for maker, weight in zip(makers, weights, strict=True) for _ in range(weight)):
            value = problem.more.get(recipe.key)
            if taken["grade", problem.grade] >= most["grade"] or taken["value", value] >= most["value"]:
                continue
            if taken["all", None] < recipe.count and not faults_of(problem):
                taken.update([("all", None), ("grade", problem.grade), ("value", value)])
                yield problem


def choose(problems: Iterable[Problem], count: int) -> list[Problem]:
    """Return ``count`` of some problems, sorted by grade, with grades and themes spread as evenly as possible: the
    next one chosen is always of a grade, and then of themes, that were chosen least.
    """
    left, grades, themes, chosen = list(problems), Counter[int](), Counter[str](), []

    def times_chosen(problem: Problem) -> tuple[int, int]:
        own = (themes[theme] for theme in problem.more.get("themes", ()))
        return grades[problem.grade], min(own, default=themes.total())

    for _ in range(min(count, len(left))):
        best = min(left, key=times_chosen)
        left.remove(best)
        chosen.append(best)
        grades[best.grade] += 1
        themes.update(best.more.get("themes", ()))
    return sorted(chosen, key=lambda problem: problem.grade)


def board_by_board(name: str) -> Iterator[Problem]:
    prover = prover_of(name)
    for (width, height), (made, kept) in POOLS[name].items():
        yield from choose(make(prover, prover.settings({"width": width, "height": height}), made, SEED), kept)


def numbered(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems with ids that number them within each board size."""
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: itertools.count(1))
    sizes = ((problem, str(problem.settings.size)) for problem in problems)
    return [replace(problem, id=f"{problem.kind}-{size}-{next(numbers[size])}") for problem, size in sizes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=[*RECIPES, *POOLS])
    kind = parser.parse_args().kind
    found = []
    for problem in board_by_board(kind) if kind in POOLS else in_turn(kind, RECIPES[kind]):
        found.append(problem)
        print(f"\r{len(found)} problems", end="", file=sys.stderr)
    if kind in RECIPES:
        found.sort(key=lambda problem: problem.grade)
    out = FOLDER / f"{kind}.jsonl"
    out.write_text(write_problems(numbered(found)), encoding="utf-8")
    print(f"\n{out}: {out.stat().st_size} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
