"""Page after the end, the same for all chairs: the reveal, the score, dead stones, downloads."""

from htpy import (
    Element,
    Node,
    a,
    aside,
    details,
    div,
    figcaption,
    figure,
    form,
    h2,
    input,
    label,
    li,
    p,
    section,
    summary,
    ul,
)
from markupsafe import Markup

from yurei.apps.web.board.board import Picture, drawn, pictured
from yurei.apps.web.shell.form_fields import link_buttons
from yurei.apps.web.shell.sections import Sections
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.ended.count import awaited, played_out, settling, told_of
from yurei.apps.web.table.ended.score import counted, explained
from yurei.apps.web.table.forms import REQUEST_FIELD
from yurei.apps.web.table.sections.chat import talk
from yurei.apps.web.table.sections.series import another
from yurei.apps.web.table.sections.transcript import heard, listens_as, newest, spoken, whose_turn
from yurei.apps.web.tournaments.tables import result_words, to_evening
from yurei.club.archive import with_all_points
from yurei.club.game.game import Game
from yurei.club.model.chairs import REFEREE, WINDOW
from yurei.languages import N_, NN_, number_text, translation
from yurei.referee.view import View
from yurei.rules.board import BLACK, EMPTY, WHITE, colour_of
from yurei.rules.state import Result

GUESSED = NN_("You guessed {right} of {count} hidden stone.", "You guessed {right} of {count} hidden stones.")
OF_A_SEAT = {
    "transcript?of={seat}": N_("What {seat} heard and saw"),
    "sgf?of={seat}": N_("What {seat} knew, as SGF"),
    "knew?of={seat}": N_("What {seat} knew, as JSON"),
}
"""Downloads of each seat, by address."""


def ended(page: Page, part: Sections) -> Node:
    """Draw the reveal, the count, and further links."""
    if page.game.count.playing_out:
        return played_out(page, part)
    return [_said(page, part), _further(page, part), _reference(page, part), _beside(page, part)]


def _said(page: Page, part: Sections) -> Markup:
    """Draw the panel of the referee: a question while the players count, then the result."""
    game, number, kind = page.game, told_of(page), "ended"
    assert game.result is not None
    if game.counting:
        question = page.say(N_("Both have passed, and the board is revealed. Is this right?"))
        return spoken(part, newest(question, number, kind), awaited(page))
    said = result_words(page, game.result)
    line = whose_turn(page, _score_line(page), own=False)
    notices = _guessed(page), None if page.chair == WINDOW else to_evening(page)
    return spoken(part, newest(said, number, kind), line, notices, kind="result", headline=_outcome(page, game.result))


def _outcome(page: Page, result: Result) -> Node:
    """Draw whether the reader has won, if they played one side."""
    own = page.game.colours_of(page.chair)
    if len(own) != 1 or result.winner is None:
        return None
    return p("#outcome")[page.say(N_("You won") if result.winner in own else N_("You lost"))]


def _guessed(page: Page) -> Node:
    """Draw how many hidden stones of the other side the reader had marked in pencil; nothing without such a mark."""
    game, own = page.game, page.game.colours_of(page.chair)
    if len(own) != 1 or not game.settings.referee.hides:
        return None
    (enemy,) = {BLACK, WHITE} - own
    seats, known = game.seats_of(page.chair), _knew(page)
    marked = {point for seat in seats for point, mark in game.pencil[seat].items() if mark == enemy.word}
    if not marked or known is None:
        return None
    hidden = {
        point
        for point, cell in enumerate(game.reference)
        if colour_of(cell) is enemy and colour_of(known[point]) is not enemy
    }
    words = translation(page.language).ngettext(*GUESSED, len(hidden))
    return p("#guessed")[words.format(right=len(hidden & marked), count=len(hidden))]


def _further(page: Page, part: Sections) -> Element:
    """Draw what one can do next: another game, the replay, the analysis."""
    game, say = page.game, page.say
    replay = f"{page.address}/replay?at={len(game.judged)}"
    return section(".after")[
        part.add("next", another(page) if page.chair != WINDOW else None),
        a(".button", href=replay)[say(N_("Replay"))],
        game.final and a(".button", href=f"{replay}#review")[say(N_("Analysis"))],
        a(".button", href="/")[say(N_("A new game"))],
    ]


