"""Messages to worker processes: what a seat was told since its last question, in JSON, and nothing else of the game."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from yurei.club.game.question import Question
from yurei.referee.plain import told_to_bytes, view_to_bytes
from yurei.referee.told import Told
from yurei.referee.view import View

COMPILE = "compile"
"""The message that asks to compile the code of all programs."""
COMPILED = "compiled"
"""The key of messages that report a compiled part."""
PREPARE = "prepare"
"""The key of messages that ask to load a compiled part."""
MOST_PLAYERS = 8
"""Most players that one worker keeps; the least recently used is dropped, and rebuilt when it is asked again."""

Letter = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Sent:
    player: str
    opening: View
    heard: tuple[Told, ...]


class Letters:
    """Writes the messages to one worker, and tracks what it was told.

    Args:
        seconds: Most processor time of a turn, in seconds.
        grace: Seconds of wall-clock time that a turn may take beyond ten times that.
        first: Seconds of wall-clock time that a player's first answer may take.
    """

    def __init__(self, seconds: float, grace: float, first: float) -> None:
        self._limits = {"seconds": seconds, "grace": grace, "first": first}
        self._sent: OrderedDict[tuple[str, str], _Sent] = OrderedDict()

    def knows(self, question: Question) -> bool:
        """Return whether the worker was asked for this seat of this game before."""
        return (question.game, question.moment.seat) in self._sent

    def forget(self, question: Question) -> None:
        """Note that the worker has dropped this player."""
        self._sent.pop((question.game, question.moment.seat), None)

    def letter(self, question: Question) -> Letter:
        """Return a question as a message."""
        key, view, moment = (question.game, question.moment.seat), question.view, question.moment
        before, opening = self._sent.get(key), view.opening
        now = _Sent(question.player, opening, view.heard)
        follows = before is not None and _follows(before, now)
        news = view.heard[len(before.heard) :] if before is not None and follows else view.heard
        self._sent[key] = now
        self._sent.move_to_end(key)
        gone = [self._sent.popitem(last=False)[0] for _ in range(len(self._sent) - MOST_PLAYERS)]
        return {
            "key": "/".join(key),
            "player": question.player,
            "opening": None if follows else view_to_bytes(opening).decode(),
            "heard": [told_to_bytes(told, view.settings).decode() for told in news],
            "drop": ["/".join(each) for each in gone],
            "asks": moment.asks,
            "clock": question.clock,
            "board": question.board.hex(),
            "stones": sorted(moment.stones),
            "seed": question.seed,
            **self._limits,
        }


def _follows(before: _Sent, now: _Sent) -> bool:
    same = (before.player, before.opening) == (now.player, now.opening)
    return same and now.heard[: len(before.heard)] == before.heard
