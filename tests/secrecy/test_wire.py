"""Twin games on the wire: two games in which somebody is owed the same send him the same bytes.

What is owed comes from the rules (``entitled``), what is sent from the web door itself: pages, fragments, frames and
their number, statuses, headers, answers to whatever he may ask that he should not.
"""

import json
import random
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.responses import HTMLResponse

from tests.day_and_night import by_day_and_night, first_by_day
from tests.oracle.board import parse_board as oracle_board
from tests.oracle.board import point_name
from tests.oracle.play import Game, Try, all_tries
from tests.secrecy import entitled
from tests.secrecy.entitled import AUDIENCE, SEATINGS, Observer, Record, Referee
from tests.secrecy.test_leaks import (
    a_sight_that_outlives_its_stones,
    a_sight_that_reaches,
    a_sight_through_the_opponents_eyes,
)
from tests.secrecy.twins import Leak, Twins, oracle_game, written
from tests.web.wire import Answer, Made, Socket, Visitor, WebApp, make
from yurei.apps.web import replay
from yurei.apps.web.api import models as api_models
from yurei.apps.web.api import routes as api_routes
from yurei.apps.web.frame.http import PERSON, game_cookie
from yurei.apps.web.frame.security import JSON
from yurei.apps.web.parts import game_parts
from yurei.apps.web.table import page as fragment
from yurei.apps.web.table import routes
from yurei.apps.web.table import routes as table
from yurei.apps.web.table import sections as voice
from yurei.club import games as all_games
from yurei.club.archive import EVENTS, events_of
from yurei.club.game import actions
from yurei.club.game import game as web_game
from yurei.club.game import record as game_record
from yurei.club.game.actions import Action
from yurei.club.programs.reviews import Reviews
from yurei.errors import OutOfTurn
from yurei.records import Record as Kept
from yurei.referee.table import Table
from yurei.rules.board import board_text

REFEREES = ("common", "hamburg", "kriegspiel", "olympiad", "counted", "open", "fog")
STRANGER = Observer("stranger", None, "none")
LISTENERS = (*SEATINGS["duel"], AUDIENCE)
NOSY: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("POST", "", {"do": "dead", "at": "A1"}),
    ("POST", "", {"do": "settle"}),
    ("POST", "", {"do": "accept"}),
    ("POST", "", {"do": "stone", "at": "Z1"}),
    ("POST", "/lift", {"seat": "black"}),
    ("POST", "", {"do": "dead-proposed"}),
    ("POST", "", {"do": "dispute"}),
    ("POST", "", {"do": "give-in"}),
    ("GET", "/replay?at=1", {}),
    ("GET", "/record", {}),
    ("GET", "/sgf", {}),
    ("GET", "/sgf?of=viewers", {}),
    ("GET", "/sgf?of=black", {}),
    ("GET", "/knew?of=white", {}),
    ("GET", "/transcript", {}),
    ("GET", "/transcript?of=black", {}),
    ("GET", "/playout", {}),
    ("GET", "/projector", {}),
    ("GET", "/heard", {}),
    ("GET", "?do=stone&aim=A1", {}),
)
"""What somebody may ask for who wants to know more, and which changes nothing before the end."""