def _reference(page: Page, part: Sections) -> Element:
    marking = page.game.counting and bool(page.game.seats_of(page.chair))
    board = part.board(drawn(_revealed(page, marking), page.say))
    return section(".reference")[
        h2[page.say(N_("The reference board"))],
        form("#play", method="post", action=page.address, data_live="")[
            input(type="hidden", name="do", value="dead"), REQUEST_FIELD, board
        ]
        if marking
        else board,
        _legend(page),
        _boards(page),
    ]


def _boards(page: Page) -> Node:
    """Draw each player's final view, once the game is final: the other half of the reveal."""
    game, say = page.game, page.say
    if not game.final or not game.settings.referee.hides:
        return None
    seats = game.settings.seating.seats
    views = {seat.board: game.view(seat.name) for seat in reversed(seats)}
    return div(".believed", role="group", aria_label=say(N_("What each player saw")))[
        (
            figure[
                pictured(Picture(game.settings.size, view.board, view.seat.name, _board_of(page, view))),
                figcaption[_board_of(page, view)],
            ]
            for view in reversed(views.values())
        )
    ]


def _board_of(page: Page, view: View) -> str:
    return page.say(N_("Board of {seat}")).format(seat=seat_word(view.seat.name, page.say))


def _beside(page: Page, part: Sections) -> Element:
    game, say = page.game, page.say
    return aside[
        part.add("count", settling(page)),
        section[_share(page), _downloads(page)],
        part.add("explained", explained(game, say, page.language)),
        talk(page, part),
        part.add("transcript", heard(page, with_all_points(game, listens_as(page)))),
    ]


def _knew(page: Page) -> bytes | None:
    """Return the reader's last view of the board; None for a reader who saw everything, or was not there."""
    own = page.game.seats_of(page.chair)
    if len(own) > 1 or page.chair in (REFEREE, WINDOW):
        return None
    return page.game.view(listens_as(page)).board


def _revealed(page: Page, marking: bool) -> Picture:
    game = page.game
    count = counted(game)
    return Picture(
        size=game.settings.size,
        cells=game.reference,
        name="reference",
        label=page.say(N_("The reference board")),
        dead=game.count.dead,
        owners=count.owners if count else {},
        asked=marking,
        known=_knew(page),
        last=_fatal_move(game),
    )


def _fatal_move(game: Game) -> tuple[int, bool] | None:
    """Return the point of the last try if it lies empty since then, as a lone suicide does; and that it was no refusal."""
    point = game.judged[-1].verdict.attempt.point if game.judged else None
    return None if point is None or game.reference[point] != EMPTY else (point, False)


def _legend(page: Page) -> Node:
    known, game = _knew(page), page.game
    if known is None or not game.seats_of(page.chair) or known == game.reference:
        return None
    return p(".note")[page.say(N_("Rings mark the stones that you had not seen."))]


def _score_line(page: Page) -> str:
    result, say = page.game.result, page.say
    if result is None or result.margin is None:
        return say(N_("The true board is revealed.")) if page.game.settings.referee.hides else ""
    komi = page.game.settings.komi or 0
    return say(N_("Points: Black {black}, White {white} plus {komi} komi.")).format(
        black=result.black, white=result.white, komi=number_text(komi, page.language)
    )


def _share(page: Page) -> Element:
    """Draw the public link to the game, which opens no chair."""
    say = page.say
    address = f"{page.base}/g/{page.game.stored.id}/{WINDOW}"
    return div(".share")[
        label[say(N_("Public link, view only:")), input(value=address, readonly=True)],
        link_buttons(address, say),
    ]


def _downloads(page: Page) -> Element:
    say, game = page.say, page.game
    views = [
        (address.format(seat=seat.name), say(words).format(seat=seat_word(seat.name, say)))
        for seat in game.settings.seating.seats
        for address, words in OF_A_SEAT.items()
    ]
    files = [
        ("sgf?of=viewers", say(N_("The game as SGF, for viewers without these rules"))),
        ("transcript", say(N_("All tries and announcements, as text"))),
        ("sgf", say(N_("The game as SGF, for other programs"))),
        ("record", say(N_("The record, for programs"))),
        *views,
    ]
    if game.count.playout is not None:
        files.append(("playout", say(N_("The record of the play-out"))))
    links = [li[a(href=f"{page.address}/{name}")[words]] for name, words in files]
    return details("#downloads", class_="downloads", data_own="")[
        summary[say(N_("Download"))],
        ul[links[:2]],
        details("#formats", data_own="")[summary[say(N_("More formats"))], ul[links[2:]]],
    ]
