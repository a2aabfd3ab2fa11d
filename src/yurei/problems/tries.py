"""The short form in which a problem's file keeps what a seat, or the audience, was told of each try.

    {"seat":"black","try":"A3"}                        the seat's own move; nothing was announced but the turn
    {"seat":"white"}                                   a move of the opponent
    {"seat":"white","told":{"verdict":"illegal"}}      a refused try of the opponent
    {"seat":"white","told":{"captured_points":["A3"]}} a capture

``told`` has the names of the line protocol, see ``yurei.referee.plain``. Everything that follows is left out:

- ``told`` itself if nothing is in it;
- ``verdict`` of a move, and ``to_move``: the opponent, or after a refused try the same seat again, unless a refused
  try costs the turn; games of problems do not end;
- all that the referee never tells, and what is empty, 0, false or null;
- ``captured_count`` and ``lost_count`` where the points are told: their number;
- ``vanished`` if it has the points of the seat's own pieces that the same message names, and no others.

``try`` stands beside ``told``; it is the seat's own try, in text form. Tries of the opponent have none.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from yurei.errors import BadSettings, YureiError
from yurei.languages import N_, Words
from yurei.problems.problem import BadProblem, Problem
from yurei.problems.solving import Line, Step, seat_of
from yurei.referee.plain import read_told, told_values, try_values
from yurei.referee.referee import FailedTry
from yurei.referee.seating import Seat
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW
from yurei.referee.told import Outcome, Told, tell
from yurei.referee.view import View
from yurei.rules.board import Colour, empty_board
from yurei.rules.judge import judge
from yurei.rules.points import shorten
from yurei.rules.state import PASS, read_try, start, stone

MOST_TRIES = 60
"""Greatest number of tries of a problem."""
LARGEST_BOARD = 25
"""Greatest number of points of the board of a problem with tries."""
COUNTS = {"captured_count": "captured_points", "lost_count": "lost_points"}
"""Names of numbers of pieces, by the name of the points in whose presence they are left out."""
_LEFT_OUT = {"try", "to_move"}


def check_settings(settings: Settings) -> None:
    """Raise ``BadSettings`` unless a game can have problems with tries."""
    if not settings.referee.hides:
        raise BadSettings(N_("the referee {referee} hides nothing; try kriegspiel"), referee=settings.referee.slug)
    if settings.size.points > LARGEST_BOARD or settings.size.points < 2 or settings.handicap:
        message = N_("such problems are for boards of 2 to {most} points without a handicap, not for {size}")
        raise BadSettings(message, most=LARGEST_BOARD, size=settings.size)
    if len(settings.seating.seats) != len(Colour):
        raise BadSettings(N_("such problems are for two players"))


def view_of(problem: Problem) -> View:
    """Return what the solver's seat knows after all tries of a problem; raise a ``YureiError`` if it is invalid."""
    settings = problem.settings
    check_settings(settings)
    names = [*(seat.name for seat in settings.seating.seats), "audience"]
    if (name := problem.more.get("seat")) not in names:
        raise BadProblem(N_("seat is one of {known}, not {name}"), known=", ".join(names), name=shorten(name))
    opening = View.begin(settings, settings.seating.seat(str(name)), empty_board(settings.size))
    return View.of(opening, read_tries(problem.more.get("tries"), opening))


def view_after(problem: Problem, tries: Iterable[Line | Step]) -> View:
    """Return the view of the solver's seat after some tries; the game begins with the board of the task if any."""
    settings = problem.settings
    given = None if "tries" in problem.more else problem.board
    opening = View.begin(settings, seat_of(settings, problem.to_move), given or empty_board(settings.size))
    return View.of(opening, [each.told for each in tries if each.told is not None])


def question_name(problem: Problem, known: Collection[str]) -> str:
    """Return the name of a problem's question; raise ``BadProblem`` unless it is among ``known``."""
    name = problem.more.get("question")
    if name not in known:
        raise BadProblem(N_("question is one of {known}, not {name}"), known=", ".join(known), name=repr(name)[:40])
    return str(name)


def read_tries(tries: object, opening: View) -> tuple[Told, ...]:
    """Parse the short form of tries; return what the listener was told of each."""
    if not isinstance(tries, list) or not 0 < len(tries) <= MOST_TRIES:
        raise BadProblem(N_("tries is a list of 1 to {most} tries"), most=MOST_TRIES)
    heard: list[Told] = []
    for number, entry in enumerate(tries, 1):
        to_move = heard[-1].to_move if heard else opening.to_move
        try:
            heard.append(_read_try(entry, opening, str(to_move)))
        except BadProblem as error:
            raise BadProblem(N_("try {number}: {error}"), number=number, error=error.words) from None
    return tuple(heard)


