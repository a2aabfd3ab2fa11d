"""``yurei problems make``, ``check`` and ``solve``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from itertools import count as counted_from
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.common import BROKEN, STDIN, Unusable, new_file, progress_bar, read_bytes, writer
from yurei.apps.cli.options import Lang, Seed, chosen_language, completed, number_option
from yurei.errors import YureiError
from yurei.languages import translation
from yurei.problems.solving import KINDS
from yurei.rules.points import size_of

if TYPE_CHECKING:
    from yurei.problems import Problem
    from yurei.problems.making import Composition

KindName = Annotated[
    str, typer.Argument(metavar="KIND", help=f"The kind: {', '.join(KINDS)}.", autocompletion=completed(KINDS))
]
LARGEST = 64 * 1024 * 1024
"""Greatest size of a file of problems, in bytes."""
Out = Annotated[str | None, typer.Option(metavar="FILE", help="A new file; the standard output by default.")]


def problems_make(
    kind: KindName,
    count: Annotated[int, number_option("--count", "Number of problems.", 1)] = 10,
    seed: Seed = 1,
    board: Annotated[str | None, typer.Option(metavar="SIZE", help="Lines of the board: 4, or 3x4.")] = None,
    ruleset: Annotated[str | None, typer.Option(metavar="RULESET", help="The game.")] = None,
    referee: Annotated[str | None, typer.Option(metavar="REFEREE", help="The referee.")] = None,
    patience: Annotated[
        int, number_option("--patience", "Number of attempts in vain, one after the other, before it gives up.", 1)
    ] = 100_000,
    out: Out = None,
) -> None:
    """Make problems of a kind, each with exactly one right answer.

    The same options make the same problems. No two are alike under rotation, reflection and exchange of the colours.
    """
    from yurei.problems import kind_of, make

    chosen = kind_of(kind)
    settings = chosen.settings(_given(board, ruleset, referee))
    path = None if out is None else new_file(out, "--out", "plans.jsonl")
    done, attempts = 0, counted_from(1)
    with progress_bar("making") as watch, writer(path, "--out") as write:

        def tried() -> None:
            watch(done, count, f"making, attempt {next(attempts):,}")

        for problem in make(chosen, settings, count, seed, tried, patience):
            write(problem.line())
            done += 1
    if done < count:
        typer.echo(f"yurei: {done} of {count} problems, then {patience:,} attempts in vain", err=True)
        raise typer.Exit(BROKEN)


def _given(board: str | None, ruleset: str | None, referee: str | None) -> dict[str, Any]:
    """Return the settings that options ask for, without those that were not given."""
    given: dict[str, Any] = {"ruleset": ruleset, "referee": referee}
    if board is not None:
        size = size_of(board)
        given |= {"width": size.width, "height": size.height}
    return {key: value for key, value in given.items() if value is not None}


def problems_check(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Files of problems; - for standard input; the collection by default."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Prove each problem again in two ways, and find duplicates; print a line for each fault.

    Answers, grades and all further keys are compared. The exit status is 1 if there is a fault.
    """
    from yurei.problems import check, collection, read_problems

    language = chosen_language(lang)
    read = chain.from_iterable(read_lines(name, read_problems) for name in files or ())
    problems = list(read if files else collection().values())
    faults = 0
    with progress_bar("checking") as watch:
        watch(0, len(problems))
        for done, findings in enumerate(check(problems), 1):
            for finding in findings:
                faults += 1
                typer.echo(f"{finding.id}: {finding.words.said(translation(language).gettext)}")
            watch(done, len(problems))
    typer.echo(f"{len(problems):,} {_plural('problem', len(problems))}, {faults or 'no'} {_plural('fault', faults)}")
    if faults:
        raise typer.Exit(BROKEN)


def read_lines(name: str, read: Callable[[str], Iterable[Problem]]) -> list[Problem]:
    """Return what is read from the lines of a file of problems, or of the standard input for ``-``.

    Raises:
        Unusable: if it cannot be read, is too large, or is no text, or a line is no problem; the message names the file
            and the line.
    """
    from yurei.problems import BadProblem

    content = read_bytes(name, LARGEST, "a file of problems")
    if len(content) > LARGEST:
        raise Unusable(f"{name}: a file of problems has at most {LARGEST} bytes")
    try:
        return list(read(content.decode()))
    except UnicodeDecodeError:
        raise Unusable(f"{name}: it is no text in UTF-8") from None
    except BadProblem as error:
        raise Unusable(f"{'the input' if name == STDIN else name}: {error}") from None


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def problems_solve(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of compositions; - for standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print each problem as a line with answer and grade.")] = False,
    lang: Lang = None,
) -> None:
    """Prove compositions: print the answer, the moves and the grade, or what is wrong.

    A line may lack the id, the answer and the grade. Something is wrong if there are several right answers or none, or
    if it is too large to be proven; the exit status is 1 then.
    """
    from yurei.problems.making import prove, read_compositions

    language, broken = chosen_language(lang), False
    compositions = read_lines(file, read_compositions)
    say = translation(language).gettext
    with progress_bar("proving") as watch:
        for done, problem in enumerate(compositions):
            watch(done, len(compositions))
            try:
                proven = prove(problem)
                wrong = [words.said(say) for words in proven.faults]
            except YureiError as error:
                wrong = [error.words.said(say)]
            for sentence in wrong:
                typer.echo(f"{problem.id}: {sentence}", err=json)
            broken = broken or bool(wrong)
            if not wrong:
                typer.echo(proven.problem.line() if json else "\n".join(_shown(proven, language)), nl=not json)
    if broken:
        raise typer.Exit(BROKEN)


def _shown(proven: Composition, language: str) -> Iterator[str]:
    """Yield the answer, the grade and the solution of a composition."""
    from yurei.problems import kind_of
    from yurei.problems.wording import solution_lines

    problem = proven.problem
    yield f"{problem.id}: the answer is {', '.join(problem.answer)}; grade {problem.grade}"
    for line in solution_lines(problem, kind_of(problem.kind).solution(problem), language):
        yield f"  {line}"
