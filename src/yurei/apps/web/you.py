"""A person’s own pages: name, games in progress, finished games, and numbers of won and lost games."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime, timedelta, tzinfo
from typing import Any
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import htpy as h
from babel.dates import format_date, format_timedelta
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, StreamingResponse

import yurei
from yurei import records, referee, rules
from yurei.apps.web.frame import http
from yurei.apps.web.frame import page as frame_page
from yurei.apps.web.frame.board import thumbnail
from yurei.apps.web.frame.html import draw_field, select_of, translate_options
from yurei.apps.web.parts.fields import draw_name_field
from yurei.apps.web.parts.game_parts import player_name, program_label, recent_evenings, seat_word
from yurei.clocks.controls import clock_text
from yurei.club import archive
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.club.game.record import record_of
from yurei.club.model.chairs import REFEREE
from yurei.club.model.sanitize import LONGEST_NAME, sanitize_text
from yurei.club.model.secrets import digest
from yurei.club.model.stored import DRAWN, LOST, NONE, WON, Filter, PastGame, Tally
from yurei.club.seats import Files
from yurei.club.tournaments.evenings import EveningBook
from yurei.errors import Unknown
from yurei.languages import N_, NN_, Gettext, number_text, plural_number, translation
from yurei.referee.announce import speak_result
from yurei.rules.board import BLACK, WHITE, read_board
from yurei.rules.state import EndedBy, Result


def you_routes(app: FastAPI, club: Club, evenings: EveningBook, choices: Choices) -> None:
    """Add the routes of the profile page."""

    @app.get("/you")
    async def you(request: Request, page: str = "1") -> HTMLResponse:
        """Show the profile page: the nickname and the games of this browser."""
        language = http.get_language(request)
        key = await club.people.get_known_key(request.cookies.get(http.PERSON))
        running = []
        for game, chair in await club.own.running(key, MOST_RUNNING):
            async with club.games.read(game, chair) as held:
                if not held.result_is_final:
                    running.append(RunningGame.of(held, chair, language))
        wanted, number = _read_filters(request), max(1, http.parse_whole_number(page))
        count, past = await club.own.past(key, wanted, (number - 1) * ON_A_PAGE, ON_A_PAGE)
        listed = PastPage(past, count, number, wanted, club.people.names, http.get_time_zone(request))
        name = club.people.names[digest(key)] if key else ""
        hosted = await evenings.recent(digest(key), club.own.clock()) if key else []
        ways_back = recent_evenings(hosted, digest(key or ""), translation(language).gettext)
        shown = You(
            name, running, listed, await club.own.tallies(key), frame_page.read_preferences(request.cookies), ways_back
        )
        return HTMLResponse(you_page(shown, language, await choices(request)))

    @app.get("/you/turns")
    async def turns(request: Request) -> JSONResponse:
        """Return the number of games in which it is this browser's turn."""
        return JSONResponse({"turns": await club.own.turns(request.cookies.get(http.PERSON))})

    @app.get("/you/records.zip")
    async def all_records(request: Request) -> Response:
        """Send the records of this browser's ended games, each with the game as SGF for viewers."""
        language = http.get_language(request)

        def write(game: Game) -> Files:
            sgf = archive.as_viewer_sgf(game, language, yurei.__version__)
            return {"jsonl": records.write(record_of(game)), "sgf": sgf}

        found = club.own.records(request.cookies.get(http.PERSON) or "", write)
        name = f"yurei-records-{club.own.clock():%Y-%m-%d}.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(_zip_records(found), media_type="application/zip", headers=headers)

    @app.post("/you")
    async def rename(request: Request) -> Response:
        """Save the nickname."""
        form = await request.form()
        key = await club.set_nickname(request.cookies.get(http.PERSON), http.form_text(form, "nickname"))
        response = RedirectResponse(frame_page.find_return_address(request, form), 303)
        http.set_person_cookie(request, response, key)
        return response


def _read_filters(request: Request) -> Filter:
    given = request.query_params
    found = {
        name: sanitize_text(given.get(name, "")[:64], "NFKC") for name in ("ruleset", "referee", "result", "opponent")
    }
    return Filter(**found | {"opponent": found["opponent"][:LONGEST_NAME]})


