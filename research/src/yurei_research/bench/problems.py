"""Benchmark of players on problems: how many of each kind and grade a player solves within a budget.

A problem that is answered by tries is played: the player gets its seat's view, tries, and hears what the problem answers.
Where stones are hidden before the first try, the game begins with them being placed, unseen, while the player passes: so
it knows how many there are. A question about the board is answered by what the player is certain of after all that was told.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import chain, combinations, islice
from random import Random
from typing import Any

from yurei import players
from yurei.errors import BadSettings, BadTry
from yurei.players import Budget, Player
from yurei.problems import BadProblem, Input, Line, Problem, Status, kind_of
from yurei.problems.solving import seat_of
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import EMPTY, board_text, empty_board, is_legal, read_board
from yurei.rules.judge import judge
from yurei.rules.state import Kind, start, stone
from yurei_research.bench.measuring import Report, Watch, report

MOST_ANSWERS = 200  # number of answers to one problem after which it counts as failed
MOST_PLACEMENTS = 200  # number of placements of hidden stones that are looked at
SURE = 1e-9  # greatest distance of a chance from one, or from zero, that counts as certain

Chances = Sequence[float]  # for every point the chance that an opponent's piece stands there


class NoAnswerError(Exception):
    """Error when a player cannot answer a problem."""


@dataclass
class Score:
    """Numbers of problems that a player was given, has answered, and has solved."""

    asked: int = 0
    answered: int = 0
    solved: int = 0


@dataclass
class Scores:
    """Scores by player name, kind and grade, with the report of the run."""

    report: Report
    players: dict[str, dict[str, dict[int, Score]]] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        kept = {key: value for key, value in self.report.plain().items() if key != "figures"}
        return {**kept, "players": asdict(self)["players"]}


def solving(
    names: Sequence[str], problems: Iterable[Problem], count: int, playouts: int | None, seed: int, watch: Watch
) -> Scores:
    chosen = choose(problems, count, seed)
    scores = Scores(report("problems", 1, seed, [], []))
    for place, name in enumerate(names):
        for number, problem in enumerate(chosen):
            watch(place * len(chosen) + number, len(names) * len(chosen))
            grades = scores.players.setdefault(name, {}).setdefault(problem.kind, {})
            score = grades.setdefault(problem.grade, Score())
            score.asked += 1
            player = players.get(name, seed)
            budget = player.budget if playouts is None else Budget(playouts=playouts)
            with suppress(NoAnswerError):
                score.solved += solves(player, problem, budget)
                score.answered += 1
    return scores


def choose(problems: Iterable[Problem], count: int, seed: int) -> list[Problem]:
    """Return at most ``count`` random problems of each kind and grade, by kind, then by grade."""
    kinds: dict[str, dict[int, list[Problem]]] = {}
    for problem in problems:
        kinds.setdefault(problem.kind, {}).setdefault(problem.grade, []).append(problem)
    chance = Random(seed)
    groups = (group for grades in kinds.values() for _, group in sorted(grades.items()))
    return [problem for group in groups for problem in chance.sample(group, min(count, len(group)))]


def solves(player: Player, problem: Problem, budget: Budget) -> bool:
    kind = kind_of(problem.kind)
    try:
        player.check(problem.settings)
    except BadSettings as error:
        raise NoAnswerError from error
    if kind.input(problem) is not Input.TRY:
        answer = claim(player, problem)
        return bool(answer) and kind.after(problem, (answer,)).status is Status.SOLVED
    state, answers = kind.begin(problem), list[str]()
    while state.status is Status.OPEN and len(answers) < MOST_ANSWERS:
        attempt = player.choose(view_after(problem, state.lines), budget)
        if attempt.kind is Kind.RESIGN:
            return False
        answers.append(attempt.text(problem.settings.size))
        try:
            state = kind.after(problem, tuple(answers))
        except BadTry:
            return False
    return state.status is Status.SOLVED


def view_after(problem: Problem, lines: Iterable[Line]) -> View:
    """Return the solver's view after a transcript; if nothing is hidden, from a table with the same tries."""
    settings = problem.settings
    if settings.referee.hides:
        return View.of(opening_view(problem), [line.told for line in lines if line.told is not None])
    board = None if problem.board is None else board_text(problem.board, settings.size)
    table = Table.of(replace(settings, first=problem.to_move), board)
    for line in lines:
        if line.tried is not None and table.to_move is not None:
            table.attempt(seat_of(settings, line.colour).name, line.tried)
    return table.view(seat_of(settings, problem.to_move).name)


