"""Route by which programs ask for the values of a position on a solved board."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from yurei.apps.web.analysis import Walk
from yurei.club.programs.solved.boards import Position, SolvedBoards, Solving, State, Unsolved
from yurei.errors import BadBoard, NoTable
from yurei.languages import N_
from yurei.players.tablebase import Outcome
from yurei.rules.board import BLACK, board_text

Winner = Literal["black", "white", "draw"]


class Value(BaseModel):
    """End of a game if both sides play best."""

    value: Winner = Field(description="The winner, or ``draw``.")
    distance: int | None = Field(description="After how many moves, counted for both colours; null for a draw.")


class Analysed(BaseModel):
    """Values of a position on a solved board, and of its moves."""

    board: str = Field(description="The position.")
    to_move: str = Field(description="Who is to move.")
    solved: int = Field(
        description="How much of the board is solved, in percent. Below 100 there are no values yet; ask again after a second."
    )
    value: Winner | None = Field(default=None, description="The winner, or ``draw``.")
    distance: int | None = Field(
        default=None, description="After how many moves, counted for both colours; null for a draw."
    )
    best: list[str] = Field(
        default=[], description="The best moves: of the winner the quickest, of the loser those that delay longest."
    )
    moves: dict[str, Value] = Field(
        default={}, description="The value of every move, by point; empty where only the position's own value is known."
    )
    line: list[str] = Field(
        default=[],
        description="Best moves of both to the end, in a draw until a position comes again; where only the first moves of "
        "a board are known, one of these.",
    )


def analysis_route(router: APIRouter, boards: SolvedBoards) -> None:
    """Add the route that analyses a position."""

    @router.get("/analysis", responses={202: {"model": Analysed, "description": "The board is being solved."}})
    async def analyse(
        response: Response,
        board: Annotated[
            str,
            Query(max_length=100, description="Rows from the top joined by ``/``: ``.`` empty, ``B`` ``W`` stones."),
        ],
        to_move: Annotated[str, Query(description="``black`` or ``white``.")] = "black",
        ruleset: Annotated[str, Query(description="The game; ``alter-igo`` alone is solved.")] = "alter-igo",
    ) -> Analysed:
        """Values of a position of a solved board and of each of its moves, and the line of best play."""
        walk = Walk.read({"board": board, "to_move": to_move, "ruleset": ruleset})
        if walk.state is None:
            raise BadBoard(N_("a set-up position has a liberty for every string; this one has a string without"))
        state = await boards.analyse(Position(walk.cells, walk.size, walk.to_move))
        if isinstance(state, Solving):
            response.status_code = 202
            response.headers["Retry-After"] = "1"
        return _analysed(walk, state)


def _analysed(walk: Walk, state: State) -> Analysed:
    """Return the answer about a position; raises NoTable if its value is not known."""
    text, mover = board_text(walk.cells, walk.size), walk.to_move.word
    if isinstance(state, Unsolved):
        raise NoTable(state.why.template, **state.why.fields)
    if isinstance(state, Solving):
        return Analysed(board=text, to_move=mover, solved=state.percent)
    whole, name, found = _value(state.outcome), walk.size.name, state.analysis
    return Analysed(
        board=text,
        to_move=mover,
        solved=100,
        value=whole.value,
        distance=whole.distance,
        best=[name(point) for point in found.best] if found else [],
        moves={name(point): _value(outcome) for point, outcome in found.moves.items()} if found else {},
        line=[name(point) for point in state.line],
    )


def _value(outcome: Outcome) -> Value:
    winner: Winner = "draw" if outcome.winner is None else "black" if outcome.winner is BLACK else "white"
    return Value(value=winner, distance=outcome.distance)
