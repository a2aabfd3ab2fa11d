"""Guided games: a newcomer plays a first game against a script, and a coach explains what happens.

Only the newcomer's actions are kept; the game is rebuilt from them at a real table. An unexpected try is passed to the
referee only if it will be refused; a move that would leave the script is not made.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from yurei.club.game.actions import PENCILS
from yurei.club.game.game import toggle_mark
from yurei.errors import BadValue, unknown
from yurei.languages import N_
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Reveal, Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY
from yurei.rules.judge import judge
from yurei.rules.points import Size
from yurei.rules.state import PASS, RESIGN, Kind, Try, start

LINES = 5  # width and height of the board of a guided game
PENCIL = "pencil-"
_WITHOUT_POINT = {"pass": PASS, "resign": RESIGN}
_ON_A_POINT = {"stone": Kind.STONE, "ghost": Kind.GHOST}
DOES = (*_ON_A_POINT, *_WITHOUT_POINT, *(PENCIL + mark for mark in PENCILS))  # actions at the board
MOST = 80  # most actions of a newcomer in one guided game
NEWCOMER, OPPONENT = "black", "white"


@dataclass(frozen=True, slots=True)
class LessonAction:
    """An action of the newcomer in a guided game: a try, or a pencil mark."""

    do: str  # one of ``DOES``
    at: str = ""  # the name of a point; empty for a pass or a resignation

    @classmethod
    def of(cls, do: str, at: str, size: Size) -> Self:
        """Return the action of using a tool on a point; raise Unknown for an unknown tool, BadPoint for a bad point."""
        if do not in DOES:
            raise unknown("thing to do", do, DOES)
        return cls(do) if do in _WITHOUT_POINT else cls(do, size.name(size.point(at)))

    @classmethod
    def read(cls, text: str, size: Size) -> Self:
        """Parse an action in a script or a URL, such as ``C3``, ``ghost-C3``, ``pencil-white-C3`` or ``pass``."""
        if text in _WITHOUT_POINT:
            return cls(text)
        do, _, at = text.rpartition("-")
        return cls.of(do or "stone", at, size)

    def __str__(self) -> str:
        return "-".join(part for part in (self.do if self.do != "stone" else "", self.at) if part)

    @property
    def mark(self) -> str | None:
        """The pencil mark that the action adds; None for a try."""
        return self.do.removeprefix(PENCIL) if self.do.startswith(PENCIL) else None

    def as_try(self, size: Size) -> Try:
        """Return the action as a try for the referee."""
        return _WITHOUT_POINT.get(self.do) or Try(_ON_A_POINT[self.do], size.point(self.at))


@dataclass(frozen=True)
class Step:
    """One task of the newcomer in a guided game."""

    happened: str  # the coach's comment on the last announcement
    todo: str  # the task; it names all expected points, or contains {points} for the remaining ones
    awaits: tuple[str, ...]  # the actions of which any one completes the step, in the form for ``LessonAction.read``
    answers: tuple[str, ...] = ()  # White's tries after the step; all but the last are refused
    skippable: bool = False  # whether the newcomer may skip this step with an action of the next one


@dataclass(frozen=True)
class Script:
    """The script of a guided game: the newcomer's tasks, White's answers, and the coach's texts."""

    slug: str  # the slug of the ruleset, and of the guided game
    title: str
    promise: str  # what it teaches
    steps: tuple[Step, ...]
    closing: tuple[str, ...]  # the coach's texts at the reveal
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def settings(self) -> Settings:
        """The settings of the game: a small board, two players, and the default referee."""
        return read_settings({"ruleset": self.slug, "width": LINES, "height": LINES, **self.options})


class Mistake(StrEnum):
    """Kinds of wrong actions of the newcomer. The kind selects the coach's first sentence."""

    OWN = "own"
    REFUSED = "refused"
    ELSEWHERE = "elsewhere"
    MARKED = "marked"
    WRONG_TOOL = "wrong tool"


