"""Summaries of games, and replays and downloads of ended games; for a game in progress these raise ``NotOver``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Self

from yurei import records
from yurei.clocks.controls import read_plain
from yurei.club.game.game import Game, JudgedTry, toggle_mark
from yurei.club.game.record import record_of
from yurei.club.model import stored
from yurei.club.model.stored import ChairSummary, EventKind, Summary
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.records import Entry, sgf
from yurei.records.sgf_write import Step
from yurei.referee.referee import Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import referee_of
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import EMPTY, Colour, board_text, colour_of
from yurei.rules.judge import Verdict
from yurei.rules.state import EndedBy, Kind

_DRAWS = (EndedBy.SCORE, EndedBy.REPETITION, EndedBy.AGREEMENT)
_AFTERWARDS = (EventKind.CHAT, EventKind.REMATCH, EventKind.REMATCH_DECLINE, EventKind.SIT, EventKind.ROUND)
MOST_AGAIN = 1500  # most tries that a different referee judges in one request

EVENTS: Mapping[str, Callable[[Verdict], bool]] = {
    "capture": lambda verdict: bool(verdict.captured or verdict.own_losses),
    "atari": lambda verdict: verdict.mover.opponent in verdict.atari,
    "refusal": lambda verdict: not verdict.accepted,
    "pass": lambda verdict: verdict.accepted and verdict.attempt.kind is Kind.PASS,
}


def summary_of(game: Game) -> Summary:
    """Return the summary of a game in its present state, as it is stored for lists."""
    result, phase = game.result if game.result_is_final else None, phase_of(game)
    if result is None:
        return Summary(phase, tuple(ChairSummary(name, _is_awaited(game, name, phase)) for name in game.chairs))
    return Summary(
        phase=phase,
        chairs=tuple(ChairSummary(name, False, _find_result(game, name)) for name in game.chairs),
        ended=next((each.at for each in reversed(game.events) if each.kind not in _AFTERWARDS), game.stored.made),
        ended_by=result.by.value,
        winner="" if result.winner is None else result.winner.word,
        margin=None if result.margin is None else abs(result.margin),
        board=board_text(game.reference, game.settings.size),
    )


def find_awaited_people(game: Game) -> frozenset[str]:
    """Return the digests of the keys of the people whose move, or agreement to the dead stones, is awaited."""
    phase = phase_of(game)
    if phase == stored.FINAL:
        return frozenset()
    return frozenset(place.key for name, place in game.chairs.items() if place.key and _is_awaited(game, name, phase))


def phase_of(game: Game) -> str:
    """Return the phase of a game, such as playing or counting. All people at its table know the phase."""
    if game.result_is_final:
        return stored.FINAL
    return stored.COUNTING if game.over else stored.WAITING if game.clocks.not_started else stored.PLAYING


def _is_awaited(game: Game, chair: str, phase: str) -> bool:
    """Return whether other players wait for the player on a chair; False if one person plays all seats."""
    if game.settings.seating.hands != "each" or phase == stored.WAITING:
        return False
    own, playout = game.seats_of(chair), game.count.playout
    if phase == stored.PLAYING:
        return game.to_move in own
    if game.count.playing_out and playout is not None:
        return playout.to_move in own
    return not game.colours_of(chair) <= game.count.settled


def _find_result(game: Game, chair: str) -> str:
    result, colours = game.result, game.colours_of(chair)
    assert result is not None
    if len(colours) != 1:
        return stored.NONE
    if result.winner is None:
        return stored.DRAWN if result.by in _DRAWS else stored.NONE
    return stored.WON if result.winner in colours else stored.LOST


def find_turn_start(game: Game) -> datetime:
    """Return the time at which the present turn began. It depends only on events that all people at the table know."""
    tries = [event for event in game.events if event.kind is EventKind.TRY]
    after = game.to_move
    for event in reversed(tries):
        if event.chair != after:
            return event.at
    return next((event.at for event in reversed(game.events) if event.kind is EventKind.SIT), game.stored.made)


def events_of(game: Game) -> dict[str, list[int]]:
    """Return the numbers of the tries with a capture, an atari, a refusal or a pass, by the kind of event."""
    game.table.reveal()
    return {
        kind: [number for number, judged in enumerate(game.judged, 1) if is_one(judged.verdict)]
        for kind, is_one in EVENTS.items()
    }


def choose_referee(game: Game, name: str, sight: int | None) -> Referee | None:
    """Return the referee for a replay: the one called ``name``, or else the game's own, with ``sight`` if given."""
    if sight is None:
        return referee_of({"referee": name}) if name else None
    if name:
        return referee_of({"referee": name, "sight": sight})
    own = game.settings.referee
    own.check_takes_sight()
    return replace(own, sight=sight)


@dataclass(frozen=True)
class ReplayMoment:
    """The state of an ended game after a number of tries."""

    number: int  # number of tries
    truth: bytes  # the reference board
    tried: JudgedTry | None  # the last try; None before the first
    referee: Referee  # the referee whose announcements are shown
    views: Mapping[str, View]  # the view of each seat
    said: Told | None  # what all were told of the last try; None before the first
    believed: Mapping[str, Mapping[int, str]]  # the pencil marks of each seat just before the next try

    @classmethod
    def of(cls, game: Game, number: int, referee: Referee | None = None) -> Self:
        """Return the state after ``number`` tries or the last one, with the announcements of ``referee`` if one is given."""
        truth = game.reference
        number = min(number, len(game.judged))
        tried = game.judged[number - 1] if number else None
        if number < len(game.judged):
            truth = tried.verdict.after.cells if tried else game.opening.cells
        known = _replay_views(game, number) if referee is None else _judge_again(game, number, referee)
        return cls(
            number=number,
            truth=truth,
            tried=tried,
            referee=game.settings.referee if referee is None else referee,
            views={seat.name: known(seat.name) for seat in game.settings.seating.seats},
            said=known(AUDIENCE.name).heard[-1] if number else None,
            believed=_collect_marks(game, number),
        )

    def guesses(self, seat: str) -> dict[int, bool]:
        """Return, for each stone that a seat has guessed by a pencil mark, whether the guess was right, by point."""
        view, right = self.views[seat], {}
        for point, mark in self.believed[seat].items():
            here = colour_of(self.truth[point])
            if mark in ("black", "white"):
                right[point] = here is not None and here.word == mark
            elif mark == "dead" and view.board[point] != EMPTY:
                right[point] = here is not colour_of(view.board[point])
        return right


