"""Lessons: the examples of the rule pages, played again under every referee, try by try.

Nothing here is written down but the example itself: boards, sentences and
results come from the same table that every game is played at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from yurei import referee as referees
from yurei.referee.announce import speak
from yurei.referee.referee import Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Attempt, Table
from yurei.referee.told import Told
from yurei.referee.view import View
from yurei.rules.board import read_board
from yurei.rules.judge import Verdict
from yurei.rules.ruleset import Example, Ruleset
from yurei.rules.state import Result, start


@dataclass(frozen=True)
class Scene:
    """An example after some of its tries.

    Attributes:
        moment: How many tries.
        cells: What is there.
        views: What each player sees and has heard.
        last: The last try, and the truth about it; None at the beginning.
        told: What all were told of it.
        result: How the example ended; None where the game would go on.
    """

    moment: int
    cells: bytes
    views: tuple[View, ...]
    last: Verdict | None
    told: Told | None
    result: Result | None


@dataclass(frozen=True)
class Lesson:
    """An example of a rule page under a referee.

    Attributes:
        ruleset: The game.
        number: Which of its examples, from 1.
        referee: Who speaks, and decides what the players see.
    """

    ruleset: Ruleset
    number: int
    referee: Referee

    @property
    def example(self) -> Example:
        """What is played."""
        return self.ruleset.examples[self.number - 1]

    @property
    def settings(self) -> Settings:
        """One person on all seats; without komi, for an example shows what the board says."""
        size = read_board(self.example.board)[1]
        plain = {"width": size.width, "height": size.height, "seating": "solo", "first": self.example.first.word}
        komi = {"komi": 0} if self.ruleset.counts else {}
        return read_settings({**plain, **komi}, self.ruleset, self.referee)

    def after(self, moment: int) -> Scene:
        """The scene after so many tries; after all of them where there are fewer."""
        verdicts: list[Verdict] = []
        settings = self.settings
        table = Table.of(settings, self.example.board, verdicts.append)
        said: Attempt | None = None
        for words in self.example.tries[:moment]:
            assert table.to_move is not None
            said = table.attempt(table.to_move, words)
        opening = start(settings.ruleset, settings.size, settings.komi, settings.first, self.example.board)
        return Scene(
            moment=len(verdicts),
            cells=verdicts[-1].after.cells if verdicts else opening.cells,
            views=tuple(table.view(seat.name) for seat in settings.seating.seats),
            last=verdicts[-1] if verdicts else None,
            told=None if said is None else said.told[AUDIENCE.name],
            result=table.result,
        )

    def said(self, moment: int, language: str) -> list[tuple[str, list[Referee]]]:
        """What the referees say of the last of so many tries: each sentence, and who says it."""
        voices: dict[str, list[Referee]] = {}
        for who in referees.ALL:
            told = replace(self, referee=who).after(moment).told
            if told is not None:
                voices.setdefault(speak(who, told, self.settings.size, language), []).append(who)
        return list(voices.items())
