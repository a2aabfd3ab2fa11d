"""Seat mode of the line protocol: another program referees and asks a player of ours, a JSON object a line."""

from typing import Any

from yurei import players
from yurei.apps.jsonlines.session import Line, Operations, settings_in
from yurei.errors import BadTry, BadValue, YureiError
from yurei.players import A_SECOND, Budget, Player
from yurei.referee.plain import read_told, try_values
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import KEYS
from yurei.referee.view import View
from yurei.rules.board import read_board
from yurei.rules.points import shortened

LIMITS = ("seconds", "playouts", "clock")
MOST = 1_000_000_000
"""Most seconds, or playouts, of a budget."""


class Sitting(Operations):
    """A player in a seat: hears and answers."""

    def __init__(self, name: str) -> None:
        self._name = players.get(name, seed=0).name
        self._player: Player | None = None
        self._operations = {
            "begin": (("settings", "seat", "board", "seed"), self._begin),
            "hear": (("seat", "told", "board", "result"), self._hear),
            "choose": (("budget",), self._choose),
            "end": (("result",), self._end),
        }

    def _begin(self, line: Line) -> dict[str, Any]:
        settings, seed = settings_in(line, KEYS), line.get("seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise BadValue(f"seed is a whole number, not {shortened(seed)}")
        seat = settings.seating.seat(str(line.get("seat")))
        if seat is AUDIENCE:
            raise BadValue(
                f"a player sits on {' or '.join(each.name for each in settings.seating.seats)}, not among the audience"
            )
        board = line.get("board")
        cells = bytes(settings.size.points) if board is None else read_board(board, settings.size)[0]
        player = players.get(self._name, seed)
        player.begin(View.begin(settings, seat, cells))
        self._player = player
        return {"ok": True}

    def _hear(self, line: Line) -> dict[str, Any]:
        player = self._seated_player()
        try:
            told = read_told(line["told"], player.view.settings, line["seat"], line.get("result"))
        except (AttributeError, KeyError, TypeError, ValueError, YureiError):
            raise BadValue(
                "this is nothing that a referee tells; 'seat' and 'told' are as in the referee mode"
            ) from None
        player.hear(told)
        return {"ok": True}

    def _choose(self, line: Line) -> dict[str, Any]:
        player = self._seated_player()
        if not player.view.may_try:
            raise BadTry(f"it is not {player.view.seat.name}'s turn")
        return try_values(player.answer(_budget(line.get("budget"))), player.view.settings.size)

    def _end(self, line: Line) -> dict[str, Any]:
        self._player = None
        return {"ok": True}

    def _seated_player(self) -> Player:
        if self._player is None:
            raise BadTry("there is no game yet; begin one with op 'begin'")
        return self._player


def _budget(given: object) -> Budget:
    """Return the budget of a turn: a second if none is given."""
    if given is None:
        return A_SECOND
    if not isinstance(given, dict) or not set(given) <= set(LIMITS):
        raise BadValue(f"a budget is an object with {', '.join(LIMITS)}, not {shortened(given)}")
    for key, value in given.items():
        if value is not None and (
            isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST
        ):
            raise BadValue(f"{key} of a budget is a number from 0 to {MOST}, not {shortened(value)}")
    seconds, playouts, clock = (given.get(key) for key in LIMITS)
    return Budget(seconds, None if playouts is None else int(playouts), clock)
