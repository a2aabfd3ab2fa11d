"""Seals: with every try all are given the same number, which hides the try, and binds the referee to it.

Once the game is over the nonces are opened in the record, and whoever has kept
a seal can check that nothing was changed, see ``yurei.records.verify``.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import proxy

from yurei.club.game.record import begun, entry_of
from yurei.records import first_line, line_of
from yurei.records.verify import NOTHING, seal

if TYPE_CHECKING:
    from yurei.club.game.game import Game


class Seals:
    """The seals of a game.

    Args:
        game: The game before the first try. Where it has no secret for them, none are given: it is one of before there
            were any, or one in which everybody sees the board.
    """

    def __init__(self, game: Game) -> None:
        self._secret = game.stored.sealing.encode()  # it never leaves the server
        self._game = proxy(game)  # no cycle: a game that leaves memory is freed at once
        self._latest = NOTHING
        self._count = 0

    @property
    def latest(self) -> str | None:
        """The seal of all that has been tried so far, 64 hexadecimal digits; None where none are given."""
        self._seal_what_is_new()
        return self._latest.hex() if self._secret else None

    @property
    def nonces(self) -> Sequence[str]:
        """What opens all seals. For the record of a game that is over."""
        self._seal_what_is_new()
        return [self._nonce(number).hex() for number in range(self._count)]

    def _seal_what_is_new(self) -> None:
        if not self._secret:
            return
        game = self._game
        if self._count == 0:
            self._add(first_line(begun(game)))
        # Nothing is taken back where the board is hidden: what was sealed stays.
        tried = [event for event in game.events if event.kind == "try"] if self._count <= len(game.judged) else []
        for number in range(self._count - 1, len(tried)):
            self._add(line_of(entry_of(tried[number], game.judged[number].verdict), game.settings))

    def _add(self, line: str) -> None:
        self._latest = seal(self._latest, self._nonce(self._count), line.encode())
        self._count += 1

    def _nonce(self, number: int) -> bytes:
        # Made again after a restart from the same secret; without it no nonce tells of another.
        return hmac.digest(self._secret, number.to_bytes(8, "big"), hashlib.sha256)
