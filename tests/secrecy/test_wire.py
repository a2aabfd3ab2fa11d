"""Twin games on the wire: two games in which somebody is owed the same send him the same bytes.

What is owed comes from the rules (``entitled``), what is sent from the web application itself: pages, fragments, frames and
their number, statuses, headers, answers to whatever he may ask that he should not.
"""

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.responses import HTMLResponse

from tests.day_and_night import by_day_and_night, first_by_day
from tests.oracle.board import point_name
from tests.oracle.play import Game, Try, all_tries
from tests.secrecy import entitled
from tests.secrecy.entitled import AUDIENCE, SEATINGS, Observer, Record, Referee
from tests.secrecy.twins import Leak, Twins, empty_setup, oracle_game, written
from tests.secrecy.whole import NOSY, Onlooker, token_of
from tests.web.wire import Answer, Made, Visitor, WebApp, make
from yurei.apps.web import replay
from yurei.apps.web.api import models as api_models
from yurei.apps.web.api import routes as api_routes
from yurei.apps.web.frame.security import JSON
from yurei.apps.web.parts import game_parts
from yurei.apps.web.table import page as fragment
from yurei.apps.web.table import routes
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
OBSERVERS = (SEATINGS["duel"][1], AUDIENCE, STRANGER)
MARK = ("black", "pencil-black", "A1")
"""What Black does for himself: nobody else is owed anything for it."""


class Ear:
    """One observer at a game: what comes to him by itself, and what he can get by asking."""

    def __init__(self, made: Made, observer: Observer, nosy: bool) -> None:
        self.made, self.observer, self.nosy = made, observer, nosy
        chair = "white" if observer is STRANGER else observer.name
        visitor = Visitor(made.webapp) if observer is STRANGER else made.seats[chair]
        self.looks = Onlooker(visitor, made.at(chair), [visitor.listen(f"{made.at(chair)}/live")])
        self.looks.came()

    def can_get(self, *, over: bool, own_turn: bool) -> Hashable:
        """Every answer to what he can ask now, without changing anything."""
        looks, more, questions = self.looks, list[Answer](), [("GET", "", dict[str, str]())]
        is_program = self.observer is not STRANGER and (over or self.nosy)
        looks.token = token_of(self.made, self.observer.name) if is_program else ""
        if self.observer is STRANGER:
            questions += NOSY
        elif over:
            questions += [("GET", path, {}) for path in (*(f"/replay?at={at}" for at in range(5)), "/record")]
        elif self.nosy:
            questions += NOSY
            more += [looks.visitor.fragment(looks.address)]
            more += [looks.visitor.get(self.made.at("window") + path) for method, path, _ in NOSY if method == "GET"]
            if not own_turn:
                questions += [("POST", "", {"do": "stone", "at": point}) for point in ("A1", "B1")]
        if self.observer is AUDIENCE and is_program:
            path, headers = f"/api/games/{self.made.name}/audience", [("authorization", f"Bearer {looks.token}")]
            more += [Visitor(self.made.webapp).ask("POST", path, headers, b'{"do": "pass"}', kind=JSON)]
        looks.questions = questions
        return (*looks.asks(), *more)


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
    """Every sequence of tries to a depth; on one small board, under one referee.

    With ``nosy`` all observers ask for more than they should, and Black makes marks between tries.
    """

    def __init__(
        self, ruleset: str, referee: str, width: int, height: int = 1, sight: int | None = None, nosy: bool = False
    ) -> None:
        self.referee, self.nosy = Referee(referee, option=sight), nosy
        self.wish = {"ruleset": ruleset, "referee": referee, "width": f"{width}", "height": f"{height}"}
        self.wish |= {} if sight is None else {"sight": f"{sight}"}
        settings = {"ruleset": ruleset, "width": width, "height": height}
        self.start = oracle_game(settings, empty_setup(width, height))
        self.twins = {observer: Twins(f"{observer.name} under {referee}") for observer in OBSERVERS}
        self.games = 0

    def to(self, depth: int) -> int:
        with WebApp() as webapp:
            self.made = make(webapp, **self.wish)
            zero = {observer.name: 0 for observer in OBSERVERS}
            self._on(World(self.start, (), "", webapp.happened(self.made.name), zero, dict(zero)), depth)
        return self.games

    def _on(self, world: World, depth: int) -> None:
        if depth == 0 or world.game.result:
            return
        for act in (*all_tries(world.game), *([None] if self.nosy else [])):
            if act is None or entitled.is_try(self.referee, "duel", world.game, act, world.record):
                self._on(self._after(world, act), depth - 1)
            else:
                self._tells_nothing(world, act)

    def _tells_nothing(self, world: World, act: Try) -> None:
        """Who knows that a piece stands there is answered by a sentence, and nothing has happened."""
        webapp = self.made.webapp
        webapp.rewind(self.made.name, world.happened)
        ears = [Ear(self.made, observer, self.nosy) for observer in OBSERVERS]
        answer = self.made.act(world.game.turn_of, act.kind, point_name(act.at))
        assert (answer.status, "no try" in answer.text) == (422, True), (world.path, written(act))
        assert webapp.happened(self.made.name) == world.happened
        for ear in ears:
            assert not ear.looks.came()
            ear.looks.sockets[0].close()

    def _after(self, world: World, act: Try | None) -> World:
        """Make a try, or Black's mark."""
        self.games += 1
        webapp = self.made.webapp
        webapp.rewind(self.made.name, world.happened)
        ears = [Ear(self.made, observer, self.nosy) for observer in OBSERVERS]
        if act is None:
            mark = f"{MARK} after {len(world.record)}"
            after = replace(world, path=f"{world.path}, {mark}", pencilled=(*world.pencilled, mark))
            answer, mover, event = self.made.act(*MARK), "", None
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
            ear.looks.sockets[0].close()
        return after

    def _compare(self, ear: Ear, event: entitled.Event | None, answer: Answer | None, world: World) -> None:
        name, twins = ear.observer.name, self.twins[ear.observer]
        if event is not None and ear.observer is not STRANGER:
            owed = entitled.owed(self.referee, ear.observer, event, world.record)
            world.owed[name] = twins.number(world.owed[name], ("owed", owed))
        came = ear.looks.came()
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
    ("depth", "referee"), by_day_and_night([(2, REFEREES[0])], [(3, referee) for referee in REFEREES])
)
def test_neither_pencil_marks_nor_nosy_questions_tell_anything(depth: int, referee: str) -> None:
    assert Walk("go", referee, 2, nosy=True).to(depth) > 8 * depth


