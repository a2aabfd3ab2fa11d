"""An attempt at a problem: the answers so far, what the solver may see, and the boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from urllib.parse import urlencode

import htpy as h
from markupsafe import Markup
from starlette.datastructures import FormData

from yurei import referee
from yurei.apps.web.frame.board import SPOT_WORDS, Picture, draw_board, draw_picture
from yurei.apps.web.frame.html import Board
from yurei.apps.web.frame.http import form_text
from yurei.apps.web.frame.page import PROBLEMS
from yurei.apps.web.parts.game_parts import GHOST, STONE, tool_group
from yurei.errors import BadTry, BadValue
from yurei.languages import N_, Gettext, Words, translation
from yurei.problems import Input, Line, Problem, SolvingState, Status, Step, kind_of
from yurei.problems.files import Place, number_of
from yurei.problems.solving import OpenGame, group_by_turn
from yurei.problems.tries import view_after
from yurei.problems.wording import line_text, step_text
from yurei.referee.view import doubtful_points, last_known_try, lasting_marks, points_just_taken
from yurei.rules import board
from yurei.rules.points import Size, shorten
from yurei.rules.state import Kind, Try, read_try

MOST_ANSWERS = 200
LONGEST_ANSWER = 700
MOST_HINTS = 3
TRIES = ("stone", "ghost", "pass")
PIECES = {
    "put-black": board.BLACK_STONE,
    "put-white": board.WHITE_STONE,
    "put-black-ghost": board.BLACK_GHOST,
    "put-white-ghost": board.WHITE_GHOST,
    "put-nothing": board.EMPTY,
}
"""The cell that a click sets up on its point, by the action."""
TOOLS = ("stone", "ghost", *PIECES)
"""The actions of the tools for a click."""


@dataclass(frozen=True)
class Attempt:
    """An attempt at a problem, as sent in the fields of a form.

    - ``draft`` is the unfinished answer: chosen points, or a board.
    - ``hinted`` is one more than the number of hints for the next answer; 0 before the first hint.
    - ``walk`` is the shown step of the solution: numbers of branches joined by points; ``START`` for the position of
      the problem, empty for the last position. ``tried`` are free tries from there.
    - ``look`` is the turn after which the board is shown; None for the current board. Forms do not resend it.
    """

    answers: tuple[str, ...] = ()
    draft: str = ""
    hinted: int = 0
    given_up: bool = False
    walk: str = ""
    tried: tuple[str, ...] = ()
    look: int | None = None

    @classmethod
    def read(cls, form: FormData) -> Attempt:
        """Return the attempt in a form; raise BadValue if it is too long."""
        return cls(
            answers=_read_texts(form, "answer"),
            draft=form_text(form, "draft")[:LONGEST_ANSWER],
            hinted=min(parse_number(form_text(form, "hinted")) or 0, MOST_HINTS + 1),
            given_up=bool(form.get("given-up")),
            walk=form_text(form, "walk")[:LONGEST_ANSWER],
            tried=_read_texts(form, "tried"),
        )

    def form_fields(self) -> list[tuple[str, str]]:
        """Return the form fields that contain this attempt."""
        return [
            *(("answer", answer) for answer in self.answers),
            *((name, value) for name, value in (("draft", self.draft), ("walk", self.walk)) if value),
            *((name, str(int(n))) for name, n in (("hinted", self.hinted), ("given-up", self.given_up)) if n),
            *(("tried", tried) for tried in self.tried),
        ]

    def with_answer(self, answer: str) -> Attempt:
        """Return the attempt with a further answer."""
        return replace(self, answers=(*self.answers, answer), draft="", hinted=min(self.hinted, 1))


START = "start"


def _read_texts(form: FormData, name: str) -> tuple[str, ...]:
    given = [value for value in form.getlist(name) if isinstance(value, str)]
    if len(given) > MOST_ANSWERS or any(len(value) > LONGEST_ANSWER for value in given):
        raise BadValue(N_("an attempt has at most {most} answers; begin this problem again"), most=MOST_ANSWERS)
    return tuple(given)


def _try_text(do: str, at: str, size: Size) -> str:
    """Return a clicked try in text form; raise BadPoint if the point is invalid."""
    return do if do == Kind.PASS else Try(Kind(do), size.point(at.strip())).text(size)


def act_before_end(attempt: Attempt, problem: Problem, do: str, at: str) -> Attempt:
    """Return an open attempt after an action of the solver; raise BadTry, BadPoint or BadBoard if it is invalid."""
    size, asked = problem.settings.size, kind_of(problem.kind).input(problem)
    if do == "hint":
        return replace(attempt, hinted=min(max(attempt.hinted, 1), MOST_HINTS) + 1)
    if do == "give-up":
        return replace(attempt, given_up=True, draft="")
    if asked is Input.TRY and do in TRIES:
        return attempt.with_answer(_try_text(do, at, size))
    if asked is Input.CHOICE and do == "choose":
        return attempt.with_answer(at)
    if asked is Input.POINTS and do == "mark":
        points = {*_read_points(attempt.draft, size)} ^ {size.point(at)}
        return replace(attempt, draft=" ".join(size.names(size.in_order(points))))
    if asked is Input.BOARD and do in PIECES:
        point, cells, cell = size.point(at), _read_draft_board(attempt.draft, problem), PIECES[do]
        cells = board.put(cells, [point], board.EMPTY if cells[point] == cell else cell)  # a second click removes it
        return replace(attempt, draft=board.board_text(cells, size))
    if asked is Input.POINTS and do == "answer" and not attempt.draft:
        raise BadTry(N_("mark at least one point first"))
    if asked in (Input.POINTS, Input.BOARD) and do == "answer":
        return attempt.with_answer(attempt.draft or board.board_text(_read_draft_board("", problem), size))
    raise BadTry(N_("{do} cannot be done in this problem"), do=shorten(do))


def act_after_end(attempt: Attempt, size: Size, do: str, at: str) -> Attempt:
    """Return an ended attempt after a try or a step of the solution; raise BadTry or BadPoint if it is invalid."""
    if do in TRIES:
        return replace(attempt, tried=(*attempt.tried, _try_text(do, at, size)))
    if do == "back":
        return replace(attempt, tried=attempt.tried[:-1])
    if do == "walk":
        return replace(attempt, walk=at, tried=())
    raise BadTry(N_("{do} cannot be done in this problem"), do=shorten(do))


def parse_number(given: str) -> int | None:
    """Return the number in a text; None if it is invalid or has more than three digits."""
    return int(given) if given.isdecimal() and len(given) < 4 else None


def _read_points(draft: str, size: Size) -> list[int]:
    """Return the points in an unfinished answer; raise BadPoint if one is invalid."""
    return [size.point(name) for name in draft.split()]


def _read_draft_board(draft: str, problem: Problem) -> bytes:
    """Return the board in an unfinished answer; raise BadBoard if it is invalid."""
    size = problem.settings.size
    return board.read_board(draft, size)[0] if draft else problem.board or board.empty_board(size)


@dataclass(frozen=True)
class ProblemView:
    """Data from which the page of a problem is drawn.

    - ``state`` is what the solver knows.
    - ``base`` is the address of this server as the reader has reached it.
    - ``game`` is the slug of the only game of which the reader wants problems.
    - ``tool`` is the action of the tool that was used last.
    - ``attempts`` is the number of the reader's attempts, and ``due`` the id of a further problem that is due today.
      These and all other fields are empty while the problem is open.
    """

    problem: Problem
    attempt: Attempt
    state: SolvingState
    place: Place
    language: str
    base: str
    game: str = ""
    tool: str = ""
    hints: Sequence[Words] = ()
    solution: Sequence[Step] = ()
    attempts: int = 0
    due: str | None = None

    @cached_property
    def say(self) -> Gettext:
        """Translator into the reader's language."""
        return translation(self.language).gettext

    @property
    def status(self) -> Status:
        """Status of the problem: open, solved or failed (also by giving up)."""
        return Status.FAILED if self.attempt.given_up and self.state.status is Status.OPEN else self.state.status

    @property
    def is_open(self) -> bool:
        """Whether the problem can still be answered."""
        return self.status is Status.OPEN

    @property
    def input(self) -> Input:
        """Kind of input for an answer, such as a try, points or a board."""
        return kind_of(self.problem.kind).input(self.problem)

    @cached_property
    def turns(self) -> list[list[Line]]:
        """The lines of the transcript, grouped by turn."""
        return group_by_turn(self.state.lines)

    @property
    def turn_shown(self) -> int | None:
        """Number of the turn after which the board is shown; None for the current board."""
        number = self.attempt.look
        return number if self.has_board_history and number is not None and number < len(self.turns) else None

    @property
    def has_board_history(self) -> bool:
        """Whether the board can be shown as it was after each turn."""
        return bool(self.turns) and self.input is not Input.BOARD

    @property
    def address(self) -> str:
        """The address of the problem's page."""
        return problem_address(self.problem.id, self.game)

    @property
    def series_address(self) -> str:
        """The address of the series with the problem."""
        return series_address(self.problem.kind, self.problem.grade, self.place.series, self.game)

    @property
    def title(self) -> str:
        """The name of the kind of problem in the reader's language."""
        return self.say(kind_of(self.problem.kind).title)


