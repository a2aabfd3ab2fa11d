"""A worker process, which runs programs or compiles their code, as messages on its stdin request.

A message contains, in JSON, what the seat was told since its last question, and nothing else of a game. A player can
neither print to the server nor read messages. The process ends when the pipe to the server is closed, or after its
time limit while a player blocks it. It ends its child processes too.
"""

import json
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from yurei import compiled_code, players
from yurei.club.game.question import PART_OF_CLOCK, Answer, BadProgram, ProgramInfo, Question, Topic, describe_program
from yurei.errors import YureiError
from yurei.languages import N_
from yurei.players import Budget, Player
from yurei.players.passing import playout_ends
from yurei.referee.plain import told_from_bytes, told_to_bytes, view_from_bytes, view_to_bytes
from yurei.referee.settings import Settings
from yurei.referee.table import Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.ruleset import Capture, Repetition, Suicide
from yurei.rules.state import read_try

COMPILE = "compile"  # the message that asks to compile the code of all programs
COMPILED = "compiled"  # the key of messages that report a compiled part
PREPARE = "prepare"  # the key of messages that ask to load a compiled part
MOST_PLAYERS = 8  # most players that one worker keeps; the least recently asked is dropped
Message = dict[str, Any]
SLOWER = 10  # wall-clock time allowed per second of processor time, as the machine may be busy
COUNTING = 30.0  # seconds of processor time to answer a draw offer, or to give up stones
Reply = dict[str, Any]  # ``began``, the wall-clock seconds allowed; then ``answer`` or ``fault``
LATER = 5.0  # seconds after its time limit at which a process kills itself, if the server has not done so
BEHIND = 5  # niceness of the process, which gives way to people's requests


@dataclass(frozen=True, slots=True)
class CompiledPart:
    """A part of the compiled code, with the settings of a game that compiles this part when it is played."""

    name: str  # name in the record of compiled parts
    player: str
    referee: str
    game: str


HIDDEN_GO = CompiledPart("players-go", "belief", "olympiad", "go")
HIDDEN = CompiledPart("players-hidden", "belief", "olympiad", "alter-igo")
SEEN = CompiledPart("players-seen", "mcts", "open", "go")
PARTS = (HIDDEN_GO, HIDDEN, SEEN)  # most needed first


def compiled_part_for(settings: Settings) -> CompiledPart:
    """Return the part of the compiled code that yurei's levels need for a game."""
    if not settings.referee.hides:
        return SEEN
    rules = settings.ruleset
    choices = (rules.capture, rules.suicide, rules.repetition, rules.ghosts, rules.counts)
    is_plain_go = choices == (Capture.OPPONENT_FIRST, Suicide.FORBIDDEN, Repetition.SIMPLE_KO, False, True)
    return HIDDEN_GO if is_plain_go else HIDDEN


def missing_parts() -> set[str]:
    """Return the names of the parts that are not compiled from the present sources. This does not load the compiler."""
    if not players.is_ready():
        return set()
    return {part.name for part in PARTS if not compiled_code.is_compiled(part.name)}


def compile_players(note: Callable[[str], None] = lambda name: None) -> None:
    """Compile the missing parts, most needed first, while no other process compiles; call ``note`` with each name."""
    with compiled_code.compile_lock():
        for part in PARTS:
            if not compiled_code.is_compiled(part.name):
                play_to_compile(part)
                compiled_code.note_compiled(part.name)
            note(part.name)


def play_to_compile(part: CompiledPart) -> None:
    """Play the beginning of a game, so that all functions of one part of the compiled code are compiled."""
    for size in (3, 7):
        table = Table(part.game, referee=part.referee, size=size)
        for _ in range(8):
            seat = table.to_move
            if seat is None:
                break
            player = players.get(part.player, 1)
            table.attempt(seat, player.choose(table.view(seat), Budget(playouts=60)))
            player.explain()
        playout_ends(table.view(table.settings.seating.seats[0].name), bytes(table.settings.size.points))


@dataclass(frozen=True, slots=True)
class _SentState:
    player: str
    opening: View
    heard: tuple[Told, ...]


