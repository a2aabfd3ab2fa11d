"""A game that has ended, try by try: what was there, what each seat knew, and what another referee would have told them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from yurei import records
from yurei.club.game.game import Game, Judged
from yurei.club.game.record import record_of
from yurei.club.model.pencil import pencilled
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.referee.referee import Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import referee_of
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY, colour_of
from yurei.rules.judge import Verdict
from yurei.rules.state import Kind

MOST_AGAIN = 1500
"""So many tries at most are judged once more for one answer."""

EVENTS: Mapping[str, Callable[[Verdict], bool]] = {
    "capture": lambda verdict: bool(verdict.captured or verdict.own_losses),
    "atari": lambda verdict: bool(verdict.atari),
    "refusal": lambda verdict: not verdict.accepted,
    "pass": lambda verdict: verdict.accepted and verdict.attempt.kind is Kind.PASS,
}
"""What somebody looks for in a game, by what the judge has found of a try."""


def events_of(game: Game) -> dict[str, list[int]]:
    """After how many tries each kind of event has come.

    Raises:
        NotOver: before the end.
    """
    game.table.reveal()
    return {
        kind: [number for number, judged in enumerate(game.judged, 1) if is_one(judged.verdict)]
        for kind, is_one in EVENTS.items()
    }


def another_referee(game: Game, name: str, sight: int | None) -> Referee | None:
    """The referee of a name and with a sight, where that is not how the game was played; None where it is.

    Args:
        game: What was played.
        name: His name; empty for the game's own.
        sight: How far a stone sees; None for what is usual with him.

    Raises:
        BadSettings: where he takes no sight, or the sight is none.
        Unknown: where nobody has that name.
    """
    if sight is None:
        return referee_of({"referee": name}) if name else None
    if name:
        return referee_of({"referee": name, "sight": sight})
    own = game.settings.referee
    own.check_takes_sight()
    return replace(own, sight=sight)


@dataclass(frozen=True)
class Moment:
    """A game that has ended, after so many tries.

    Attributes:
        number: How many tries.
        truth: What stood on the reference board.
        tried: The last of them; None before the first.
        referee: Who spoke, or would have spoken.
        views: What each seat knew.
        said: What all were told of the last try; None before the first.
        believed: The pencil marks of each seat, as they were when the next try came.
    """

    number: int
    truth: bytes
    tried: Judged | None
    referee: Referee
    views: Mapping[str, View]
    said: Told | None
    believed: Mapping[str, Mapping[int, str]]

    @classmethod
    def of(cls, game: Game, number: int, referee: Referee | None = None) -> Moment:
        """The moment after so many tries, or the last one.

        Args:
            game: What was played.
            number: How many tries.
            referee: Who judges the same tries in place of the game's own.

        Raises:
            NotOver: before the end.
            BadValue: where more is to be judged again than is reasonable.
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
        """The points of a seat's pencil marks that said something which was right, or wrong."""
        view, right = self.views[seat], {}
        for point, mark in self.believed[seat].items():
            here = colour_of(self.truth[point])
            if mark in ("black", "white"):
                right[point] = here is not None and here.word == mark
            elif mark == "dead" and view.board[point] != EMPTY:
                right[point] = here is not colour_of(view.board[point])
        return right


def _as_played(game: Game, number: int) -> Callable[[str], View]:
    """What was known after so many tries: it follows from what was told until then."""
    empty = Table.of(game.settings, game.setup)
    return lambda name: View.of(empty.view(name), game.view(name).heard[:number])


def known_after(game: Game, seat: str, number: int) -> View:
    """What a seat knew after so many tries of a game that has ended.

    Raises:
        NotOver: before the end.
    """
    game.table.reveal()
    return _as_played(game, number)(seat)


def _judged_again(game: Game, number: int, referee: Referee) -> Callable[[str], View]:
    """What would have been known: the same tries at a new table, before another referee."""
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
    """The pencil marks of each seat after so many tries, up to the next one."""
    marks: dict[str, dict[int, str]] = {seat: {} for seat in game.pencil}
    tries = 0
    for event in game.events:
        tries += event.kind == "try"
        if tries > number:
            break
        if event.kind == "pencil":
            pencilled(marks[event.chair], event.what, game.settings.size)
    return marks
