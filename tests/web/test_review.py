"""A game that is over is looked at again: on demand, once, for everybody who was there, and for nobody before the end."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.looking import Halting
from tests.web.people import Club
from tests.web.wire import House, Made, Visitor, make, until
from yurei.club.model.limits import TooMuch
from yurei.club.programs import reviews
from yurei.club.programs.reviews import in_a_process
from yurei.rules.compilable import LARGEST

ASK = "Analyse the game"


def played(house: House) -> Made:
    """A game under the Olympiad's referee, in which Black is refused twice at the same point."""
    made = make(house, width="5", referee="olympiad")
    for seat, point in (("black", "C3"), ("white", "A1"), ("black", "A1"), ("black", "B2"), ("white", "E5")):
        made.act(seat, "stone", point)
    made.act("black", "stone", "A1")
    return made


def panel(made: Made, at: int = 0, chair: str = "black") -> str:
    """What the replay says of the review; empty where it says nothing."""
    page = made.page(chair, f"/replay?at={at}")
    found = re.search(r'<section id="review".*?</section>', page, re.DOTALL)
    return re.sub(r"<[^>]+>", " ", found[0]) if found else ""


def ask(made: Made, chair: str = "black", at: int = 0) -> int:
    """Ask for the review; returns the status."""
    return made.seats[chair].post(f"{made.at(chair)}/review?at={at}", {}).status


@pytest.fixture
def halting() -> Halting:
    return Halting()


@pytest.fixture
def made(halting: Halting) -> Iterator[Made]:
    with House(look=halting) as house:
        yield played(house)


def test_before_the_end_nobody_is_shown_a_review_or_can_ask_for_one(made: Made, halting: Halting) -> None:
    assert ask(made) == 409
    assert made.seats["black"].get(f"{made.at('black')}/replay").status == 409
    assert not halting.asked
    made.act("black", "resign")
    assert ASK in panel(made)


def test_the_review_shows_its_progress_and_then_its_findings(made: Made, halting: Halting) -> None:
    made.act("black", "resign")
    assert ask(made, at=3) == 303
    until(lambda: "2 of 7 tries" in panel(made))
    assert ask(made, "white") == 303, "to ask again does no harm"
    halting.may_go_on = True
    until(lambda: "Where Black could expect stones" in panel(made, 6))
    assert halting.asked == 1
    for chair in ("black", "white", "audience"):
        said = panel(made, 6, chair)
        assert "This refusal was certain." in said
        assert "Boards that fit: 22" in said
        assert "The opponent’s certain stones: A1" in said
        assert "Predictable refusals (1)" in said
        assert "The player could have known beforehand" in said
    assert "Chance of refusal:" in panel(made, 3)
    assert "Information for White" not in panel(made, 3)
    assert re.search(r"Information for Black: \d", panel(made, 3))
    assert "could expect stones" not in panel(made, 0), "nothing was tried yet"


def test_programs_request_a_review_and_get_the_findings_of_the_terminal(made: Made, halting: Halting) -> None:
    def says(method: str) -> dict[str, Any]:
        token = [("authorization", f"Bearer {made.seats['white'].cookies['yurei-person']}")]
        address = f"/api/games/{made.name}/white/review"
        return dict(json.loads(Visitor(made.house).ask(method, address, token, b"{}", kind="application/json").body))

    assert says("GET")["error"] == says("POST")["error"] == "the board is revealed after the end; the game goes on"
    made.act("black", "resign")
    assert says("GET") == {"state": "none", "done": 0, "total": 7, "tries": []}
    assert says("POST")["state"] == "made"
    halting.may_go_on = True
    until(lambda: says("GET")["state"] == "done")
    found = says("GET")["tries"]
    assert [each["number"] for each in found] == [1, 2, 3, 4, 5, 6, 7]
    assert found[5]["could_know"] is True
    assert found[5]["try"] == "A1"
    assert found[5]["certain"] == {"boards": 22, "opponent": ["A1"], "refusal": True}
    assert len(found[0]["opponent"]) == 25


def test_it_is_kept_with_the_game(halting: Halting) -> None:
    halting.may_go_on = True
    with House(look=halting) as house:
        made = played(house)
        made.act("black", "resign")
        ask(made)
        until(lambda: "Most revealing announcements" in panel(made))
        kept = house.rows("reviews")
        club = house.club
        club.reviews._held.clear()
        assert "Most revealing announcements" in panel(made)
        assert house.rows("reviews") == kept
    assert halting.asked == 1


