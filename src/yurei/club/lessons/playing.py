"""A guided game in progress. Only the newcomer's actions are kept, and played again at a real table.

Actions that the script does not expect are harmless: refused tries are announced, since trying costs nothing; moves
that would lead elsewhere are not made.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from yurei.club.lessons.script import Deed, Script, Step
from yurei.club.model.action import pencilled
from yurei.club.model.weak_methods import weakly
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.referee.answers import Reveal
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.judge import Verdict, judge
from yurei.rules.state import start

MOST = 80
"""Most actions of a newcomer in one guided game."""
NEWCOMER, OPPONENT = "black", "white"


class Aside(StrEnum):
    """The first sentence of the coach after a wrong action."""

    OWN = "own"
    REFUSED = "refused"
    ELSEWHERE = "elsewhere"
    MARKED = "marked"
    WRONG_TOOL = "wrong tool"


class LessonState:
    """A guided game in progress: a table at which White plays by a script.

    Args:
        script: The guided game.

    Attributes:
        number: Number of completed steps.
        pencil: The newcomer's pencil marks.
        aside: The coach's remark on an action that no step expects; None without one.
    """

    def __init__(self, script: Script) -> None:
        settings = script.settings
        self.script, self.number = script, 0
        self.pencil: dict[int, str] = {}
        self.aside: Aside | None = None
        self._size = settings.size
        self._state = start(settings.ruleset, settings.size, settings.komi, settings.first)
        self._table = Table.of(settings, witness=weakly(self._judged))
        self._did: list[str] = []
        self._done: set[Deed] = set()
        self._astray: list[str] = []
        self._asked = 0

    def _judged(self, verdict: Verdict) -> None:
        self._state = verdict.after

    @property
    def did(self) -> tuple[str, ...]:
        """The newcomer's actions so far; a wrong one is kept only if it is the last."""
        return (*self._did, *self._astray)

    @property
    def awaited(self) -> tuple[Deed, ...]:
        """The actions that complete the step; none after the end."""
        return () if self.reveal else tuple(self._awaited(self.number))

    @property
    def view(self) -> View:
        """The newcomer's view."""
        return self._table.view(NEWCOMER)

    @property
    def news(self) -> tuple[Told, ...]:
        """The announcements since the newcomer's last try, its answer first."""
        return self.view.heard[self._asked :]

    @property
    def reveal(self) -> Reveal | None:
        """The true board; None before the end."""
        return None if self._table.result is None else self._table.reveal()

    @property
    def held(self) -> str:
        """The selected tool: that of the last remembered action on a point."""
        deeds = (Deed.read(text, self._size) for text in reversed(self.did))
        return next((deed.do for deed in deeds if deed.at), "stone")

    @property
    def step(self) -> Step | None:
        """The step to be done now; None after the end."""
        return None if self.reveal else self.script.steps[self.number]

    @property
    def tools(self) -> frozenset[str]:
        """The tools that the steps so far have asked for, and the selected one."""
        steps = self.script.steps[: self.number + 1]
        deeds = (Deed.read(text, self.script.settings.size) for step in steps for text in step.awaits)
        return frozenset({self.held, *(deed.do for deed in deeds if deed.at)})

    @property
    def guesses(self) -> tuple[int, int]:
        """Number of right guesses at stones, and of all guesses. After the end."""
        guessed = [point for point, mark in self.pencil.items() if mark in ("black", "white")]
        return len(guessed) - len(self.wrong), len(guessed)

    @property
    def wrong(self) -> tuple[int, ...]:
        """Points of wrong guesses. After the end."""
        assert self.reveal is not None
        colours = {"black": 1, "white": 2}
        marked = self.pencil.items()
        return tuple(point for point, mark in marked if mark in colours and self.reveal.board[point] != colours[mark])

    def do(self, deed: Deed) -> None:
        """Apply an action of the newcomer. After the end it has no effect."""
        if self._table.result is not None:
            return
        self._astray, self.aside = [], None
        following = self._following(deed)
        if deed.mark:
            pencilled(self.pencil, f"{deed.at} {deed.mark}", self._size)
            self.aside = None if following else Aside.MARKED
        elif following:
            self._ask(deed)
        elif self._needs_other_tool(deed):
            self._astray, self.aside = [str(deed)], Aside.WRONG_TOOL
            return
        elif not self._asks_in_vain(deed):
            self._astray, self.aside = [str(deed)], Aside.ELSEWHERE
            return
        self._did.append(str(deed))
        if following:
            self._go_on(following, deed)

    def _awaited(self, number: int) -> Iterator[Deed]:
        """Yield the actions that a step awaits and that are not done yet."""
        deeds = (Deed.read(text, self._size) for text in self.script.steps[number].awaits)
        return (deed for deed in deeds if deed not in self._done)

    def _following(self, deed: Deed) -> int | None:
        """Return the number of steps completed after this action; None if it completes none."""
        for number in range(self.number, len(self.script.steps)):
            if deed in self._awaited(number):
                return number + 1
            if not self.script.steps[number].skippable:
                break
        return None

    def _needs_other_tool(self, deed: Deed) -> bool:
        """Return whether the step awaits only actions on points, and with another tool than this action's."""
        judge(self._state, deed.as_try(self._size))  # a ghost in a game without ghosts is an error, not a wrong tool
        awaited = list(self._awaited(self.number))
        return bool(deed.at) and all(each.at and each.do != deed.do for each in awaited)

    def _go_on(self, following: int, deed: Deed) -> None:
        """Apply White's answers, and begin the next step."""
        self.number = following
        self._done.add(deed)
        for answer in self.script.steps[following - 1].answers:
            self._table.attempt(OPPONENT, answer)
        if self.number < len(self.script.steps) and all(map(self._marked, self._awaited(self.number))):
            self.number += 1  # the mark was made earlier

    def _marked(self, deed: Deed) -> bool:
        return bool(deed.mark) and self.pencil.get(self._size.point(deed.at)) == deed.mark

    def _ask(self, deed: Deed) -> None:
        self._asked = len(self.view.heard)
        self._table.attempt(NEWCOMER, deed.as_try(self._size))

    def _asks_in_vain(self, deed: Deed) -> bool:
        """Ask the referee about a try that will be refused, and note the remark; return whether it was refused."""
        if judge(self._state, deed.as_try(self._size)).accepted:
            return False
        own = deed.at and self.view.board[self._size.point(deed.at)] != EMPTY
        self.aside = Aside.OWN if own else Aside.REFUSED
        self._ask(deed)
        return True


def play(script: Script, did: Sequence[str]) -> LessonState:
    """Return the state of a guided game after the newcomer's actions.

    Raises:
        BadValue, Unknown: if an action is not valid, or there are too many.
    """
    if len(did) > MOST:
        raise BadValue(N_("a guided game takes at most {most} tries; begin it again"), most=MOST)
    game = LessonState(script)
    for text in did:
        game.do(Deed.read(text, script.settings.size))
    return game
