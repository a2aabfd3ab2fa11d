"""Sentences about a try in a review, in any language."""

from collections.abc import Iterator

from yurei.languages import N_, number_text, percent_text, translation
from yurei.players.belief.review import Certain, Reviewed
from yurei.referee.announce import seat_label, try_word
from yurei.rules.points import Size

WORTH_TELLING = 0.3
"""Least information in bits that is mentioned; less may come from how possible boards were sampled."""


def sentences(each: Reviewed, size: Size, language: str) -> Iterator[str]:
    """Yield sentences about a try: the chances before it, the try that yurei prefers, the information for each seat.

    Args:
        each: The findings about the try.
        size: The size of the board, for the names of points.
        language: The language of the sentences.
    """
    say, seat = translation(language).gettext, seat_label(each.seat, language)
    if each.win is not None:
        words = say(N_("{seat}’s win rate before this try, from what {seat} knew: {chance}."))
        yield words.format(seat=seat, chance=percent(each.win, language))
    if each.best == each.attempt:
        yield say(N_("yurei would have tried the same."))
    elif each.best is not None:
        words = say(N_("yurei would have tried this: {attempt}.")).format(attempt=try_word(each.best, size, say))
        if each.value is None or each.best_value is None:
            yield words
        elif each.value >= each.best_value:
            yield say(N_("yurei found nothing better."))
        else:
            more = say(N_("Win rate: {chance} with that move, {other} with the move played."))
            rates = {"chance": percent(each.best_value, language), "other": percent(each.value, language)}
            yield f"{words} {more.format(**rates)}"
    if each.certain and each.certain.refusal:
        yield say(N_("This refusal was certain."))
    elif each.could_know:
        yield say(N_("This refusal was predictable."))
    elif not each.accepted:
        yield say(N_("Chance of refusal: {chance}.")).format(chance=percent(each.refused, language))
    if each.certain:
        yield from _certainties(each.certain, size, language)
    for told, bits in each.bits.items():
        if bits >= WORTH_TELLING:
            words = say(N_("Information for {seat}: {bits} bits."))
            yield words.format(seat=seat_label(told, language), bits=bits_text(bits, language))


def _certainties(certain: Certain, size: Size, language: str) -> Iterator[str]:
    say = translation(language).gettext
    yield say(N_("Boards that fit: {boards}")).format(boards=number_text(certain.boards, language))
    if certain.opponent:
        points = ", ".join(size.name(point) for point in certain.opponent)
        yield say(N_("The opponent’s certain stones: {points}")).format(points=points)


def percent(chance: float | None, language: str) -> str:
    """Return a chance as a language writes it, or a dash for none."""
    return "–" if chance is None else percent_text(chance, translation(language).gettext)


def bits_text(bits: float, language: str) -> str:
    """Return an amount of information, rounded to a tenth of a bit."""
    return number_text(round(bits, 1), language)
