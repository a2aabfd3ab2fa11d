"""What a hand does at the table: double clicks, clicks too early, marks that stay, and a table that fits the window."""

import json
import time
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.people import Club
from tests.web.wire import House, make


@pytest.mark.by_day(one_in=3)
@pytest.mark.parametrize("milliseconds", [120, 180, 250])
def test_a_double_click_on_the_curtain_plays_nothing(club: Club, milliseconds: int) -> None:
    person = club.person()
    club.makes(person, width="5", opponent="one-device")
    person.page.wait_for_load_state("networkidle")
    lifts = person.page.locator(".curtain button")
    box = lifts.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.click(*middle)
    person.page.wait_for_timeout(milliseconds)
    person.page.mouse.click(*middle)  # on the board that lies there now
    expect(person.page.locator("#play")).to_be_visible()
    person.hears("The referee is ready.")
    person.page.wait_for_timeout(500)
    person.tries("C3")
    person.hears("Black has moved, White to play.")


def test_a_try_made_before_the_answer_to_another_is_dropped(club: Club) -> None:
    black, white = club.person(), club.person()
    links = club.makes(black, width="5")
    held: list[Any] = []

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: held.append((server, message)))

    white.page.route_web_socket("**/live", hold)
    white.sits_down(links["white"])
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.tries("C3")
    expect(white.page.locator("#play .asked")).to_have_attribute("value", "C3")  # marked under the finger at once
    white.tries("D3")
    white.page.wait_for_timeout(100)
    for _ in range(3):
        for server, message in held:
            server.send(message)
        tried = [json.loads(message)["at"] for _, message in held if json.loads(message)["do"] == "stone"]
        assert set(tried) <= {"C3"}
        held.clear()
        white.page.wait_for_timeout(200)
    white.hears("Illegal move.")
    white.sees("")
    white.page.unroute_all()


def test_a_refused_point_stays_marked_until_it_is_known_to_be_free(house: House) -> None:
    made = make(house, width="5")
    for seat, point in (("black", "C3"), ("white", "C3"), ("white", "A1"), ("black", "E5"), ("white", "E1")):
        made.act(seat, "stone", point)
    marked = 'value="C3" role=gridcell aria-label="C3, refused here on turn 2"'
    page = made.part("white")
    assert marked in page
    assert 'class="mark refused"' in page
    assert "refused here" not in made.part("black")
    for seat, point in (("black", "A5"), ("white", "D1")):
        made.act(seat, "stone", point)
    assert marked in made.part("white"), "it is not only the last try"


def test_marks_can_be_hidden(club: Club) -> None:
    black, white = club.duel(width="5")
    black.tries("C3")
    white.hears("Black has moved, White to play.")
    white.tries("C3")
    white.hears("Illegal move.")
    white.tries("A1")
    mark = white.page.locator(".board .mark.refused")
    expect(mark).to_be_visible()
    white.page.get_by_text("Sound and appearance").click()
    white.page.get_by_label("Hide marks of refused moves and captures").check()
    expect(mark).to_be_hidden()


def test_the_winner_reads_the_win_first(house: House) -> None:
    made = make(house, width="5")
    made.act("black", "resign")
    for chair, words in (("black", "You lost"), ("white", "You won")):
        assert f'<p id="outcome">{words}</p>' in made.part(chair)
    assert "outcome" not in made.part("audience").replace("data-outcome", "")


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
@pytest.mark.parametrize("clock", ["none", "byo-yomi"])
def test_while_one_plays_the_table_fits_the_window(club: Club, width: int, height: int, clock: str) -> None:
    black = club.person(viewport={"width": width, "height": height})
    white = club.person()
    white.sits_down(club.makes(black, width="9", clock=clock)["white"])
    for mover, other, point in ((black, white, "E5"), (white, black, "D4"), (black, white, "C3")):
        mover.tries(point)
        other.hears(
            f"{'Black' if mover is black else 'White'} has moved, {'White' if mover is black else 'Black'} to play."
        )
    bar = black.page.locator("nav.navigation").bounding_box()
    bottom = bar["y"] if bar and bar["y"] > 100 else height
    typed = ("#typed",) if width > 600 else ()  # on a phone it is folded until it has the focus
    for needed in ("#play .board", ".tools", "#pass", "#resign", *typed, "#more > summary"):
        box = black.page.locator(needed).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bottom, needed
    if width > 1000:
        assert black.page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
def test_a_button_that_is_pressed_while_the_opponent_acts_is_still_clicked(club: Club, hand: str) -> None:
    black, white = club.duel(width="5", draw_by_agreement="true")
    black.page.locator("#pass > summary").click()
    passes = black.page.get_by_role("button", name="Yes, pass")
    passes.hover()
    passes.focus()
    black.page.clock.install()
    black.page.clock.pause_at(time.time() + 1)  # however busy the machine is, the press is short
    black.page.mouse.down() if hand == "mouse" else black.page.keyboard.down("Space")
    white.page.get_by_role("button", name="Offer a draw").click()  # Black's buttons are drawn anew
    expect(white.page.get_by_text("You offered a draw.")).to_be_visible()
    black.page.wait_for_timeout(200)  # the frame has come
    black.page.mouse.up() if hand == "mouse" else black.page.keyboard.up("Space")
    black.page.clock.resume()
    white.hears("Black passes.")