@dataclass
class Ear:
    """One observer at a game: what comes to him by itself, and what he can get by asking."""

    made: Made
    observer: Observer
    nosy: bool

    def __post_init__(self) -> None:
        name = self.observer.name
        self.visitor = self.made.seats.get(name) or Visitor(self.made.webapp)
        self.address = self.made.at(name if name in self.made.seats else "white")
        self.socket: Socket = self.visitor.listen(f"{self.address}/live")
        self._read = len(self.socket.raw)

    def came(self) -> tuple[str, ...]:
        """The frames that came since it was asked last."""
        frames = tuple(self.socket.raw[self._read :])
        self._read = len(self.socket.raw)
        return frames

    def can_get(self, *, over: bool, own_turn: bool) -> Hashable:
        """Every answer to what he can ask now, without changing anything."""
        answers = [self.visitor.get(self.address)]
        if self.observer is STRANGER:
            answers += [self._asks(*question) for question in NOSY]
        elif over:
            answers += [self.visitor.get(f"{self.address}/replay?at={at}") for at in range(5)]
            answers += [self.visitor.get(f"{self.address}/record"), *self._as_a_program()]
        elif self.nosy:
            answers += self._as_a_program()
            answers += [self.visitor.fragment(self.address)]
            answers += [self._asks(*question) for question in NOSY]
            answers += [self._through_the_window(question) for question in NOSY if question[0] == "GET"]
            if not own_turn:
                answers += [self._asks("POST", "", {"do": "stone", "at": f"{column}1"}) for column in "AB"]
        return tuple(answers)

    def _through_the_window(self, question: tuple[str, str, dict[str, str]]) -> Answer:
        return self.visitor.get(self.made.at("window") + question[1])

    def _as_a_program(self) -> list[Answer]:
        """The same by the way in for programs, with the token that his cookie would be."""
        name = game_cookie(self.made.name, AUDIENCE.name) if self.observer is AUDIENCE else PERSON
        headers = [("authorization", f"Bearer {self.visitor.cookies[name]}")]
        program, chair = Visitor(self.made.webapp), f"/api/games/{self.made.name}/{self.observer.name}"
        asked: list[tuple[str, str, Any]] = [
            ("GET", chair, None),
            ("GET", f"{chair}?since=2", None),
            ("GET", f"{chair}/record", None),
        ]
        if self.observer is AUDIENCE:
            asked += [("POST", chair, {"do": "pass"})]
        return [
            program.ask(method, path, headers, None if said is None else json.dumps(said).encode(), kind=JSON)
            for method, path, said in asked
        ]

    def _asks(self, method: str, path: str, form: dict[str, str]) -> Answer:
        address = self.address + path
        return self.visitor.get(address) if method == "GET" else self.visitor.send(address, form)


@dataclass(frozen=True)
class Private:
    """Something that a player does for himself: nobody else is owed anything for it."""

    seat: str
    do: str
    at: str


@dataclass
class World:
    """One game so far: what happened, and numbers for the histories of each observer."""

    game: Game
    record: Record
    path: str
    happened: list[Any]
    owed: dict[str, int]
    got: dict[str, int]
    pencilled: tuple[str, ...] = ()


