"""A player that is a GTP engine: in open games of Go, or in its own game with yurei's GTP extension."""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar

from yurei.errors import BadSettings, YureiError
from yurei.languages import N_
from yurei.players.engines.process import EngineError, NotDone, Process, named
from yurei.players.player import PATIENCE_SECONDS, Budget, Player
from yurei.referee.plain import result_values, told_values
from yurei.referee.settings import Settings, number
from yurei.referee.told import Outcome, Told
from yurei.referee.view import View
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.options import of_the_game
from yurei.rules.points import Size, shortened
from yurei.rules.ruleset import FREE, Capture
from yurei.rules.state import PASS, RESIGN, Try, read_try

SET_BY_COMMANDS = ("width", "height", "komi", "seating", "handicap")
"""Settings in which a yurei engine may differ from its start, as GTP commands set them; with a handicap also
``first``.
"""


class Engine(Player):
    """A program that speaks GTP.

    Args:
        seed: Not used: GTP has no seed.
        command: Starts the program; None if ``name`` names one in ``YUREI_ENGINES``. Positional only: a client that
            names a player over the network cannot pass it.
        parameters: See ``Player``.
    """

    slug = "engine"
    summary = N_(
        "A GTP engine that is set up on this machine, such as GNU Go. It plays Go in which everything is seen."
    )
    PARAMETERS: ClassVar[Mapping[str, Any]] = {"name": ""}

    def __init__(self, seed: int | None = None, command: str | None = None, /, **parameters: object) -> None:
        super().__init__(seed, **parameters)
        self._process = Process(named(self.value("name")) if command is None else command)
        self.clock: Callable[[], float] = self._process.clock
        self.more_patience = PATIENCE_SECONDS
        self._hides = False
        self._played: Try | None = None
        self._refused: set[Try] = set()
        self._astray = False

    def check(self, settings: Settings) -> None:
        """Check as in ``Player.check``. Asking the engine for the size of the board begins a game."""
        super().check(settings)
        check_fits(self._process, settings, self.slug)
        begin_game(self._process, settings)

    def begin(self, opening: View) -> None:
        self._hides = opening.settings.referee.hides
        if self._hides and opening.first_board is not None and not opening.settings.handicap:
            raise BadSettings(N_("{player} begins on an empty board where something is hidden"), player=self.slug)
        super().begin(opening)
        self._refused, self._played, self._astray = set(), None, False
        if self._hides:
            if opening.settings.handicap:
                self._process.command_engine(f"fixed_handicap {opening.settings.handicap}")
            self._process.command_engine(f"yurei-seat {opening.seat.colour.word if opening.seat.colour else ''}")
        else:
            self._set_up(opening.board)

    def hear(self, told: Told) -> None:
        super().hear(told)
        own = told.seat == self.view.seat.name
        if told.outcome is not Outcome.ILLEGAL:
            self._refused.clear()
        elif own and told.attempt is not None:
            self._refused.add(told.attempt)
        if self._hides:
            values, result = told_values(told, self.view.settings.size), result_values(told.result)
            line = {"seat": told.seat, "told": values, "result": result}
            self._process.command_engine(f"yurei-told {json.dumps(line, separators=(',', ':'))}")
        else:
            self._follow(told, own=own)

    def _follow(self, told: Told, *, own: bool) -> None:
        """Keep the engine's board equal to the table's."""
        played, self._played = (self._played, None) if own else (None, self._played)
        if told.outcome is Outcome.ILLEGAL:
            if played is not None:  # the engine has played a move that was refused
                self._astray |= not self._is_done("undo")
        elif told.outcome in (Outcome.MOVED, Outcome.PASSED) and told.attempt is not None and told.attempt != played:
            self._astray |= not self._is_done(f"play {told.mover.word} {told.attempt.text(self.view.settings.size)}")

    def now(self) -> float:
        """Return the wall-clock time: the program thinks, not this thread."""
        return time.monotonic()

    def decide(self, budget: Budget) -> Try:
        if self._refused and not self._hides:
            # The engine would try the same again: its rules differ slightly.
            return PASS if PASS not in self._refused else RESIGN
        if self._astray:
            self._set_up(self.view.board)
            self._astray = False
        assert self.view.seat.colour is not None
        self._played = ask_for_move(self._process, self.view.seat.colour, self.view.settings.size, budget)
        return self._played

    def gives_up(self, board: bytes, stones: Any) -> bool:
        if "final_status_list" not in self._process.known:
            return super().gives_up(board, stones)
        size, dead = self.view.settings.size, set()
        for name in self._process.command_engine("final_status_list dead").split():
            with suppress(YureiError):
                dead.add(size.point(name))
        return set(stones) <= dead

    def leave(self, result: object) -> None:
        """End the program after the game."""
        self._process.close()

    def _set_up(self, board: bytes) -> None:
        if any(board) or self._astray:
            set_up(self._process, board, self.view.settings.size)

    def _is_done(self, line: str) -> bool:
        """Send a command to the engine; return whether it has not refused it."""
        try:
            self._process.ask(line)
        except NotDone:
            return False
        return True


