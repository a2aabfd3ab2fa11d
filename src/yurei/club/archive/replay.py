"""Replay of a game that has ended: the true board, each seat's view, and the announcements of another referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from yurei import records
from yurei.club.game.game import Game, Judged
from yurei.club.game.record import record_of
from yurei.club.model.action import pencilled
from yurei.club.model.stored import EventKind
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.referee.referee import Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import referee_of
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY, Colour, colour_of
from yurei.rules.judge import Verdict
from yurei.rules.state import Kind

MOST_AGAIN = 1500
"""Most tries that another referee judges again in one request."""

EVENTS: Mapping[str, Callable[[Verdict], bool]] = {
    "capture": lambda verdict: bool(verdict.captured or verdict.own_losses),
    "atari": lambda verdict: bool(verdict.atari),
    "refusal": lambda verdict: not verdict.accepted,
    "pass": lambda verdict: verdict.accepted and verdict.attempt.kind is Kind.PASS,
}
"""Kinds of events that a reader can jump to, each with its test of a verdict."""


def events_of(game: Game) -> dict[str, list[int]]:
    """Return the numbers of the tries at which each kind of event happened.

    Raises:
        NotOver: before the end.
    """
    game.table.reveal()
    return {
        kind: [number for number, judged in enumerate(game.judged, 1) if is_one(judged.verdict)]
        for kind, is_one in EVENTS.items()
    }


def another_referee(game: Game, name: str, sight: int | None) -> Referee | None:
    """Return the referee with a name and a sight, to judge the game again; None to keep the game's own.

    Args:
        game: The game that was played.
        name: The referee's name; empty for the game's own.
        sight: How far a stone sees; None for the referee's default.

    Raises:
        BadSettings: if the referee takes no sight, or the sight is not valid.
        Unknown: if there is no referee of that name.
    """
    if sight is None:
        return referee_of({"referee": name}) if name else None
    if name:
        return referee_of({"referee": name, "sight": sight})
    own = game.settings.referee
    own.check_takes_sight()
    return replace(own, sight=sight)


@dataclass(frozen=True)
class ReplayMoment:
    """The state of an ended game after a number of tries.

    Attributes:
        number: Number of tries.
        truth: The reference board.
        tried: The last try; None before the first.
        referee: The referee whose announcements are shown.
        views: The view of each seat.
        said: What all were told of the last try; None before the first.
        believed: The pencil marks of each seat just before the next try.
    """

    number: int
    truth: bytes
    tried: Judged | None
    referee: Referee
    views: Mapping[str, View]
    said: Told | None
    believed: Mapping[str, Mapping[int, str]]

    @classmethod
    def of(cls, game: Game, number: int, referee: Referee | None = None) -> ReplayMoment:
        """Return the moment after a number of tries, or after the last one if there are fewer.

        Args:
            game: The game that was played.
            number: Number of tries.
            referee: A referee to judge the same tries in place of the game's own.

        Raises:
            NotOver: before the end.
            BadValue: if another referee would have to judge more than ``MOST_AGAIN`` tries.
        """
        truth = game.reference
        number = min(number, len(game.judged))
        tried = game.judged[number - 1] if number else None
        if number < len(game.judged):
            truth = tried.verdict.after.cells if tried else game.opening.cells
        known = _as_played(game, number) if referee is None else _judged_again(game, number, referee)
        return cls(
            number=number,
            truth=truth,
            tried=tried,
            referee=game.settings.referee if referee is None else referee,
            views={seat.name: known(seat.name) for seat in game.settings.seating.seats},
            said=known(AUDIENCE.name).heard[-1] if number else None,
            believed=believed(game, number),
        )

    def guesses(self, seat: str) -> dict[int, bool]:
        """Return the points where a seat's pencil marks made a claim, and whether the claim was right."""
        view, right = self.views[seat], {}
        for point, mark in self.believed[seat].items():
            here = colour_of(self.truth[point])
            if mark in ("black", "white"):
                right[point] = here is not None and here.word == mark
            elif mark == "dead" and view.board[point] != EMPTY:
                right[point] = here is not colour_of(view.board[point])
        return right


def _as_played(game: Game, number: int) -> Callable[[str], View]:
    """Return a function that gives a seat's view after a number of tries, from what the seat was told until then."""
    empty = Table.of(game.settings, game.setup)
    return lambda name: View.of(empty.view(name), game.view(name).heard[:number])


def known_after(game: Game, seat: str, number: int) -> View:
    """Return the view that a seat had after a number of tries of a game that has ended.

    Raises:
        NotOver: before the end.
    """
    game.table.reveal()
    return _as_played(game, number)(seat)


def _judged_again(game: Game, number: int, referee: Referee) -> Callable[[str], View]:
    """Return a function that gives a seat's view under another referee, by replaying the tries at a new table."""
    if number > MOST_AGAIN:
        raise BadValue(
            N_("another referee can judge at most {most} tries again; choose an earlier move"),
            most=MOST_AGAIN,
        )
    record = record_of(game).under(referee)
    table = Table.of(record.settings, record.setup)
    for _ in islice(records.replay(record, table), number):
        pass
    return table.view


def believed(game: Game, number: int) -> dict[str, dict[int, str]]:
    """Return the pencil marks of each seat after a number of tries, up to the next one."""
    marks: dict[str, dict[int, str]] = {seat: {} for seat in game.pencil}
    tries = 0
    for event in game.events:
        tries += event.kind is EventKind.TRY
        if tries > number:
            break
        if event.kind is EventKind.PENCIL:
            pencilled(marks[event.chair], event.what, game.settings.size)
    return marks


def with_all_points(game: Game, seat: str) -> View:
    """Return the view of a seat; once the game is over, with the point of every try in the announcements."""
    view = game.view(seat)
    return replace(view, heard=_heard(game, view)) if game.over else view


def _heard(game: Game, view: View) -> tuple[Told, ...]:
    tries = iter(game.judged)
    return tuple(
        told if told.outcome is Outcome.LOST_ON_TIME else replace(told, attempt=next(tries).verdict.attempt)
        for told in view.heard
    )


def stones_lost(game: Game, colour: Colour) -> int:
    """Return the number of stones that a colour has lost in a game that has ended; ghosts are not counted.

    Raises:
        NotOver: before the end.
    """
    game.table.reveal()
    return sum(len(each.verdict.removed.stones_of(colour)) for each in game.judged)
