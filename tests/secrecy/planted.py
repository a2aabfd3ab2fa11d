"""Leaks planted on purpose: the program is changed for a moment so that it gives something away.

Each is one function of a monkeypatch. They are listed, by the channel through which they leak, in test_forty_leaks.py.
"""

import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse
from starlette.middleware.gzip import GZipMiddleware

from tests.secrecy.test_wire import _changed_for_programs as changed_for_programs
from tests.secrecy.test_wire import _changed_picture as changed_picture
from yurei.apps.jsonlines import Sitting
from yurei.apps.web import app as web
from yurei.apps.web import security, watch
from yurei.apps.web.logbook import LOGGER, Logbook
from yurei.apps.web.notifications import push
from yurei.apps.web.shell.cookies import key_of
from yurei.apps.web.shell.sections import Drawing
from yurei.apps.web.table import live, transcript
from yurei.apps.web.table import page as live_part
from yurei.apps.web.table import routes as table
from yurei.club import presence as notify
from yurei.club.club import Club
from yurei.club.game import actions, audience, programs
from yurei.club.game import game as game_room
from yurei.club.game.actions import Action
from yurei.club.games import Games
from yurei.club.model.limits import TooMuch
from yurei.club.seats import Seats
from yurei.referee.plain import told_values
from yurei.rules import score
from yurei.rules.board import board_text
from yurei.rules.state import Kind

Patch = pytest.MonkeyPatch


def redrawn(patch: Patch, change: Callable[[Any, str], str]) -> None:
    """The live part of every page comes out in another way."""
    draw = live_part.draw

    def drawn(page: Any, *, clocks: bool = False) -> Drawing:
        plain = draw(page, clocks=clocks)
        sections = {name: change(page, html) for name, html in plain.sections.items()}
        return replace(plain, layout=change(page, plain.layout), sections=sections)

    for room in (live_part, live):
        patch.setattr(room, "draw", drawn)


def drawn_also(patch: Patch, more: Callable[[Any], str]) -> None:
    """The live part of every page has something more in it."""
    redrawn(patch, lambda page, drawn: drawn.replace(" data-live=", f' data-more="{more(page)}" data-live=', 1))


def truth(game: Any) -> str:
    """The reference board as text."""
    return board_text(game.third_board(), game.settings.size)


def last_verdict(game: Any) -> Any:
    """The truth about the last try; None before the first."""
    return game.judged[-1].verdict if game.judged else None


def the_whole_board_hidden_by_the_style_sheet(patch: Patch) -> None:
    drawn_also(patch, lambda page: truth(page.game))


def any_key_opens_any_socket(patch: Patch) -> None:
    check = Seats.check
    patch.setattr(
        Seats,
        "check",
        lambda seats, game, chair, key: None if key and chair in game.chairs else check(seats, game, chair, key),
    )


def little_boards_on_the_list(patch: Patch) -> None:
    patch.setattr(watch, "_seen", lambda game: game.third_board())


def the_point_in_a_push_message(patch: Patch) -> None:
    changed, text_of, told = notify.Notifier.game_changed, push.text_of, [""]

    def noting(notifier: Any, game: Any, happened: Any) -> None:
        happened = list(happened)
        told[0] = next((event.what for event in happened if event.kind == "try"), told[0])
        changed(notifier, game, happened)

    patch.setattr(notify.Notifier, "game_changed", noting)
    patch.setattr(push, "text_of", lambda call, language: text_of(call, language) + told[0].encode())


def every_try_in_what_was_said(patch: Patch) -> None:
    heard = transcript.heard

    def all_tries(page: Any, view: Any, **whole: bool) -> Any:
        tried = [each.verdict.attempt.text(page.game.settings.size) for each in page.game.judged]
        return [heard(page, view, **whole), " ".join(tried)]

    patch.setattr(live_part, "heard", all_tries)


def the_board_before_the_last_try(patch: Patch) -> None:
    def before(game: Any, told: Any) -> dict[str, Any]:
        kept = game.judged[-2].verdict.after.cells if len(game.judged) > 1 else b""
        return {"settings": told.settings | {"before": kept.hex()}}

    changed_for_programs(patch, before)


