"""Pages of a game: the frame around the live part, the projector, all announcements, and the links to its chairs."""

from __future__ import annotations

from htpy import Node, a, details, div, h1, p, section, summary
from markupsafe import Markup

from yurei.apps.web.learn.written_rules import rules_of_a_game
from yurei.apps.web.shell.frame import document
from yurei.apps.web.table.context import Page, seat_word
from yurei.apps.web.table.forms import with_request_ids
from yurei.apps.web.table.page import fragment
from yurei.apps.web.table.sections.clock import clock_words
from yurei.apps.web.table.sections.invitations import invitations
from yurei.apps.web.table.sections.transcript import heard, listens_as
from yurei.apps.web.tournaments.tables import plan_link
from yurei.club.archive.public_facts import with_all_points
from yurei.languages import N_, number_text


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
    extras = [
        "told.js",
        "after.css",
        "count.css",
        *(() if game.clocks.control is None else ("clocks.css", "clocks.js")),
    ]
    table = Markup(with_request_ids(fragment(page), page.request))
    return document(heading, [about, plan_link(page), table], page.language, extras, page.likes, turn=page.turn_title)


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
    extras = ["after.css", "count.css", "told.js"]
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
