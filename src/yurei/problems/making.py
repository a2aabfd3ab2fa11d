"""Makes and checks problems: different from each other, numbered, the same for the same seed, each proven in two ways.

Proves compositions too, problems in the making. Games of programs, of which problems are made, are played here.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

from yurei.errors import YureiError
from yurei.languages import N_, Words
from yurei.problems.problem import GRADES, Problem, read_problem
from yurei.problems.solving import Kind, Proof, kind_of
from yurei.referee.referee import FailedTry
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW, watches
from yurei.referee.told import Told, tell
from yurei.referee.view import View, advanced, own_board_after
from yurei.rules.board import empty_board
from yurei.rules.judge import judge, lose_turn
from yurei.rules.points import Size
from yurei.rules.ruleset import Repetition
from yurei.rules.state import start


def make(
    kind: Kind,
    settings: Settings,
    count: int,
    seed: int,
    tried: Callable[[], object] = lambda: None,
    patience: int | None = None,
) -> Iterator[Problem]:
    """Yield problems of a kind, none like another under symmetry and exchange of the colours.

    Args:
        kind: The kind.
        settings: The game, from ``kind.settings``.
        count: Number of problems, 0 or more.
        seed: Chooses the problems: the same seed gives the same problems.
        tried: Called after each candidate, also those in vain.
        patience: Number of candidates in a row that may be in vain, before it ends with fewer problems; None to go on
            without end.
    """
    prints: set[str] = set()
    in_vain = 0
    # A text as the seed: the same on every machine.
    candidates = kind.candidates(settings, Random(f"{kind.slug} {settings.size} {seed}"))
    while len(prints) < count and (patience is None or in_vain < patience):
        problem = next(candidates)
        tried()
        own = None if problem is None else fingerprint(problem)
        if problem is None or own is None or own in prints:
            in_vain += 1
        else:
            in_vain = 0
            prints.add(own)
            yield replace(problem, id=f"{kind.slug}-{settings.size}-{len(prints)}")


class GradeShares:
    """Drops problems of frequent grades, so that no grade takes more than its share, and rare ones stay.

    A grade that makes up more than a ninth of what was offered so far is accepted only so often that a ninth of
    all that is offered is left of it.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._offered: Counter[int] = Counter()

    def accepts(self, grade: int) -> bool:
        """Return whether to keep a problem of this grade."""
        self._offered[grade] += 1
        share = self._offered[grade] / self._offered.total()
        return self._random.random() * len(GRADES) * share < 1


NAMES = ("simple", "simple", "uniform")
"""The players, one of which is chosen for each seat."""
SLOWER = 4
"""How many times longer a try takes to judge under rules of repetition that remember more than simple ko."""


def play(settings: Settings, random: Random, most: int) -> Iterator[dict[str, Told]]:
    """Play a game of programs, and yield what each listener is told of each try; a try that ends it is left out."""
    from yurei import players  # who only solves problems needs no players
    from yurei.players.player import Budget

    seats = settings.seating.seats
    state = start(settings.ruleset, settings.size, settings.komi, settings.first)
    listeners = (*seats, AUDIENCE)
    views = {seat: View.begin(settings, seat, empty_board(settings.size)) for seat in listeners}
    own = {seat: view.board for seat, view in views.items()}
    programs = {seat: players.get(random.choice(NAMES), random.randrange(2**32)) for seat in seats}
    for _ in range(most):
        mover = next(seat for seat in seats if seat.colour is state.to_move)
        verdict = judge(state, programs[mover].choose(views[mover], Budget()))
        if not verdict.accepted and settings.referee.failed_try is FailedTry.LOSE_TURN:
            verdict = replace(verdict, after=lose_turn(state))
        if verdict.after.result:
            return
        to_move = next(seat.name for seat in seats if seat.colour is verdict.after.to_move)
        watching = watches(settings.size, settings.referee.sight, own, state.cells)
        heard = {}
        for seat in listeners:
            seen = None if seat not in watching else NOTHING_NEW
            if seat in watching and verdict.accepted:
                seen = watching[seat].look(verdict, own[seat], lies=seat is mover)
            heard[seat.name] = told = tell(settings.referee, verdict, mover, seat, own[seat], to_move, seen)
            views[seat] = advanced(views[seat], told)
            own[seat] = own_board_after(own[seat], told, settings, seat)
        state = verdict.after
        yield heard


