"""Page of a problem: the task, the board, what the referee says, and after the end the result."""

from collections.abc import Collection

from htpy import Element, Node, a, aside, button, details, div, h1, h2, input, li, ol, p, section, span, strong, summary
from markupsafe import Markup

from yurei.apps.web.learn.written_rules import rules_of_a_game
from yurei.apps.web.problems.attempt import MOST_HINTS
from yurei.apps.web.problems.drawing import choices, earlier_board, question_board, try_tools
from yurei.apps.web.problems.result import ending, result, result_board
from yurei.apps.web.problems.shown import Shown, name_of, overview_address, post
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PROBLEMS
from yurei.apps.web.table.sections.tools import Tool, tool_group
from yurei.apps.web.table.sections.transcript import FIGURE, outcome
from yurei.languages import N_, together
from yurei.problems import Input, Line, Status, kind_of
from yurei.problems.wording import line_text, rules_text, sentence, turn_text

PART = "problem"
"""HTML id of the part that changes with every answer."""
BEFORE = N_("Before the first try.")
LOOK = input(type="hidden", name="do", value="look")
WAIT = N_("One moment: this board is being worked out …")
ENDINGS = {Status.SOLVED: N_("Solved."), Status.FAILED: N_("Not solved.")}
PLACED = (
    Tool("put-black", "b", N_("Black stone"), '<use href="#black-stone"/>'),
    Tool("put-white", "w", N_("White stone"), '<use href="#white-stone"/>'),
    Tool("put-black-ghost", "3", N_("Black ghost"), '<use href="#black-ghost"/>'),
    Tool("put-white-ghost", "4", N_("White ghost"), '<use href="#white-ghost"/>'),
    Tool("put-nothing", "x", N_("Empty point"), '<path class="pencil" d="M-.25-.25l.5.5m0-.5l-.5.5"/>'),
)
"""Tools for setting up a whole board; those for ghosts come after those for stones."""


def problem_page(shown: Shown, likes: Collection[str]) -> str:
    """Return the page of a problem."""
    return document(
        name_of(shown.problem, shown.say),
        Markup(problem_part(shown)),
        shown.language,
        extras=("table.css", "problems.css", "told.js", "problems.js"),
        here=PROBLEMS,
        likes=likes,
        table=False,
    )


def problem_part(shown: Shown) -> str:
    """Return the part of the page that changes with every answer."""
    kind = "open" if shown.is_open else f"over {shown.status.value}"
    return str(
        section(f"#{PART}", class_=kind, data_number=str(len(shown.attempt.answers)), data_wait=shown.say(WAIT))[
            _heading(shown),
            _voice(shown),
            None if shown.is_open else ending(shown),
            _play(shown),
            aside[
                result(shown) if not shown.is_open else _help(shown),
                _transcript(shown),
            ],
        ]
    )


def _heading(shown: Shown) -> Element:
    """Draw the place of the problem in its series, its game with all rules, and its task."""
    say, problem, place = shown.say, shown.problem, shown.place
    settings, kind = problem.settings, kind_of(problem.kind)
    where = say(N_("Grade {grade}, series {series}: problem {number} of {of}")).format(
        grade=problem.grade, series=place.series, number=place.number, of=place.of
    )
    return div(".task")[
        p(".note")[
            a(href=overview_address(shown.game))[say(N_("Problems"))],
            " / ",
            a(href=shown.series_address)[shown.title, shown.game and f" · {say(settings.ruleset.title)}"],
        ],
        h1[name_of(problem, say), " ", span(".note")[where]],
        details("#rules", data_own="")[
            summary[rules_text(settings, shown.language), " ", span(".link")[say(N_("The rules"))]],
            div(".panel")[reversed([*rules_of_a_game(settings.ruleset, settings.referee, shown.language)])],
        ],
        p(".sentence")[kind.prompt(problem).said(say)],
        p(".note.replies")[kind.replies(problem).said(say)],
    ]


# Announcements.


def _voice(shown: Shown) -> Element:
    """Draw the referee with the newest announcements; screen readers announce what changes in it."""
    return section(".voice")[FIGURE, p("#said", class_="said", role="status")[_newest(shown)]]


def _newest(shown: Shown) -> Element:
    lines, say = shown.state.lines, shown.say
    told = [outcome(line.told) if line.told else "answered" for line in lines]
    said = [_line(shown, line) for line in _since_answer(shown)]
    if shown.turn_shown is not None:
        said = [
            f"{shown.turn_shown}. {_turn(shown, shown.turns[shown.turn_shown - 1])}"
            if shown.turn_shown
            else say(BEFORE)
        ]
    elif shown.hints:
        hints = together((hint.said(say) for hint in shown.hints), shown.language)
        said = [say(N_("Hint: {hint}")).format(hint=hints)]
    elif not shown.is_open:
        said.append(say(ENDINGS[shown.status]))
    words = together(said, shown.language) or say(N_("The referee is ready."))
    number = len(lines) + len(shown.attempt.answers)
    return span(
        "#told",
        data_told=str(number if shown.attempt.answers else 0),
        data_outcomes=" ".join(told[-3:]) or None,
        data_outcome=told[-1] if told and not shown.hints and shown.turn_shown is None else None,
    )[words]


