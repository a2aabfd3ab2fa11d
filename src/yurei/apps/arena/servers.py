"""Programs of a server as contestants: the server referees, and the other contestant sits down at its table by HTTP.

See docs/programs.md for what is said. Nobody here sees the truth before the end, and what the server's program
spends is its own affair.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from yurei import players, records
from yurei.apps.arena.chairs import Chair, Watch, patience
from yurei.apps.arena.played import Played, Trouble
from yurei.errors import BadValue, YureiError
from yurei.players import Budget, Player
from yurei.records import Entry
from yurei.referee.plain import read_result, read_told
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.state import EndedBy, Result, Try, start

WAIT = 20
"""Seconds that the server is asked to wait for something new."""
SHORT = 30.0
"""Seconds in which it answers what needs no thought."""


class Unreachable(YureiError):
    """A server that does not answer, or refuses."""


class _Seat:
    """A chair at a game of a server."""

    def __init__(self, address: str, settings: Settings, seat: str, seconds: float) -> None:
        parts = urlsplit(address)
        self._server, self._token = f"{parts.scheme}://{parts.netloc}", ""
        self._seconds = seconds
        program = parts.path.strip("/") or players.ALL[0].slug
        others = [each.name for each in settings.seating.seats if each.name != seat]
        wish = {"settings": settings.plain(), "programs": dict.fromkeys(others, program)}
        made = self._ask("/api/games", {**wish, "agreed": {"watching": "nobody"}})
        sat = self._ask("/api/sit", {"link": made["links"][seat]})
        self._token, self._address = sat["token"], sat["address"]

    def look(self, since: int, wait: int) -> Any:
        """What this seat knows, as soon as more has happened than that number."""
        return self._ask(f"{self._address}?since={since}&wait={wait}")

    def do(self, what: str, point: str = "", **more: Any) -> Any:
        """Try, resign, settle."""
        return self._ask(self._address, {"do": what, "point": point, **more})

    def record(self) -> str:
        """The record of the game, once it is over."""
        return self._read(f"{self._address}/record").decode()

    def _ask(self, path: str, body: object = None) -> Any:
        try:
            return json.loads(self._read(path, body))
        except ValueError:
            raise Unreachable("has answered what is no JSON; is it a server of yurei's?") from None

    def _read(self, path: str, body: object = None) -> bytes:
        request = urllib.request.Request(self._server + path)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request, timeout=self._seconds) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                raise Unreachable(f"refuses: {_sentence(error.read())}") from None
        except (OSError, HTTPException) as error:
            raise Unreachable(f"cannot be asked: {getattr(error, 'reason', None) or error}") from None


def _sentence(body: bytes) -> str:
    try:
        return str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return "without saying why"


def check(settings: Settings, setup: str | None) -> None:
    """See that a server can play this.

    Raises:
        BadValue: where it cannot.
    """
    if len(settings.seating.seats) != 2 or settings.seating.hands != "each":
        raise BadValue(f"against a server two sit down, each on a chair of its own; not {settings.seating.slug}")
    if setup is not None:
        raise BadValue("a server begins on an empty board, or with a handicap; leave --setup out")


def play_on_server(address: str, settings: Settings, seat: str, player: Player, budget: Budget, watch: Watch) -> Played:
    """Play a game at a server's table.

    Args:
        address: Of the server, with the name of its program behind it: ``http://localhost:8000/simple``.
        settings: What is played.
        seat: Where our player sits; the server's program has the other one.
        player, budget: Who plays for us, and what he may spend on a turn.
        watch: Is told who is called.
    """
    return _Visit(address, settings, seat, player, budget, watch).play()


class _Visit:
    """A game away from home."""

    def __init__(
        self, address: str, settings: Settings, seat: str, player: Player, budget: Budget, watch: Watch
    ) -> None:
        self._home = Table.of(settings)
        self._settings, self._seat = settings, settings.seating.seat(seat)
        self._other = next(each.name for each in settings.seating.seats if each.name != seat)
        self._chair = Chair(self._seat, player, budget, watch)
        self._watch, self._patience = watch, patience(budget) + SHORT
        self._address, self._heard = address, 0
        self._seconds: list[float] = []

    def play(self) -> Played:
        """Play until it is over; whose server cannot be asked has lost."""
        settings = self._settings
        truth = start(settings.ruleset, settings.size, settings.komi, settings.first, settings.setup)
        self._chair.begin(self._home.view(self._seat.name), truth)
        try:
            self._call_server()
            seat = _Seat(self._address, settings, self._seat.name, self._patience)
            seen = self._play(seat)
            return self._played(records.read(seat.record()), read_result(seen["ended"]))
        except (KeyError, TypeError, ValueError, YureiError) as error:
            reason = str(error) if isinstance(error, Unreachable) else f"has answered what makes no sense: {error!r}"
            trouble = Trouble(self._other, " ".join(reason.split())[:300], late=True)
            assert self._seat.colour is not None
            lost = Result(self._seat.colour, EndedBy.ABSENCE)
            return Played(records.begin(settings), lost, (), {}, trouble)

    def _play(self, seat: _Seat) -> Any:
        seen = seat.look(0, 0)
        while not seen["ended"]:
            self._hear(seen)
            seen = self._move(seat) if seen["your_turn"] else self._wait(seat, seen["number"])
        self._hear(seen)
        assert self._seat.colour is not None
        colour = self._seat.colour.word
        while seen["ended"]["counting"]:
            if colour in seen["ended"]["agreed"]:
                seen = self._wait(seat, seen["number"])
            elif seen["ended"]["dead"]:  # in the arena what stands lives, as everywhere without people
                seen = seat.do("dead", seen["ended"]["dead"][0])
            else:
                seen = seat.do("settle", dead=[])
        return seen

    def _wait(self, seat: _Seat, number: int) -> Any:
        self._call_server()
        return seat.look(number, WAIT)

    def _call_server(self) -> None:
        self._watch(self._other, self._patience + WAIT)

    def _hear(self, seen: Any) -> None:
        """Hear what is new."""
        for heard in seen["heard"]:
            if heard["n"] >= self._heard:
                self._heard = heard["n"] + 1
                ended = seen["ended"] if heard["to_move"] is None else None
                told = read_told(heard, self._settings, heard["seat"], ended)
                self._chair.hear(None, told)

    def _move(self, seat: _Seat) -> Any:
        attempt, seconds = self._chair.answer()
        self._seconds.append(seconds)
        self._call_server()
        if attempt is None:
            return seat.do("resign")
        return seat.do(attempt.kind.value, self._point(attempt))

    def _point(self, attempt: Try) -> str:
        return "" if attempt.point is None else self._settings.size.name(attempt.point)

    def _played(self, record: records.Record, result: Result | None) -> Played:
        assert result is not None
        ours = iter(self._seconds)
        mine = [isinstance(entry, Entry) and entry.seat == self._seat.name for entry in record.entries]
        seconds = tuple(next(ours, 0.0) if own else 0.0 for own in mine)
        moves = sum(isinstance(entry, Entry) and entry.accepted for entry in record.entries)
        return Played(record, result, seconds, {self._seat.name: self._chair.spent}, self._chair.trouble, moves=moves)