def effort_of(told: Told, settings: Settings) -> int:
    """Return how many tries under simple ko take as long to judge as those that may have been this one."""
    slower = 1 if settings.ruleset.repetition is Repetition.SIMPLE_KO else SLOWER
    kinds = 2 if settings.ruleset.ghosts else 1
    return slower * (1 if told.attempt is not None else kinds * settings.size.points + 1)


DIFFER = N_("the two proofs differ; this is a fault of yurei, please report it")


@dataclass(frozen=True)
class Finding:
    """A fault of a problem.

    Attributes:
        id: The problem.
        words: The fault, in one sentence.
    """

    id: str
    words: Words


def check(problems: Iterable[Problem]) -> Iterator[list[Finding]]:
    """Yield for each problem its faults; an empty list if there is none."""
    ids: set[str] = set()
    prints: dict[str, str] = {}
    for problem in problems:
        found = faults_of(problem)
        if problem.id in ids:
            found.append(Words(N_("another problem has this id")))
        ids.add(problem.id)
        other = prints.setdefault(fingerprint(problem), problem.id)
        if other != problem.id:
            found.append(
                Words(N_("it is the same as {other}, turned, reflected or with colours exchanged"), other=other)
            )
        yield [Finding(problem.id, words) for words in found]


def faults_of(problem: Problem) -> list[Words]:
    """Return the faults of one problem: of its answer, its grade and its further keys, found in two ways."""
    try:
        kind = kind_of(problem.kind)
        proof, second = kind.prove(problem), kind.confirm(problem)
    except YureiError as error:
        return [error.words]
    found = _faults(problem, kind, proof)
    if list(map(str, _faults(problem, kind, second))) != list(map(str, found)):
        found.append(Words(DIFFER))
    return found


@dataclass(frozen=True)
class Composition:
    """A composition and what was proven of it.

    Attributes:
        problem: The problem, with the proven answer, grade and further keys; as it was given if there is a fault.
        faults: What is wrong with it, a sentence each; empty if it is a problem with one right answer.
    """

    problem: Problem
    faults: tuple[Words, ...] = ()


