"""The commands ``yurei solve`` and ``yurei analyse``."""

from __future__ import annotations

import json as lines
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yurei.apps.cli.common import BadUsage, progress, report_write_errors
from yurei.errors import unknown
from yurei.rules import BLACK, WHITE, State, get, judge
from yurei.rules.board import LETTERS, board_text, empty_board, read_board
from yurei.rules.points import COLUMNS, Size, size_of
from yurei.rules.state import read_try, start

if TYPE_CHECKING:
    from yurei.kernel.solving import Watch
    from yurei.players import tablebase

ROOM = 300 * 2**20  # bytes for everything but the table
PERIOD = 300.0  # recent seconds whose speed gives the estimate of the time left
Tables = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="Folder of the tables; your data folder by default.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game: alter-igo.")],
    size: Annotated[str, typer.Argument(metavar="SIZE", help="Lines of the board: 3, or 3x4.")],
    tables: Tables = None,
    json: Json = False,
) -> None:
    """Solve a small board: find the winner, and the length of the game, for each position.

    The table is kept for `yurei analyse` and for the line protocol. Boards have 20 points at most. To continue
    after an interruption, give the same command again.
    """
    from yurei.players import tablebase

    tablebase.check_ruleset(get(game))
    board = tablebase.upright_size(size_of(size))
    if board.points > tablebase.MOST_POINTS:
        raise BadUsage(f"boards of up to {tablebase.MOST_POINTS} points can be solved; {board} has {board.points}")
    place = tablebase.table_folder(tables)
    with report_write_errors(place, "--tables", "a folder"):  # fail now rather than after an hour
        place.mkdir(parents=True, exist_ok=True)
    if board in tablebase.openings():
        known = tablebase.value_of(tablebase.openings()[board], empty_board(board), board, BLACK)
        typer.echo(f"{board}: {_outcome_text(known)}. Making the table of all positions.", err=True)
    facts, path = make_table(board, place)
    outcome = tablebase.value_of(tablebase.find_values(place, board), empty_board(board), board, BLACK)
    if json:
        plain = {"ruleset": game, "width": board.width, "height": board.height, **_outcome_values(outcome)}
        typer.echo(lines.dumps({**plain, **facts, "table": str(path)}))
        return
    positions = facts["won"] + facts["drawn"] + facts["lost"]
    typer.echo(
        f"{board}, the board empty and Black to move: {_outcome_text(outcome)}.\n"
        f"{positions:,} positions: who is to move wins {facts['won']:,}, draws {facts['drawn']:,}, loses "
        f"{facts['lost']:,}; the longest win takes {facts['longest']} moves.\nKept in {path}."
    )


def analyse(
    board: Annotated[str, typer.Argument(metavar="BOARD", help="Rows from the top joined by /: . empty, B W stones.")],
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVE", help="Moves from there, such as B2 A1, each side in turn.")
    ] = None,
    to_move: Annotated[str, typer.Option(metavar="COLOUR", help="Side to move: black or white.")] = "black",
    game: Annotated[str, typer.Option(metavar="GAME", help="The game: alter-igo.")] = "alter-igo",
    tables: Tables = None,
    json: Json = False,
) -> None:
    """Print the value of a position and of each of its moves, and the line of best play.

    The values are read from the table of a solved board. Boards of up to 9 points need no table, and neither do the first
    moves on boards of 17 to 20 points.
    """
    from yurei.players import tablebase

    ruleset = get(game)
    tablebase.check_ruleset(ruleset)
    colours = {colour.word: colour for colour in (BLACK, WHITE)}
    if to_move not in colours:
        raise unknown("colour to play", to_move, colours)
    _, size = read_board(board)
    state = _play_moves(start(ruleset, size, first=colours[to_move], setup=board), moves or ())
    values = tablebase.find_values(tablebase.table_folder(tables), size)
    analysis = tablebase.analyse(values, state.cells, size, state.to_move)
    if isinstance(values, tablebase.Opening):
        points, after = analysis.best[:1], f"; for more, make a table with {values.command}"
    else:
        points = tablebase.line_of_play(values, state.cells, size, state.to_move)
        after = "." if analysis.outcome.winner else ", and a position comes again."
    line = [size.name(point) for point in points]
    if not json:
        typer.echo(_format_analysis(analysis, " ".join(line) + after))
        return
    plain = {
        "ruleset": game,
        "board": board_text(analysis.cells, size),
        "to_move": analysis.to_move.word,
        **_outcome_values(analysis.outcome),
        "best": [size.name(point) for point in analysis.best],
        "moves": {size.name(point): _outcome_values(outcome) for point, outcome in analysis.moves.items()},
        "line": line,
    }
    typer.echo(lines.dumps(plain))


