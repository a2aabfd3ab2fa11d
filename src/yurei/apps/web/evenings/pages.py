"""Pages of an evening: its form, the plan with the host's tools, a player's page, the wall, and the sheet of links."""

from collections.abc import Mapping

import htpy as h
from markupsafe import Markup

from yurei.apps.web.evenings import tables
from yurei.apps.web.evenings.tables import EveningView
from yurei.apps.web.frame.html import copy_field, draw_field, link_buttons, qr_code, select_of, translate_options
from yurei.apps.web.frame.page import PLAY, draw_document, panel_page
from yurei.apps.web.parts.fields import NewGameForm, game_choices, game_words
from yurei.club.model.sanitize import LONGEST_NAME, LONGEST_TITLE
from yurei.club.model.secrets import link_secret
from yurei.club.tournaments.evening import FEWEST, MOST, MOST_ROUNDS, RESULTS, ROUND_ROBIN, SWISS, Player, Table
from yurei.club.tournaments.evenings import player_link, table_secret
from yurei.languages import N_, join_sentences, translation
from yurei.referee.settings import read_settings

EMPTY = NewGameForm(claim_after="15m")
"""Game of an empty form. A player who stays away loses sooner than elsewhere, as the others wait."""
SYSTEM_WORDS = {SWISS: N_("Swiss: players with equal scores meet"), ROUND_ROBIN: N_("Everybody against everybody")}
ABOUT = N_(
    "You enter the players; each gets a link with a QR code for the whole evening. Results are recorded automatically. Nobody needs an account."
)
WHEN_PAIRED = N_(
    "You can pair the next round when all games are finished. If a player is absent or plays on a real board, enter the result at that table."
)
LAST = N_("This is the last round. If a player is absent or plays on a real board, enter the result at that table.")
PRINT = N_(
    "Print this page and give each player their own link. A link works in the first browser that opens it, for the whole evening; nobody else may see it."
)
SECOND_HOST = N_("A second host")
SHARED_BY = N_("Whoever opens this link can do all that you can: pair rounds, enter results, see every player’s link.")
BACK = N_("If a player was forgotten, or has left. The games of this round are abandoned, and you can pair it again.")
STILL_PLAYED = N_(
    "Games are still in progress, and will be abandoned without a point for anybody: enter their results first if they are to count."
)
END = N_("After that no pairings or results can be entered. The standings stay.")
RESULT_WORDS = {"black": N_("Black wins"), "white": N_("White wins"), "draw": N_("A draw"), "nobody": N_("Both lose")}


def new_evening_page(
    language: str,
    filled: Mapping[str, str],
    game: NewGameForm = EMPTY,
    wrong: str | None = None,
    running: h.Node = None,
) -> str:
    """Return the page with the form for a new evening.

    ``filled`` contains the texts of the form except those of ``game``, ``wrong`` is an error message about either,
    and ``running`` contains links to evenings in progress.
    """
    say = translation(language).gettext
    players = say(N_("{fewest} to {most} players, a name on each line")).format(fewest=FEWEST, most=MOST)
    title = h.input(type="text", name="title", value=filled.get("title", ""), maxlength=str(LONGEST_TITLE), dir="auto")
    rounds = h.input(type="number", name="rounds", value=filled.get("rounds") or "3", min="1", max=str(MOST_ROUNDS))
    return draw_document(
        say(N_("Club evening")),
        [
            h.h1[say(N_("Club evening"))],
            h.p(".note")[say(ABOUT)],
            wrong and h.p(".wrong", role="alert")[wrong],
            running,
            # The id of the new-game form, whose style sheet hides fields that the chosen game does not have.
            h.form("#new", class_="new-evening", method="post", action="/evenings")[
                h.div(".choices")[
                    h.fieldset(".row")[
                        h.legend[say(N_("Players"))],
                        h.label(".field.wide")[
                            h.span[players],
                            h.textarea(name="names", rows="9", required=True, dir="auto")[filled.get("names", "")],
                        ],
                    ],
                    game_choices(say, game, EMPTY),
                ],
                h.div(".beside")[
                    h.fieldset(".evening-fields")[
                        h.legend[say(N_("The evening"))],
                        draw_field(say(N_("Name of the evening")), title),
                        draw_field(say(N_("Rounds")), rounds),
                        draw_field(
                            say(N_("Pairings")),
                            select_of("system", translate_options(say, SYSTEM_WORDS), filled.get("system") or SWISS),
                        ),
                    ],
                    h.button(".primary")[say(N_("Make the evening"))],
                ],
            ],
        ],
        language,
        extras=("front.css", "evening.css"),
        here=PLAY,
    )


