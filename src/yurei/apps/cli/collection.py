"""The commands ``yurei problem``, which lets a person solve a problem, and ``yurei problems export``."""

import re
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from yurei import __version__, rules
from yurei.apps.cli.common import STDIN, BadUsage, new_file, open_writer, progress_bar, read_bytes, reason_text
from yurei.apps.cli.options import Lang, chosen_language, completer, number_option, setting_values
from yurei.apps.cli.play import run_until_end
from yurei.errors import unknown
from yurei.problems import Problem, matching, read_problems, shipped, today, write_problems
from yurei.problems.solving import KINDS

KindOption = Annotated[
    str | None,
    typer.Option(
        "--kind", metavar="KIND", help=f"Only this kind: {', '.join(KINDS)}.", autocompletion=completer(KINDS)
    ),
]
GradeOption = Annotated[int | None, number_option("--grade", "Only this grade, 1 to 9.", 1, 9)]
RulesetOption = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        metavar="RULESET",
        help=f"Only this game: {', '.join(setting_values('ruleset'))}.",
        autocompletion=completer(setting_values("ruleset")),
    ),
]
LARGEST = 64 * 1024 * 1024  # bytes of a file of problems


def problem(
    identifier: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The id of a problem of the collection.", show_default=False)
    ] = None,
    kind: KindOption = None,
    grade: GradeOption = None,
    ruleset: RulesetOption = None,
    seed: Annotated[int | None, number_option("--seed", "Random seed of the choice.")] = None,
    lang: Lang = None,
) -> None:
    """Solve a problem at this terminal: today's problem, or the one that the options choose.

    Today's problem is the same for everybody, by date and kind; Mondays are the easiest. With --grade, --ruleset or
    --seed any problem of that kind, grade and game comes.
    """
    from yurei.apps.terminal import Screen, Solving

    language, is_chosen = chosen_language(lang), (grade, ruleset, seed) != (None, None, None)
    if identifier is not None and (kind is not None or is_chosen):
        raise BadUsage("a problem is chosen by its id, or by --kind, --grade, --ruleset and --seed; give one of them")
    if identifier is not None:
        chosen = shipped(identifier)
    elif is_chosen:
        chosen = Random(seed).choice(chosen_problems(kind, grade, ruleset))
    else:
        chosen = today(kind, datetime.now(UTC).date())
    run_until_end(Solving(chosen, Screen.of(sys.stdin, sys.stdout), language).solve)


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
    ruleset: RulesetOption = None,
    lang: Lang = None,
) -> None:
    """Export the collection of problems as JSON lines, and as SGF where other programs can show the problem.

    SGF shows a position with its task, then the solution: endgames and ghosts as moves, plans as a comment.
    """
    problems = chosen_problems(kind, grade, ruleset)
    path = None if out is None else new_file(out, "--out", "problems.jsonl")
    if sgf is not None:
        _write_sgf(problems, sgf, chosen_language(lang))
    if path is not None or sgf is None:
        with open_writer(path, "--out") as write:
            write(write_problems(problems))


def chosen_problems(kind: str | None, grade: int | None, ruleset: str | None, file: str | None = None) -> list[Problem]:
    """Return the problems of a kind, grade and game, from the collection or from a file."""
    if kind not in (None, *KINDS):
        raise unknown("kind of problem", kind, KINDS)
    if ruleset is not None:
        rules.get(ruleset)
    found = matching(kind, grade, ruleset, None if file is None else read_lines(file, read_problems))
    if not found:
        asked = {" of kind ": kind, " with grade ": grade, " of the game ": ruleset}
        which = "".join(f"{words}{value}" for words, value in asked.items() if value is not None)
        raise BadUsage(f"{'the collection' if file is None else file} has no problem{which}")
    return found


def read_lines(name: str, read: Callable[[str], Iterable[Problem]]) -> list[Problem]:
    """Return the problems that ``read`` finds in the lines of a file, or of the standard input for ``-``."""
    from yurei.problems import BadProblem

    content = read_bytes(name, LARGEST, "a file of problems")
    if len(content) > LARGEST:
        raise BadUsage(f"{name}: a file of problems has at most {LARGEST} bytes")
    try:
        return list(read(content.decode()))
    except UnicodeDecodeError:
        raise BadUsage(f"{name}: it is no text in UTF-8") from None
    except BadProblem as error:
        raise BadUsage(f"{'the input' if name == STDIN else name}: {error}") from None


def _write_sgf(problems: list[Problem], folder: Path, language: str) -> None:
    from yurei.problems.wording import can_show, sgf

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadUsage(f"{str(folder)!r} cannot be used: {reason_text(error)}; give --sgf a folder") from None
    count = 0
    with progress_bar("writing") as watch:
        for done, problem in enumerate(problems):
            watch(done, len(problems))
            if can_show(problem):
                name = re.sub(r"[^A-Za-z0-9._-]", "_", problem.id)
                with open_writer(folder / f"{name}.sgf", "--sgf") as write:
                    write(sgf(problem, language, __version__))
                count += 1
    typer.echo(f"{count} of {len(problems)} problems written as SGF; the others are no positions", err=True)