class LessonState:
    """A guided game in progress: a table at which the newcomer plays Black and the script plays White."""

    def __init__(self, script: Script) -> None:
        settings = script.settings
        self.script, self.number = script, 0
        self.pencil: dict[int, str] = {}
        self.mistake: Mistake | None = None
        self._size = settings.size
        states = self._states = [start(settings.ruleset, settings.size, settings.komi, settings.first)]
        self._table = Table.of(settings, witness=lambda verdict: states.append(verdict.after))
        self._did: list[str] = []
        self._done: set[LessonAction] = set()
        self._astray: list[str] = []
        self._asked = 0

    @property
    def actions(self) -> tuple[str, ...]:
        """The newcomer's actions so far. A wrong action is among them only if it was the last action."""
        return (*self._did, *self._astray)

    @property
    def awaited(self) -> tuple[LessonAction, ...]:
        """The actions of which any one completes the current step; no actions after the end."""
        return () if self.reveal else tuple(self._awaited(self.number))

    @property
    def view(self) -> View:
        """The view of the newcomer's seat."""
        return self._table.view(NEWCOMER)

    @property
    def news(self) -> tuple[Told, ...]:
        """The announcements since the newcomer's last try, including those of the try itself."""
        return self.view.heard[self._asked :]

    @property
    def reveal(self) -> Reveal | None:
        """The true board; None before the end."""
        return None if self._table.result is None else self._table.reveal()

    @property
    def tool(self) -> str:
        """The name of the selected tool, which is the tool of the latest action on a point."""
        deeds = (LessonAction.read(text, self._size) for text in reversed(self.actions))
        return next((deed.do for deed in deeds if deed.at), "stone")

    @property
    def step(self) -> Step | None:
        """The current step; None after the end."""
        return None if self.reveal else self.script.steps[self.number]

    @property
    def tools(self) -> frozenset[str]:
        """The tools that the steps so far require, and the selected tool."""
        steps = self.script.steps[: self.number + 1]
        deeds = (LessonAction.read(text, self.script.settings.size) for step in steps for text in step.awaits)
        return frozenset({self.tool, *(deed.do for deed in deeds if deed.at)})

    @property
    def guesses(self) -> tuple[int, int]:
        """Number of right guesses at stones by pencil marks, and of all guesses. Valid only after the end."""
        guessed = [point for point, mark in self.pencil.items() if mark in ("black", "white")]
        return len(guessed) - len(self.wrong_guesses), len(guessed)

    @property
    def wrong_guesses(self) -> tuple[int, ...]:
        """The points at which the newcomer has guessed wrongly by a pencil mark. Valid only after the end."""
        assert self.reveal is not None
        colours = {"black": 1, "white": 2}
        marked = self.pencil.items()
        return tuple(point for point, mark in marked if mark in colours and self.reveal.board[point] != colours[mark])

    def apply(self, deed: LessonAction) -> None:
        """Apply an action of the newcomer to the game; do nothing after the end."""
        if self._table.result is not None:
            return
        self._astray, self.mistake = [], None
        following = self._find_next_step(deed)
        if deed.mark:
            toggle_mark(self.pencil, f"{deed.at} {deed.mark}", self._size)
            self.mistake = None if following else Mistake.MARKED
        elif following:
            self._make_try(deed)
        elif self._needs_other_tool(deed):
            self._astray, self.mistake = [str(deed)], Mistake.WRONG_TOOL
            return
        elif not self._try_refused_point(deed):
            self._astray, self.mistake = [str(deed)], Mistake.ELSEWHERE
            return
        self._did.append(str(deed))
        if following:
            self._begin_step(following, deed)

    def _awaited(self, number: int) -> Iterator[LessonAction]:
        deeds = (LessonAction.read(text, self._size) for text in self.script.steps[number].awaits)
        return (deed for deed in deeds if deed not in self._done)

    def _find_next_step(self, deed: LessonAction) -> int | None:
        for number in range(self.number, len(self.script.steps)):
            if deed in self._awaited(number):
                return number + 1
            if not self.script.steps[number].skippable:
                break
        return None

    def _needs_other_tool(self, deed: LessonAction) -> bool:
        judge(
            self._states[-1], deed.as_try(self._size)
        )  # a ghost in a game without ghosts is an error, not a wrong tool
        awaited = list(self._awaited(self.number))
        return bool(deed.at) and all(each.at and each.do != deed.do for each in awaited)

    def _begin_step(self, following: int, deed: LessonAction) -> None:
        self.number = following
        self._done.add(deed)
        for answer in self.script.steps[following - 1].answers:
            self._table.attempt(OPPONENT, answer)
        if self.number < len(self.script.steps) and all(map(self._is_marked, self._awaited(self.number))):
            self.number += 1  # the newcomer has already made the mark

    def _is_marked(self, deed: LessonAction) -> bool:
        return bool(deed.mark) and self.pencil.get(self._size.point(deed.at)) == deed.mark

    def _make_try(self, deed: LessonAction) -> None:
        self._asked = len(self.view.heard)
        self._table.attempt(NEWCOMER, deed.as_try(self._size))

    def _try_refused_point(self, deed: LessonAction) -> bool:
        if judge(self._states[-1], deed.as_try(self._size)).accepted:
            return False
        own = deed.at and self.view.board[self._size.point(deed.at)] != EMPTY
        self.mistake = Mistake.OWN if own else Mistake.REFUSED
        self._make_try(deed)
        return True