def _make_page(view: EveningView, heading: str, content: h.Node, *sheets: str) -> str:
    # Without scripts the page reloads automatically.
    refresh = h.noscript[h.meta(http_equiv="refresh", content="15")]
    return draw_document(heading, content, view.language, extras=(*sheets, "evening.css"), head_more=refresh)


def plan_page(view: EveningView) -> str:
    """Return the page of the plan: rounds, tables, results, standings, and for the host the host's tools."""
    return _make_page(
        view,
        view.title,
        [
            h.h1[view.title],
            _draw_conditions(view),
            view.wrong and h.p(".wrong", role="alert")[view.wrong],
            Markup(plan_part(view)),
        ],
    )


def plan_part(view: EveningView) -> str:
    """Return the part of the plan's page that is updated while the page is open."""
    evening, say, host = view.evening, view.say, view.host is not None
    return str(
        _draw_live_part(view, "")[
            h.p("#status", data_news="")[tables.state_sentence(view)],
            view.number
            and h.p[h.a(".primary", href=f"{view.address}/p/{view.number}")[say(N_("Your page: where you play"))]],
            host and _draw_host_tools(view),
            (_draw_rounds(view) if host else tables.draw_cached(view, _draw_rounds)) if evening.played else None,
            tables.draw_cached(view, tables.standings_panel)
            if evening.played
            else h.section("#standings", class_="panel")[h.h2[say(N_("Players"))], _draw_names(view)],
        ]
    )


def _draw_live_part(view: EveningView, path: str) -> h.Element:
    page = f"{view.address}{path}"
    return h.div("#table", class_="evening", data_number="0", data_live=f"{page}/live", data_page=page)


def _draw_conditions(view: EveningView) -> h.Element:
    evening, say = view.evening, view.say
    system = N_("Rounds: {rounds}, Swiss system: players with equal scores meet.")
    if evening.system != SWISS:
        system = N_("Rounds: {rounds}, everybody against everybody.")
    game, *more = game_words(read_settings(evening.settings), evening.terms, view.language)
    return h.details(".about-evening")[
        h.summary[game], h.ul[(h.li[sentence] for sentence in (say(system).format(rounds=evening.rounds), *more))]
    ]


def _draw_names(view: EveningView) -> h.Element:
    return h.ul(".names")[(h.li[view.name(number)] for number, _ in view.evening.numbered_players())]


def _draw_rounds(view: EveningView) -> h.Element:
    played = len(view.evening.played)
    host = view.host is not None

    def draw_round(number: int) -> h.Element:
        numbered = enumerate(view.evening.played[number - 1], 1)
        more = {at: _draw_result_form(view, number, at, each) for at, each in numbered} if host else None
        return tables.round_table(view, number, more)

    return h.section("#rounds", class_="panel")[
        draw_round(played),
        (
            h.details(id=f"round-{number}", data_own="")[
                h.summary[view.say(N_("Round {number}")).format(number=number)], draw_round(number)
            ]
            for number in range(played - 1, 0, -1)
        ),
    ]


def _draw_host_tools(view: EveningView) -> h.Element:
    say, evening = view.say, view.evening
    return h.section("#host", class_="panel")[
        h.h2[say(N_("For you, the host"))],
        _draw_next_round(view),
        h.p(".toolbar")[
            h.a(".button", href=f"{view.address}/print")[say(N_("Print the links of the players"))],
            h.a(".button", href=f"{view.address}/wall")[say(N_("For a projector"))],
            not evening.ended and h.a(".button", href=f"{view.address}/host")[say(SECOND_HOST)],
        ],
        not evening.ended
        and [
            tables.draw_local_links_warning(view),
            _draw_players(view),
            bool(evening.waiting) and _draw_folded_button(view, "next", "take-back", N_("Take the pairing back"), BACK),
            _draw_folded_button(
                view, "end", "end", N_("End the evening"), *([STILL_PLAYED] if evening.waiting else []), END
            ),
        ],
    ]


def _draw_next_round(view: EveningView) -> h.Node:
    say, evening = view.say, view.evening
    if evening.ended or (evening.over and evening.rounds == MOST_ROUNDS):
        return None
    if evening.waiting:
        return h.p(".note")[say(LAST if evening.last_round else WHEN_PAIRED)]
    if evening.over:
        button = h.button(name="do", value="further")[say(N_("Pair a further round"))]
    else:
        words = N_("Pair the next round") if evening.played else N_("Pair the first round")
        button = h.button(".primary", name="do", value="next")[say(words)]
    return h.form("#next-round", method="post", action=f"{view.address}/next")[button]


