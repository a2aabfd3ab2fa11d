"""Makes and checks problems, each proven in two ways; proves compositions, which are problems without answer.

The proofs of each kind are in ``yurei_research.prove_plan`` and its like.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import chain, product
from itertools import count as counted_from
from random import Random
from types import MappingProxyType
from typing import Annotated, Any

import numpy as np
import typer

from yurei import players
from yurei.apps.cli.app import command_app
from yurei.apps.cli.collection import read_lines
from yurei.apps.cli.common import BROKEN, new_file, open_writer, progress_bar
from yurei.apps.cli.options import Lang, Seed, chosen_language, completer, number_option
from yurei.errors import YureiError
from yurei.languages import N_, Words, translation
from yurei.players.player import Budget
from yurei.problems import collection, kind_of, read_problems
from yurei.problems.problem import GRADES, Problem, read_problem
from yurei.problems.solving import KINDS
from yurei.problems.wording import solution_lines
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.rules.points import Size, size_of
from yurei.rules.ruleset import Repetition


@dataclass(frozen=True)
class Proof:
    """Result of an exhaustive search of a problem."""

    answers: tuple[str, ...]  # all right first answers, sorted as they are written
    grade: int  # from 1 to 9; meaningless unless there is one answer
    more: Mapping[str, Any] = field(default_factory=dict)  # keys of the kind that follow from the work, such as plies

    def put_into(self, problem: Problem) -> Problem:
        """Return a problem with the answer, the grade and the keys of this proof."""
        more = MappingProxyType({**problem.more, **self.more})
        return replace(problem, answer=self.answers, grade=self.grade, more=more)


@dataclass(frozen=True)
class Prover:
    """Proves, grades and makes problems of a kind, deterministically.

    ``prove`` and ``confirm`` find all right answers, in two ways that share as little code as possible; they raise
    ``BadProblem`` or ``TooLarge``.
    """

    slug: str
    usual: Mapping[str, Any]  # settings of problems to be made, where others are not given
    check_settings: Callable[[Settings], None]  # of problems to be made
    candidates: Callable[[Settings, Random], Iterator[Problem | None]]  # without end; None for every attempt in vain
    prove: Callable[[Problem], Proof]  # by compiled code where there is some
    confirm: Callable[[Problem], Proof]
    sets_answers: bool = False  # whether the answer is one of several points, and not a list of right tries

    def settings(self, given: Mapping[str, Any]) -> Settings:
        settings = read_settings({**self.usual, **given})
        self.check_settings(settings)
        return settings


MODULES = {
    "plan": "yurei_research.prove_plan",
    "deduce": "yurei_research.prove_told",
    "endgame": "yurei_research.prove_endgame",
    "ghosts": "yurei_research.prove_ghosts",
    "ear": "yurei_research.prove_told",
}
"""The module with the prover of each kind, in its ``PROVERS``."""


def prover_of(slug: str) -> Prover:
    """Return the prover of a kind of problem; raise ``Unknown`` if there is no such kind."""
    kind = kind_of(slug)
    prover: Prover = import_module(MODULES[kind.slug]).PROVERS[kind.slug]
    return prover


def make(
    prover: Prover,
    settings: Settings,
    count: int,
    seed: int,
    tried: Callable[[], object] = lambda: None,
    patience: int | None = None,
) -> Iterator[Problem]:
    """Make and yield problems of a kind, all different under symmetry and exchange of the colours.

    ``tried`` is called after each candidate. After ``patience`` candidates in vain in a row it ends with fewer problems.
    """
    prints, in_vain = set[str](), 0
    # A text as the seed: the same on every machine.
    candidates = prover.candidates(settings, Random(f"{prover.slug} {settings.size} {seed}"))
    while len(prints) < count and (patience is None or in_vain < patience):
        problem = next(candidates)
        tried()
        in_vain += 1
        if problem is not None and (own := fingerprint(problem)) not in prints:
            in_vain = 0
            prints.add(own)
            yield replace(problem, id=f"{prover.slug}-{settings.size}-{len(prints)}")


class GradeShares:
    """Random filter that accepts of each grade at most about a ninth of all problems offered."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._offered: Counter[int] = Counter()

    def accepts(self, grade: int) -> bool:
        self._offered[grade] += 1
        share = self._offered[grade] / self._offered.total()
        return self._random.random() * len(GRADES) * share < 1


