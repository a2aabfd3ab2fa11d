"""The record of a game on the server, and the seals that commit the referee to it.

With every try everybody receives a seal: a hash that commits to the try without revealing it. After the end the record
publishes the nonces, so that anybody can check that no try was changed, see ``yurei.records.verify``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from yurei.club.game.game import Game
from yurei.club.game.programs import VERSIONS
from yurei.club.model.stored import Event, EventKind
from yurei.errors import NotOver
from yurei.languages import N_
from yurei.records import End, Entry, Kept, Program, Record, first_line, line_of
from yurei.rules.judge import Verdict
from yurei.rules.state import EndedBy

ENDS = {
    EventKind.ACCEPT: EndedBy.AGREEMENT,
    EventKind.DRAW: EndedBy.REPETITION,
    EventKind.TIME: EndedBy.TIME,
    EventKind.CLAIM: EndedBy.ABSENCE,
    EventKind.ABANDONED: EndedBy.ABANDONED,
}


def _make_start_record(game: Game) -> Record:
    """Return the record before the first try. It may hold secrets of a seat, such as a set-up position."""
    programs, versions = game.stored.players, game.stored.terms.get(VERSIONS, {})
    return Record(
        settings=game.settings,
        setup=game.setup,
        ruleset_version=game.stored.versions[0],
        referee_version=game.stored.versions[1],
        started=game.stored.made,
        players=tuple(Program(seat, programs[seat], versions.get(seat)) for seat in game.pencil if seat in programs),
    )


def _make_entry(event: Event, verdict: Verdict) -> Entry:
    return Entry(event.chair, verdict.attempt, verdict.accepted, event.at)


def latest_seal(game: Game) -> str | None:
    """Return the seal of all tries so far, as 64 hexadecimal digits; None in a game without seals."""
    _seal_new_lines(game)
    return game.seals.latest.hex() if game.seals.is_used else None


def list_nonces(game: Game) -> Sequence[str]:
    """Return the nonces that open all seals of a game. They may be published only after the end of the game."""
    _seal_new_lines(game)
    return game.seals.nonces


def _seal_new_lines(game: Game) -> None:
    seals = game.seals
    if not seals.is_used:
        return
    if seals.count == 0:
        seals.add(first_line(_make_start_record(game)))
    # Hidden boards allow no takebacks, so sealed lines never change.
    tried = [event for event in game.events if event.kind is EventKind.TRY] if seals.count <= len(game.judged) else []
    for number in range(seals.count - 1, len(tried)):
        seals.add(line_of(_make_entry(tried[number], game.judged[number].verdict), game.settings))


def record_of(game: Game) -> Record:
    """Return the record of the game, which must be over."""
    game.table.reveal()
    return replace(_make_start_record(game), entries=tuple(_list_entries(game)), nonces=tuple(list_nonces(game)))


def _list_entries(game: Game) -> Iterator[Kept]:
    """Yield the tries that were not taken back, and the event that ended the game."""
    tries: list[Event] = []
    for event in game.events:
        if event.kind is EventKind.TRY:
            tries.append(event)
        elif event.kind is EventKind.TAKEBACK_ACCEPT:
            del tries[int(event.what) :]
    for event, judged in zip(tries, game.judged, strict=True):
        yield _make_entry(event, judged.verdict)
    # The record of a game that was abandoned while counting ends with the two passes.
    ended = game.table.result and game.table.result.by
    for event in game.events:
        if ended is not None and ENDS.get(event.kind) is ended:
            yield End(ended, {EndedBy.TIME: event.chair, EndedBy.ABSENCE: event.what}.get(ended), event.at)


def playout_record(game: Game) -> Record:
    """Return the record of the play-out that decided which stones are dead."""
    playout = game.count.playout
    if playout is None or not playout.over:
        raise NotOver(N_("nothing has been played out in this game"))
    times = [event.at for event in game.events if event.kind is EventKind.OUT]
    record = playout.record(next(event.at for event in game.events if event.kind is EventKind.DISPUTE))
    entries = tuple(replace(entry, at=at) for entry, at in zip(playout.entries, times, strict=False))
    return replace(record, entries=entries)
