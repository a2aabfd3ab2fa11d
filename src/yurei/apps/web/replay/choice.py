"""What somebody wants to see of a replay: which moment, by whose words, and which board large. It is all in the address."""

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
"""No board is larger than the others."""


@dataclass(frozen=True)
class Choice:
    """A moment of a replay, and how it is looked at.

    Attributes:
        at: How many tries.
        referee: Whose words; empty for those that were said.
        sight: How far a stone sees; None for what is usual with that referee.
        board: The seat whose board is large, ``REFERENCE``, or ``ALIKE``.
    """

    at: int = 0
    referee: str = ""
    sight: int | None = None
    board: str = REFERENCE

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> Choice:
        """The choice that an address makes.

        Raises:
            BadValue: where it makes none.
        """
        at, sight = asked.get("at", "0"), asked.get("sight", "")
        if not _whole(at):
            raise BadValue(N_("{at} is no number of tries; give one such as 17"), at=repr(at[:20]))
        far = checked_sight("sight", int(sight) if _whole(sight) else sight) if sight else None
        return cls(int(at), asked.get("referee", ""), far, asked.get("board") or REFERENCE)

    def check_board(self, game: Game) -> None:
        """Make sure that the board that is to be large is one of this game.

        Raises:
            BadValue: where it is none.
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
        """What the address says, without what goes without saying."""
        said = {"at": str(self.at), "referee": self.referee}
        said["sight"] = "" if self.sight is None else str(self.sight)
        said["board"] = "" if self.board == REFERENCE else self.board
        return {name: value for name, value in said.items() if value}

    def address(self, **changes: Any) -> str:
        """The address, from the replay itself, of the same with changes."""
        return f"?{urlencode(replace(self, **changes).fields)}"

    def hidden(self, *besides: str) -> Node:
        """The choice as fields of a form, besides those that the form itself has."""
        return [
            input(type="hidden", name=name, value=value) for name, value in self.fields.items() if name not in besides
        ]


def _whole(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9