NAMES = ("simple", "simple", "uniform")  # the players, one of which is chosen for each seat
SLOWER = 4  # how many times longer a try takes to judge under rules of repetition that remember more than simple ko


def play(settings: Settings, random: Random, most: int) -> Iterator[Mapping[str, Told]]:
    table, seats = Table.of(settings), settings.seating.seats
    programs = {seat.name: players.get(random.choice(NAMES), random.randrange(2**32)) for seat in seats}
    for _ in range(most):
        mover = str(table.to_move)
        answer = table.attempt(mover, programs[mover].choose(table.view(mover), Budget()))
        if table.result:
            return
        yield answer.told


def effort_of(told: Told, settings: Settings) -> int:
    """Return the work of updating a state by a message, as the number of tries to judge under simple ko."""
    slower = 1 if settings.ruleset.repetition is Repetition.SIMPLE_KO else SLOWER
    kinds = 2 if settings.ruleset.ghosts else 1
    return slower * (1 if told.attempt is not None else kinds * settings.size.points + 1)


DIFFER = N_("the two proofs differ; this is a fault of yurei, please report it")


def check(problems: Iterable[Problem]) -> Iterator[list[Words]]:
    """Prove each problem in two ways; yield the list of faults of each, empty if there is none."""
    ids, prints = set[str](), dict[str, str]()
    for problem in problems:
        found = faults_of(problem)
        if problem.id in ids:
            found.append(Words(N_("another problem has this id")))
        ids.add(problem.id)
        other = prints.setdefault(fingerprint(problem), problem.id)
        if other != problem.id:
            alike = N_("it is the same as {other}, turned, reflected or with colours exchanged")
            found.append(Words(alike, other=other))
        yield found


def faults_of(problem: Problem) -> list[Words]:
    """Prove a problem in two ways; return the faults of its answer, its grade and its further keys."""
    try:
        prover = prover_of(problem.kind)
        proof, second = prover.prove(problem), prover.confirm(problem)
    except YureiError as error:
        return [error.words]
    found = _faults(problem, prover, proof)
    if list(map(str, _faults(problem, prover, second))) != list(map(str, found)):
        found.append(Words(DIFFER))
    return found


