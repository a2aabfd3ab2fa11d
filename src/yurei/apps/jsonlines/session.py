"""A session of the line protocol: at most one game at a time, one answer a line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from yurei import records
from yurei.apps.jsonlines import words
from yurei.apps.jsonlines.operations import Line, Operations
from yurei.errors import BadTry, BadValue, OutOfTurn, unknown
from yurei.records import Entry
from yurei.records.lines import read_attempt
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
from yurei.rules.board import BLACK, empty_board, read_board
from yurei.rules.judge import Verdict
from yurei.rules.perft import perft
from yurei.rules.points import Size, shortened
from yurei.rules.scoring import area, without_dead
from yurei.rules.state import start

if TYPE_CHECKING:
    from yurei.players.tablebase import Values


class Session(Operations):
    """A session of one program with the referee."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._verdict: Verdict | None = None
        self._setup: str | None = None
        self._answers = words.ALL
        self._entries: list[Entry] = []
        self._start: bytes = b""
        self._solved: dict[Size, Values] = {}
        self._operations = {
            "new": (("settings", "setup", "answers"), self._new),
            "try": (("kind", "point", "seat"), self._try),
            "area": (("board", "dead"), self._area),
            "perft": (("settings", "n"), self._perft),
            "reveal": ((), lambda line: words.reveal(self._game())),
            "solve": (("width", "height"), self._solve),
            "undo": ((), self._undo),
            "record": ((), self._record),
        }

    def _new(self, line: Line) -> dict[str, Any]:
        settings, setup, answers = settings_in(line), line.get("setup"), line.get("answers")
        if answers not in (None, *words.ANSWERS):
            raise unknown("kind of answers", answers, words.ANSWERS)
        table = Table.of(settings, setup, witness=self._witness)
        self._table, self._verdict, self._entries = table, None, []
        self._setup, self._answers = setup, answers or words.ALL
        begun = settings.setup if setup is None else setup
        self._start = start(settings.ruleset, settings.size, settings.komi, settings.first, begun).cells
        more = words.MORE if any((line.get("settings") or {}).get(key) is not None for key in words.MORE) else ()
        return {
            "ok": True,
            "settings": words.settings(settings, more),
            "to_move": table.to_move,
            "boards": words.boards(table, self._reference),
            "warnings": list(settings.warnings),
        }

    def _witness(self, verdict: Verdict) -> None:
        self._verdict = verdict

    @property
    def _reference(self) -> bytes | None:
        if self._answers == words.TOLD:
            return None
        return self._start if self._verdict is None else self._verdict.after.cells

    def _game(self) -> Table:
        if self._table is None:
            raise BadTry("there is no game yet; begin one with op 'new'")
        return self._table

    def _try(self, line: Line) -> dict[str, Any]:
        table = self._game()
        seat = line.get("seat")
        seats = words.seats(table.settings)
        if seat not in (None, *seats):
            raise unknown("seat", seat, seats)
        attempt = read_attempt(line, table.settings.size)
        if table.to_move is not None and seat not in (None, table.to_move):
            raise OutOfTurn(f"it is {table.to_move}'s turn, not {seat}'s")
        mover = table.to_move or seats[0]
        answer = table.attempt(mover, attempt)
        self._entries.append(Entry(mover, attempt, answer.accepted))
        if self._answers == words.TOLD:
            return words.told(answer, table)
        assert self._verdict is not None
        return words.attempt(answer, self._verdict, table)

    def _undo(self, line: Line) -> dict[str, Any]:
        table = self._game()
        if not self._entries:
            raise BadTry("nothing has been tried that could be taken back")
        if self._answers == words.TOLD and table.settings.referee.hides:
            raise BadTry("under this referee no try is taken back: what was heard cannot be unheard")
        self._verdict, tried = None, self._entries[:-1]
        self._table = table = Table.of(table.settings, self._setup, witness=self._witness)
        for entry in tried:
            table.attempt(entry.seat, entry.attempt)
        self._entries = tried
        return {
            "ok": True,
            "tries": len(tried),
            "to_move": table.to_move,
            "boards": words.boards(table, self._reference),
        }

    def _record(self, line: Line) -> dict[str, Any]:
        table = self._game()
        if self._answers == words.TOLD:
            table.reveal()
        kept = replace(records.begin(table.settings, self._setup), entries=tuple(self._entries))
        return {"record": records.write(kept)}

    def _area(self, line: Line) -> dict[str, Any]:
        cells, size = read_board(line.get("board"))
        dead = line.get("dead") or []
        if not isinstance(dead, list):
            raise BadValue(f"dead is a list of points such as ['A1'], not {shortened(dead)}")
        counted = area(without_dead(cells, size, [size.point(name) for name in dead]), size)
        black, white = len(counted.black), len(counted.white)
        return {"black": black, "white": white, "neutral": size.points - black - white}

    def _perft(self, line: Line) -> dict[str, Any]:
        settings = settings_in(line)
        return {"n": perft(start(settings.ruleset, settings.size, settings.komi, settings.first), line.get("n"))}

    def _solve(self, line: Line) -> dict[str, Any]:
        from yurei.players.tablebase import find, folder, value_of

        width: Any = line.get("width")
        height: Any = line.get("height")
        size = Size(width, height)
        if size not in self._solved:
            self._solved[size] = find(folder(), size)
        outcome = value_of(self._solved[size], empty_board(size), size, BLACK)
        return {"value": outcome.winner.word if outcome.winner else "draw", "distance": outcome.distance}


def settings_in(line: Line, known: Collection[str] = (*words.SETTINGS, *words.MORE)) -> Settings:
    """Return the settings of a line.

    Raises:
        BadValue, Unknown: if they are invalid.
    """
    given = line.get("settings")
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise BadValue(f"settings are an object of names and values, not {shortened(given)}")
    for key in given:
        if key not in known:
            raise unknown("setting", key, known)
    return read_settings(given)
