"""A GTP engine in one seat under a referee who hides stones: it makes tries, and hears what its seat is told.

It keeps only the seat's own board. Its answers depend only on the commands received, and so on nothing that the
seat is not told: the controller sends each message with ``yurei-told``, in the form of the line protocol.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from yurei.apps.gtp.engine import Do, Engine, Words, no_arguments, only_word
from yurei.apps.gtp.protocol import LONGEST_LINE, Refused, handicap_points, read_colour, read_whole, result_text, vertex
from yurei.errors import YureiError
from yurei.players import Player
from yurei.referee.announce import speak
from yurei.referee.plain import read_told
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import WHITE, Colour
from yurei.rules.state import Kind, Try

HIDDEN = "the referee hides the board: what this seat is told of a move is said with yurei-told"
UNTOLD = "the referee hides the board: what was told cannot be untold"
TELL_FIRST = "say first what became of {tried}, with yurei-told"
NOT_SEATED = "say first who sits here: yurei-seat black, or yurei-seat white"
OTHER_SEAT = "this engine sits on {seat}; where the referee hides the board each side has an engine of its own"
NOT_OVER = "cannot score: the board is revealed after the end, and this seat does not see it"
NO_TOLD = "this is nothing that the referee tells this seat now; see docs/gtp.md"
KINDS = {Outcome.PASSED: (Kind.PASS,), Outcome.RESIGNED: (Kind.RESIGN,), Outcome.MOVED: (Kind.STONE, Kind.GHOST)}
"""Possible kinds of tries by outcome; other outcomes are possible for any kind."""


class HidingEngine(Engine):
    """GTP engine in one seat of a game with hidden stones."""

    whole_lines = ("yurei-told",)

    def __init__(self, settings: Settings, player: str, seed: int | None = None) -> None:
        super().__init__(settings, player, seed)
        self.begin()

    @property
    def _view(self) -> View | None:
        return None if self._sitting is None else self._sitting.view

    @property
    def cells(self) -> bytes:
        return bytes(self.size.points) if self._view is None else self._view.board

    def begin(self) -> None:
        self._sitting: Player | None = None
        self._pending: Try | None = None

    def change_settings(self, settings: Settings) -> None:
        if self._view is not None and self._view.heard:
            raise Refused("the game has begun; clear_board begins another one")
        seat = self._view.seat.colour if self._view is not None else None
        super().change_settings(settings)
        if seat is not None:
            self._seat_player(seat)

    def commands(self) -> Mapping[str, Do]:
        return {
            **super().commands(),
            "yurei-seat": lambda words: self._take_seat(read_colour(only_word(words))),
            "yurei-told": lambda words: self._hear_told(words[0]),
            "genmove": lambda words: self._read_try(read_colour(only_word(words))),
            "play": partial(_refuse, HIDDEN),
            "gogui-play_sequence": partial(_refuse, HIDDEN),
            "undo": partial(_refuse, UNTOLD),
            "gg-undo": partial(_refuse, UNTOLD),
            "fixed_handicap": self._fixed_handicap,
            "final_score": no_arguments(self._final_score),
        }

    def _take_seat(self, side: Colour) -> str:
        if self._view is not None and self._view.seat.colour is not side:
            raise Refused(OTHER_SEAT.format(seat=self._view.seat.name))
        if self._view is None:
            self._seat_player(side)
        return ""

    def _seat_player(self, side: Colour) -> None:
        player = self.make_player(side)
        player.begin(Table.of(self.settings).view(side.word))
        self._sitting = player

    def _seated_player(self) -> Player:
        if self._sitting is None:
            raise Refused(NOT_SEATED)
        return self._sitting

    def _read_try(self, side: Colour) -> str:
        """Answer ``genmove`` with the player's try; the referee's answer follows with ``yurei-told``."""
        view = self._view or Table.of(self.settings).view(side.word)
        if view.seat.colour is side and view.result is not None:
            raise Refused("the game is over")
        if view.seat.colour is side and not view.may_try:
            raise Refused(f"it is {view.to_move}'s turn")
        self._take_seat(side)
        player = self._seated_player()
        if self._pending is not None:
            raise Refused(TELL_FIRST.format(tried=vertex(self._pending, self.size)))
        self._pending = self.think_on_clock(side, player, player.answer)
        return vertex(self._pending, self.size)

    def _hear_told(self, text: str) -> str:
        """Pass what the seat is told (``yurei-told``) to the player; return the announcement."""
        player = self._seated_player()
        try:
            line = json.loads(text[:LONGEST_LINE])
            told = read_told(line["told"], self.settings, line["seat"], line.get("result"))
            self._check_message(told, player.view)
        except (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError, YureiError):
            raise Refused(NO_TOLD) from None
        player.hear(told)
        self._pending = None
        return speak(self.settings.referee, told, self.size)

    def _check_message(self, told: Told, view: View) -> None:
        """Raise ``ValueError`` if a message contradicts the messages before it."""
        own = told.seat == view.seat.name
        seats = [seat.name for seat in self.settings.seating.seats]
        if view.result is not None or told.seat != view.to_move or told.to_move not in (*seats, None):
            raise ValueError("it is not that seat's turn")
        if (told.to_move is None) != (told.result is not None):
            raise ValueError("a game is over where nobody is to move")
        if told.outcome is Outcome.LOST_ON_TIME:
            return
        if own and (told.attempt is None or self._pending not in (None, told.attempt)):
            raise ValueError("a seat knows its own try")
        if not own and told.attempt is not None and told.attempt.point is not None:
            raise ValueError("the opponent's points are not told")
        if told.attempt is not None and told.attempt.kind not in KINDS.get(told.outcome, tuple(Kind)):
            raise ValueError("this outcome goes with another try")

    def _fixed_handicap(self, words: Words) -> str:
        """Set the handicap of the game; return its points, which are known to all seats."""
        stones = read_whole(only_word(words))
        if self._view is not None and self._view.heard:
            raise Refused("board not empty")
        points = handicap_points(self.size, stones)
        self.change_settings(replace(self.settings, handicap=stones, first=WHITE))
        return " ".join(self.size.names(points))

    def _final_score(self) -> str:
        result = None if self._view is None else self._view.result
        if result is None:
            raise Refused(NOT_OVER)
        if not self.settings.ruleset.counts and result.winner is None:
            raise Refused("cannot score")
        return result_text(result)


def _refuse(why: str, words: Words) -> str:
    raise Refused(why)