def read_compositions(text: str) -> Iterator[Problem]:
    """Yield the compositions in a text, one per line of JSON; answer, grade and id may be missing."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield read_problem(line, number, {"id": f"composition-{number}", "answer": []})


def prove(problem: Problem) -> tuple[Problem, list[Words]]:
    """Find the answer of a composition in two ways; return the finished problem and its faults."""
    prover = prover_of(problem.kind)
    proof = prover.prove(problem)
    if fault := _fault_of_answers(prover, proof):
        return problem, [fault]
    if set(prover.confirm(problem).answers) != set(proof.answers):
        return problem, [Words(DIFFER)]
    answer, more = problem.answer or proof.answers, {**proof.more, **problem.more}
    claimed = replace(problem, answer=answer, grade=proof.grade, more=more)
    return proof.put_into(problem), _faults(claimed, prover, proof)


def _faults(problem: Problem, prover: Prover, proof: Proof) -> list[Words]:
    if fault := _fault_of_answers(prover, proof):
        return [fault]
    found = []
    if set(problem.answer) != set(proof.answers):
        right, given = ", ".join(proof.answers), ", ".join(problem.answer)
        found.append(Words(N_("the right answer is {right}, not {given}"), right=right, given=given))
    if problem.grade != proof.grade:
        found.append(Words(N_("its grade is {right}, not {given}"), right=proof.grade, given=problem.grade))
    for key, value in proof.more.items():
        if problem.more.get(key) != value:
            found.append(Words(N_("its {key} is not as proven"), key=key))
    return found


def _fault_of_answers(prover: Prover, proof: Proof) -> Words | None:
    """Return a sentence if a proof has no right answer or several, None if it has one."""
    if not proof.answers:
        return Words(N_("it has no right answer"))
    if len(proof.answers) > 1 and not prover.sets_answers:
        return Words(N_("it has several right answers: {answers}"), answers=", ".join(proof.answers))
    return None


_SWAPPED = str.maketrans("BWbw", "WBwb")
_PIECES = {"black": "white", "white": "black", "B": "W", "W": "B", "b": "w", "w": "b"}
_NOT_COMPARED = ("id", "grade")
_SETS = ("answer", "captured_points", "gone", "lost_points", "points", "target", "vanished")
"""Keys of lists of points whose order means nothing; they are written by column, then row."""


class Image:
    """A rotation or reflection, with or without exchange of the colours, that can be applied to problems.

    Columns (``across``) and rows (``up``) are reversed first; then columns become rows (``turned``).
    """

    def __init__(self, size: Size, across: bool, up: bool, turned: bool, swapped: bool) -> None:
        self._size, self._turned, self._swapped = size, turned, swapped
        own, places = Size(size.height, size.width) if turned else size, np.arange(size.points)
        grid = places.reshape(own.height, own.width).T if turned else places.reshape(size.height, size.width)
        self._width, self._places = own.width, grid[:: -1 if up else 1, :: -1 if across else 1].ravel().tolist()
        tries = [f"{kind}{name}" for kind in ("", "ghost ") for name in own.names(own.in_order(range(own.points)))]
        self._ranks = {text: rank for rank, text in enumerate(tries)}
        moved = zip(map(size.name, range(size.points)), map(own.name, self._places), strict=True)
        self._texts = {f"{kind}{name}": f"{kind}{image}" for name, image in moved for kind in ("", "ghost ")}
        self._texts |= _PIECES if swapped else {}

    def of_problem(self, values: dict[str, Any]) -> dict[str, Any]:
        image = {key: self._of(value, key) for key, value in values.items()}
        if self._turned:
            image["width"], image["height"] = values["height"], values["width"]
        if self._swapped and "tries" in values:  # Black, who begins unless it is said, has become White
            image.pop("first", None)
            image |= {} if values.get("first") == "white" else {"first": "white"}
        return image

    def _of(self, value: Any, key: str = "") -> Any:
        """Return the image of a plain value, found under ``key``, with its points, boards and colours changed."""
        if isinstance(value, dict):
            return {self._of(each): self._of(value[each], each) for each in value}
        if isinstance(value, list | tuple):
            several = [self._of(each) for each in value]
            if not all(isinstance(each, str) for each in several):
                return several
            if key in _SETS and all(each in self._ranks for each in several):
                return sorted(several, key=self._ranks.__getitem__)
            return sorted(several) if key == "answer" and all(map(self._is_board, several)) else several
        if not isinstance(value, str):
            return value
        return self._board(value) if self._is_board(value) else self._texts.get(value, value)

    def _is_board(self, text: str) -> bool:
        lengths = [len(row) for row in text.split("/")]
        return lengths == [self._size.width] * self._size.height and len(text) > 1 and set(text) <= set(".BWbw?/")

    def _board(self, text: str) -> str:
        letters = [""] * self._size.points
        for place, letter in zip(self._places, "".join(reversed(text.split("/"))), strict=True):
            letters[place] = letter
        rows = ["".join(letters[first : first + self._width]) for first in range(0, len(letters), self._width)]
        whole = "/".join(reversed(rows))
        return whole.translate(_SWAPPED) if self._swapped else whole


def images(problem: Problem) -> Iterator[dict[str, Any]]:
    """Yield the sixteen images of a problem as plain values, the problem itself first; some may be equal."""
    for turned, across, up, swapped in product((False, True), repeat=4):
        yield Image(problem.settings.size, across, up, turned, swapped).of_problem(problem.values())


def fingerprint(problem: Problem) -> str:
    """Return a text that is equal for problems that differ only by rotation, reflection and exchange of the colours."""
    return min(
        json.dumps({key: image[key] for key in image if key not in _NOT_COMPARED}, sort_keys=True)
        for image in images(problem)
    )


def problems_make(
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help=f"The kind: {', '.join(KINDS)}.", autocompletion=completer(KINDS))
    ],
    count: Annotated[int, number_option("--count", "Number of problems.", 1)] = 10,
    seed: Seed = 1,
    board: Annotated[str | None, typer.Option(metavar="SIZE", help="Lines of the board: 4, or 3x4.")] = None,
    ruleset: Annotated[str | None, typer.Option(metavar="RULESET", help="The game.")] = None,
    referee: Annotated[str | None, typer.Option(metavar="REFEREE", help="The referee.")] = None,
    patience: Annotated[
        int, number_option("--patience", "Number of attempts in vain, one after the other, before it gives up.", 1)
    ] = 100_000,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="A new file; the standard output by default.")] = None,
) -> None:
    """Make problems of a kind, each with exactly one right answer.

    The same options make the same problems. No two are alike under rotation, reflection and exchange of the colours.
    """
    given: dict[str, Any] = {"ruleset": ruleset, "referee": referee}
    if board is not None:
        size = size_of(board)
        given |= {"width": size.width, "height": size.height}
    prover = prover_of(kind)
    settings = prover.settings({key: value for key, value in given.items() if value is not None})
    path = None if out is None else new_file(out, "--out", "plans.jsonl")
    done, attempts = 0, counted_from(1)
    with progress_bar("making") as watch, open_writer(path, "--out") as write:

        def tried() -> None:
            watch(done, count, f"making, attempt {next(attempts):,}")

        for problem in make(prover, settings, count, seed, tried, patience):
            write(problem.line())
            done += 1
    if done < count:
        typer.echo(f"yurei: {done} of {count} problems, then {patience:,} attempts in vain", err=True)
        raise typer.Exit(BROKEN)


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
    say, faults = translation(chosen_language(lang)).gettext, 0
    read = chain.from_iterable(read_lines(name, read_problems) for name in files or ())
    problems = list(read if files else collection().values())
    with progress_bar("checking") as watch:
        watch(0, len(problems))
        for done, found in enumerate(check(problems)):
            for words in found:
                faults += 1
                typer.echo(f"{problems[done].id}: {words.said(say)}")
            watch(done + 1, len(problems))
    problem, fault = "problem" if len(problems) == 1 else "problems", "fault" if faults == 1 else "faults"
    typer.echo(f"{len(problems):,} {problem}, {faults or 'no'} {fault}")
    if faults:
        raise typer.Exit(BROKEN)


def problems_solve(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of compositions; - for standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print each problem as a line with answer and grade.")] = False,
    lang: Lang = None,
) -> None:
    """Prove compositions: print the answer, the moves and the grade, or what is wrong.

    A line may lack the id, the answer and the grade. Something is wrong if there are several right answers or none, or
    if it is too large to be proven; the exit status is 1 then.
    """
    language, is_broken = chosen_language(lang), False
    compositions, say = read_lines(file, read_compositions), translation(language).gettext
    with progress_bar("proving") as watch:
        for done, composition in enumerate(compositions):
            watch(done, len(compositions))
            try:
                problem, wrong = prove(composition)
            except YureiError as error:
                problem, wrong = composition, [error.words]
            for words in wrong:
                typer.echo(f"{problem.id}: {words.said(say)}", err=json)
            is_broken = is_broken or bool(wrong)
            if not wrong:
                typer.echo(problem.line() if json else "\n".join(_shown(problem, language)), nl=not json)
    if is_broken:
        raise typer.Exit(BROKEN)


def _shown(problem: Problem, language: str) -> Iterator[str]:
    yield f"{problem.id}: the answer is {', '.join(problem.answer)}; grade {problem.grade}"
    for line in solution_lines(problem, kind_of(problem.kind).solution(problem), language):
        yield f"  {line}"


make_app = command_app(
    problems_make,
    """
    yurei problems make plan --count 20 --board 4x4 --out plans.jsonl
    yurei problems make deduce --referee olympiad --seed 7
    """,
)
check_app = command_app(
    problems_check,
    """
    yurei problems check                    the collection, some minutes
    yurei problems check plans.jsonl
    """,
)
solve_app = command_app(
    problems_solve,
    """
    yurei problems solve mine.jsonl         the answer, the moves and the grade, or what is wrong
    yurei problems solve mine.jsonl --json > finished.jsonl
    """,
)
