"""Routes of evenings, for hosts, players and spectators."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.requests import HTTPConnection

from yurei.apps.web.evenings import pages
from yurei.apps.web.evenings.tables import EveningView
from yurei.apps.web.frame import http
from yurei.apps.web.frame.address import get_base_url
from yurei.apps.web.parts.fields import NewGameForm, cut_texts
from yurei.apps.web.parts.game_parts import recent_evenings
from yurei.club.club import Club
from yurei.club.model.limits import LimitExceeded
from yurei.club.model.secrets import digest
from yurei.club.seats import Forbidden
from yurei.club.tournaments.evenings import EveningPlan, Evenings, check_host, check_link, check_player, check_unused
from yurei.errors import BadValue, Unknown, YureiError, unknown
from yurei.languages import translation

Draw = Callable[[EveningView], str]
PAUSE = 1.0
"""Least number of seconds between two drawings of an evening for one reader."""
CHANGES = ("gone", "back", "free")
"""Changes of a player that a host can make."""


def evening_routes(app: FastAPI, club: Club, evenings: Evenings) -> None:
    """Add the routes of evenings."""
    printing = asyncio.Lock()  # one sheet at a time, to limit the processor time taken from the players

    # Creation.

    @app.get("/evenings/new")
    async def new(request: Request) -> HTMLResponse:
        """Show the form for a new evening, and links to recent evenings."""
        language, key = http.get_language(request), await club.people.get_known_key(request.cookies.get(http.PERSON))
        known = await evenings.book.recent(digest(key), club.own.clock()) if key else []
        running = recent_evenings(known, digest(key or ""), translation(language).gettext)
        return HTMLResponse(pages.new_evening_page(language, {}, running=running))

    @app.post("/evenings")
    async def make(request: Request) -> Response:
        """Make an evening."""
        http.check_cookies(request)
        texts = {key: value for key, value in (await request.form()).items() if isinstance(value, str)}
        try:
            wanted = EveningPlan(
                title=texts.get("title", ""),
                names=texts.get("names", ""),
                rounds=_parse_number(texts.get("rounds", "").strip()),
                system=texts.get("system", ""),
                plan=_read_game_form(cut_texts(texts)).plan(),
            )
            key = await club.people.welcome(request.cookies.get(http.PERSON))
            name, host = await evenings.hosting.make(wanted, key)
        except (BadValue, Unknown, LimitExceeded) as error:
            language = http.get_language(request)
            wrong = error.words.said(translation(language).gettext)
            status = 429 if isinstance(error, LimitExceeded) else 422
            return HTMLResponse(pages.new_evening_page(language, texts, _read_game_form(texts), wrong), status)
        response = RedirectResponse(f"/evening/{name}", 303)
        http.set_cookie(request, response, http.host_cookie(name), host, path=f"/evening/{name}")
        http.set_person_cookie(request, response, key)
        return response

    # Rounds.

    @app.get("/evening/{evening}/print")
    async def show_links_of_all(request: Request, evening: str) -> HTMLResponse:
        """Show the links of all players, for printing."""
        view = await _load_view(evenings, request, evening)
        check_host(view.evening, view.host)
        async with printing:
            return HTMLResponse(await asyncio.to_thread(pages.print_page, view))

    @app.post("/evening/{evening}/next")
    async def pair(request: Request, evening: str) -> Response:
        """Pair the next planned round or an additional one, or take back the newest pairing."""
        do = http.form_text(await request.form(), "do")
        if do == "take-back":
            await evenings.hosting.take_back(evening, _read_host_cookie(request, evening))
        else:
            await evenings.hosting.pair(evening, _read_host_cookie(request, evening), further=do == "further")
        return RedirectResponse(f"/evening/{evening}", 303)

    @app.post("/evening/{evening}/result")
    async def enter_result(request: Request, evening: str) -> Response:
        """Enter the result of a table by hand."""
        form = await request.form()
        at = _parse_number(http.form_text(form, "round")), _parse_number(http.form_text(form, "table"))
        await evenings.hosting.enter_result(
            evening, _read_host_cookie(request, evening), at, http.form_text(form, "result")
        )
        return RedirectResponse(f"/evening/{evening}", 303)

    @app.post("/evening/{evening}/end")
    async def end(request: Request, evening: str) -> Response:
        """End the evening."""
        await evenings.hosting.end(evening, _read_host_cookie(request, evening))
        return RedirectResponse(f"/evening/{evening}", 303)

    # Players.

    @app.post("/evening/{evening}/players")
    async def add(request: Request, evening: str) -> Response:
        """Add a late player."""
        name = http.form_text(await request.form(), "name")
        try:
            await evenings.hosting.add(evening, _read_host_cookie(request, evening), name)
        except BadValue as error:
            view = await _load_view(evenings, request, evening)
            wrong = error.words.said(view.say)
            return HTMLResponse(pages.plan_page(replace(view, unfolded="players", wrong=wrong, late=name)), 422)
        return RedirectResponse(f"/evening/{evening}?unfolded=players", 303)

    @app.post("/evening/{evening}/players/{number}")
    async def change_player(request: Request, evening: str, number: str) -> Response:
        """Mark a player as gone or as back, or make the player's link usable again."""
        do, host = http.form_text(await request.form(), "do"), _read_host_cookie(request, evening)
        await evenings.book.get(evening)  # report an unknown evening before an unknown action
        if do not in CHANGES:
            raise unknown("thing to do", do, CHANGES)
        if do == "free":
            await evenings.hosting.free_link(evening, host, _parse_number(number))
        else:
            await evenings.hosting.note_gone(evening, host, _parse_number(number), gone=do == "gone")
        return RedirectResponse(f"/evening/{evening}?unfolded=players#player-{number}", 303)

    # Pages.

    @app.get("/evening/{evening}")
    async def plan(request: Request, evening: str) -> HTMLResponse:
        """Show the plan: rounds, tables, results, standings."""
        view = await _load_view(evenings, request, evening)
        return HTMLResponse((pages.plan_part if http.wants_fragment(request) else pages.plan_page)(view))

    @app.get("/evening/{evening}/wall")
    async def wall(request: Request, evening: str) -> HTMLResponse:
        """Show the evening for a projector."""
        view = await _load_view(evenings, request, evening)
        return HTMLResponse((pages.wall_part if http.wants_fragment(request) else pages.wall_page)(view))

    @app.get("/evening/{evening}/mine")
    async def redirect_to_own_page(request: Request, evening: str) -> Response:
        """Redirect to the reader's own page of the evening, or to the plan if the reader does not play in it."""
        view = await _load_view(evenings, request, evening)
        return RedirectResponse(f"{view.address}/p/{view.number}" if view.number else view.address, 303)

    @app.get("/evening/{evening}/p/{number}")
    async def show_own_page(request: Request, evening: str, number: str) -> HTMLResponse:
        """Show a player's own page with the current table."""
        view = await _load_player_view(evenings, request, evening, number)
        return HTMLResponse((pages.player_part if http.wants_fragment(request) else pages.player_page)(view))

    # Joining.

    @app.get("/evening/{evening}/host")
    async def second_host(request: Request, evening: str) -> HTMLResponse:
        """Show the link for a second host."""
        view = await _load_view(evenings, request, evening)
        check_host(view.evening, view.host)
        return HTMLResponse(pages.second_host_page(view))

    @app.get("/evening/{evening}/host/{host}")
    async def join_hosts(request: Request, evening: str, host: str) -> Response:
        """Become a further host of an evening by a host's link."""
        check_host(await evenings.book.get(evening), host)
        response = RedirectResponse(f"/evening/{evening}", 303)
        http.set_cookie(request, response, http.host_cookie(evening), host, path=f"/evening/{evening}")
        return response

    @app.get("/evening/{evening}/p/{number}/{link}")
    async def join_or_confirm(request: Request, evening: str, number: str, link: str) -> Response:
        """Join an evening by a player's link, or ask for confirmation; after the end an unused link shows the plan."""
        found = await evenings.book.get(evening)
        player = check_link(found, _parse_number(number), link)
        check_unused(player, request.cookies.get(http.PERSON))
        if found.ended and player.key is None:
            return RedirectResponse(f"/evening/{evening}", 303)
        if http.is_opened_by_person(request):
            return await _join_evening(request, evening, number, link)
        return HTMLResponse(pages.welcome_page(request.url.path, player.name, http.get_language(request)))

    @app.post("/evening/{evening}/p/{number}/{link}")
    async def join_by_link(request: Request, evening: str, number: str, link: str) -> Response:
        """Join an evening by a player's link."""
        return await _join_evening(request, evening, number, link)

    async def _join_evening(request: Request, evening: str, number: str, link: str) -> Response:
        http.check_cookies(request)
        # The secret is moved from the address into a cookie.
        key = await evenings.claim(evening, _parse_number(number), link, request.cookies.get(http.PERSON))
        response = RedirectResponse(f"/evening/{evening}/p/{_parse_number(number)}", 303)
        http.set_person_cookie(request, response, key)
        return response

    @app.post("/evening/{evening}/p/{number}")
    async def sit_down(request: Request, evening: str, number: str) -> Response:
        """Sit down at the player's table of this round."""
        key = request.cookies.get(http.PERSON)
        game, chair = await evenings.sit_down(evening, _parse_number(number), key)
        return RedirectResponse(f"/g/{game}/{chair}", 303)

    # Live pages.

    @app.websocket("/evening/{evening}/live")
    async def live_plan(socket: WebSocket, evening: str) -> None:
        """Stream the plan: send it whenever it changes."""
        await _send_live_page(club, evenings, socket, evening, None, pages.plan_part)

    @app.websocket("/evening/{evening}/wall/live")
    async def live_wall(socket: WebSocket, evening: str) -> None:
        """Send the page for a projector (the wall) whenever it changes."""
        await _send_live_page(club, evenings, socket, evening, None, pages.wall_part)

    @app.websocket("/evening/{evening}/p/{number}/live")
    async def live_own(socket: WebSocket, evening: str, number: str) -> None:
        """Send a player's own page whenever it changes."""
        await _send_live_page(club, evenings, socket, evening, number, pages.player_part)


