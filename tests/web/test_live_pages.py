"""Open pages: changed sections, actions over the socket, lost answers, and what of it reaches a browser."""

import cProfile
import json
import pstats
import re
import sqlite3
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from types import FrameType
from urllib.parse import parse_qs, urlsplit

import pytest
from htpy import p
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Request, Route, WebSocketRoute, expect

from scripts.architecture import ROOT, SOURCES
from tests.day_and_night import first_by_day
from tests.web.people import Club, Person, Server
from tests.web.wire import Made, Socket, WebApp, make
from yurei.apps.web.frame.html import Drawing, Sections
from yurei.apps.web.frame.limits import Allowances
from yurei.apps.web.table import page as table
from yurei.club.game.game import Game
from yurei.club.store import games

POINTS = [f"{column}{row}" for column in "ABC" for row in "123"]
BUTTONS = ["pass", "pass", "offer", "accept", "decline", "takeback", "takeback-accept", "settle", "dispute", "resign"]
ACTIONS = st.one_of(
    st.tuples(st.just("stone"), st.sampled_from(POINTS)),
    st.tuples(st.just("ghost"), st.sampled_from(POINTS)),
    st.tuples(st.sampled_from(["pencil-black", "pencil-cross", "dead"]), st.sampled_from(POINTS)),
    st.tuples(st.sampled_from(BUTTONS), st.just("")),
    st.tuples(st.just("chat"), st.sampled_from(["hello", "<b>&amp;", "こんにちは 👻"])),
)
Events = list[tuple[str, tuple[str, str]]]
CHAIRS = ("black", "white", "referee", "audience")
EVENTS = st.lists(st.tuples(st.sampled_from(["black", "white", "mover"]), ACTIONS), max_size=25)
GAMES = st.fixed_dictionaries(
    {
        "ruleset": st.sampled_from(["go", "japanese", "alter-igo", "no-seki-go"]),
        "referee": st.sampled_from(["common", "hamburg", "kriegspiel", "olympiad", "counted", "open", "fog"]),
        "clock": st.sampled_from(["none", "fischer", "byo-yomi", "canadian", "absolute", "simple", "correspondence"]),
    }
)


def still(page: str) -> str:
    return re.sub(r'<div id="clock-.*?</div>', "", page)


def chat(made: Made, seat: str, text: str) -> None:
    made.seats[seat].send(f"{made.at(seat)}/chat", {"text": text})


def play(webapp: WebApp, options: Mapping[str, str], events: Events) -> None:
    """Play a game on 3x3 with an open page on each chair, and compare each with a fresh load after every event."""
    made = make(webapp, width="3", **options)
    sockets = {chair: at(made, chair) for chair in CHAIRS}
    game = webapp.run(webapp.club.games.load_uncached(made.name))
    for who, (do, point) in events:
        seat = (game.to_move or "black") if who == "mover" else who
        chat(made, seat, point) if do == "chat" else made.act(seat, do, point)
        for chair, opened in sockets.items():
            assert still(opened.frames[-1]) == still(made.part(chair).rstrip()), (chair, do, point)
            assert "data-stages" not in opened.raw[-1], "the time of a clock stands in no HTML that is sent"


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(options=GAMES, events=EVENTS)
def test_sections_make_the_page_that_a_fresh_load_shows(options: dict[str, str], events: Events) -> None:
    with WebApp() as webapp:
        play(webapp, options, events)


GAME = {"ruleset": "go", "referee": "open", "clock": "fischer"}
PLAYED = [("mover", ("stone", "A1")), ("mover", ("stone", "C3")), ("black", ("offer", "")), ("mover", ("stone", "B2"))]


@pytest.mark.parametrize("left_out", ["section-turn", "section-actions", "section-transcript", "s-black-1"])
def test_a_section_that_is_left_out_is_found(webapp: WebApp, monkeypatch: pytest.MonkeyPatch, left_out: str) -> None:
    compare = Drawing.changed_since

    def changed_since(now: Drawing, before: Drawing) -> dict[str, str] | None:
        changed = compare(now, before)
        return changed and {name: html for name, html in changed.items() if name != left_out}

    play(webapp, GAME, PLAYED)
    monkeypatch.setattr(Drawing, "changed_since", changed_since)
    with pytest.raises(AssertionError):
        play(webapp, GAME, PLAYED)


