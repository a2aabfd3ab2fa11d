"""Pages of an evening's host: making it, its rounds, results by hand, the players, and the printed sheet."""

from collections.abc import Mapping

from htpy import (
    Element,
    Node,
    a,
    bdi,
    button,
    details,
    div,
    fieldset,
    form,
    h1,
    h2,
    input,
    label,
    legend,
    li,
    p,
    section,
    span,
    summary,
    textarea,
    ul,
)

from yurei.apps.web.board.board import Say
from yurei.apps.web.new_game.page import game_choices
from yurei.apps.web.shell.form_fields import copy_field, field, link_buttons, select_of, worded
from yurei.apps.web.shell.frame import document
from yurei.apps.web.shell.navigation import PLAY
from yurei.apps.web.shell.qr import qr_code
from yurei.apps.web.tournaments.tables import EveningView, this_device_only
from yurei.club.model.sanitize import LONGEST_NAME, LONGEST_TITLE
from yurei.club.model.secrets import link_secret
from yurei.club.tournaments.evening import FEWEST, MOST, MOST_ROUNDS, RESULTS, ROUND_ROBIN, SWISS, Player, Table
from yurei.club.tournaments.evenings import player_link, table_secret
from yurei.languages import N_, translation

CLAIM_AFTER = "15m"
"""Default of the time after which a waiting player may claim a game of an evening."""
SYSTEM_WORDS = {
    SWISS: N_("Swiss: players with equal scores meet"),
    ROUND_ROBIN: N_("Everybody against everybody"),
}
ABOUT = N_(
    "You enter the players; each gets a link with a QR code for the whole evening. Results are recorded automatically. Nobody needs an account."
)
WHEN_PAIRED = N_(
    "You can pair the next round when all games are finished. If a player is absent or plays on a real board, enter the result at that table."
)
LAST = N_("This is the last round. If a player is absent or plays on a real board, enter the result at that table.")
PRINT = N_(
    "Print this page and give each player their own link. A link opens once, for the whole evening; nobody else may see it."
)
SECOND_HOST = N_("A second host")
SHARED_BY = N_("Whoever opens this link can do all that you can: pair rounds, enter results, see every player’s link.")
BACK = N_("If a player was forgotten, or has left. The games of this round are abandoned, and you can pair it again.")
END = N_("After that no pairings or results can be entered. The standings stay.")
RESULT_WORDS = {
    "black": N_("Black wins"),
    "white": N_("White wins"),
    "draw": N_("A draw"),
    "nobody": N_("Both lose"),
}


# A new evening.


def new_evening(language: str, filled: Mapping[str, str], wrong: str | None = None, running: Node = None) -> str:
    """Return the page on which an evening is made.

    Args:
        language: The reader's language.
        filled: Form values to fill in, by field name.
        wrong: Error message about these values.
        running: The ways back to evenings in progress.
    """
    say = translation(language).gettext
    return document(
        say(N_("Club evening")),
        [
            h1[say(N_("Club evening"))],
            p(".note")[say(ABOUT)],
            wrong and p(".wrong", role="alert")[wrong],
            running,
            # The same id as the new-game form: its style sheet hides fields that the chosen game does not have.
            form("#new", class_="new-evening", method="post", action="/evenings")[
                div(".choices")[_people(say, filled), game_choices(say, filled, CLAIM_AFTER)],
                div(".beside")[_rounds(say, filled), button(".primary")[say(N_("Make the evening"))]],
            ],
        ],
        language,
        extras=("front.css", "evening.css"),
        here=PLAY,
    )


def _people(say: Say, filled: Mapping[str, str]) -> Element:
    hint = say(N_("{fewest} to {most} players, a name on each line")).format(fewest=FEWEST, most=MOST)
    return fieldset(".row")[
        legend[say(N_("Players"))],
        label(".field.wide")[
            span[hint], textarea(name="names", rows="9", required=True, dir="auto")[filled.get("names", "")]
        ],
    ]


def _rounds(say: Say, filled: Mapping[str, str]) -> Element:
    title = input(type="text", name="title", value=filled.get("title", ""), maxlength=str(LONGEST_TITLE), dir="auto")
    rounds = input(type="number", name="rounds", value=filled.get("rounds") or "3", min="1", max=str(MOST_ROUNDS))
    return fieldset(".evening-fields")[
        legend[say(N_("The evening"))],
        field(say(N_("Name of the evening")), title),
        field(say(N_("Rounds")), rounds),
        field(say(N_("Pairings")), select_of("system", worded(say, SYSTEM_WORDS), filled.get("system") or SWISS)),
    ]


# The host's tools.


def host_tools(view: EveningView) -> Element:
    """Draw the host's tools."""
    say, evening = view.say, view.evening
    return section("#host", class_="panel")[
        h2[say(N_("For you, the host"))],
        _next_round(view),
        p(".toolbar")[
            a(".button", href=f"{view.address}/print")[say(N_("Print the links of the players"))],
            a(".button", href=f"{view.address}/wall")[say(N_("For a projector"))],
            None if evening.ended else a(".button", href=f"{view.address}/host")[say(SECOND_HOST)],
        ],
        None if evening.ended else _players(view),
        _folded(view, "next", "take-back", N_("Take the pairing back"), BACK)
        if evening.waiting and not evening.ended
        else None,
        None if evening.ended else _folded(view, "end", "end", N_("End the evening"), END),
    ]


def _next_round(view: EveningView) -> Node:
    say, evening = view.say, view.evening
    if evening.ended or (evening.over and evening.rounds == MOST_ROUNDS):
        return None
    if evening.waiting:
        return p(".note")[say(LAST if evening.last_round else WHEN_PAIRED)]
    words = N_("Pair the next round") if evening.played else N_("Pair the first round")
    class_, do, words = (None, "further", N_("Pair a further round")) if evening.over else ("primary", "next", words)
    return form("#next-round", method="post", action=f"{view.address}/next")[
        button(class_=class_, name="do", value=do)[say(words)]
    ]


