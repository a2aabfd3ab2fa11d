"""A referee: who is told what. A row of choices, and nothing about any game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from yurei.languages import N_


class Captures(StrEnum):
    """How much is said of stones that went."""

    POINTS = "points"
    COUNT = "count"
    NOTHING = "nothing"


class FailedTry(StrEnum):
    """What an illegal try costs."""

    RETRY = "retry"
    LOSE_TURN = "lose-turn"


MOVED_PLAY = N_("{mover} has moved, {opponent} to play.")
MOVED_MOVE = N_("{mover} has moved, {opponent} to move.")


@dataclass(frozen=True)
class Referee:
    """A row of the table of who is told what.

    Attributes:
        slug, title: Its names, for programs and for people.
        summary: Who is told what, in one plain sentence.
        moved: What is said of a move that brings no other sentence.
        captures: What all hear of the stones that went.
        owner_hears: What their owner hears of them.
        vanishes: Whether they leave their owner's board.
        atari: Whether new ataris are said.
        reasons: Whether all hear why a try is illegal.
        shows_board: Whether everybody sees the reference board and every move.
        lone_self_atari: Option: whether a move that puts only the mover into atari is said to do so.
        failed_try: Option: whether an illegal try ends the turn.
        version: Raised when the same tries are answered otherwise than before.
    """

    slug: str
    title: str
    summary: str
    moved: str
    captures: Captures
    owner_hears: Captures
    vanishes: bool
    atari: bool
    reasons: bool
    shows_board: bool = False
    lone_self_atari: bool = False
    failed_try: FailedTry = FailedTry.RETRY
    version: int = 1
