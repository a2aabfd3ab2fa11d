"""Lessons: the examples of the rule pages, played again under every referee, try by try.

Nothing here is written down but the example itself: boards, sentences and
results come from the same table that every game is played at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from yurei import referee as referees
from yurei import rules
from yurei.errors import unknown
from yurei.referee.announce import speak
from yurei.referee.answers import Attempt
from yurei.referee.referee import Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings, read_settings
from yurei.referee.table import Table
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
class Course:
    """What one page teaches: a game, or a referee, by examples.

    Attributes:
        slug, title, summary: Its names, and what it is in one plain sentence.
        source: The address of the rule page; None for what no page tells.
        ruleset: The game that is played.
        referee: Who speaks where nobody else is chosen.
        examples: What is played.
    """

    slug: str
    title: str
    summary: str
    source: str | None
    ruleset: Ruleset
    referee: Referee
    examples: tuple[Example, ...]

    @classmethod
    def of_game(cls, ruleset: Ruleset) -> Course:
        """The claims of a game's rule page."""
        who = referees.ALL[0]
        return cls(ruleset.slug, ruleset.title, ruleset.summary, ruleset.source, ruleset, who, ruleset.examples)

    @classmethod
    def of_referee(cls, who: Referee) -> Course:
        """What a referee tells, shown on boards of the first game."""
        return cls(who.slug, who.title, who.summary, None, rules.ALL[0], who, who.examples)


def courses() -> list[Course]:
    """Everything that has examples: games first, then referees."""
    everything = [*map(Course.of_game, rules.ALL), *map(Course.of_referee, referees.ALL)]
    return [course for course in everything if course.examples]


def course_of(slug: str) -> Course:
    """The course of a name.

    Raises:
        Unknown: where nothing of that name has examples.
    """
    known = {course.slug: course for course in courses()}
    if slug not in known:
        raise unknown("ruleset", slug, known)
    return known[slug]


@dataclass(frozen=True)
class Lesson:
    """An example under a referee.

    Attributes:
        course: What it is an example of.
        number: Which of its examples, from 1.
        referee: Who speaks, and decides what the players see.
    """

    course: Course
    number: int
    referee: Referee

    @property
    def ruleset(self) -> Ruleset:
        """The game that is played."""
        return self.course.ruleset

    @property
    def example(self) -> Example:
        """What is played."""
        return self.course.examples[self.number - 1]

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
