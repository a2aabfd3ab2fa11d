"""What a player is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import ClassVar

from yurei.referee.view import View
from yurei.rules.state import Try


class Player(ABC):
    """Who proposes tries. All that he knows of a game stands in the view."""

    slug: ClassVar[str]
    summary: ClassVar[str]
    level: ClassVar[int] = 1
    """How strong it is beside the others, from 1 upwards; people know it by this."""

    def __init__(self, seed: int | None = None) -> None:
        self.chance = Random(seed)

    @abstractmethod
    def choose(self, view: View) -> Try:
        """A try for the seat whose view this is, and whose turn it is.

        A player asked again after a refused try sees the refusal in the view.
        He never proposes a try twice in a turn, and has one for every turn:
        where nothing else is left he resigns.
        """
