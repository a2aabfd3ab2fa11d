"""Ended games of a person: a page of the list with its filters, and how many were won and lost."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import tzinfo
from urllib.parse import urlencode

from babel.dates import format_date
from htpy import (
    Element,
    Node,
    a,
    bdi,
    button,
    caption,
    div,
    form,
    h2,
    input,
    li,
    nav,
    p,
    section,
    span,
    strong,
    table,
    tbody,
    td,
    th,
    thead,
    time,
    tr,
    ul,
)

from yurei import referee, rules
from yurei.apps.web.board.board import Say
from yurei.apps.web.board.thumbnail import thumbnail
from yurei.apps.web.shell.form_fields import field, select_of, worded
from yurei.apps.web.table.context import seat_word
from yurei.apps.web.table.sections.players import program_label
from yurei.club.model.chairs import REFEREE
from yurei.club.model.sanitize import LONGEST_NAME
from yurei.club.model.stored import PastGame, Tally, Wanted
from yurei.club.model.summary import DRAWN, LOST, NONE, WON
from yurei.errors import Unknown
from yurei.languages import N_, NN_, number_text, plural_number, translation
from yurei.referee import seating
from yurei.referee.announce import speak_result
from yurei.rules.board import BLACK, WHITE, read_board
from yurei.rules.state import EndedBy, Result

OWN_MARGINS = {
    WON: NN_("You won by {margin} point.", "You won by {margin} points."),
    LOST: NN_("You lost by {margin} point.", "You lost by {margin} points."),
}
OWN_WORDS = {
    (EndedBy.RESIGNATION, WON): N_("You won by resignation."),
    (EndedBy.RESIGNATION, LOST): N_("You lost by resignation."),
    (EndedBy.TIME, WON): N_("You won on time."),
    (EndedBy.TIME, LOST): N_("You lost on time."),
}
"""Results from the person's own side; for points see ``OWN_MARGINS``. All others are worded by the referee."""
_COLUMNS = (
    (N_("won"), (WON,)),
    (N_("lost"), (LOST,)),
    (N_("drawn"), (DRAWN,)),
    (N_("unfinished"), ("", NONE)),
)
_KINDS = (("ruleset", N_("By game")), ("referee", N_("By referee")))
DATES = {"en": "en_GB"}
"""Locale of dates by language, where the language alone would mean the order of the United States."""
RESULTS = {WON: N_("won"), LOST: N_("lost"), DRAWN: N_("drawn")}


@dataclass(frozen=True)
class PastPage:
    """Page of the list of ended games.

    Attributes:
        games: The games of this page.
        count: Number of games that match the filters.
        number: Number of the page, from 1.
        most: Number of games on a page.
        wanted: The filters.
        names: Nicknames by the digest of the key.
        zone: Time zone of the reader, for dates.
    """

    games: Sequence[PastGame]
    count: int
    number: int
    most: int
    wanted: Wanted
    names: Mapping[str, str]
    zone: tzinfo


def title_of(slug: str, kind: str, say: Say) -> str:
    """Return the title of a ruleset or a referee; its slug if it no longer exists."""
    try:
        return say(rules.get(slug).title if kind == "ruleset" else referee.get(slug).title)
    except Unknown:
        return slug


def result_words(game: PastGame, language: str) -> str:
    """Return the result of a game from the person's side."""
    winner = {"black": BLACK, "white": WHITE}.get(game.winner)
    result = Result(winner, EndedBy(game.ended_by), margin=game.margin)
    words, margin = translation(language), game.margin or 0
    if result.by is EndedBy.SCORE and game.result in OWN_MARGINS:
        text = words.ngettext(*OWN_MARGINS[game.result], plural_number(margin, language))
        return text.format(margin=number_text(margin, language))
    if own := OWN_WORDS.get((result.by, game.result)):
        return words.gettext(own)
    known = next((each for each in rules.ALL if each.slug == game.settings["ruleset"]), None)
    return speak_result(result, language, known)


def past_games(page: PastPage, language: str) -> Element:
    """Draw the list, its filters, and the links to other pages."""
    say = translation(language).gettext
    return section("#past", class_="panel")[
        h2[say(N_("Finished games"))],
        _filters(page.wanted, say),
        ul(".past")[(_entry(game, page, language) for game in page.games)]
        if page.games
        else p(".note")[say(N_("No matching games."))],
        _pages(page, say),
        p[a(".button", href="/you/records.zip", download="")[say(N_("Download all game records (zip)"))]]
        if page.count
        else None,
    ]