def _draw_players(view: EveningView) -> h.Element:
    say = view.say
    name = h.input(
        "#late-player",
        name="name",
        maxlength=str(LONGEST_NAME),
        required=True,
        dir="auto",
        autocomplete="off",
        value=view.late or None,
    )
    return h.details("#players", data_own="", open=view.unfolded == "players")[
        h.summary[say(N_("Players: who is here, who has left"))],
        h.ul(".list")[(_draw_player(view, number, player) for number, player in view.evening.numbered_players())],
        h.form(".add", method="post", action=f"{view.address}/players")[
            draw_field(say(N_("Late player")), name), h.button[say(N_("Add"))]
        ]
        if len(view.evening.players) < MOST
        else None,
    ]


def _draw_player(view: EveningView, number: int, player: Player) -> h.Element:
    say, address = view.say, _get_player_address(view, number)
    state = N_("has not opened the link yet") if player.key is None else N_("has come")
    state = N_("has gone") if player.gone else state
    return h.li(".member", id=f"player-{number}")[
        h.bdi[player.name],
        h.span(".note")[say(state)],
        # The link for a player who has not come yet; its QR code is on the sheet.
        player.key is None
        and h.span(".links")[
            h.input(value=address, readonly=True, aria_label=say(N_("The link of {name}")).format(name=player.name)),
            link_buttons(address, say),
            h.a(href=f"{view.address}/print#code-{number}")[say(N_("QR code"))],
        ],
        h.form(method="post", action=f"{view.address}/players/{number}")[
            h.button(name="do", value="back" if player.gone else "gone")[
                say(N_("Is back") if player.gone else N_("Has gone"))
            ],
            player.key is not None and h.button(name="do", value="free")[say(N_("Reactivate the link"))],
        ],
    ]


def _get_player_address(view: EveningView, number: int) -> str:
    return f"{view.base}{view.address}/p/{number}/{player_link(str(view.host), number)}"


def _draw_folded_button(view: EveningView, path: str, do: str, title: str, *about: str) -> h.Element:
    return h.details(f"#{do}", data_own="")[
        h.summary[view.say(title)],
        h.p(".note")[join_sentences([view.say(words) for words in about], view.language)],
        h.form(method="post", action=f"{view.address}/{path}")[
            h.button(".danger", name="do", value=do)[view.say(title)]
        ],
    ]


def _draw_result_form(view: EveningView, number: int, at: int, each: Table) -> h.Node:
    """Draw the form for a table's result, and the links to the referee's and the audience's chairs."""
    if each.white is None or view.evening.ended:
        return None
    say = view.say
    label, words = N_("Table {table}: change the result"), N_("Change the result")
    if each.result is None:
        label, words = N_("Table {table}: enter the result"), N_("Enter the result")
    entering = h.details(".enter", id=f"enter-{number}-{at}", data_own="")[
        h.summary(aria_label=say(label).format(table=at))[say(words)],
        each.result is None and h.p(".note")[say(N_("The game then ends at once, and its boards are revealed."))],
        h.form(method="post", action=f"{view.address}/result")[
            h.input(type="hidden", name="round", value=str(number)),
            h.input(type="hidden", name="table", value=str(at)),
            (h.button(name="result", value=result)[say(RESULT_WORDS[result])] for result in RESULTS),
        ],
    ]
    return [each.result is None and view.number is None and _draw_chairs(view, number, at, each), entering]


def _draw_chairs(view: EveningView, number: int, at: int, each: Table) -> h.Element:
    """Draw the links to the referee's and the audience's chairs, for a host who does not play."""
    say, secret = view.say, table_secret(str(view.host), number, at)
    words = {"referee": N_("Sit down as referee"), "audience": N_("Sit down as spectator")}
    if view.evening.terms.get("watching") == "nobody":
        del words["audience"]
    return h.p[
        (
            [
                place > 0 and " · ",
                h.a(href=f"/g/{each.game}/join/{chair}/{link_secret(secret, chair)}")[say(text)],
            ]
            for place, (chair, text) in enumerate(words.items())
        )
    ]


def second_host_page(view: EveningView) -> str:
    """Return the page with the link for a second host."""
    say, address = view.say, f"{view.base}{view.address}/host/{view.host}"
    return draw_document(
        say(SECOND_HOST),
        [
            h.h1[say(SECOND_HOST)],
            h.p[say(SHARED_BY)],
            h.div(".share")[copy_field(say(N_("Link for a second host")), address, say)],
            h.div(".code")[qr_code(address, say(N_("Link for a second host")))],
            h.p[h.a(href=view.address)[say(N_("Back to the evening"))]],
        ],
        view.language,
        extras=("after.css", "evening.css"),
    )