class MessageWriter:
    """Writes the messages to one worker, and remembers which announcements the worker already has."""

    def __init__(self, seconds: float, grace: float, first: float) -> None:
        self._limits = {"seconds": seconds, "grace": grace, "first": first}
        self._sent: OrderedDict[tuple[str, str], _SentState] = OrderedDict()

    def was_asked_before(self, question: Question) -> bool:
        """Return whether the worker was asked before for the same seat of the same game."""
        return (question.game, question.moment.seat) in self._sent

    def forget(self, question: Question) -> None:
        """Note that the worker has dropped its player of this seat."""
        self._sent.pop((question.game, question.moment.seat), None)

    def write_message(self, question: Question) -> Message:
        """Return the message to the worker that asks a question."""
        key, view, moment = (question.game, question.moment.seat), question.view, question.moment
        before, opening = self._sent.get(key), view.opening
        now = _SentState(question.player, opening, view.heard)
        known = 0 if before is None else len(before.heard)
        follows = before == _SentState(question.player, opening, view.heard[:known])
        self._sent[key] = now
        self._sent.move_to_end(key)
        gone = [self._sent.popitem(last=False)[0] for _ in range(len(self._sent) - MOST_PLAYERS)]
        return {
            "key": "/".join(key),
            "player": question.player,
            "opening": None if follows else view_to_bytes(opening).decode(),
            "heard": [told_to_bytes(told, view.settings).decode() for told in view.heard[known if follows else 0 :]],
            "drop": ["/".join(each) for each in gone],
            "asks": moment.asks,
            "clock": question.clock,
            "board": question.board.hex(),
            "stones": sorted(moment.stones),
            "seed": question.seed,
            **self._limits,
        }


class PlayerRunner:
    """Runs the players of one worker: answers each message with the answer of a player."""

    def __init__(self, find: Callable[[str], type[Player]] = players.own_kind_of) -> None:
        self._find = find
        self._players: dict[str, tuple[str, Player]] = {}
        self._known: set[str] = set()

    def answer(self, letter: Message, began: Callable[[float], None] = lambda _: None) -> Reply:
        """Return a player's answer to a message; just before, call ``began`` with the seconds allowed for it."""
        for key in letter["drop"]:
            self._players.pop(key, None)
        try:
            player = self._seat_player(letter)
            budget = budget_of(player, letter)
            if letter["seed"] is not None:
                player.chance.seed(letter["seed"])
            began(self._patience(player, letter, budget))
            return {"answer": _ask_player(player, letter, budget)}
        except BadProgram as fault:
            reply: Reply = {"fault": str(fault)}
        except MemoryError:
            reply = {"fault": "it has used more memory than it may", "spent": True}
        except Exception as error:
            reply = {"fault": f"it has raised {type(error).__name__}"}
        self._players.pop(letter["key"], None)
        return reply

    def _patience(self, player: Player, letter: Message, budget: Budget) -> float:
        slower: float = SLOWER * (budget.seconds or 0.0) + letter["grace"]
        if player.slug in self._known:
            return slower
        self._known.add(player.slug)
        return max(slower, float(letter["first"]))

    def _seat_player(self, letter: Message) -> Player:
        key, name = letter["key"], letter["player"]
        known, player = self._players.get(key, ("", None))
        if player is None or known != name:
            try:
                player = players.get(name, find=self._find)
            except YureiError:
                raise BadProgram("there is no such program here any more") from None
            self._players[key] = name, player
        if letter["opening"] is not None:
            player.begin(view_from_bytes(letter["opening"].encode()))
        for told in letter["heard"]:
            player.hear(told_from_bytes(told.encode(), player.view.settings))
        return player


def budget_of(player: Player, letter: Message) -> Budget:
    """Return the time and playouts that a player may use for the answer to a message."""
    own, clock = player.budget, letter["clock"]
    if letter["asks"] not in (Topic.TRY, Topic.OUT):
        return Budget(COUNTING, own.playouts, clock)
    bounds = [letter["seconds"], own.seconds, None if clock is None else PART_OF_CLOCK * clock]
    return Budget(min(bound for bound in bounds if bound is not None), own.playouts, clock)


def _ask_player(player: Player, letter: Message, budget: Budget) -> Answer:
    if letter["asks"] == Topic.DRAW:
        return bool(player.accepts_draw())
    if letter["asks"] == Topic.GIVE_UP:
        return bool(player.gives_up(bytes.fromhex(letter["board"]), letter["stones"]))
    attempt, size = player.answer(budget), player.view.settings.size
    try:
        if attempt.point is not None and not 0 <= attempt.point < size.points:
            raise BadProgram("it has tried a point off the board")
        return read_try(attempt.text(size), size).text(size)
    except (AttributeError, TypeError, ValueError, YureiError):
        raise BadProgram("it has tried what is no try") from None