def read_compositions(text: str) -> Iterator[Problem]:
    """Yield the compositions of a text, a line of JSON each, which may lack the answer, the grade and the id."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield read_problem(line, number, {"id": f"composition-{number}", "answer": []})


def prove(problem: Problem) -> Composition:
    """Find the answer of a composition in two ways.

    Raises:
        BadProblem: if it is no problem of its kind.
        TooLarge: if it is too large to be proven.
        Unknown: if there is no such kind.
    """
    kind = kind_of(problem.kind)
    proof = kind.prove(problem)
    if fault := _fault_of_answers(kind, proof):
        return Composition(problem, (fault,))
    if set(kind.confirm(problem).answers) != set(proof.answers):
        return Composition(problem, (Words(DIFFER),))
    answer, more = problem.answer or proof.answers, {**proof.more, **problem.more}
    claimed = replace(problem, answer=answer, grade=proof.grade, more=more)
    return Composition(proof.put_into(problem), tuple(_faults(claimed, kind, proof)))


def _faults(problem: Problem, kind: Kind, proof: Proof) -> list[Words]:
    if fault := _fault_of_answers(kind, proof):
        return [fault]
    found = []
    if set(problem.answer) != set(proof.answers):
        found.append(
            Words(
                N_("the right answer is {right}, not {given}"), right=_list(proof.answers), given=_list(problem.answer)
            )
        )
    if problem.grade != proof.grade:
        found.append(Words(N_("its grade is {right}, not {given}"), right=proof.grade, given=problem.grade))
    for key, value in proof.more.items():
        if problem.more.get(key) != value:
            found.append(Words(N_("its {key} is not as proven"), key=key))
    return found


def _fault_of_answers(kind: Kind, proof: Proof) -> Words | None:
    """Return why a proof makes no problem: it has no answer, or several; None if it has one."""
    if not proof.answers:
        return Words(N_("it has no right answer"))
    if len(proof.answers) > 1 and not kind.sets_answers:
        return Words(N_("it has several right answers: {answers}"), answers=_list(proof.answers))
    return None


def _list(answers: Iterable[str]) -> str:
    return ", ".join(answers)


_SWAPPED = str.maketrans("BWbw", "WBwb")
_PIECES = {"black": "white", "white": "black", "B": "W", "W": "B", "b": "w", "w": "b"}
_NOT_COMPARED = ("id", "grade")
_SETS = ("answer", "captured_points", "gone", "lost_points", "points", "target", "vanished")
"""Keys of lists of points whose order means nothing; they are written by column, then row."""


class Image:
    """A rotation or reflection of a board, with or without exchange of the colours, of everything in a problem.

    Args:
        size: The board.
        across, up: Whether columns, and rows, are reversed first.
        turned: Whether columns then become rows.
        swapped: Whether the colours are exchanged.
    """

    def __init__(self, size: Size, across: bool, up: bool, turned: bool, swapped: bool) -> None:
        self._size, self._turned, self._swapped = size, turned, swapped
        own = Size(size.height, size.width) if turned else size
        self._width, self._places = own.width, [0] * size.points
        for point in range(size.points):
            row, column = divmod(point, size.width)
            column = size.width - 1 - column if across else column
            row = size.height - 1 - row if up else row
            self._places[point] = column * own.width + row if turned else row * own.width + column
        tries = [f"{kind}{name}" for kind in ("", "ghost ") for name in own.names(own.in_order(range(own.points)))]
        self._ranks = {text: rank for rank, text in enumerate(tries)}
        moved = zip(map(size.name, range(size.points)), map(own.name, self._places), strict=True)
        self._texts = {f"{kind}{name}": f"{kind}{image}" for name, image in moved for kind in ("", "ghost ")}
        self._texts |= _PIECES if swapped else {}

    def of(self, value: Any, key: str = "") -> Any:
        """Return the image of a plain value under a key: of the points, boards and colours in it."""
        if isinstance(value, dict):
            return {self.of(each): self.of(value[each], each) for each in value}
        if isinstance(value, list | tuple):
            several = [self.of(each) for each in value]
            if not all(isinstance(each, str) for each in several):
                return several
            if key in _SETS and all(each in self._ranks for each in several):
                return sorted(several, key=self._ranks.__getitem__)
            return sorted(several) if key == "answer" and all(map(self._is_board, several)) else several
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        return self._board(text) if self._is_board(text) else self._texts.get(text, text)

    def _is_board(self, text: str) -> bool:
        rows = text.split("/")
        return (
            len(rows) == self._size.height
            and {len(row) for row in rows} == {self._size.width}
            and len(text) > 1
            and set(text) <= set(".BWbw?/")
        )

    def _board(self, text: str) -> str:
        letters = [""] * self._size.points
        for place, letter in zip(self._places, "".join(reversed(text.split("/"))), strict=True):
            letters[place] = letter
        rows = ["".join(letters[first : first + self._width]) for first in range(0, len(letters), self._width)]
        whole = "/".join(reversed(rows))
        return whole.translate(_SWAPPED) if self._swapped else whole

    def of_problem(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the plain values of the image of a problem."""
        image = {key: self.of(value) for key, value in values.items()}
        if self._turned:
            image["width"], image["height"] = values["height"], values["width"]
        if self._swapped and "tries" in values:  # Black, who begins unless it is said, has become White
            image.pop("first", None)
            image |= {} if values.get("first") == "white" else {"first": "white"}
        return image


def images(problem: Problem) -> Iterator[dict[str, Any]]:
    """Yield the plain values of a problem's sixteen images, its own first; on a board with one line some are equal."""
    values = problem.values()
    for turned, across, up, swapped in product((False, True), repeat=4):
        yield Image(problem.settings.size, across, up, turned, swapped).of_problem(values)


def fingerprint(problem: Problem) -> str:
    """Return a text that is the same for problems alike under rotation, reflection and exchange of the colours."""
    return min(
        json.dumps({key: image[key] for key in image if key not in _NOT_COMPARED}, sort_keys=True)
        for image in images(problem)
    )