class Walk:
    """Every sequence of tries, and of private acts among them, to a depth; on one small board, under one referee."""

    def __init__(
        self,
        ruleset: str,
        referee: str,
        width: int,
        height: int = 1,
        sight: int | None = None,
        private: bool = False,
        nosy: bool = False,
    ) -> None:
        self.referee, self.private, self.nosy = Referee(referee, option=sight), private, nosy
        self.wish = {"ruleset": ruleset, "referee": referee, "width": f"{width}", "height": f"{height}"}
        self.wish |= {} if sight is None else {"sight": f"{sight}"}
        settings = {"ruleset": ruleset, "width": width, "height": height}
        self.start = oracle_game(settings, "/".join(["." * width] * height))
        self.observers = (*LISTENERS[1:], STRANGER) if not private else (LISTENERS[1], AUDIENCE, STRANGER)
        self.twins = {observer: Twins(f"{observer.name} under {referee}") for observer in self.observers}
        self.games = 0

    def to(self, depth: int) -> int:
        """Walk, and give the number of games."""
        with WebApp() as webapp:
            self.made = make(webapp, **self.wish)
            zero = {observer.name: 0 for observer in self.observers}
            self._on(World(self.start, (), "", webapp.happened(self.made.name), zero, dict(zero)), depth)
        return self.games

    def _on(self, world: World, depth: int) -> None:
        if depth == 0 or world.game.result:
            return
        acts: list[Try | Private] = list(all_tries(world.game))
        if self.private:
            acts.append(Private("black", "pencil-black", "A1"))
        for act in acts:
            if isinstance(act, Private) or entitled.is_try(self.referee, "duel", world.game, act, world.record):
                self._on(self._after(world, act), depth - 1)
            else:
                self._tells_nothing(world, act)

    def _tells_nothing(self, world: World, act: Try) -> None:
        """Who knows that a piece stands there is answered by a sentence, and nothing has happened."""
        webapp = self.made.webapp
        webapp.rewind(self.made.name, world.happened)
        ears = [Ear(self.made, observer, self.nosy) for observer in self.observers]
        answer = self.made.act(world.game.turn_of, act.kind, point_name(act.at))
        assert (answer.status, "no try" in answer.text) == (422, True), (world.path, written(act))
        assert webapp.happened(self.made.name) == world.happened
        for ear in ears:
            assert not ear.came()
            ear.socket.close()

    def _after(self, world: World, act: Try | Private) -> World:
        self.games += 1
        webapp = self.made.webapp
        webapp.rewind(self.made.name, world.happened)
        ears = [Ear(self.made, observer, self.nosy) for observer in self.observers]
        if isinstance(act, Private):
            mark = f"{act.seat} {act.do} {act.at} after {len(world.record)}"
            after = replace(world, path=f"{world.path}, {mark}", pencilled=(*world.pencilled, mark))
            answer, mover = self.made.act(act.seat, act.do, act.at), ""
            event = None
        else:
            event = entitled.happen("duel", world.game, act)
            mover = event.mover.name
            record = (*world.record, (mover, act, event.reason))
            after = replace(world, game=event.after, record=record, path=f"{world.path}, {mover} {written(act)}")
            answer = self.made.act(mover, act.kind, point_name(act.point) if act.point else "")
        assert answer.status == 200, after.path
        after = replace(after, happened=webapp.happened(self.made.name), owed=dict(world.owed), got=dict(world.got))
        for ear in ears:
            self._compare(ear, event, answer if ear.observer.name == mover else None, after)
            ear.socket.close()
        return after

    def _compare(self, ear: Ear, event: entitled.Event | None, answer: Answer | None, world: World) -> None:
        name, twins = ear.observer.name, self.twins[ear.observer]
        if event is not None and ear.observer is not STRANGER:
            owed = entitled.owed(self.referee, ear.observer, event, world.record)
            world.owed[name] = twins.number(world.owed[name], ("owed", owed))
        came = ear.came()
        if came or answer is not None:
            world.got[name] = twins.number(world.got[name], ("got", came, answer))
        over = world.game.result is not None
        if over and ear.observer is not STRANGER:  # "shown to no one else before the end"
            world.owed[name] = twins.number(world.owed[name], ("believed", world.pencilled))
        now = ear.can_get(over=over, own_turn=not over and world.game.turn_of == name)
        twins.compare(world.owed[name], twins.number(world.got[name], ("now", now)), world.path)


SHORT = [
    ("go", 3, 2, "hamburg"),
    ("go", 3, 2, "common"),
    *[("alter-igo", 3, 2, referee) for referee in ("kriegspiel", "open")],
    ("no-seki-go", 2, 2, "olympiad"),
    ("no-seki-go", 2, 2, "counted"),
]
"""Every game and every referee, but not every game under every referee: that takes a night."""
LONG = [
    *[("go", 3, 3, referee) for referee in REFEREES],
    *[("alter-igo", 3, 3, referee) for referee in REFEREES],
    ("go", 4, 3, "hamburg"),
    ("alter-igo", 4, 3, "kriegspiel"),
    *[("go", 3, 5, referee) for referee in REFEREES],
    *[("go", 4, 4, referee) for referee in REFEREES],
    *[("alter-igo", 4, 4, referee) for referee in REFEREES],
    *[("no-seki-go", 3, 3, referee) for referee in REFEREES],
]


