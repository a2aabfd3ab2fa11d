"""Boards of problems: the board on which is answered and its tools, boards to choose from, and small pictures."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from htpy import Element, Node, button, div, h2, input, section, strong
from markupsafe import Markup

from yurei.apps.web.board.board import Picture, Say, drawn, pictured
from yurei.apps.web.board.shapes import SPOT_WORDS
from yurei.apps.web.problems.attempt import chosen_points, draft_board
from yurei.apps.web.problems.free_play import Moment, seen_after
from yurei.apps.web.problems.shown import Shown
from yurei.apps.web.shell.sections import Board
from yurei.apps.web.table.sections.tools import GHOST, STONE, tool_group
from yurei.languages import N_
from yurei.problems import Input, Line, Problem, kind_of
from yurei.problems.tries import view_after
from yurei.referee.noticed import doubtful, just_taken, last_known_try, lasting_marks
from yurei.rules.board import Colour, empty_board, read_board

LABEL = N_("Board of the problem")


def question_board(shown: Shown) -> Board:
    """Draw the board of an open problem, with buttons on its points, or as it was before."""
    if shown.turn_shown is not None:
        return earlier_board(shown)
    size, state, asked = shown.problem.settings.size, shown.state, shown.input
    cells = state.board or empty_board(size)
    marked: dict[str, Sequence[int]] = dict(state.marked)
    if asked is Input.POINTS:
        marked["chosen"] = chosen_points(shown.attempt.draft, size)
    if asked is Input.BOARD:
        cells = draft_board(shown.attempt.draft, shown.problem)
    return _board(shown, cells, marked, shown.state.lines, clicked=asked is not Input.CHOICE)


def earlier_board(shown: Shown) -> Board:
    """Draw the board as the solver's seat saw it after some turns."""
    lines = [line for turn in shown.turns[: shown.turn_shown] for line in turn]
    cells, last = seen_after(shown.problem, lines)
    marked = {kind: points for kind, points in shown.state.marked.items() if kind == "fence"}
    return _board(shown, cells, {**marked, "last": () if last is None else (last,)}, lines, clicked=False)


def ended_board(shown: Shown, moment: Moment) -> Board:
    """Draw the board of an ended problem, on which further moves can be tried."""
    marked = dict(kind_of(shown.problem.kind).begin(shown.problem).marked) if shown.attempt.walk else {}
    if moment.cells == shown.state.board:
        marked |= {kind: points for kind, points in shown.state.marked.items() if kind != "hidden"}
    return _board(shown, moment.cells, {**marked, "last": () if moment.last is None else (moment.last,)})


def _board(
    shown: Shown, cells: bytes, marked: Mapping[str, Sequence[int]], lines: Sequence[Line] = (), *, clicked: bool = True
) -> Board:
    """Draw a board; ``lines`` are those after which it is the solver's own, with marks as in a game."""
    problem, last = shown.problem, next(iter(marked.get("last", ())), None)
    picture = Picture(
        size=problem.settings.size,
        cells=cells,
        name="own",
        label=shown.say(LABEL),
        last=None if last is None else (last, False),
        asked=clicked,
        hand=problem.to_move.word if clicked and shown.is_open and shown.input is Input.TRY else None,
        spots=_spots(marked),
    )
    if lines and problem.settings.referee.hides and shown.has_board_history:
        view = view_after(problem, lines)
        marks, taken, tried = lasting_marks(view), just_taken(view), last_known_try(view)
        picture = replace(picture, last=tried, taken=taken, marks=marks, fog=view.fog, uncertain=doubtful(view))
    return drawn(picture, shown.say)


def try_tools(shown: Shown, hand: Colour) -> Node:
    """Draw the tools for a try of a colour, or a hidden field where there are stones only."""
    if not shown.problem.settings.ruleset.ghosts:
        return input(type="hidden", name="do", value=STONE.do)
    return tool_group([STONE, GHOST], hand, shown.say, shown.tool or STONE.do)


def _spots(marked: Mapping[str, Sequence[int]]) -> dict[int, list[str]]:
    """Return the marks of a problem by point; kinds of marks that are not drawn are left out."""
    spots = defaultdict(list)
    for kind in SPOT_WORDS:
        for point in marked.get(kind, ()):
            spots[point].append(kind)
    return dict(spots)


def small_board(problem: Problem, name: str, say: Say) -> Markup:
    """Draw the board of a problem before the first answer as a small picture."""
    size, state = problem.settings.size, kind_of(problem.kind).begin(problem)
    cells = state.board or empty_board(size)
    return pictured(Picture(size, cells, name, say(LABEL), spots=_spots(state.marked)))


def answer_board(problem: Problem, name: str, say: Say) -> Markup:
    """Draw the right answer of a problem that asks for a whole board, as a small picture."""
    size = problem.settings.size
    return pictured(Picture(size, read_board(problem.answer[0], size)[0], name, say(N_("Right answer"))))


def choices_of(problem: Problem) -> list[bytes]:
    """Return the boards to choose from."""
    return [read_board(text, problem.settings.size)[0] for text in problem.more.get("choices", ())]


def choices(shown: Shown) -> Element:
    """Draw the boards to choose from, each with its button while the problem is open."""
    say, size, right = shown.say, shown.problem.settings.size, () if shown.is_open else shown.problem.answer
    return div(".boards.choices")[
        (
            section(".still")[
                h2[
                    (name := say(N_("Board {number}")).format(number=number)),
                    str(number) in right and strong[" · ", say(N_("Right answer"))],
                ],
                pictured(Picture(size, cells, f"choice-{number}", name)),
                shown.is_open
                and button(".primary", name="at", value=str(number))[
                    say(N_("Choose board {number}")).format(number=number)
                ],
            ]
            for number, cells in enumerate(choices_of(shown.problem), 1)
        )
    ]
