"""Downloads of a game that has ended: the whole game as SGF, or what one seat knew."""

from dataclasses import replace

from yurei.clocks.controls import read_plain
from yurei.club.game.game import Game
from yurei.club.game.record import record_of
from yurei.club.model.action import pencilled
from yurei.club.model.stored import EventKind
from yurei.records import Entry, sgf
from yurei.records.sgf import Details, Notes, Played
from yurei.records.sgf_write import Step
from yurei.referee.seating import AUDIENCE
from yurei.referee.view import View


def as_sgf(game: Game, language: str, version: str) -> str:
    """Return the whole game as SGF in yurei's native form, with the pencil marks of all seats.

    Raises:
        NotOver: before the end.
        BadRecord: if the game is too long for SGF.
    """
    played = _played(game)
    return sgf.native(played, _details(game, language, version), _notes(game))


def for_viewers(game: Game, language: str, version: str) -> str:
    """Return the whole game as SGF for common viewers.

    Raises:
        NotOver: before the end.
        BadRecord: if the game is too long for SGF.
    """
    played = _played(game)
    return sgf.viewer(played, _details(game, language, version))


def known(game: Game, seat: str) -> View:
    """Return the view that a seat, or the audience, had at the end.

    Raises:
        NotOver: before the end.
        Unknown: if no seat has that name.
    """
    game.table.reveal()
    return game.view(seat)


def known_as_sgf(game: Game, seat: str, language: str, version: str) -> str:
    """Return the view that a seat, or the audience, had at the end, as SGF.

    Raises:
        NotOver: before the end.
        Unknown: if no seat has that name.
        BadRecord: if the view is too long for SGF.
    """
    view = replace(known(game, seat), result=game.result if game.final else None)
    return sgf.side(view, _details(game, language, version).of(record_of(game)))


def _played(game: Game) -> Played:
    """Return the game from the stored verdicts and announcements, without judging any try again."""
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
    return Played(record, game.opening.cells, tuple(steps), game.result if game.final else None)


def _details(game: Game, language: str, version: str) -> Details:
    names = {seat: game.nickname(seat) for seat in game.pencil if seat in game.chairs}
    clock = game.stored.terms.get("clock")
    main, overtime = (None, "") if clock is None else read_plain(clock).in_sgf
    return Details({seat: name for seat, name in names.items() if name}, (), main, overtime, language, version)


def _notes(game: Game) -> Notes:
    """Return the pencil marks by the number of tries before them. None are needed if all see the board."""
    marks: dict[str, dict[int, str]] = {seat: {} for seat in game.pencil}
    notes: dict[int, dict[str, dict[int, str]]] = {}
    tries = 0
    for event in game.events if game.settings.referee.hides else ():
        tries += event.kind is EventKind.TRY
        if event.kind is EventKind.PENCIL:
            pencilled(marks[event.chair], event.what, game.settings.size)
            notes.setdefault(tries, {})[event.chair] = dict(marks[event.chair])
    return notes
