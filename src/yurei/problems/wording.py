"""Transcripts and solutions of problems as lines of text, for terminals, comments and printed pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yurei.errors import YureiError
from yurei.languages import ENGLISH, N_, closed, together, translation
from yurei.problems.problem import Problem
from yurei.problems.solving import Line, SolvingState, Step
from yurei.referee.retold import heard, name, try_word
from yurei.referee.settings import Settings
from yurei.referee.told import Told
from yurei.rules.board import Colour
from yurei.rules.state import Try, read_try
from yurei.wording import Words

INDENT = "  "
MARKS = {
    "hidden": N_("marked points: {points}"),
    "target": N_("target: {points}"),
    "certain": N_("certain: {points}"),
}
"""Descriptions of the marks of a board; other marks are not described."""


def line_text(line: Line, settings: Settings, language: str = ENGLISH) -> str:
    """Return a line of a transcript: the colour, the try as far as it is known, what was told, and the remark."""
    return _text(line.colour, line.tried, line.told, line.note, settings, language)


def _text(
    colour: Colour, tried: str | None, told: Told | None, note: Words | None, settings: Settings, language: str
) -> str:
    say, who = translation(language).gettext, name(colour.word, language)
    attempt = _attempt(tried, settings)
    if told is not None:
        said = [heard(told, settings, language, attempt)]
    elif tried is None:
        said = [say(N_("{seat} plays.")).format(seat=who)]
    else:
        shown = tried if attempt is None else try_word(attempt, settings.size, say)
        said = [closed(f"{who} {shown}", language)]
    return together([*said, *([] if note is None else [note.said(say)])], language)


def _attempt(tried: str | None, settings: Settings) -> Try | None:
    """Return the try of a text; None if it is another kind of answer, such as several points."""
    try:
        return None if tried is None else read_try(tried, settings.size)
    except YureiError:
        return None


def mark_lines(problem: Problem, state: SolvingState, language: str = ENGLISH) -> list[str]:
    """Return a description of the marks of a board, a line each."""
    say, size = translation(language).gettext, problem.settings.size
    described = {mark: size.names(size.in_order(points)) for mark, points in state.marked.items() if points}
    return [say(text).format(points=" ".join(described[mark])) for mark, text in MARKS.items() if mark in described]


def solution_lines(problem: Problem, steps: Sequence[Step], language: str = ENGLISH) -> list[str]:
    """Return a solution, a line for each step.

    Steps are numbered; alternatives get letters, and stand deeper: ``1a``, then what follows it, then ``1b``.
    """
    return list(_solution(steps, problem.settings, language, 1, 0))


def _solution(steps: Sequence[Step], settings: Settings, language: str, number: int, depth: int) -> Iterator[str]:
    for place, step in enumerate(steps):
        letter = _letters(place) if len(steps) > 1 else ""
        text = _text(step.colour, step.tried, step.told, step.note, settings, language)
        yield f"{INDENT * depth}{number}{letter}. {text}"
        yield from _solution(step.branches, settings, language, number + 1, depth + bool(letter))


def _letters(place: int) -> str:
    """Return ``a`` to ``z``, then ``aa``, ``ab``."""
    above, letter = divmod(place, 26)
    return (_letters(above - 1) if above else "") + "abcdefghijklmnopqrstuvwxyz"[letter]


def end_lines(state: SolvingState, language: str = ENGLISH) -> list[str]:
    """Return what the end of a problem means, and how many boards were left."""
    say = translation(language).gettext
    lines = [] if state.note is None else [state.note.said(say)]
    if state.boards is not None:
        lines.append(say(N_("Boards that fit: {count}")).format(count=state.boards))
    return lines


__all__ = ["end_lines", "line_text", "mark_lines", "solution_lines"]
