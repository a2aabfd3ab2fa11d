"""A page for each game and each referee, with every example drawn: true board, players' boards, announcements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scripts.reference import OPTIONS
from scripts.site.boards import picture, row
from yurei import referee as referees
from yurei import rules
from yurei.apps.web.learn.examples import Course, Lesson, Scene
from yurei.referee.announce import speak
from yurei.referee.noticed import doubtful
from yurei.referee.referee import Captures, Referee
from yurei.referee.settings import read_settings
from yurei.rules.ruleset import Example, Ruleset

COLOURS = {"B": "Black", "W": "White"}
CAPTURES = {Captures.POINTS: "which stones", Captures.COUNT: "how many", Captures.NOTHING: "nothing"}


@dataclass(frozen=True)
class Page:
    """A generated page and its pictures.

    Attributes:
        title: Title in the list of pages.
        text: Markdown.
        pictures: SVG by file name, beside the page.
    """

    title: str
    text: str
    pictures: dict[str, str]


def game_pages() -> dict[str, Page]:
    """Return a page by the slug of each game."""
    return {ruleset.slug: _game(ruleset) for ruleset in rules.ALL}


def referee_pages() -> dict[str, Page]:
    """Return a page by the slug of each referee."""
    return {who.slug: _referee(who) for who in referees.ALL}


# Games -------------------------------------------------------------------------------------------------------------


def _game(ruleset: Ruleset) -> Page:
    plain = read_settings({"ruleset": ruleset.slug}).plain()
    pictures: dict[str, str] = {}
    parts = [
        f"# {ruleset.title}\n",
        f"{ruleset.summary}\n",
        f"`{ruleset.slug}`, version {ruleset.version}. The page that it follows: <{ruleset.source}>. It is played under "
        "[every referee](../referees/index.md), on boards from 1×1 to 25×25.\n",
        "## By its examples\n",
        "Each example is a claim of the page, and a test. They are on live boards under *Learn* on every server.\n",
    ]
    course = Course.of_game(ruleset)
    for number, example in enumerate(ruleset.examples, start=1):
        parts += _claim(Lesson(course, number, course.referee), example, ruleset.slug, pictures)
    parts += [
        "## What is chosen\n",
        "| option | value | the sentence that it follows |\n| --- | --- | --- |",
        *(f"| `{option}` | {_word(plain[option])} | {ruleset.sentences.get(option, '')} |" for option in OPTIONS),
        f"| `komi` | {_word(plain['komi'])} on 9×9 | {ruleset.sentences.get('komi', '')} |\n",
        *_others(ruleset),
        "## Play it\n",
        f"```sh\nyurei play --game {ruleset.slug}\nyurei rules {ruleset.slug}\n```\n",
    ]
    return Page(ruleset.title, "\n".join(parts), pictures)


def _others(ruleset: Ruleset) -> Iterator[str]:
    """Yield the options that are not on by default."""
    more = {name: words for name, words in ruleset.sentences.items() if name not in {*OPTIONS, "komi"}}
    if more:
        yield "Options beside these:\n"
        yield from (f"- `{name}`: {words}" for name, words in more.items())
        yield ""


def _claim(lesson: Lesson, example: Example, name: str, pictures: dict[str, str]) -> Iterator[str]:
    """Yield a claim, the board before it and after each of its tries, and how it ended."""
    moments = range(len(example.tries) + 1)
    shown = [(lesson.after(moment), _tried(lesson, moment)) for moment in moments]
    yield f"### {example.claim}\n"
    yield row(
        [
            _keep(pictures, f"{name}-{lesson.number}-{scene.moment}", _truth(lesson, scene, words), words)
            for scene, words in shown
        ]
    )
    if example.refused:
        yield f"The last try is refused: `{example.refused}`.\n"
    if example.winner:
        yield f"{COLOURS[example.winner]} has won.\n"


def _tried(lesson: Lesson, moment: int) -> str:
    """Return the caption of the board after a number of tries."""
    if not moment:
        return "Before"
    last = lesson.after(moment).last
    assert last is not None
    refused = "" if last.accepted else ", refused"
    return f"{COLOURS[lesson.example.moves.split()[moment - 1][0]]} tries {lesson.example.tries[moment - 1]}{refused}"


def _truth(lesson: Lesson, scene: Scene, label: str) -> str:
    return picture(lesson.settings.size, scene.cells, label, last=_mark(lesson, scene))


def _mark(lesson: Lesson, scene: Scene) -> tuple[int, bool] | None:
    """Return the point of the last try, and whether it was refused."""
    if scene.last is None:
        return None
    word = lesson.example.tries[scene.moment - 1].removeprefix("ghost ")
    size = lesson.settings.size
    named = [point for point in range(size.points) if size.name(point) == word]
    return (named[0], not scene.last.accepted) if named else None


def _keep(pictures: dict[str, str], name: str, drawn: str, words: str) -> tuple[str, str]:
    pictures[f"{name}.svg"] = drawn
    return f"{name}.svg", words


# Referees ----------------------------------------------------------------------------------------------------------


def _referee(who: Referee) -> Page:
    pictures: dict[str, str] = {}
    parts = [
        f"# {who.title}\n",
        f"{who.summary}\n",
        "| of | what is told |\n| --- | --- |",
        f"| captures, to all | {CAPTURES[who.captures]} |",
        f"| captures, to whom the stones belong | {CAPTURES[who.owner_hears]} |",
        f"| captured stones | {'vanish from their owner’s board' if who.vanishes else 'stay: nobody is told which went'} |",
        f"| atari | {'said' if who.atari else 'not said'} |",
        f"| an illegal try | {'the reason' if who.reasons else '“Illegal move.”, no more'} |",
        f"| how far a stone sees | {_word(who.sight)} |\n",
    ]
    parts.append("## What it sounds and looks like\n")
    parts.append("The true board stands on the left. Nobody but a referee ever sees it before the end.\n")
    for name, course, number in _shown(who):
        parts += _scenes(Lesson(course, number, who), name, pictures)
    parts += ["## Play under it\n", f"```sh\nyurei play --referee {who.slug}\n```\n"]
    return Page(who.title, "\n".join(parts), pictures)


def _shown(who: Referee) -> Iterator[tuple[str, Course, int]]:
    """Yield the referee's own examples, then two of the first game's: the snapback, and an unseen stone."""
    own, game = Course.of_referee(who), Course.of_game(rules.ALL[0])
    yield from ((f"{who.slug}-own-{number}", own, number) for number in range(1, len(own.examples) + 1))
    yield from ((f"{who.slug}-{number}", game, number) for number in (1, len(game.examples) - 1))


def _scenes(lesson: Lesson, name: str, pictures: dict[str, str]) -> Iterator[str]:
    """Yield an example under a referee: the announcement of each try, and the true and seen boards at the end."""
    yield f"### {lesson.example.claim}\n"
    yield "| try | what all hear |\n| --- | --- |"
    for moment in range(1, len(lesson.example.tries) + 1):
        told = lesson.after(moment).told
        assert told is not None
        said = speak(lesson.referee, told, lesson.settings.size, "en")
        yield f"| {_tried(lesson, moment).partition(',')[0]} | {said} |"
    yield ""
    scene = lesson.after(len(lesson.example.tries))
    true = _keep(pictures, f"{name}-truth", _truth(lesson, scene, "True board"), "True board")
    seen = []
    for view, colour in zip(scene.views, ("Black", "White"), strict=True):
        words = f"What {colour} sees"
        drawn = picture(lesson.settings.size, view.board, words, fog=view.fog, uncertain=doubtful(view))
        seen.append(_keep(pictures, f"{name}-{colour.lower()}", drawn, words))
    yield row([true, *seen])


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
