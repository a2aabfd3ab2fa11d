"""The line protocol for bots in any language and for tests: each input line and each answer is one JSON object.

``Session``: a program uses the referee, one game at a time. Outside ``told`` answers hold the truth, inside
it what a seat may know. ``SeatSession``: a program is the referee, and asks a player of ours in a seat.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from yurei import records
from yurei.errors import BadTry, BadValue, OutOfTurn, YureiError, unknown
from yurei.records.lines import read_attempt
from yurei.referee import plain
from yurei.referee.announce import Attempt
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import KEYS, Settings, read_settings
from yurei.referee.table import Table
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, board_text, empty_board, read_board
from yurei.rules.judge import Verdict, perft
from yurei.rules.points import Size, shorten
from yurei.rules.scoring import area, without_dead
from yurei.rules.state import start

if TYPE_CHECKING:
    from yurei.players import Budget, Player
    from yurei.players.tablebase import Values

LONGEST_LINE = 64 * 1024  # bytes; a longer one is answered with an error
Line = Mapping[str, Any]
Operation = tuple[tuple[str, ...], Callable[[Line], dict[str, Any]]]
"""The keys allowed beside ``op``, and the function that answers."""


class Operations:
    """Base class of sessions: passes each line to the function for the operation in its ``op`` key."""

    _operations: dict[str, Operation]

    def answer(self, line: bytes | str) -> str | None:
        """Return the answer to one line, a JSON object without a line end; None for an empty line.

        An invalid line is answered with an ``error`` and changes nothing.
        """
        if not line.strip():
            return None
        try:
            answer = self._answer(read_line(line))
        except YureiError as error:
            answer = {"error": str(error)}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

    def _answer(self, line: Line) -> dict[str, Any]:
        op = line.get("op")
        if not isinstance(op, str) or op not in self._operations:
            raise unknown("op", op, self._operations)
        keys, act = self._operations[op]
        for key in line:
            if key not in ("op", *keys):
                raise unknown(f"key of {op!r}", key, ("op", *keys))
        return act(line)

    def serve(self, lines: BinaryIO, answers: BinaryIO) -> None:
        """Read and answer lines until the input ends. Long lines are read in pieces, to limit the memory used."""
        while line := lines.readline(LONGEST_LINE + 2):
            rest = line
            while not rest.endswith(b"\n") and rest:
                rest = lines.readline(LONGEST_LINE)
            if (answer := self.answer(line)) is not None:
                answers.write(answer.encode() + b"\n")
                answers.flush()


def read_line(line: str | bytes) -> Line:
    if len(line) > LONGEST_LINE:
        raise BadValue(f"a line has at most {LONGEST_LINE} bytes, this one has more; send one JSON object a line")
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise BadValue(f'{shorten(text)} is no JSON; send one object a line such as {{"op":"new"}}') from None
    if not isinstance(value, dict):
        raise BadValue(f'{shorten(text)} is no JSON object; send one a line such as {{"op":"new"}}')
    return value


SETTINGS = (
    *("width", "height", "ruleset", "capture", "suicide", "repetition", "draw_counts", "passing", "white_passes"),
    *("ghosts", "scoring", "komi", "referee", "lone_self_atari", "failed_try", "sight", "first"),
)
"""Settings that every answer to ``new`` names."""
OF_PEOPLE = ("draw_by_agreement", "two_game_match", "tie_break")
"""Settings that people agree on, or that concern several games; a program that uses the referee has none of them."""
MORE = tuple(key for key in KEYS if key not in (*SETTINGS, *OF_PEOPLE))
"""Settings added later: named only in answers to programs that use one of them, so that others see no change."""
ALL, TOLD = "all", "told"
ANSWERS = (ALL, TOLD)
"""Contents of answers: everything, or only what seats were told and what was said aloud."""


def seat_names(chosen: Settings) -> list[str]:
    return [seat.name for seat in chosen.seating.seats]


def settings_values(chosen: Settings, more: Collection[str] = ()) -> dict[str, Any]:
    """Return the settings of a game by name: those in ``SETTINGS``, and those of ``MORE`` that ``more`` contains."""
    values = chosen.plain()
    # This includes values that cannot be chosen: a referee that excludes the option may have no sight.
    in_force = {"sight": chosen.referee.sight if chosen.referee.hides else None}
    return {key: values[key] for key in SETTINGS} | in_force | {key: values[key] for key in MORE if key in more}


def board_texts(table: Table, reference: bytes | None) -> dict[str, str]:
    """Return the board of each seat as text, by seat; with it the reference board if ``reference`` is given."""
    own = {seat: table.view(seat).board_text for seat in seat_names(table.settings)}
    return own if reference is None else {**own, "reference": board_text(reference, table.settings.size)}


def told_answer(answer: Attempt, table: Table, reference: bytes | None = None) -> dict[str, Any]:
    """Return the answer to a try with only what each seat was told; ``reference`` adds the true board."""
    size = table.settings.size
    return {
        "to_move": table.to_move,
        "result": plain.result_values(table.result),
        "told": {seat: plain.told_values(answer.told[seat], size) for seat in seat_names(table.settings)},
        "en": answer.said("en"),
        "de": answer.said("de"),
        "boards": board_texts(table, reference),
    }


def try_answer(answer: Attempt, verdict: Verdict, table: Table) -> dict[str, Any]:
    """Return the full answer to a try: the verdict, the reference board, and what each seat was told (``told``)."""
    size, removed = table.settings.size, verdict.removed
    return {
        "accepted": answer.accepted,
        "reason": verdict.reason,
        "captured": size.names(verdict.captured),
        "removed": {
            "black_stones": size.names(removed.black_stones),
            "white_stones": size.names(removed.white_stones),
            "black_ghosts": size.names(removed.black_ghosts),
            "white_ghosts": size.names(removed.white_ghosts),
            "replaced_ghost": plain.colour_word(removed.replaced),
        },
        "atari": {colour.word: colour in verdict.atari for colour in (BLACK, WHITE)},
        **told_answer(answer, table, verdict.after.cells),
    }


def reveal_answer(table: Table) -> dict[str, Any]:
    """Return the answer to ``reveal``: the reference board, every try, and the result."""
    revealed, size = table.reveal(), table.settings.size
    tries = [
        {"seat": each.seat, **plain.try_values(each.attempt, size), "accepted": not each.reason, "reason": each.reason}
        for each in revealed.tries
    ]
    result = plain.result_values(revealed.result)
    return {"reference": board_text(revealed.board, size), "tries": tries, "result": result}


class Session(Operations):
    """A session in which a program uses the referee, one game at a time."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._verdict: Verdict | None = None
        self._setup: str | None = None
        self._answers = ALL
        self._entries: list[records.Entry] = []
        self._start: bytes = b""
        self._solved: dict[Size, Values] = {}
        self._operations = {
            "new": (("settings", "setup", "answers"), self._start_game),
            "try": (("kind", "point", "seat"), self._attempt),
            "area": (("board", "dead"), self._area),
            "perft": (("settings", "n"), self._perft),
            "reveal": ((), lambda line: reveal_answer(self._game())),
            "solve": (("width", "height"), self._solve),
            "undo": ((), self._undo),
            "record": ((), self._record),
        }

    def _start_game(self, line: Line) -> dict[str, Any]:
        settings, setup, answers = read_line_settings(line), line.get("setup"), line.get("answers")
        if answers not in (None, *ANSWERS):
            raise unknown("kind of answers", answers, ANSWERS)
        table = Table.of(settings, setup, witness=self._note_verdict)
        self._table, self._verdict, self._entries = table, None, []
        self._setup, self._answers = setup, answers or ALL
        begun = settings.setup if setup is None else setup
        self._start = start(settings.ruleset, settings.size, settings.komi, settings.first, begun).cells
        more = MORE if any((line.get("settings") or {}).get(key) is not None for key in MORE) else ()
        in_force = settings_values(settings, more)
        return {"ok": True, "settings": in_force, **self._board_fields(), "warnings": list(settings.warnings)}

    def _note_verdict(self, verdict: Verdict) -> None:
        self._verdict = verdict

    def _board_fields(self) -> dict[str, Any]:
        """Return the seat to move and the boards; the reference board is left out in sessions with ``told`` answers."""
        table = self._game()
        reference = self._start if self._verdict is None else self._verdict.after.cells
        return {"to_move": table.to_move, "boards": board_texts(table, None if self._answers == TOLD else reference)}

    def _game(self) -> Table:
        if self._table is None:
            raise BadTry("there is no game yet; begin one with op 'new'")
        return self._table

    def _attempt(self, line: Line) -> dict[str, Any]:
        table = self._game()
        seat = line.get("seat")
        seats = seat_names(table.settings)
        if seat not in (None, *seats):
            raise unknown("seat", seat, seats)
        attempt = read_attempt(line, table.settings.size)
        if table.to_move is not None and seat not in (None, table.to_move):
            raise OutOfTurn(f"it is {table.to_move}'s turn, not {seat}'s")
        mover = table.to_move or seats[0]
        answer = table.attempt(mover, attempt)
        self._entries.append(records.Entry(mover, attempt, answer.accepted))
        if self._answers == TOLD:
            return told_answer(answer, table)
        assert self._verdict is not None
        return try_answer(answer, self._verdict, table)

    def _undo(self, line: Line) -> dict[str, Any]:
        table = self._game()
        if not self._entries:
            raise BadTry("nothing has been tried that could be taken back")
        if self._answers == TOLD and table.settings.referee.hides:
            raise BadTry("under this referee no try is taken back: what was heard cannot be unheard")
        self._verdict, tried = None, self._entries[:-1]
        self._table = table = Table.of(table.settings, self._setup, witness=self._note_verdict)
        for entry in tried:
            table.attempt(entry.seat, entry.attempt)
        self._entries = tried
        return {"ok": True, "tries": len(tried), **self._board_fields()}

    def _record(self, line: Line) -> dict[str, Any]:
        table = self._game()
        if self._answers == TOLD:
            table.reveal()
        kept = replace(records.begin(table.settings, self._setup), entries=tuple(self._entries))
        return {"record": records.write(kept)}

    def _area(self, line: Line) -> dict[str, Any]:
        cells, size = read_board(line.get("board"))
        dead = line.get("dead") or []
        if not isinstance(dead, list):
            raise BadValue(f"dead is a list of points such as ['A1'], not {shorten(dead)}")
        counted = area(without_dead(cells, size, [size.point(name) for name in dead]), size)
        black, white = len(counted.black), len(counted.white)
        return {"black": black, "white": white, "neutral": size.points - black - white}

    def _perft(self, line: Line) -> dict[str, Any]:
        settings = read_line_settings(line)
        return {"n": perft(start(settings.ruleset, settings.size, settings.komi, settings.first), line.get("n"))}

    def _solve(self, line: Line) -> dict[str, Any]:
        from yurei.players.tablebase import find_values, table_folder, value_of

        size = Size(line.get("width"), line.get("height"))  # type: ignore[arg-type]  # Size checks them
        if size not in self._solved:
            self._solved[size] = find_values(table_folder(), size)
        outcome = value_of(self._solved[size], empty_board(size), size, BLACK)
        return {"value": outcome.winner.word if outcome.winner else "draw", "distance": outcome.distance}


