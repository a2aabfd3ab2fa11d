"""Deductions: problems whose answer follows from the referee's announcements.

Each question has one right answer, a set of points or one of three boards, which follows from the boards that fit.

Stones
    All points where a stone of the opponent stands on every board that fits, without points that the seat sees or
    where it was refused.
Free
    All points that are empty on every board that fits, without points that the seat sees, that the last message names
    or that the seat tried last.
Board
    The one of three boards that fits. Before its announcement, the last try could have led to each of them.
Legal
    All points where a stone of the seat would be accepted in every state that fits, ko included.

The last announcement is decisive: one try earlier at least one of the points was not certain. An answer may name points
that do not count.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from yurei.errors import BadTry, BadValue
from yurei.languages import N_, Words
from yurei.players.certain import ExactSet, begin
from yurei.players.exact_set import Game, PlainSet, all_tries, find_possible_boards
from yurei.problems import solving
from yurei.problems.problem import BadProblem, Problem, colour_name
from yurei.problems.solving import Input, Kind, Line, SolvingState, Status, Step, make_transcript, tried_text
from yurei.problems.tries import question_name, told_outcome, view_of
from yurei.referee.sight import points_from_bits
from yurei.referee.told import Outcome
from yurei.referee.view import View
from yurei.rules.board import EMPTY, Colour, colour_of, position, read_board
from yurei.rules.judge import Reason, judge
from yurei.rules.points import Size, shorten
from yurei.rules.repetition import repetition_rule
from yurei.rules.state import State, start, stone

MOST = 200_000
"""Bound on the number of states of a compiled set."""
MOST_PLAIN = 20_000
"""Bound on the number of states of a plain set."""


@dataclass(frozen=True)
class Evidence:
    """A seat's view after all tries, and its exact sets: one before the first try, and one after each try."""

    view: View
    sets: tuple[ExactSet, ...]

    @cached_property
    def boards(self) -> list[bytes]:
        """The boards that fit everything that was told."""
        return self.sets[-1].boards()

    @cached_property
    def boards_before(self) -> list[bytes]:
        """The boards that fitted what was told before the last try."""
        return self.sets[-2].boards()

    @property
    def colour(self) -> Colour:
        """The colour of the seat."""
        assert self.view.seat.colour is not None
        return self.view.seat.colour

    @cached_property
    def refused(self) -> frozenset[int]:
        """The points at which tries of the seat were refused."""
        refused = (told.attempt for told in self.view.heard if told.outcome is Outcome.ILLEGAL)
        return frozenset(each.point for each in refused if each is not None and each.point is not None)

    @property
    def mentioned_points(self) -> frozenset[int]:
        """The points in what the seat was told of the last try, including the point of its own try."""
        told = self.view.heard[-1]
        tried = () if told.attempt is None or told.attempt.point is None else (told.attempt.point,)
        groups = (told.captured_points, told.lost_points, told.vanished, told.seen.gone if told.seen else (), tried)
        return frozenset(point for group in groups for point in group or ())

    @property
    def in_sight(self) -> frozenset[int]:
        """The points in sight of the seat, without those of its own stones."""
        board = self.view.board
        return frozenset(p for p in points_from_bits(self.view.in_sight) if colour_of(board[p]) is not self.colour)

    @cached_property
    def outcomes(self) -> frozenset[bytes]:
        """The boards that the last try can have made, without regard to its announcement, ko and repetition."""
        told = self.view.heard[-1]
        if told.outcome is Outcome.ILLEGAL:
            return frozenset(self.boards_before)
        found = set()
        tries = [each for each in all_tries(self.view) if each.point is not None]
        for cells in self.boards_before:
            state = make_state(self.view, cells, told.mover)
            verdicts = (judge(state, attempt) for attempt in (tries if told.attempt is None else [told.attempt]))
            found |= {verdict.after.cells for verdict in verdicts if verdict.accepted}
        return frozenset(found)

    def refusals(self, point: int) -> list[bytes]:
        """Return the boards that fit and on which a stone of the seat at a point may be refused now, on its turn."""
        settings, seat = self.view.settings, self.view.seat
        told = replace(told_outcome(settings, seat.name, seat, Outcome.ILLEGAL), attempt=stone(point))
        found: set[bytes] = set()
        for reason in Reason if settings.referee.reasons else (None,):
            try:
                found.update(self.sets[-1].after(replace(told, reason=reason)).boards())
            except BadValue:  # no board fits this refusal
                continue
        return sorted(found)

    def is_legal(self, cells: bytes, point: int) -> bool:
        """Return whether a stone of the seat is legal on a board, without regard to ko and repetition."""
        return judge(make_state(self.view, cells, self.colour), stone(point)).accepted