def _read_game_form(texts: Mapping[str, str]) -> NewGameForm:
    """Return the game settings in the form of an evening. Its opponents and colours come from the pairing."""
    game = {key: value for key, value in texts.items() if value and key not in ("opponent", "colour", "program")}
    return NewGameForm.read({**pages.EMPTY.model_dump(exclude_defaults=True), **game})


async def _send_live_page(
    club: Club, evenings: Evenings, socket: WebSocket, name: str, number: str | None, draw: Draw
) -> None:
    """Send the drawn page whenever it changes, until the socket closes; refuse a reader without access."""

    async def drawn() -> str:
        if number is None:
            return draw(await _load_view(evenings, socket, name))
        return draw(await _load_player_view(evenings, socket, name, number))

    try:
        await drawn()
    except YureiError:
        await socket.close(1008)
        return
    await socket.accept()
    with evenings.book.listeners.listening(name) as changed:
        await http.serve_socket(socket, http.send_changes(socket, changed, drawn, PAUSE), http.send_turns(socket, club))


def _read_host_cookie(request: Request, evening: str) -> str | None:
    return request.cookies.get(http.host_cookie(evening))


async def _load_view(evenings: Evenings, connection: HTTPConnection, name: str) -> EveningView:
    """Return an evening with the reader's player number, and the host's secret if the reader is a host."""
    evening, key = await evenings.book.get(name), connection.cookies.get(http.PERSON)
    host = connection.cookies.get(http.host_cookie(evening.id))
    try:
        check_host(evening, host)
    except Forbidden:
        host = None
    number = evening.number_of(digest(key)) if key else None
    unfolded = connection.query_params.get("unfolded", "")
    return EveningView(evening, http.get_language(connection), number, host, get_base_url(connection), unfolded)


async def _load_player_view(evenings: Evenings, connection: HTTPConnection, name: str, number: str) -> EveningView:
    """Return an evening as player ``number`` sees it, without the host's tools; refuse any other reader."""
    evening = await evenings.book.get(name)
    check_player(evening, _parse_number(number), connection.cookies.get(http.PERSON))
    return EveningView(evening, http.get_language(connection), _parse_number(number), None, get_base_url(connection))


def _parse_number(given: str) -> int:
    """Return the number in a text; 0, which no player, round or table has, if the text is invalid."""
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 5 else 0