def test_a_clock_in_the_html_is_found(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = table.draw_live_part
    monkeypatch.setattr("yurei.apps.web.table.routes.draw_live_part", lambda page: draw(page, clocks=True))
    with pytest.raises(AssertionError):
        play(webapp, GAME, PLAYED)


def test_a_layout_that_differs_is_sent_whole() -> None:
    def drawn(*content: str) -> Drawing:
        part = Sections(clocks=False)
        return part.make_drawing(p[part.add("turn", content[0]), *content[1:]])

    before, changed = drawn("Black & White"), '<div id="section-turn" data-section="">White</div>'
    assert drawn("White").changed_since(before) == {"section-turn": changed}
    assert drawn("Black & White").changed_since(before) == {}
    assert drawn("Black & White", "more").changed_since(before) is None
    assert {type(text) for text in (before.html, before.layout, *before.sections.values())} == {str}


def test_a_try_sends_little(webapp: WebApp) -> None:
    made = make(webapp, width="9")
    _, socket = (at(made, chair) for chair in ("black", "white"))
    made.act("black", "stone", "E5")
    frame = json.loads(socket.raw[-1])
    assert set(frame) == {"number", "sections", "clocks", "at"}
    assert set(frame["sections"]) == {f"section-{name}" for name in ("black", "white", "told", "turn", "transcript")}
    assert len(socket.raw[-1].rstrip()) < 2000
    assert len(socket.raw[-1]) < 6000, "with the spaces that hide where on a board something has changed"


def at(made: Made, chair: str) -> Socket:
    return made.seats[chair].listen(f"{made.at(chair)}/live")


def test_a_try_over_the_socket_happens_and_all_are_shown_it(made: Made) -> None:
    sockets = {chair: at(made, chair) for chair in made.seats}
    assert sockets["black"].does("stone", "C3", "one") == {"id": "one", "status": 200, "said": "", "after": 0}
    for chair, opened in sockets.items():
        assert opened.frames[-1] == made.part(chair).rstrip()
        assert "Black has moved, White to play." in opened.frames[-1]
    assert "C3, black stone" in sockets["black"].frames[-1]
    assert "C3, black stone" not in sockets["white"].frames[-1]


def test_a_refusal_over_the_socket_has_the_status_and_words_of_a_form(made: Made) -> None:
    white, before = at(made, "white"), made.webapp.happened(made.name)
    for do, point in (("stone", "C3"), ("stone", "Z9"), ("dance", ""), ("", ""), ("accept", "")):
        form, answer = made.act("white", do, point), white.does(do, point)
        assert (answer["status"], answer["said"]) == (form.status, form.text), do
        assert form.status >= 400
    assert white.does("stone", "C3", "no id!")["status"] == 422
    assert made.webapp.happened(made.name) == before


def test_half_a_letter_is_refused_as_anything_else(made: Made) -> None:
    black = at(made, "black")
    for do, point, request in (("stone", "C3", "\ud800"), ("\ud800", "C3", ""), ("stone", "\ud800", "")):
        assert black.does(do, point, request)["status"] >= 400
        assert black.raw[-1].encode(), "it can be sent"
    assert black.does("stone", "C3")["status"] == 200


@pytest.mark.parametrize("chair", ["audience", "referee"])
def test_a_person_without_a_seat_can_do_nothing(made: Made, chair: str) -> None:
    before = made.webapp.happened(made.name)
    assert at(made, chair).does("stone", "C3")["status"] in (403, 409, 422)
    assert made.webapp.happened(made.name) == before


def test_a_seat_moved_to_another_device_is_closed_on_the_old_one(made: Made) -> None:
    black = at(made, "black")
    made.webapp.held[made.name].chairs["black"] = made.webapp.chairs(made.name)["white"]
    assert black.does("stone", "C3")["status"] == 403


def test_socket_and_form_requests_share_one_rate_limit() -> None:
    with WebApp(allowances=Allowances()) as limited:
        made = make(limited, width="5")
        black = at(made, "black")
        asked = [black.does("pencil-white", "E5")["status"] for _ in range(30)]
        asked += [made.act("black", "pencil-white", "E5").status for _ in range(20)]
        assert asked == [200] * 50
        said = "too many requests; please wait a moment"
        assert black.does("stone", "C3", "id") == {"id": "id", "status": 429, "said": said, "after": 1}
        limited.waits(1)
        assert black.does("stone", "C3")["status"] == 200


def test_the_number_of_turns_is_asked_for_over_the_socket_too(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "QUERIES_APART", 0.0)  # he need not wait for others who ask
    before = made.webapp.happened(made.name)
    for chair in made.seats:
        own = 1 if chair == "black" else 0
        answer = {"id": "mine", "status": 200, "said": "", "after": 0, "turns": own}
        assert at(made, chair).does("turns", "", "mine") == answer, chair
    assert made.webapp.happened(made.name) == before


def test_the_number_of_turns_comes_by_itself_to_every_open_page_but_that_of_the_game(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "QUERIES_APART", 0.0)
    white = made.seats["white"]
    other = white.post("/games", {"width": "5", "colour": "black"}).location
    pages = [white.listen(f"{page}/live") for page in ("/lobby", "/watch", other)]
    own, black = white.listen(made.at("white") + "/live"), made.seats["black"].listen("/lobby/live")
    for action, numbers in (
        (("black", "stone", "C3"), [1]),
        (("white", "stone", "C3"), [1]),
        (("white", "pass"), [1, 0]),
    ):
        assert made.act(*action).status == 200
        assert [page.turns for page in pages] == [numbers] * 3, action
    assert (own.turns, black.turns) == ([], [0, 1])


@pytest.mark.browser
def test_page_messages_have_the_same_length_for_every_point(club: Club) -> None:
    black, _ = club.duel(ruleset="go", size="13")
    way = Way(black)
    black.takes("pencil-black")
    for point in ("A1", "A10", "N13"):
        black.tries(point)
    expect(black.page.locator("g[id] > .pencil.black")).to_have_count(3)
    assert way.lengths == {128}
    assert len(way.sent) == 3


DEEDS = ("stone", "stone", "stone", "pencil-cross", "pencil-black", "pass", "offer", "decline")


def counted(made: Made) -> None:
    """On every chair the number is what one counts who walks over all events."""
    game = made.webapp.club.games.game_if_written(made.name, "audience")
    assert isinstance(game, Game)
    for chair in game.chair_names:
        assert game.number_known(chair) == sum(game.may_know(chair, event) for event in game.events)


@pytest.mark.parametrize("seed", first_by_day(range(4), 2))
@pytest.mark.parametrize("opponent", ["friend", "rengo"])
def test_the_number_of_known_events_equals_a_full_recount(seed: int, opponent: str) -> None:
    rng = Random(seed)
    with WebApp() as webapp:
        made = make(webapp, width="4", draw_by_agreement="true", opponent=opponent)
        for number in range(60):
            chair = rng.choice(list(made.seats))
            if rng.random() < 0.25:
                chat(made, chair, f"well {number}")
            else:
                made.act(chair, rng.choice(DEEDS), rng.choice("ABCD") + rng.choice("1234"))
            counted(made)
            if number == 30 and seed % 2:
                made.admit_referee()
        made.act("black" if "black" in made.seats else "black-1", "resign")
        counted(made)
        chat(made, "audience", "now we may read")
        counted(made)


def calls_of_tries(made: Made, tries: int) -> int:
    """Return the number of function calls that tries take in the server, with a page of each seat open."""
    profile, webapp = cProfile.Profile(), made.webapp

    async def switch(on: bool) -> None:
        profile.enable() if on else profile.disable()

    webapp.run(switch(True))
    for _ in range(tries):
        assert made.act("black", "stone", "T19").status == 200
    webapp.run(switch(False))
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]  # it has it