def check_fits(process: Process, settings: Settings, player: str) -> None:
    """Check that an engine can play a game with these settings.

    Raises:
        BadSettings: if it cannot; the text says what it plays.
        EngineError: if it cannot be started.
    """
    if "yurei-settings" in process.known:
        _check_same(process, settings, player)
        return
    if settings.referee.hides:
        raise BadSettings(
            N_(
                "{player} plays only where everything is seen, and the referee {referee} hides the board; try determinised"
            ),
            player=player,
            referee=settings.referee.slug,
        )
    check_ordinary(settings, player)
    if settings.size.width != settings.size.height and "rectangular_boardsize" not in process.known:
        raise BadSettings(N_("{player} plays on square boards, and {size} is none"), player=player, size=settings.size)


def check_ordinary(settings: Settings, player: str) -> None:
    """Check that the ruleset is Go as every engine knows it.

    Raises:
        BadSettings: if it is not.
    """
    rules = settings.ruleset
    other = rules.ghosts or rules.passing != FREE or rules.capture is not Capture.OPPONENT_FIRST or of_the_game(rules)
    if not rules.counts or other:
        raise BadSettings(
            N_("{player} plays Go with captures in turn, passes and a count, and {ruleset} is another game"),
            player=player,
            ruleset=rules.slug,
        )


def _check_same(process: Process, settings: Settings, player: str) -> None:
    """Check that a yurei engine was started for the same game and the same referee."""
    try:
        theirs, own = json.loads(process.ask("yurei-settings")), settings.plain()
        any_will_do = (*SET_BY_COMMANDS, "first") if settings.handicap else SET_BY_COMMANDS
        other = [key for key in own if key not in any_will_do and theirs[key] != own[key]]
    except (KeyError, NotDone, RecursionError, TypeError, ValueError):
        raise EngineError(N_("the engine does not say what it plays")) from None
    if other:
        raise BadSettings(
            N_("{player} was started for another game: {setting} is {theirs} there, and {own} here"),
            player=player,
            setting=other[0],
            theirs=shortened(str(theirs[other[0]])),
            own=shortened(str(own[other[0]])),
        )


def begin_game(process: Process, settings: Settings) -> None:
    """Begin a game on an empty board.

    Raises:
        BadSettings: if the engine does not play on boards of this size.
        EngineError: if it refuses a standard command.
    """
    size = settings.size
    square = size.width == size.height
    try:
        process.ask(f"boardsize {size.width}" if square else f"rectangular_boardsize {size.width} {size.height}")
    except NotDone:
        raise BadSettings(N_("the engine does not play on a {size} board"), size=size) from None
    for line in ("clear_board", f"komi {number(settings.komi or 0.0)}"):
        process.command_engine(line)


def set_up(process: Process, board: bytes, size: Size) -> None:
    """Set up stones on an empty board, as moves. No order captures any of them, since each string has a liberty at
    the end.

    Raises:
        EngineError: if the engine refuses one.
    """
    lines = [
        f"play {Colour(cell).word} {size.name(point)}" for point, cell in enumerate(board) if cell in (BLACK, WHITE)
    ]
    for line in ("clear_board", *lines):
        process.command_engine(line)


def ask_for_move(process: Process, colour: Colour, size: Size, budget: Budget) -> Try:
    """Return an engine's move or try.

    Raises:
        EngineError: if it answers with an invalid move, or not in time.
    """
    seconds = budget.seconds
    if seconds is not None and {"time_settings", "time_left"} <= process.known:
        whole = max(1, round(seconds))
        for line in (f"time_settings 0 {whole} 1", f"time_left {colour.word} {whole} 1"):
            with suppress(NotDone):
                process.ask(line)
    moved = process.command_engine(f"genmove {colour.word}", budget.patience)
    try:
        return read_try(moved.replace("ghost-", "ghost "), size)
    except YureiError:
        raise EngineError(
            N_("the engine has answered {command} with {answer}"), command="'genmove'", answer=shortened(moved)
        ) from None
