"""Records of games."""

from __future__ import annotations

from tests.fuzz.targets import check_sentence
from yurei import records
from yurei.errors import BadRecord
from yurei.referee.table import Table


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