# The test of the test: every one of these leaks has to be found.


def count_every_event(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(web_game.Game, "number_known", lambda game, chair: len(game.events))


def send_a_frame_for_every_event(patch: pytest.MonkeyPatch) -> None:
    async def send(club: Any, reader: Any, socket: Any, game: str, bell: Any) -> None:
        while True:
            bell.clear()
            async with club.games.game(game) as held:
                drawn = fragment.fragment(game_parts.page_for(held, reader.chair, socket))
            await socket.send_text(drawn)
            await bell.wait()

    patch.setattr(routes, "_send_frames", send)
    patch.setattr(all_games, "knowledge_test", lambda *_: lambda _chair: True)


def show_the_audience_the_third_board(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fragment, "watched", fragment.third_board)


def changed_picture(patch: pytest.MonkeyPatch, change: Callable[[Any, Any], Any]) -> None:
    picture = fragment.picture

    def changed(page: Any, view: Any, seat: str, *, asked: bool) -> Any:
        return change(page, picture(page, view, seat, asked=asked))

    patch.setattr(fragment, "picture", changed)


def mark_everybodys_last_try(patch: pytest.MonkeyPatch) -> None:
    def mark(page: Any, picture: Any) -> Any:
        points = [(each.verdict.attempt.point, False) for each in page.game.judged]
        return replace(picture, last=points[-1] if points and points[-1][0] is not None else None)

    changed_picture(patch, mark)


def draw_everybodys_pencil_marks(patch: pytest.MonkeyPatch) -> None:
    def mark(page: Any, picture: Any) -> Any:
        return replace(picture, pencil=page.game.pencil["black"] | page.game.pencil["white"])

    changed_picture(patch, mark)


def draw_the_reference_board_as_area(patch: pytest.MonkeyPatch) -> None:
    changed_picture(patch, lambda page, picture: replace(picture, owners=dict(enumerate(page.game.third_board()))))


def count_the_stones_in_the_title(patch: pytest.MonkeyPatch) -> None:
    draw = fragment.game_page

    def titled(page: Any) -> str:
        stones = sum(cell == 1 for cell in page.game.third_board())
        return re.sub("(<title[^>]*>)", rf"\1({stones}) ", draw(page), count=1)

    patch.setattr(routes, "game_page", titled)


def refuse_by_what_stands_there(patch: pytest.MonkeyPatch) -> None:
    perform = actions.perform

    def told(game: Any, chair: str, action: Action) -> Any:
        if action.kind == "stone" and game.to_move != chair and action.at in ("A1", "B1"):
            point = game.settings.size.point(action.at)
            raise OutOfTurn("wait" if game.third_board()[point] == 0 else "wait, and there is a stone")
        return perform(game, chair, action)

    patch.setattr(actions, "perform", told)


def tag_the_page_with_the_true_board(patch: pytest.MonkeyPatch) -> None:
    page_for = game_parts.page_for
    seen: list[str] = []

    def looked(game: Any, chair: str, asked: Any) -> Any:
        seen[:] = [game.third_board().hex()]
        return page_for(game, chair, asked)

    class Tagged(HTMLResponse):
        def __init__(self, content: str, status: int = 200) -> None:
            super().__init__(content, status, {"ETag": seen[0] if seen else ""})

    patch.setattr(game_parts, "page_for", looked)
    patch.setattr(routes, "HTMLResponse", Tagged)


def say_why(patch: pytest.MonkeyPatch) -> None:
    sentence = voice.sentence

    def said(page: Any, told: Any) -> str:
        return f"{sentence(page, told)} {page.game.judged[-1].verdict.reason or ''}"

    patch.setattr(voice, "sentence", said)


def let_the_audience_listen_at_blacks_ear(patch: pytest.MonkeyPatch) -> None:
    view = web_game.Game.view
    patch.setattr(web_game.Game, "view", lambda game, seat: view(game, "black" if seat == "audience" else seat))


def give_out_the_record_before_the_end(patch: pytest.MonkeyPatch) -> None:
    def record(game: Any) -> Any:
        kept = tuple(game_record._entries(game))
        return Kept(game.settings, None, 1, 1, game.stored.made, kept)

    for route in (replay, api_routes):
        patch.setattr(route, "record_of", record)
    patch.setattr(Table, "reveal", lambda table: None)


def replay_before_the_end(patch: pytest.MonkeyPatch) -> None:
    # Three things are refused before the end: what happened when, the boards themselves, and the review.
    events = events_of
    nothing: dict[str, list[int]] = {kind: [] for kind in EVENTS}
    patch.setattr(replay, "events_of", lambda game: events(game) if game.over else nothing)
    patch.setattr(web_game.Game, "reference", property(lambda game: game.third_board()))

    async def unmade(reviews: Reviews, game: web_game.Game) -> None:
        """Nobody has asked for a review."""

    patch.setattr(Reviews, "of", unmade)


def changed_for_programs(patch: pytest.MonkeyPatch, change: Callable[[Any, Any], dict[str, Any]]) -> None:
    look_at = api_models.look_at

    def changed(game: Any, *more: Any) -> Any:
        told = look_at(game, *more).in_words()
        return SimpleNamespace(is_long=False, in_words=lambda: told.model_copy(update=change(game, told)))

    patch.setattr("yurei.apps.web.api.routes.look_at", changed)


def show_programs_the_third_board(patch: pytest.MonkeyPatch) -> None:
    changed_for_programs(patch, lambda game, told: {"board": board_text(game.third_board(), game.settings.size)})


def tell_programs_who_was_refused_why(patch: pytest.MonkeyPatch) -> None:
    def told(game: Any, seen: Any) -> dict[str, Any]:
        reason = game.judged[-1].verdict.reason if game.judged else None
        return {"heard": [heard.model_copy(update={"reason": reason}) for heard in seen.heard]}

    changed_for_programs(patch, told)


SHORT_ROW, TWICE_REFUSED = (2, 2), (2, 3)
"""How long the row is, and how many tries it takes: enough for the leak to be found, and for nothing else."""
LEAKS = [
    (tell_programs_who_was_refused_why, "common", TWICE_REFUSED),
    (count_every_event, "common", SHORT_ROW),
    (mark_everybodys_last_try, "counted", SHORT_ROW),
    (draw_everybodys_pencil_marks, "open", SHORT_ROW),
    (draw_the_reference_board_as_area, "hamburg", SHORT_ROW),
    (refuse_by_what_stands_there, "common", SHORT_ROW),
    (let_the_audience_listen_at_blacks_ear, "olympiad", SHORT_ROW),
]


@pytest.mark.parametrize(
    ("leak", "referee", "walk"), LEAKS, ids=[leak.__name__.replace("_", " ") for leak, *_ in LEAKS]
)
def test_the_walk_finds_every_leak(
    leak: Callable[[pytest.MonkeyPatch], None], referee: str, walk: tuple[int, int]
) -> None:
    width, depth = walk
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        with pytest.raises(Leak):
            Walk("go", referee, width, nosy=True).to(depth)