@pytest.mark.parametrize("referee", first_by_day(["common", "fog"]))
def test_a_try_costs_as_much_after_hundreds_of_tries_as_after_fifty(webapp: WebApp, referee: str) -> None:
    made = make(webapp, width="19", referee=referee)
    made.play("A1 T19")
    for chair in ("black", "white", "audience"):
        at(made, chair)
    for _ in range(50):
        made.act("black", "stone", "T19")
    early = calls_of_tries(made, 10)
    for _ in range(400):
        made.act("black", "stone", "T19")
    assert calls_of_tries(made, 10) <= 1.3 * early


MILESTONES = {
    "Games.game",
    "Seats.check",
    "judge",
    "tell",
    "Games._store_events",
    "Games.announce_change",
    "send_frame",
}
"""Calls to which the way leads: each comes with all calls that it is made from."""


def calls_of_a_try(webapp: WebApp) -> list[tuple[str, str]]:
    """The calls of a try over a socket, from the socket to the answer, in the order in which they are first made."""
    made = make(webapp, width="5")
    black = at(made, "black")
    calls: dict[tuple[str, str], None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or name_of(frame)[1] not in MILESTONES:
            return
        stack = [each for each, _ in traceback.walk_stack(frame)]
        above = [name_of(each) for each in reversed(stack) if Path(each.f_code.co_filename).is_relative_to(SOURCES)]
        if any(function == "SocketActions.perform" for _, function in above):
            calls.update(dict.fromkeys(above))

    async def watch(*, on: bool) -> None:
        sys.setprofile(note if on else None)

    webapp.run(watch(on=True))
    assert black.does("stone", "C3")["status"] == 200
    webapp.run(watch(on=False))
    black.close()
    return list(calls)


def name_of(frame: FrameType) -> tuple[str, str]:
    file = frame.f_code.co_filename
    return file.rpartition("/src/yurei/")[2], frame.f_code.co_qualname.replace(".<locals>", "")


def test_the_page_lists_every_call_on_the_way_of_a_try(webapp: WebApp) -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert re.findall(r"^\d+\. `([\w/]+\.py)` `([\w.]+)`", page, flags=re.M) == calls_of_a_try(webapp)


AGAIN = "No answer yet; sending again …"
UNKNOWN = "No answer from the server. Check the board before you try again: your move may have been played."


class Way:
    """What lies between a page and the server, by a socket or by requests: it loses answers while ``losing`` is set.

    It notes the ids of all actions and the lengths of all messages; ``statuses`` answer actions in the server's place.
    """

    def __init__(self, person: Person, *, sockets: bool = True, statuses: Sequence[int] = ()) -> None:
        self.person, self.sent, self.losing, self.statuses = person, list[str](), False, list(statuses)
        self.lengths = set[int]()
        person.page.route_web_socket("**/live", self._forward if sockets else lambda opened: opened.close())
        person.page.route("**/g/**", self._answer)
        person.page.on("request", self._note)
        person.page.reload()
        if sockets:
            expect(person.page.locator("#at-black")).to_contain_text("(connected)")

    def _note(self, request: Request) -> None:
        if request.method == "POST" and "/g/" in request.url:
            self.sent.append(parse_qs(request.post_data or "")["request"][0])

    def _answer(self, route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
        elif self.statuses:
            route.fulfill(status=self.statuses.pop(0), headers={"Retry-After": "1"}, body="come back")
        elif self.losing:
            route.fetch()
            route.abort()
        else:
            route.fallback()

    def _forward(self, opened: WebSocketRoute) -> None:
        server, asked = opened.connect_to_server(), list[str]()

        def ask(frame: str | bytes) -> None:
            action = json.loads(frame)
            self.lengths.add(len(frame))
            if action["do"] != "turns":  # that a page asks by itself
                asked.append(action["id"])
                self.sent.append(action["id"])
            server.send(frame)

        def answer(frame: str | bytes) -> None:
            if self.losing and asked:
                opened.close()
                server.close()
            else:
                opened.send(frame)

        opened.on_message(ask)
        server.on_message(answer)

    def loses(self, do: Callable[[], object]) -> None:
        """Do something whose answer is lost until the page has sent it again."""
        before, self.losing = len(self.sent), True
        do()
        expect(self.person.page.locator("#sending")).to_have_text(AGAIN)
        while len(self.sent) < before + 2:
            self.person.page.wait_for_timeout(20)
        self.losing = False
        expect(self.person.page.locator("#sending")).to_be_empty()
        expect(self.person.notice).to_be_empty()
        assert len(set(self.sent[before:])) == 1, "each time it had the same id"


def kept(server: Server, person: Person, kind: str) -> list[tuple[str, str]]:
    """What is written down of a kind of deed in somebody's game: who has done it, and with which id."""
    game = urlsplit(person.page.url).path.split("/")[2]
    with closing(sqlite3.connect(server.database)) as database:
        wanted = "SELECT chair, request FROM events WHERE game = ? AND kind = ? ORDER BY number"
        return list(database.execute(wanted, (game, kind)))


def test_an_action_whose_answer_is_lost_happens_once_and_is_told_once(server: Server, club: Club) -> None:
    black, white = club.duel(width="5")
    way = Way(black)

    def once(kind: str, do: Callable[[], object]) -> None:
        before = kept(server, black, kind)
        way.loses(do)
        assert kept(server, black, kind) == [*before, ("black", way.sent[-1])]

    once("try", lambda: black.tries("C3"))
    black.sees("C3 black")
    white.hears("Black has moved, White to play.")
    assert len(white.lines) == 1
    white.tries("D4")
    black.hears("White has moved, Black to play.")
    black.page.fill("#say", "Hello")
    once("chat", lambda: black.page.keyboard.press("Enter"))
    expect(black.page.locator("#say")).to_have_value("")
    expect(white.page.locator("#talk li")).to_have_count(1)
    black.takes("pencil-cross")
    once("pencil", lambda: black.tries("E5"))
    expect(black.point("E5")).to_have_attribute("aria-label", "E5, pencil: crossed out")
    once("try", black.passes)
    white.hears("Black passes.")
    white.tries("A1")
    black.hears("White has moved, Black to play.")
    once("try", black.resigns)
    for person in (black, white):
        person.hears("White wins by resignation.")
    assert len(set(way.sent)) == 5, "another action has another id"


@pytest.mark.nightly  # by day an answer is lost
def test_an_action_that_was_told_to_wait_is_sent_again_with_the_same_id_and_a_refused_one_is_not(club: Club) -> None:
    black, white = club.duel(width="5")
    way = Way(black, sockets=False, statuses=(429, 502, 503))
    black.tries("C3")
    expect(black.notice).to_have_text("come back")
    expect(black.page.locator("#sending")).to_be_empty()
    assert len(way.sent) == 1
    black.tries("C3")
    expect(black.page.locator("#sending")).to_have_text(AGAIN)
    white.hears("Black has moved, White to play.")
    black.sees("C3 black")
    assert way.sent[1:] == way.sent[1:2] * 3


def test_a_try_out_of_turn_is_not_sent_and_cannot_arrive_later(club: Club) -> None:
    black, white = club.duel(width="5")
    way = Way(white)
    white.page.context.set_offline(True)
    expect(white.page.locator("#connection")).to_have_text("Connection lost; reconnecting …")
    white.tries("C3")
    expect(white.notice).to_have_text("it is not your turn; wait for the referee")
    black.tries("D4")
    black.hears("Black has moved, White to play.")
    white.page.context.set_offline(False)
    expect(white.page.locator("#turn.yours")).to_be_visible()
    expect(white.page.locator("#connection")).to_be_empty()
    white.sees("")
    assert way.sent == []
    white.tries("C3")
    black.hears("White has moved, Black to play.")


@pytest.mark.nightly
def test_retries_end_and_actions_made_meanwhile_are_dropped(club: Club) -> None:
    black, _ = club.duel(width="5")
    way = Way(black, sockets=False)
    black.page.route("**/g/**", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    black.page.clock.install()
    black.tries("C3")
    expect(black.page.locator("#sending")).to_have_text(AGAIN)
    black.tries("D4")
    for _ in range(40):
        black.page.clock.run_for(1000)
        if black.notice.inner_text():
            break
    expect(black.notice).to_have_text(UNKNOWN)
    expect(black.page.locator("#sending")).to_be_empty()
    assert 6 < len(way.sent) < 15
    assert len(set(way.sent)) == 1, "D4 was meant for a table that nobody knew any more"
    black.page.unroute("**/g/**")
    black.tries("D4")
    black.sees("D4 black")
    expect(black.notice).to_be_empty()
