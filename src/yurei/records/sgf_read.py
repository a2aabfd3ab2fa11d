"""Reads SGF: records in the native form, and games of other programs.

Of other programs' files only the game itself is read: its size, its stones and moves along the main line, komi,
handicap, colour to move, and result. Comments, names, marks and variations are ignored. A value in an irregular form
with only one possible meaning is accepted and noted as a guess.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import islice

from yurei import rules
from yurei.errors import BadRecord, BadSize, YureiError
from yurei.languages import N_
from yurei.records import sgf_write
from yurei.records.lines import read as read_record
from yurei.records.record import End, Entry, Kept, Record, ReplayTable, begin, end_game
from yurei.records.sgf_parse import TOO_MUCH, FilePosition, MainLine, Properties, main_line
from yurei.referee.settings import Settings
from yurei.rules.board import BLACK, BLACK_STONE, WHITE, Colour, board_text, put
from yurei.rules.points import LARGEST, Size, shorten
from yurei.rules.ruleset import FREE, Ruleset
from yurei.rules.state import PASS, RESIGN, EndedBy, Kind, Result, handicap, stone

RULES = {
    "go": ("chinese", "china", "cn", "chn", "中国", "中國", "中国大陆"),
    "japanese": ("japanese", "japan", "jp", "jpn", "日本"),
    "new-zealand": ("nz", "nzl", "newzealand"),
    "tromp-taylor": ("tromptaylor",),
}
"""Usual names of rules, without spaces and in lower case, by ruleset."""
SIMILAR = {
    "go": ("aga", "american", "usa", "bga", "british", "french", "ffg", "area"),
    "japanese": ("korean", "korea", "kr", "韓国", "韩国", "한국", "territory"),
    "new-zealand": ("ing", "goe"),
}
"""Names of rules without a ruleset here, by the ruleset with the same scoring."""
_KOMI = re.compile(r"(?P<number>[+-]?\d{1,9}(?:[.,]\d{0,30})?|[+-]?\.\d{1,30})(?P<half>(?<![.,]\d) 1/2)?")
_HALF = re.compile(r"\s*(?:½|半|반|\b(?:(?:and|et|und|y) )?(?:(?:an?|one|ein|1) )?(?:half|demie?|halb|medio)\b)")
_DIGITS = [
    "[〇零]|zero",
    "一|one",
    "二|two",
    "三|three",
    "四|four",
    "五|five",
    "六|six",
    "七|seven",
    "八|eight",
    "九|nine",
]
_AROUND = re.compile(
    r"[\s:=()]+|[黑黒]?[贴貼]|[目点點집호덤]|(?<=[.,][27]5)子|コミ(?:出し)?|komi|to white|points?|punkte|puntos|pts?\b\.?|moku"
)
"""Words around a komi that do not change it."""
ENDS = {"r": EndedBy.RESIGNATION, "t": EndedBy.TIME, "f": EndedBy.ABSENCE}
"""Ends of a game, by the first letter after the plus."""


def read_komi(text: str) -> tuple[float | None, bool]:
    """Parse a komi; return it in points (None if unreadable), and whether it was guessed.

    Chinese servers write it in hundredths or tenths, or in Chinese units of two points: 375 and 3.75 stand for 7.5, 50
    for 0.5, 65 for 6.5. Some programs write a decimal comma: 6,5.

    >>> read_komi("6.50000"), read_komi("3.75"), read_komi("5 1/2 points"), read_komi("some")
    ((6.5, False), (7.5, True), (5.5, True), (None, True))
    >>> read_komi("65"), read_komi("6目半"), read_komi("six and a half")
    ((6.5, True), (6.5, True), (6.5, True))
    """
    plain = _HALF.sub(" 1/2", unicodedata.normalize("NFKC", text.replace("½", "半")).strip().lower())
    exact = _KOMI.fullmatch(plain)
    for digit, words in enumerate(_DIGITS):
        plain = re.sub(words, str(digit), plain)
    found = exact or _KOMI.fullmatch(re.sub(r"^(?=1/2)", "0 ", " ".join(_AROUND.sub(" ", plain).split())))
    if found is None:  # other words may mean a half, or Black
        return None, True
    komi = float(found["number"].replace(",", "."))
    guessed = exact is None or bool(found["half"])
    if found["half"]:
        komi += -0.5 if komi < 0 else 0.5
    if 100 <= abs(komi) < 10_000:
        komi, guessed = komi / 100, True
    if abs(komi) == 50 or (abs(komi) > 30 and abs(komi) % 10 == 5):
        komi, guessed = komi / (100 if abs(komi) == 50 else 10), True
    if abs(komi) < 5 and (komi * 4) % 2 == 1:
        komi, guessed = komi * 2, True
    return (komi, guessed) if abs(komi) < 100 and komi * 2 == int(komi * 2) else (None, True)


def read_rules(text: str) -> tuple[Ruleset | None, bool]:
    """Return the ruleset with this name in SGF files (None if unknown), and whether it was guessed.

    >>> [(ruleset.slug, guessed) for ruleset, guessed in map(read_rules, ("japanese", "New Zealand", "AGA"))]
    [('japanese', False), ('new-zealand', False), ('go', True)]
    """
    word = unicodedata.normalize("NFKC", text).casefold().strip()
    for ruleset in rules.ALL:
        if word in (sgf_write.rules_name(ruleset).casefold(), ruleset.slug):
            return ruleset, False
    word = re.sub(r"[\W_]+", "", word)
    word = re.sub(r"(?:rules?|ruleset|规则|規則|ルール)\Z", "", word)
    for slug, names in RULES.items():
        if word in names:
            return rules.get(slug), False
    near = {
        slug
        for known in (RULES, SIMILAR)
        for slug, names in known.items()
        for name in names
        if name == word or (len(name.encode()) > 4 and name in word)
    }
    return (rules.get(near.pop()) if len(near) == 1 else None), True


def read_result(text: str) -> tuple[Colour | None, EndedBy | float | None]:
    """Parse a result; return the winner, and the reason or the margin in points; None for missing parts."""
    plain = unicodedata.normalize("NFKC", text).casefold().strip()
    found = re.fullmatch(r"(?P<winner>b|black|w|white) ?\+ ?(?P<by>.*)", plain)
    if found is None:
        return None, None
    winner, by = BLACK if found["winner"].startswith("b") else WHITE, found["by"]
    if by[:1] in ENDS:
        return winner, ENDS[by[:1]]
    points = re.fullmatch(r"(\d{1,4}(?:[.,]\d{1,9})?)(?: ?(?:points?|punkte|puntos|pts?\.?|moku|目))?", by)
    return winner, float(points[1].replace(",", ".")) if points else None


def read_day(text: str) -> date | None:
    """Return the first day in the text of a date; None if the text does not begin with a day.

    >>> read_day("2017.09.24,25"), read_day("2017年9月4日"), read_day("Sunday")
    (datetime.date(2017, 9, 24), datetime.date(2017, 9, 4), None)
    """
    form = r"\s*(\d{4})\s*(?:[-./]|年)\s*(\d{1,2})\s*(?:[-./]|月)\s*(\d{1,2})"
    found = re.match(form, unicodedata.normalize("NFKC", text), re.ASCII)
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


COLOURS = {name: colour for colour, name in sgf_write.MOVES.items()}
Guess = Callable[[FilePosition, str], None]
"""Callback that notes a guess and its place."""


@dataclass(frozen=True, slots=True)
class Node:
    """Changes in the node with this number: cells set up, by point; a move (None as the point: a pass); the turn."""

    number: int
    stands: dict[int, int]
    move: tuple[Colour, int | None] | None
    to_move: Colour | None
    place: FilePosition


@dataclass(frozen=True, slots=True)
class Game:
    """A game recorded by another program.

    Attributes:
        komi: None if the file does not say.
        stones: Number of handicap stones that the file gives, 0 or 2 and more.
        rules, ended: Name of the rules, and result (``B+R``) in the file; empty if missing.
        nodes: The nodes that change the game, in order.
        day: None if missing or unreadable.
        guesses: Guesses made while reading, a sentence each.
    """

    size: Size
    komi: float | None
    stones: int
    rules: str
    ended: str
    nodes: tuple[Node, ...]
    day: date | None = None
    guesses: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[Node, ...]:
        """The nodes with a move."""
        return tuple(node for node in self.nodes if node.move is not None)

    @property
    def opening(self) -> bytes:
        """The board before the first move."""
        return self.position(0)[0]

    @property
    def first(self) -> Colour:
        """Colour of the first move; in a game without moves, the colour to move."""
        moves = self.moves
        return moves[0].move[0] if moves and moves[0].move else self.position(0)[1]

    def position(self, moves: int | None = None) -> tuple[bytes, Colour]:
        """Return the board and the colour to move after this many moves, or after all of them."""
        if moves is not None and moves > len(self.moves):
            raise BadRecord(N_("this game has {count} moves, not {given}"), count=len(self.moves), given=moves)
        return next(islice(self.positions(), len(self.moves) if moves is None else moves, None))

    def positions(self) -> Iterator[tuple[bytes, Colour]]:
        """Yield the board and the colour to move before each move, and after the last."""
        cells, to_move = bytes(self.size.points), WHITE if self.stones else BLACK
        for node in self.nodes:
            if node.move is not None:
                yield cells, to_move
            for point, cell in node.stands.items():
                cells = put(cells, (point,), cell)
            if node.move is not None:
                colour, where = node.move
                cells = cells if where is None else sgf_write.board_after_move(cells, self.size, colour, where)
                to_move = colour.opponent
            to_move = node.to_move or to_move
        yield cells, to_move

    def setup(self, moves: int | None = None) -> str:
        """Return the board after this many moves as a board text, for setting up a new game."""
        return board_text(self.position(moves)[0], self.size)

    def usual_handicap(self) -> bool:
        """Return whether the game begins with its handicap stones on the usual points."""
        try:
            return bool(self.stones) and self.setup(0) == handicap(self.size, self.stones)
        except ValueError:
            return False


def ordinary(data: bytes | str | MainLine) -> Game:
    """Read the first game of a file by another program; raise ``BadRecord`` if it has none or is invalid."""
    nodes = data if isinstance(data, MainLine) else main_line(data)
    root = _Root(nodes)
    if (kind := root.value("GM").strip() or "1") != "1":
        raise root.place("GM").refusal(N_("this SGF is of another game than Go: GM is {kind}"), kind=shorten(kind))
    size = _size(root.value("SZ") or "19", root.place("SZ"))
    game = Game(
        size=size,
        komi=_komi(root),
        stones=_stones(root),
        rules=root.value("RU").strip(),
        ended=root.value("RE").strip(),
        nodes=tuple(_nodes(nodes, size, root.guess)),
        day=read_day("".join(nodes[0].get("DT", [])[:1])),
    )
    game = _with_handicap(game, root.guess)
    return replace(game, guesses=tuple(root.guesses))


class _Root:
    """Properties of the whole game, wherever a file has them, and the guesses made in reading them."""

    def __init__(self, nodes: MainLine) -> None:
        self._nodes, self.guesses = nodes, list(nodes.guesses)

    def place(self, name: str) -> FilePosition:
        return next((node.place for node in self._nodes if name in node), self._nodes[0].place)

    def guess(self, place: FilePosition, what: str) -> None:
        self.guesses.append(f"{place}: {what}")

    def value(self, name: str) -> str:
        """Return the value of a property; an empty text if there is none."""
        holding = [node for node in self._nodes if name in node]
        values = {value.strip() for node in holding for value in node[name]}
        if len(values) > 1:
            raise holding[-1].place.refusal(N_("{name} has more than one value in this game"), name=name)
        if holding and holding[0] is not self._nodes[0]:
            self.guess(holding[0].place, f"{name} is read here, for it is missing in the first node")
        return holding[0][name][0] if holding else ""


def _komi(root: _Root) -> float | None:
    text = root.value("KM")
    if not text.strip():
        return None
    komi, guessed = read_komi(text)
    if guessed:
        read = "cannot be read, and the usual komi of the rules holds" if komi is None else f"is read as {komi:g}"
        root.guess(root.place("KM"), f"the komi {shorten(text)} {read}")
    return komi


def _stones(root: _Root) -> int:
    text = root.value("HA").strip()
    if re.fullmatch(r"\d{0,3}", text, re.ASCII):
        return int(text) if int(text or 0) >= 2 else 0
    root.guess(root.place("HA"), f"the handicap {shorten(text)} cannot be read, and is left out")
    return 0


def _size(text: str, place: FilePosition) -> Size:
    found = re.fullmatch(r"\s*(\d{1,3})\s*(?:[:xX×]\s*(\d{1,3})\s*)?", text, re.ASCII)
    try:
        if found is not None:
            return Size(int(found[1]), int(found[2] or found[1]))
    except BadSize:
        pass
    raise place.refusal(
        N_("this SGF has a board of {size}; a board has 1 to {most} lines each way"), size=shorten(text), most=LARGEST
    )


def _with_handicap(game: Game, guess: Guess) -> Game:
    """Return the game with Black's first moves turned into set-up stones if they are its handicap."""
    first = game.nodes[: game.stones]
    black = [node.move[1] for node in first if node.move and node.move[0] is BLACK and not node.stands]
    if game.stones and len(black) == game.stones and None not in black:
        guess(first[0].place, f"the first {game.stones} moves of Black are set up as the handicap")
        stands = [{point: int(BLACK_STONE)} for point in black if point is not None]
        set_up = [replace(node, move=None, stands=each) for node, each in zip(first, stands, strict=True)]
        return replace(game, nodes=(*set_up, *game.nodes[game.stones :]))
    placed = game.opening.count(BLACK_STONE)
    if game.stones and placed != game.stones:
        guess(FilePosition(), f"the handicap is said to be {game.stones} stones, and {placed} are set up")
    return game


