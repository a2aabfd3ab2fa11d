"""Programs of a server as contestants: the server referees, and the other contestant plays at its table by HTTP.

See docs/programs.md for the protocol. No process here sees the truth before the end, and what the server's program
spends is not measured. A game that the server does not referee to its end has no result: ``NoGame`` is raised.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from yurei import players, records
from yurei.apps.arena.chairs import Chair, Watch
from yurei.apps.arena.played import NoGame, Played
from yurei.errors import BadValue, YureiError
from yurei.players import Budget, Player
from yurei.records import Entry
from yurei.referee.plain import read_result, read_told
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.rules.state import Result, Try, start

WAIT = 20
"""Seconds that the server is asked to wait for news."""
SHORT = 30.0
"""Seconds in which the server answers requests that need no thought."""
LATER = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
"""Statuses with which a server says when to ask again."""
PAUSE, LONGEST_PAUSE = 5.0, 900.0
"""Default seconds between two requests if the server names none, and the most seconds that one request waits."""


class _BadTry(NoGame):
    """A server's refusal of an invalid try."""


class _Seat:
    """A seat in a game of a server.

    Args:
        seconds: Time-out of a request.
        rest: Called to wait for a number of seconds before a request is repeated.
    """

    def __init__(
        self, address: str, settings: Settings, seat: str, seconds: float, rest: Callable[[float], None]
    ) -> None:
        parts = urlsplit(address)
        self._server, self._token = f"{parts.scheme}://{parts.netloc}", ""
        self._name, self._seconds, self._rest = address, seconds, rest
        program = parts.path.strip("/") or players.ALL[0].slug
        others = [each.name for each in settings.seating.seats if each.name != seat]
        wish = {"settings": settings.plain(), "programs": dict.fromkeys(others, program)}
        made = self._ask("/api/games", {**wish, "agreed": {"watching": "nobody"}})
        sat = self._ask("/api/sit", {"link": made["links"][seat]})
        self._token, self._address = sat["token"], sat["address"]

    def look(self, since: int, wait: int) -> Any:
        """Return the seat's view, as soon as it has more than ``since`` entries."""
        return self._ask(f"{self._address}?since={since}&wait={wait}")

    def do(self, what: str, point: str = "", **more: Any) -> Any:
        """Send an action: try, resign, settle."""
        return self._ask(self._address, {"do": what, "point": point, **more})

    def record(self) -> str:
        """Return the record of the game, once it is over."""
        return self._read(f"{self._address}/record").decode()

    def _ask(self, path: str, body: object = None) -> Any:
        try:
            return json.loads(self._read(path, body))
        except ValueError:
            raise self._no_game("has answered what is no JSON; is it a server of yurei's?") from None

    def _read(self, path: str, body: object = None) -> bytes:
        """Send a request, and repeat it for as long as the server asks to retry later."""
        request = urllib.request.Request(self._server + path)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        waited = 0.0
        while True:
            try:
                with urllib.request.urlopen(request, timeout=self._seconds) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError as error:
                with error:
                    said = _sentence(error.read())
                waited += (pause := _pause(error.headers.get("Retry-After")))
                if error.code == HTTPStatus.UNPROCESSABLE_ENTITY and self._token:
                    raise _BadTry(said) from None
                if error.code not in LATER or waited > LONGEST_PAUSE:
                    raise self._no_game(f"refuses with status {error.code}: {said}") from None
                self._rest(pause)
            except (OSError, HTTPException) as error:
                raise self._no_game(f"cannot be asked: {getattr(error, 'reason', None) or error}") from None

    def _no_game(self, why: str) -> NoGame:
        return NoGame(f"{self._name} {why}")


def _sentence(body: bytes) -> str:
    try:
        return str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return "without saying why"