def _replay_views(game: Game, number: int) -> Callable[[str], View]:
    empty = Table.of(game.settings, game.setup)
    return lambda name: View.of(empty.view(name), game.view(name).heard[:number])


def view_after(game: Game, seat: str, number: int) -> View:
    """Return the view that a seat had after the first ``number`` tries of an ended game."""
    game.table.reveal()
    return _replay_views(game, number)(seat)


def _judge_again(game: Game, number: int, referee: Referee) -> Callable[[str], View]:
    if number > MOST_AGAIN:
        raise BadValue(
            N_("another referee can judge at most {most} tries again; choose an earlier move"), most=MOST_AGAIN
        )
    record = record_of(game).under_referee(referee)
    table = Table.of(record.settings, record.setup)
    for _ in islice(records.replay(record, table), number):
        pass
    return table.view


def _collect_marks(game: Game, number: int) -> dict[str, dict[int, str]]:
    marks: dict[str, dict[int, str]] = {seat: {} for seat in game.pencil}
    tries = 0
    for event in game.events:
        tries += event.kind is EventKind.TRY
        if tries > number:
            break
        if event.kind is EventKind.PENCIL:
            toggle_mark(marks[event.chair], event.what, game.settings.size)
    return marks


def get_view_with_points(game: Game, seat: str) -> View:
    """Return the view of a seat. After the end of the game its announcements also contain the point of each try."""
    view, tries = game.view(seat), iter(game.judged)
    if not game.over:
        return view
    heard = (
        told if told.outcome is Outcome.LOST_ON_TIME else replace(told, attempt=next(tries).verdict.attempt)
        for told in view.heard
    )
    return replace(view, heard=tuple(heard))


def count_stones_lost(game: Game, colour: Colour, *, is_shown: bool = False) -> int:
    """Return the number of stones that a colour has lost. Raise ``NotOver`` before the end, unless ``is_shown``.

    Ghosts that were removed, or replaced by the opponent, count too, as they do in announcements.
    """
    if not is_shown:
        game.table.reveal()
    verdicts = [each.verdict for each in game.judged]
    return sum(len(each.own_losses if each.mover is colour else each.captured) for each in verdicts)


def as_sgf(game: Game, language: str, version: str) -> str:
    """Return the complete game as SGF in yurei's native form, with the pencil marks of all seats."""
    return sgf.native(_make_sgf_steps(game), _collect_details(game, language, version), _collect_notes(game))


def as_viewer_sgf(game: Game, language: str, version: str) -> str:
    """Return the complete game as SGF that common SGF viewers can display."""
    return sgf.viewer(_make_sgf_steps(game), _collect_details(game, language, version))


def final_view(game: Game, seat: str) -> View:
    """Return the final view of a seat or of the audience."""
    game.table.reveal()
    return game.view(seat)


def known_as_sgf(game: Game, seat: str, language: str, version: str) -> str:
    """Return the final view of a seat or of the audience as SGF."""
    view = replace(final_view(game, seat), result=game.result if game.result_is_final else None)
    return sgf.side(view, _collect_details(game, language, version).of(record_of(game)))


def _make_sgf_steps(game: Game) -> sgf.Played:
    """Return the game as steps for SGF, from its stored verdicts and announcements; no try is judged again."""
    record, steps, cells = record_of(game), list[Step](), game.opening.cells
    seats = [seat.name for seat in (*game.settings.seating.seats, AUDIENCE)]
    heard = {seat: game.view(seat).heard for seat in seats}
    for number, kept in enumerate(record.entries):
        if isinstance(kept, Entry):
            verdict = game.judged[number].verdict
            cells, told = verdict.after.cells, {seat: heard[seat][number] for seat in seats}
            steps.append(Step(kept, cells, verdict, told))
        else:
            steps.append(Step(kept, cells))
    return sgf.Played(record, game.opening.cells, tuple(steps), game.result if game.result_is_final else None)


def _collect_details(game: Game, language: str, version: str) -> sgf.Details:
    names = {seat: game.nickname(seat) for seat in game.pencil if seat in game.chairs}
    clock = game.stored.terms.get("clock")
    main, overtime = (None, "") if clock is None else read_plain(clock).in_sgf
    return sgf.Details({seat: name for seat, name in names.items() if name}, (), main, overtime, language, version)


def _collect_notes(game: Game) -> sgf.Notes:
    marks: dict[str, dict[int, str]] = {seat: {} for seat in game.pencil}
    notes: dict[int, dict[str, dict[int, str]]] = {}
    tries = 0
    for event in game.events if game.settings.referee.hides else ():
        tries += event.kind is EventKind.TRY
        if event.kind is EventKind.PENCIL:
            toggle_mark(marks[event.chair], event.what, game.settings.size)
            notes.setdefault(tries, {})[event.chair] = dict(marks[event.chair])
    return notes
