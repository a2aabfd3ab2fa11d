"""Writes games as SGF FF[4]: the native form, a form for viewers, and a game as one seat knew it.

A game is its nodes in order, without variations; each try is a node, whether it became a move or not. Forms for viewers
set boards up in every node, so that any viewer shows them. The native form is one that any program opens, and from
which ``sgf_read.read`` makes the same record. Private properties hold what SGF cannot express:

    YR  the line of the record, as ``yurei.records.lines`` writes it; together, the lines are the complete record
    YA  what all were told of the try, in the words of the line protocol, without fields that are None
    YS  the change of each seat's sight, by seat
    YP  the pencil marks, by seat, of each seat that has made one since the previous node

Only YR is read, and checked against the ordinary moves; YA and YS follow from it. An ordinary move is also written as
``B`` or ``W``. If other programs would compute another board than the referee, set-up properties correct it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Self

from yurei.errors import BadRecord
from yurei.languages import ENGLISH, N_, translation
from yurei.records.lines import json_text
from yurei.records.lines import write as write_record
from yurei.records.record import Entry, Kept, Record, ReplayTable, replay
from yurei.referee.announce import REASONS, announcement_text, seat_label, speak_result
from yurei.referee.plain import seen_values, told_values
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.sight import NOTHING_NEW
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View, board_after
from yurei.rules import board as boards
from yurei.rules.board import BLACK, EMPTY, WHITE, Colour, put
from yurei.rules.compilable import KNOWN, unknown_fields
from yurei.rules.judge import Verdict
from yurei.rules.points import Shape, Size
from yurei.rules.ruleset import Capture, Repetition, Ruleset, Scoring, Suicide, game_fields
from yurei.rules.state import EndedBy, Kind, Result, Try, start

Node = Mapping[str, Sequence[str]]
Properties = dict[str, list[str]]
"""Properties of a node by name, each with its unescaped values."""
LARGEST = 2 * 1024 * 1024
"""Greatest size of an SGF file, written or read, in bytes."""
MOST_MARKS = 200_000
"""Greatest number of semicolons, of brackets and of parentheses in a file."""
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
"""SGF's letters for columns from the left and for rows from the top. Unlike on a board, there is an i."""
_SPOKEN = re.compile(r"[^\n -~\u00a0-\ud7ff\ue000-\U0010ffff]")
"""Characters that are replaced in text: control characters and surrogates."""


def point_text(point: int, size: Size) -> str:
    """Return a point in SGF's letters: column, then row from the top.

    >>> point_text(0, Size(9, 13)), point_text(9 * 12, Size(9, 13))
    ('am', 'aa')
    """
    row, column = divmod(point, size.width)
    return COLUMNS[column] + COLUMNS[size.height - 1 - row]


def points_text(points: Iterable[int], size: Size) -> list[str]:
    """Return points in SGF's letters, sorted by column, then by row."""
    return [point_text(point, size) for point in size.in_order(points)]


def size_text(size: Size) -> str:
    """Return a size as text: one number for a square, ``9:13`` for a rectangle."""
    return str(size.width) if size.width == size.height else f"{size.width}:{size.height}"


def line_text(text: str) -> str:
    """Return a text as one line, for use as a name."""
    return " ".join(_SPOKEN.sub(" ", text).split())


def file_text(nodes: Iterable[Node]) -> str:
    """Return the text of an SGF file with these nodes; raise ``BadRecord`` if it is too long."""
    text = "(" + "\n".join(_node(node) for node in nodes) + ")\n"
    if len(text.encode()) > LARGEST or any(text.count(mark) > MOST_MARKS for mark in ";["):
        raise BadRecord(N_("this game is too long for SGF, which has at most {most} bytes"), most=LARGEST)
    return text


def _node(node: Node) -> str:
    return ";" + "".join(name + "".join(f"[{_escape(value)}]" for value in node[name]) for name in node if node[name])


def _escape(value: str) -> str:
    # Some readers split values at "][", with a backslash before it or not.
    return _SPOKEN.sub(" ", value).replace("\\", "\\\\").replace("]", "\\]").replace("\\][", "\\]\\[")


