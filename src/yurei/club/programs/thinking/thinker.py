"""Runs the players of a few games and returns their answers; a player's fault is an answer, too."""

from collections.abc import Callable
from typing import Any

from yurei import players
from yurei.club.game.question import PART_OF_CLOCK, Answer, Asks, Faulty, Introduced, Question, introduced
from yurei.club.programs.thinking.letters import Letter, Letters
from yurei.errors import YureiError
from yurei.players import Budget, Player
from yurei.referee.plain import told_from_bytes, view_from_bytes
from yurei.referee.settings import Settings
from yurei.rules.state import Try, read_try

SLOWER = 10
"""Wall-clock time that a turn may take, as a multiple of its processor time: the machine may be busy."""
COUNTING = 30.0
"""Seconds of processor time to answer a draw offer, or to give up stones."""

Reply = dict[str, Any]
"""Replies: ``began``, the seconds of wall-clock time that the answer may take; then ``answer``, or ``fault``."""


class Thinker:
    """Answers messages with the players' answers.

    Args:
        find: Returns the class of a player, by its slug.
    """

    def __init__(self, find: Callable[[str], type[Player]] = players.own_kind_of) -> None:
        self._find = find
        self._players: dict[str, tuple[str, Player]] = {}
        self._known: set[str] = set()

    def answer(self, letter: Letter, began: Callable[[float], None] = lambda _: None) -> Reply:
        """Return the answer of a player.

        Args:
            letter: The message, see ``Letters``.
            began: Called when the player starts to think, with the seconds of wall-clock time that it may take.
        """
        for key in letter["drop"]:
            self._players.pop(key, None)
        reply = self._reply(letter, began)
        if "fault" in reply:
            self._players.pop(letter["key"], None)
        return reply

    def _reply(self, letter: Letter, began: Callable[[float], None]) -> Reply:
        try:
            player = self._seated(letter)
            budget = budget_of(player, letter)
            if letter["seed"] is not None:
                player.chance.seed(letter["seed"])
            began(self._patience(player, letter, budget))
            return {"answer": _asked(player, letter, budget)}
        except Faulty as fault:
            return {"fault": str(fault)}
        except MemoryError:
            return {"fault": "it has used more memory than it may", "spent": True}
        except Exception as error:
            return {"fault": f"it has raised {type(error).__name__}"}

    def _patience(self, player: Player, letter: Letter, budget: Budget) -> float:
        """Return the seconds of wall-clock time for an answer. Some players compile their code at the first."""
        slower: float = SLOWER * (budget.seconds or 0.0) + letter["grace"]
        if player.slug in self._known:
            return slower
        self._known.add(player.slug)
        return max(slower, float(letter["first"]))

    def _seated(self, letter: Letter) -> Player:
        """Return the player of a seat, after it has heard all announcements."""
        key, name = letter["key"], letter["player"]
        known, player = self._players.get(key, ("", None))
        if player is None or known != name:
            player = self._made(name)
            self._players[key] = name, player
        if letter["opening"] is not None:
            player.begin(view_from_bytes(letter["opening"].encode()))
        for told in letter["heard"]:
            player.hear(told_from_bytes(told.encode(), player.view.settings))
        return player

    def _made(self, name: str) -> Player:
        try:
            return players.get(name, find=self._find)
        except YureiError:
            raise Faulty("there is no such program here any more") from None


def budget_of(player: Player, letter: Letter) -> Budget:
    """Return the budget of a player for a question."""
    own, clock = player.budget, letter["clock"]
    if letter["asks"] not in (Asks.TRY, Asks.OUT):
        return Budget(COUNTING, own.playouts, clock)
    bounds = [letter["seconds"], own.seconds, None if clock is None else PART_OF_CLOCK * clock]
    return Budget(min(bound for bound in bounds if bound is not None), own.playouts, clock)


def _asked(player: Player, letter: Letter, budget: Budget) -> Answer:
    if letter["asks"] == Asks.DRAW:
        return bool(player.accepts_draw())
    if letter["asks"] == Asks.GIVE_UP:
        return bool(player.gives_up(bytes.fromhex(letter["board"]), letter["stones"]))
    return _text(player.answer(budget), player)


def _text(attempt: Try, player: Player) -> str:
    """Return a try as a text.

    Raises:
        Faulty: if it is not a try.
    """
    size = player.view.settings.size
    try:
        if attempt.point is not None and not 0 <= attempt.point < size.points:
            raise Faulty("it has tried a point off the board")
        return read_try(attempt.text(size), size).text(size)
    except (AttributeError, TypeError, ValueError, YureiError):
        raise Faulty("it has tried what is no try") from None


class InProcess:
    """Runs programs in this process, which blocks everything else: for tests, and for a single player."""

    at_once = 1
    more_quick = 0
    breath = slot = 0.0
    compiling = False

    def __init__(self) -> None:
        self._letters, self._thinker = Letters(seconds=1.0, grace=0.0, first=0.0), Thinker()

    def begin(self) -> None:
        """Do nothing: no preparation is needed."""

    async def ask(self, question: Question) -> Answer:
        """Return the answer of a program.

        Raises:
            Faulty: if the program is faulty.
        """
        reply = self._thinker.answer(self._letters.letter(question))
        if "fault" in reply:
            self._letters.forget(question)
        return read_reply(reply)

    def introduce(self, name: str, settings: Settings) -> Introduced:
        """Return a program's introduction to a game."""
        return introduced(name, settings)

    async def close(self) -> None:
        """Do nothing: there is no process to stop."""


def read_reply(reply: Reply) -> Answer:
    """Return the answer in a reply.

    Raises:
        Faulty: if there is none.
    """
    answer = reply.get("answer")
    if not isinstance(answer, str | bool):
        raise Faulty(str(reply.get("fault", "it has said nothing that can be understood")))
    return answer
