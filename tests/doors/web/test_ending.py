"""The end of a game in real browsers: the reveal, a dispute about dead stones, the replay by keys, the projector."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.doors.web.people import Club, Person


def moves(club: Club, tries: str, **wish: str) -> tuple[Person, Person, dict[str, str]]:
    """Black and White, who have made these moves in turn, and the links to the other chairs."""
    black, white = club.person(), club.person(reduced_motion="reduce")
    links = club.makes(black, **wish)
    white.sits_down(links["white"])
    for number, tried in enumerate(tries.split()):
        mover, other = ((black, white), (white, black))[number % 2]
        before = other.number
        mover.passes() if tried == "pass" else mover.tries(tried)
        expect(other.table).not_to_have_attribute("data-number", str(before))
    return black, white, links


@pytest.mark.nightly  # by day tests/journeys/test_count.py
def test_the_hidden_stones_appear_and_a_dispute_is_played_out(club: Club) -> None:
    black, white, _ = moves(club, "B1 A1 B2 D4 C3 E4 pass pass", width="5")
    for person, unseen in ((black, "A1, D4, E4"), (white, "B1, B2, C3")):
        person.hears("Both have passed, and the board is revealed. Is this right?")
        expect(person.page.locator("#preview")).to_have_text("If both agree: White wins by 7.5 points.")
        person.sees("A1 white, B1 black, B2 black, C3 black, D4 white, E4 white", on="reference")
        hidden = person.page.locator("[aria-label*='not seen until the end']")
        labels = hidden.evaluate_all("cells => cells.map(cell => cell.ariaLabel.split(',')[0]).sort()")
        assert ", ".join(labels) == unseen
    shown = white.page.locator(".stone.unveiled").first
    assert shown.evaluate("stone => getComputedStyle(stone).animationName") == "none", "he has asked for less motion"

    black.tries("A1")
    expect(white.page.locator("#marked")).to_have_text("Marked dead: A1.")
    white.page.locator(".dispute summary").click()
    white.does("dispute")
    expect(black.turn).to_have_text("Your turn: you are Black.")
    black.tries("A2")
    white.hears("Black has captured the following stones: A1.")
    white.passes()
    black.hears("White passes.")
    black.passes()
    for person in (black, white):
        expect(person.page.locator("#found")).to_contain_text("Dead after playing it out: A1.")
        person.sees("A1 white, B1 black, B2 black, C3 black, D4 white, E4 white", on="reference")
        person.hears("White wins by 6.5 points.")
        expect(person.page.get_by_text("Yes, this is right")).to_have_count(0)


@pytest.mark.nightly
def test_the_replay_is_turned_by_keys_and_shown_to_everybody_by_its_link(club: Club) -> None:
    black, _, _ = moves(club, "B2 A1", width="3")
    black.resigns()
    link = black.page.locator(".share input").input_value()
    stranger = club.person()
    stranger.page.goto(link)
    expect(stranger.page.locator("#table form")).to_have_count(0)
    stranger.page.get_by_text("Replay, all boards").click()
    page = stranger.page
    page.wait_for_url("**/window/replay")
    page.wait_for_load_state()
    label = page.locator("label[for=moment]")
    for key, number in (
        ("End", 3),
        ("ArrowLeft", 2),
        ("ArrowLeft", 1),
        ("ArrowRight", 2),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        expect(label).to_have_text(f"Try {number} of 3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(label).to_have_text("Try 2 of 3")
    stranger.sees("B2 black", on="black")
    stranger.sees("A1 white", on="white")
    stranger.sees("A1 white, B2 black", on="reference")
    page.reload()
    expect(label).to_have_text("Try 2 of 3")

    late: list[Route] = []
    page.route("**/replay.js*", lambda route: late.append(route))
    with page.expect_request("**/replay.js*"):
        page.reload(wait_until="commit")
    page.locator("#moment").fill("1")
    late.pop().continue_()
    expect(label).to_have_text("Try 1 of 3")


@pytest.mark.nightly  # by day tests/journeys/test_referee_and_audience.py
def test_on_the_wall_the_referee_is_heard_by_all_and_the_board_is_seen_once_both_open_the_table(club: Club) -> None:
    black, white, links = moves(club, "B2", width="3")
    wall = club.person(viewport={"width": 1280, "height": 720})
    wall.page.goto(links["audience"])
    wall.page.get_by_text("Projector mode").click()
    wall.page.wait_for_url("**/projector")
    wall.hears("Black has moved, White to play.")
    letters = wall.said.evaluate("said => parseFloat(getComputedStyle(said).fontSize)")
    assert letters >= 0.08 * 720, "it is read across the room"
    expect(wall.page.locator("[role=grid]")).to_have_count(0)
    for person in (black, white):
        person.opens_more()
        person.page.locator(".opening summary").click()
        person.does("open")
    wall.sees("B2 black", on="reference")
    white.tries("A1")
    wall.hears("White has moved, Black to play.")
    wall.sees("A1 white, B2 black", on="reference")
    assert wall.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