class _ZipBuffer(io.RawIOBase):
    """Output buffer of the zip archive."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def fetch(self) -> bytes:
        """Return and remove the bytes in the buffer."""
        fetched, self.parts = b"".join(self.parts), []
        return fetched


async def _zip_records(found: AsyncIterator[tuple[str, datetime, Files]]) -> AsyncIterator[bytes]:
    """Yield a zip archive of games, by name, in pieces, so that the archive is never in memory as a whole."""
    parts = _ZipBuffer()
    with ZipFile(parts, "w", ZIP_DEFLATED) as packed:
        async for name, made, files in found:
            for ending, content in files.items():
                entry = ZipInfo(f"{name}.{ending}", made.timetuple()[:6])
                entry.compress_type = ZIP_DEFLATED
                packed.writestr(entry, content)
                yield parts.fetch()
    yield parts.fetch()


MOST_RUNNING = 50
ON_A_PAGE = 12


@dataclass(frozen=True)
class You:
    """Content of a person's profile page: name, running and ended games, totals, preferences, and evenings."""

    nickname: str
    running: Sequence[RunningGame]
    past: PastPage
    tallies: Sequence[Tally]
    likes: frozenset[str] = frame_page.USUAL
    evenings: h.Node = None


def you_page(you: You, language: str, notifications: h.Node = None) -> str:
    """Return the profile page of a person, or of a visitor without seats."""
    say = translation(language).gettext
    played = you.past.count > 0 or you.past.wanted != Filter()
    return frame_page.draw_document(
        say(N_("Your games")),
        [
            h.section[
                h.h1[say(N_("Your games"))],
                h.form("#you", method="post", action="/you")[
                    frame_page.BACK_FIELD, draw_name_field(say, you.nickname), h.button[say(N_("Save name"))]
                ],
                h.p(".note")[say(N_("No account needed: a cookie remembers this browser and its seats."))],
            ],
            you.evenings,
            _draw_running_games(you.running, N_("No active games.") if played else N_("No games yet."), say),
            _draw_past_games(you.past, language) if played else None,
            _draw_totals(you.tallies, say),
            notifications,
            h.section("#look")[h.h2[say(frame_page.TITLE)], frame_page.draw_preferences(you.likes, say)],
            h.section("#yours", class_="panel")[
                h.h2[say(N_("Your name and your games"))],
                h.p[
                    say(
                        N_("Play on a second device: it gets your name and all of your seats, and this one keeps them.")
                    )
                ],
                h.form(method="post", action="/you/along")[h.button[say(N_("Use another device too"))]],
                h.p[h.a(".button.danger", href="/you/delete")[say(N_("Delete everything …"))]],
            ],
        ],
        language,
        extras=("you.css", "thumbs.css", "told.js"),
        here=frame_page.GAMES,
    )


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
OWN_SIDE = {WON: N_("You won. {said}"), LOST: N_("You lost. {said}")}
"""The person's own side of a result that is worded by the referee."""
_COLUMNS = ((N_("won"), (WON,)), (N_("lost"), (LOST,)), (N_("drawn"), (DRAWN,)), (N_("unfinished"), ("", NONE)))
_KINDS = (("ruleset", N_("By game")), ("referee", N_("By referee")))
DATES = {"en": "en_GB"}
"""Locale of dates by language, where the language alone would mean the order of the United States."""
RESULTS = {WON: N_("won"), LOST: N_("lost"), DRAWN: N_("drawn")}


@dataclass(frozen=True)
class PastPage:
    """One page, numbered from 1, of the list of ended games; ``count`` games on all pages match the filters.

    ``names`` are nicknames by the digest of the key, and ``zone`` is the reader's time zone, for dates.
    """

    games: Sequence[PastGame]
    count: int
    number: int
    wanted: Filter
    names: Mapping[str, str]
    zone: tzinfo


def _find_title(slug: str, kind: str, say: Gettext) -> str:
    """Return the title of a ruleset or a referee, or its slug if it no longer exists."""
    try:
        return say(rules.get(slug).title if kind == "ruleset" else referee.get(slug).title)
    except Unknown:
        return slug


def result_words(game: PastGame, language: str) -> str:
    """Return the result of a game from the person's point of view."""
    winner = {"black": BLACK, "white": WHITE}.get(game.winner)
    result = Result(winner, EndedBy(game.ended_by), margin=game.margin)
    words, margin = translation(language), game.margin or 0
    if result.by is EndedBy.SCORE and game.result in OWN_MARGINS:
        text = words.ngettext(*OWN_MARGINS[game.result], plural_number(margin, language))
        return text.format(margin=number_text(margin, language))
    if own := OWN_WORDS.get((result.by, game.result)):
        return words.gettext(own)
    known = next((each for each in rules.ALL if each.slug == game.settings["ruleset"]), None)
    said = speak_result(result, language, known)
    return words.gettext(OWN_SIDE[game.result]).format(said=said) if game.result in OWN_SIDE else said


def _draw_past_games(page: PastPage, language: str) -> h.Element:
    """Draw the list of ended games, its filters, and the links to its other pages."""
    say = translation(language).gettext
    return h.section("#past", class_="panel")[
        h.h2[say(N_("Finished games"))],
        _draw_filters(page.wanted, say),
        h.ul(".past")[(_draw_entry(game, page, language) for game in page.games)]
        if page.games
        else h.p(".note")[say(N_("No matching games."))],
        _draw_pages(page, say),
        h.p[h.a(".button", href="/you/records.zip", download="")[say(N_("Download all game records (zip)"))]]
        if page.count
        else None,
    ]