def _nodes(nodes: Sequence[Properties], size: Size, guess: Guess) -> Iterator[Node]:
    left = sgf_write.MOST_MARKS
    for number, node in enumerate(nodes, 1):
        stands = {}
        for name, cell in sgf_write.ADDED.items():
            for point in _points(node.get(name, ()), size, number, node.place):
                stands[point], left = cell, left - 1
                if left < 0:
                    raise BadRecord(TOO_MUCH)
        moves = [(COLOURS[name], value) for name in COLOURS for value in node.get(name, ())]
        to_move = {"B": BLACK, "W": WHITE}.get((node.get("PL") or [""])[0].strip()[:1].upper())
        if len(moves) > 1:
            raise node.place.refusal(N_("node {number} has more than one move"), number=number)
        move = None
        for colour, value in moves:
            if value.strip().lower() == "pass":
                guess(node.place, f"the move {shorten(value)} is read as a pass")
                value = ""
            move = colour, None if is_pass(value, size) else _point(value, size, number, node.place)
        if stands and move:  # the format demands two nodes, but the meaning is clear
            yield Node(number, stands, None, to_move, node.place)
            stands, to_move = {}, None
        if stands or move or to_move:
            yield Node(number, stands, move, to_move, node.place)


def _points(values: Sequence[str], size: Size, number: int, place: FilePosition) -> Iterator[int]:
    """Yield the points in a list of SGF values; ``aa:cc`` stands for a rectangle."""
    for value in values:
        if not value.strip() and len(values) == 1:
            return
        corners = [_point(corner, size, number, place) for corner in value.split(":", 1)]
        rows, columns = zip(*(divmod(corner, size.width) for corner in corners), strict=True)
        for row in range(min(rows), max(rows) + 1):
            for column in range(min(columns), max(columns) + 1):
                yield row * size.width + column