def names(walks: list[tuple[str, int, int, str]]) -> list[str]:
    """What is walked, in words."""
    return [f"{ruleset} 1x{width} {depth} tries {referee}" for ruleset, width, depth, referee in walks]


@pytest.mark.parametrize(("ruleset", "width", "depth", "referee"), first_by_day(SHORT, 3), ids=names(SHORT))
def test_games_in_which_white_is_owed_the_same_send_white_the_same_bytes(
    ruleset: str, width: int, depth: int, referee: str
) -> None:
    assert Walk(ruleset, referee, width).to(depth) > 5 * depth


SIGHTED = [(ruleset, sight) for ruleset in ("go", "alter-igo", "no-seki-go") for sight in (1, 2)]
BOARDS = {(3, 1): 3, (4, 1): 3, (2, 2): 3}
"""By board: how many tries a walk has."""


@pytest.mark.parametrize(
    ("ruleset", "sight", "width", "height", "depth"),
    by_day_and_night(
        [("no-seki-go", 1, 3, 1, 2)],
        [("go", 1, 3, 1, 2), ("alter-igo", 2, 3, 1, 2)]
        + [(*game, *board, depth) for game in SIGHTED for board, depth in BOARDS.items()],
    ),
)
def test_equal_views_are_sent_as_the_same_bytes(ruleset: str, sight: int, width: int, height: int, depth: int) -> None:
    assert Walk(ruleset, "fog", width, height, sight).to(depth) > 10


@pytest.mark.nightly
@pytest.mark.parametrize(("ruleset", "width", "depth", "referee"), LONG, ids=names(LONG))
def test_longer_games_send_the_same_bytes_too(ruleset: str, width: int, depth: int, referee: str) -> None:
    assert Walk(ruleset, referee, width).to(depth) > 40


@pytest.mark.parametrize(
    ("depth", "referee"),
    by_day_and_night([(2, REFEREES[0])], [(3, referee) for referee in REFEREES]),
)
def test_neither_pencil_marks_nor_nosy_questions_tell_anything(depth: int, referee: str) -> None:
    assert Walk("go", referee, 2, private=True, nosy=True).to(depth) > 8 * depth


# Larger boards, by chance.


def tries_of(chance: random.Random, referee: Referee, start: Game, length: int) -> list[Try]:
    """A random game that does not end."""
    game = start
    record: Record = ()
    tries: list[Try] = []
    while len(tries) < length:
        tried = chance.choice([each for each in all_tries(game) if each.kind != "pass" or chance.random() < 0.3])
        event = entitled.happen("duel", game, tried)
        if event.after.result is None and entitled.is_try(referee, "duel", game, tried, record):
            game, record = event.after, (*record, (event.mover.name, tried, event.reason))
            tries.append(tried)
    return tries


def twin_of(chance: random.Random, referee: Referee, observer: Observer, start: Game, tries: list[Try]) -> list[Try]:
    """The same game for an observer, the other's hidden tries drawn anew where what is owed stays equal."""
    game, twin = start, start
    record: Record = ()
    drawn: list[Try] = []
    for tried in tries:
        event = entitled.happen("duel", game, tried)
        owed = entitled.owed(referee, observer, event, ())
        others = [tried] if event.mover == observer else [*chance.sample(list(all_tries(twin)), 12), tried]
        for other in others:
            redrawn = entitled.happen("duel", twin, other)
            possible = entitled.is_try(referee, "duel", twin, other, record)
            if redrawn.after.result is None and possible and entitled.owed(referee, observer, redrawn, ()) == owed:
                break
        else:
            return twin_of(chance, referee, observer, start, tries[: len(drawn)])
        game, twin = event.after, redrawn.after
        record = (*record, (redrawn.mover.name, other, redrawn.reason))
        drawn.append(other)
    return drawn


