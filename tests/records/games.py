"""Random games of every kind for the tests of SGF, reproducible from a seed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.playing import words
from yurei import referee as referees
from yurei import rules
from yurei.errors import YureiError
from yurei.records import End, Entry, Kept, Program, Record, begin, replay, sgf
from yurei.records.sgf import Details, Played
from yurei.referee import seating as seatings
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.rules.board import board_text, is_legal
from yurei.rules.state import PASS, RESIGN, EndedBy, Try, ghost, read_try, stone

WHEN = datetime(2026, 5, 1, 23, 58, 7, tzinfo=UTC)
NAMES = ["Aki", "a]b\\c", "[x][y]", "Jürgen : 幽霊", "two\nlines\t\x00", "\\", "]", "(;B[aa])", "", "😀"]
CLOCKS = [(None, ""), (600, ""), (300, "3x30 byo-yomi"), (60, "3 Fischer"), (0, "15/300 Canadian")]


def some_settings(chance: Random) -> Settings:
    """Return random settings: any ruleset, referee and seating, mostly on small boards."""
    while True:
        sizes = [(chance.randint(1, 6), chance.randint(1, 6))] * 8 + [(9, 9), (13, 9), (19, 19), (25, 25)]
        width, height = chance.choice(sizes)
        given: dict[str, Any] = {
            "ruleset": chance.choice(rules.ALL).slug,
            "referee": chance.choice(referees.ALL).slug,
            "seating": chance.choice(seatings.ALL).slug,
            "width": width,
            "height": height,
        }
        choices: dict[str, list[Any]] = {
            "komi": [0, -3.5, 7],
            "failed_try": ["retry", "lose-turn"],
            "lone_self_atari": [False, True],
            "first": ["white"],
            "passing": ["free", "none", 2],
            "suicide": ["allowed", "forbidden", "lone-loses"],
            "repetition": ["draw-on-third", "situational-superko", "simple-ko"],
            "draw_by_agreement": [True],
            "sight": [0, 1, 3],
            "scoring": ["area", "territory"],
            "handicap": [2, 3, 9],
        }
        given |= {key: chance.choice(known) for key, known in choices.items() if chance.random() < 0.2}
        try:
            return read_settings(given)
        except YureiError:
            continue


def some_setup(chance: Random, settings: Settings) -> str | None:
    if settings.handicap or chance.random() < 0.6:
        return None
    cells = [0, 0, 0, 1, 2, 3, 4] if settings.ruleset.ghosts else [0, 0, 1, 2]
    for _ in range(20):
        board = bytes(chance.choices(cells, k=settings.size.points))
        if is_legal(board, settings.size):
            return board_text(board, settings.size)
    return None


def any_try(settings: Settings, chance: Random) -> Try:
    """Return a random try, mostly a stone."""
    point = chance.randrange(settings.size.points)
    if settings.ruleset.ghosts and chance.random() < 0.3:
        return ghost(point)
    return chance.choices([stone(point), PASS, RESIGN], [60, 4, 1])[0]


def some_record(chance: Random) -> Record:
    """Return the record of a random game, ended or not, with or without programs, times and seals."""
    settings = some_settings(chance)
    setup, timed = some_setup(chance, settings), chance.random() < 0.8
    now = WHEN
    sat = tuple(
        Program(seat.name, chance.choice(["simple", "belief:level=3", "x]:\\y[z"]), chance.choice([None, 1, 7]))
        for seat in settings.seating.seats
        if chance.random() < 0.3
    )
    table, record = Table.of(settings, setup), begin(settings, setup, now if timed else None, sat)
    for _ in range(chance.randint(0, 40)):
        if table.to_move is None:
            break
        now += timedelta(seconds=chance.randrange(90), microseconds=chance.choice([0, 1, 250_000]))
        seat, attempt = table.to_move, any_try(settings, chance)
        accepted = table.attempt(seat, attempt).accepted
        record = record.with_entry(Entry(seat, attempt, accepted, now if timed else None))
    if table.to_move is not None and chance.random() < 0.6:
        record = record.with_entry(_end(chance, table, now if timed else None))
    if chance.random() < 0.2:
        tries = sum(isinstance(entry, Entry) for entry in record.entries)
        nonces = tuple(f"{chance.getrandbits(256):064x}" for _ in range(tries + 1))
        record = replace(record, nonces=nonces)
    return record


def _end(chance: Random, table: Table, at: datetime | None) -> Kept:
    seat = table.to_move
    assert seat is not None
    ends: list[Kept] = [End(EndedBy.TIME, seat, at), End(EndedBy.ABSENCE, seat, at), End(EndedBy.ABANDONED, at=at)]
    if table.settings.ruleset.draw_by_agreement:
        ends.append(End(EndedBy.AGREEMENT, at=at))
    return chance.choice(ends)


def again(record: Record) -> Played:
    """Replay a record."""
    return Played.from_record(record, lambda hear: Table.of(record.settings, record.setup, hear))


def ended_table(record: Record) -> Table:
    table = Table.of(record.settings, record.setup)
    for _ in replay(record, table):
        pass
    return table


def some_details(chance: Random, settings: Settings) -> Details:
    main, overtime = chance.choice(CLOCKS)
    names = {seat.name: chance.choice(NAMES) for seat in settings.seating.seats if chance.random() < 0.5}
    return Details(names, main_time=main, overtime=overtime, language=chance.choice(["en", "de", "fr", "ja"]))


def game(tries: str, **settings: Any) -> Record:
    """Return the record of these tries, such as ``E5 ghost-C1 pass``."""
    setup = settings.pop("setup", None)
    chosen = read_settings(settings)
    table, record = Table.of(chosen, setup), begin(chosen, setup)
    for word in words(tries):
        seat, attempt = table.to_move, read_try(word, chosen.size)
        assert seat is not None
        record = record.with_entry(Entry(seat, attempt, table.attempt(seat, attempt).accepted))
    return record


def refereed(text: str | sgf.MainLine, **settings: Any) -> Record:
    """Import an SGF game of another program under these settings; return its record."""
    imported = sgf.ordinary(text)
    size = imported.size
    chosen = read_settings(
        {"width": size.width, "height": size.height, "first": imported.first.word, "komi": imported.komi, **settings}
    )
    return sgf.refereed(imported, chosen, Table.of(chosen, sgf.begun(imported, chosen).setup))