def a_sound_for_every_capture(patch: Patch) -> None:
    def sounding(page: Any, drawn: str) -> str:
        verdict = last_verdict(page.game)
        went = verdict is not None and verdict.captured
        return drawn.replace('data-outcome="moved"', 'data-outcome="captured"') if went else drawn

    redrawn(patch, sounding)


def points_that_may_be_tried_are_marked(patch: Patch) -> None:
    def mark(page: Any, picture: Any) -> Any:
        free = [point for point, cell in enumerate(page.game.third_board()) if not cell]
        return replace(picture, owners=dict.fromkeys(free, 1))

    changed_picture(patch, mark)


def another_status_for_a_suicide(patch: Patch) -> None:
    answer = table.answer

    async def answered(club: Club, request: Request, game: str, chair: str) -> Response:
        async with club.games.game(game) as held:
            if last_verdict(held).reason == "suicide":
                return PlainTextResponse("Move is suicidal!", 409)
        return await answer(club, request, game, chair)

    patch.setattr(table, "answer", answered)


def a_verb_that_judges_without_trying(patch: Patch) -> None:
    made = Sitting.__init__

    def init(sitting: Sitting, name: str) -> None:
        made(sitting, name)
        sitting._operations["is_legal"] = (("point",), lambda line: {"legal": True})

    patch.setattr(Sitting, "__init__", init)


def a_suicide_takes_longer(patch: Patch) -> None:
    perform = actions.perform

    def slow(game: Any, chair: str, action: Action) -> Any:
        happened = perform(game, chair, action)
        if last_verdict(game) is not None and last_verdict(game).reason == "suicide":
            until = time.thread_time() + 0.015
            while time.thread_time() < until:
                pass
        return happened

    patch.setattr(actions, "perform", slow)


def a_position_number(patch: Patch) -> None:
    drawn_also(patch, lambda page: f"{zlib.crc32(page.game.third_board()):08x}")


def one_drawing_for_everybody(patch: Patch) -> None:
    draw = live_part.fragment

    def drawn(page: Any) -> str:
        kept: dict[int, str] = page.game.__dict__.setdefault("drawn", {})
        return kept.setdefault(len(page.game.events), draw(page))

    for room in (table, live_part):
        patch.setattr(room, "fragment", drawn)


def answers_are_squeezed(patch: Patch) -> None:
    patch.setattr(web, "Logbook", lambda app, **more: Logbook(GZipMiddleware(app, minimum_size=100), **more))


def the_score_as_it_would_be(patch: Patch) -> None:
    drawn_also(patch, lambda page: str(score(page.game.table._state)))


def the_board_opens_at_the_first_pass(patch: Patch) -> None:
    def opened(page: Any) -> str:
        verdict = last_verdict(page.game)
        return truth(page.game) if verdict is not None and verdict.attempt.kind is Kind.PASS else ""

    drawn_also(patch, opened)


def moves_are_taken_back_under_every_referee(patch: Patch) -> None:
    # Whoever may ask is shown what he would take back, and the other one with him.
    def asked(page: Any) -> str:
        game = page.game
        moves = [each.verdict.attempt for each in game.judged if each.verdict.accepted]
        return f"take {moves[-1].text(game.settings.size)} back" if moves else ""

    drawn_also(patch, asked)


def who_sees_everything_may_talk(patch: Patch) -> None:
    patch.setattr(audience.Chat, "written_by", lambda _chat, _chair, *, over: True)
    patch.setattr(audience.Chat, "read_by", lambda _chat, _chair, *, over: True)


def where_somebody_points(patch: Patch) -> None:
    aim_of = table.aim_of

    def aimed(game: Any, request: Any) -> Any:
        aim = aim_of(game, request)
        if aim is not None:
            game.pointed_at = aim.at
        return aim

    patch.setattr(table, "aim_of", aimed)
    drawn_also(patch, lambda page: getattr(page.game, "pointed_at", ""))


