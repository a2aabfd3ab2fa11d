"""Records of games."""

from __future__ import annotations

from tests.doors.sgf.games import again
from tests.fuzz.targets import check_sentence
from yurei import records
from yurei.errors import BadRecord, YureiError
from yurei.records import sgf
from yurei.referee.settings import read_settings
from yurei.referee.table import Table
from yurei.rules.board import read_board


def check_record(data: bytes) -> None:
    """Read a record; what is one is written and read again, and played again."""
    try:
        record = records.read(data)
    except BadRecord as error:
        check_sentence(str(error))
        return
    written = records.write(record)
    again = records.read(written)
    assert again == record, "what was written is read back"
    assert records.write(again) == written, "and written alike"
    try:
        for _ in records.replay(record, Table.of(record.settings, record.setup)):
            pass
    except BadRecord as error:
        check_sentence(str(error))


def check_sgf(data: bytes) -> None:
    """Read SGF as a position, and what holds a record as that; play both, and read again what is written of them."""
    try:
        nodes = sgf.main_line(data)
    except BadRecord as error:
        check_sentence(str(error))
        return
    _check_position(nodes)
    try:
        record = sgf.record_of(nodes) if sgf.is_native(nodes) else _refereed(nodes)
        played = again(record)
        table = Table.of(record.settings, record.setup)
        for _ in records.replay(record, table):
            pass
    except YureiError as error:
        check_sentence(str(error))
        return
    written = sgf.native(played)
    assert sgf.read(written) == record, "what was written is read back"
    assert sgf.main_line(sgf.viewer(played)), "and can be looked at"
    assert sgf.main_line(sgf.side(table.view("audience"))), "also by who has only listened"


def _check_position(nodes: sgf.MainLine) -> None:
    try:
        game = sgf.ordinary(nodes)
        read_board(game.setup(), game.size)
    except BadRecord as error:
        check_sentence(str(error))


def _refereed(nodes: sgf.MainLine) -> records.Record:
    game = sgf.ordinary(nodes)
    settings = read_settings(
        {"width": game.size.width, "height": game.size.height, "first": game.first.word, "komi": game.komi}
    )
    return sgf.refereed(game, settings, Table.of(settings, sgf.begun(game, settings).setup))