def _draw_entry(game: PastGame, page: PastPage, language: str) -> h.Element:
    say = translation(language).gettext
    cells, size = read_board(game.board)
    settings, address = game.settings, f"/g/{game.id}/{game.chair}"
    ended = game.ended.astimezone(page.zone).date()
    title = f"{_find_title(settings['ruleset'], 'ruleset', say)} · {size}"
    return h.li[
        h.a(href=address, tabindex="-1")[thumbnail(size, cells, say(N_("The board at the end")))],
        h.div[
            h.a(href=address)[h.strong[title]],
            (others := _join_other_names(game, page.names, say)) and h.span[h.bdi[others]],
            h.span(".result")[result_words(game, language)],
            h.span(".note")[
                h.time(datetime=ended.isoformat())[
                    format_date(ended, format="medium", locale=DATES.get(language, language))
                ],
                " · ",
                say(N_("referee: {title}")).format(title=_find_title(settings["referee"], "referee", say)),
            ],
            h.span(".toolbar")[
                h.a(".button", href=f"{address}/replay")[say(N_("Replay"))],
                game.chair != REFEREE and h.form(method="post", action=f"{address}/next")[h.button[say(N_("Rematch"))]],
            ],
        ],
    ]


def _join_other_names(game: PastGame, names: Mapping[str, str], say: Gettext) -> str:
    """Return the names of the other players, with their seats if there were several."""
    seats = [seat.name for seat in referee.seating.get(game.settings["seating"]).seats]
    found = []
    for seat in seats:
        name = program_label(game.players[seat], say) if seat in game.players else ""
        if not name and seat in game.keys:
            name = names.get(game.keys[seat], "") or say(N_("Guest"))
        name = name or game.expected.get(seat, "")
        if name and seat != game.chair:
            found.append(name if game.chair in seats and len(seats) == 2 else f"{seat_word(seat, say)}: {name}")
    return ", ".join(found)


def _draw_filters(wanted: Filter, say: Gettext) -> h.Element:
    rulesets = {each.slug: each.title for each in rules.ALL}
    referees = {each.slug: each.title for each in referee.ALL}
    choices = (
        ("ruleset", N_("The game"), {"": N_("all games"), **rulesets}, wanted.ruleset),
        ("referee", N_("The referee"), {"": N_("all referees"), **referees}, wanted.referee),
        ("result", N_("Result"), {"": N_("all results"), **RESULTS}, wanted.result),
    )
    opponent = h.input(type="search", name="opponent", value=wanted.opponent, maxlength=str(LONGEST_NAME), dir="auto")
    return h.form("#filters", method="get", action="/you#past")[
        (
            draw_field(say(words), select_of(name, translate_options(say, values), now))
            for name, words, values, now in choices
        ),
        draw_field(say(N_("Opponent")), opponent),
        h.button[say(N_("Show"))],
    ]


