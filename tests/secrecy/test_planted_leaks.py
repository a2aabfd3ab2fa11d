"""Test the test: leaks planted one at a time, one for each channel by which other servers have leaked; each is detected.

A leak is a function of a monkeypatch. Somebody who is owed the same in two games can tell them apart (``scenes``), or a check
that this channel has of its own fails. Without the leaks nobody can, and every check passes.
"""

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.middleware.gzip import GZipMiddleware

from tests.day_and_night import first_by_day
from tests.secrecy import scenes, test_keys, test_leaks, test_register
from tests.secrecy.entitled import AUDIENCE
from tests.secrecy.scenes import Scene
from tests.secrecy.timing import BOUND, REFUSED, SET_UP, largest_t, measured
from tests.secrecy.whole import LOG, NAMELESS, NOSY, away, bot, elsewhere, program
from tests.web.wire import Made, Visitor, WebApp, make
from yurei.apps.jsonlines import SeatSession
from yurei.apps.web import app as web
from yurei.apps.web import replay, watch
from yurei.apps.web.api import models, routes
from yurei.apps.web.frame import security
from yurei.apps.web.frame.html import Drawing
from yurei.apps.web.frame.http import PERSON, get_chair_key
from yurei.apps.web.frame.logbook import LOGGER, RequestLogMiddleware
from yurei.apps.web.notifications import push
from yurei.apps.web.parts import game_parts
from yurei.apps.web.table import page as live_part
from yurei.apps.web.table import routes as table
from yurei.apps.web.table import sections
from yurei.club import games as all_games
from yurei.club import presence as notify
from yurei.club.archive import EVENTS, events_of
from yurei.club.club import Club
from yurei.club.game import actions, audience, programs
from yurei.club.game import record as game_record
from yurei.club.game.actions import Action
from yurei.club.game.game import Game
from yurei.club.game.question import Question
from yurei.club.games import Games
from yurei.club.model.limits import LimitExceeded
from yurei.club.programs.reviews import Reviews
from yurei.club.programs.worker import MessageWriter
from yurei.club.seats import Seats
from yurei.errors import OutOfTurn
from yurei.records import Record as Kept
from yurei.referee.plain import told_values
from yurei.referee.table import Table
from yurei.rules.board import board_text

Patch = pytest.MonkeyPatch


def redrawn(patch: Patch, change: Callable[[Any, str], str]) -> None:
    """The live part of every page comes out in another way."""
    draw = live_part.draw_live_part

    def drawn(page: Any, *, clocks: bool = False) -> Drawing:
        plain = draw(page, clocks=clocks)
        sections = {name: change(page, html) for name, html in plain.sections.items()}
        return replace(plain, layout=change(page, plain.layout), sections=sections)

    for module in (live_part, table):
        patch.setattr(module, "draw_live_part", drawn)


def drawn_also(patch: Patch, more: Callable[[Any], str]) -> None:
    """The live part of every page has something more in it."""
    redrawn(patch, lambda page, drawn: drawn.replace(" data-live=", f' data-more="{more(page)}" data-live=', 1))


def performed(patch: Patch, change: Callable[..., Any]) -> None:
    """Every action is performed in another way; ``change`` gets the true one first."""
    patch.setattr(actions, "perform", partial(change, actions.perform))


def truth(game: Any) -> str:
    return board_text(game.third_board(), game.settings.size)


def last_verdict(game: Any) -> Any:
    """The truth about the last try; None before the first."""
    return game.judged[-1].verdict if game.judged else None


def count_every_event(patch: Patch) -> None:
    patch.setattr(Game, "number_known", lambda game, chair: len(game.events))


def send_a_frame_for_every_event(patch: Patch) -> None:
    async def send(club: Any, reader: Any, socket: Any, game: str, bell: Any) -> None:
        while True:
            bell.clear()
            async with club.games.game(game) as held:
                drawn = live_part.live_part_html(game_parts.page_for(held, reader.chair, socket))
            await socket.send_text(drawn)
            await bell.wait()

    patch.setattr(table, "_send_frames", send)
    patch.setattr(all_games, "knowledge_test", lambda *_: lambda _chair: True)


