"""What is done over a page's socket: it happens as by a form, is answered as a form is, and tells no more."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.people import Club
from tests.web.wire import House, Made, Socket, Visitor, make
from yurei.apps.web.limits.layer import Allowances
from yurei.club.store import games


def at(made: Made, chair: str, visitor: Visitor | None = None) -> Socket:
    """The socket of somebody's page."""
    return (visitor or made.seats[chair]).listen(f"{made.at(chair)}/live")


def done(said: dict[str, Any]) -> tuple[int, str]:
    """The status of an answer, and its sentence."""
    return said["status"], said["said"]


def test_a_try_over_the_socket_happens_and_all_are_shown_it(made: Made) -> None:
    sockets = {chair: at(made, chair) for chair in made.seats}
    assert sockets["black"].does("stone", "C3", "one") == {"id": "one", "status": 200, "said": "", "after": 0}
    for chair, socket in sockets.items():
        assert socket.frames[-1] == made.part(chair).rstrip()
        assert "Black has moved, White to play." in socket.frames[-1]
    assert "C3, black stone" in sockets["black"].frames[-1]
    assert "C3, black stone" not in sockets["white"].frames[-1]


def test_it_is_refused_in_the_words_of_a_form(made: Made) -> None:
    white, before = at(made, "white"), made.house.happened(made.name)
    for do, point in (("stone", "C3"), ("stone", "Z9"), ("dance", ""), ("", ""), ("accept", "")):
        form = made.act("white", do, point)
        assert done(white.does(do, point)) == (form.status, form.text), do
        assert form.status >= 400
    assert white.does("stone", "C3", "no id!")["status"] == 422
    assert made.house.happened(made.name) == before


def test_half_a_letter_is_refused_as_anything_else(made: Made) -> None:
    black = at(made, "black")
    for fields in ({"id": "\ud800"}, {"do": "\ud800"}, {"at": "\ud800"}):
        assert black.does(fields.get("do", "stone"), fields.get("at", "C3"), fields.get("id", ""))["status"] >= 400
        assert black.raw[-1].encode(), "it can be sent"
    assert black.does("stone", "C3")["status"] == 200


def test_a_request_sent_twice_is_executed_once(made: Made) -> None:
    black = at(made, "black")
    before = len(made.house.happened(made.name))
    assert [black.does("stone", "C3", "one")["status"] for _ in range(3)] == [200, 200, 200]
    assert made.seats["black"].send(made.at("black"), {"do": "stone", "at": "C3", "request": "one"}).status == 200
    assert len(made.house.happened(made.name)) == before + 1


@pytest.mark.parametrize("chair", ["audience", "referee"])
def test_a_person_without_a_seat_can_do_nothing(made: Made, chair: str) -> None:
    before = made.house.happened(made.name)
    assert at(made, chair).does("stone", "C3")["status"] in (403, 409, 422)
    assert made.house.happened(made.name) == before


def test_a_seat_moved_to_another_device_is_closed_on_the_old_one(made: Made) -> None:
    black = at(made, "black")
    made.house.held[made.name].chairs["black"] = made.house.chairs(made.name)["white"]
    assert black.does("stone", "C3")["status"] == 403


@pytest.fixture
def limited() -> Iterator[House]:
    """A house that counts what is done."""
    with House(allowances=Allowances()) as house:
        yield house


def test_socket_and_form_requests_share_one_rate_limit(limited: House) -> None:
    made = make(limited, width="5")
    black = at(made, "black")
    asked = [black.does("pencil-white", "E5")["status"] for _ in range(30)]
    asked += [made.act("black", "pencil-white", "E5").status for _ in range(20)]
    assert asked == [200] * 50
    refused = black.does("stone", "C3")
    assert (refused["status"], refused["after"]) == (429, 1)
    assert refused["said"] == "too many requests; please wait a moment"
    limited.waits(1)
    assert black.does("stone", "C3")["status"] == 200


def test_a_try_refused_for_another_reason_is_answered_with_the_same_bytes() -> None:
    """White's E5 is refused: in one game a stone of Black's stands there, in the other it would be suicide."""
    heard = []
    for points in (("E5", "A1", "A2"), ("D5", "E4", "A2")):
        with House() as house:
            made = make(house, width="5", referee="kriegspiel")
            white = at(made, "white")
            for point in points:
                made.act("black", "stone", point)
                made.act("white", "pass")
            made.act("black", "stone", "C3")
            white.does("stone", "E5", "one")
            assert white.answers[-1]["status"] == 200
            assert "Illegal move." in white.frames[-1]
            heard.append(white.raw)
    assert heard[0] == heard[1]


def test_the_number_of_ones_turns_is_asked_for_there_too_and_nothing_happens(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "QUERIES_APART", 0.0)  # he need not wait for others who ask
    before = made.house.happened(made.name)
    for chair, visitor in made.seats.items():
        own = json.loads(visitor.get("/you/turns").text)["turns"]
        assert own == (1 if chair == "black" else 0)
        answer = {"id": "mine", "status": 200, "said": "", "after": 0, "turns": own}
        assert at(made, chair).does("turns", "", "mine") == answer, chair
    assert made.house.happened(made.name) == before


@pytest.mark.browser
def test_page_messages_have_the_same_length_for_every_point(club: Club) -> None:
    black, _ = club.duel(ruleset="go", size="13")
    sent: list[str | bytes] = []
    black.page.on("websocket", lambda opened: opened.on("framesent", lambda frame: sent.append(frame)))
    black.page.reload()
    expect(black.page.locator("#at-black")).to_contain_text("(connected)")
    black.takes("pencil-black")
    for point in ("A1", "A10", "N13"):
        black.tries(point)
    expect(black.page.locator("g[id] > .pencil.black")).to_have_count(3)
    assert {len(frame) for frame in sent} == {128}
    assert len(sent) >= 3