ADDED = {"AE": EMPTY, "AB": boards.BLACK_STONE, "AW": boards.WHITE_STONE}
"""Set-up properties, and the cells that they place."""
MOVES = {Colour.BLACK: "B", Colour.WHITE: "W"}
"""Move property of each colour."""
GHOSTS = {boards.BLACK_GHOST: "b", boards.WHITE_GHOST: "w"}
"""Label of a ghost, as in board texts."""


def without_ghosts(cells: bytes) -> bytes:
    """Return a copy of the board without its ghosts."""
    return cells.translate(bytes.maketrans(bytes(GHOSTS), bytes(len(GHOSTS))))


def board_after_move(cells: bytes, size: Size, colour: Colour, point: int) -> bytes:
    """Return the board after a move by SGF's definition: remove enemy, then own stones without liberties.

    Legality does not matter: the format only says that "the move should be executed".
    """
    board = put(cells, (point,), colour)
    for each in (colour.opponent, colour):
        board = put(board, boards.without_liberties(board, size.neighbours, each, point), EMPTY)
    return board


def set_up(before: bytes, after: bytes, size: Size) -> Properties:
    """Return the SGF set-up properties that change one board of stones into another."""
    if before == after:
        return {}
    changed = [point for point in range(size.points) if before[point] != after[point]]
    by_name = {name: [point for point in changed if after[point] == cell] for name, cell in ADDED.items()}
    return {name: points_text(points, size) for name, points in by_name.items() if points}


def set_up_nodes(before: bytes, after: bytes, size: Size) -> list[Properties]:
    """Return one or two nodes of SGF set-up properties that change one board of stones into another.

    Some programs place set-up stones like moves, and remove stones only afterwards. A stone that would have no liberty
    or no empty point before the removal is set up in a second node.
    """
    whole = set_up(before, after, size)
    if "AE" not in whole:
        return [whole]
    placed = [point for point in range(size.points) if after[point] not in (EMPTY, before[point])]
    if all(_stays_on_board(before, size, Colour(after[point]), point) for point in placed):
        return [whole]
    return [{"AE": whole.pop("AE")}, whole]


def _stays_on_board(cells: bytes, size: Size, colour: Colour, point: int) -> bool:
    return cells[point] == EMPTY and board_after_move(cells, size, colour, point)[point] == colour


def label_ghosts(cells: bytes, size: Size) -> Properties:
    """Return the SGF property that labels the points of ghosts; empty without ghosts."""
    places = size.in_order(point for point, cell in enumerate(cells) if cell in GHOSTS)
    labels = [f"{point_text(point, size)}:{GHOSTS[cells[point]]}" for point in places]
    return {"LB": labels} if labels else {}


ENDS = {EndedBy.RESIGNATION: "R", EndedBy.TIME: "T", EndedBy.ABSENCE: "F"}
"""Text after the plus in a result, by the reason for a win without a count."""
NEW_ZEALAND, TROMP_TAYLOR = "NZ", "Tromp-Taylor"
_LEVEL = re.compile(r"\blevel=(\d{1,3})\b", re.ASCII)