def read_line_settings(line: Line, known: Collection[str] = (*SETTINGS, *MORE)) -> Settings:
    """Parse the settings in a line; raise ``Unknown`` for names that are not in ``known``."""
    given = line.get("settings")
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise BadValue(f"settings are an object of names and values, not {shorten(given)}")
    for key in given:
        if key not in known:
            raise unknown("setting", key, known)
    return read_settings(given)


LIMITS = ("seconds", "playouts", "clock")
MOST = 1_000_000_000  # seconds, or playouts, of a budget


class SeatSession(Operations):
    """A session in which a program is the referee and one of yurei's players sits in a seat."""

    def __init__(self, name: str) -> None:
        from yurei import players  # loaded only for a seat, so that the referee answers sooner

        self._name = players.get(name, seed=0).name
        self._player: Player | None = None
        self._operations = {
            "begin": (("settings", "seat", "board", "seed"), self._begin),
            "hear": (("seat", "told", "board", "result"), self._tell_player),
            "choose": (("budget",), self._choose),
            "end": (("result",), self._end),
        }

    def _begin(self, line: Line) -> dict[str, Any]:
        from yurei import players

        settings, seed = read_line_settings(line, KEYS), line.get("seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise BadValue(f"seed is a whole number, not {shorten(seed)}")
        seat = settings.seating.seat(str(line.get("seat")))
        if seat is AUDIENCE:
            raise BadValue(f"a player sits on {' or '.join(seat_names(settings))}, not among the audience")
        board = line.get("board")
        cells = bytes(settings.size.points) if board is None else read_board(board, settings.size)[0]
        player = players.get(self._name, seed)
        player.begin(View.begin(settings, seat, cells))
        self._player = player
        return {"ok": True}

    def _tell_player(self, line: Line) -> dict[str, Any]:
        player = self._seated_player()
        try:
            told = plain.read_told(line["told"], player.view.settings, line["seat"], line.get("result"))
        except (AttributeError, KeyError, TypeError, ValueError, YureiError):
            why = "this is nothing that a referee tells; 'seat' and 'told' are as in the referee mode"
            raise BadValue(why) from None
        player.hear(told)
        return {"ok": True}

    def _choose(self, line: Line) -> dict[str, Any]:
        player = self._seated_player()
        if not player.view.may_try:
            raise BadTry(f"it is not {player.view.seat.name}'s turn")
        return plain.try_values(player.answer(_read_budget(line.get("budget"))), player.view.settings.size)

    def _end(self, line: Line) -> dict[str, Any]:
        self._player = None
        return {"ok": True}

    def _seated_player(self) -> "Player":
        if self._player is None:
            raise BadTry("there is no game yet; begin one with op 'begin'")
        return self._player


def _read_budget(given: object) -> "Budget":
    """Parse a player's budget for one turn; return one second if none is given."""
    from yurei.players import A_SECOND, Budget

    if given is None:
        return A_SECOND
    if not isinstance(given, dict) or not set(given) <= set(LIMITS):
        raise BadValue(f"a budget is an object with {', '.join(LIMITS)}, not {shorten(given)}")
    for key, value in given.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (is_number and 0 <= value <= MOST):
            raise BadValue(f"{key} of a budget is a number from 0 to {MOST}, not {shorten(value)}")
    seconds, playouts, clock = (given.get(key) for key in LIMITS)
    return Budget(seconds, None if playouts is None else int(playouts), clock)
