"""Page of a problem: task, board, announcements of the referee, and the result after the end."""

from collections.abc import Collection, Iterable, Sequence
from urllib.parse import urlencode

import htpy as h
from markupsafe import Markup

from yurei.apps.web.frame.html import copy_field
from yurei.apps.web.frame.page import PROBLEMS, draw_document
from yurei.apps.web.parts.game_parts import FIGURE, Tool, outcome_word, tool_group
from yurei.apps.web.parts.walk import PATH, RULESET, SOLVED
from yurei.apps.web.parts.written_rules import rules_of_a_game
from yurei.apps.web.problems import attempt
from yurei.apps.web.problems.attempt import ProblemView, draw_form
from yurei.languages import N_, join_sentences
from yurei.problems import Input, Line, Status, Step, kind_of
from yurei.problems.wording import line_text, make_sentence, rules_text, turn_text
from yurei.rules.board import board_text

PART = "problem"
"""HTML id of the part that changes with every answer."""
BEFORE = N_("Before the first try.")
LOOK = h.input(type="hidden", name="do", value="look")
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


def problem_page(shown: ProblemView, likes: Collection[str]) -> str:
    """Return the page of a problem."""
    return draw_document(
        attempt.problem_title(shown.problem, shown.say),
        Markup(problem_part(shown)),
        shown.language,
        extras=("table.css", "problems.css", "told.js", "problems.js"),
        here=PROBLEMS,
        likes=likes,
        table=False,
    )


def problem_part(shown: ProblemView) -> str:
    """Return the part of a problem's page that changes with every answer."""
    kind = "open" if shown.is_open else f"over {shown.status.value}"
    return str(
        h.section(f"#{PART}", class_=kind, data_number=str(len(shown.attempt.answers)), data_wait=shown.say(WAIT))[
            _draw_heading(shown),
            # Screen readers announce changes in this element.
            h.section(".voice")[FIGURE, h.p("#said", class_="said", role="status")[_draw_newest(shown)]],
            None if shown.is_open else _draw_ending(shown),
            _draw_play(shown),
            h.aside[
                _draw_help(shown) if shown.is_open else [_draw_solution(shown), _draw_shareable_result(shown)],
                _draw_transcript(shown),
            ],
        ]
    )


def _draw_heading(shown: ProblemView) -> h.Element:
    """Draw the problem's position in its series, its game with all rules, and its task."""
    say, problem, place = shown.say, shown.problem, shown.place
    settings, kind = problem.settings, kind_of(problem.kind)
    where = say(N_("Grade {grade}, series {series}: problem {number} of {of}")).format(
        grade=problem.grade, series=place.series, number=place.number, of=place.of
    )
    return h.div(".task")[
        h.p(".note")[
            h.a(href=attempt.overview_address(shown.game))[say(N_("Problems"))],
            " / ",
            h.a(href=shown.series_address)[shown.title, shown.game and f" · {say(settings.ruleset.title)}"],
        ],
        h.h1[attempt.problem_title(problem, say), " ", h.span(".note")[where]],
        h.details("#rules", data_own="")[
            h.summary[rules_text(settings, shown.language), " ", h.span(".link")[say(N_("The rules"))]],
            h.div(".panel")[reversed([*rules_of_a_game(settings.ruleset, settings.referee, shown.language)])],
        ],
        h.p(".sentence")[kind.prompt(problem).said(say)],
        h.p(".note.replies")[kind.replies(problem).said(say)],
    ]


# Announcements.


def _draw_newest(shown: ProblemView) -> h.Element:
    lines, say = shown.state.lines, shown.say
    told = [outcome_word(line.told) if line.told else "answered" for line in lines]
    said = [_format_line(shown, line) for line in _find_new_lines(shown)]
    if shown.turn_shown is not None:
        said = [
            f"{shown.turn_shown}. {_describe_turn(shown, shown.turns[shown.turn_shown - 1])}"
            if shown.turn_shown
            else say(BEFORE)
        ]
    elif shown.hints:
        hints = join_sentences((hint.said(say) for hint in shown.hints), shown.language)
        said = [say(N_("Hint: {hint}")).format(hint=hints)]
    elif not shown.is_open:
        said.append(say(ENDINGS[shown.status]))
    words = join_sentences(said, shown.language) or say(N_("The referee is ready."))
    number = len(lines) + len(shown.attempt.answers)
    return h.span(
        "#told",
        data_told=str(number if shown.attempt.answers else 0),
        data_outcomes=" ".join(told[-3:]) or None,
        data_outcome=told[-1] if told and not shown.hints and shown.turn_shown is None else None,
    )[words]