@dataclass(frozen=True, slots=True)
class Details:
    """Facts about a game for the header of an SGF file, besides its settings.

    Attributes:
        names: Names of the players, by seat.
        main_time: The main time of each side in seconds; None if no clock ran.
        overtime: Overtime, in the words that other programs read: ``5x30 byo-yomi``.
        language, version: Language of the comments, and version of yurei that writes it.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    days: tuple[date, ...] = ()
    main_time: int | None = None
    overtime: str = ""
    language: str = ENGLISH
    version: str = ""

    def of(self, record: Record) -> Self:
        """Return these details with the names of programs and the dates added from a record."""
        programs = {each.seat: each.name for each in record.players}
        times = [record.started, *(entry.at for entry in record.entries)]
        days = [time.date() for time in times if time is not None]
        return replace(self, names={**programs, **self.names}, days=tuple(dict.fromkeys((*days[:1], *days[-1:]))))


def make_header(settings: Settings, details: Details, result: Result | None) -> Properties:
    """Return the SGF header properties of a game: names, rules, komi, dates, result and so on."""
    say = translation(details.language).gettext
    title, referee = say(settings.ruleset.title), say(settings.referee.title)
    values = {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "AP": f"yurei:{details.version}".rstrip(":"),
        "SZ": size_text(settings.size),
        "GN": say(N_("{game}, referee {referee}")).format(game=title, referee=referee),
        "RU": rules_name(settings.ruleset),
        "KM": "" if settings.komi is None else f"{settings.komi:g}",
        "HA": str(settings.handicap or ""),
        **dict(_people(settings, details)),
        "DT": ",".join(day.isoformat() for day in details.days),
        "RE": "" if result is None else result_text(result),
        "TM": "" if details.main_time is None else str(details.main_time),
        "OT": details.overtime,
    }
    return {name: [line_text(value)] for name, value in values.items() if line_text(value)}


def make_opening(settings: Settings, cells: bytes) -> Properties:
    """Return the SGF properties that set up the first position, and the colour to move if it is unusual."""
    size = settings.size
    properties = {**set_up(bytes(size.points), without_ghosts(cells), size), **label_ghosts(cells, size)}
    usual = WHITE if settings.handicap else BLACK
    if settings.first is not usual or (any(cells) and not settings.handicap):
        properties["PL"] = [MOVES[settings.first]]
    return properties


def _people(settings: Settings, details: Details) -> Iterator[tuple[str, str]]:
    for colour, letter in ((BLACK, "B"), (WHITE, "W")):
        seats = [seat.name for seat in settings.seating.seats if seat.colour is colour]
        names = " & ".join(details.names[seat] for seat in seats if details.names.get(seat))
        level = _LEVEL.search(names)
        yield f"P{letter}", names
        yield f"{letter}R", f"level {level[1]}" if level else ""


def rules_name(ruleset: Ruleset) -> str:
    """Return the usual name of these rules in SGF files; the ruleset's title if there is none."""
    other = ruleset.ghosts or ruleset.capture is not Capture.OPPONENT_FIRST or game_fields(ruleset)
    if other or unknown_fields(ruleset, KNOWN):
        return ruleset.title
    return NAMES.get((ruleset.scoring, ruleset.suicide, ruleset.repetition), ruleset.title)


_SUPERKO = (Repetition.POSITIONAL_SUPERKO, Repetition.SITUATIONAL_SUPERKO)
NAMES = {
    **{(Scoring.TERRITORY, suicide, Repetition.SIMPLE_KO): "Japanese" for suicide in Suicide},
    **{(Scoring.AREA, Suicide.FORBIDDEN, each): "Chinese" for each in (Repetition.SIMPLE_KO, *_SUPERKO)},
    (Scoring.AREA, Suicide.ALLOWED, Repetition.POSITIONAL_SUPERKO): TROMP_TAYLOR,
    (Scoring.AREA, Suicide.ALLOWED, Repetition.SITUATIONAL_SUPERKO): NEW_ZEALAND,
}
"""Names of rules, by counting, suicide and repetition."""