def problem_title(problem: Problem, say: Gettext) -> str:
    """Return the title of a problem: its kind, and its number within the kind."""
    return f"{say(kind_of(problem.kind).title)} {number_of(problem.id)}"


def problem_address(identifier: str, game: str = "") -> str:
    """Return the address of a problem's page; ``game`` is the slug of the game that filters the series."""
    return _add_query(f"/problems/{identifier}", game=game)


def series_address(kind: str, grade: int, number: int | None = None, game: str = "") -> str:
    """Return the address of a series; without ``number``, of the first series with a problem not yet tried."""
    return _add_query(f"/problems/series/{kind}/{grade}", series=number, game=game)


def overview_address(game: str = "") -> str:
    """Return the address of the overview; with the slug of a game, of the game's series on that page."""
    return f"{PROBLEMS}?game={game}#series" if game else PROBLEMS


def sheet_address(**chosen: object) -> str:
    """Return the address of the sheet for a kind, a grade and a game, without empty values."""
    return _add_query("/problems/sheet", **chosen)


def _add_query(path: str, **fields: object) -> str:
    given = {name: value for name, value in fields.items() if value}
    return f"{path}?{urlencode(given)}" if given else path


def draw_form(shown: ProblemView, *content: h.Node, id: str | None = None, kind: str | None = None) -> h.Element:
    """Draw a form for an action of the solver, with the complete attempt and the visible part ``content``."""
    fields = (h.input(type="hidden", name=name, value=value) for name, value in shown.attempt.form_fields())
    return h.form(id=id, class_=kind, method="post", action=shown.address, data_problem="")[fields, content]