def _format_line(shown: ProblemView, line: Line) -> str:
    """Return a line of the transcript as text; for an answer that is a board, only the remark about it."""
    if shown.input is Input.BOARD and line.tried and line.told is None:
        said = shown.say(N_("Your answer")) if line.note is None else line.note.said(shown.say)
        return make_sentence(said, shown.language)
    return line_text(line, shown.problem.settings, shown.language)


def _describe_turn(shown: ProblemView, turn: list[Line]) -> str:
    settings = shown.problem.settings
    return _format_line(shown, turn[0]) if turn[0].told is None else turn_text(turn, settings, shown.language)


def _find_new_lines(shown: ProblemView) -> list[Line]:
    """Return the lines of the transcript from the newest answer on."""
    lines, own = shown.state.lines, shown.problem.to_move
    if not shown.attempt.answers:
        return list(lines[-1:])
    first = max((number for number, line in enumerate(lines) if line.colour is own), default=len(lines))
    return list(lines[first:])


def _draw_transcript(shown: ProblemView) -> h.Node:
    """Draw the transcript, oldest turn first; each turn has a button that shows the board after it."""
    say, told = shown.say, [number for number, turn in enumerate(shown.turns, 1) if turn[0].told]
    if not shown.turns:
        return None
    decides = told[-1] if shown.input is not Input.TRY else 0

    def line(number: int, turn: list[Line]) -> h.Element:
        current, words = "step" if number == shown.turn_shown else None, _describe_turn(shown, turn)
        return h.li[
            h.button(name="at", value=str(number), aria_current=current)[words] if shown.has_board_history else words,
            number == decides
            and [" ", h.strong(".decides")[say(N_("Without this announcement the answer would be different."))]],
        ]

    story = h.ol("#heard", class_="story")[(line(number, turn) for number, turn in enumerate(shown.turns, 1))]
    return h.section(".transcript")[
        h.h2[say(N_("Referee’s announcements"))],
        draw_form(shown, LOOK, story, kind="lines") if shown.has_board_history else story,
    ]


def _draw_stepping(shown: ProblemView) -> h.Node:
    """Draw the buttons that step through the turns; nothing if their boards cannot be shown."""
    if not shown.has_board_history:
        return None
    say, last = shown.say, len(shown.turns)
    at = last if shown.turn_shown is None else shown.turn_shown
    return draw_form(
        shown,
        LOOK,
        h.button("#look-back", name="at", value=str(at - 1), disabled=at == 0)[say(N_("Back"))],
        h.button("#look-on", name="at", value=str(at + 1), disabled=at == last)[say(N_("Forward"))],
        h.button("#look-now", name="at", disabled=at == last)[say(N_("Now"))],
        kind="stepping",
    )


# Answers.


def _draw_play(shown: ProblemView) -> h.Element:
    """Draw the board with its form or result, or an earlier turn's board with buttons to step through turns."""
    if shown.turn_shown is None or (shown.is_open and shown.input is Input.CHOICE):
        return _draw_question_form(shown) if shown.is_open else _draw_result_board(shown)
    return h.section(".play")[attempt.earlier_board(shown), h.div(".answering")[_draw_stepping(shown)]]


def _draw_question_form(shown: ProblemView) -> h.Element:
    say, asked, passing = shown.say, shown.input, shown.problem.settings.ruleset.passing
    boards = (
        [attempt.draw_choices(shown)] if asked is Input.CHOICE else [attempt.question_board(shown), _draw_tools(shown)]
    )
    do = {Input.CHOICE: "choose", Input.POINTS: "mark"}.get(asked)
    return h.section(".play")[
        asked is Input.CHOICE and shown.state.board is not None and attempt.question_board(shown),
        draw_form(shown, do and h.input(type="hidden", name="do", value=do), boards, id="play"),
        h.div(".answering")[
            _draw_stepping(shown),
            asked in (Input.POINTS, Input.BOARD)
            and draw_form(shown, h.button(".primary", name="do", value="answer")[say(N_("Answer"))]),
            asked is Input.TRY
            and (passing.black if shown.problem.to_move.word == "black" else passing.white) > 0
            and draw_form(shown, h.button(name="do", value="pass")[say(N_("Pass"))]),
        ],
    ]