def result_text(result: Result) -> str:
    """Return a result as SGF writes it: ``B+3.5``, ``W+R``, ``0``, ``Void``.

    >>> result_text(Result(WHITE, EndedBy.SCORE, 30, 51, -28.5)), result_text(Result(BLACK, EndedBy.LONE_SUICIDE))
    ('W+28.5', 'B+')
    """
    if result.winner is None:
        return "Void" if result.by is EndedBy.ABANDONED else "0"
    points = "" if result.margin is None else f"{abs(result.margin):g}"
    return f"{result.winner.word[0].upper()}+{points or ENDS.get(result.by, '')}"


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of a replayed record, with the board after it, its verdict, and what each listener was told.

    An end without a try has no verdict, and nothing was told of it.
    """

    kept: Kept
    cells: bytes
    verdict: Verdict | None = None
    told: Mapping[str, Told] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """A replayed game: its record, the first board, all entries, and the result (None if unfinished)."""

    record: Record
    opening: bytes
    steps: tuple[Step, ...]
    result: Result | None

    @classmethod
    def from_record(cls, record: Record, tables: Callable[[Callable[[Verdict], None]], ReplayTable]) -> Self:
        """Replay a record; ``tables`` makes the table, and takes the witness that collects the verdicts."""
        verdicts: list[Verdict] = []
        table, settings = tables(verdicts.append), record.settings
        setup = settings.setup if record.setup is None else record.setup
        cells = opening = start(settings.ruleset, settings.size, settings.komi, settings.first, setup).cells
        steps = []
        for kept, answer in replay(record, table):
            cells = cells if answer is None else verdicts[-1].after.cells
            steps.append(Step(kept, cells) if answer is None else Step(kept, cells, verdicts[-1], answer.told))
        return cls(record, opening, tuple(steps), table.result)


def comment_on(step: Step, settings: Settings, result: Result | None, language: str) -> str:
    """Return the SGF comment on an entry: the announcement and any reason, or how the game ended."""
    if step.verdict is None:
        return "" if result is None else speak_result(result, language, settings.ruleset)
    said, reason = (
        announcement_text(step.told[AUDIENCE.name], settings, language, step.verdict.attempt),
        step.verdict.reason,
    )
    why = "" if reason is None else translation(language).gettext(REASONS[reason])
    return said if not why or why in said else f"{said} ({why})"


def viewer(played: Played, details: Details | None = None) -> str:
    """Return a game as SGF for viewers: the true board set up in each node, with marks and comments.

    Raises ``BadRecord`` if it is too long for SGF.
    """
    return file_text(_viewer_nodes(played, (details or Details()).of(played.record)))


def _viewer_nodes(played: Played, details: Details) -> Iterator[Properties]:
    settings, shown = played.record.settings, without_ghosts(played.opening)
    yield {**make_header(settings, details, played.result), **make_opening(settings, played.opening)}
    for step in played.steps:
        nodes = set_up_nodes(shown, without_ghosts(step.cells), settings.size)
        said = comment_on(step, settings, played.result, details.language)
        tried = {} if step.verdict is None else try_mark(step.verdict.attempt, step.verdict.accepted, settings.size)
        yield from add_properties(nodes, {**tried, **label_ghosts(step.cells, settings.size)}, {"C": [said]})
        shown = without_ghosts(step.cells)


def side(view: View, details: Details | None = None) -> str:
    """Return a seat's game as SGF: the board shown to it after every try, with what it heard as comments.

    Raises ``BadRecord`` if it is too long for SGF.
    """
    return file_text(_seen_nodes(view, details or Details()))


def _seen_nodes(view: View, details: Details) -> Iterator[Properties]:
    settings, size, board = view.settings, view.settings.size, view.opening.board
    whose = translation(details.language).gettext(N_("What {seat} heard and saw"))
    said = whose.format(seat=seat_label(view.seat.name, details.language))
    yield {**make_header(settings, details, view.result), **make_opening(settings, board), "C": [said]}
    for told in view.heard:
        before, board = board, board_after(board, told, settings, view.seat)
        nodes = set_up_nodes(without_ghosts(before), without_ghosts(board), size)
        tried = try_mark(told.attempt, told.outcome is not Outcome.ILLEGAL, size)
        said = announcement_text(told, settings, details.language)
        yield from add_properties(nodes, {**tried, **label_ghosts(board, size)}, {"C": [said]})


def add_properties(nodes: list[Properties], all_have: Properties, first_has: Properties) -> Iterator[Properties]:
    """Yield the nodes with the properties ``all_have`` added to each, and ``first_has`` to the first."""
    for number, node in enumerate(nodes):
        yield {**node, **all_have, **({} if number else first_has)}


def try_mark(attempt: Try | None, accepted: bool, size: Size) -> Properties:
    """Return the SGF property that marks a try: a circle for a move, a cross for a refused try."""
    if attempt is None or attempt.point is None:
        return {}
    return {"CR" if accepted else "MA": [point_text(attempt.point, size)]}


Notes = Mapping[int, Mapping[str, Mapping[int, str]]]
"""Pencil marks, by the number of tries made until then, by seat, and by point."""
LINE = "YR"
"""Property that holds a line of the record."""


def native(played: Played, details: Details | None = None, notes: Notes | None = None) -> str:
    """Return a game as SGF in the native form, with the true board and the pencil marks in ``notes``.

    Raises ``BadRecord`` if it is too long for SGF.
    """
    details = (details or Details()).of(played.record)
    return file_text(_native_nodes(played, details, notes or {}, write_record(played.record).splitlines()))


def _native_nodes(played: Played, details: Details, notes: Notes, lines: list[str]) -> Iterator[Node]:
    settings, shown = played.record.settings, without_ghosts(played.opening)
    first = {**make_header(settings, details, played.result), **make_opening(settings, played.opening)}
    yield {**first, LINE: lines[:1], **_marks(notes, 0, settings.size)}
    tries = 0
    for step, line in zip(played.steps, lines[1:], strict=False):
        tries += step.verdict is not None
        said = comment_on(step, settings, played.result, details.language)
        kept = {"C": [said], LINE: [line], **_told_properties(step, settings), **_marks(notes, tries, settings.size)}
        yield from add_properties(_try_nodes(step, settings, shown), label_ghosts(step.cells, settings.size), kept)
        shown = without_ghosts(step.cells)
    if played.record.nonces:
        yield {LINE: lines[-1:]}


def _try_nodes(step: Step, settings: Settings, shown: bytes) -> list[Properties]:
    """Return the nodes of a try: a move if other programs accept it, and set-up properties for the rest.

    A move and set-up properties must not share a node.
    """
    verdict, truth, size = step.verdict, without_ghosts(step.cells), settings.size
    if verdict is None or verdict.attempt.kind is Kind.RESIGN:
        return [{}]
    point, name = verdict.attempt.point, MOVES[verdict.mover]
    if point is None:
        return [{name: [""]} if verdict.accepted else {}]
    after = _board_in_other_programs(verdict, settings, shown)
    if after is None:
        return [
            {**node, **try_mark(verdict.attempt, verdict.accepted, size)} for node in set_up_nodes(shown, truth, size)
        ]
    stands = set_up(after, truth, size)
    return [{name: [point_text(point, size)]}, *([stands] if stands else [])]


def _board_in_other_programs(verdict: Verdict, settings: Settings, shown: bytes) -> bytes | None:
    """Return the board that other programs compute after a move; None if some programs refuse the move.

    Some programs refuse a stone on a stone. All refuse the suicide of one stone; of more stones, those whose rules do
    not allow it. On a torus no move is accepted, as other programs see neither captures nor liberties across its
    edge.
    """
    point = verdict.attempt.point
    if not verdict.accepted or verdict.attempt.kind is not Kind.STONE or point is None or shown[point] != EMPTY:
        return None
    if settings.size.shape is not Shape.RECTANGLE:
        return None  # they know no other board
    after = board_after_move(shown, settings.size, verdict.mover, point)
    lost = shown.count(verdict.mover) + 1 - after.count(verdict.mover)
    if lost == 0 or (lost > 1 and rules_name(settings.ruleset) == NEW_ZEALAND):
        return after
    return None


def _told_properties(step: Step, settings: Settings) -> Properties:
    if step.verdict is None or not isinstance(step.kept, Entry):
        return {}
    size = settings.size
    aloud = {key: value for key, value in told_values(step.told[AUDIENCE.name], size).items() if value is not None}
    seen = {
        seat: seen_values(told.seen, size) for seat, told in step.told.items() if told.seen not in (None, NOTHING_NEW)
    }
    return {"YA": [json_text(aloud)], "YS": [json_text(seen)] if seen else []}


def _marks(notes: Notes, tries: int, size: Size) -> Properties:
    if tries not in notes:
        return {}
    named = {
        seat: {size.name(point): marks[point] for point in size.in_order(marks)} for seat, marks in notes[tries].items()
    }
    return {"YP": [json_text(named)]}