def replay_actions(script: Script, did: Sequence[str]) -> LessonState:
    """Return the state of a guided game after these actions of the newcomer."""
    if len(did) > MOST:
        raise BadValue(N_("a guided game takes at most {most} tries; begin it again"), most=MOST)
    game = LessonState(script)
    for text in did:
        game.apply(LessonAction.read(text, script.settings.size))
    return game


PHANTOM_GO = Script(
    slug="go",
    title=N_("Phantom Go"),
    promise=N_("Find hidden stones, capture them, be captured, and see at the end what was there."),
    options={"komi": 0},
    steps=(
        Step(
            N_("You are Black, and you begin. White has a separate board: neither of you sees the other’s stones."),
            N_("Place your first stone in the middle, on C3."),
            awaits=("C3",),
            answers=("D3",),
        ),
        Step(
            N_("White has placed a stone too, and nobody tells you where."),
            N_("Take a guess: try D3, right beside your stone."),
            awaits=("D3",),
        ),
        Step(
            N_(
                "“Illegal move.” A white stone stands there: you have found it! Trying costs nothing, and it is still your turn."
            ),
            N_("Go round it: play {points}."),
            awaits=("D4", "D2"),
            answers=("B3",),
        ),
        Step(
            N_("A stone needs liberties, free points beside it. As far as we know, the one on D3 has two left."),
            N_("Take one of them: play {points}."),
            awaits=("D4", "D2"),
            answers=("E3",),
        ),
        Step(
            N_("“Atari” means: only one liberty is left. But White has heard that too, and has moved."),
            N_("Try to capture on that last liberty, E3."),
            awaits=("E3",),
            skippable=True,
        ),
        Step(
            N_("White has fled to E3! Two stones stand there now; E4 and E2 are the points around them."),
            N_("After them: play {points}."),
            awaits=("E4", "E2"),
            answers=("C2",),
        ),
        Step(
            N_("Now both of you are in atari. The referee says who, and never where. Be the quicker one!"),
            N_("Capture: play {points}."),
            awaits=("E4", "E2"),
            answers=("D4", "C1"),
        ),
        Step(
            N_(
                "You have captured two stones! And this “Illegal move.” was for White, who ran into one of your stones."
            ),
            N_("Who had put you into atari? Try C2."),
            awaits=("C2",),
        ),
        Step(
            N_("A white stone, just as we thought. Do not keep it in your head: write it down."),
            N_("Choose the pencil “Guess White” and mark C2."),
            awaits=("pencil-white-C2",),
            skippable=True,
        ),
        Step(
            N_(
                "Only you see your pencil marks. Mark more guesses if you like: at the end you will "
                "see which are right."
            ),
            N_("Then choose “Try a stone” again and be bold: B2."),
            awaits=("B2",),
            answers=("A2",),
        ),
        Step(
            N_("White puts you into atari. That must be your stone on B2, deep in White’s corner: we give it up."),
            N_("Meanwhile close your own side: play {points}."),
            awaits=("C4", "C5", "D1"),
            answers=("B1",),
        ),
        Step(
            N_(
                "White has captured your stone on B2. The referee announced it, and the stone is off "
                "your board: a faint ring is left."
            ),
            N_("Go on closing your side: play {points}."),
            awaits=("C4", "C5", "D1"),
            answers=("B4",),
        ),
        Step(
            N_("What only your stones can reach will be yours when the points are counted."),
            N_("Close the last gap: play {points}."),
            awaits=("C4", "C5", "D1"),
            answers=("B5",),
        ),
        Step(
            N_("Your border is closed, and there is nothing left to gain. When both of you pass, the game is over."),
            N_("Press “Pass”."),
            awaits=("pass",),
            answers=("pass",),
        ),
    ),
    closing=(N_("Both have passed, and the referee reveals the board. Rings mark the stones that you had not seen."),),
)