def print_page(view: EveningView) -> str:
    """Return the sheet with the links of all players, to print and cut up, or to scan from the screen."""
    say, plan = view.say, f"{view.base}{view.address}"
    return draw_document(
        say(N_("The links of the players")),
        h.section(".sheet")[
            h.h1[view.title],
            tables.draw_local_links_warning(view),
            h.p(".note.screen")[say(PRINT), " ", h.a(href=view.address)[say(N_("Back to the evening"))]],
            h.ul(".codes")[
                (_draw_link_code(view, number, player) for number, player in view.evening.numbered_players()),
                h.li(".code")[
                    h.span(".who")[say(N_("For spectators"))],
                    qr_code(plan, say(N_("The address of this evening"))),
                    h.span(".address")[plan],
                ],
            ],
        ],
        view.language,
        extras=("evening.css",),
    )


def _draw_link_code(view: EveningView, number: int, player: Player) -> h.Element:
    say = view.say
    address = _get_player_address(view, number)
    return h.li(".code", id=f"code-{number}")[
        h.span(".who")[h.bdi[player.name]],
        qr_code(address, say(N_("The link of {name}")).format(name=player.name)),
        h.a(".address", href=address)[address],
    ]


# A player's own page.


UNDECIDED = {"draw": N_("Your game has ended in a draw."), "nobody": N_("Nobody has won your game.")}
LAST_FOR_PLAYER = N_(
    "This is the last round: the winner stands here when all games are over; this page updates itself."
)


def player_page(view: EveningView) -> str:
    """Return a player's page: the current table, and the standings."""
    assert view.number is not None
    name = view.evening.player(view.number).name
    return _make_page(
        view, name, [h.h1[name], h.p(".note")[h.a(href=view.address)[view.title]], Markup(player_part(view))]
    )


def player_part(view: EveningView) -> str:
    """Return the part of a player's page that is updated while the page is open."""
    assert view.number is not None
    own = view.evening.table_of(view.number)
    return str(
        _draw_live_part(view, f"/p/{view.number}")[
            h.section("#now", class_="panel")[_draw_present_table(view, view.number, own)],
            tables.draw_cached(view, tables.standings_panel),
        ]
    )


def _draw_present_table(view: EveningView, number: int, own: Table | None) -> h.Node:
    say, evening = view.say, view.evening
    if evening.over:
        return h.p(data_news="")[tables.state_sentence(view), " ", say(N_("Thank you for playing."))]
    if evening.player(number).gone:
        return h.p(data_news="")[
            say(N_("You have left the evening; if you are back, tell the host before the next round."))
        ]
    wait = h.p[say(LAST_FOR_PLAYER if evening.last_round else N_("Wait for the next round; this page updates itself."))]
    if own is None:
        return wait
    if own.white is None:
        return [h.p(data_news="")[say(N_("You have a bye in this round; it counts as a win."))], wait]
    if own.result is not None:
        won = (own.result == "black") == (own.black == number)
        words = N_("You have won your game.") if won else N_("You have lost your game.")
        words = UNDECIDED.get(own.result, words)
        return [h.p(data_news="")[say(words)], wait]
    words, other = N_("Round {round}, table {table}: you play White against {name}."), own.black
    if own.black == number:
        words, other = N_("Round {round}, table {table}: you play Black against {name}."), own.white
    place, name = evening.tables.index(own) + 1, evening.player(other).name
    return [
        h.p(".seat-now", data_news="")[say(words).format(round=len(evening.played), table=place, name=name)],
        h.form(method="post", action=f"{view.address}/p/{number}")[
            h.button(".primary", data_goes="")[say(N_("To the board"))]
        ],
    ]


def welcome_page(address: str, name: str, language: str) -> str:
    """Return the page that asks whether the reader is the player for whom the link is meant."""
    say = translation(language).gettext
    return panel_page(
        N_("Welcome to the evening"),
        [
            h.p[say(N_("This link belongs to one player. The first browser that opens it keeps it for the evening."))],
            h.form(method="post", action=address)[h.button(".primary")[say(N_("I am")), " ", h.bdi[name]]],
        ],
        language,
    )


def wall_page(view: EveningView) -> str:
    """Return the page of an evening for a projector: large, on black, and updated automatically."""
    say = view.say
    plan = f"{view.base}{view.address}"
    content = h.section(".projector.wall")[
        h.div(".wall-head")[
            h.h1[view.title],
            h.div(".wall-code")[qr_code(plan, say(N_("The address of this evening"))), h.p(".address")[plan]],
        ],
        Markup(wall_part(view)),
    ]
    return _make_page(view, view.title, content, "projector.css")


def wall_part(view: EveningView) -> str:
    """Return the part of the projector's page that is updated while the page is open."""
    status = h.p("#status", data_news="")[tables.state_sentence(view)]
    return str(_draw_live_part(view, "/wall")[status, tables.draw_cached(view, _draw_wall)])


def _draw_wall(view: EveningView) -> h.Element:
    played = len(view.evening.played)
    if not played:
        return h.div(".wall-columns")[_draw_names(view)]
    return h.div(".wall-columns")[tables.round_table(view, played), tables.standings_table(view)]