@dataclass(frozen=True)
class ShownPosition:
    """A position that an ended attempt shows; ``said`` describes the step or the try that led to it."""

    cells: bytes
    to_move: board.Colour
    last: int | None = None
    said: str = ""
    marked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def find_shown_steps(shown: ProblemView) -> list[Step]:
    """Return the solution's steps up to the shown step; raise BadValue if ``Attempt.walk`` is invalid."""
    steps: list[Step] = []
    for number in parse_walk(shown.attempt.walk):
        branches = steps[-1].branches if steps else shown.solution
        if number >= len(branches):
            raise BadValue(N_("the solution has no such step; begin this problem again"))
        steps.append(branches[number])
    return steps


def unbranched_line(steps: Sequence[Step]) -> list[Step]:
    """Return all steps of a solution if it has no branches; otherwise an empty list."""
    line: list[Step] = []
    while len(steps) == 1:
        line.append(steps[0])
        steps = steps[0].branches
    return [] if steps else line


def parse_walk(walk: str) -> list[int]:
    """Parse the branch numbers in ``Attempt.walk``, none at the start; raise BadValue if they are invalid."""
    parts = [] if walk in ("", START) else walk.split(".")
    if not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise BadValue(N_("the solution has no such step; begin this problem again"))
    return [int(part) for part in parts]


def find_shown_position(shown: ProblemView) -> ShownPosition:
    """Return the position that an ended attempt shows; raise BadValue or GameOver if it cannot be reached."""
    base = _find_step_position(shown) if shown.attempt.walk else _find_end_position(shown)
    return _find_position_after_tries(shown, base) if shown.attempt.tried else base


def step_words(shown: ProblemView, step: Step) -> str:
    """Return a step of the solution as a sentence; for a board, only the title *Right answer*."""
    if shown.input is Input.BOARD and step.told is None:
        return shown.say(N_("Right answer"))
    return step_text(step, shown.problem.settings, shown.language)