def _draw_tools(shown: ProblemView) -> h.Node:
    if shown.input is Input.POINTS:
        return None
    if shown.input is Input.TRY:
        return attempt.try_tools(shown, shown.problem.to_move)
    ghosts = shown.problem.settings.ruleset.ghosts
    tools = [tool for tool in PLACED if ghosts or "ghost" not in tool.do]
    return tool_group(tools, shown.problem.to_move, shown.say, shown.tool or tools[0].do)


def _draw_help(shown: ProblemView) -> h.Element:
    say = shown.say
    return h.div(".toolbar.helps")[
        len(shown.hints) < attempt.MOST_HINTS
        and draw_form(shown, h.button(name="do", value="hint")[say(N_("Another hint") if shown.hints else N_("Hint"))]),
        draw_form(shown, h.button(name="do", value="give-up")[say(N_("Show the solution"))]),
        bool(shown.attempt.answers or shown.attempt.draft)
        and h.a(".button", href=shown.address)[say(N_("Start again"))],
    ]


def _draw_result_board(shown: ProblemView) -> h.Element:
    """Draw the board of an ended problem, on which the solver may try further moves."""
    say = shown.say
    moment = attempt.find_shown_position(shown)
    return h.section(".play")[
        shown.input is Input.CHOICE and attempt.draw_choices(shown),
        draw_form(shown, attempt.ended_board(shown, moment), attempt.try_tools(shown, moment.to_move), id="play"),
        h.p("#tried", class_="note", role="status")[
            moment.said or say(N_("Try other moves on the board: nobody answers them."))
        ],
        draw_form(
            shown,
            bool(shown.attempt.tried) and h.button(name="do", value="back")[say(N_("One step back"))],
            kind="toolbar answering",
        ),
    ]


def _draw_ending(shown: ProblemView) -> h.Element:
    say, state, place = shown.say, shown.state, shown.place
    solved = shown.status is Status.SOLVED
    note = "" if state.note is None else state.note.said(say)
    boards = "" if state.boards is None else say(N_("Boards that fit: {boards}")).format(boards=state.boards)
    following = place.following and attempt.problem_address(place.following, shown.game)
    # After a right first answer only the solution below has the next one.
    wrong_at_first = not solved and shown.attempt.answers[:1] != shown.problem.answer[:1]
    return h.section(".ending.panel")[
        h.h2[say(N_("Solved.") if solved else N_("Not solved."))],
        note and h.p[note],
        wrong_at_first and shown.input is not Input.BOARD and _draw_answer(shown),
        boards != note and h.p[boards],
        bool(state.marked.get("certain"))
        and h.p(".note")[say(N_("Marked with a square: points that are the same on every board that fits."))],
        not solved and h.p(".note")[say(N_("This problem comes back tomorrow, and again after 3, 7 and 21 days."))],
        h.div(".toolbar")[
            following and h.a(".button.primary", href=following)[say(N_("Next problem"))],
            not following
            and h.a(".button.primary", href=shown.series_address)[say(N_("End of the series: see your results"))],
            h.a(".button", href=shown.address)[say(N_("Solve it again"))],
            shown.due and h.a(".button", href=attempt.problem_address(shown.due))[say(N_("Next that comes back"))],
            h.a(".button", href=attempt.overview_address(shown.game))[say(N_("All problems"))],
        ],
    ]


