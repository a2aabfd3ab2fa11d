"""Result of a problem: what it means, the solution to walk through, free moves, a text to share, and ways on."""

from collections.abc import Sequence
from urllib.parse import urlencode

from htpy import Element, Node, a, button, div, h2, input, li, nav, ol, p, section

from yurei.apps.web.analysis.walk import PATH, RULESET, SOLVED
from yurei.apps.web.problems.attempt import START
from yurei.apps.web.problems.drawing import answer_board, choices, ended_board, try_tools
from yurei.apps.web.problems.free_play import moment_of, numbers, only_line, steps_at
from yurei.apps.web.problems.shown import Shown, address_of, overview_address, post
from yurei.apps.web.shell.form_fields import copy_field
from yurei.languages import N_
from yurei.problems import Input, Status, Step
from yurei.problems.wording import step_text
from yurei.rules.board import board_text


def result_board(shown: Shown) -> Element:
    """Draw the board of an ended problem, on which the solver may try other moves."""
    say = shown.say
    moment = moment_of(shown.problem, shown.state, shown.solution, shown.attempt, shown.language)
    return section(".play")[
        shown.input is Input.CHOICE and choices(shown),
        post(shown, ended_board(shown, moment), try_tools(shown, moment.to_move), id="play"),
        p("#tried", class_="note", role="status")[
            moment.said or say(N_("Try other moves on the board: nobody answers them."))
        ],
        post(
            shown,
            bool(shown.attempt.tried) and button(name="do", value="back")[say(N_("One step back"))],
            kind="toolbar answering",
        ),
    ]


def result(shown: Shown) -> list[Element]:
    """Draw the result beside the board."""
    return [_solution(shown), _share(shown)]


def ending(shown: Shown) -> Element:
    """Draw what the end means, and the ways on."""
    say, state, place = shown.say, shown.state, shown.place
    solved = shown.status is Status.SOLVED
    note = "" if state.note is None else state.note.said(say)
    boards = "" if state.boards is None else say(N_("Boards that fit: {boards}")).format(boards=state.boards)
    following = place.following and address_of(place.following, shown.game)
    return section(".ending.panel")[
        h2[say(N_("Solved.") if solved else N_("Not solved."))],
        note and p[note],
        not solved and _answer(shown),
        boards != note and p[boards],
        bool(state.marked.get("certain"))
        and p(".note")[say(N_("Marked with a square: points that are the same on every board that fits."))],
        not solved and p(".note")[say(N_("This problem comes back tomorrow, and again after 3, 7 and 21 days."))],
        div(".toolbar")[
            following and a(".button.primary", href=following)[say(N_("Next problem"))],
            not following
            and a(".button.primary", href=shown.series_address)[say(N_("End of the series: see your results"))],
            a(".button", href=shown.address)[say(N_("Solve it again"))],
            shown.due and a(".button", href=address_of(shown.due))[say(N_("Next that comes back"))],
            a(".button", href=overview_address(shown.game))[say(N_("All problems"))],
        ],
    ]


# The solution.


def _solution(shown: Shown) -> Element:
    """Draw the solution: where it is walked through, what may follow, and the whole line if it has no branches."""
    say, place, branches = shown.say, numbers(shown.attempt.walk), _following(shown)
    return section(".solution.panel")[
        h2[say(N_("Solution"))],
        shown.status is Status.SOLVED and _answer(shown),
        bool(shown.solution)
        and post(
            shown,
            input(type="hidden", name="do", value="walk"),
            nav(".steps", aria_label=say(N_("Step through the solution")))[
                _step("walk-start", [], say(N_("Start")), enabled=True),
                _step("walk-back", place[:-1], say(N_("Back")), enabled=bool(place)),
                _step("walk-on", [*place, 0], say(N_("Forward")), enabled=len(branches) == 1),
            ],
            len(branches) > 1
            and [p[say(N_("What the referee may say, and how it goes on:"))], _choices(shown, place, branches)],
            _line(shown, only_line(shown.solution)),
            kind="walking",
        ),
        _analysis(shown),
    ]


def _answer(shown: Shown) -> Node:
    """Draw the right answer: a board as a picture, all else in words."""
    if shown.input is Input.BOARD:
        return div(".small")[answer_board(shown.problem, "answer", shown.say)]
    return p[shown.say(N_("Right answer: {answer}")).format(answer=", ".join(shown.problem.answer))]


def _following(shown: Shown) -> Sequence[Step]:
    steps = steps_at(shown.solution, shown.attempt.walk)
    return steps[-1].branches if steps else shown.solution


def _walk(place: Sequence[int]) -> str:
    """Return a place in a solution as a text, see ``Attempt.walk``."""
    return ".".join(map(str, place)) or START


def _step(name: str, place: Sequence[int], words: str, *, enabled: bool) -> Element:
    return button(id=name, name="at", value=_walk(place), disabled=not enabled)[words]


def _choices(shown: Shown, place: Sequence[int], branches: Sequence[Step]) -> Element:
    return ol(".branches")[
        (
            li[button(name="at", value=_walk([*place, number]))[_words(shown, step)]]
            for number, step in enumerate(branches)
        )
    ]


def _words(shown: Shown, step: Step) -> str:
    if shown.input is Input.BOARD and step.tried and step.told is None:
        return shown.say(N_("Right answer"))
    return step_text(step, shown.problem.settings, shown.language)


def _line(shown: Shown, steps: Sequence[Step]) -> Node:
    """Draw all steps of a solution without branches; the one that is shown is marked."""
    if not steps:
        return None
    walks = [_walk([0] * number) for number in range(1, len(steps) + 1)]
    return ol(".branches.whole")[
        (
            li[
                button(name="at", value=walk, aria_current="step" if walk == shown.attempt.walk else None)[
                    _words(shown, step)
                ]
            ]
            for walk, step in zip(walks, steps, strict=True)
        )
    ]


def _analysis(shown: Shown) -> Node:
    """Draw the link to the analysis board, if that knows every position of the problem's board."""
    settings = shown.problem.settings
    if settings.ruleset != RULESET or settings.referee.hides or settings.size.points > SOLVED:
        return None
    moment = moment_of(shown.problem, shown.state, shown.solution, shown.attempt, shown.language)
    fields = {"board": board_text(moment.cells, settings.size), "to_move": moment.to_move.word}
    return p[a(href=f"{PATH}?{urlencode(fields)}")[shown.say(N_("Analyse this position"))]]


# Sharing.


def _share(shown: Shown) -> Element:
    """Draw the result as a text that gives nothing away."""
    say, words = shown.say, _share_text(shown)
    return section(".share.panel")[
        h2[say(N_("Share your result"))],
        div(".links")[copy_field(say(N_("Result without the solution")), words, say)],
        button("#share", type="button", data_shares=words)[say(N_("Share …"))],
        a(href=shown.address)[say(N_("Link to this problem"))],
    ]


def _share_text(shown: Shown) -> str:
    """Return the result as a text, with the address of the problem."""
    if shown.status is Status.FAILED:
        how = N_("not solved yet")
    elif shown.attempt.hinted:
        how = N_("solved with a hint")
    else:
        how = N_("solved at the first attempt") if shown.attempts <= 1 else N_("solved at attempt {attempts}")
    said = shown.say(how).format(attempts=shown.attempts)
    title = shown.say(N_("{kind}, grade {grade}")).format(kind=shown.title, grade=shown.problem.grade)
    game = shown.say(shown.problem.settings.ruleset.title)
    return f"yurei: {title} ({game}): {said}. {shown.base}{address_of(shown.problem.id)}"
