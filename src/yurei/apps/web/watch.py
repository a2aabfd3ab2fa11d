"""The list of games that everybody may watch, and its routes. It is drawn periodically, once for each language.

The period does not depend on events in the games, so the time of a drawing reveals nothing secret.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import htpy as h
from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from yurei.apps.web.frame.board import thumbnail
from yurei.apps.web.frame.http import get_language, send_frame, send_turns, serve_socket, wants_fragment
from yurei.apps.web.frame.page import WATCH, draw_document
from yurei.apps.web.parts.game_parts import count_by_colour, draw_time, player_name, seat_word, state_class
from yurei.clocks.controls import in_milliseconds
from yurei.club.club import Club
from yurei.club.game.game import Game
from yurei.languages import N_, Gettext, translation
from yurei.referee.announce import COLOURS, speak, speak_result
from yurei.referee.seating import AUDIENCE

HOLE = "<!--clocks-->"  # placeholder for the clocks of a game; users' texts are escaped, so they cannot contain it


@dataclass(frozen=True, slots=True)
class ListedGame:
    """The entry of a game in the list of games to watch."""

    over: bool  # whether the game has ended
    html: str  # the HTML of the entry
    news: str  # the entry without running times, which alone cause no new list

    @classmethod
    def of(cls, game: Game, listeners: int, language: str, *, picture: bool) -> ListedGame:
        """Return the entry of a game, as known to the audience; ``picture`` adds the board if the audience sees it."""
        say = translation(language).gettext
        entry = str(_draw_entry(game, listeners, language, picture=picture))
        clocks = (str(_draw_clocks(game, say, timeless=timeless)) for timeless in (False, True))
        return cls(game.over, *(entry.replace(HOLE, each, 1) for each in clocks))


def _draw_entry(game: Game, listeners: int, language: str, *, picture: bool) -> h.Element:
    say, settings, name = translation(language).gettext, game.settings, game.stored.id
    referee = say(N_("referee: {title}")).format(title=say(settings.referee.title))
    about = [str(settings.size).replace("x", "×"), referee]
    if game.clocks.control is not None:
        about.append(game.clocks.control.words.said(say))
    counted = count_by_colour(game.view(AUDIENCE.name)).values()
    cells = _find_audience_board(game) if picture else None
    counters = [
        say(N_("moves: {count}")).format(count=sum(each.moves for each in counted)),
        say(N_("refused: {count}")).format(count=sum(each.refused for each in counted)),
        say(N_("spectators: {count}")).format(count=listeners),
    ]
    return h.li(f"#watch-{name}", class_="over" if game.over else "going-on")[
        thumbnail(settings.size, cells, say(N_("The board"))) if cells is not None else None,
        h.div(".what")[
            h.a(href=f"/g/{name}/{AUDIENCE.name}")[h.strong[say(settings.ruleset.title)]],
            h.small[" · ".join(about)],
            h.ul(".players")[_draw_players(game, say)],
            Markup(HOLE),
            h.p(".newest")[_describe_newest(game, language)],
            h.small[" · ".join(counters)],
        ],
    ]


def _find_audience_board(game: Game) -> bytes | None:
    """Return the board if the audience sees it: because of the referee, the players' consent, or the end."""
    if game.over:
        return game.reference
    if not game.settings.referee.hides:
        return game.view(AUDIENCE.name).board
    return game.third_board() if game.audience.table_open else None


def _describe_newest(game: Game, language: str) -> str:
    if game.counting:
        return translation(language).gettext(N_("Both have passed; the players agree on the score."))
    if game.result is not None:
        return speak_result(game.result, language, game.settings.ruleset)
    heard = game.view(AUDIENCE.name).heard
    if not heard:
        return translation(language).gettext(N_("Nothing has been tried yet."))
    return speak(game.settings.referee, heard[-1], game.settings.size, language)


def _draw_players(game: Game, say: Gettext) -> list[h.Element]:
    """Draw the players, with the seats of a colour together; one name if one person or screen serves all seats."""
    seating = game.settings.seating
    if seating.hands != "each":
        return [h.li[h.bdi[player_name(game, seating.slug, say) or say(N_("free"))]]]
    return [
        h.li(class_=seat)[
            h.span(".who")[seat_word(seat, say)], " ", h.bdi[player_name(game, seat, say) or say(N_("free"))]
        ]
        for seat in (each.name for each in seating.seats)
    ]


def _draw_clocks(game: Game, say: Gettext, *, timeless: bool) -> h.Node:
    control, clocks = game.clocks.control, list[h.Element]()
    if control is None or game.over:
        return ""
    for face in game.clocks.clock_states():
        colour, drawn = say(COLOURS[face.colour]), None if timeless and face.running else face
        clocks.append(
            h.span(f"#clock-{game.stored.id}-{face.colour.word}", class_=f"clock{state_class(drawn)}")[
                h.span(".whose")[colour], " ", draw_time(control, drawn, colour, say)
            ]
        )
    return h.p(".clocks")[clocks]