def is_pass(value: str, size: Size) -> bool:
    """Return whether the value of a move means a pass: empty, or ``tt`` on boards up to 19x19."""
    return not value.strip() or (value.strip() == "tt" and max(size.width, size.height) <= 19)


def _point(value: str, size: Size, number: int, place: FilePosition) -> int:
    text = value.strip()
    if len(text) == 2 and all(letter in sgf_write.COLUMNS for letter in text):
        column, row = (sgf_write.COLUMNS.index(letter) for letter in text)
        if column < size.width and row < size.height:
            return (size.height - 1 - row) * size.width + column
    raise place.refusal(
        N_("node {number} names the point {point}, which is not on a board of {size}"),
        number=number,
        point=shorten(value),
        size=size,
    )


def begun(game: Game, settings: Settings) -> Record:
    """Return the record of a game by another program, without its moves."""
    setup = None if settings.handicap or not any(game.opening) else game.setup(0)
    started = None if game.day is None else datetime(game.day.year, game.day.month, game.day.day, tzinfo=UTC)
    return begin(settings, setup, started)


Say = Callable[[str], None]
"""Callback that receives guesses, a sentence each."""


def refereed(game: Game, settings: Settings, table: ReplayTable, say: Say = lambda guess: None) -> Record:
    """Replay the moves of another program's game at a table; return the record.

    Raises ``BadRecord`` if a move is illegal by these rules, or stones are set up after the first move.
    """
    record = begun(game, settings)
    seen = False
    for node in game.nodes:
        if seen and node.stands:
            raise node.place.refusal(
                N_("node {number} sets stones up in the middle of the game; import it as a position"),
                number=node.number,
            )
        if node.move is not None:
            seen = True
            for entry in _make_move(node, settings, table, say):
                record = record.with_entry(entry)
    return _add_end(game, record, table, say)