def a_clock_that_charges_by_the_reason(patch: Patch) -> None:
    def spent(page: Any) -> str:
        reasons = [each.verdict.reason for each in page.game.judged if each.verdict.reason]
        return str(sum(len(reason) for reason in reasons))

    drawn_also(patch, spent)


def how_many_stones_on_the_list(patch: Patch) -> None:
    newest = watch._newest
    patch.setattr(
        watch, "_newest", lambda game, language: f"{newest(game, language)} {sum(map(bool, game.third_board()))}"
    )


def the_point_in_the_log(patch: Patch) -> None:
    perform = actions.perform

    def logged(game: Any, chair: str, action: Action) -> Any:
        LOGGER.info("tried", extra={"fields": {"at": action.at}})
        return perform(game, chair, action)

    patch.setattr(actions, "perform", logged)


def programs_are_handed_the_true_board(patch: Patch) -> None:
    question = programs.question
    patch.setattr(
        programs,
        "question",
        lambda game, moment: replace(question(game, moment), board=game.third_board()),
    )


def one_source_of_chance_for_all(patch: Patch) -> None:
    keep = Games._store_events

    async def drawing(games: Games, game: Any, first: int, happened: Any, *taken: Any) -> None:
        for event in happened:
            if event.kind == "pencil":
                games._people._secrets()
        await keep(games, game, first, happened, *taken)

    patch.setattr(Games, "_store_events", drawing)


def views_made_when_they_are_looked_at(patch: Patch) -> None:
    # From the truth of that moment, and not from what was told: what was captured is missing.
    view = game_room.Game.view

    def late(game: Any, seat: str) -> Any:
        seen = view(game, seat)
        mine = (seen.seat.colour, (seen.seat.colour or 0) + 2)
        return replace(seen, board=bytes(cell if cell in mine else 0 for cell in game.third_board()))

    patch.setattr(game_room.Game, "view", late)


def who_comes_back_hears_the_other_seat(patch: Patch) -> None:
    def others(game: Any, told: Any) -> dict[str, Any]:
        view = game.view({"white": "black", "black": "white"}.get(told.seat, told.seat))
        heard = [
            each.model_copy(update={"tried": told_values(other, game.settings.size)["try"]})
            for each, other in zip(told.heard, view.heard[-len(told.heard) :], strict=False)
        ]
        return {"heard": heard}

    changed_for_programs(patch, others)


def the_key_in_the_address(patch: Patch) -> None:
    async def answered(club: Club, request: Request, game: str, chair: str) -> Response:
        return RedirectResponse(f"/g/{game}/{chair}?key={key_of(request, game, chair)}", 303)

    patch.setattr(table, "answer", answered)


def pages_may_be_kept_by_the_browser(patch: Patch) -> None:
    patch.setattr(security, "ASKED_AGAIN", _Everything())


class _Everything(tuple[str, ...]):
    """Has every address in it."""

    def __contains__(self, _: object) -> bool:
        return True


def one_limit_for_the_whole_table(patch: Patch) -> None:
    perform = actions.perform

    def limited(game: Any, chair: str, action: Action) -> Any:
        if sum(event.kind in ("pencil", "try") for event in game.events) >= 4:
            raise TooMuch("not so fast")
        return perform(game, chair, action)

    patch.setattr(actions, "perform", limited)


def errors_with_all_that_is_known(patch: Patch) -> None:
    patch.setattr(web, "FastAPI", lambda **given: FastAPI(debug=True, **given))


def sockets_for_every_site(patch: Patch) -> None:
    # Two guards stand there, one behind the other.
    patch.setattr(security, "comes_from", lambda _origin, _headers, *, secure: True)
    patch.setattr(live, "leads_to", lambda _address, _headers: True)


def a_crash_that_knows_the_board(patch: Patch) -> None:
    """No leak by itself: something goes wrong, and the error has the truth in it."""
    perform = actions.perform

    def crashing(game: Any, chair: str, action: Action) -> Any:
        if action.kind == "offer":
            raise RuntimeError(truth(game))
        return perform(game, chair, action)

    patch.setattr(actions, "perform", crashing)
