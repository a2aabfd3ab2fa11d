"""A game that begins from a position: from a lesson, from a moment of a replay, against whoever wants it."""

import html
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.day_and_night import first_by_day
from tests.web.people import Club
from tests.web.test_bad_input import refused
from tests.web.wire import Visitor, WebApp, make, start_game

CROSS = "...../..B../.BWB./...../....."


def way_on(page: str) -> str:
    found = re.search(r'href="(/new[^"]*)">Challenge somebody from here', page)
    return html.unescape(found[1]) if found else ""


def test_from_a_moment_of_a_replay_somebody_can_be_challenged(webapp: WebApp) -> None:
    made = make(webapp, width="3", ruleset="alter-igo", referee="hamburg")
    made.play("B2 A1 C3")
    made.act("white", "resign")
    address = way_on(made.page("black", "/replay?at=1"))
    assert address == "/new?ruleset=alter-igo&referee=hamburg&size=3&first=white&setup=...%2F.B.%2F..."
    visitor, table = start_game(webapp, colour="white", opponent="friend", **_query(address))
    page = visitor.get(table).text
    assert "Your turn. Black has not come yet." in page
    assert "black stone" not in page, "who sits down does not see the opponent's stones of it"


def _query(address: str) -> dict[str, str]:
    return dict(part.split("=") for part in address.partition("?")[2].replace("%2F", "/").split("&"))


def test_everybody_is_told_the_position_that_a_game_starts_from(webapp: WebApp) -> None:
    told = "The game starts from a set-up position, which everybody is told. Black stones: A3. White stones: C1."
    maker, table = start_game(webapp, size="3", referee="kriegspiel", setup="B../.../..W", colour="black")
    friend, link = Visitor(webapp), maker.links(table.split("/")[2])["white"]
    invitation = friend.get(link).text
    assert told in invitation
    assert "The board before the first move" in invitation
    friend.post(link)
    assert told in maker.get(table).text
    assert told in friend.get(table.replace("/black", "/white")).text


@pytest.mark.parametrize(("course", "moment"), [("go", 1), ("no-seki-go", 1), ("no-seki-go", 0)])
def test_from_an_example_somebody_can_be_challenged(webapp: WebApp, course: str, moment: int) -> None:
    visitor = Visitor(webapp)
    address = way_on(visitor.get(f"/learn/{course}?at={moment}").text)
    assert "The game starts from a set-up position, which everybody is told." in visitor.get(address).text
    name = visitor.post("/games", _query(address)).location.split("/")[2]
    assert webapp.games()[name].terms["setup"].strip("./")


def test_an_ended_example_offers_no_challenge(webapp: WebApp) -> None:
    assert way_on(Visitor(webapp).get("/learn/alter-igo?example=2&at=0").text)
    ends = [Visitor(webapp).get(f"/learn/alter-igo?example={number}&at=99").text for number in range(1, 4)]
    assert not all(map(way_on, ends))


def test_a_position_is_wished_for_in_the_lobby_too(webapp: WebApp) -> None:
    ota, friend = Visitor(webapp), Visitor(webapp)
    wish = {"opponent": "anybody", "size": "5", "setup": CROSS, "colour": "black"}
    assert ota.post("/games", wish).location == "/lobby"
    assert Visitor(webapp).post("/games", {**wish, "setup": "", "colour": "white"}).location == "/lobby", "another game"
    found = re.search(r"/challenge/[^\"]*", ota.get("/lobby").text)
    assert found
    page = friend.get(found[0]).text
    assert page.count('class="stone black"') == 3
    assert page.count('class="stone white"') == 1
    assert friend.post("/games", {**wish, "colour": "white"}).location.endswith("/white")


BAD = [
    ({"setup": "BB/BB", "size": "2"}, "liberty"),
    ({"setup": "b./..", "size": "2"}, "no ghosts"),
    ({"setup": "B./..", "size": "3"}, "the game 3x3"),
    ({"setup": "<b>", "size": "3"}, "a board is written with"),
    ({"setup": "." * 9999}, "1 to 25"),
    ({"setup": "./" * 400 + ".", "size": "1"}, "1 to 25"),
    ({"setup": CROSS, "size": "5", "handicap": "2"}, "handicap"),
]


@pytest.mark.parametrize(("wish", "hint"), first_by_day(BAD, 3), ids=[hint for _, hint in BAD])
def test_a_position_that_cannot_stand_is_refused_with_a_sentence(
    webapp: WebApp, wish: dict[str, str], hint: str
) -> None:
    assert hint in refused(Visitor(webapp).post("/games", wish), 422)
    assert Visitor(webapp).get(f"/new?{urlencode(wish)}").status == 422
    assert not webapp.games()


def test_a_set_up_position_can_be_unticked(club: Club) -> None:
    person = club.person()
    person.page.goto(f"/new?size=5&opponent=solo&referee=open&setup={CROSS}")
    expect(person.page.locator("#plan")).to_contain_text("The game starts from a set-up position")
    person.page.get_by_label("Start from this position instead of an empty board").uncheck()
    expect(person.page.locator("#plan")).not_to_contain_text("The game starts from a set-up position")
    person.page.get_by_label("Start from this position instead of an empty board").check()
    person.page.locator("#new button.primary").click()
    person.sees("C4 black, B3 black, C3 white, D3 black")
