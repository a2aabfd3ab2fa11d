"""Pages of an evening: the plan for everybody, a player's own page, and the wall."""

from htpy import Element, Node, a, bdi, button, details, div, form, h1, h2, li, meta, noscript, p, section, summary, ul
from markupsafe import Markup

from yurei.apps.web.new_game.plan import game_words
from yurei.apps.web.shell.frame import document, panel_page
from yurei.apps.web.shell.qr import qr_code
from yurei.apps.web.tournaments.host_page import enter_result, host_tools
from yurei.apps.web.tournaments.tables import (
    EveningView,
    drawn_once,
    round_table,
    standings_panel,
    standings_table,
    state_sentence,
    this_device_only,
)
from yurei.club.tournaments.evening import SWISS, Table
from yurei.languages import N_, translation
from yurei.referee.settings import read_settings


def _page(view: EveningView, heading: str, content: Node, *sheets: str) -> str:
    # Without scripts the page reloads by itself.
    refresh = noscript[meta(http_equiv="refresh", content="15")]
    return document(heading, content, view.language, extras=(*sheets, "evening.css"), head_more=refresh)


def plan_page(view: EveningView) -> str:
    """Return the plan: rounds, tables, results, standings; and the host's tools for the host."""
    return _page(
        view,
        view.title,
        [
            h1[view.title],
            _conditions(view),
            view.wrong and p(".wrong", role="alert")[view.wrong],
            Markup(plan_part(view)),
        ],
    )


def plan_part(view: EveningView) -> str:
    """Return the live part of the plan."""
    evening, say, host = view.evening, view.say, view.host is not None
    return str(
        _live(view, "")[
            p("#status", data_news="")[state_sentence(view)],
            view.number
            and p[a(".primary", href=f"{view.address}/p/{view.number}")[say(N_("Your page: where you play"))]],
            host and host_tools(view),
            (_rounds(view) if host else drawn_once(view, _rounds)) if evening.played else None,
            drawn_once(view, standings_panel)
            if evening.played
            else section("#standings", class_="panel")[h2[say(N_("Players"))], _names(view)],
        ]
    )


def _live(view: EveningView, path: str) -> Element:
    """Draw the live element of a page, empty."""
    page = f"{view.address}{path}"
    return div("#table", class_="evening", data_number="0", data_live=f"{page}/live", data_page=page)


def _conditions(view: EveningView) -> Element:
    evening, say = view.evening, view.say
    system = N_("Rounds: {rounds}, Swiss system: players with equal scores meet.")
    if evening.system != SWISS:
        system = N_("Rounds: {rounds}, everybody against everybody.")
    game, *more = game_words(read_settings(evening.settings), evening.terms, view.language)
    return details(".about-evening")[
        summary[game], ul[(li[sentence] for sentence in (say(system).format(rounds=evening.rounds), *more))]
    ]


def _names(view: EveningView) -> Element:
    return ul(".names")[(li[view.name(number)] for number, _ in view.evening.numbered())]


def _rounds(view: EveningView) -> Element:
    played = len(view.evening.played)
    host = view.host is not None

    def drawn(number: int) -> Element:
        tables = enumerate(view.evening.played[number - 1], 1)
        more = {at: enter_result(view, number, at, each) for at, each in tables} if host else None
        return round_table(view, number, more)

    return section("#rounds", class_="panel")[
        drawn(played),
        (
            details(id=f"round-{number}", data_own="")[
                summary[view.say(N_("Round {number}")).format(number=number)], drawn(number)
            ]
            for number in range(played - 1, 0, -1)
        ),
    ]


# A player's own page.


LAST = N_("This is the last round: the winner stands here when all games are over; this page updates itself.")


def player_page(view: EveningView) -> str:
    """Return a player's own page: their present table, and the standings."""
    assert view.number is not None
    name = view.evening.player(view.number).name
    return _page(view, name, [h1[name], p(".note")[a(href=view.address)[view.title]], Markup(player_part(view))])


def player_part(view: EveningView) -> str:
    """Return the live part of a player's page."""
    assert view.number is not None
    own = view.evening.table_of(view.number)
    return str(
        _live(view, f"/p/{view.number}")[
            section("#now", class_="panel")[_present_table(view, view.number, own)],
            drawn_once(view, standings_panel),
        ]
    )


def _present_table(view: EveningView, number: int, own: Table | None) -> Node:
    say, evening = view.say, view.evening
    if evening.over:
        return p(data_news="")[state_sentence(view), " ", say(N_("Thank you for playing."))]
    if evening.player(number).gone:
        return p(data_news="")[
            say(N_("You have left the evening; if you are back, tell the host before the next round."))
        ]
    wait = p[say(LAST if evening.last_round else N_("Wait for the next round; this page updates itself."))]
    if own is None:
        return wait
    if own.white is None:
        return [p(data_news="")[say(N_("You have a bye in this round; it counts as a win."))], wait]
    if own.result is not None:
        return [p(data_news="")[_outcome(own, number, view)], wait]
    return [
        p(".seat-now", data_news="")[_your_table(view, own, number)],
        form(method="post", action=f"{view.address}/p/{number}")[
            button(".primary", data_goes="")[say(N_("To the board"))]
        ],
    ]


def _your_table(view: EveningView, own: Table, number: int) -> Node:
    black = own.black == number
    words = N_("Round {round}, table {table}: you play Black against {name}.")
    if not black:
        words = N_("Round {round}, table {table}: you play White against {name}.")
    other = own.white if black else own.black
    assert other is not None
    place = view.evening.tables.index(own) + 1
    name = view.evening.player(other).name
    return view.say(words).format(round=len(view.evening.played), table=place, name=name)


def _outcome(own: Table, number: int, view: EveningView) -> str:
    if own.result in ("draw", "nobody"):
        words = N_("Your game has ended in a draw.") if own.result == "draw" else N_("Nobody has won your game.")
    else:
        won = (own.result == "black") == (own.black == number)
        words = N_("You have won your game.") if won else N_("You have lost your game.")
    return view.say(words)


def welcome_page(address: str, name: str, language: str) -> str:
    """Return the page that asks whether the reader is the player whom the link belongs to."""
    say = translation(language).gettext
    return panel_page(
        N_("Welcome to the evening"),
        [
            p[say(N_("This link belongs to one player. The first browser that opens it keeps it for the evening."))],
            form(method="post", action=address)[button(".primary")[say(N_("I am")), " ", bdi[name]]],
        ],
        language,
    )


# The wall.


def wall_page(view: EveningView) -> str:
    """Return the evening for a projector: large, on black, updated by itself."""
    say = view.say
    plan = f"{view.base}{view.address}"
    content = section(".projector.wall")[
        div(".wall-head")[
            h1[view.title],
            div(".wall-code")[qr_code(plan, say(N_("The address of this evening"))), p(".address")[plan]],
        ],
        this_device_only(view),
        Markup(wall_part(view)),
    ]
    return _page(view, view.title, content, "after.css")


def _wall(view: EveningView) -> Element:
    played = len(view.evening.played)
    return div(".wall-columns")[
        round_table(view, played) if played else None,
        standings_table(view) if played else _names(view),
    ]


def wall_part(view: EveningView) -> str:
    """Return the live part of the wall."""
    return str(
        _live(view, "/wall")[
            p("#status", data_news="")[state_sentence(view)],
            drawn_once(view, _wall),
        ]
    )
