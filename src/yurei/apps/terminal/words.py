"""What the terminal says of its own: seats, tries, endings. What the referee says comes from his voice."""

from __future__ import annotations

from collections.abc import Iterable

from yurei.languages import ENGLISH, translation
from yurei.referee.announce import COLOURS, REASONS, speak, speak_result
from yurei.referee.answers import Reveal, Tried
from yurei.referee.settings import Settings, number
from yurei.referee.told import Outcome, Told
from yurei.rules.board import BLACK, WHITE
from yurei.rules.points import Size
from yurei.rules.state import Result


def name(seat: str) -> str:
    """A seat as people call it: ``Black``, ``White 2``."""
    return seat.replace("-", " ").capitalize()


def opening(settings: Settings, language: str = ENGLISH) -> str:
    """What is played, and who is told what."""
    ruleset, referee = settings.ruleset, settings.referee
    komi = f", komi {number(settings.komi)}" if settings.komi is not None else ""
    stones = f", {settings.handicap} handicap stones" if settings.handicap else ""
    told = translation(language).gettext(referee.summary)
    lines = [f"{ruleset.title} on {settings.size}{komi}{stones}.", f"Referee {referee.title}: {told}"]
    return "\n".join([*lines, *(f"Careful: {warning}." for warning in settings.warnings)])


def ending(result: Result, language: str = ENGLISH) -> str:
    """How a game ended, and the count where there was one."""
    said = speak_result(result, language)
    if result.black is None or result.white is None or result.margin is None:
        return said
    black, white = (translation(language).gettext(COLOURS[colour]) for colour in (BLACK, WHITE))
    komi = number(result.black - result.white - result.margin)
    return f"{said} {black} {result.black}, {white} {result.white}, komi {komi}."


def middle(size: Size) -> str:
    """The name of the point in the middle of a board."""
    return size.name(size.height // 2 * size.width + size.width // 2)


def heard(told: Told, settings: Settings, language: str = ENGLISH) -> str:
    """What a listener heard of a try, after the try itself where he knows it, and whose it was where that is not said."""
    said = speak(settings.referee, told, settings.size, language)
    if told.attempt is None or told.attempt.point is None:
        says_whose = told.seat == told.mover.word and told.outcome is not Outcome.ILLEGAL
        return said if says_whose else f"{name(told.seat)}: {said}"
    return f"{name(told.seat)} {told.attempt.text(settings.size)}: {said}"


def transcript(reveal: Reveal, size: Size, language: str = ENGLISH) -> Iterable[str]:
    """Every try of a game that is over, a line each, with the reason of those that were refused."""
    for count, tried in enumerate(reveal.tries, start=1):
        yield f"{count:4}  {tried_text(tried, size, language)}"


def tried_text(tried: Tried, size: Size, language: str = ENGLISH) -> str:
    """A try, and why it was illegal where it was."""
    text = f"{name(tried.seat)} {tried.attempt.text(size)}"
    return text if tried.reason is None else f"{text}: {translation(language).gettext(REASONS[tried.reason])}"