def _make_move(node: Node, settings: Settings, table: ReplayTable, say: Say) -> list[Entry]:
    """Make a move at the table, after adding the opponent's pass if the same colour moves twice in a row."""
    assert node.move is not None
    colour, point = node.move
    tried = PASS if point is None else stone(point)
    said = f"{sgf_write.MOVES[colour]} {tried.text(settings.size)}"
    seat, entries = table.to_move, []
    if seat is None and tried == PASS and table.result is not None and table.result.by is EndedBy.SCORE:
        say(f"{node.place}: a pass after the two that have ended the game is left out")
        return []
    if seat is not None and settings.seating.seat(seat).colour is not colour and settings.ruleset.passing == FREE:
        say(
            f"{node.place}: {colour.word} moves twice in a row; a pass of {colour.opponent.word} is put in before {said}"
        )
        table.attempt(seat, PASS)
        entries.append(Entry(seat, PASS, accepted=True))
        seat = table.to_move
    if seat is None:
        refusal = N_("node {number} has the move {move}, but the game was over")
    elif settings.seating.seat(seat).colour is not colour:
        refusal = N_(
            "node {number} has the move {move}, but the other colour is to move; import it as a position (--position)"
        )
    elif not table.attempt(seat, tried).accepted:
        refusal = N_(
            "node {number} has the move {move}, which is illegal by these rules; import it as a position (--position)"
        )
    else:
        return [*entries, Entry(seat, tried, accepted=True)]
    raise node.place.refusal(refusal, number=node.number, move=said)


