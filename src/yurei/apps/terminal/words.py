"""The terminal's own words: seats, tries, endings. Announcements come from the referee's voice."""

from __future__ import annotations

from collections.abc import Iterable

from yurei.languages import ENGLISH, N_, closed, listed, number_text, together, translation
from yurei.referee.announce import REASONS, speak_result
from yurei.referee.answers import Reveal, Tried
from yurei.referee.retold import heard, name, try_word
from yurei.referee.settings import Settings
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import Result

__all__ = ["ending", "going_on", "heard", "middle", "name", "opening", "transcript", "tried_text"]

OFFERED = N_("Make your move first; the offer is answered after it.")
OFFERS = N_("{seat} offers a draw; type draw to accept it.")
WENT_WRONG = N_("{seat}’s program failed and resigns: {wrong}.")


def opening(settings: Settings, language: str = ENGLISH) -> str:
    """Return the game, and who is told what."""
    say, ruleset, referee = translation(language).gettext, settings.ruleset, settings.referee
    parts = [say(N_("{game} on {size}")).format(game=say(ruleset.title), size=settings.size)]
    if settings.komi is not None:
        parts.append(say(N_("komi {komi}")).format(komi=number_text(settings.komi, language)))
    if settings.handicap:
        parts.append(say(N_("{count} handicap stones")).format(count=settings.handicap))
    lines = [
        closed(listed(parts, language), language),
        say(N_("Referee {referee}: {summary}")).format(referee=say(referee.title), summary=say(referee.summary)),
    ]
    return "\n".join([*lines, *map(say, settings.cautions)])


def ending(result: Result, language: str = ENGLISH, ruleset: Ruleset | None = None) -> str:
    """Return how a game ended, and the count if there was one."""
    said, say = speak_result(result, language, ruleset), translation(language).gettext
    if result.black is None or result.white is None or result.margin is None:
        return said
    komi = number_text(result.black - result.white - result.margin, language)
    points = say(N_("Points: Black {black}, White {white} plus {komi} komi.")).format(
        black=result.black, white=result.white, komi=komi
    )
    return together([said, points], language)


def going_on(seat: str, language: str = ENGLISH) -> str:
    """Say that a game is not over, and whose turn it is."""
    words = translation(language).gettext(N_("The game is not over; {seat} to play."))
    return words.format(seat=name(seat, language))


def middle(size: Size) -> str:
    """Return the name of the point in the middle of a board."""
    return size.name(size.height // 2 * size.width + size.width // 2)


def transcript(reveal: Reveal, size: Size, language: str = ENGLISH) -> Iterable[str]:
    """Yield every try of a game that is over, a line each, with the reason of refusals."""
    for count, tried in enumerate(reveal.tries, start=1):
        yield f"{count:4}  {tried_text(tried, size, language)}"


def tried_text(tried: Tried, size: Size, language: str = ENGLISH) -> str:
    """Return a try, and the reason if it was illegal."""
    say = translation(language).gettext
    text = f"{name(tried.seat, language)} {try_word(tried.attempt, size, say)}"
    if tried.reason is None:
        return text
    return say(N_("{seat}: {tried}")).format(seat=text, tried=say(REASONS[tried.reason]))
