"""The terminal's own words: commands, seats, tries, endings. Announcements come from the referee's voice."""

from collections.abc import Mapping

from yurei.languages import ENGLISH, N_, closed, listed, number_text, together, translation
from yurei.referee.announce import REASONS, speak_result
from yurei.referee.answers import Tried
from yurei.referee.retold import heard, name, try_word
from yurei.referee.settings import Settings
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import Result

__all__ = ["Voice", "ending", "going_on", "heard", "help_text", "middle", "opening", "tried_text"]

OFFERED = N_("Make your move first; the offer is answered after it.")
OFFERS = N_("{seat} offers a draw; type draw to accept it.")
WENT_WRONG = N_("{seat}’s program failed and resigns: {wrong}.")

TRIES = {
    "E5": N_("try a stone there; any point of the board"),
    "pass": N_("pass the turn"),
    "resign": N_("resign the game"),
}
GHOST = {"ghost E5": N_("try a ghost there")}
DRAW = {"draw": N_("offer a draw, or agree to one")}
OTHERS = {"board": N_("show the board again"), "help": N_("show this help"), "quit": N_("leave the game")}
UNDO = {"undo": N_("undo the last try")}


class Voice:
    """Translates into one language.

    Args:
        language: The language.
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, text: str, **fields: object) -> str:
        """Return a text in this language, with its fields."""
        said = translation(self.language).gettext(text)
        return said.format(**fields) if fields else said

    def name(self, seat: str) -> str:
        """Return the name of a seat."""
        return name(seat, self.language)


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


def tried_text(tried: Tried, size: Size, language: str = ENGLISH) -> str:
    """Return a try, and the reason if it was illegal."""
    say = translation(language).gettext
    text = f"{name(tried.seat, language)} {try_word(tried.attempt, size, say)}"
    if tried.reason is None:
        return text
    return say(N_("{seat}: {tried}")).format(seat=text, tried=say(REASONS[tried.reason]))


def help_text(ruleset: Ruleset, more: Mapping[str, str] = OTHERS, language: str = ENGLISH) -> str:
    """Return the help on commands of a game, a line each."""
    ghost = GHOST if ruleset.ghosts else {}
    draw = DRAW if ruleset.draw_by_agreement else {}
    words = {**TRIES, **ghost, **draw, **more}
    say = translation(language).gettext
    return "\n".join(f"  {word:9} {say(meaning)}" for word, meaning in words.items())