def _draw_pages(page: PastPage, say: Gettext) -> h.Node:
    last = -(-page.count // ON_A_PAGE)
    if last <= 1:
        return None
    kept = {each.name: value for each in fields(page.wanted) if (value := getattr(page.wanted, each.name))}

    def to(number: int, words: str) -> h.Element:
        return h.a(".button", href=f"/you?{urlencode({**kept, 'page': number})}#past")[words]

    return h.nav(".toolbar", aria_label=say(N_("Pages of the list")))[
        page.number > 1 and to(page.number - 1, say(N_("Later games"))),
        h.span(".note")[say(N_("page {number} of {count}")).format(number=page.number, count=last)],
        page.number < last and to(page.number + 1, say(N_("Earlier games"))),
    ]


def _draw_totals(tallies: Sequence[Tally], say: Gettext) -> h.Element | None:
    """Draw a table of won and lost games, by ruleset and by referee; nothing without games against others."""
    if not tallies:
        return None
    return h.section("#totals", class_="panel")[
        h.h2[say(N_("Results"))],
        h.div(".wide")[
            h.table[
                h.caption[say(N_("Your games against others and against programs"))],
                h.thead[
                    h.tr[
                        h.th(scope="col")[say(N_("Your games"))],
                        (h.th(scope="col")[say(words)] for words, _ in _COLUMNS),
                    ]
                ],
                (_draw_tally_part(tallies, kind, words, say) for kind, words in _KINDS),
            ]
        ],
    ]


def _draw_tally_part(tallies: Sequence[Tally], kind: str, words: str, say: Gettext) -> h.Element:
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for tally in tallies:
        counted[getattr(tally, kind)][tally.result] += tally.count
    return h.tbody[
        h.tr[h.th(scope="rowgroup", colspan="5", class_="note")[say(words)]],
        (
            h.tr[
                h.th(scope="row")[_find_title(name, kind, say)],
                (h.td[str(sum(counts[each] for each in results))] for _, results in _COLUMNS),
            ]
            for name, counts in sorted(counted.items(), key=lambda each: (-each[1].total(), each[0]))
        ),
    ]


GROUPS = {
    "turn": N_("Your turn"),
    "count": N_("Waiting for the score"),
    "others": N_("Others’ turn"),
    "free": N_("Waiting for players"),
    "alone": N_("Alone, or on one device"),
}
"""Groups of running games by what they wait for, the most pressing first."""
LEAST = timedelta(minutes=1)
"""Shortest time that is counted; seconds are not."""


@dataclass(frozen=True)
class RunningGame:
    """Entry of a running game in the list of the person on a chair; its turn began at ``since``."""

    group: str
    since: datetime
    address: str
    drawn: h.Element

    @classmethod
    def of(cls, game: Game, chair: str, language: str) -> RunningGame:
        """Return the entry of a game for the person on a chair."""
        say, settings = translation(language).gettext, game.settings
        group, since, address = _find_group(game, chair), archive.find_turn_start(game), f"/g/{game.stored.id}/{chair}"
        others = [seat.name for seat in settings.seating.seats if seat.name != chair and _has_player(game, seat.name)]
        names = ", ".join(player_name(game, seat, say) for seat in others)
        lasted = game.now() - since
        waited = say(N_("less than a minute")) if lasted < LEAST else format_timedelta(lasted, locale=language)
        referee = say(N_("referee: {title}")).format(title=say(settings.referee.title))
        entry = h.li[
            h.a(href=address)[
                h.strong[f"{say(settings.ruleset.title)} · {settings.size}"], names and [" – ", h.bdi[names]]
            ],
            h.span(".state")[_describe_state(game, chair, group, waited, say)],
            (clocks := _describe_clocks(game, say)) and h.span(".left")[clocks],
            h.span(".note")[f"{referee} · {_name_chair(game, chair, say)}"],
        ]
        return cls(group, since, address, entry)


def _name_chair(game: Game, chair: str, say: Gettext) -> str:
    if chair == game.settings.seating.slug:
        return say(game.settings.seating.title)
    return say(N_("Referee")) if chair == REFEREE else seat_word(chair, say)


def _has_player(game: Game, seat: str) -> bool:
    return seat in game.stored.players or (seat in game.chairs and game.is_taken(seat))


def _find_group(game: Game, chair: str) -> str:
    if game.over:
        return "count"
    if game.settings.seating.hands != "each":
        return "alone"
    if game.clocks.not_started:
        return "free"
    return "turn" if game.to_move in game.seats_of(chair) else "others"


def _describe_state(game: Game, chair: str, group: str, time: str, say: Gettext) -> str:
    if group == "count":
        agreed = not game.seats_of(chair) or game.colours_of(chair) <= game.count.settled
        return say(N_("waiting for the others to agree") if agreed else N_("waiting for you to agree"))
    if group == "free":
        return say(N_("seat not taken yet"))
    if group == "turn":
        return say(N_("your turn, for {time}")).format(time=time)
    return say(N_("{seat} to move, for {time}")).format(seat=seat_word(game.to_move or "", say), time=time)


def _describe_clocks(game: Game, say: Gettext) -> str:
    """Return the time left to each side now, with the overtime once the main time is used up."""
    control, shown = game.clocks.control, []
    if game.over or control is None:
        return ""
    for left in (each.left for each in game.clocks.clock_states()):
        rest = control.describe_overtime(left) if left.in_overtime else None
        shown.append(clock_text(left.running, tenths=False).said(say) + (f" ({rest.said(say)})" if rest else ""))
    return say(N_("time left: Black {black}, White {white}")).format(black=shown[0], white=shown[1])


def _draw_running_games(games: Sequence[RunningGame], none: str, say: Gettext) -> h.Element:
    """Draw the running games in groups, longest waiting first; ``none`` is the text for an empty list."""
    ordered = sorted(games, key=lambda game: (game.since, game.address))
    grouped = [(name, words, [game for game in ordered if game.group == name]) for name, words in GROUPS.items()]
    return h.section("#running", class_="panel")[
        h.h2[say(N_("Games in progress"))],
        [
            [
                h.h3[say(words), h.span(".count")[f" ({len(group)})"]],
                h.ul(".own", id=f"group-{name}")[(game.drawn for game in group)],
            ]
            for name, words, group in grouped
            if group
        ]
        if games
        else h.p(".note")[say(none)],
        len(games) == MOST_RUNNING
        and h.p(".note")[say(N_("Only {count} of them are shown.")).format(count=MOST_RUNNING)],
    ]


Choices = Callable[[Request], Awaitable[h.Node]]
"""Function that draws the notification settings of the person who asks."""