def show_the_audience_the_third_board(patch: Patch) -> None:
    patch.setattr(live_part, "draw_for_audience", live_part.draw_referee_page)


def pictured(patch: Patch, change: Callable[[Any], dict[str, Any]]) -> None:
    """Some parts of the picture of the board are other than they should be."""
    picture = live_part.make_picture
    patch.setattr(
        live_part,
        "make_picture",
        lambda page, view, seat, **options: replace(picture(page, view, seat, **options), **change(page.game)),
    )


def draw_everybodys_pencil_marks(patch: Patch) -> None:
    pictured(patch, lambda game: {"pencil": game.pencil["black"] | game.pencil["white"]})


def draw_the_reference_board_as_area(patch: Patch) -> None:
    pictured(patch, lambda game: {"owners": dict(enumerate(game.third_board()))})


def count_the_stones_in_the_title(patch: Patch) -> None:
    draw = live_part.game_page

    def titled(page: Any) -> str:
        return re.sub("(<title[^>]*>)", rf"\1({page.game.third_board().count(1)}) ", draw(page), count=1)

    patch.setattr(table, "game_page", titled)


def refuse_out_of_turn_by_what_stands_there(patch: Patch) -> None:
    def told(perform: Any, game: Any, chair: str, action: Action) -> Any:
        if action.kind == "stone" and game.to_move != chair:
            stands = game.third_board()[game.settings.size.point(action.at)]
            raise OutOfTurn("wait, and there is a stone" if stands else "wait")
        return perform(game, chair, action)

    performed(patch, told)


def tag_the_page_with_the_true_board(patch: Patch) -> None:
    page_for = game_parts.page_for
    seen: list[str] = []

    def looked(game: Any, chair: str, asked: Any) -> Any:
        seen[:] = [game.third_board().hex()]
        return page_for(game, chair, asked)

    class Tagged(HTMLResponse):
        def __init__(self, content: str, status: int = 200) -> None:
            super().__init__(content, status, {"ETag": seen[0] if seen else ""})

    patch.setattr(game_parts, "page_for", looked)
    patch.setattr(table, "HTMLResponse", Tagged)


def say_why(patch: Patch) -> None:
    sentence = sections.get_announcement
    patch.setattr(
        sections,
        "get_announcement",
        lambda page, told: f"{sentence(page, told)} {last_verdict(page.game).reason or ''}",
    )


def give_out_the_record_before_the_end(patch: Patch) -> None:
    def record(game: Any) -> Any:
        kept = tuple(game_record._list_entries(game))
        return Kept(game.settings, None, 1, 1, game.stored.made, kept)

    for route in (replay, routes):
        patch.setattr(route, "record_of", record)
    patch.setattr(Table, "reveal", lambda table: None)


def replay_before_the_end(patch: Patch) -> None:
    # Three things are refused before the end: what happened when, the boards themselves, and the review.
    events = events_of
    nothing: dict[str, list[int]] = {kind: [] for kind in EVENTS}
    patch.setattr(replay, "events_of", lambda game: events(game) if game.over else nothing)
    patch.setattr(Game, "reference", property(lambda game: game.third_board()))

    async def unmade(reviews: Reviews, game: Game) -> None:
        """Nobody has asked for a review."""

    patch.setattr(Reviews, "state_of", unmade)


def changed_for_programs(patch: Patch, change: Callable[[Any, Any], dict[str, Any]]) -> None:
    get_knowledge = models.get_knowledge

    def changed(game: Any, *more: Any) -> Any:
        told = get_knowledge(game, *more).make_model()
        return SimpleNamespace(is_long=False, make_model=lambda: told.model_copy(update=change(game, told)))

    patch.setattr(routes, "get_knowledge", changed)


def show_programs_the_third_board(patch: Patch) -> None:
    changed_for_programs(patch, lambda game, told: {"board": truth(game)})