def _line(shown: Shown, line: Line) -> str:
    """Return a line of the transcript; an answered board is told by its remark alone."""
    if shown.input is Input.BOARD and line.tried and line.told is None:
        said = shown.say(N_("Your answer")) if line.note is None else line.note.said(shown.say)
        return sentence(said, shown.language)
    return line_text(line, shown.problem.settings, shown.language)


def _turn(shown: Shown, turn: list[Line]) -> str:
    """Return the words of a turn."""
    settings = shown.problem.settings
    return _line(shown, turn[0]) if turn[0].told is None else turn_text(turn, settings, shown.language)


def _since_answer(shown: Shown) -> list[Line]:
    """Return the lines of the transcript from the newest answer on."""
    lines, own = shown.state.lines, shown.problem.to_move
    if not shown.attempt.answers:
        return list(lines[-1:])
    first = max((number for number, line in enumerate(lines) if line.colour is own), default=len(lines))
    return list(lines[first:])


def _transcript(shown: Shown) -> Node:
    """Draw everything that was said, a line for each turn, from the first on; each shows the board as it was then."""
    say, told = shown.say, [number for number, turn in enumerate(shown.turns, 1) if turn[0].told]
    if not shown.turns:
        return None
    decides = told[-1] if shown.input is not Input.TRY else 0

    def line(number: int, turn: list[Line]) -> Element:
        current, words = "step" if number == shown.turn_shown else None, _turn(shown, turn)
        return li[
            button(name="at", value=str(number), aria_current=current)[words] if shown.has_board_history else words,
            number == decides
            and [" ", strong(".decides")[say(N_("Without this announcement the answer would be another."))]],
        ]

    story = ol("#heard", class_="story")[(line(number, turn) for number, turn in enumerate(shown.turns, 1))]
    return section(".transcript")[
        h2[say(N_("Referee’s announcements"))],
        post(shown, LOOK, story, kind="lines") if shown.has_board_history else story,
    ]


def _stepping(shown: Shown) -> Node:
    """Draw the buttons that step through the turns; nothing where no board follows them."""
    if not shown.has_board_history:
        return None
    say, last = shown.say, len(shown.turns)
    at = last if shown.turn_shown is None else shown.turn_shown
    return post(
        shown,
        LOOK,
        button("#look-back", name="at", value=str(at - 1), disabled=at == 0)[say(N_("Back"))],
        button("#look-on", name="at", value=str(at + 1), disabled=at == last)[say(N_("Forward"))],
        button("#look-now", name="at", disabled=at == last)[say(N_("Now"))],
        kind="stepping",
    )


# Answers.


def _play(shown: Shown) -> Element:
    """Draw the board: to answer on, of the end, or as it was after some turns, with buttons that step through them."""
    if shown.turn_shown is None or (shown.is_open and shown.input is Input.CHOICE):
        return _question(shown) if shown.is_open else result_board(shown)
    return section(".play")[earlier_board(shown), div(".answering")[_stepping(shown)]]


def _question(shown: Shown) -> Element:
    """Draw the board and the tools of an open problem."""
    say, asked = shown.say, shown.input
    boards = [choices(shown)] if asked is Input.CHOICE else [question_board(shown), _tools(shown)]
    do = {Input.CHOICE: "choose", Input.POINTS: "mark"}.get(asked)
    return section(".play")[
        asked is Input.CHOICE and shown.state.board is not None and question_board(shown),
        post(shown, do and input(type="hidden", name="do", value=do), boards, id="play"),
        div(".answering")[
            _stepping(shown),
            asked in (Input.POINTS, Input.BOARD)
            and post(shown, button(".primary", name="do", value="answer")[say(N_("Answer"))]),
            asked is Input.TRY and _passes(shown) and post(shown, button(name="do", value="pass")[say(N_("Pass"))]),
        ],
    ]


def _passes(shown: Shown) -> bool:
    passing, colour = shown.problem.settings.ruleset.passing, shown.problem.to_move
    return (passing.black if colour.word == "black" else passing.white) > 0


def _tools(shown: Shown) -> Node:
    """Draw the tools to choose from."""
    if shown.input is Input.POINTS:
        return None
    if shown.input is Input.TRY:
        return try_tools(shown, shown.problem.to_move)
    ghosts = shown.problem.settings.ruleset.ghosts
    tools = [tool for tool in PLACED if ghosts or "ghost" not in tool.do]
    return tool_group(tools, shown.problem.to_move, shown.say, shown.tool or tools[0].do)


def _help(shown: Shown) -> Element:
    """Draw the ways on for a solver who is stuck."""
    say, attempt = shown.say, shown.attempt
    return div(".toolbar.helps")[
        len(shown.hints) < MOST_HINTS
        and post(shown, button(name="do", value="hint")[say(N_("Another hint") if shown.hints else N_("Hint"))]),
        post(shown, button(name="do", value="give-up")[say(N_("Show the solution"))]),
        bool(attempt.answers or attempt.draft) and a(".button", href=shown.address)[say(N_("Start again"))],
    ]