def gather_evidence(view: View, begin: Callable[[View], ExactSet]) -> Evidence:
    """Return the evidence for a view with at least one try; ``begin`` makes the exact set before the first try."""
    sets = [begin(view.opening)]
    for told in view.heard:
        sets.append(sets[-1].after(told))
    return Evidence(view, tuple(sets))


def compiled_set(opening: View, most: int = MOST) -> ExactSet:
    """Return a new exact set before the first try, in compiled code if possible."""
    return begin(opening, most=most)


def plain_set(opening: View, most: int = MOST_PLAIN) -> PlainSet:
    """Return a new exact set before the first try, in plain Python."""
    return PlainSet(opening, find_possible_boards(opening, None), most)


def make_state(view: View, cells: bytes, to_move: Colour) -> State:
    """Return a state of the view's game with this board, and without earlier positions."""
    settings = view.settings
    empty = start(settings.ruleset, settings.size, settings.komi, to_move)
    return replace(empty, cells=cells, memory=repetition_rule(settings.ruleset).start(position(cells), to_move))


CHOICES = 3
"""Number of boards to choose from."""


class Question(ABC):
    """Abstract base class of questions about the true board. Answers are point numbers, or choices from 1."""

    input = Input.POINTS

    @abstractmethod
    def prompt(self, problem: Problem) -> Words:
        """Return the question as a sentence."""

    @abstractmethod
    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        """Return the right answer: all points to name, or the boards among the choices that fit."""

    def list_uncounted(self, evidence: Evidence) -> frozenset[int]:
        """Return the points that an answer may name or omit without effect."""
        return frozenset()

    @abstractmethod
    def newly_certain(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        """Return those of the answers that were not certain before the last announcement."""

    @abstractmethod
    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        """Return a board that fits everything and contradicts a wrong answer."""


@dataclass(frozen=True)
class Certain(Question):
    """The question which points are certainly occupied by an opponent's stone, or which are certainly empty."""

    _words: str
    _cell: Callable[[Evidence], int]
    _uncounted: Callable[[Evidence], frozenset[int]]

    def prompt(self, problem: Problem) -> Words:
        return Words(self._words, seat=colour_name(problem.to_move), opponent=colour_name(problem.to_move.opponent))

    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        certain = self._certain_points(evidence.boards, evidence)
        return evidence.view.settings.size.in_order(certain - self.list_uncounted(evidence))

    def list_uncounted(self, evidence: Evidence) -> frozenset[int]:
        return self._uncounted(evidence) | evidence.in_sight

    def newly_certain(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        return frozenset(answers) - self._certain_points(evidence.boards_before, evidence)

    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        return next(board for board in evidence.boards if board[answer] != self._cell(evidence))

    def is_possible(self, evidence: Evidence, point: int) -> bool:
        """Return whether a point has the cell that is asked for on at least one board that fits."""
        return any(board[point] == self._cell(evidence) for board in evidence.boards)

    def _certain_points(self, boards: Sequence[bytes], evidence: Evidence) -> frozenset[int]:
        """Return the points that have the cell that is asked for on all of these boards."""
        cell = self._cell(evidence)
        return frozenset(point for point in range(len(boards[0])) if all(board[point] == cell for board in boards))


class Board(Question):
    """The question which of three boards is the true one."""

    input = Input.CHOICE

    def prompt(self, problem: Problem) -> Words:
        return Words(
            N_("You are {seat}. Which of the three boards is the true one?"), seat=colour_name(problem.to_move)
        )

    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        fitting = set(evidence.boards)
        return tuple(number for number, board in enumerate(choices_of(problem), 1) if board in fitting)

    def newly_certain(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        possible = all(board in evidence.outcomes for board in choices_of(problem))
        return frozenset(answers) if possible and len(answers) == 1 else frozenset()

    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        return choices_of(problem)[self.answers(evidence, problem)[0] - 1]


class Legal(Question):
    """The question at which points a stone of the seat cannot be refused."""

    def prompt(self, problem: Problem) -> Words:
        text = N_("You are {seat}. Where can a stone of yours not be refused? Name all such points.")
        return Words(text, seat=colour_name(problem.to_move))

    def answers(self, evidence: Evidence, problem: Problem) -> tuple[int, ...]:
        if not evidence.view.may_try:
            raise BadProblem(N_("which try is legal can only be asked on the seat’s own turn"))
        first = evidence.boards[0]
        likely = (point for point in range(len(first)) if evidence.is_legal(first, point))
        return evidence.view.settings.size.in_order(point for point in likely if not evidence.refusals(point))

    def newly_certain(self, evidence: Evidence, answers: Sequence[int], problem: Problem) -> frozenset[int]:
        return frozenset(
            point for point in answers if not all(evidence.is_legal(board, point) for board in evidence.boards_before)
        )

    def refutation(self, evidence: Evidence, answer: int, problem: Problem) -> bytes:
        return evidence.refusals(answer)[0]


STONES = N_(
    "You are {seat}. On which points does {opponent} have a stone for certain? Name all of them; points where you were "
    "refused do not count, nor those that you see."
)
FREE = N_(
    "You are {seat}. Which points are certainly empty? Name all of them; the points of the last try and of its "
    "announcement do not count, nor those that you see."
)
QUESTIONS: Mapping[str, Question] = {
    "stones": Certain(STONES, lambda evidence: evidence.colour.opponent, lambda evidence: evidence.refused),
    "free": Certain(FREE, lambda evidence: EMPTY, lambda evidence: evidence.mentioned_points),
    "board": Board(),
    "legal": Legal(),
}


def question_of(problem: Problem) -> Question:
    """Return the ``Question`` that a problem asks."""
    return QUESTIONS[question_name(problem, QUESTIONS)]


def choices_of(problem: Problem) -> tuple[bytes, ...]:
    """Return the boards among which the solver of a problem chooses."""
    choices, boards = problem.more.get("choices"), list[bytes]()
    if isinstance(choices, list) and len(choices) == CHOICES:
        boards = [read_board(choice, problem.settings.size)[0] for choice in choices]
    if len(set(boards)) != CHOICES:
        raise BadProblem(N_("choices is a list of {count} different boards"), count=CHOICES)
    return tuple(boards)


def evidence_of(problem: Problem, begin: Callable[[View], ExactSet] = compiled_set) -> Evidence:
    """Return the evidence for a problem's question; ``begin`` is as in ``gather_evidence``."""
    view = view_of(problem)
    if view.seat.colour is not problem.to_move:
        raise BadProblem(N_("seat and to_move are not the same player"))
    return gather_evidence(view, begin)


FITTING = N_("Boards that fit: {boards}")


class Solving(solving.Solving):
    """A deduction that is being solved: its state before or after the only answer."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        view = view_of(problem)
        self.now = SolvingState(Status.OPEN, view.board, lines=make_transcript(view.heard, problem.settings.size))

    def answer(self, text: str) -> None:
        problem = self._problem
        question = question_of(problem)
        given = _read_answer(text, question, problem.settings.size)
        evidence = evidence_of(problem)
        right = frozenset(question.answers(evidence, problem))
        counted = given - question.list_uncounted(evidence)
        wrong, missing = counted - right, right - counted
        board, fault = evidence.boards[0], None
        if wrong:
            board = question.refutation(evidence, min(wrong), problem)
            fault = _explain_mistake(min(wrong), question, problem, evidence)
        elif missing:
            listed = " ".join(sorted_texts(missing, question, problem))
            fault = Words(N_("{missing} is missing: every board that fits agrees"), missing=listed)
        elif question.input is Input.CHOICE:
            board = question.refutation(evidence, min(given), problem)
        answered = Line(
            problem.to_move, " ".join(sorted_texts(given, question, problem)) if given else text, note=fault
        )
        self.now = SolvingState(
            Status.FAILED if fault else Status.SOLVED,
            board,
            _marks(evidence, problem.settings.size, () if question.input is Input.CHOICE else tuple(sorted(right))),
            (*self.now.lines, answered),
            len(evidence.boards),
            Words(FITTING, boards=len(evidence.boards)),
        )

    def right_answer(self) -> str:
        return self._problem.answer[0]

    def hint(self) -> Words:
        """Return a hint: how many boards the last announcement excludes, and the number of points to name."""
        question, evidence = question_of(self._problem), evidence_of(self._problem)
        before, now = len(evidence.boards_before), len(evidence.boards)
        if question.input is Input.CHOICE:
            text = N_(
                "Boards that fit: {before} before the last announcement, {boards} after it. "
                "Ask of each board whether the referee would have said the same."
            )
            return Words(text, before=before, boards=now)
        text = N_(
            "Boards that fit: {before} before the last announcement, {boards} after it. Points in the answer: {count}."
        )
        return Words(text, before=before, boards=now, count=len(question.answers(evidence, self._problem)))


def _read_answer(text: str, question: Question, size: Size) -> frozenset[int]:
    """Return the points, or the choice, that the text of an answer names."""
    words = re.split(r"[\s,;]+", text.strip()) if isinstance(text, str) and text.strip() else []
    if question.input is Input.CHOICE:
        if len(words) != 1 or words[0] not in map(str, range(1, CHOICES + 1)):
            message = N_("the answer is the number of a board, 1 to {count}, not {text}")
            raise BadTry(message, count=CHOICES, text=shorten(text))
        return frozenset({int(words[0])})
    if not words:
        raise BadTry(N_("the answer is one or more points, such as {example}"), example="'A1 B2'")
    return frozenset(size.point(word) for word in words)


def _explain_mistake(answer: int, question: Question, problem: Problem, evidence: Evidence) -> Words:
    """Return a sentence that says why a point or choice is wrong."""
    (name,) = sorted_texts((answer,), question, problem)
    if question.input is Input.CHOICE:
        return Words(N_("board {number} does not fit: this one does"), number=name)
    if problem.more["question"] == "legal":
        return Words(N_("{point} may be refused: this board fits all that was said, too"), point=name)
    if isinstance(question, Certain) and not question.is_possible(evidence, answer):
        return Words(N_("{point} is wrong: no board that fits agrees"), point=name)
    return Words(N_("{point} is not certain: this board fits all that was said, too"), point=name)


def _marks(evidence: Evidence, size: Size, answer: tuple[int, ...]) -> Mapping[str, tuple[int, ...]]:
    """Return the points of the answer, and, if several boards fit, those that are the same on all of them or not."""
    if len(evidence.boards) == 1:
        return {"chosen": answer}
    numbers = [len(set(column)) for column in zip(*evidence.boards, strict=True)]
    certain = size.in_order(point for point, number in enumerate(numbers) if number == 1)
    hidden = size.in_order(point for point, number in enumerate(numbers) if number > 1)
    return {"certain": certain, "hidden": hidden, "chosen": answer}


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the solution: the tries of a game that fits, the number of boards after each try, and the answer."""
    question, evidence = question_of(problem), evidence_of(problem)
    right, board, marked = question.answers(evidence, problem), evidence.boards[0], dict[str, tuple[int, ...]]()
    if question.input is Input.CHOICE:
        board = choices_of(problem)[right[0] - 1]
    else:
        marked = {"chosen": right}
    step = Step(problem.to_move, " ".join(sorted_texts(right, question, problem)), board=board, marked=marked)
    game = plain_set(evidence.view.opening).games(evidence.view.heard)[board]
    return steps_of(game, evidence.view, [len(exact.boards()) for exact in evidence.sets[1:]], (step,))


def steps_of(game: Game, view: View, counts: Sequence[int], steps: tuple[Step, ...] = ()) -> tuple[Step, ...]:
    """Return what was told of each try as steps with the number of boards that fit, followed by ``steps``."""
    for told, count, (attempt, board) in zip(reversed(view.heard), reversed(counts), reversed(game), strict=True):
        text, note = tried_text(told, view.settings.size), Words(FITTING, boards=count)
        marked: Mapping[str, tuple[int, ...]] = {}
        if told.outcome is Outcome.MOVED and attempt.point is not None:
            marked = {"last": (attempt.point,)}
        steps = (Step(told.mover, text, told, steps, note, board, marked),)
    return steps


def sorted_texts(answers: Collection[int], question: Question, problem: Problem) -> tuple[str, ...]:
    """Return the texts of points or choices, sorted."""
    if question.input is Input.CHOICE:
        return tuple(map(str, sorted(answers)))
    return problem.settings.size.names(answers)


KIND = Kind(
    "deduce",
    N_("Deduce"),
    prompt=lambda problem: question_of(problem).prompt(problem),
    solving=Solving,
    solution=solution,
    input=lambda problem: question_of(problem).input,
)