def test_a_question_that_was_asked_before_the_opponent_passed_is_folded(club: Club) -> None:
    black, white = club.duel(width="5")
    white.page.locator("#pass > summary").click()
    expect(white.page.locator("#pass button")).to_be_visible()
    black.passes()
    white.hears("Black passes.")
    expect(white.page.get_by_role("button", name="Yes, pass")).to_be_hidden()
    white.page.locator("#pass-too > summary").click()
    expect(white.page.locator("#pass-too .panel")).to_contain_text("The opponent has passed.")


def test_the_second_tap_on_pass_does_not_answer_its_question(club: Club) -> None:
    black, _ = club.duel(width="5")
    black.page.locator("#pass > summary").click()
    question = black.page.get_by_role("button", name="Yes, pass")
    question.dispatch_event("click", {"detail": 2})  # a sheet of a narrow window lies partly over its button
    black.page.wait_for_timeout(300)
    expect(black.page.locator("#heard li")).to_have_count(0)
    question.click()
    black.hears("Black passes.")


def test_a_press_that_lasts_keeps_no_news_from_anybody(club: Club) -> None:
    black, white = club.duel(width="5", draw_by_agreement="true")
    black.page.locator("#pass > summary").hover()
    black.page.mouse.down()
    white.page.get_by_role("button", name="Offer a draw").click()
    expect(black.page.locator(".offer")).to_be_visible()  # within a second, and before the button is released


def test_a_stone_drops_once_and_the_reveal_plays_once(club: Club) -> None:
    black, white = club.duel(width="5")
    for mover, other, point in ((black, white, "C3"), (white, black, "A1"), (black, white, "D3"), (white, black, "A2")):
        mover.tries(point)
        other.hears(
            f"{'Black' if mover is black else 'White'} has moved, {'White' if mover is black else 'Black'} to play."
        )
    stones = black.page.locator("#s-black-3 use.stone")
    assert [stone.get_attribute("class") for stone in stones.all()] == ["stone black", "stone black dropped"]
    white.resigns()
    expect(black.page.locator("#table.ended.changed .unveiled")).to_have_count(2)
    black.page.reload()
    expect(black.page.locator("#table.ended .unveiled")).to_have_count(2)
    expect(black.page.locator("#table.changed")).to_have_count(0)


def test_on_a_phone_the_result_is_in_sight_when_the_count_is_agreed(club: Club) -> None:
    black, white = club.person(viewport={"width": 390, "height": 844}), club.person()
    white.sits_down(club.makes(black, width="9")["white"])
    black.passes()
    white.hears("Black passes.")
    white.passes()
    white.page.locator(".settling").wait_for()
    white.does("settle")
    black.does("settle")
    expect(black.page.locator("#outcome")).to_be_in_viewport(ratio=1)
    expect(black.said).to_be_in_viewport(ratio=1)


def test_hidden_stones_appear_one_by_one_at_the_end(club: Club) -> None:
    black, white = club.person(reduced_motion="no-preference"), club.person()
    white.sits_down(club.makes(black, width="5")["white"])
    for number, point in enumerate(("C3", "A1", "D3", "A2", "C4", "B2")):
        (black, white)[number % 2].tries(point)
        for person in (black, white):
            person.hears("White has moved, Black to play." if number % 2 else "Black has moved, White to play.")
    white.resigns()
    expect(black.page.locator("#table.ended .unveiled")).to_have_count(3)
    begin = black.page.locator(".unveiled").evaluate_all(
        "stones => stones.flatMap(stone => stone.getAnimations().map(each => each.effect.getTiming().delay))"
    )
    assert begin == [400, 650, 900]  # milliseconds


def test_open_menus_typed_text_and_focus_survive_page_updates(club: Club) -> None:
    """An unfolded menu, a text that is typed, the focus, and the hand over the board."""
    black, white = club.duel(width="5")
    black.page.locator("#say").fill("half a sen")
    black.opens_more()
    black.page.locator("#keys > summary").click()
    black.page.locator("#typed").fill("E")
    white.page.locator("#say").fill("hello")
    white.page.locator("#say").press("Enter")
    expect(black.page.locator("#talk")).to_contain_text("hello")
    expect(black.page.locator("#typed")).to_be_focused()
    black.page.locator("#typed").press("Backspace")
    black.page.locator("#typed").press_sequentially("C3")
    black.page.locator("#typed").press("Enter")
    white.hears("Black has moved, White to play.")
    white.tries("D4")
    black.hears("White has moved, Black to play.")
    expect(black.page.locator("#keys")).to_have_attribute("open", "")
    expect(black.page.locator("#say")).to_have_value("half a sen")
    black.resigns()
    black.hears("White wins by resignation.")
    expect(black.page.locator("#say")).to_have_value("half a sen")