GHOSTS = Script(
    slug="no-seki-go",
    title=N_("No Seki Go: ghosts"),
    promise=N_("Place a ghost, meet one, and let yours help you capture."),
    steps=(
        Step(
            N_("Here there are ghosts besides stones. All else is as before: you see only what is yours."),
            N_("Begin in the middle: place a stone on C3."),
            awaits=("C3",),
            answers=("D4",),
        ),
        Step(
            N_(
                "A ghost goes onto a liberty of your own stones. It keeps this liberty for you, and takes it from White."
            ),
            N_("Choose the tool “Try a ghost” and place it on C4."),
            awaits=("ghost-C4",),
            answers=("ghost D3",),
        ),
        Step(
            N_("There it hovers. White has moved too; whether it was a stone or a ghost, nobody says."),
            N_("Place another ghost, on D3."),
            awaits=("ghost-D3",),
        ),
        Step(
            N_(
                "“Illegal move.” Something is there. For a ghost there is no room then; but a stone drives a ghost away."
            ),
            N_("Choose “Try a stone”, and try D3 once more."),
            awaits=("D3",),
            answers=("B2",),
        ),
        Step(
            N_("It was a ghost, and your stone replaced it! Ghosts always stand next to a stone of their own colour."),
            N_("So look for that stone: try D4."),
            awaits=("D4",),
            skippable=True,
        ),
        Step(
            N_("There stands White! You have D3 beside it, and your ghost on C4 is no liberty for White."),
            N_("Take another liberty: play E4."),
            awaits=("E4",),
            answers=("D5",),
        ),
        Step(
            N_("Atari! But White has moved since, surely to the last liberty, D5."),
            N_("Cut White off: play C5."),
            awaits=("C5",),
            answers=("E5", "C2"),
        ),
        Step(
            N_("Atari again, thanks to your ghost. White tried something, and the referee refused it."),
            N_("Now capture: play E5."),
            awaits=("E5",),
            answers=("resign",),
        ),
    ),
    closing=(
        N_("Two stones captured, and White resigns. Without your ghost on C4 White would have had a liberty there."),
    ),
)


LONE_SUICIDE = Script(
    slug="alter-igo",
    title=N_("Alter Igo: the lone suicide"),
    promise=N_("See stones of both colours leave at once, and set a trap for a stone that loses the game."),
    steps=(
        Step(
            N_("Here nobody passes and nothing is scored. A player whose stone is the only one removed loses at once."),
            N_("Let us build a trap around the corner A1: play {points}."),
            awaits=("A2", "B1"),
            answers=("D4",),
        ),
        Step(
            N_("Half a trap: a white stone on A1 would still have one liberty."),
            N_("Close it: play {points}."),
            awaits=("A2", "B1"),
            answers=("E3",),
        ),
        Step(
            N_("Now a white stone on A1 would have no liberty. White cannot see that."),
            N_("Pretend to be busy elsewhere: play D5."),
            awaits=("D5",),
            answers=("E5",),
        ),
        Step(
            N_(
                "Both of you are in atari: so White has come right beside your stone, and has only one "
                "liberty left, too."
            ),
            N_("Find White: try E5."),
            awaits=("E5",),
        ),
        Step(
            N_("“Illegal move.” White stands in that corner. Next to White only E4 can be free."),
            N_("Take it: play E4."),
            awaits=("E4",),
            answers=("B4",),
        ),
        Step(
            N_(
                "Both stones are gone! Yours had no liberty either, and here every string without one goes, of both colours at once."
            ),
            N_("Two left together, so nobody has lost. Go on with C3."),
            awaits=("C3",),
            answers=("A2", "A1"),
        ),
    ),
    closing=(
        N_(
            "White searched your corner, ran into A2, and fell into the trap: the stone on A1 was the only one removed."
        ),
        N_("Rings mark the stones that you had not seen."),
    ),
)


ALL: tuple[Script, ...] = (PHANTOM_GO, GHOSTS, LONE_SUICIDE)  # all guided games, the easiest first


def get_script(slug: str) -> Script:
    """Return the guided game with a slug; raise Unknown if there is none."""
    known = {script.slug: script for script in ALL}
    if slug not in known:
        raise unknown("guided game", slug, known)
    return known[slug]
