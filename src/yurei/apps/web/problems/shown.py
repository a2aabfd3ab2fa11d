"""Context of a problem's page: the problem, the attempt, what the reader may see of it; and what pages share."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode

from htpy import Element, Node, a, form, input, nav

from yurei import rules
from yurei.apps.web.board.board import Say
from yurei.apps.web.problems.attempt import Attempt
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PROBLEMS
from yurei.languages import N_, Words, translation
from yurei.problems import Input, Line, Problem, SolvingState, Status, Step, kind_of
from yurei.problems.files import Place, number_of
from yurei.problems.solving import turns


@dataclass(frozen=True)
class Shown:
    """Context of a page.

    Attributes:
        problem: The problem.
        attempt: The attempt.
        state: What the solver knows after its answers.
        place: The place of the problem in its series.
        language: The reader's language.
        base: The address of this server as the reader has reached it.
        game: The slug of the game to which the reader keeps, so that the next problem has it too; empty for any.
        tool: The action of the tool that was used last; empty for the first of the tools.
        hints: The hints for the next answer that were asked for.
        solution: The steps of the solution; empty while the problem is open.
        attempts: The number of the reader's attempts, this one among them; 0 while the problem is open.
        due: The id of another problem that comes back today; None if there is none.
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
    solution: Sequence[Step] = field(default=())
    attempts: int = 0
    due: str | None = None

    @cached_property
    def say(self) -> Say:
        """Translator into the reader's language."""
        return translation(self.language).gettext

    @property
    def status(self) -> Status:
        """Whether the problem is open, solved or failed; giving up is a failure."""
        return Status.FAILED if self.attempt.given_up and self.state.status is Status.OPEN else self.state.status

    @property
    def is_open(self) -> bool:
        """Whether the problem can still be answered."""
        return self.status is Status.OPEN

    @property
    def input(self) -> Input:
        """The form in which the problem is answered."""
        return kind_of(self.problem.kind).input(self.problem)

    @cached_property
    def turns(self) -> list[list[Line]]:
        """The lines of the transcript by turn."""
        return turns(self.state.lines)

    @property
    def turn_shown(self) -> int | None:
        """Number of the turn after which the board is shown; None for the present."""
        number = self.attempt.look
        return number if self.has_board_history and number is not None and number < len(self.turns) else None

    @property
    def has_board_history(self) -> bool:
        """Whether the board can be shown as it was after each turn."""
        return bool(self.turns) and self.input is not Input.BOARD

    @property
    def address(self) -> str:
        """The address of the page."""
        return address_of(self.problem.id, self.game)

    @property
    def series_address(self) -> str:
        """The address of the series with the problem."""
        return series_address(self.problem.kind, self.problem.grade, self.place.series, self.game)

    @property
    def title(self) -> str:
        """The name of the kind in the reader's language."""
        return self.say(kind_of(self.problem.kind).title)


def name_of(problem: Problem, say: Say) -> str:
    """Return the name of a problem, for people: its kind and its number in it."""
    return f"{say(kind_of(problem.kind).title)} {number_of(problem.id)}"


def address_of(identifier: str, game: str = "") -> str:
    """Return the address of a problem's page; ``game`` is the slug to which the series is narrowed."""
    return _with_query(f"/problems/{identifier}", game=game)


def series_address(kind: str, grade: int, number: int | None = None, game: str = "") -> str:
    """Return the address of a series of a kind and a grade; without a number that of the first one that is not done."""
    return _with_query(f"/problems/series/{kind}/{grade}", series=number, game=game)


def overview_address(game: str = "") -> str:
    """Return the address of the overview; with the slug of a game that of its series there."""
    return f"{PROBLEMS}?game={game}#series" if game else PROBLEMS


def sheet_address(**chosen: object) -> str:
    """Return the address of the printed sheet of a kind, a grade and a game; empty values are left out."""
    return _with_query("/problems/sheet", **chosen)


def _with_query(path: str, **fields: object) -> str:
    given = {name: value for name, value in fields.items() if value}
    return f"{path}?{urlencode(given)}" if given else path


def game_filter(problems: Collection[Problem], chosen: str, address: Callable[[str], str], say: Say) -> Node:
    """Draw links that narrow problems to one of their games; ``address`` gives the address by the slug of a game.

    Nothing is drawn where there is nothing to choose.
    """
    slugs = {problem.settings.ruleset.slug for problem in problems}
    if len(slugs) < 2 and not chosen:
        return None
    named = [("", say(N_("All games"))), *((each.slug, say(each.title)) for each in rules.ALL if each.slug in slugs)]
    return nav(".toolbar.numbers", aria_label=say(N_("Game")))[
        (
            a(".button", href=address(slug), aria_current="true" if slug == chosen else None)[title]
            for slug, title in named
        )
    ]


def front_page(title: str, content: Node, language: str, *extras: str) -> str:
    """Return a page about problems with nothing to answer; ``extras`` are its further style sheets and modules."""
    extras = ("front.css", "problems.css", *extras)
    return document(title, content, language, extras=extras, here=PROBLEMS, table=False)


def post(shown: Shown, *content: Node, id: str | None = None, kind: str | None = None) -> Element:
    """Draw a form with an action of the solver, by its visible elements, its id and its class.

    It brings the whole attempt with it, as the server keeps none.
    """
    fields = (input(type="hidden", name=name, value=value) for name, value in shown.attempt.fields())
    return form(id=id, class_=kind, method="post", action=shown.address, data_problem="")[fields, content]
