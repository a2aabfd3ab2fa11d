"""``yurei problems export``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from yurei.apps.cli.doors import parts
from yurei.apps.cli.endings import Unusable
from yurei.apps.cli.files import new_file, why
from yurei.apps.cli.options import Lang, chosen_language, completed, number_option
from yurei.apps.cli.problems.files import read_lines, writer
from yurei.apps.cli.progress import progress_bar
from yurei.errors import unknown
from yurei.problems.kinds import KINDS

if TYPE_CHECKING:
    from yurei.problems import Problem

KindOption = Annotated[
    str | None,
    typer.Option(
        "--kind", metavar="KIND", help=f"Only this kind: {', '.join(KINDS)}.", autocompletion=completed(KINDS)
    ),
]
GradeOption = Annotated[int | None, number_option("--grade", "Only this grade, 1 to 9.", 1, 9)]
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]")


def problems_export(
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A new file for the problems as JSON lines; else they are printed."),
    ] = None,
    sgf: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write those that other programs can show as SGF files into this folder."),
    ] = None,
    kind: KindOption = None,
    grade: GradeOption = None,
    lang: Lang = None,
) -> None:
    """Export the collection of problems as JSON lines, and as SGF those that other programs can show.

    SGF shows a position with its task, then the solution: endgames and ghosts as moves, plans as a comment.
    """
    from yurei.problems import write_problems

    problems = chosen_problems(kind, grade)
    path = None if out is None else new_file(out, "--out", "problems.jsonl")
    if sgf is not None:
        _write_sgf(problems, sgf, chosen_language(lang))
    if path is not None or sgf is None:
        with writer(path, "--out") as write:
            write(write_problems(problems))


def chosen_problems(kind: str | None, grade: int | None, file: str | None = None) -> list[Problem]:
    """Return the problems of the collection, or of a file, with this kind and grade.

    Raises:
        Unknown: if there is no such kind.
        Unusable: if there is no such problem, or the file cannot be read.
    """
    from yurei.problems import matching, read_problems

    if kind not in (None, *KINDS):
        raise unknown("kind of problem", kind, KINDS)
    found = matching(kind, grade, None if file is None else read_lines(file, read_problems))
    if not found:
        which = "".join([f" of kind {kind}" if kind else "", f" with grade {grade}" if grade else ""])
        raise Unusable(f"{'the collection' if file is None else file} has no problem{which}")
    return found


def _write_sgf(problems: list[Problem], folder: Path, language: str) -> None:
    from yurei import __version__
    from yurei.problems.sgf import can_show, sgf

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable(f"{str(folder)!r} cannot be used: {why(error)}; give --sgf a folder") from None
    count = 0
    with parts(), progress_bar("writing") as watch:
        for done, problem in enumerate(problems):
            watch(done, len(problems))
            if can_show(problem):
                with writer(folder / f"{_NOT_IN_NAMES.sub('_', problem.id)}.sgf", "--sgf") as write:
                    write(sgf(problem, language, __version__))
                count += 1
    typer.echo(f"{count} of {len(problems)} problems written as SGF; the others are no positions", err=True)
