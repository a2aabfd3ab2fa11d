"""Lessons: the examples of the rule pages, played try by try under every referee.

Only the examples are data: boards, sentences and results come from the same table code that every game uses.
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
    """State of an example after some of its tries.

    Attributes:
        moment: Number of tries made.
        cells: The true board.
        views: The view of each player.
        last: The last try, and its true outcome; None at the beginning.
        told: The public announcement of that try.
        result: The result of the example; None if the game would go on.
    """

    moment: int
    cells: bytes
    views: tuple[View, ...]
    last: Verdict | None
    told: Told | None
    result: Result | None


@dataclass(frozen=True)
class Course:
    """Lesson course of a game or of a referee.

    Attributes:
        page: The game or the referee that has the examples.
        ruleset: The game that is played.
        referee: The referee, unless another is chosen.
    """

    page: Ruleset | Referee
    ruleset: Ruleset
    referee: Referee

    @classmethod
    def of_game(cls, ruleset: Ruleset) -> Course:
        """Return the course of a game: the claims of its rule page."""
        return cls(ruleset, ruleset, referees.ALL[0])

    @classmethod
    def of_referee(cls, who: Referee) -> Course:
        """Return the course of a referee, with its examples on boards of the first game."""
        return cls(who, rules.ALL[0], who)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples."""
        return self.page.examples


def courses() -> list[Course]:
    """Return all courses that have examples: games first, then referees."""
    everything = [*map(Course.of_game, rules.ALL), *map(Course.of_referee, referees.ALL)]
    return [course for course in everything if course.examples]


def course_of(slug: str) -> Course:
    """Return the course with the given slug.

    Raises:
        Unknown: If no course has that slug.
    """
    known = {course.page.slug: course for course in courses()}
    if slug not in known:
        raise unknown("ruleset", slug, known)
    return known[slug]


@dataclass(frozen=True)
class Lesson:
    """An example under a referee.

    Attributes:
        course: The course that the example belongs to.
        number: The number of the example in its course, from 1.
        referee: The referee, who makes the announcements and decides what the players see.
    """

    course: Course
    number: int
    referee: Referee

    @property
    def example(self) -> Example:
        """The example that is played."""
        return self.course.examples[self.number - 1]

    @property
    def settings(self) -> Settings:
        """Settings of the example: one person on all seats, and no komi, so that the score is that of the board."""
        size = read_board(self.example.board)[1]
        plain = {"width": size.width, "height": size.height, "seating": "solo", "first": self.example.first.word}
        komi = {"komi": 0} if self.course.ruleset.counts else {}
        return read_settings({**plain, **komi}, self.course.ruleset, self.referee)

    def after(self, moment: int) -> Scene:
        """Return the scene after so many tries, or after all of them if there are fewer."""
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
        """Return the announcements of the last of so many tries: each sentence, and the referees that use it."""
        voices: dict[str, list[Referee]] = {}
        for who in referees.ALL:
            told = replace(self, referee=who).after(moment).told
            if told is not None:
                voices.setdefault(speak(who, told, self.settings.size, language), []).append(who)
        return list(voices.items())
