"""Pages of a game: the live part, as one chair sees it, the frame around it, and further pages.

The live part is drawn from views while the game goes on.
"""

from collections.abc import Iterable

from htpy import Element, Node, a, details, div, h1, p, section, summary
from markupsafe import Markup

from yurei.apps.web.learn.written_rules import rules_of_a_game
from yurei.apps.web.shell.drawn_once import filled, kept
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.sections import Drawing, Sections, boards_in
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.ended.page import ended
from yurei.apps.web.table.forms import with_request_ids
from yurei.apps.web.table.playing import for_players
from yurei.apps.web.table.sections.clock import clock_words
from yurei.apps.web.table.sections.invitations import invitations, lacks_players
from yurei.apps.web.table.sections.players import sides
from yurei.apps.web.table.sections.series import score
from yurei.apps.web.table.sections.transcript import heard, listens_as
from yurei.apps.web.table.watching import third_board, watched
from yurei.apps.web.tournaments.tables import plan_link
from yurei.club.archive import with_all_points
from yurei.club.game.known_events import number_known
from yurei.club.model.chairs import REFEREE
from yurei.languages import N_, number_text
from yurei.referee.seating import AUDIENCE
from yurei.referee.sight import EVERYTHING
from yurei.rules.points import Shape

ROOM = 400
"""Bytes for changes of a board, per column and unit of sight. Changes are rarely longer; then a multiple is taken."""


def fragment(page: Page) -> str:
    """Return the live part of a page as HTML, with the time on its clocks: one element with the id ``table``."""
    drawing = draw(page, clocks=True)
    return with_number(page, drawing) + padding(page, boards_in(drawing.sections).values(), whole=True)


def with_number(page: Page, drawing: Drawing) -> str:
    """Return the HTML of a drawing with its version number."""
    return drawing.html.replace(">", f' data-number="{number_known(page.game, page.chair)}">', 1)


def padding(page: Page, boards: Iterable[str], *, whole: bool) -> str:
    """Return spaces that make a text equally long wherever on a board something has changed.

    TLS hides the content of a frame, but not its length, from which no listener on the network may infer a point.

    Args:
        page: The page.
        boards: The parts of the text that are drawn boards, see ``boards_in``.
        whole: Whether these are all parts of the boards.
    """
    referee, size = page.game.settings.referee, page.game.settings.size
    if page.chair == AUDIENCE.name or referee.sight == EVERYTHING:
        return ""  # nothing there is hidden from anybody
    if whole and not referee.sight and size.shape is not Shape.TORUS:
        return ""  # every point takes as much of a whole board
    # Less is in sight of a point near the edge than of one in the middle.
    rows = size.height // 2 if whole and referee.sight else 1
    room = ROOM * size.width * max(rows, 1 + min(referee.sight, size.height))
    return " " * (room - sum(len(part.encode()) for part in boards) % room)


def draw(page: Page, *, clocks: bool = False) -> Drawing:
    """Draw the live part of a page in sections.

    Args:
        page: The page.
        clocks: Whether clocks show their time. Without it the drawing depends on ``Page.alike`` alone.
    """
    part = Sections(clocks=clocks)
    kind, content = _content(page, part)
    # Missing players come first; an audience can be invited from the menu.
    missing = lacks_players(page) and not page.game.over and invitations(page)
    whole = part.add("invitations", missing), sides(page, part), part.add("score", score(page)), content
    return part.drawing(filled(_table(kind, page.address), whole))


@kept
def _table(kind: str, address: str) -> Element:
    return div("#table", class_=kind, data_live=f"{address}/live", data_page=address)


def _content(page: Page, part: Sections) -> tuple[str, Node]:
    """Return the kind of a chair's page, and its content."""
    if page.game.over:
        return "ended", ended(page, part)
    if page.chair == REFEREE and page.game.third.shown:
        return "refereed", third_board(page, part)
    if seats := page.game.seats_of(page.chair):
        return for_players(page, seats, part)
    return "watched", watched(page, part)


def game_page(page: Page) -> str:
    """Return the page of a chair."""
    say, game = page.say, page.game
    heading = f"{say(game.settings.ruleset.title)}, {seat_word(page.chair, say)}"
    about = details(".menu.about")[
        summary[
            _title(page),
            _komi(page),
            (words := clock_words(page)) and f" · {words}",
        ],
        div(".panel")[rules_of_a_game(game.settings.ruleset, game.settings.referee, page.language)],
    ]
    extras = ["told.js", "after.css", "count.css", *_clock_files(page)]
    table = Markup(with_request_ids(fragment(page), page.request))
    return document(heading, [about, plan_link(page), table], page.language, extras, page.likes, turn=page.turn_title)


def _clock_files(page: Page) -> tuple[str, ...]:
    return () if page.game.clocks.control is None else ("clocks.css", "clocks.js")


def _title(page: Page) -> Node:
    settings, say = page.game.settings, page.say
    referee = say(N_("referee: {title}")).format(title=say(settings.referee.title))
    return [h1[say(settings.ruleset.title)], f" · {settings.size} · ", referee]


def _komi(page: Page) -> str:
    komi = page.game.settings.komi
    words = page.say(N_("komi {komi}"))
    return "" if komi is None else " · " + words.format(komi=number_text(komi, page.language))


def projector_page(page: Page) -> str:
    """Return the spectator's page in large, for the wall of a club."""
    content = section(".projector")[div(".about")[_title(page)], Markup(fragment(page))]
    extras = ["after.css", "count.css", "told.js", *_clock_files(page)]
    return document(page.say(N_("Projector")), content, page.language, extras, page.likes)


def heard_page(page: Page) -> str:
    """Return the page with all announcements that this chair has heard."""
    view = with_all_points(page.game, listens_as(page))
    title = page.say(page.game.settings.ruleset.title)
    said = heard(page, view, whole=True)
    back = p[a(href=page.address)[page.say(N_("Back to the game"))]]
    return document(page.say(N_("Referee’s announcements")), [h1[title], said, back], page.language)


def links_page(page: Page) -> str:
    """Return the page of links for a game's maker without a seat."""
    heading = page.say(N_("The links of this game"))
    return document(heading, section[h1[heading], invitations(page)], page.language)
