"""Text of what a listener heard of a try: the seat, the try if the listener knows it, and the announcement."""

from yurei.languages import ENGLISH, N_, translation
from yurei.referee.announce import COLOURS, speak
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.rules.board import BLACK, WHITE
from yurei.rules.points import Size
from yurei.rules.state import Kind, Try
from yurei.wording import Gettext


def name(seat: str, language: str = ENGLISH) -> str:
    """Return the name of a seat for display: ``Black``, ``White 2``."""
    colour, _, number_of_seat = seat.partition("-")
    word = translation(language).gettext(COLOURS[WHITE if colour == WHITE.word else BLACK])
    return f"{word} {number_of_seat}".rstrip()


_WITHOUT_POINT = {Kind.PASS: N_("pass"), Kind.RESIGN: N_("resign")}


def try_word(attempt: Try, size: Size, say: Gettext) -> str:
    """Return a try as players write it: E5, ghost E5, pass."""
    if attempt.point is None:
        return say(_WITHOUT_POINT[attempt.kind])
    point = size.name(attempt.point)
    return say(N_("ghost {point}")).format(point=point) if attempt.kind is Kind.GHOST else point


def heard(told: Told, settings: Settings, language: str = ENGLISH, attempt: Try | None = None) -> str:
    """Return what a listener heard of a try: the seat and the try, if needed and known, and the announcement.

    Args:
        told: What the listener was told.
        settings: The settings of the game.
        language: The language of the text.
        attempt: The try, if known from elsewhere; None for the one in ``told``.
    """
    said = speak(settings.referee, told, settings.size, language)
    say, seat, attempt = translation(language).gettext, name(told.seat, language), attempt or told.attempt
    if attempt is None or attempt.point is None:
        says_whose = told.seat == told.mover.word and told.outcome is not Outcome.ILLEGAL
        return said if says_whose else say(N_("{seat}: {tried}")).format(seat=seat, tried=said)
    tried = f"{seat} {try_word(attempt, settings.size, say)}"
    return say(N_("{seat}: {tried}")).format(seat=tried, tried=said)