def _draw_solution(shown: ProblemView) -> h.Element:
    """Draw the solution: the shown step, the possible next steps, and the complete line if there are no branches."""
    say, place, steps = shown.say, attempt.parse_walk(shown.attempt.walk), attempt.find_shown_steps(shown)
    branches = steps[-1].branches if steps else shown.solution
    only_line = attempt.unbranched_line(shown.solution)
    return h.section(".solution.panel")[
        h.h2[say(N_("Solution"))],
        shown.status is Status.SOLVED and _draw_answer(shown),
        bool(shown.solution)
        and draw_form(
            shown,
            h.input(type="hidden", name="do", value="walk"),
            h.nav(".steps", aria_label=say(N_("Step through the solution")))[
                _draw_step_button("walk-start", [], say(N_("Start")), enabled=True),
                _draw_step_button("walk-back", place[:-1], say(N_("Back")), enabled=bool(place)),
                _draw_step_button("walk-on", [*place, 0], say(N_("Forward")), enabled=len(branches) == 1),
            ],
            len(branches) > 1
            and [
                h.p[say(N_("What the referee may say, and how it goes on:"))],
                _draw_step_list(shown, ".branches", (([*place, number], step) for number, step in enumerate(branches))),
            ],
            bool(only_line)
            and _draw_step_list(
                shown, ".branches.whole", (([0] * number, step) for number, step in enumerate(only_line, 1))
            ),
            kind="walking",
        ),
        _draw_analysis(shown),
    ]


def _draw_answer(shown: ProblemView) -> h.Node:
    """Draw the right answer: a board as a picture, everything else in words."""
    if shown.input is Input.BOARD:
        return h.div(".small")[attempt.answer_board(shown.problem, "answer", shown.say)]
    return h.p[shown.say(N_("Right answer: {answer}")).format(answer=", ".join(shown.problem.answer))]


def _format_walk(place: Sequence[int]) -> str:
    """Return the text of a step's branch numbers, see ``Attempt.walk``."""
    return ".".join(map(str, place)) or attempt.START


def _draw_step_button(name: str, place: Sequence[int], words: str, *, enabled: bool) -> h.Element:
    return h.button(id=name, name="at", value=_format_walk(place), disabled=not enabled)[words]


def _draw_step_list(shown: ProblemView, classes: str, steps: Iterable[tuple[Sequence[int], Step]]) -> h.Element:
    """Draw steps of the solution, given with their branch numbers; mark the shown one."""
    return h.ol(classes)[
        (
            h.li[
                h.button(
                    name="at",
                    value=_format_walk(place),
                    aria_current="step" if _format_walk(place) == shown.attempt.walk else None,
                )[attempt.step_words(shown, step)]
            ]
            for place, step in steps
        )
    ]


def _draw_analysis(shown: ProblemView) -> h.Node:
    """Draw the link to the analysis board, if the problem's board size is solved and nothing is hidden."""
    settings = shown.problem.settings
    if settings.ruleset != RULESET or settings.referee.hides or settings.size.points > SOLVED:
        return None
    moment = attempt.find_shown_position(shown)
    fields = {"board": board_text(moment.cells, settings.size), "to_move": moment.to_move.word}
    return h.p[h.a(href=f"{PATH}?{urlencode(fields)}")[shown.say(N_("Analyse this position"))]]


def _draw_shareable_result(shown: ProblemView) -> h.Element:
    """Draw a text about the result that a person can share. It reveals nothing of the solution."""
    say, words = shown.say, _make_share_text(shown)
    return h.section(".share.panel")[
        h.h2[say(N_("Share your result"))],
        h.div(".links")[copy_field(say(N_("Result without the solution")), words, say)],
        h.button("#share", type="button", data_shares=words)[say(N_("Share …"))],
        h.a(href=shown.address)[say(N_("Link to this problem"))],
    ]


def _make_share_text(shown: ProblemView) -> str:
    """Return the text about the result to share, with the address of the problem."""
    if shown.status is Status.FAILED:
        how = N_("not solved yet")
    elif shown.attempt.hinted:
        how = N_("solved with a hint")
    else:
        how = N_("solved at the first attempt") if shown.attempts <= 1 else N_("solved at attempt {attempts}")
    said = shown.say(how).format(attempts=shown.attempts)
    title = shown.say(N_("{kind}, grade {grade}")).format(kind=shown.title, grade=shown.problem.grade)
    game = shown.say(shown.problem.settings.ruleset.title)
    return f"yurei: {title} ({game}): {said}. {shown.base}{attempt.problem_address(shown.problem.id)}"
