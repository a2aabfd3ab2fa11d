"""Choices of a replay's reader, kept in the address: moment, referee, and large board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from htpy import Node, input

from yurei.club.game.game import Game
from yurei.errors import BadValue
from yurei.languages import N_
from yurei.referee.referee import checked_sight
from yurei.rules.points import shortened

REFERENCE = "reference"
ALIKE = "alike"
"""Choice of boards of equal size."""


@dataclass(frozen=True)
class Choice:
    """A moment of a replay, and how it is shown.

    Attributes:
        at: Number of tries.
        referee: Referee whose announcements are shown; empty for the game's own.
        sight: Distance that a stone sees; None for the referee's default.
        board: The seat whose board is large, ``REFERENCE``, or ``ALIKE``.
    """

    at: int = 0
    referee: str = ""
    sight: int | None = None
    board: str = REFERENCE

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> Choice:
        """Read the choice from an address.

        Raises:
            BadValue: If a value is invalid.
        """
        at, sight = asked.get("at", "0"), asked.get("sight", "")
        if not _whole(at):
            raise BadValue(N_("{at} is no number of tries; give one such as 17"), at=repr(at[:20]))
        far = checked_sight("sight", int(sight) if _whole(sight) else sight) if sight else None
        return cls(int(at), asked.get("referee", ""), far, asked.get("board") or REFERENCE)

    def check_board(self, game: Game) -> None:
        """Check that the large board is one of this game.

        Raises:
            BadValue: If it is not.
        """
        known = [REFERENCE, *game.pencil, ALIKE]
        if self.board not in known:
            raise BadValue(
                N_("{board} is no board of this replay. Known: {known}"),
                board=shortened(self.board),
                known=", ".join(known),
            )

    @property
    def fields(self) -> dict[str, str]:
        """Query fields of the choice, without default values."""
        said = {"at": str(self.at), "referee": self.referee}
        said["sight"] = "" if self.sight is None else str(self.sight)
        said["board"] = "" if self.board == REFERENCE else self.board
        return {name: value for name, value in said.items() if value}

    def address(self, **changes: Any) -> str:
        """Return the address, relative to the replay, of this choice with changes."""
        return f"?{urlencode(replace(self, **changes).fields)}"

    def hidden(self, *besides: str) -> Node:
        """Return the choice as hidden form fields, except those that the form has itself."""
        return [
            input(type="hidden", name=name, value=value) for name, value in self.fields.items() if name not in besides
        ]


def _whole(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9