def _play_moves(state: State, moves: Iterable[str]) -> State:
    """Return the state after moves from a state; raise Unusable if a move is illegal."""
    for number, move in enumerate(moves, 1):
        verdict = judge(state, read_try(move, state.size))
        if verdict.reason is not None:
            raise BadUsage(f"move {number}, {move}, is illegal: {verdict.reason.value}")
        state = verdict.after
        if state.result is not None:
            raise BadUsage(f"the game is over after move {number}, {move}: {state.result.by.value}; leave it out")
    return state


def _outcome_values(outcome: tablebase.Outcome) -> dict[str, Any]:
    return {"value": outcome.winner.word if outcome.winner else "draw", "distance": outcome.distance}


def _outcome_text(outcome: tablebase.Outcome) -> str:
    if outcome.winner is None or outcome.distance is None:
        return "a draw"
    moves = "1 move" if outcome.distance == 1 else f"{outcome.distance} moves"
    return f"{outcome.winner.word.capitalize()} wins in {moves}"


def _format_analysis(analysis: tablebase.Analysis, line: str) -> str:
    """Return a text about an analysed position: value, line of best play, and the board with the value of each move."""
    size, mover = analysis.size, analysis.to_move
    cells = [f"{LETTERS[cell]:>4}" for cell in analysis.cells]
    for point, outcome in analysis.moves.items():
        sign = "=" if outcome.winner is None else f"{'+' if outcome.winner is mover else '-'}{outcome.distance}"
        cells[point] = f"{sign:>4}"
    columns = "   " + "".join(f"{letter:>4}" for letter in COLUMNS[: size.width])
    rows = [
        f"{row + 1:3}{''.join(cells[row * size.width : (row + 1) * size.width])}{row + 1:3}"
        for row in reversed(range(size.height))
    ]
    best = " ".join(size.name(point) for point in analysis.best)
    judged = f"All moves lose; longest: {best}." if analysis.outcome.winner is mover.opponent else f"Best: {best}."
    heading = [f"{mover.word.capitalize()} to move: {_outcome_text(analysis.outcome)}.", f"Line of play: {line}"]
    legend = f"+n wins in n moves, -n loses in n, = draws. {judged}"
    return "\n".join([*heading, columns, *rows, columns, legend])


def make_table(board: Size, place: Path) -> tuple[dict[str, int], Path]:
    """Solve a board and write the table of its values; return statistics of the solution, and the table's path."""
    from yurei.kernel.solving import WRITE, Checkpoints, Solver
    from yurei.players import tablebase

    needed, there = ((3**board.points + ROOM) / 2**30, _memory_size() / 2**30)  # a byte for each number of a position
    if needed > there:
        raise BadUsage(f"solving {board} takes {needed:.1f} GiB of memory, this machine has {there:.1f}")
    checkpoints = Checkpoints((place / tablebase.table_name(board)).with_suffix(".unfinished"))
    solver = Solver(board.width, board.height)
    with _progress_bar() as watch:

        def reduced() -> Iterator[memoryview[int]]:
            done = 0
            for piece in solver.reduced(tablebase.symmetries(board)):
                done += piece.size
                yield piece.data
                watch(WRITE, done, 3**board.points)

        facts = asdict(solver.solve(watch, checkpoints))
        with report_write_errors(place, "--tables", "a folder"):
            path = tablebase.write_table(place, board, facts, reduced())
    checkpoints.remove()
    return facts, path


def _memory_size() -> float:
    """Return the size of this machine's memory in bytes; infinity if it is unknown."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return float("inf")


@contextmanager
def _progress_bar() -> Iterator[Watch]:
    """Show a progress bar with the stage of solving and the time left, if standard error is a terminal."""
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
        TimeElapsedColumn(), TextColumn("at most"), TimeRemainingColumn(), TextColumn("more"),
    )  # fmt: skip
    with progress(*columns, speed_estimate_period=PERIOD) as bar:
        task = bar.add_task("", total=None)
        stages = [""]

        def watch(stage: str, done: int, most: int) -> None:
            if stage != stages[-1]:
                stages.append(stage)
                bar.reset(task, description=stage, total=most)
            bar.update(task, completed=done)

        yield watch