def opening_view(problem: Problem) -> View:
    """Return the solver's view before the first line of the transcript, in a problem with hidden stones."""
    seat, settings = seat_of(problem.settings, problem.to_move), problem.settings
    if "points" in problem.more.get("hidden", {}):
        return _placed_view(problem)
    known = problem.board if problem.board is not None and "tries" not in problem.more else None
    return View.begin(settings, seat, empty_board(settings.size) if known is None else known)


def _placed_view(problem: Problem) -> View:
    """Return the solver's view after the hidden stones were placed one by one, if possible without an atari."""
    views = islice(_placements(problem), MOST_PLACEMENTS)
    first = next(views, None)
    if first is None:
        raise BadProblem("the hidden stones cannot be placed one after the other")
    quiet = (view for view in chain([first], views) if not any(told.atari_on_opponent for told in view.heard))
    return next(quiet, first)


def _placements(problem: Problem) -> Iterator[View]:
    settings, solver = problem.settings, problem.to_move
    hidden = problem.more["hidden"]
    setup = None if problem.board is None else board_text(problem.board, settings.size)
    points = [settings.size.point(name) for name in hidden["points"]]
    for chosen in combinations(points, hidden["count"]):
        table = Table.of(replace(settings, first=solver.opponent), setup)
        own, other = seat_of(settings, solver).name, seat_of(settings, solver.opponent).name
        for number, point in enumerate(chosen):
            if number:
                table.attempt(own, "pass")
            if not table.attempt(other, stone(point)).accepted:
                break
        else:
            yield table.view(own)


def claim(player: Player, problem: Problem) -> str:
    """Return a player's answer to a problem's question, from what its belief says is certain; may be empty."""
    question = CLAIMS.get(str(problem.more.get("question")))
    if question is None or kind_of(problem.kind).input(problem) is Input.BOARD:
        raise NoAnswerError
    view = view_after(problem, kind_of(problem.kind).begin(problem).lines)
    player.catch_up(view)
    chances = player.believed()
    if chances is None:
        raise NoAnswerError
    return question(view, chances, problem)


def _stones(view: View, chances: Chances, problem: Problem) -> str:
    return _named(view, (point for point, chance in enumerate(chances) if chance >= 1 - SURE))


def _free(view: View, chances: Chances, problem: Problem) -> str:
    return _named(view, _empty(view, chances))


def _legal(view: View, chances: Chances, problem: Problem) -> str:
    """Return the names of points that are certainly empty, and legal on the board with all certain stones."""
    settings, opponent = view.settings, problem.to_move.opponent
    cells = bytes(
        cell if cell != EMPTY or chance < 1 - SURE else opponent
        for cell, chance in zip(view.board, chances, strict=True)
    )
    if not is_legal(cells, settings.size):
        return _free(view, chances, problem)
    board = board_text(cells, settings.size)
    state = start(settings.ruleset, settings.size, settings.komi, problem.to_move, board)
    return _named(view, (point for point in _empty(view, chances) if judge(state, stone(point)).accepted))


def _board(view: View, chances: Chances, problem: Problem) -> str:
    """Return the number of the only board among the choices that the chances allow; empty if there is not one."""
    opponent = problem.to_move.opponent
    fitting = []
    for number, text in enumerate(problem.more["choices"], 1):
        cells = zip(read_board(text, view.settings.size)[0], chances, strict=True)
        if all(chance > SURE if cell == opponent else chance < 1 - SURE for cell, chance in cells):
            fitting.append(str(number))
    return fitting[0] if len(fitting) == 1 else ""


def _empty(view: View, chances: Chances) -> Iterator[int]:
    return (point for point, chance in enumerate(chances) if view.board[point] == EMPTY and chance <= SURE)


def _named(view: View, points: Iterable[int]) -> str:
    size = view.settings.size
    return " ".join(size.names(size.in_order(points)))


CLAIMS: Mapping[str, Callable[[View, Chances, Problem], str]] = {
    "stones": _stones,
    "free": _free,
    "legal": _legal,
    "board": _board,
}
"""By question, the answer that follows from chances."""
