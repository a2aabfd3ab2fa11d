"""API routes to list and answer problems, and to get the values of positions on solved boards.

The answer to a problem is not sent before the program has answered.
"""

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from yurei import rules
from yurei.apps.web.api.models import RequestModel
from yurei.apps.web.frame.http import language_of, run_for_client
from yurei.apps.web.parts.walk import Walk
from yurei.club.programs.solved import Position, SolvedBoards, SolvingProgress, State, UnsolvedPosition
from yurei.club.solver import Solver
from yurei.errors import BadBoard, NoTable, unknown
from yurei.languages import N_, translation
from yurei.players.tablebase import Outcome
from yurei.problems import KINDS, Problem, SolvingState, Status, Step, kind_of, matching, shipped, today
from yurei.problems.wording import line_text, rules_text, step_text
from yurei.referee.plain import told_values
from yurei.rules.board import BLACK, board_text

ON_A_PAGE = 50


class Asking(BaseModel):
    """A problem without its answer, as the solver first sees it."""

    id: str = Field(description="The name of the problem.")
    kind: str = Field(description="The kind of problem.", json_schema_extra={"enum": list(KINDS)})
    grade: int = Field(description="Difficulty, from 1 to 9.")
    game: str = Field(
        description="The game, the referee and what they do not announce, in the language of ``Accept-Language``."
    )
    task: str = Field(description="The task, in the language of ``Accept-Language``.")
    input: str = Field(
        description="The form of an answer: ``try``, one try at a time; ``points``, all points separated by spaces; "
        "``choice``, the number of one of ``choices``; ``board``, a whole board."
    )
    question: dict[str, Any] = Field(description="The problem as in the file of the collection, without its answer.")
    address: str = Field(description="The address of its page.")


class Listed(BaseModel):
    """One page of a list of problems."""

    count: int = Field(description="Number of problems of this kind, grade and game.")
    problems: list[Asking] = Field(description=f"The problems of this page, at most {ON_A_PAGE}.")
    following: int | None = Field(description="The number of the next page; null on the last one.")


class Answer(RequestModel):
    """The solver's answers to a problem so far, oldest first."""

    answers: list[Annotated[str, Field(max_length=700)]] = Field(
        max_length=200,
        examples=[["C4", "ghost C1", "pass"]],
        description="The answers in order; ``input`` of the problem says in which form.",
    )


class Tried(BaseModel):
    """A line in the transcript of a problem: a try or an answer, and what was said about it."""

    seat: str = Field(description="The seat that made the try.")
    tried: str | None = Field(description="The try; null if the solver does not know it.")
    said: str = Field(description="The announcement, in the language of ``Accept-Language``.")
    told: dict[str, Any] | None = Field(description="What the referee told the solver, as in the line protocol.")


class Branch(BaseModel):
    """A step of a solution, and the steps that may follow it."""

    seat: str = Field(description="The seat that tries or answers.")
    tried: str | None = Field(description="The try; null if the solver is not told.")
    said: str = Field(description="The announcement.")
    branches: "list[Branch]" = Field(description="The possible next steps; several if they depend on the other side.")


class Judged(BaseModel):
    """The state of a problem after the solver's answers."""

    status: str = Field(description="``open``, ``solved`` or ``failed``.")
    board: str | None = Field(description="The solver's board, rows from the top; after the end a true board.")
    lines: list[Tried] = Field(description="The transcript.")
    marked: dict[str, list[str]] = Field(description="Points that are marked, by the kind of mark.")
    boards: int | None = Field(description="Number of boards that still fit; null if it is not shown.")
    note: str | None = Field(description="An explanation of the result; null while the problem is open.")
    answer: list[str] | None = Field(description="The right answer; null while the problem is open.")
    solution: list[Branch] = Field(description="The solution; empty while the problem is open.")


def problem_routes(router: APIRouter, solver: Solver, day: Callable[[], date]) -> None:
    """Add the routes for problems; ``day`` returns the current day in UTC."""

    @router.get("/problems")
    async def list_problems(
        request: Request,
        kind: Annotated[str | None, Query(max_length=40, description="A kind of problem; omit it for all.")] = None,
        grade: Annotated[int | None, Query(ge=1, le=9, description="A grade; omit it for all.")] = None,
        ruleset: Annotated[str | None, Query(max_length=40, description="A game; omit it for all.")] = None,
        page: Annotated[
            int, Query(ge=1, lt=10_000, description=f"Number of the page, from 1; a page has {ON_A_PAGE} problems.")
        ] = 1,
    ) -> Listed:
        """List the problems of this server, filtered by kind, grade and game."""
        if kind is not None and kind not in KINDS:
            raise unknown("kind of problem", kind, KINDS)
        if ruleset is not None:
            rules.get(ruleset)
        found, last = matching(kind, grade, ruleset), page * ON_A_PAGE
        shown = found[last - ON_A_PAGE : last]
        listed = [_describe_question(problem, language_of(request.headers, {})) for problem in shown]
        return Listed(count=len(found), problems=listed, following=page + 1 if last < len(found) else None)

    @router.get("/problems/today")
    async def todays_problem(
        request: Request,
        kind: Annotated[
            str | None, Query(max_length=40, description="A kind of problem; omit it for the kind of the day.")
        ] = None,
    ) -> Asking:
        """Return today's problem of a kind, the same for everybody. Days begin at midnight UTC."""
        return _describe_question(today(kind, day()), language_of(request.headers, {}))

    @router.get("/problems/{problem}")
    async def read_problem(request: Request, problem: str) -> Asking:
        """Return a problem without its answer."""
        return _describe_question(shipped(problem), language_of(request.headers, {}))

    @router.post("/problems/{problem}/answer")
    async def answer_problem(request: Request, problem: str, answer: Answer) -> Judged:
        """Answer a problem. The server keeps nothing: send all answers so far each time. Nobody's progress is changed."""
        asked, answers = shipped(problem), tuple(answer.answers)
        state = await run_for_client(request, solver.after(problem, answers))
        steps = () if state.status is Status.OPEN else await run_for_client(request, solver.solution(problem))
        return _describe_state(asked, state, steps, language_of(request.headers, {}))