def _add_end(game: Game, record: Record, table: ReplayTable, say: Say) -> Record:
    """Add the end that the file gives to the record; report it if the result differs from the file's."""
    winner, by = read_result(game.ended)
    if winner is not None and isinstance(by, EndedBy):
        seats = [seat.name for seat in record.settings.seating.seats if seat.colour is winner.opponent]
        loser = table.to_move if table.to_move in seats else seats[0]
        if by is not EndedBy.RESIGNATION and (seat := table.to_move) and seat != loser:
            if record.settings.ruleset.passing != FREE or (
                game.moves and game.moves[-1].move == (winner.opponent, None)
            ):
                by = EndedBy.RESIGNATION  # a pass is impossible, or would end the game
            else:
                say(f"a pass of {winner.word} is put in before the result {shorten(game.ended)}")
                table.attempt(seat, PASS)
                record, loser = record.with_entry(Entry(seat, PASS, accepted=True)), table.to_move or loser
        with suppress(YureiError):  # a game that was counted, or won by its own rules, cannot end in another way
            if by is EndedBy.RESIGNATION:
                table.resign(loser)
                record = record.with_entry(Entry(loser, RESIGN, accepted=True))
            else:
                end_game(ended := End(by, loser), table)
                record = record.with_entry(ended)
    if (game.ended and game.ended != "?") and not _agrees_with_result(game.ended, table.result):
        here = (
            "the moves lead to no end"
            if table.result is None
            else f"by the moves it is {sgf_write.result_text(table.result)}"
        )
        say(f"the file gives the result as {shorten(game.ended)}; {here}, which is kept")
    return record