def list_part(games: Sequence[ListedGame], language: str, *, timeless: bool) -> str:
    say = translation(language).gettext
    entries = [(each.over, Markup(each.news if timeless else each.html)) for each in games]
    running, ended = ([entry for over, entry in entries if over is which] for which in (False, True))
    empty = [
        h.p[say(N_("No games to watch right now. When you create a game, you can let anyone watch it."))],
        h.p[h.a(".button", href="/lobby")[say(N_("To the lobby"))]],
    ]
    return str(
        h.div("#table", class_="lobby", data_number="0", data_live="/watch/live", data_page="/watch", data_age="0")[
            h.section("#running")[h.h2[say(N_("Games in progress"))], h.ul(".watched")[running] if running else empty],
            h.section("#ended")[h.h2[say(N_("Recently finished"))], h.ul(".watched")[ended]] if ended else None,
        ]
    )


def list_page(part: str, language: str) -> str:
    say = translation(language).gettext
    return draw_document(
        say(N_("Watch")),
        h.section(".watch")[
            h.h1[say(N_("Watch"))],
            h.p(".note")[say(N_("You hear what everybody hears. The boards are shown after the end."))],
            Markup(part),
        ],
        language,
        extras=["lobby.css", "thumbs.css", "clocks.js"],
        here=WATCH,
    )


PAUSE = 2.0  # least seconds between two drawings
PATIENCE = 0.5  # seconds to wait for a locked game before its last entry is used
MOST_LISTED = 40
MOST_LOOKED_AT = 200  # number of newest games among which running ones are searched
MOST_PICTURED = 16


@dataclass(frozen=True, slots=True)
class DrawnList:
    """The list of games to watch, as drawn at one time in one language."""

    at: float  # time of the drawing by the event loop's clock
    made: datetime  # time of the drawing by the server's clock
    games: dict[str, ListedGame]  # its games, by name
    running: int  # number of running games
    html: str  # the list
    news: str  # the list without running times; a new list is sent when this has changed


class WatchedGames:
    """The list of the games that everybody may watch."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._drawn: dict[str, DrawnList] = {}
        self._drawing = asyncio.Lock()

    async def make_list_html(self, language: str) -> tuple[str, str]:
        """Return the HTML of the list as sent, and a version without running times, which shows whether it changed."""
        drawn = await self.draw_list(language)
        age = Markup(f'data-age="{in_milliseconds(self._club.own.clock() - drawn.made)}"')
        return drawn.html.replace('data-age="0"', age, 1), drawn.news

    async def running_count(self, language: str) -> int:
        return (await self.draw_list(language)).running

    async def draw_list(self, language: str) -> DrawnList:
        """Return the list in a language, at most ``PAUSE`` seconds old."""
        async with self._drawing:
            kept, now = self._drawn.get(language), asyncio.get_running_loop().time()
            if kept is None or now - kept.at >= PAUSE:
                kept = await self._draw(language, now, {} if kept is None else kept.games)
                self._drawn[language] = kept
            return kept

    async def _draw(self, language: str, now: float, before: dict[str, ListedGame]) -> DrawnList:
        """Draw the newest games: first all running games, then ended games up to the length of the list."""
        made = self._club.own.clock()
        running: dict[str, ListedGame] = {}
        ended: dict[str, ListedGame] = {}
        for name in await self._club.games.list_public_games(MOST_LOOKED_AT):
            known = before.get(name)
            if known is not None and known.over and len(running) + len(ended) >= MOST_LISTED:
                continue
            game = await self._entry_of(name, language, picture=len(running) + len(ended) < MOST_PICTURED) or known
            if game is not None:
                (ended if game.over else running)[name] = game
        shown = dict([*running.items(), *ended.items()][:MOST_LISTED])
        html, news = (list_part(list(shown.values()), language, timeless=each) for each in (False, True))
        return DrawnList(now, made, shown, len(running), html, news)

    async def _entry_of(self, name: str, language: str, *, picture: bool) -> ListedGame | None:
        await asyncio.sleep(0)  # players' actions may run between two games
        try:
            async with asyncio.timeout(PATIENCE), self._club.games.read(name, AUDIENCE.name) as game:
                return ListedGame.of(game, self._club.games.crowds.size(name), language, picture=picture)
        except TimeoutError:
            return None


def watch_routes(app: FastAPI, club: Club, games: WatchedGames) -> None:
    @app.get("/watch")
    async def list_games(request: Request) -> HTMLResponse:
        """List the games that everybody may watch."""
        language = get_language(request)
        part, _ = await games.make_list_html(language)
        return HTMLResponse(part if wants_fragment(request) else list_page(part, language))

    @app.websocket("/watch/live")
    async def live(socket: WebSocket) -> None:
        """Send the list whenever it changes."""
        await socket.accept()

        async def send_changes() -> None:
            language, sent = get_language(socket), None
            while True:
                html, news = await games.make_list_html(language)
                if news != sent:
                    await send_frame(socket, html)
                    sent = news
                await asyncio.sleep(PAUSE)

        await serve_socket(socket, send_changes(), send_turns(socket, club))