def heard_by(observer: Observer, wish: dict[str, str], tries: list[Try], *, by_typing: bool = False) -> list[Hashable]:
    """Everything that an observer gets of a game, and could get after every try."""
    with WebApp() as webapp:
        made = make(webapp, **wish)
        for seat in ("black", "white"):  # who is connected is for everybody to see
            made.seats[seat].listen(f"{made.at(seat)}/live")
        ear = Ear(made, observer, nosy=True)
        everything: list[Hashable] = []
        game = oracle_game({"ruleset": wish["ruleset"], "width": 5, "height": 5}, "/".join(["....."] * 5))
        for tried in tries:
            seat = game.turn_of
            if by_typing and seat != observer.name:
                answer = _in_his_own_way(made, seat, tried)
            else:
                answer = made.act(seat, tried.kind, point_name(tried.point) if tried.point else "")
            game = entitled.happen("duel", game, tried).after
            everything += [ear.came(), answer if seat == observer.name else None]
            everything.append(ear.can_get(over=False, own_turn=game.turn_of == observer.name))
        return [*everything, webapp.drawn]


def _in_his_own_way(made: Made, seat: str, tried: Try) -> Answer:
    """The same try, but typed, after some pencil marks, without script, from a second window that is left open."""
    visitor, address = made.seats[seat], made.at(seat)
    made.act(seat, "pencil-cross", "C3")
    made.act(seat, "pencil-white", "B2")
    made.act(seat, "stone", "nowhere")
    made.act(seat, "accept")
    visitor.listen(f"{address}/live")
    visitor.get(address)
    return visitor.post(address, {"do": "stone", "at": f" {written(tried).lower()} "})


