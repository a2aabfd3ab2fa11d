"""Reads the native form: the record, line by line, checked against the ordinary moves in the same nodes."""

from __future__ import annotations

from yurei.errors import BadRecord
from yurei.languages import N_
from yurei.records.lines import read as read_record
from yurei.records.record import Entry, Kept, Record
from yurei.records.sgf.boards import MOVES
from yurei.records.sgf.native import LINE
from yurei.records.sgf.ordinary import is_pass
from yurei.records.sgf.parsing import Properties, main_line
from yurei.records.sgf.writing import point_text, size_text
from yurei.referee.settings import Settings
from yurei.rules.points import shortened
from yurei.rules.state import Kind


def is_native(nodes: list[Properties]) -> bool:
    """Return whether a game is in the native form."""
    return LINE in nodes[0]


def read(data: bytes | str) -> Record:
    """Read the record from a file in the native form. Whether its tries follow the rules is checked on replay.

    Raises:
        BadRecord: if there is none, or if the ordinary moves differ from it.
    """
    nodes = main_line(data)
    if not is_native(nodes):
        raise BadRecord(N_("this SGF holds no record of yurei; import it as a position or as a game"))
    return record_of(nodes)


def record_of(nodes: list[Properties]) -> Record:
    """Return the record in the nodes of a native form.

    Raises:
        BadRecord: if it is broken, or if the ordinary moves differ from it.
    """
    held = [(number, node) for number, node in enumerate(nodes, 1) if LINE in node]
    for number, node in held:
        if len(node[LINE]) != 1 or "\n" in node[LINE][0]:
            raise BadRecord(N_("node {number} holds more than one line of a record"), number=number)
    record = read_record("".join(f"{node[LINE][0]}\n" for _, node in held))
    if nodes[0].get("SZ") != [size_text(record.settings.size)]:
        raise BadRecord(N_("the board of this SGF is not that of the record in it"))
    entries: dict[int, Kept] = {number: entry for (number, _), entry in zip(held[1:], record.entries, strict=False)}
    for number, node in enumerate(nodes, 1):
        moves = {
            (name, "" if is_pass(value, record.settings.size) else value)
            for name in MOVES.values()
            for value in node.get(name, ())
        }
        if moves - {_move(entries.get(number), record.settings)}:
            raise BadRecord(
                N_("node {number} has the move {move}, the record in it has another"),
                number=number,
                move=shortened(" ".join(sorted(f"{name}[{value}]" for name, value in moves))),
            )
    return record


def _move(entry: Kept | None, settings: Settings) -> tuple[str, str] | None:
    """Return an entry as an ordinary move for other programs; None if it is not one."""
    if not isinstance(entry, Entry) or not entry.accepted or entry.attempt.kind not in (Kind.STONE, Kind.PASS):
        return None
    colour, point = settings.seating.seat(entry.seat).colour, entry.attempt.point
    assert colour is not None
    return MOVES[colour], "" if point is None else point_text(point, settings.size)
