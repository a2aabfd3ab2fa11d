"""Solves problems by sending forms as a browser does, without a network."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import urlencode

from tests.web.wire import SCRIPT, Answer, Visitor
from yurei.problems import Input, Problem, Status, collection, kind_of

HIDDEN = re.compile(r'<input type="hidden" name="(answer|draft|hinted|given-up|walk|tried)" value="([^"]*)">')


def of_kind(kind: str, form: Input | None = None) -> Iterator[Problem]:
    """Yield the shipped problems of a kind; with ``form``, only those with this form of answer."""
    for problem in collection().values():
        if problem.kind == kind and form in (None, kind_of(kind).input(problem)):
            yield problem


def right_answers(problem: Problem) -> list[str]:
    """Return answers that solve a problem: the solution's, in the branches of the replies that follow."""
    kind = kind_of(problem.kind)
    if kind.input(problem) is not Input.TRY:
        return [" ".join(problem.answer)]
    answers: list[str] = []
    steps, heard = kind.solution(problem), len(kind.begin(problem).lines)
    while steps:
        assert steps[0].tried
        answers.append(steps[0].tried)
        state = kind.after(problem, tuple(answers))
        if state.status is not Status.OPEN:
            break
        for line in state.lines[heard:]:
            # Several branches may sound alike where one of them is the end.
            alike = [step for step in steps if step.colour is line.colour and step.told == line.told]
            # In No Seki Go the answer to a pass is that to all replies that are not listed: it may sound otherwise.
            other = line.tried if line.colour is problem.to_move else "pass"
            alike = alike or [step for step in steps if step.tried == other]
            steps = tuple(branch for step in alike for branch in step.branches)
        heard = len(state.lines)
    if kind.after(problem, tuple(answers)).status is Status.OPEN:
        # A reply that is not listed has made one more capture possible.
        size = problem.settings.size
        tries = [f"{piece}{size.name(point)}" for piece in ("", "ghost ") for point in range(size.points)]
        answers.append(next(t for t in tries if kind.after(problem, (*answers, t)).status is Status.SOLVED))
    return answers


def wrong_answer(problem: Problem) -> str:
    kind = kind_of(problem.kind)
    for name in map(problem.settings.size.name, range(problem.settings.size.points)):
        if name not in problem.answer and kind.after(problem, (name,)).status is Status.FAILED:
            return name
    raise AssertionError(problem.id)


class Solver:
    """A visitor who solves a problem by sending the forms of its page."""

    def __init__(self, visitor: Visitor, problem: str, *, script: bool = True) -> None:
        self.visitor, self.problem, self._script = visitor, problem, script
        self.page = visitor.get(f"/problems/{problem}").text

    def does(self, do: str, at: str = "", more: Mapping[str, str] | None = None, times: int = 1) -> Answer:
        """Click a button of the page, ``times`` times."""
        for _ in range(times - 1):
            self.does(do, at, more)
        form = self.page.partition(" data-problem")[2].partition("</form>")[0]
        brought = [(name, unescape(value)) for name, value in HIDDEN.findall(form)]
        body = urlencode([*brought, ("do", do), ("at", at), *(more or {}).items()]).encode()
        headers = [SCRIPT] if self._script else []
        answer = self.visitor.ask("POST", f"/problems/{self.problem}", headers, body)
        if answer.status == 200:
            self.page = answer.text
        return answer

    def answers(self, *texts: str) -> None:
        for text in texts:
            do, _, at = text.rpartition(" ")
            assert self.does("pass" if text == "pass" else do or "stone", at).status == 200

    @property
    def ending(self) -> str:
        """Status of the problem: ``open``, ``solved`` or ``failed``."""
        found = re.search(r'<section id="problem" class="(?:over )?(\w+)"', self.page)
        assert found
        return found[1]
