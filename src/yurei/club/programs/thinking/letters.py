"""What is sent to who thinks: what a seat was told since it was last asked, in JSON, and nothing that it was not told."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from yurei.club.game.question import Question
from yurei.referee.canonical import told_to_bytes, view_to_bytes
from yurei.referee.told import Told
from yurei.referee.view import View

COMPILE = "compile"
"""The letter that asks for what all programs need to be compiled, rather than for an answer."""
COMPILED = "compiled"
"""The key of the lines that say which part has been compiled."""
MOST_PLAYERS = 8
"""So many players are held by one thinker; who was not asked for longest begins anew when he is."""

Letter = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Sent:
    player: str
    opening: View
    heard: tuple[Told, ...]


class Letters:
    """Writes to one thinker, and knows what he has been told already.

    Args:
        seconds: What a turn may take at most, in seconds of processor time.
        grace: By how many seconds it may be later than ten times that, by the clock on the wall.
        first: How many seconds a player's first answer may take by that clock.
        most: How many players he may hold.
    """

    def __init__(self, seconds: float, grace: float, first: float, most: int = MOST_PLAYERS) -> None:
        self._limits = {"seconds": seconds, "grace": grace, "first": first}
        self._most = most
        self._sent: OrderedDict[tuple[str, str], _Sent] = OrderedDict()

    def knows(self, question: Question) -> bool:
        """Whether he has been asked for this seat of this game before."""
        return (question.game, question.moment.seat) in self._sent

    def forget(self, question: Question) -> None:
        """He holds this player no more."""
        self._sent.pop((question.game, question.moment.seat), None)

    def letter(self, question: Question) -> Letter:
        """A question as it is sent."""
        key, view, moment = (question.game, question.moment.seat), question.view, question.moment
        before, opening = self._sent.get(key), view.opening
        now = _Sent(question.player, opening, view.heard)
        follows = before is not None and _follows(before, now)
        news = view.heard[len(before.heard) :] if before is not None and follows else view.heard
        self._sent[key] = now
        self._sent.move_to_end(key)
        gone = [self._sent.popitem(last=False)[0] for _ in range(len(self._sent) - self._most)]
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
