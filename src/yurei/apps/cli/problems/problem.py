"""``yurei problem``."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from yurei.apps.cli.doors import door, parts
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.games.fullscreen import Plain, fills, fullscreen
from yurei.apps.cli.games.play import finish
from yurei.apps.cli.options import Lang, chosen_language, number_option
from yurei.apps.cli.problems.export import GradeOption, KindOption, chosen_problems

if TYPE_CHECKING:
    from yurei.problems import Problem


def problem(
    identifier: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The id of a problem of the collection.", show_default=False)
    ] = None,
    kind: KindOption = None,
    grade: GradeOption = None,
    seed: Annotated[int | None, number_option("--seed", "Random seed of the choice.")] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Solve a problem at this terminal: today's, unless another is asked for.

    Today's problem is the same for everybody, by date and kind; Mondays are the easiest. With --grade or --seed any
    problem of that kind and grade comes.
    """
    language, terminal = chosen_language(lang), door("terminal")
    with parts():
        puzzle = terminal.Puzzle(_chosen(identifier, kind, grade, seed))
        if fills(plain):
            finish(terminal, lambda: fullscreen().solve(puzzle, language))
        else:
            screen = terminal.Screen.of(sys.stdin, sys.stdout)
            finish(terminal, terminal.Solving(puzzle, screen, language).solve)


def _chosen(identifier: str | None, kind: str | None, grade: int | None, seed: int | None) -> Problem:
    from yurei.problems import shipped, today

    if identifier is not None:
        if (kind, grade, seed) != (None, None, None):
            raise Unusable("a problem is chosen by its id, or by --kind, --grade and --seed; give one of them")
        return shipped(identifier)
    if grade is None and seed is None:
        return today(kind, datetime.now(UTC).date())
    return Random(seed).choice(chosen_problems(kind, grade))