def _read_try(entry: object, opening: View, to_move: str) -> Told:
    settings, listener = opening.settings, opening.seat
    if (
        not isinstance(entry, dict)
        or not isinstance(entry.get("told", {}), dict)
        or entry.keys() - {"seat", "try", "told"}
    ):
        raise BadProblem(N_("a try is an object such as {example}"), example='{"seat":"black","try":"A3"}')
    if entry.get("seat") != to_move:
        raise BadProblem(N_("{to_move} is to move, not {seat}"), to_move=to_move, seat=shorten(entry.get("seat")))
    given: Mapping[str, Any] = entry.get("told", {})
    verdict = given.get("verdict", Outcome.MOVED)
    if verdict not in (Outcome.MOVED, Outcome.ILLEGAL, Outcome.PASSED):
        raise BadProblem(N_("a verdict is moved, illegal or passed, not {verdict}"), verdict=shorten(verdict))
    quiet = told_outcome(settings, to_move, listener, Outcome(verdict))
    values = told_values(quiet, settings.size)
    told = {key for key in values.keys() - _LEFT_OUT if values[key] is not None}
    if settings.referee.reasons and verdict == Outcome.ILLEGAL:
        told.add("reason")
    for key in given:
        if key not in told:
            message = N_("the referee {referee} does not tell {key} here")
            raise BadProblem(message, referee=settings.referee.slug, key=shorten(key))
    values |= {"try": _try_values(entry, opening, to_move, Outcome(verdict))}
    return _read_values(values, given, opening, to_move)


def _try_values(entry: Mapping[str, Any], opening: View, to_move: str, verdict: Outcome) -> dict[str, Any] | None:
    """Return a try as plain values; None if the listener does not know it."""
    settings, tried = opening.settings, entry.get("try")
    if to_move != opening.seat.name:
        if tried is not None:
            raise BadProblem(N_("only {seat} knows this try; leave it out"), seat=to_move)
        return try_values(PASS, settings.size) if verdict is Outcome.PASSED else None
    try:
        attempt = read_try(tried, settings.size)
    except YureiError as error:
        raise BadProblem("{error}", error=error.words) from None
    if (attempt == PASS) is not (verdict is Outcome.PASSED) and not (attempt == PASS and verdict is Outcome.ILLEGAL):
        raise BadProblem(N_("a pass has the verdict passed, and nothing else has"))
    return try_values(attempt, settings.size)


def _read_values(values: dict[str, Any], given: Mapping[str, Any], opening: View, seat: str) -> Told:
    settings = opening.settings
    try:
        values |= given
        for count, points in COUNTS.items():
            if values[points] is not None and count not in given:
                values[count] = None if values[count] is None else len(values[points])
        told = read_told(values, settings, seat)
        return told if "vanished" in given else replace(told, vanished=_named_points(told, opening.seat, settings))
    except (KeyError, TypeError, ValueError, YureiError) as error:
        words = error.words if isinstance(error, YureiError) else Words(str(error))
        raise BadProblem(N_("no referee tells this: {error}"), error=words) from None


def told_outcome(settings: Settings, seat: str, listener: Seat, outcome: Outcome) -> Told:
    """Return what a listener is told of a try if nothing but its outcome is announced. The try itself is left out."""
    mover = settings.seating.seat(seat)
    assert mover.colour is not None
    verdict = judge(start(settings.ruleset, settings.size, first=mover.colour), stone(0))
    verdict = replace(verdict, atari=frozenset())
    keeps_turn = outcome is Outcome.ILLEGAL and settings.referee.failed_try is FailedTry.RETRY
    seen = NOTHING_NEW if settings.referee.sight else None
    to_move = seat if keeps_turn else seat_of(settings, mover.colour.opponent).name
    told = tell(settings.referee, verdict, mover, listener, empty_board(settings.size), to_move, seen)
    return replace(told, outcome=outcome, attempt=None, result=None)


def _named_points(told: Told, listener: Seat, settings: Settings) -> tuple[int, ...] | None:
    """Return the points at which a message says that the listener's own pieces were removed."""
    if not settings.referee.vanishes:
        return None
    points = None if listener.colour is None else told.lost_by(listener.colour)[0]
    return points or ()


def write_tries(heard: Iterable[Told], settings: Settings, listener: Seat) -> list[dict[str, Any]]:
    """Return what a listener was told of tries in the short form that ``read_tries`` reads."""
    return [_write_try(told, settings, listener) for told in heard]


def _write_try(told: Told, settings: Settings, listener: Seat) -> dict[str, Any]:
    size, entry = settings.size, {"seat": told.seat}
    if told.seat == listener.name and told.attempt is not None:
        entry["try"] = told.attempt.text(size)
    quiet = told_values(told_outcome(settings, told.seat, listener, Outcome.MOVED), size)
    values = told_values(told, size)
    said = {key: values[key] for key in values if key not in _LEFT_OUT and values[key] != quiet[key]}
    for count, points in COUNTS.items():
        if count in said and values[points] is not None and len(values[points]) == values[count]:
            del said[count]
    said.pop("vanished", None)
    if told.vanished != _named_points(told, listener, settings):
        said["vanished"] = values["vanished"]
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in said.items()}
    return {**entry, "told": plain} if plain else entry