class InProcess:
    """Runs programs in this process, which is blocked meanwhile: for tests, and for a server with a single player."""

    at_once = 1
    more_quick = 0
    breath = slot = 0.0
    compiling = False

    def __init__(self) -> None:
        self._letters, self._thinker = MessageWriter(seconds=1.0, grace=0.0, first=0.0), PlayerRunner()

    def begin(self) -> None:
        """Do nothing: no preparation is needed."""

    async def ask(self, question: Question) -> Answer:
        """Return the answer of a program."""
        reply = self._thinker.answer(self._letters.write_message(question))
        if "fault" in reply:
            self._letters.forget(question)
        return read_reply(reply)

    def describe_program(self, name: str, settings: Settings) -> ProgramInfo:
        """Return a program's name, version and weakness in a game, see ``describe_program``."""
        return describe_program(name, settings)

    async def close(self) -> None:
        """Do nothing: there is no process to stop."""


def read_reply(reply: Reply) -> Answer:
    """Return the answer in a reply; raise Faulty if the reply reports a fault."""
    answer = reply.get("answer")
    if not isinstance(answer, str | bool):
        raise BadProgram(str(reply.get("fault", "it has said nothing that can be understood")))
    return answer


def main() -> None:
    """Run a worker process: answer messages until the pipe from the server is closed."""
    letters, answers = _open_pipes()
    _lower_priority()
    first = json.loads(letters.readline())
    bound_memory(first["memory"])
    inbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(letters, inbox), daemon=True).start()
    thinker = PlayerRunner(make_player_finder(first["players"]))

    def say(reply: object) -> None:
        answers.write(json.dumps(reply).encode() + b"\n")
        answers.flush()

    def began(seconds: float) -> None:
        _set_end_timer(seconds + LATER)
        say({"began": seconds})

    while True:
        letter = json.loads(inbox.get())
        if letter == COMPILE:
            compile_players(lambda part: say({COMPILED: part}))
            say({"answer": True})
            continue
        if PREPARE in letter:
            say(load_part(letter[PREPARE]))
            continue
        reply = thinker.answer(letter, began)
        _set_end_timer(0)
        say(reply)


def load_part(part: str) -> Reply:
    """Load one part of the compiled code by playing a game; return the reply to the server."""
    try:
        play_to_compile(next(each for each in PARTS if each.name == part))
    except Exception as error:  # mainly MemoryError, as a large part may not fit
        return {"fault": f"{part} has raised {type(error).__name__}"}
    return {"answer": True}


def _open_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes to the server, and replace stdin, stdout and stderr, so that players cannot use the pipes."""
    letters, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return letters, answers


def _lower_priority() -> None:
    with suppress(AttributeError, OSError):
        os.setsid()
    with suppress(AttributeError, OSError):
        os.nice(BEHIND)
    # Linux divides processor time among sessions first: in the server's session this process would use its share.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(f"{BEHIND}\n", encoding="ascii")


def _read(letters: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    for line in letters:
        inbox.put(line)
    end_process_tree()


def end_process_tree() -> None:
    """End this process and all its child processes."""
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _set_end_timer(seconds: float) -> None:
    """Set a timer that ends this process even if it is blocked; 0 cancels the timer."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def bound_memory(megabytes: int) -> None:
    """Limit the memory of this process, in megabytes; 0 is no limit. Allocations beyond the limit raise an error."""
    try:
        import resource
    except ImportError:  # not available on this system
        return
    if megabytes:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (megabytes * 2**20, megabytes * 2**20))


def make_player_finder(known: dict[str, str]) -> Callable[[str], type[Player]]:
    """Return a function that finds the class of a player by its slug."""

    def find(slug: str) -> type[Player]:
        if slug not in known:
            return players.own_kind_of(slug)
        module, _, name = known[slug].partition(":")
        try:
            found: type[Player] = getattr(import_module(module), name)
        except Exception as error:
            raise YureiError(N_("the player {name} cannot be loaded: {error}"), name=slug, error=str(error)) from error
        return found

    return find


if __name__ == "__main__":
    main()
