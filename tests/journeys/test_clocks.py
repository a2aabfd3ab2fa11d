"""Games by link with a clock, under every time control, to a loss on time; a game by correspondence over two days.

An open page is compared with a fresh load of it again and again, while nothing happens but that time passes.
"""

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from tests.day_and_night import chosen_by_day
from tests.journeys.journey import Journey
from tests.journeys.open_page import assert_equals_fresh_load
from tests.web.conftest import club_at
from tests.web.people import Club, Person, Server

SHORT_CONTROLS = {
    "fischer": ({"clock": "fischer", "clock_main": "7s", "clock_step": "1"}, [""]),
    "fischer with a cap": ({"clock": "fischer", "clock_main": "7s", "clock_step": "1", "clock_cap": "8s"}, [""]),
    "byo-yomi": (
        {"clock": "byo-yomi", "clock_main": "5s", "clock_step": "2", "clock_periods": "3"},
        ["then 3 × 2 s", "3 periods", "2 periods", "last period", ""],
    ),
    "canadian": (
        {"clock": "canadian", "clock_main": "5s", "clock_step": "3", "clock_turns": "9"},
        ["then 9 moves in 3 s", "for 9 moves", ""],
    ),
    "absolute": ({"clock": "absolute", "clock_main": "8s"}, [""]),
    "simple": ({"clock": "simple", "clock_step": "7"}, [""]),
}
"""Controls of a few seconds, as filled into the form of a new game, and what then stands beside the time, stage by stage, to
the end. A game by correspondence cannot be so short."""


def make_moves(moves: str, *movers: Person) -> None:
    """Make moves in turn, each as soon as the turn is there: the seconds are few."""
    for number, point in enumerate(moves.split()):
        mover = movers[number % len(movers)]
        expect(mover.turn).to_contain_text("Your turn")
        mover.tries(point)


def watch_clock(journey: Journey, colour: str, until: Callable[[], object]) -> list[str]:
    """Compare every open page with a fresh load; return what stood beside a colour's time on the first, one by one."""
    rest = journey.people[0].page.locator(f"#clock-{colour} .rest")
    shown = [rest.inner_text()]
    end = time.monotonic() + 60
    while not until():
        assert time.monotonic() < end
        for person in journey.people:
            assert_equals_fresh_load(person.page)
            shown.append(rest.inner_text())
            person.page.wait_for_timeout(50)
    return list(dict.fromkeys([*shown, rest.inner_text()]))


@pytest.mark.parametrize("control", chosen_by_day(SHORT_CONTROLS, ("byo-yomi", "canadian").__contains__))
def test_a_clock_counts_through_its_whole_overtime_until_the_game_is_lost(journey: Journey, control: str) -> None:
    clock, stages = SHORT_CONTROLS[control]
    black, white, spectator = journey.trio(**clock)
    spectator.page.goto(f"{spectator.page.url}/projector")
    make_moves("C1 D1 C2 D2", black, white)
    expect(white.page.locator("#clock-black")).to_have_class(re.compile("running"))

    def is_lost() -> bool:
        return all(person.said.inner_text() == "White wins on time." for person in journey.people)

    assert watch_clock(journey, "black", until=is_lost) == stages
    journey.hears("White wins on time.")
    for person in journey.people:
        expect(person.page.locator("#clock-black").get_by_role("timer")).to_have_text("0.0")
    journey.ends()


def shows(person: Person, colour: str, text: str) -> Callable[[], bool]:
    """Whether a colour's clock shows this time, or this overtime beside it."""
    clock = person.page.locator(f"#clock-{colour}")
    return lambda: text in clock.locator("span").all_inner_texts()


BYO_YOMI = {"clock": "byo-yomi", "clock_main": "5s", "clock_step": "4", "clock_periods": "3"}


def test_a_clock_in_overtime_survives_a_reload_and_a_takeback(journey: Journey) -> None:
    black, white, _ = journey.trio(**BYO_YOMI, referee="open")
    make_moves("C1 D1 C2 D2", black, white)
    watch_clock(journey, "black", until=shows(white, "black", "3 periods"))
    black.page.reload()
    journey.check()
    make_moves("C3 D3", black, white)
    black.does("takeback")
    white.does("takeback-accept")
    expect(black.page.locator("#taken-back")).to_be_visible()
    watch_clock(journey, "black", until=shows(black, "black", "2 periods"))
    black.resigns()
    journey.hears("White wins by resignation.")
    journey.ends()


def test_news_that_comes_late_shows_the_time_that_is_left_now(club: Club) -> None:
    black, white = club.person(), club.person()
    late, waiting = list[tuple[WebSocketRoute, str | bytes]](), [False]

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda frame: late.append((socket, frame)) if waiting[0] else socket.send(frame))

    black.page.route_web_socket(re.compile("/live"), connect)
    white.sits_down(club.makes(black, width="9", height="9", clock="absolute", clock_main="1m")["white"])
    make_moves("C1 D1 C2", black, white)
    expect(white.turn).to_contain_text("Your turn")
    waiting[0] = True
    white.tries("D2")
    black.page.wait_for_timeout(2000)
    waiting[0] = False
    for socket, frame in late:
        socket.send(frame)
    expect(black.turn).to_contain_text("Your turn")
    assert_equals_fresh_load(black.page)


