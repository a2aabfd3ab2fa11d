"""The referee's announcements in every language, composed only of what all listeners were told."""

from collections.abc import Mapping
from dataclasses import dataclass

from yurei.languages import ENGLISH, N_, NN_, Gettext, join_sentences, listed, number_text, plural_number, translation
from yurei.referee.referee import Captures, Referee
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.judge import Reason
from yurei.rules.points import Size
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import EndedBy, Kind, Result, Try


@dataclass(frozen=True, slots=True)
class Sentence:
    """An announcement before translation: its English text, and the values to put into it."""

    text: str
    mover: Colour
    points: tuple[int, ...] = ()
    plural: str | None = None
    count: int = 1

    def spoken(self, language: str, size: Size) -> str:
        """Return the sentence in a language; ``size`` is that of the board, which names the points."""
        words = translation(language)
        text = words.gettext(self.text) if self.plural is None else words.ngettext(self.text, self.plural, self.count)
        return text.format(
            mover=words.gettext(COLOURS[self.mover]),
            opponent=words.gettext(COLOURS[self.mover.opponent]),
            points=listed(size.names(self.points), language),
            count=self.count,
        )


COLOURS = {BLACK: N_("Black"), BLACK.opponent: N_("White")}
ILLEGAL = N_("Illegal move.")
PASSES = N_("{mover} passes.")
RESIGNS = N_("{mover} resigns.")
CAPTURED = N_("{mover} has captured the following stones: {points}.")
LOSES_ON_TIME = N_("{mover} has lost on time.")
LOST = N_("{mover} has lost the following stones: {points}.")
LOSES = NN_("{mover} loses {count} stone.", "{mover} loses {count} stones.")
WITHOUT_A_STONE = {Outcome.PASSED: PASSES, Outcome.RESIGNED: RESIGNS, Outcome.LOST_ON_TIME: LOSES_ON_TIME}

# Keys: is the opponent put into atari, is the mover?
ATARI = {
    (True, False): N_("{mover} puts {opponent} into atari."),
    (True, True): N_("{mover} puts {opponent} and himself into atari."),
    (False, True): N_("{mover} puts himself into atari."),
}
CAPTURES = {
    (False, False): NN_("{mover} captures {count} stone.", "{mover} captures {count} stones."),
    (True, False): NN_(
        "{mover} captures {count} stone and puts {opponent} into atari.",
        "{mover} captures {count} stones and puts {opponent} into atari.",
    ),
    (True, True): NN_(
        "{mover} captures {count} stone and puts {opponent} and himself into atari.",
        "{mover} captures {count} stones and puts {opponent} and himself into atari.",
    ),
    (False, True): NN_(
        "{mover} captures {count} stone and puts himself into atari.",
        "{mover} captures {count} stones and puts himself into atari.",
    ),
}
REASONS = dict.fromkeys(Reason, ILLEGAL) | {  # a test asks for the sentence of a new reason
    Reason.OPPONENT_STONE: N_("There is already an opponent’s stone."),
    Reason.OWN_STONE: N_("There is already an own stone."),
    Reason.GHOST: N_("There is already a ghost."),
    Reason.NO_LIBERTY: N_("That is no liberty of an own string."),
    Reason.SUICIDE: N_("Suicide."),
    Reason.KO: N_("The ko cannot be captured back immediately."),
    Reason.REPETITION: N_("That would repeat an earlier position."),
    Reason.NO_PASSING: N_("Passing is not allowed."),
}


def list_announcements(referee: Referee, told: Told) -> tuple[Sentence, ...]:
    """Return the announcements of a try, in the order: captured stones, own losses, atari."""
    if told.outcome is Outcome.ILLEGAL:
        return (Sentence(REASONS[told.reason] if told.reason else ILLEGAL, told.mover),)
    if told.outcome is not Outcome.MOVED:
        return (Sentence(WITHOUT_A_STONE[told.outcome], told.mover),)
    said = _announce_points(told) if referee.captures is Captures.POINTS else _announce_counts(told)
    # "Left out where another sentence was said; the turn itself is always visible."
    return said or (Sentence(referee.moved, told.mover),)


def _announce_points(told: Told) -> tuple[Sentence, ...]:
    said = []
    if told.captured_points:
        said.append(Sentence(CAPTURED, told.mover, told.captured_points))
    if told.lost_points:
        said.append(Sentence(LOST, told.mover, told.lost_points))
    if atari := ATARI.get(_atari_key(told)):
        said.append(Sentence(atari, told.mover))
    return tuple(said)


def _announce_counts(told: Told) -> tuple[Sentence, ...]:
    said = []
    if told.captured_count:
        # "The capture and the atari stay one sentence, the loss follows it."
        one, many = CAPTURES[_atari_key(told)]
        said.append(Sentence(one, told.mover, plural=many, count=told.captured_count))
    if told.lost_count:
        one, many = LOSES
        said.append(Sentence(one, told.mover, plural=many, count=told.lost_count))
    if not told.captured_count and (atari := ATARI.get(_atari_key(told))):
        said.append(Sentence(atari, told.mover))
    return tuple(said)


