"""Base class of the GTP engines: identification, board size, komi, rules and clocks, in three dialects."""

import json
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from yurei import __version__, players
from yurei.apps.gtp import protocol
from yurei.apps.gtp.protocol import SYNTAX_ERROR, Refused, Stream, read_colour, read_number, read_whole
from yurei.clocks.controls import ZERO, Absolute, ByoYomi, Canadian, Control, Fischer, TimeLeft
from yurei.errors import BadSettings, YureiError
from yurei.players.levels import smallest_budget
from yurei.players.player import never
from yurei.referee.settings import Settings, read_settings
from yurei.referee.settings import number as plain_number
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.points import Size
from yurei.rules.state import Try, checked_komi

CLOCKS = "none absolute byoyomi canadian fischer fischer-capped"  # kinds that kata-time_settings knows
MILLISECONDS = 1000
"""Controls have whole units of time. Here a unit is a millisecond, because controllers also send half seconds."""
LONGEST = 366 * 24 * 60 * 60 * MILLISECONDS  # longer times are cut to this one, which cannot overflow
PART, SURE = 0.04, 0.8  # largest share of the main time, and of its share of a period, that a move takes
LEAST = 0.02  # seconds that a move may take even if none are left


def read_time_settings(words: Sequence[str]) -> Control | None:
    """Parse the arguments of ``time_settings`` (main time, byo-yomi, stones); None means no limit."""
    if len(words) != 3:
        raise Refused(SYNTAX_ERROR)
    main, step, stones = (
        _to_milliseconds(read_number(words[0])),
        _to_milliseconds(read_number(words[1])),
        read_whole(words[2]),
    )
    if not step:
        return Absolute(main)
    return Canadian(main, step, stones) if stones else None


def read_time_control(words: Sequence[str]) -> Control | None:
    """Parse the arguments of ``kgs-time_settings`` or ``kata-time_settings``; None means no limit."""
    kind, numbers = (words[0], [read_number(word) for word in words[1:]]) if words else ("", [])
    match kind, numbers:
        case "none", []:
            return None
        case "absolute", [main]:
            return Absolute(_to_milliseconds(main))
        case "byoyomi", [main, step, periods] if step and int(periods) > 0:
            return ByoYomi(_to_milliseconds(main), _to_milliseconds(step), int(periods))
        case "canadian", [main, step, stones] if step and int(stones) > 0:
            return Canadian(_to_milliseconds(main), _to_milliseconds(step), int(stones))
        case "fischer", [main, step]:
            return Fischer(_to_milliseconds(main), _to_milliseconds(step), LONGEST)
        case "fischer-capped", [main, step, cap, _]:
            return Fischer(
                _to_milliseconds(main), _to_milliseconds(step), LONGEST if cap < 0 else _to_milliseconds(cap)
            )
    raise Refused(SYNTAX_ERROR)


def _to_milliseconds(seconds: float) -> int:
    """Convert seconds to whole milliseconds, rounded up; refuse negative times."""
    if seconds < 0:
        raise Refused(SYNTAX_ERROR)
    return min(math.ceil(seconds * MILLISECONDS), LONGEST)


class Clocks:
    """The engine's own clocks of both sides, set by the controller's commands and run by the engine's moves."""

    def __init__(self) -> None:
        self._control: Control | None = None
        self._left: dict[Colour, TimeLeft] = {}

    def start(self, control: Control | None) -> None:
        """Start both clocks with a time control."""
        self._control = control
        self.reset()

    def reset(self) -> None:
        """Restart both clocks for a new game."""
        control = self._control
        self._left = {} if control is None else dict.fromkeys((BLACK, WHITE), control.time_at_start())

    def set_time_left(self, colour: Colour, seconds: float, stones: int) -> None:
        """Set a side's clock from ``time_left``: main time, or the time left for this many stones or periods."""
        time = _to_milliseconds(max(0.0, seconds))
        if self._control is None:
            self._control = Canadian(0, time, stones) if stones else Absolute(time)
        full, left = self._control.time_at_start(), timedelta(seconds=time)
        if not stones:
            self._left[colour] = replace(full, main=left)
        elif full.periods and not full.turns:
            self._left[colour] = replace(full, main=ZERO, period=left, periods=stones)
        else:
            self._left[colour] = replace(full, main=ZERO, period=left, turns=stones)

    def subtract(self, colour: Colour, seconds: float) -> None:
        if self._control is not None and colour in self._left:
            left = self._control.after_thinking(self._left[colour], timedelta(seconds=seconds * MILLISECONDS))
            self._left[colour] = self._control.after_turn(left)

    def budget(self, colour: Colour) -> players.Budget:
        """Return the player's budget for the next move of a side; without a clock it has no limit."""
        left = self._left.get(colour)
        if left is None:
            return players.Budget()
        running = left.running.total_seconds() / MILLISECONDS
        part = SURE / max(1, left.turns) if left.in_overtime else PART
        if left.main and left.period:
            period = left.period.total_seconds() / MILLISECONDS
            # If the main time gives too little, the first period is used.
            seconds = max(part * running, min(running, SURE * period / max(1, left.turns)))
        else:
            seconds = part * running
        return players.Budget(seconds=max(LEAST, seconds), clock=running)