def tell_programs_why(patch: Patch) -> None:
    def told(game: Any, seen: Any) -> dict[str, Any]:
        reason = last_verdict(game).reason if game.judged else None
        return {"heard": [heard.model_copy(update={"reason": reason}) for heard in seen.heard]}

    changed_for_programs(patch, told)


def answer_waiting_programs_for_every_event(patch: Patch) -> None:
    async def rung(club: Club, game: str, chair: str, token: str, since: int, wait: float) -> None:
        with club.games.listeners.listening(game, chair) as bell:
            await bell.wait()

    patch.setattr(all_games, "knowledge_test", lambda *_: lambda _: True)
    patch.setattr(routes, "_wait_for_news", rung)


def number_hidden_events(patch: Patch) -> None:
    patch.setattr(Game, "may_know", lambda *_: True)


def send_bots_the_view_of_black(patch: Patch) -> None:
    patch.setattr(routes, "seat_for_programs", lambda *_: BLACK)


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
    patch.setattr(watch, "_find_audience_board", lambda game: game.third_board())


def the_point_in_a_push_message(patch: Patch) -> None:
    changed, text_of, told = notify.Notifier.game_changed, push.notification_json, [""]

    def noting(notifier: Any, game: Any, happened: Any) -> None:
        happened = list(happened)
        told[0] = next((event.what for event in happened if event.kind == "try"), told[0])
        changed(notifier, game, happened)

    patch.setattr(notify.Notifier, "game_changed", noting)
    patch.setattr(push, "notification_json", lambda call, language: text_of(call, language) + told[0].encode())


def another_status_for_a_suicide(patch: Patch) -> None:
    answer = table.answer_action

    async def answered(club: Club, request: Request, game: str, chair: str) -> Response:
        async with club.games.game(game) as held:
            if last_verdict(held).reason == "suicide":
                return PlainTextResponse("Move is suicidal!", 409)
        return await answer(club, request, game, chair)

    patch.setattr(table, "answer_action", answered)


def a_verb_that_judges_without_trying(patch: Patch) -> None:
    made = SeatSession.__init__

    def init(sitting: SeatSession, name: str) -> None:
        made(sitting, name)
        sitting._operations["is_legal"] = (("point",), lambda line: {"legal": True})

    patch.setattr(SeatSession, "__init__", init)


def a_suicide_takes_longer(patch: Patch) -> None:
    def slow(perform: Any, game: Any, chair: str, action: Action) -> Any:
        happened = perform(game, chair, action)
        if last_verdict(game) is not None and last_verdict(game).reason == "suicide":
            until = time.thread_time() + 0.015
            while time.thread_time() < until:
                pass
        return happened

    performed(patch, slow)


def one_drawing_for_everybody(patch: Patch) -> None:
    draw = live_part.live_part_html

    def drawn(page: Any) -> str:
        kept: dict[int, str] = page.game.__dict__.setdefault("drawn", {})
        return kept.setdefault(len(page.game.events), draw(page))

    for module in (table, live_part):
        patch.setattr(module, "live_part_html", drawn)


def answers_are_squeezed(patch: Patch) -> None:
    patch.setattr(
        web,
        "RequestLogMiddleware",
        lambda app, **more: RequestLogMiddleware(GZipMiddleware(app, minimum_size=100), **more),
    )


def who_sees_everything_may_talk(patch: Patch) -> None:
    patch.setattr(audience.Chat, "may_write", lambda _chat, _chair, *, over: True)
    patch.setattr(audience.Chat, "may_read", lambda _chat, _chair, *, over: True)


def where_somebody_points(patch: Patch) -> None:
    read = table.read_unconfirmed_try

    def aimed(game: Any, request: Any) -> Any:
        aim = read(game, request)
        if aim is not None:
            game.pointed_at = aim.at
        return aim

    patch.setattr(table, "read_unconfirmed_try", aimed)
    drawn_also(patch, lambda page: getattr(page.game, "pointed_at", ""))