def test_a_failed_review_is_reported_and_can_be_requested_again(
    made: Made, halting: Halting, caplog: pytest.LogCaptureFixture
) -> None:
    made.act("black", "resign")
    halting.failures, halting.may_go_on = 1, True
    ask(made)
    until(lambda: "The analysis failed" in panel(made))
    (warning,) = [entry.message for entry in caplog.records if "review" in entry.message]
    assert warning == f"the review of {made.name} has failed: EOFError"
    ask(made)
    until(lambda: "Most revealing announcements" in panel(made))


def test_no_review_is_offered_on_a_board_that_is_too_large_for_it(halting: Halting) -> None:
    with House(look=halting) as house:
        made = make(house, width="20", height="5")
        made.act("black", "resign")
        assert not panel(made)
        answer = made.seats["black"].post(f"{made.at('black')}/review", {})
        assert "yurei analyses games on boards up to 19 by 19" in answer.text
    assert LARGEST == reviews.LARGEST
    assert not halting.asked


def test_few_may_wait(made: Made, halting: Halting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 1)
    other = played(made.house)
    for each in (made, other):
        each.act("black", "resign")
    assert [ask(made), ask(other)] == [303, 429]
    halting.may_go_on = True
    until(lambda: ask(other) == 303)
    until(lambda: "Most revealing announcements" in panel(other))


def test_one_person_does_not_fill_the_line(made: Made, halting: Halting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_EACH", 2)
    games = [played(made.house) for _ in range(4)]
    for game in games:
        game.act("black", "resign")
    house, asked = made.house, []

    async def from_one(each: Made) -> None:
        async with house.club.games.game(each.name) as held:
            await house.club.reviews.ask(held, "anna", "192.0.2.1")

    for game in games[:3]:
        try:
            house.run(from_one(game))
            asked.append(202)
        except TooMuch:
            asked.append(429)
    assert asked == [202, 202, 429]
    assert ask(games[3]) == 303, "others find room"
    halting.may_go_on = True


def test_one_address_does_not_fill_the_line(made: Made, halting: Halting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 4)
    games = [played(made.house) for _ in range(4)]
    for game in games:
        game.act("black", "resign")
    house = made.house

    async def from_one(each: Made, person: str) -> None:
        async with house.club.games.game(each.name) as held:
            await house.club.reviews.ask(held, person, "192.0.2.1")

    for number, game in enumerate(games[:2]):
        house.run(from_one(game, f"{number}"))
    with pytest.raises(TooMuch):
        house.run(from_one(games[2], "2"))
    assert ask(games[3]) == 303
    halting.may_go_on = True


def test_a_server_that_cannot_review_offers_nothing() -> None:
    with House() as house:
        made = played(house)
        made.act("black", "resign")
        assert panel(made) == ""
        answer = made.seats["black"].post(f"{made.at('black')}/review", {})
        assert answer.status == 409
        assert "this server cannot analyse games" in answer.text


@pytest.mark.nightly
def test_a_process_reviews_a_game() -> None:
    with House(look=in_a_process()) as house:
        made = played(house)
        made.act("black", "resign")
        ask(made)
        until(lambda: "This refusal was certain" in panel(made, 6))


@pytest.mark.nightly  # a process compiles the analysis first
def test_the_replay_turns_where_one_clicks_on_the_curve(club: Club) -> None:
    black, white = club.duel(width="5", referee="olympiad")
    for person, point in ((black, "C3"), (white, "A1"), (black, "A1"), (black, "B2"), (white, "E5"), (black, "A1")):
        numbers = black.number, white.number
        person.tries(point)
        for table, number in zip((black.table, white.table), numbers, strict=True):
            expect(table).not_to_have_attribute("data-number", str(number))
    black.resigns()
    black.page.get_by_role("link", name="Replay", exact=True).click()
    black.page.get_by_role("button", name=ASK).click()
    curve = black.page.locator(".curve")
    expect(curve).to_be_visible()
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] * 6 / 7, "y": 20})
    expect(black.page.locator("#moment")).to_have_value("6")
    expect(black.page.locator("#review")).to_contain_text("This refusal was certain.")
    expect(black.page.locator("#review .heat").first).to_be_visible()