Words = Sequence[str]
Do = Callable[[Words], str | Stream]  # function of a command: takes its arguments, and returns the answer

TWO = ("duel", "solo", "one-device")  # seatings that GTP supports, which has only two players
PRESETS = {
    "chinese": "go",
    "aga": "go",
    "japanese": "japanese",
    "new_zealand": "new-zealand",
    "tromp-taylor": "tromp-taylor",
}
"""Rulesets by their names in rules commands. AGA's pass stones make its two ways of counting equal to area scoring."""


class Engine(ABC):
    """Base class of GTP engines. Raises an error for more than two seats, and for an unknown player."""

    interrupted: Callable[[], bool] = staticmethod(never)  # whether the controller wants the answer now
    whole_lines: tuple[str, ...] = ()  # commands that take all text after their name as one word
    file_commands: tuple[str, ...] = ()  # commands that take a file name, which may contain a #

    def __init__(self, settings: Settings, player: str, seed: int | None = None) -> None:
        if settings.seating.slug not in TWO:
            raise BadSettings(
                f"GTP knows two seats, Black's and White's; leave the seating {settings.seating.slug} out"
            )
        self.settings = settings
        self._player, self.seed = players.get(player, seed).name, seed
        self._komi_set = False
        self._clocks = Clocks()
        self._known: dict[str, Do] = dict(self.commands())

    def add_commands(self, commands: Mapping[str, Do]) -> None:
        self._known |= commands

    @property
    def size(self) -> Size:
        return self.settings.size

    @property
    @abstractmethod
    def cells(self) -> bytes:
        """The cells of the board as far as the engine knows them."""

    def run_command(self, command: protocol.Command) -> str | Stream:
        if (found := self._known.get(command.name)) is None:
            raise Refused("unknown command")
        try:
            if command.name in self.file_commands:
                return found((command.text,))
            return found((command.rest,) if command.name in self.whole_lines else command.words)
        except YureiError as error:
            raise Refused(str(error)) from None

    def commands(self) -> Mapping[str, Do]:
        return {
            "protocol_version": no_arguments(lambda: "2"),
            "name": no_arguments(lambda: "yurei"),
            "version": no_arguments(lambda: __version__),
            "known_command": lambda words: "true" if only_word(words) in self._known else "false",
            "list_commands": no_arguments(lambda: "\n".join(sorted(self._known))),
            "quit": no_arguments(lambda: ""),
            "showboard": no_arguments(lambda: protocol.draw_board(self.cells, self.size)),
            "list_stones": self._list_stones,
            "echo": " ".join,
            "boardsize": self._boardsize,
            "rectangular_boardsize": self._boardsize,
            "query_boardsize": no_arguments(self._query_boardsize),
            "clear_board": no_arguments(self._clear_board),
            "komi": self._komi,
            "get_komi": no_arguments(lambda: str(plain_number(self.settings.komi or 0.0))),
            "time_settings": lambda words: self._set_clocks(read_time_settings(words)),
            "kgs-time_settings": lambda words: self._set_clocks(read_time_control(words)),
            "kata-time_settings": lambda words: self._set_clocks(read_time_control(words)),
            "kata-list_time_settings": no_arguments(lambda: CLOCKS),
            "time_left": self._time_left,
            "cputime": no_arguments(lambda: f"{time.process_time():.3f}"),
            "gomill-cpu_time": no_arguments(lambda: f"{time.process_time():.3f}"),
            "gomill-describe_engine": no_arguments(self._describe),
            "gogui-interrupt": no_arguments(lambda: ""),
            "gogui-title": no_arguments(
                lambda: f"yurei: {self.settings.ruleset.slug}, referee {self.settings.referee.slug}"
            ),
            "gogui-analyze_commands": no_arguments(lambda: "\n".join(self.gogui_commands())),
            "yurei-settings": no_arguments(lambda: json.dumps(self.settings.plain(), separators=(",", ":"))),
        }

    def gogui_commands(self) -> Sequence[str]:
        """Return the answer to ``gogui-analyze_commands``: lines of kind, label and command."""
        return ("string/Settings/yurei-settings", "string/Who plays/gomill-describe_engine")

    @abstractmethod
    def begin(self) -> None:
        """Begin a new game with the settings in force."""

    def change_settings(self, settings: Settings) -> None:
        """Change the settings and begin a new game. Engines that can keep a game in progress override this."""
        self.settings = settings
        self.begin()

    def make_player(self, colour: Colour) -> players.Player:
        return players.get(self._player, None if self.seed is None else self.seed + colour)

    def think_on_clock(self, side: Colour, player: players.Player, think: Callable[[players.Budget], Try]) -> Try:
        """Return a player's try, chosen within its budget and the time of its clock; subtract the time from its clock."""
        began = time.monotonic()
        try:
            return think(
                replace(smallest_budget(player.budget, self._clocks.budget(side)), interrupted=self.interrupted)
            )
        finally:
            self._clocks.subtract(side, time.monotonic() - began)

    def _list_stones(self, words: Words) -> str:
        side = read_colour(only_word(words))
        return " ".join(self.size.names(point for point, cell in enumerate(self.cells) if cell == side))

    def _boardsize(self, words: Words) -> str:
        lines = [read_whole(word) for word in words]
        if len(lines) not in (1, 2):
            raise Refused(SYNTAX_ERROR)
        try:
            size = Size(lines[0], lines[-1])
        except YureiError:
            raise Refused("unacceptable size") from None
        komi = self.settings.komi if self._komi_set else self.settings.ruleset.default_komi(size)
        self.settings = replace(self.settings, size=size, komi=komi, handicap=0)
        return self._clear_board()

    def _query_boardsize(self) -> str:
        width, height = self.size.width, self.size.height
        return str(width) if width == height else f"{width} {height}"

    def _clear_board(self) -> str:
        self._clocks.reset()
        self.begin()
        return ""

    def _komi(self, words: Words) -> str:
        given = read_number(only_word(words))
        if not self.settings.ruleset.counts:
            return ""  # "The engine must accept the komi": without counting it has no effect.
        komi = checked_komi(self.settings.ruleset, self.settings.size, given)
        self._komi_set = True
        if komi != self.settings.komi:
            self.change_settings(replace(self.settings, komi=komi))
        return ""

    def set_rules(self, words: Words) -> str:
        """Change to another ruleset of ordinary Go (``kgs-rules``, ``kata-set-rules``)."""
        wanted = PRESETS.get(only_word(words).lower().replace("-", "_")) or PRESETS.get(only_word(words).lower())
        if wanted is None:
            raise Refused(f"unknown rules; known: {' '.join(PRESETS)}")
        own = self.settings
        ruleset = read_settings({"ruleset": wanted}).ruleset
        komi = own.komi if self._komi_set else ruleset.default_komi(own.size)
        if ruleset != own.ruleset:
            self.change_settings(replace(own, ruleset=ruleset, komi=komi))
        return ""

    def _set_clocks(self, control: Control | None) -> str:
        self._clocks.start(control)
        return ""

    def _time_left(self, words: Words) -> str:
        if len(words) != 3:
            raise Refused(SYNTAX_ERROR)
        side = read_colour(words[0])
        # Some controllers report a late move by a time below zero.
        self._clocks.set_time_left(side, read_number(words[1]), read_whole(words[2]))
        return ""

    def _describe(self) -> str:
        settings = self.settings
        return f"yurei {__version__}\n{self._player}, {settings.ruleset.slug}, referee {settings.referee.slug}"


def only_word(words: Words) -> str:
    if len(words) != 1:
        raise Refused(SYNTAX_ERROR)
    return words[0]


def no_arguments(do: Callable[[], str | Stream]) -> Do:
    """Turn a function without parameters into that of a command; as in most engines, arguments are ignored."""
    return lambda words: do()
