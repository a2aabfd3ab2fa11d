"""The page after the end, which is the same for all: the reference board, the score, the dead stones."""

from __future__ import annotations

from htpy import Element, Node, a, aside, form, h2, input, p, section
from markupsafe import Markup

from yurei.apps.web.again import another
from yurei.apps.web.board import Picture, drawn
from yurei.apps.web.looking import Page
from yurei.apps.web.playing import act
from yurei.apps.web.talking import talk
from yurei.apps.web.voice import FIGURE, aloud, heard
from yurei.languages import N_, number_text
from yurei.referee.announce import COLOURS, speak_result
from yurei.referee.seating import AUDIENCE
from yurei.rules.board import BLACK, WHITE
from yurei.rules.ruleset import Scoring
from yurei.rules.scoring import area, territory, without_dead


def ended(page: Page) -> Node:
    """The reveal, the count, and where one can go from here."""
    say, game = page.say, page.game
    result = game.result
    assert result is not None
    heard_by = game.view(_listens_as(page)).heard
    marking = game.counting and bool(game.seats_of(page.chair))
    board = Markup(drawn(_revealed(page, marking), say))
    return [
        section(".voice", data_told=str(len(heard_by)), data_outcome="ended")[
            FIGURE,
            aloud(speak_result(result, page.language), len(heard_by)),
            p("#turn", class_="turn")[_score_line(page)],
        ],
        section(".reference")[
            h2[say(N_("The reference board"))],
            form("#play", method="post", action=page.address, data_live="")[
                input(type="hidden", name="do", value="dead"), board
            ]
            if marking
            else board,
        ],
        aside[
            _settling(page) if game.counting else None,
            another(page),
            section(".after")[
                a(".great", href=f"{page.address}/replay")[say(N_("Replay, all boards side by side"))],
                a(href=f"{page.address}/record")[say(N_("Download the record"))],
                a(href="/")[say(N_("A new game"))],
            ],
            talk(page),
            heard(page, game.view(_listens_as(page))),
        ],
    ]


def _listens_as(page: Page) -> str:
    own = page.game.seats_of(page.chair)
    return own[0] if len(own) == 1 else AUDIENCE.name


def _revealed(page: Page, marking: bool) -> Picture:
    game = page.game
    size, ruleset = game.settings.size, game.settings.ruleset
    owners: dict[int, int] = {}
    if game.result is not None and game.result.margin is not None:
        cells = without_dead(game.reference, size, game.dead)
        counted = area(cells, size) if ruleset.scoring is Scoring.AREA else territory(cells, size)
        owners = dict.fromkeys(counted.black, int(BLACK)) | dict.fromkeys(counted.white, int(WHITE))
        owners = {point: owner for point, owner in owners.items() if cells[point] == 0}
    return Picture(
        size=size,
        cells=game.reference,
        name="reference",
        label=page.say(N_("The reference board")),
        dead=game.dead,
        owners=owners,
        asked=marking,
    )


def _score_line(page: Page) -> str:
    result, say = page.game.result, page.say
    if result is None or result.margin is None:
        return say(N_("The board is open: see what was there."))
    komi = page.game.settings.komi or 0
    return say(N_("Black has {black}; White has {white} and {komi} komi.")).format(
        black=result.black, white=result.white, komi=number_text(komi, page.language)
    )


def _settling(page: Page) -> Element:
    say, game = page.say, page.game
    agreed = [say(COLOURS[colour]) for colour in (BLACK, WHITE) if colour in game.settled]
    own = {game.settings.seating.seat(seat).colour for seat in game.seats_of(page.chair)}
    words = say(N_("Click the stones that are dead. The count stands when both players agree."))
    return section(".settling")[
        h2[say(N_("Dead stones"))],
        p[words if own else say(N_("The players mark dead stones and agree on the count."))],
        agreed and p("#agreed")[say(N_("Agreed: {colours}.")).format(colours=", ".join(agreed))],
        act(page, "settle", say(N_("I agree to this count"))) if own - game.settled else None,
    ]
