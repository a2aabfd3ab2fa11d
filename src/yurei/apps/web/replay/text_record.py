"""Transcript of an ended game as plain text: every try and announcement, or one seat's knowledge."""

from collections.abc import Iterator

from yurei.apps.web.board.board import Say
from yurei.apps.web.table.context import seat_word, tried_by
from yurei.club.game.game import Game
from yurei.languages import N_, number_text, translation
from yurei.referee.announce import REASONS, speak, speak_result
from yurei.referee.retold import try_word
from yurei.referee.seating import AUDIENCE
from yurei.referee.settings import Settings
from yurei.referee.told import Outcome, Told
from yurei.rules.board import board_text
from yurei.rules.points import COLUMNS, Size


def transcript(game: Game, language: str, of: str | None = None) -> str:
    """Return the game as text.

    Args:
        game: A game that has ended.
        language: The reader's language.
        of: The seat whose view it is; None for everything.

    Raises:
        NotOver: Before the end.
        Unknown: If there is no such seat.
    """
    truth, say = game.reference, translation(language).gettext
    lines = [facts(game.settings, language), ""]
    if of is None:
        lines += [*_all(game, say, language), "", *_ending(game, say, language), "", *_board(truth, game.settings.size)]
    else:
        view, seat = game.view(of), seat_word(of, say)
        lines += [say(N_("What {seat} heard and saw")).format(seat=seat), ""]
        lines += [*_heard(game, view.heard, say, language), "", *_ending(game, say, language), ""]
        lines += [say(N_("Board of {seat}")).format(seat=seat), "", *_board(view.board, game.settings.size)]
    return "\n".join(lines) + "\n"


def facts(settings: Settings, language: str) -> str:
    """Return the game, its size, its referee and its komi on one line."""
    say, komi = translation(language).gettext, settings.komi
    parts = [
        say(settings.ruleset.title),
        str(settings.size),
        say(N_("referee: {title}")).format(title=say(settings.referee.title)),
        *([] if komi is None else [say(N_("komi {komi}")).format(komi=number_text(komi, language))]),
    ]
    return " · ".join(parts)


def _ending(game: Game, say: Say, language: str) -> Iterator[str]:
    """Yield the result; dead stones, and a missing agreement, are mentioned too."""
    assert game.result is not None
    size, count = game.settings.size, game.count
    result = speak_result(game.result, language, game.settings.ruleset)
    yield say(N_("If both agree: {result}")).format(result=result) if game.counting else result
    if count.dead:
        yield say(N_("Marked dead: {points}.")).format(points=", ".join(size.names(count.dead)))
    if game.counting:
        yield say(N_("The players have not agreed on the score yet."))


def _all(game: Game, say: Say, language: str) -> Iterator[str]:
    size, referee = game.settings.size, game.settings.referee
    for number, (each, told) in enumerate(zip(game.judged, game.view(AUDIENCE.name).heard, strict=True), 1):
        refused = f" ({say(REASONS[each.verdict.reason])})" if each.verdict.reason else ""
        tried = f"{tried_by(each.seat, each.verdict.attempt, size, say)}{refused}"
        yield f"{number:>4}. {tried} – {speak(referee, told, size, language)}"


def _heard(game: Game, heard: tuple[Told, ...], say: Say, language: str) -> Iterator[str]:
    """Yield the announcements, with the points of the seat's own tries."""
    size, referee = game.settings.size, game.settings.referee
    for number, told in enumerate(heard, 1):
        own = (
            f": {try_word(told.attempt, size, say)}"
            if told.attempt is not None and told.attempt.point is not None
            else ""
        )
        named = own or told.outcome is Outcome.ILLEGAL or told.seat != told.mover.word
        who = f"{seat_word(told.seat, say)}{own} – " if named else ""
        yield f"{number:>4}. {who}{speak(referee, told, size, language)}"


def _board(cells: bytes, size: Size) -> Iterator[str]:
    columns = "    " + " ".join(COLUMNS[: size.width])
    yield columns
    for number, row in zip(range(size.height, 0, -1), board_text(cells, size).split("/"), strict=True):
        yield f"{number:>3} {' '.join(row)}"