@pytest.mark.nightly  # by day the overtime of two people on a laptop
@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_board_of_a_phone_stays_where_it_is_when_overtime_begins(club: Club, locale: str) -> None:
    black, white = (club.person(viewport={"width": 390, "height": 844}, locale=locale) for _ in range(2))
    clock = {"clock": "canadian", "clock_main": "10s", "clock_step": "300", "clock_turns": "15"}
    white.sits_down(club.makes(black, width="9", height="9", **clock)["white"])
    for point, mover, colour in (("C1", black, ""), ("D1", white, ""), ("C2", black, "black"), ("D2", white, "white")):
        expect(mover.page.locator("#turn.yours")).to_be_visible()
        before = mover.page.locator("#play").bounding_box()
        if colour:  # both have to be there: two clocks side by side are as high as the higher one
            expect(mover.page.locator(f"#clock-{colour} .left")).to_have_text(re.compile("4:5"), timeout=20_000)
            assert mover.page.locator("#play").bounding_box() == before
        mover.tries(point)


@pytest.mark.nightly  # by day it is watched at the table
def test_a_clock_goes_on_in_the_list_of_games_to_watch(journey: Journey) -> None:
    black, white, spectator = journey.trio(**BYO_YOMI, watching="everybody")
    game = black.page.url.split("/")[-2]
    spectator.page.goto("/watch")
    make_moves("C1 D1 C2 D2", black, white)
    clock = spectator.page.locator(f"#clock-{game}-black")
    expect(clock).to_have_class(re.compile("running"))
    shown = list[str]()
    while spectator.page.locator(f"#watch-{game}.going-on").count():
        shown.append(clock.locator(".rest").inner_text())
        assert_equals_fresh_load(spectator.page, f"watch-{game}")
        spectator.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it is seen again
        spectator.page.wait_for_timeout(100)
    assert list(dict.fromkeys(shown))[:4] == ["then 3 × 4 s", "3 periods", "2 periods", "last period"]
    assert [error for error in journey.errors if "a clock in the HTML of a frame" not in error] == []  # the list has it


@pytest.mark.nightly  # by day test_count.py, without a browser
def test_the_time_to_answer_a_count_runs_on_an_open_page(journey: Journey) -> None:
    black, white, _ = journey.trio(**BYO_YOMI)
    journey.play("C1 D1 pass pass", black, white)
    watch_clock(journey, "white", until=shows(white, "white", "0:55"))
    black.does("settle")
    watch_clock(journey, "white", until=shows(white, "white", "0:57"))
    white.does("settle")
    journey.ends()


CLOCK = {"clock": "correspondence", "clock_main": "2", "clock_step": "1"}


@pytest.fixture
def own_journey(journey: Journey, own_server: Server, new_context: Callable[..., BrowserContext]) -> Journey:
    journey.club = club_at(own_server, new_context)
    return journey


@pytest.mark.nightly  # by day two people play over two days
def test_days_are_counted_on_an_open_page_until_the_game_is_lost(own_journey: Journey, own_server: Server) -> None:
    black, white, _ = own_journey.trio(**CLOCK)
    own_journey.play("C1 D1 C2", black, white)
    for hours, before, after in ((23, "2 days, 1:00", "2 days, 0:59"), (25, "1 day, 0:00", "23:59:59")):
        let_days_pass(own_server, days=(hours * 3600 - 10) / 86400)
        own_journey.shows("#clock-white [role=timer]", before)
        watch_clock(own_journey, "white", until=shows(white, "white", after))
    let_days_pass(own_server, days=1)
    for person in own_journey.people:
        person.page.reload()
    own_journey.hears("Black wins on time.")


def let_days_pass(server: Server, days: float) -> None:
    """Restart a server on a store that is so many days older."""

    def earlier(time: str) -> str:
        return (datetime.fromisoformat(time) - timedelta(days=days)).isoformat()

    server.kill()
    with closing(sqlite3.connect(server.database)) as database, database:
        database.create_function("earlier", 1, earlier)
        for table, column in (("games", "made"), ("events", "at"), ("uptimes", "began")):
            database.execute(f"UPDATE {table} SET {column} = earlier({column})")
    server.start()


LESS_BY_A_DAY = r"(2 days, 0:00|1 day, 23:5\d)"


def comes_back(person: Person, group: str, left: str) -> None:
    """Open one's own games from the first page, read how long both have, and go to the table."""
    page = person.page
    page.goto("/")
    page.locator("nav a[href='/you']").click()
    game = page.locator(f"#group-{group} li")
    expect(game.locator(".left")).to_contain_text(re.compile(left))
    game.locator("a").click()
    expect(person.table).to_be_visible()


def test_two_people_play_over_two_days(own_journey: Journey, own_server: Server) -> None:
    black, white = own_journey.duel(width="5", height="5", **CLOCK)
    own_journey.play("C1 D1 C2", black, white)
    timer = white.page.locator("#clock-white").get_by_role("timer")
    expect(timer).to_have_text("2 days, 23:59")
    own_journey.check()

    for person in (black, white):
        person.page.goto("about:blank")  # they close the page, as people do for the night
    let_days_pass(own_server, days=1)
    comes_back(white, "turn", rf"White {LESS_BY_A_DAY}")
    expect(timer).to_have_text(re.compile(LESS_BY_A_DAY))
    white.tries("C2")
    white.hears("Illegal move.")
    white.tries("D2")
    comes_back(black, "turn", "Black 3 days, 23:5")
    own_journey.check()
    own_journey.play("C3 D3 C4 D4 C5 D5 pass pass", black, white)
    black.does("settle")
    expect(white.page.locator("#agreed")).not_to_be_empty()
    white.does("settle")
    own_journey.hears("White wins by 2.5 points.")
    own_journey.ends()