GAMES = ("go", "alter-igo", "no-seki-go")
EVERY = [(ruleset, referee, listener.name) for ruleset in GAMES for referee in REFEREES for listener in LISTENERS]
EACH = [
    (GAMES[number % 3], referee, LISTENERS[(number + number // 3) % 3].name) for number, referee in enumerate(REFEREES)
]
"""By day each referee, with a game and a listener in turn; by night every listener hears every game under all of them."""


@pytest.mark.parametrize(
    ("length", "ruleset", "referee", "listener"),
    by_day_and_night(
        [(7, *each) for each in EACH[1::2]], [(7, *each) for each in EACH[::2]] + [(14, *each) for each in EVERY]
    ),
)
def test_hidden_stones_elsewhere_change_no_byte(length: int, ruleset: str, referee: str, listener: str) -> None:
    observer = next(each for each in LISTENERS if each.name == listener)
    chance = random.Random(f"{ruleset} {referee} {observer.name}")
    wish = {"ruleset": ruleset, "referee": referee, "width": "5"}
    start = oracle_game({"ruleset": ruleset, "width": 5, "height": 5}, "/".join(["....."] * 5))
    tries = tries_of(chance, Referee(referee), start, length)
    twin = twin_of(chance, Referee(referee), observer, start, tries)
    tries = tries[: len(twin)]
    assert heard_by(observer, wish, tries) == heard_by(observer, wish, twin, by_typing=True)


def test_the_twins_are_truly_different_games() -> None:
    chance, differences = random.Random(1), 0
    start = oracle_game({"ruleset": "go", "width": 5, "height": 5}, "/".join(["....."] * 5))
    for referee in REFEREES:
        tries = tries_of(chance, Referee(referee), start, 14)
        twin = twin_of(chance, Referee(referee), LISTENERS[1], start, tries)
        differences += sum(one != other for one, other in zip(tries, twin, strict=False))
    assert differences > 12, differences


# The test of the test: every one of these leaks has to be found.


def _count_every_event(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(web_game.Game, "number_known", lambda game, chair: len(game.events))


def _send_a_frame_for_every_event(patch: pytest.MonkeyPatch) -> None:
    async def send(club: Any, reader: Any, socket: Any, game: str, bell: Any) -> None:
        while True:
            bell.clear()
            async with club.games.game(game) as held:
                drawn = fragment.fragment(game_parts.page_for(held, reader.chair, socket))
            await socket.send_text(drawn)
            await bell.wait()

    patch.setattr(routes, "_send_frames", send)
    patch.setattr(all_games, "knowledge_test", lambda *_: lambda _chair: True)


def _show_the_audience_the_third_board(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fragment, "watched", fragment.third_board)


def _changed_picture(patch: pytest.MonkeyPatch, change: Callable[[Any, Any], Any]) -> None:
    picture = fragment.picture

    def changed(page: Any, view: Any, seat: str, *, asked: bool) -> Any:
        return change(page, picture(page, view, seat, asked=asked))

    patch.setattr(fragment, "picture", changed)


def _mark_everybodys_last_try(patch: pytest.MonkeyPatch) -> None:
    def mark(page: Any, picture: Any) -> Any:
        points = [(each.verdict.attempt.point, False) for each in page.game.judged]
        return replace(picture, last=points[-1] if points and points[-1][0] is not None else None)

    _changed_picture(patch, mark)


def _draw_everybodys_pencil_marks(patch: pytest.MonkeyPatch) -> None:
    def mark(page: Any, picture: Any) -> Any:
        return replace(picture, pencil=page.game.pencil["black"] | page.game.pencil["white"])

    _changed_picture(patch, mark)


def _draw_the_reference_board_as_area(patch: pytest.MonkeyPatch) -> None:
    _changed_picture(patch, lambda page, picture: replace(picture, owners=dict(enumerate(page.game.third_board()))))


def _count_the_stones_in_the_title(patch: pytest.MonkeyPatch) -> None:
    draw = fragment.game_page

    def titled(page: Any) -> str:
        stones = sum(cell == 1 for cell in page.game.third_board())
        return re.sub("(<title[^>]*>)", rf"\1({stones}) ", draw(page), count=1)

    patch.setattr(table, "game_page", titled)


def _refuse_by_what_stands_there(patch: pytest.MonkeyPatch) -> None:
    perform = actions.perform

    def told(game: Any, chair: str, action: Action) -> Any:
        if action.kind == "stone" and game.to_move != chair and action.at in ("A1", "B1"):
            point = game.settings.size.point(action.at)
            raise OutOfTurn("wait" if game.third_board()[point] == 0 else "wait, and there is a stone")
        return perform(game, chair, action)

    patch.setattr(actions, "perform", told)


def _tag_the_page_with_the_true_board(patch: pytest.MonkeyPatch) -> None:
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


def _say_why(patch: pytest.MonkeyPatch) -> None:
    sentence = voice.sentence

    def said(page: Any, told: Any) -> str:
        return f"{sentence(page, told)} {page.game.judged[-1].verdict.reason or ''}"

    patch.setattr(voice, "sentence", said)


def _let_the_audience_listen_at_blacks_ear(patch: pytest.MonkeyPatch) -> None:
    view = web_game.Game.view
    patch.setattr(web_game.Game, "view", lambda game, seat: view(game, "black" if seat == "audience" else seat))


def _give_out_the_record_before_the_end(patch: pytest.MonkeyPatch) -> None:
    def record(game: Any) -> Any:
        kept = tuple(game_record._entries(game))
        return Kept(game.settings, None, 1, 1, game.stored.made, kept)

    for route in (replay, api_routes):
        patch.setattr(route, "record_of", record)
    patch.setattr(Table, "reveal", lambda table: None)


def _replay_before_the_end(patch: pytest.MonkeyPatch) -> None:
    # Three doors are shut before the end: what happened when, the boards themselves, and the review.
    events = events_of
    nothing: dict[str, list[int]] = {kind: [] for kind in EVENTS}
    patch.setattr(replay, "events_of", lambda game: events(game) if game.over else nothing)
    patch.setattr(web_game.Game, "reference", property(lambda game: game.third_board()))

    async def unmade(reviews: Reviews, game: web_game.Game) -> None:
        """Nobody has asked for a review."""

    patch.setattr(Reviews, "of", unmade)


def _changed_for_programs(patch: pytest.MonkeyPatch, change: Callable[[Any, Any], dict[str, Any]]) -> None:
    look_at = api_models.look_at

    def changed(game: Any, *more: Any) -> Any:
        told = look_at(game, *more).in_words()
        return SimpleNamespace(is_long=False, in_words=lambda: told.model_copy(update=change(game, told)))

    patch.setattr("yurei.apps.web.api.routes.look_at", changed)


def _show_programs_the_third_board(patch: pytest.MonkeyPatch) -> None:
    _changed_for_programs(patch, lambda game, told: {"board": board_text(game.third_board(), game.settings.size)})


def _tell_programs_who_was_refused_why(patch: pytest.MonkeyPatch) -> None:
    def told(game: Any, seen: Any) -> dict[str, Any]:
        reason = game.judged[-1].verdict.reason if game.judged else None
        return {"heard": [heard.model_copy(update={"reason": reason}) for heard in seen.heard]}

    _changed_for_programs(patch, told)


SHORT_ROW, TWICE_REFUSED = (2, 2), (2, 3)
"""How long the row is, and how many tries it takes: enough for the leak to be found, and for nothing else."""
LEAKS = [
    (_tell_programs_who_was_refused_why, "common", TWICE_REFUSED),
    (_count_every_event, "common", SHORT_ROW),
    (_mark_everybodys_last_try, "counted", SHORT_ROW),
    (_draw_everybodys_pencil_marks, "open", SHORT_ROW),
    (_draw_the_reference_board_as_area, "hamburg", SHORT_ROW),
    (_refuse_by_what_stands_there, "common", SHORT_ROW),
    (_let_the_audience_listen_at_blacks_ear, "olympiad", SHORT_ROW),
]


@pytest.mark.parametrize(
    ("leak", "referee", "walk"), LEAKS, ids=[leak.__name__.strip("_").replace("_", " ") for leak, *_ in LEAKS]
)
def test_the_walk_finds_every_leak(
    leak: Callable[[pytest.MonkeyPatch], None], referee: str, walk: tuple[int, int]
) -> None:
    width, depth = walk
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        with pytest.raises(Leak):
            Walk("go", referee, width, private=True, nosy=True).to(depth)


# Sight: the same by hand, for what needs more tries than a walk has. Black cannot tell the two last moves apart.

BEYOND_HIS_EYES = "C3 D3 pass", "E3", "A1"
"""White's E3 is one point too far for C3, and stands beside the white stone that Black sees."""
AFTER_A_CAPTURE = "A1 B1 C3 A2 E5", "A1", "E1"
"""Black's A1 saw B1 until White took it; now White moves to A1, or elsewhere."""
BLIND_SPOTS = [
    pytest.param(a_sight_that_reaches(1), *BEYOND_HIS_EYES, id="one point too far"),
    pytest.param(a_sight_through_the_opponents_eyes, *BEYOND_HIS_EYES, id="through the opponent's eyes"),
    pytest.param(a_sight_that_outlives_its_stones, *AFTER_A_CAPTURE, id="by a stone that is gone"),
]


def white_moved(before: str, last: str) -> list[Hashable]:
    """All that Black gets of a game under fog."""
    words = [*before.split(), last]
    points = {point_name(point): point for point in oracle_board("/".join(["....."] * 5))}
    tries = [Try("pass") if word == "pass" else Try("stone", points[word]) for word in words]
    wish = {"ruleset": "go", "referee": "fog", "width": "5", "height": "5"}
    return heard_by(SEATINGS["duel"][0], wish, tries)


@pytest.mark.parametrize(("leak", "before", "one", "other"), BLIND_SPOTS)
def test_events_out_of_sight_do_not_reach_the_opponent(
    leak: Callable[[pytest.MonkeyPatch], None], before: str, one: str, other: str
) -> None:
    assert white_moved(before, one) == white_moved(before, other)
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        assert white_moved(before, one) != white_moved(before, other), "the test would not have noticed"