def _find_end_position(shown: ProblemView) -> ShownPosition:
    problem, state = shown.problem, shown.state
    line = unbranched_line(shown.solution)
    answered = next((number for number, step in enumerate(line, 1) if step.told is None and step.board is not None), 0)
    if shown.attempt.given_up and answered:
        return _find_position_after_steps(shown, line[:answered])
    cells = state.board or problem.board or board.empty_board(problem.settings.size)
    placed = [line for line in state.lines if line.told is None or line.told.to_move != line.colour.word]
    to_move = placed[-1].colour.opponent if placed else problem.to_move
    return ShownPosition(cells, to_move, next(iter(state.marked.get("last", ())), None))


def _find_step_position(shown: ProblemView) -> ShownPosition:
    problem, steps = shown.problem, find_shown_steps(shown)
    if not steps and shown.solution[:1] and shown.solution[0].told is None:  # the game begins with the answer
        return replace(_find_position_after_steps(shown, shown.solution), said="")
    if steps and steps[-1].board is not None:
        return _find_position_after_steps(shown, steps)
    said = step_words(shown, steps[-1]) if steps else ""
    to_move = steps[-1].colour.opponent if steps else problem.to_move
    cells, last = find_board_after(problem, steps)
    return ShownPosition(cells, to_move, last, said)


def _find_position_after_steps(shown: ProblemView, steps: Sequence[Step]) -> ShownPosition:
    """Return the position after the last of ``steps``."""
    settings, step, heard = shown.problem.settings, steps[-1], [each.told for each in steps if each.told]
    to_move = settings.seating.seat(heard[-1].to_move).colour if heard and heard[-1].to_move else settings.first
    last = next(iter(step.marked.get("last", ())), None)
    assert step.board is not None
    assert to_move is not None
    return ShownPosition(step.board, to_move, last, step_words(shown, step), step.marked)


def find_board_after(problem: Problem, tries: Iterable[Line | Step]) -> tuple[bytes, int | None]:
    """Return the solver's board after ``tries``, and the point of the last try if the referee hides nothing."""
    if problem.settings.referee.hides:
        view = view_after(problem, tries)
        # The view still contains given stones of the opponent that were captured.
        taken = {point for told in view.heard if told.seat == view.seat.name for point in told.captured_points or ()}
        return board.put(
            view.board, [point for point in taken if view.board[point] != view.seat.colour], board.EMPTY
        ), None
    game = OpenGame(problem)
    for each in tries:
        if each.tried is not None:
            game.attempt(read_try(each.tried, problem.settings.size))
    return game.state.cells, game.last


def _find_position_after_tries(shown: ProblemView, base: ShownPosition) -> ShownPosition:
    """Return the position after free tries of both colours in turn, with nothing hidden."""
    settings = replace(shown.problem.settings, referee=referee.get("open"))
    open_problem = replace(
        shown.problem, settings=settings, board=base.cells, to_move=base.to_move, more=MappingProxyType({})
    )
    game = OpenGame(open_problem)
    for each in shown.attempt.tried:
        game.attempt(read_try(each, settings.size))
    said = line_text(game.lines[-1], settings, shown.language)
    return ShownPosition(game.state.cells, game.state.to_move, base.last if game.last is None else game.last, said)


LABEL = N_("Board of the problem")


def question_board(shown: ProblemView) -> Board:
    """Draw the board of an open problem: the current one with buttons on its points, or an earlier one."""
    if shown.turn_shown is not None:
        return earlier_board(shown)
    size, state, asked = shown.problem.settings.size, shown.state, shown.input
    cells = state.board or board.empty_board(size)
    marked: dict[str, Sequence[int]] = dict(state.marked)
    if asked is Input.POINTS:
        marked["chosen"] = _read_points(shown.attempt.draft, size)
    if asked is Input.BOARD:
        cells = _read_draft_board(shown.attempt.draft, shown.problem)
    return _draw_solver_board(shown, cells, marked, shown.state.lines, clicked=asked is not Input.CHOICE)