def _players(view: EveningView) -> Element:
    say, most = view.say, str(LONGEST_NAME)
    name = input(
        "#late-player",
        name="name",
        maxlength=most,
        required=True,
        dir="auto",
        autocomplete="off",
        value=view.late or None,
    )
    return details("#players", data_own="", open=view.unfolded == "players")[
        summary[say(N_("Players: who is here, who has left"))],
        ul(".list")[(_player(view, number, player) for number, player in view.evening.numbered())],
        form(".add", method="post", action=f"{view.address}/players")[
            field(say(N_("Late player")), name),
            button[say(N_("Add"))],
        ]
        if len(view.evening.players) < MOST
        else None,
    ]


def _player(view: EveningView, number: int, player: Player) -> Element:
    say = view.say
    state = N_("has not opened the link yet") if player.key is None else N_("has come")
    if player.gone:
        state = N_("has gone")
    return li(".member", id=f"player-{number}")[
        bdi[player.name],
        span(".note")[say(state)],
        player.key is None and _link(view, number, player),
        form(method="post", action=f"{view.address}/players/{number}")[
            button(name="do", value="back" if player.gone else "gone")[
                say(N_("Is back")) if player.gone else say(N_("Has gone"))
            ],
            player.key is not None and button(name="do", value="free")[say(N_("Reactivate the link"))],
        ],
    ]


def _link(view: EveningView, number: int, player: Player) -> Element:
    """Draw the link of a player who has not come yet; its QR code is on the sheet."""
    address, say = _address_of(view, number), view.say
    return span(".links")[
        input(value=address, readonly=True, aria_label=say(N_("The link of {name}")).format(name=player.name)),
        link_buttons(address, say),
        a(href=f"{view.address}/print#code-{number}")[say(N_("QR code"))],
    ]


def _address_of(view: EveningView, number: int) -> str:
    return f"{view.base}{view.address}/p/{number}/{player_link(str(view.host), number)}"


def _folded(view: EveningView, path: str, do: str, title: str, about: str) -> Element:
    """Draw a folded button with its explanation."""
    sends = form(method="post", action=f"{view.address}/{path}")[
        button(".danger", name="do", value=do)[view.say(title)]
    ]
    return details(f"#{do}", data_own="")[summary[view.say(title)], p(".note")[view.say(about)], sends]


def enter_result(view: EveningView, number: int, at: int, each: Table) -> Node:
    """Draw the form for a table's result, and the links to its referee's and audience's chairs."""
    if each.white is None or view.evening.ended:
        return None
    say = view.say
    if each.result is None:
        label, words = N_("Table {table}: enter the result"), N_("Enter the result")
    else:
        label, words = N_("Table {table}: change the result"), N_("Change the result")
    return details(".enter", id=f"enter-{number}-{at}", data_own="")[
        summary(aria_label=say(label).format(table=at))[say(words)],
        form(method="post", action=f"{view.address}/result")[
            input(type="hidden", name="round", value=str(number)),
            input(type="hidden", name="table", value=str(at)),
            (button(name="result", value=result)[say(RESULT_WORDS[result])] for result in RESULTS),
        ],
        each.result is None and view.number is None and _chairs(view, number, at, each),
    ]


def _chairs(view: EveningView, number: int, at: int, each: Table) -> Element:
    """Draw the links to the referee's and audience's chairs, for a host who does not play."""
    say, secret = view.say, table_secret(str(view.host), number, at)
    words = {"referee": N_("Sit down as referee"), "audience": N_("Sit down as spectator")}
    if view.evening.terms.get("watching") == "nobody":
        del words["audience"]
    return ul(".list")[
        (
            li[a(href=f"/g/{each.game}/join/{chair}/{link_secret(secret, chair)}")[say(text)]]
            for chair, text in words.items()
        )
    ]


def second_host_page(view: EveningView) -> str:
    """Return the page with the link that makes somebody else a host too."""
    say, address = view.say, f"{view.base}{view.address}/host/{view.host}"
    return document(
        say(SECOND_HOST),
        [
            h1[say(SECOND_HOST)],
            p[say(SHARED_BY)],
            div(".share")[copy_field(say(N_("Link for a second host")), address, say)],
            div(".code")[qr_code(address, say(N_("Link for a second host")))],
            p[a(href=view.address)[say(N_("Back to the evening"))]],
        ],
        view.language,
        extras=("after.css", "evening.css"),
    )


def print_page(view: EveningView) -> str:
    """Return the page with the links of all players, to print and cut, or to scan from the screen."""
    say, plan = view.say, f"{view.base}{view.address}"
    return document(
        say(N_("The links of the players")),
        section(".sheet")[
            h1[view.title],
            this_device_only(view),
            p(".note.screen")[say(PRINT), " ", a(href=view.address)[say(N_("Back to the evening"))]],
            ul(".codes")[
                (_code(view, number, player) for number, player in view.evening.numbered()),
                li(".code")[
                    span(".who")[say(N_("For spectators"))],
                    qr_code(plan, say(N_("The address of this evening"))),
                    span(".address")[plan],
                ],
            ],
        ],
        view.language,
        extras=("evening.css",),
    )


def _code(view: EveningView, number: int, player: Player) -> Element:
    say = view.say
    address = _address_of(view, number)
    return li(".code", id=f"code-{number}")[
        span(".who")[bdi[player.name]],
        qr_code(address, say(N_("The link of {name}")).format(name=player.name)),
        a(".address", href=address)[address],
    ]
