"""The native form: a game as one line of nodes that any program opens, and from which ``read`` makes the same record.

A try is a node, whether it became a move or not. Private properties hold what SGF cannot express:

    YR  the line of the record, as ``yurei.records.lines`` writes it: from the first node on, they are the whole record
    YA  what all were told of the try, in the words of the line protocol, without fields that are None
    YS  the change of each seat's sight, by seat
    YP  the pencil marks of each seat that has made one since the previous node, by seat

Only YR is read, and checked against the ordinary moves; YA and YS follow from it. An ordinary move is also written as ``B`` or ``W``. If other programs would
compute another board than the referee, set-up properties correct it.
"""

from collections.abc import Iterator, Mapping

from yurei.errors import BadRecord
from yurei.languages import N_
from yurei.records.lines import json_text
from yurei.records.lines import read as read_record
from yurei.records.lines import write as write_record
from yurei.records.record import Entry, Kept, Record
from yurei.records.sgf.boards import MOVES, executed, ghosts, set_up, set_up_nodes, stones
from yurei.records.sgf.header import NEW_ZEALAND, Details, header, opening, rules_name
from yurei.records.sgf.ordinary import is_pass
from yurei.records.sgf.parsing import Properties, main_line
from yurei.records.sgf.played import Played, Step, comment_on
from yurei.records.sgf.viewer import mark, shown_with
from yurei.records.sgf.writing import Node, point_text, size_text, written
from yurei.referee.plain import seen_values, told_values
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW
from yurei.rules.board import EMPTY
from yurei.rules.judge import Verdict
from yurei.rules.points import Shape, Size, shortened
from yurei.rules.state import Kind

Notes = Mapping[int, Mapping[str, Mapping[int, str]]]
"""Pencil marks, by number of tries made, then seat, then point."""
LINE = "YR"
"""Property that holds a line of the record."""


def native(played: Played, details: Details | None = None, notes: Notes | None = None) -> str:
    """Return a game in its native form.

    Args:
        played: The game, finished or requested by the code that runs the referee, since it shows the true board.
        notes: The pencil marks of the seats, if they are to be kept.

    Raises:
        BadRecord: if it is too long for SGF.
    """
    details = (details or Details()).of(played.record)
    return written(_nodes(played, details, notes or {}, write_record(played.record).splitlines()))


def _nodes(played: Played, details: Details, notes: Notes, lines: list[str]) -> Iterator[Node]:
    settings, shown = played.record.settings, stones(played.opening)
    first = {**header(settings, details, played.result), **opening(settings, played.opening)}
    yield {**first, LINE: lines[:1], **_marks(notes, 0, settings.size)}
    tries = 0
    for step, line in zip(played.steps, lines[1:], strict=False):
        tries += step.verdict is not None
        said = comment_on(step, settings, played.result, details.language)
        kept = {"C": [said], LINE: [line], **_told(step, settings), **_marks(notes, tries, settings.size)}
        yield from shown_with(_moved(step, settings, shown), ghosts(step.cells, settings.size), kept)
        shown = stones(step.cells)
    if played.record.nonces:
        yield {LINE: lines[-1:]}


def _moved(step: Step, settings: Settings, shown: bytes) -> list[dict[str, list[str]]]:
    """Return the nodes of a try: a move if all programs agree on it, and set-up properties where their boards
    would differ.

    A move and set-up properties must not share a node.
    """
    verdict, truth, size = step.verdict, stones(step.cells), settings.size
    if verdict is None or verdict.attempt.kind is Kind.RESIGN:
        return [{}]
    point, name = verdict.attempt.point, MOVES[verdict.mover]
    if point is None:
        return [{name: [""]} if verdict.accepted else {}]
    after = _ordinary(verdict, settings, shown)
    if after is None:
        return [{**node, **mark(verdict.attempt, verdict.accepted, size)} for node in set_up_nodes(shown, truth, size)]
    stands = set_up(after, truth, size)
    return [{name: [point_text(point, size)]}, *([stands] if stands else [])]


def _ordinary(verdict: Verdict, settings: Settings, shown: bytes) -> bytes | None:
    """Return the board that other programs compute after a move; None if not all of them accept the move.

    Some refuse a stone on a stone, and suicide: of one stone all refuse it, of more stones those whose rules do
    not allow it. On a torus no move is accepted, as other programs see neither captures nor liberties across its
    edge.
    """
    point = verdict.attempt.point
    if not verdict.accepted or verdict.attempt.kind is not Kind.STONE or point is None or shown[point] != EMPTY:
        return None
    if settings.size.shape is not Shape.RECTANGLE:
        return None  # they know no other board
    after = executed(shown, settings.size, verdict.mover, point)
    lost = shown.count(verdict.mover) + 1 - after.count(verdict.mover)
    if lost == 0 or (lost > 1 and rules_name(settings.ruleset) == NEW_ZEALAND):
        return after
    return None


def _told(step: Step, settings: Settings) -> dict[str, list[str]]:
    """Return the properties of what was told: announcements, and the sight of each seat."""
    if step.verdict is None or not isinstance(step.kept, Entry):
        return {}
    size = settings.size
    aloud = {key: value for key, value in told_values(step.told[AUDIENCE.name], size).items() if value is not None}
    seen = {
        seat: seen_values(told.seen, size) for seat, told in step.told.items() if told.seen not in (None, NOTHING_NEW)
    }
    return {"YA": [json_text(aloud)], "YS": [json_text(seen)] if seen else []}


def _marks(notes: Notes, tries: int, size: Size) -> dict[str, list[str]]:
    if tries not in notes:
        return {}
    named = {
        seat: {size.name(point): marks[point] for point in size.in_order(marks)} for seat, marks in notes[tries].items()
    }
    return {"YP": [json_text(named)]}


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