def earlier_board(shown: ProblemView) -> Board:
    """Draw the board as the solver's seat saw it after the selected turn."""
    lines = [line for turn in shown.turns[: shown.turn_shown] for line in turn]
    cells, last = find_board_after(shown.problem, lines)
    marked = {kind: points for kind, points in shown.state.marked.items() if kind == "fence"}
    return _draw_solver_board(shown, cells, {**marked, "last": () if last is None else (last,)}, lines, clicked=False)


def ended_board(shown: ProblemView, moment: ShownPosition) -> Board:
    """Draw the board of an ended problem, on which further moves can be tried."""
    marked = dict(kind_of(shown.problem.kind).begin(shown.problem).marked) if shown.attempt.walk else {}
    if moment.cells == shown.state.board:
        marked |= {kind: points for kind, points in shown.state.marked.items() if kind != "hidden"}
    marked |= moment.marked
    return _draw_solver_board(shown, moment.cells, {**marked, "last": () if moment.last is None else (moment.last,)})


def _draw_solver_board(
    shown: ProblemView,
    cells: bytes,
    marked: Mapping[str, Sequence[int]],
    lines: Sequence[Line] = (),
    *,
    clicked: bool = True,
) -> Board:
    """Draw a board of the solver, with marks for the tries in ``lines`` as on a player's board in a game."""
    problem, last = shown.problem, next(iter(marked.get("last", ())), None)
    picture = Picture(
        size=problem.settings.size,
        cells=cells,
        name="own",
        label=shown.say(LABEL),
        last=None if last is None else (last, False),
        clickable=clicked,
        hand=problem.to_move.word if clicked and shown.is_open and shown.input is Input.TRY else None,
        spots=_group_marks(marked),
    )
    if lines and problem.settings.referee.hides and shown.has_board_history:
        view = view_after(problem, lines)
        marks, taken, tried = lasting_marks(view), points_just_taken(view), last_known_try(view)
        picture = replace(picture, last=tried, taken=taken, marks=marks, fog=view.fog, uncertain=doubtful_points(view))
    return draw_board(picture, shown.say)


def try_tools(shown: ProblemView, hand: board.Colour) -> h.Node:
    """Draw the tools for a try of a colour, or a hidden field in games without ghosts."""
    if not shown.problem.settings.ruleset.ghosts:
        return h.input(type="hidden", name="do", value=STONE.do)
    return tool_group([STONE, GHOST], hand, shown.say, shown.tool or STONE.do)


def _group_marks(marked: Mapping[str, Sequence[int]]) -> dict[int, list[str]]:
    """Return the marks of a problem by point, without the kinds that are not drawn."""
    spots = defaultdict(list)
    for kind in SPOT_WORDS:
        for point in marked.get(kind, ()):
            spots[point].append(kind)
    return dict(spots)


def small_board(problem: Problem, name: str, say: Gettext) -> Markup:
    """Draw a small picture of the board of a problem before the first answer."""
    size, state = problem.settings.size, kind_of(problem.kind).begin(problem)
    cells = state.board or board.empty_board(size)
    return draw_picture(Picture(size, cells, name, say(LABEL), spots=_group_marks(state.marked)))


def answer_board(problem: Problem, name: str, say: Gettext) -> Markup:
    """Draw a small picture of the right answer of a problem that asks for a complete board."""
    size = problem.settings.size
    return draw_picture(Picture(size, board.read_board(problem.answer[0], size)[0], name, say(N_("Right answer"))))


def list_choices(problem: Problem) -> list[bytes]:
    """Return the boards among which the problem asks to choose."""
    return [board.read_board(text, problem.settings.size)[0] for text in problem.more.get("choices", ())]


def draw_choices(shown: ProblemView) -> h.Element:
    """Draw the boards to choose from, each with a button while the problem is open."""
    say, size, right = shown.say, shown.problem.settings.size, () if shown.is_open else shown.problem.answer
    return h.div(".boards.choices")[
        (
            h.section(".still")[
                h.h2[
                    (name := say(N_("Board {number}")).format(number=number)),
                    str(number) in right and h.strong[" · ", say(N_("Right answer"))],
                ],
                draw_picture(Picture(size, cells, f"choice-{number}", name)),
                shown.is_open
                and h.button(".primary", name="at", value=str(number))[
                    say(N_("Choose board {number}")).format(number=number)
                ],
            ]
            for number, cells in enumerate(list_choices(shown.problem), 1)
        )
    ]