def _atari_key(told: Told) -> tuple[bool, bool]:
    return bool(told.atari_on_opponent), bool(told.atari_on_mover)


def speak(referee: Referee, told: Told, size: Size, language: str = ENGLISH) -> str:
    """Return all announcements of a try as a text in this language; raise ``Unknown`` if it is unknown."""
    return join_sentences((sentence.spoken(language, size) for sentence in list_announcements(referee, told)), language)


GONE = N_("Gone from your board: {points}.")


def speak_gone(told: Told, size: Size, language: str = ENGLISH) -> str:
    """Return the sentence that tells one seat which of its pieces vanished, unless the announcement named them."""
    named = {*(told.captured_points or ()), *(told.lost_points or ())}
    gone = size.names(point for point in told.vanished or () if point not in named)
    return translation(language).gettext(GONE).format(points=listed(gone, language)) if gone else ""


WINS_BY = NN_("{winner} wins by {margin} point.", "{winner} wins by {margin} points.")
ENDINGS = {
    (EndedBy.SCORE, False): N_("The scores are equal: a draw."),
    (EndedBy.RESIGNATION, True): N_("{winner} wins by resignation."),
    (EndedBy.LONE_SUICIDE, True): N_("{winner} wins: the last move was a single-stone suicide."),
    (EndedBy.CAPTURE, True): N_("{winner} wins by capture."),
    (EndedBy.NO_MOVE, True): N_("{winner} wins: the opponent has no legal move."),
    (EndedBy.REPETITION, False): N_("A draw by repetition."),
    (EndedBy.TIME, True): N_("{winner} wins on time."),
    (EndedBy.AGREEMENT, False): N_("A draw by agreement."),
    (EndedBy.ABSENCE, True): N_("{winner} wins: the opponent left the game."),
    (EndedBy.ABANDONED, False): N_("Game abandoned: no winner."),
    (EndedBy.ABANDONED, True): N_("Decided by the host. {winner} wins."),
}
"""Sentences about the end of a game, by reason and by whether there is a winner. A win by points is ``WINS_BY``."""


def speak_result(result: Result, language: str = ENGLISH, ruleset: Ruleset | None = None) -> str:
    """Return the sentence about the end of a game in a language; some rulesets have sentences of their own."""
    words = translation(language)
    margin = abs(result.margin or 0)
    own = ruleset.endings.get(result.by) if ruleset else None
    if own is not None:
        text = words.gettext(own)
    elif (result.by, result.winner is not None) in ENDINGS:
        text = words.gettext(ENDINGS[result.by, result.winner is not None])
    else:
        text = words.ngettext(*WINS_BY, plural_number(margin, language))
    winner = "" if result.winner is None else words.gettext(COLOURS[result.winner])
    return text.format(winner=winner, margin=number_text(margin, language))


def seat_label(seat: str, language: str = ENGLISH) -> str:
    """Return the name of a seat for display: ``Black``, ``White 2``."""
    colour, _, number_of_seat = seat.partition("-")
    word = translation(language).gettext(COLOURS[WHITE if colour == WHITE.word else BLACK])
    return f"{word} {number_of_seat}".rstrip()


_WITHOUT_POINT = {Kind.PASS: N_("pass"), Kind.RESIGN: N_("resign")}


def name_try(attempt: Try, size: Size, say: Gettext) -> str:
    """Return a try as players write it: E5, ghost E5, pass."""
    if attempt.point is None:
        return say(_WITHOUT_POINT[attempt.kind])
    point = size.name(attempt.point)
    return say(N_("ghost {point}")).format(point=point) if attempt.kind is Kind.GHOST else point


def announcement_text(told: Told, settings: Settings, language: str = ENGLISH, attempt: Try | None = None) -> str:
    """Return the announcement of a try as text, after the seat and the try where these are needed and known.

    ``attempt`` is the try if the caller knows it; None for the one in ``told``.
    """
    said = speak(settings.referee, told, settings.size, language)
    say, seat, attempt = translation(language).gettext, seat_label(told.seat, language), attempt or told.attempt
    if attempt is None or attempt.point is None:
        says_whose = told.seat == told.mover.word and told.outcome is not Outcome.ILLEGAL
        return said if says_whose else say(N_("{seat}: {tried}")).format(seat=seat, tried=said)
    tried = f"{seat} {name_try(attempt, settings.size, say)}"
    return say(N_("{seat}: {tried}")).format(seat=tried, tried=said)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The referee's answer to a try: whether it was accepted, and what each seat and the audience were told."""

    accepted: bool
    told: Mapping[str, Told]
    settings: Settings

    def said(self, language: str = ENGLISH) -> str:
        """Return the announcements of the try as a text in a language."""
        return speak(self.settings.referee, self.told[AUDIENCE.name], self.settings.size, language)