def the_point_in_the_log(patch: Patch) -> None:
    def logged(perform: Any, game: Any, chair: str, action: Action) -> Any:
        LOGGER.info("tried", extra={"fields": {"at": action.at}})
        return perform(game, chair, action)

    performed(patch, logged)


def programs_are_handed_the_true_board(patch: Patch) -> None:
    question = programs.question_for
    patch.setattr(
        programs, "question_for", lambda game, moment: replace(question(game, moment), board=game.third_board())
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
    view = Game.view

    def late(game: Any, seat: str) -> Any:
        seen = view(game, seat)
        mine = (seen.seat.colour, (seen.seat.colour or 0) + 2)
        return replace(seen, board=bytes(cell if cell in mine else 0 for cell in game.third_board()))

    patch.setattr(Game, "view", late)


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
        return RedirectResponse(f"/g/{game}/{chair}?key={get_chair_key(request, game, chair)}", 303)

    patch.setattr(table, "answer_action", answered)


def pages_may_be_kept_by_the_browser(patch: Patch) -> None:
    patch.setattr(security, "ASKED_AGAIN", _Everything())


class _Everything(tuple[str, ...]):
    """Has every address in it."""

    def __contains__(self, _: object) -> bool:
        return True


def one_limit_for_the_whole_table(patch: Patch) -> None:
    def limited(perform: Any, game: Any, chair: str, action: Action) -> Any:
        if sum(event.kind in ("pencil", "try") for event in game.events) >= 4:
            raise LimitExceeded("not so fast")
        return perform(game, chair, action)

    performed(patch, limited)


def errors_with_all_that_is_known(patch: Patch) -> None:
    patch.setattr(web, "FastAPI", lambda **given: FastAPI(debug=True, **given))


def sockets_for_every_site(patch: Patch) -> None:
    # Two guards stand there, one behind the other.
    patch.setattr(security, "is_same_origin", lambda _origin, _headers, *, secure: True)
    patch.setattr(table, "has_requested_host", lambda _address, _headers: True)


def a_crash_that_knows_the_board(patch: Patch) -> None:
    """No leak by itself: something goes wrong, and the error has the truth in it."""

    def crashing(perform: Any, game: Any, chair: str, action: Action) -> Any:
        if action.kind == "offer":
            raise RuntimeError(truth(game))
        return perform(game, chair, action)

    performed(patch, crashing)


Check = Callable[[], bool]
"""Whether something was noticed."""


# The checks that some channels have of their own.
def fails(test: Callable[..., None], *given: Any) -> bool:
    try:
        test(*given)
    except AssertionError:
        return True
    return False


@contextmanager
def new_game() -> Iterator[Made]:
    with WebApp() as webapp:
        yield make(webapp, width="5")


def a_socket_opens_for_another_seat() -> bool:
    with new_game() as made:
        return fails(test_keys.test_the_socket_of_a_chair_opens_for_its_owner_only, made, "white")


def a_verb_is_not_registered() -> bool:
    return fails(test_register.test_every_verb_of_the_line_protocol_is_listed, SeatSession)


def refusals_take_different_times() -> bool:
    with new_game() as made:
        for number, point in enumerate(SET_UP.split()):
            made.act("black" if number % 2 == 0 else "white", "stone", point)

        def ask(kind: str) -> float:
            began = time.process_time()  # of the processor: what else the machine does is not counted
            made.act("black", "stone", REFUSED[kind])
            return time.process_time() - began

        return largest_t(measured(ask, ("suicide", "opponent's stone"), 14, random.Random(1)))[0] > BOUND


def an_answer_is_squeezed() -> bool:
    with new_game() as made:
        answer = made.seats["white"].get(made.at("white"), ("accept-encoding", "gzip, deflate, br, zstd"))
        return bool(answer.all("content-encoding"))


def programs_hear_something_else() -> bool:
    one, other = _asked_of_a_program("C3"), _asked_of_a_program("D4")
    assert one
    return one != other


def _asked_of_a_program(point: str) -> list[str]:
    asked: list[str] = []
    letter = MessageWriter.write_message

    def kept(letters: MessageWriter, question: Question) -> dict[str, object]:
        asked.append(f"{letter(letters, question)} {question.board.hex()}")
        return letter(letters, question)

    with pytest.MonkeyPatch.context() as patch, WebApp() as webapp:
        patch.setattr(MessageWriter, "write_message", kept)
        made = make(webapp, width="5", opponent="yurei", colour="black", program="uniform")
        made.act("black", "stone", point)
    return asked[:1]  # before it has done anything by chance


def a_key_stands_in_an_address() -> bool:
    with new_game() as made:
        white, key = made.seats["black"], made.seats["black"].cookies[PERSON]
        answers = [white.post(made.at("black"), {"do": "stone", "at": "C3"}), white.get(made.at("black"))]
        return any(key in f"{name!r} {value!r}" for each in answers for name, value in each.headers)


def a_page_may_be_kept() -> bool:
    with new_game() as made:
        paths = ("", "/heard", "/record", "/replay")
        answers = [made.seats["white"].get(made.at("white") + path) for path in paths]
        return any(answer.all("cache-control") != ["no-store"] for answer in answers)


def a_crash_says_what_it_knew() -> bool:
    said = []
    for point in ("C3", "D4"):
        with pytest.MonkeyPatch.context() as patch, new_game() as made:
            a_crash_that_knows_the_board(patch)
            made.act("black", "stone", point)
            answer = made.act("white", "offer")
            assert answer.status == 500
            said.append(answer)
    return said[0] != said[1]


def another_site_listens() -> bool:
    with new_game() as made:
        visitor, evil = Visitor(made.webapp, made.seats["white"].cookies), ("origin", "https://evil.example")
        socket = visitor.listen(f"{made.at('white')}/live", evil)
        form = visitor.post(made.at("white"), {"do": "pass"}, evil)
        return socket.accepted or form.status != 403


WHITE, AGAIN, AWAY, BLACK = "white", elsewhere("white"), away("white"), "black"
RECORD, REPLAY = (tuple(at for at, each in enumerate(NOSY) if each[1] == path) for path in ("/record", "/replay?at=1"))


@dataclass(frozen=True)
class Row:
    """One leak, and what notices it: a scene and who looks on, or a check of its own."""

    channel: str  # by which other servers have leaked
    plant: Callable[[Patch], None]
    by: tuple[Scene, str] | Check
    nosy: tuple[int, ...] = ()

    def is_noticed(self) -> bool:
        if callable(self.by):
            return self.by()
        looked_at, who = self.by
        return looked_at.told_apart([who], self.nosy) == [who]


PLANTED = [
    Row("full state in an answer of the API", show_programs_the_third_board, (scenes.ELSEWHERE, WHITE)),
    Row("full state, hidden by the browser", the_whole_board_hidden_by_the_style_sheet, (scenes.ELSEWHERE, WHITE)),
    Row("an audience that sees more", show_the_audience_the_third_board, (scenes.ELSEWHERE, AUDIENCE.name)),
    Row("the marks of the other seat", draw_everybodys_pencil_marks, (scenes.PENCILLED, WHITE)),
    Row("the other seat's channel", any_key_opens_any_socket, a_socket_opens_for_another_seat),
    Row("little boards in lists", little_boards_on_the_list, (scenes.ELSEWHERE, NAMELESS)),
    Row("push, mail, title", the_point_in_a_push_message, (scenes.ELSEWHERE, AWAY)),
    Row("derived numbers", count_the_stones_in_the_title, (scenes.UNSEEN_CAPTURE, WHITE)),
    Row("hints of what may be tried", draw_the_reference_board_as_area, (scenes.ELSEWHERE, WHITE)),
    Row("status and text of a refusal", another_status_for_a_suicide, (scenes.OWN_REFUSAL, BLACK)),
    Row("a refusal out of turn", refuse_out_of_turn_by_what_stands_there, (scenes.OUT_OF_TURN, WHITE)),
    Row("questions without a try", a_verb_that_judges_without_trying, a_verb_is_not_registered),
    Row("the time that an answer takes", a_suicide_takes_longer, refusals_take_different_times),
    Row("number of frames", send_a_frame_for_every_event, (scenes.PENCILLED, AGAIN)),
    Row("answers to who waits", answer_waiting_programs_for_every_event, (scenes.MARKED_ONCE, program(WHITE))),
    Row("numbers of a bot's events", number_hidden_events, (scenes.PENCILLED, bot(WHITE))),
    Row("the other seat's events", send_bots_the_view_of_black, (scenes.ELSEWHERE, bot(WHITE))),
    Row("numbers that count what is hidden", count_every_event, (scenes.PENCILLED, AUDIENCE.name)),
    Row("ETag", tag_the_page_with_the_true_board, (scenes.ELSEWHERE, WHITE)),
    Row("one cache for all", one_drawing_for_everybody, (scenes.ELSEWHERE, AGAIN)),
    Row("compression", answers_are_squeezed, an_answer_is_squeezed),
    Row("the answer to a ko", say_why, (scenes.OTHER_REASON, WHITE)),
    Row("the reason, to a program", tell_programs_why, (scenes.OTHER_REASON, program(WHITE))),
    Row("the record before the end", give_out_the_record_before_the_end, (scenes.ELSEWHERE, AGAIN), RECORD),
    Row("the replay before the end", replay_before_the_end, (scenes.ELSEWHERE, AGAIN), REPLAY),
    Row("who sees all, and talks", who_sees_everything_may_talk, (scenes.WHISPERED, WHITE)),
    Row("where somebody points", where_somebody_points, (scenes.AIMED, WHITE)),
    Row("the log", the_point_in_the_log, (scenes.ELSEWHERE, LOG)),
    Row("a program that is handed the state", programs_are_handed_the_true_board, programs_hear_something_else),
    Row("one source of chance", one_source_of_chance_for_all, (scenes.PENCILLED, LOG)),
    Row("views made too late", views_made_when_they_are_looked_at, (scenes.UNDER_HAMBURG, BLACK)),
    Row("who comes back", who_comes_back_hears_the_other_seat, (scenes.ELSEWHERE, WHITE)),
    Row("a key in an address", the_key_in_the_address, a_key_stands_in_an_address),
    Row("what a browser keeps", pages_may_be_kept_by_the_browser, a_page_may_be_kept),
    Row("one limit for both players", one_limit_for_the_whole_table, (scenes.PENCILLED, WHITE)),
    Row("errors for developers", errors_with_all_that_is_known, a_crash_says_what_it_knew),
    Row("other sites", sockets_for_every_site, another_site_listens),
    Row("a sight that reaches too far", test_leaks.a_sight_that_reaches(1), (scenes.BEYOND_SIGHT, BLACK)),
    Row("the opponent's sight", test_leaks.a_sight_through_the_opponents_eyes, (scenes.BEYOND_SIGHT, BLACK)),
    Row("the sight of a stone that is gone", test_leaks.a_sight_that_outlives_its_stones, (scenes.SIGHT_LOST, BLACK)),
]  # fmt: skip
"""By channel. Where yurei has no such channel, the nearest one that it has."""


@pytest.mark.parametrize("row", PLANTED, ids=[row.channel for row in PLANTED])
def test_a_planted_leak_is_detected(row: Row) -> None:
    with pytest.MonkeyPatch.context() as patch:
        row.plant(patch)
        assert row.is_noticed()


@pytest.mark.parametrize("name", first_by_day(scenes.SCENES, 3))
def test_the_games_of_a_scene_are_alike_without_a_leak(name: str) -> None:
    looked_at = scenes.SCENES[name]
    assert looked_at.told_apart(looked_at.all, range(len(NOSY))) == []


CHECKS = [row.by for row in PLANTED if callable(row.by)]


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__.replace("_", " ") for check in CHECKS])
def test_every_check_passes_without_a_leak(check: Check) -> None:
    assert not check()