def _describe_question(problem: Problem, language: str) -> Asking:
    """Return the description of a problem without its answer."""
    kind, say = kind_of(problem.kind), translation(language).gettext
    return Asking(
        id=problem.id,
        kind=problem.kind,
        grade=problem.grade,
        game=rules_text(problem.settings, language),
        task=kind.prompt(problem).said(say),
        input=kind.input(problem).value,
        question=problem.question,
        address=f"/problems/{problem.id}",
    )


def _describe_state(problem: Problem, state: SolvingState, solution: tuple[Step, ...], language: str) -> Judged:
    """Return the state of a problem after answers; ``solution`` is empty while the problem is open."""
    size, is_open = problem.settings.size, state.status is Status.OPEN
    return Judged(
        status=state.status.value,
        board=None if state.board is None else board_text(state.board, size),
        lines=[
            Tried(
                seat=line.colour.word,
                tried=line.tried,
                said=line_text(line, problem.settings, language),
                told=None if line.told is None else told_values(line.told, size),
            )
            for line in state.lines
        ],
        marked={kind: list(size.names(points)) for kind, points in state.marked.items()},
        boards=state.boards,
        note=None if state.note is None else state.note.said(translation(language).gettext),
        answer=None if is_open else list(problem.answer),
        solution=[_make_branch(step, problem, language) for step in solution],
    )


def _make_branch(step: Step, problem: Problem, language: str) -> Branch:
    return Branch(
        seat=step.colour.word,
        tried=step.tried,
        said=step_text(step, problem.settings, language),
        branches=[_make_branch(each, problem, language) for each in step.branches],
    )


Winner = Literal["black", "white", "draw"]


class Value(BaseModel):
    """The result of a game in which both sides play best."""

    value: Winner = Field(description="The winner, or ``draw``.")
    distance: int | None = Field(description="Number of moves of both sides to the end; null for a draw.")


class Analysed(BaseModel):
    """Values of a position on a solved board, and of its moves."""

    board: str = Field(description="The position.")
    to_move: str = Field(description="The side to move.")
    solved: int = Field(
        description="How much of the board is solved, in percent. Below 100 there are no values yet; ask again after a second."
    )
    value: Winner | None = Field(default=None, description="The winner, or ``draw``.")
    distance: int | None = Field(default=None, description="Number of moves of both sides to the end; null for a draw.")
    best: list[str] = Field(default=[], description="The best moves: the quickest wins, or the longest delays.")
    moves: dict[str, Value] = Field(
        default={}, description="The value of every move, by point; empty if only the value of the position is known."
    )
    line: list[str] = Field(
        default=[],
        description="Best moves of both sides, to the end or until a position repeats; one move if only first moves are known.",
    )


def analysis_route(router: APIRouter, boards: SolvedBoards) -> None:
    @router.get("/analysis", responses={202: {"model": Analysed, "description": "The board is being solved."}})
    async def analyse(
        response: Response,
        board: Annotated[
            str,
            Query(max_length=100, description="Rows from the top joined by ``/``: ``.`` empty, ``B`` ``W`` stones."),
        ],
        to_move: Annotated[str, Query(description="``black`` or ``white``.")] = "black",
        ruleset: Annotated[str, Query(description="The game; only ``alter-igo`` is solved.")] = "alter-igo",
    ) -> Analysed:
        """Return the values of a position on a solved board and of each of its moves, and the line of best play."""
        walk = Walk.read({"board": board, "to_move": to_move, "ruleset": ruleset})
        if walk.state is None:
            raise BadBoard(N_("a set-up position has a liberty for every string; this one has a string without"))
        state = await boards.analyse(Position(walk.cells, walk.size, walk.to_move))
        if isinstance(state, SolvingProgress):
            response.status_code = 202
            response.headers["Retry-After"] = "1"
        return _describe_analysis(walk, state)


def _describe_analysis(walk: Walk, state: State) -> Analysed:
    """Return the values of a position as sent by the API; raise NoTable if they are unknown."""
    text, mover = board_text(walk.cells, walk.size), walk.to_move.word
    if isinstance(state, UnsolvedPosition):
        raise NoTable(state.why.template, **state.why.fields)
    if isinstance(state, SolvingProgress):
        return Analysed(board=text, to_move=mover, solved=state.percent)
    whole, name, found = _make_value(state.outcome), walk.size.name, state.analysis
    return Analysed(
        board=text,
        to_move=mover,
        solved=100,
        value=whole.value,
        distance=whole.distance,
        best=[name(point) for point in found.best] if found else [],
        moves={name(point): _make_value(outcome) for point, outcome in found.moves.items()} if found else {},
        line=[name(point) for point in state.line],
    )


def _make_value(outcome: Outcome) -> Value:
    winner: Winner = "draw" if outcome.winner is None else "black" if outcome.winner is BLACK else "white"
    return Value(value=winner, distance=outcome.distance)