def _agrees_with_result(said: str, result: Result | None) -> bool:
    if result is None:
        return False
    if result.winner is None:
        return said.casefold() in ("0", "draw", "jigo", "void")
    winner, by = read_result(said)
    points = None if result.margin is None else abs(result.margin)
    return winner is result.winner and (said.endswith("+") or by in (points, result.by))


def is_native(nodes: list[Properties]) -> bool:
    """Return whether a game is in the native form."""
    return sgf_write.LINE in nodes[0]


def read(data: bytes | str) -> Record:
    """Read the record from a file in the native form. Whether its tries are legal is not checked.

    Raises ``BadRecord`` if there is none, or if the ordinary moves differ from it.
    """
    nodes = main_line(data)
    if not is_native(nodes):
        raise BadRecord(N_("this SGF holds no record of yurei; import it as a position or as a game"))
    return record_of(nodes)


def record_of(nodes: list[Properties]) -> Record:
    """Return the record that the nodes of a file in the native form contain."""
    held = [(number, node) for number, node in enumerate(nodes, 1) if sgf_write.LINE in node]
    for number, node in held:
        if len(node[sgf_write.LINE]) != 1 or "\n" in node[sgf_write.LINE][0]:
            raise BadRecord(N_("node {number} holds more than one line of a record"), number=number)
    record = read_record("".join(f"{node[sgf_write.LINE][0]}\n" for _, node in held))
    if nodes[0].get("SZ") != [sgf_write.size_text(record.settings.size)]:
        raise BadRecord(N_("the board of this SGF is not that of the record in it"))
    entries: dict[int, Kept] = {number: entry for (number, _), entry in zip(held[1:], record.entries, strict=False)}
    for number, node in enumerate(nodes, 1):
        moves = {
            (name, "" if is_pass(value, record.settings.size) else value)
            for name in sgf_write.MOVES.values()
            for value in node.get(name, ())
        }
        if moves - {_move(entries.get(number), record.settings)}:
            raise BadRecord(
                N_("node {number} has the move {move}, the record in it has another"),
                number=number,
                move=shorten(" ".join(sorted(f"{name}[{value}]" for name, value in moves))),
            )
    return record


def _move(entry: Kept | None, settings: Settings) -> tuple[str, str] | None:
    """Return a stone or a pass as an SGF move, name and value; None for any other entry."""
    if not isinstance(entry, Entry) or not entry.accepted or entry.attempt.kind not in (Kind.STONE, Kind.PASS):
        return None
    colour, point = settings.seating.seat(entry.seat).colour, entry.attempt.point
    assert colour is not None
    return sgf_write.MOVES[colour], "" if point is None else sgf_write.point_text(point, settings.size)