def _entry(game: PastGame, page: PastPage, language: str) -> Element:
    say = translation(language).gettext
    cells, size = read_board(game.board)
    settings, address = game.settings, f"/g/{game.id}/{game.chair}"
    ended = game.ended.astimezone(page.zone).date()
    title = f"{title_of(settings['ruleset'], 'ruleset', say)} · {size}"
    return li[
        a(href=address, tabindex="-1")[thumbnail(size, cells, say(N_("The board at the end")))],
        div[
            a(href=address)[strong[title]],
            (others := _others(game, page.names, say)) and span[bdi[others]],
            span(".result")[result_words(game, language)],
            span(".note")[
                time(datetime=ended.isoformat())[
                    format_date(ended, format="medium", locale=DATES.get(language, language))
                ],
                " · ",
                say(N_("referee: {title}")).format(title=title_of(settings["referee"], "referee", say)),
            ],
            span(".toolbar")[
                a(".button", href=f"{address}/replay")[say(N_("Replay"))],
                game.chair != REFEREE and form(method="post", action=f"{address}/next")[button[say(N_("Rematch"))]],
            ],
        ],
    ]


def _others(game: PastGame, names: Mapping[str, str], say: Say) -> str:
    """Return the names of the other players, with their seats if there were more than two."""
    seats = [seat.name for seat in seating.get(game.settings["seating"]).seats]
    found = []
    for seat in seats:
        name = program_label(game.players[seat], say) if seat in game.players else ""
        if not name and seat in game.keys:
            name = names.get(game.keys[seat], "") or say(N_("Guest"))
        if name and seat != game.chair:
            found.append(name if game.chair in seats and len(seats) == 2 else f"{seat_word(seat, say)}: {name}")
    return ", ".join(found)


def _filters(wanted: Wanted, say: Say) -> Element:
    rulesets = {each.slug: each.title for each in rules.ALL}
    referees = {each.slug: each.title for each in referee.ALL}
    choices = (
        ("ruleset", N_("The game"), {"": N_("all games"), **rulesets}, wanted.ruleset),
        ("referee", N_("The referee"), {"": N_("all referees"), **referees}, wanted.referee),
        ("result", N_("Result"), {"": N_("all results"), **RESULTS}, wanted.result),
    )
    opponent = input(type="search", name="opponent", value=wanted.opponent, maxlength=str(LONGEST_NAME), dir="auto")
    return form("#filters", method="get", action="/you#past")[
        (field(say(words), select_of(name, worded(say, values), now)) for name, words, values, now in choices),
        field(say(N_("Opponent")), opponent),
        button[say(N_("Show"))],
    ]


def _pages(page: PastPage, say: Say) -> Node:
    last = -(-page.count // page.most)
    if last <= 1:
        return None
    kept = {each.name: value for each in fields(page.wanted) if (value := getattr(page.wanted, each.name))}

    def to(number: int, words: str) -> Element:
        return a(".button", href=f"/you?{urlencode({**kept, 'page': number})}#past")[words]

    return nav(".toolbar", aria_label=say(N_("Pages of the list")))[
        page.number > 1 and to(page.number - 1, say(N_("Later games"))),
        span(".note")[say(N_("page {number} of {count}")).format(number=page.number, count=last)],
        page.number < last and to(page.number + 1, say(N_("Earlier games"))),
    ]


def totals(tallies: Sequence[Tally], say: Say) -> Element | None:
    """Draw a table of won and lost games, by game and by referee; nothing if no games against others were played."""
    if not tallies:
        return None
    return section("#totals", class_="panel")[
        h2[say(N_("Results"))],
        div(".wide")[
            table[
                caption[say(N_("Your games against others and against programs"))],
                thead[
                    tr[th(scope="col")[say(N_("Your games"))], (th(scope="col")[say(words)] for words, _ in _COLUMNS)]
                ],
                (_part(tallies, kind, words, say) for kind, words in _KINDS),
            ]
        ],
    ]


def _part(tallies: Sequence[Tally], kind: str, words: str, say: Say) -> Element:
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for tally in tallies:
        counted[getattr(tally, kind)][tally.result] += tally.count
    return tbody[
        tr[th(scope="rowgroup", colspan="5", class_="note")[say(words)]],
        (
            tr[
                th(scope="row")[title_of(name, kind, say)],
                (td[str(sum(counts[each] for each in results))] for _, results in _COLUMNS),
            ]
            for name, counts in sorted(counted.items(), key=lambda each: (-each[1].total(), each[0]))
        ),
    ]
