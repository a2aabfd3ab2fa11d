"""Solving: the transcript before the answer, and after it what follows from the referee's words."""

import re
from collections.abc import Mapping, Sequence

from yurei.errors import BadTry
from yurei.languages import N_, Words
from yurei.problems import solving
from yurei.problems.deduce.evidence import Evidence
from yurei.problems.deduce.proving import evidence_of, texts
from yurei.problems.deduce.questions import CHOICES, Question, question_of
from yurei.problems.problem import Problem
from yurei.problems.solving import Input, Line, SolvingState, Status, Step, lines_of, tried_text
from yurei.problems.tries import view_of
from yurei.referee.view import View
from yurei.rules.points import Size, shortened

FITTING = N_("Boards that fit: {boards}")


class Solving(solving.Solving):
    """A question before its answer, and after it."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        view = view_of(problem)
        self.now = SolvingState(Status.OPEN, view.board, lines=lines_of(view.heard, problem.settings.size))

    def answer(self, text: str) -> None:
        problem = self._problem
        question = question_of(problem)
        given = _read_answer(text, question, problem.settings.size)
        evidence = evidence_of(problem)
        right = frozenset(question.answers(evidence, problem))
        counted = given - question.uncounted(evidence)
        wrong, missing = counted - right, right - counted
        board, fault = evidence.boards[0], None
        if wrong:
            board, fault = question.refutation(evidence, min(wrong), problem), _refuted(min(wrong), question, problem)
        elif missing:
            fault = Words(
                N_("{missing} is missing: it is so on every board that fits"),
                missing=_listed(missing, question, problem),
            )
        elif question.input is Input.CHOICE:
            board = question.refutation(evidence, min(given), problem)
        answered = Line(problem.to_move, _listed(given, question, problem) if given else text, note=fault)
        self.now = SolvingState(
            Status.FAILED if fault else Status.SOLVED,
            board,
            _marks(evidence, problem.settings.size),
            (*self.now.lines, answered),
            len(evidence.boards),
            Words(FITTING, boards=len(evidence.boards)),
        )

    def right_answer(self) -> str:
        return self._problem.answer[0]

    def hint(self) -> Words:
        """Return how far the last announcement leads, and how many points there are to be found."""
        question, evidence = question_of(self._problem), evidence_of(self._problem)
        before, now = len(evidence.boards_before), len(evidence.boards)
        if question.input is Input.CHOICE:
            return Words(
                N_(
                    "Boards that fit: {before} before the last announcement, {boards} after it. "
                    "Ask of each board whether the referee would have said the same."
                ),
                before=before,
                boards=now,
            )
        return Words(
            N_(
                "Boards that fit: {before} before the last announcement, {boards} after it. "
                "Points in the answer: {count}."
            ),
            before=before,
            boards=now,
            count=len(question.answers(evidence, self._problem)),
        )


def _read_answer(text: str, question: Question, size: Size) -> frozenset[int]:
    """Return the points or the choice of an answer."""
    words = re.split(r"[\s,;]+", text.strip()) if isinstance(text, str) and text.strip() else []
    if question.input is Input.CHOICE:
        if len(words) != 1 or words[0] not in map(str, range(1, CHOICES + 1)):
            raise BadTry(
                N_("the answer is the number of a board, 1 to {count}, not {text}"), count=CHOICES, text=shortened(text)
            )
        return frozenset({int(words[0])})
    if not words:
        raise BadTry(N_("the answer is one or more points, such as {example}"), example="'A1 B2'")
    return frozenset(size.point(word) for word in words)


def _refuted(answer: int, question: Question, problem: Problem) -> Words:
    """Return why an answer is wrong."""
    name = texts((answer,), question, problem)[0]
    if question.input is Input.CHOICE:
        return Words(N_("board {number} does not fit: this one does"), number=name)
    if problem.more["question"] == "legal":
        return Words(N_("{point} may be refused: this board fits all that was said, too"), point=name)
    return Words(N_("{point} is not certain: this board fits all that was said, too"), point=name)


def _marks(evidence: Evidence, size: Size) -> Mapping[str, tuple[int, ...]]:
    """Return the points that are the same on all boards that fit, and those that are not."""
    columns = [set(column) for column in zip(*evidence.boards, strict=True)]
    certain = size.in_order(point for point, cells in enumerate(columns) if len(cells) == 1)
    hidden = size.in_order(point for point, cells in enumerate(columns) if len(cells) > 1)
    return {"certain": certain, "hidden": hidden}


def solution(problem: Problem) -> tuple[Step, ...]:
    """Return the tries with the number of boards after each, and the answer."""
    question, evidence = question_of(problem), evidence_of(problem)
    right = question.answers(evidence, problem)
    step = Step(problem.to_move, _listed(frozenset(right), question, problem))
    return steps_to(step, evidence.view, [len(exact.boards()) for exact in evidence.sets[1:]])


def steps_to(step: Step, view: View, counts: Sequence[int]) -> tuple[Step, ...]:
    """Return what was heard with the number of boards after each try, and last a step."""
    for told, count in zip(reversed(view.heard), reversed(counts), strict=True):
        text, note = tried_text(told, view.settings.size), Words(FITTING, boards=count)
        step = Step(told.mover, text, told, (step,), note)
    return (step,)


def _listed(answers: frozenset[int], question: Question, problem: Problem) -> str:
    order = sorted(answers) if question.input is Input.CHOICE else problem.settings.size.in_order(answers)
    return " ".join(texts(order, question, problem))


__all__ = ["FITTING", "Solving", "solution", "steps_to"]