def _pause(retry_after: str | None) -> float:
    """Return the seconds that ``Retry-After`` asks for: a number, or a date (RFC 9110, 10.2.3).

    >>> _pause("30"), _pause(None), _pause("soon"), _pause("Wed, 21 Oct 2015 07:28:00 GMT")
    (30.0, 5.0, 5.0, 0.1)
    """
    text = (retry_after or "").strip()
    try:
        seconds = (
            float(text)
            if text.isdecimal()
            else (parsedate_to_datetime(text).astimezone(UTC) - datetime.now(UTC)).total_seconds()
        )
    except (TypeError, ValueError, OverflowError):
        return PAUSE
    return max(0.1, seconds)


def check(settings: Settings, setup: str | None, most: int | None = None) -> None:
    """Check that a server can play this game.

    Raises:
        BadValue: if it cannot.
    """
    if len(settings.seating.seats) != 2 or settings.seating.hands != "each":
        raise BadValue(f"against a server two sit down, each on a chair of its own; not {settings.seating.slug}")
    if most is not None:
        raise BadValue("a server ends its games itself; leave --most out")
    if setup is not None:
        raise BadValue("a server begins on an empty board, or with a handicap; leave --setup out")


def play_on_server(address: str, settings: Settings, seat: str, player: Player, budget: Budget, watch: Watch) -> Played:
    """Play a game at a server's table.

    Args:
        address: Of the server, with the name of its program behind it: ``http://localhost:8000/simple``.
        settings: The settings of the game.
        seat: The seat of our player; the server's program has the other one.
        player, budget: Our player, and their budget of a turn.
        watch: Called before each call.

    Raises:
        NoGame: if the server refuses, cannot be reached, or sends an invalid answer.
    """
    return _Visit(address, settings, seat, player, budget, watch).play()


class _Visit:
    """A game at a server's table."""

    def __init__(
        self, address: str, settings: Settings, seat: str, player: Player, budget: Budget, watch: Watch
    ) -> None:
        self._home = Table.of(settings)
        self._settings, self._seat = settings, settings.seating.seat(seat)
        self._other = next(each.name for each in settings.seating.seats if each.name != seat)
        self._chair = Chair(self._seat, player, budget, watch)
        self._watch, self._patience = watch, budget.patience + SHORT
        self._address, self._heard = address, 0
        self._seconds: list[float] = []

    def play(self) -> Played:
        """Play until the game is over."""
        settings = self._settings
        truth = start(settings.ruleset, settings.size, settings.komi, settings.first, settings.setup)
        self._chair.begin(self._home.view(self._seat.name), truth)
        self._call_server()
        try:
            seat = _Seat(self._address, settings, self._seat.name, self._patience, self._rest)
            seen = self._play(seat)
            return self._played(records.read(seat.record()), read_result(seen["ended"]))
        except NoGame:
            raise
        except (KeyError, TypeError, ValueError, YureiError) as error:
            raise NoGame(f"{self._address} has answered what makes no sense: {error!r}") from None

    def _rest(self, seconds: float) -> None:
        """Wait for as long as the server asks for, and report that to the watching worker."""
        self._watch(self._other, seconds + self._patience + WAIT)
        time.sleep(seconds)

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
            elif seen["ended"]["dead"]:  # without people all stones on the board are alive
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
        """Tell the player the news of the server."""
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
        try:
            return seat.do(attempt.kind.value, self._point(attempt))
        except _BadTry as error:
            self._chair.go_wrong(f"has tried {attempt.text(self._settings.size)}, which is no try: {error}")
            return seat.do("resign")

    def _point(self, attempt: Try) -> str:
        return "" if attempt.point is None else self._settings.size.name(attempt.point)

    def _played(self, record: records.Record, result: Result | None) -> Played:
        assert result is not None
        ours = iter(self._seconds)
        mine = [isinstance(entry, Entry) and entry.seat == self._seat.name for entry in record.entries]
        seconds = tuple(next(ours, 0.0) if own else 0.0 for own in mine)
        moves = sum(isinstance(entry, Entry) and entry.accepted for entry in record.entries)
        return Played(record, result, seconds, {self._seat.name: self._chair.spent}, self._chair.trouble, moves=moves)
