"""What a listener heard, as a line of text: who has tried, what where he knows it, and what was said."""

from __future__ import annotations

from yurei.languages import ENGLISH, N_, translation
from yurei.referee.announce import COLOURS, speak
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.rules.board import BLACK, WHITE
from yurei.rules.points import Size
from yurei.rules.state import Kind, Try
from yurei.wording import Gettext


def name(seat: str, language: str = ENGLISH) -> str:
    """A seat as people call it: ``Black``, ``White 2``."""
    colour, _, number_of_seat = seat.partition("-")
    word = translation(language).gettext(COLOURS[WHITE if colour == WHITE.word else BLACK])
    return f"{word} {number_of_seat}".rstrip()


_WITHOUT_POINT = {Kind.PASS: N_("pass"), Kind.RESIGN: N_("resign")}


def try_word(attempt: Try, size: Size, say: Gettext) -> str:
    """Return a try as people write it: E5, ghost E5, pass."""
    if attempt.point is None:
        return say(_WITHOUT_POINT[attempt.kind])
    point = size.name(attempt.point)
    return say(N_("ghost {point}")).format(point=point) if attempt.kind is Kind.GHOST else point


def heard(told: Told, settings: Settings, language: str = ENGLISH, attempt: Try | None = None) -> str:
    """What a listener heard of a try, after the try itself where he knows it, and whose it was where that is not said.

    Args:
        told: What he was told.
        settings: What is played.
        language: What he reads.
        attempt: The try, for who knows it otherwise; None for what he was told of it.
    """
    said = speak(settings.referee, told, settings.size, language)
    say, seat, attempt = translation(language).gettext, name(told.seat, language), attempt or told.attempt
    if attempt is None or attempt.point is None:
        says_whose = told.seat == told.mover.word and told.outcome is not Outcome.ILLEGAL
        return said if says_whose else say(N_("{seat}: {tried}")).format(seat=seat, tried=said)
    tried = f"{seat} {try_word(attempt, settings.size, say)}"
    return say(N_("{seat}: {tried}")).format(seat=tried, tried=said)
